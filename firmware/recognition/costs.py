"""What every reading of the contacts costs: the one table of the fault model.

A cost is the natural logarithm of how seldom something happens: a cost of 3 is paid for what
happens about once in e**3 = 20 touches, so costs of independent happenings add up. The values were
fitted to simulated games with one kind of accident each (:mod:`firmware.simulation.faults`) and to
recorded ones; the benchmark ``tests/benchmarks/recognition.py`` says how well they do.

No cost that separates two readings of an ordinary game may be smaller than :attr:`Costs.margin`.
"""

from typing import NamedTuple

MILLISECOND = 1_000  # microseconds
SECOND = 1_000_000  # microseconds


class Costs(NamedTuple):
    """The table: costs, and the times (microseconds) that separate one reading from another."""

    # Paid once, when something is explained
    nudge: float = 3.0  # a piece leaves its place as a move ends, or comes back; `age_rate` on top
    slid: float = 1.5  # a piece slides on from where it was put down to a neighbouring cell, ...
    slid_rate: float = 20.0  # ... and so much more for each second in between
    mind: float = 3.5  # the piece moved last is taken up again, or goes where one was then
    passing: float = 1.5  # a contact closes under a piece on its way, for less than `pass_time`
    between: float = 2.0  # one magnet closes two neighbours within `together_time`
    slow: float = 2.9  # the same within `slow_time`
    wrong: float = 6.5  # a piece is put where it means nothing
    foreign: float = 4.0  # the same though no hand has lifted one, and all stand on the table
    carried: float = 2.5  # a piece that may not move is put where another could be placed
    declined: float = 3.5  # a move was complete, and yet was none
    unused: float = 4.0  # a short press that means nothing
    declined_press: float = 6.0  # the same though it completed a move
    leaning: float = 0.7  # a long press, or one of several at once, that means nothing
    long_press: float = 3.0  # such a press was part of a move
    announced: float = 16.0  # the key of a piece that may not move was pressed, then one put down
    again: float = 1.0  # another press of the same cell stood for it, to be sure
    repeated: float = 4.0  # such a press was meant for the next move
    backwards: float = 3.0  # by the second that where a move ends is pressed before its start
    ahead_rate: float = 4.0  # a press `press_leads` before its piece is lifted, by the second more
    superseded: float = 7.0  # a press was meant though a later one could have been
    two_hands: float = 4.0  # a piece is lifted while another cell is pressed for the same move
    haste: float = 6.0  # a hand faster than `hand_time`, or two moves within `together_time`
    quick: float = 1.5  # a move that ends within `rest` of the one before, which did not do so
    overlap: float = 4.5  # a move that began before the last one ended
    early: float = 7.5  # a move that ended before one that it follows, for each such one, ...
    early_across: float = 1.0  # ... and more if that one had begun already
    stale_press: float = 6.0  # a press that could have been for the last move
    late: float = 1.0  # a piece leaves, or a press comes, after the piece arrived, ...
    drag_rate: float = 40.0  # ... a piece: so much more for each second in between, ...
    late_rate: float = 8.0  # ... a press: so much more for each second in between
    sticky: float = 7.0  # ... if no other piece can have come, `late_rate` up to `mind`, or half
    same_place: float = 1.0  # a piece goes where another has just been taken up
    unseen: float = 8.0  # a piece was put down and its contact did not close
    unfelt: float = 7.0  # a key was pressed and its button did not close, ...
    deaf: float = 2.0  # nor did that button, or contact, the last time

    # Paid as long as something stands unexplained
    in_hand: float = 0.2  # by the second: a piece in the hand that may begin a move
    declined_rate: float = 8.0  # by the second, up to `declined`: it has completed one
    strange: float = 3.5  # a piece in the hand with which no legal move begins
    second_up: float = 2.0  # each further piece in the hand
    forgotten: float = 6.0  # a piece still up although a move has ended since
    age_rate: float = 1.0  # by the second: what should have come back
    most: float = 12.0  # what one piece costs at most that is late, or does not come
    closed: float = 14.0  # by the second, up to `wrong`: a contact closed without a meaning
    lying: float = 0.3  # by the second: the same afterwards
    entered: float = 0.5  # a press tells of a piece that no contact shows, after a key, ...
    insisted: float = 2.0  # ... or as it is held
    waiting_press: float = 0.5  # a press that belongs to a move, or may to the one to come, ...
    most_waiting: float = 2.5  # ... and as much again by the second after `press_waits`, up to this
    unturned: float = 2.0  # a standing hourglass on the wrong end, for each

    # What is believed, shown and forgotten
    margin: float = 3.0  # what is shown is agreed by all hypotheses that cost at most so much more
    slim: float = 1.0  # the same, once a key is pressed
    lost: float = 12.6  # that nothing is known: no move is committed that is less likely
    overruled: float = 4.0  # pieces were put as the table has shown; an answer counts twice
    contradicts: float = 1.5  # another move was committed, one since, and the players go on
    forgive: float = 2.0  # by the second: of what all hypotheses have paid
    worst: float = 18.0  # hypotheses that cost so much more than the best one are dropped
    beam: int = 32  # hypotheses kept
    most_alike: int = 8  # of those that cost the same and leave the same open
    few: int = 3  # the best hypotheses, which alone look for a piece that no contact shows
    most_steps: int = 8  # moves that one hypothesis may still change
    most_open: int = 24  # tokens that one hypothesis keeps
    most_recent: int = 8  # the last of them, which alone may make a move

    # Times, in microseconds
    again_time: int = 800 * MILLISECOND
    press_waits: int = 1500 * MILLISECOND
    press_leads: int = 500 * MILLISECOND
    pass_time: int = 200 * MILLISECOND
    hand_time: int = 28 * MILLISECOND  # from lifting to placing; no hand is faster
    same_time: int = 15 * MILLISECOND  # contacts of one touch bounce for so long
    together_time: int = 35 * MILLISECOND
    bump_time: int = 50 * MILLISECOND
    slow_time: int = 130 * MILLISECOND
    two_hands_time: int = 120 * MILLISECOND
    crowd_time: int = 300 * MILLISECOND  # no hands move 12 pieces within it, or 6 at once
    arm_time: int = 100 * MILLISECOND  # within which the buttons close that one arm leans on
    press_time: int = 400 * MILLISECOND  # a longer press is a long one
    certain: int = 3 * SECOND  # after which nobody changes a move any more
    unseen_time: int = 300 * MILLISECOND  # a hand that has put down needs so long to come back
    forget_time: int = 6 * SECOND  # after which a press means nothing, and a button is stuck
    long_ago: int = 20 * SECOND  # the same of one that may belong to the move to come
    rest: int = 250 * MILLISECOND  # after which a move that could be extended is shown
    ask: int = 1 * SECOND  # of rest after which the table asks, or leads; a press so long insists
    held: int = 4 * SECOND  # after which a piece in the hand may stand on a stack, not pressed


COSTS = Costs()
