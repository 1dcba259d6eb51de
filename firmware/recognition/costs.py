"""The table of costs: the fault model of all readings of the contacts.

A cost is minus the natural logarithm of a frequency: an event with a cost of 3 happens about once
in e**3 = 20 touches, so costs of independent events add up. The values were fitted to simulated
games with one kind of accident each (``tests/support/hands``) and to recorded games; the
benchmark ``tests/benchmarks/recognition.py`` measures them.

A cost that separates two readings of an ordinary game must not be below :attr:`Costs.margin`.
"""

from typing import NamedTuple

MILLISECOND = 1_000  # microseconds
SECOND = 1_000_000  # microseconds


class Costs(NamedTuple):
    """The table: costs (natural logarithms), numbers, and times (microseconds)."""

    # Costs paid once, when a token is explained; a rate is a cost per second
    nudge: float = 3.0  # a piece leaves its cell as a move ends, or is put back; plus `age_rate`
    slid: float = 1.5  # a piece slides on from its cell to a neighbouring cell; plus `slid_rate`
    slid_rate: float = 20.0  # per second between the two contacts of a slide
    mind: float = 3.5  # the piece moved last is taken up again, or a piece goes to the cell it left
    passing: float = 1.5  # a contact closes under a piece on its way, for less than `pass_time`
    between: float = 2.0  # a magnet closes two neighbouring contacts within `slow_time`
    wrong: float = 6.5  # a piece is put on a cell where it means nothing
    foreign: float = 4.0  # a contact closes though all pieces stand and no piece was lifted
    carried: float = 2.5  # a piece that may not move is put where another piece could be placed
    declined: float = 3.5  # touches that complete a legal move are not that move
    unused: float = 4.0  # a short press without a meaning
    declined_press: float = 6.0  # a press without a meaning, though it completed a legal move
    leaning: float = 0.7  # a long press, or a press of several at once, without a meaning
    long_press: float = 3.0  # a long press, or a press of several at once, is part of a move
    again: float = 1.0  # a cell is pressed again within `again_time`, to be sure
    repeated: float = 4.0  # a cell is pressed again within `again_time`, as part of the next move
    backwards: float = 3.0  # per second, up to `haste`: the end of a move pressed before its start
    ahead_rate: float = 4.0  # per second, up to `haste`: a press over `press_time` before its lift
    superseded: float = 7.0  # a press is used though a later one could have been, or though it fits the last move
    two_hands: float = 4.0  # a piece is lifted while another cell is pressed for the same move
    haste: float = 6.0  # a piece is lifted and put down, or two moves end, within `together_time`
    quick: float = 1.5  # a move ends within `rest` of the move before, which was not so quick
    overlap: float = 4.5  # a move begins before the move before it has ended
    early: float = 7.5  # a move ends before a move that it follows; for each such earlier move
    early_across: float = 1.0  # in addition to `early`: the earlier move had begun already
    late: float = 1.0  # a piece leaves its cell, or a press comes, after the piece was put down
    drag_rate: float = 40.0  # per second, up to `most`: a piece leaves its cell late
    late_rate: float = 8.0  # per second, up to `haste`: a late press
    sticky: float = 6.0  # a reed sticks as its piece leaves, for up to `certain`; half once a reed has
    same_place: float = 1.0  # a piece goes to a cell from which another has just been taken up
    unseen: float = 8.0  # a piece is put down and its contact does not close
    unfelt: float = 7.0  # a cell is pressed and its button does not close
    deaf: float = 2.0  # a contact or button that did not close the last time, or as a press of `ask` says

    # Costs of a token while it stands unexplained
    in_hand: float = 0.2  # per second: a piece in the hand that may begin a move
    declined_rate: float = 8.0  # per second, up to `declined`: a piece in the hand completed a move
    strange: float = 3.5  # a piece in the hand with which no legal move begins; plus `age_rate`
    second_up: float = 2.0  # each further piece in the hand
    forgotten: float = 6.0  # a piece still in the hand after a move has ended; plus `age_rate`
    age_rate: float = 1.0  # per second, up to `most`: a piece that should have been put back
    most: float = 12.0  # the upper limit for a piece that leaves late or is not put back
    closed: float = 14.0  # per second, up to `wrong`: a contact is closed without a meaning
    lying: float = 0.3  # per second, without limit: in addition to `closed`
    waiting_press: float = 0.5  # a press waits, or tells of a piece after a key; again per second after `press_waits`
    most_waiting: float = 2.5  # the upper limit of `waiting_press` for a press
    unturned: float = 2.0  # an hourglass stands on the wrong end; for each

    # Limits (costs, then numbers) for believing, showing and forgetting
    margin: float = 3.0  # a move is shown if all hypotheses within this of the best agree on it
    slim: float = 1.0  # the margin in place of `margin`, once a key is pressed
    lost: float = 12.6  # no move is committed while the best hypothesis owes more than this
    overruled: float = 4.0  # a hypothesis differs from pieces put right; twice for an answer
    contradicts: float = 1.5  # for each move: a hypothesis differs from moves that players saw
    forgive: float = 2.0  # per second: the debt of all hypotheses shrinks
    worst: float = 18.0  # hypotheses that cost this much more than the best are dropped
    room: int = 96  # for the hypotheses kept: three for each, and one for each of its tokens
    few: int = 3  # number of best hypotheses that look for a piece that no contact shows
    span: int = 8  # number of moves that a hypothesis may still change, and of last tokens that may make one

    # Times, in microseconds
    again_time: int = 800 * MILLISECOND  # a cell pressed twice within it is pressed once
    press_waits: int = 1500 * MILLISECOND  # after this a waiting press costs more
    pass_time: int = 200 * MILLISECOND  # a piece that passes closes a contact for less
    together_time: int = 35 * MILLISECOND  # several contacts of one touch move within it; no hand is faster
    bump_time: int = 50 * MILLISECOND  # a piece bumped by a move leaves within it
    slow_time: int = 130 * MILLISECOND  # a slow magnet, an arm or two hands move several contacts within it
    press_time: int = 400 * MILLISECOND  # a longer press is long; so early a press may come, so late a hand be back
    certain: int = 3 * SECOND  # after this a move does not change any more
    forget_time: int = 6 * SECOND  # after this a press means nothing, and a held button is stuck
    rest: int = 250 * MILLISECOND  # after this a move that could be extended is shown; hands move no 12 reeds in less
    ask: int = 1 * SECOND  # at rest for this, the table asks or leads; a press so long insists
    held: int = 4 * SECOND  # at rest for this, a piece in the hand may be on a stack, not pressed


COSTS = Costs()
