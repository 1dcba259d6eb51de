"""The costs of reading touches as a move: pure functions of a hypothesis and tokens."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from firmware.games import AnyAdapter, Touched
from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open, Priced, Step, Token
from firmware.recognition.trail import neighbours
from hal import Cells, Contacts, cell_set, tilts_of


def order_cost(used: Sequence[Token], places: Contacts, costs: Costs, sticky: float | None) -> Iterator[Priced]:
    """Return the costs of the order in which the touches of a move came.

    places: the contacts of the game; cells without a reed among them are keys, pressed beforehand.
    sticky: the cost of a reed that sticks, None if another piece may have come.
    """
    ups = [one for one in used if one.kind is Open.UP and not one.blind]
    pressed = [one for one in used if one.kind is Open.PRESS]
    downs = [one for one in used if one.kind is Open.DOWN]
    if not downs:  # onto others: a hand carries a piece for as long as it likes
        return
    put = downs[0].at
    if ups and 0 <= put - ups[0].at < costs.together_time:
        yield "haste", costs.haste
    if any(one.at > put and not places >> one.cell & 1 for one in pressed):
        yield "haste", costs.haste
    near = {cell for one in downs for cell in neighbours(one.cell)}
    left = [_left_late(one.at - put, costs, sticky, near=one.cell in near) for one in ups]
    yield from sorted((one for one in left if one is not None), key=itemgetter(1))[-1:]
    late = max((one.at for one in pressed), default=put) - put
    if late > 0:
        yield "late", costs.late + min(costs.haste, costs.late_rate * late / 1_000_000)


def _left_late(late: int, costs: Costs, sticky: float | None, *, near: bool) -> Priced | None:
    """Return the cost of a contact that opens after its piece was put down elsewhere.

    late: microseconds. near: whether the piece may have been dragged, and close both contacts.
    """
    if late <= 0:
        return None
    seconds = late / 1_000_000
    # a piece is not in two places far apart
    ways = [("late", costs.late + min(costs.most, costs.drag_rate * seconds))] if near else []
    if sticky is not None and late < costs.certain:
        ways.append(("sticky", sticky))
    return min(ways, key=itemgetter(1), default=("worst", costs.worst))


def succession_cost(hypothesis: Hypothesis, used: Sequence[Token], at: int, costs: Costs) -> Iterator[Priced]:
    """Return the costs of this move's times after the moves before it."""
    began = min((one.at for one in used), default=at)
    ended = max((one.at for one in used), default=at)
    since = ended - hypothesis.ended
    if since < 0:  # it was played before the move that it follows
        last = hypothesis.steps[-1].used if hypothesis.steps else ()
        across = any(one.at < ended for one in last)
        ahead = max(1, sum(step.ended > ended for step in hypothesis.steps))
        mine, theirs = _lifted(used), _lifted(last)
        if ahead == 1 and across and NEVER < theirs < mine:
            yield "overlap", costs.overlap + costs.early_across  # who holds which piece?
        else:
            yield "early", ahead * costs.early + (costs.early_across if across else 0)
        return
    wrong = [one for one in hypothesis.open if one.kind is Open.PRESS and one.fits]
    slipped = any(one not in used and one.at > hypothesis.ended for one in wrong)
    if any(one.legal for one in used) and not slipped:  # else that press is paid for
        yield "declined", costs.declined
    stale = [one for one in used if one.kind is Open.PRESS and one.at < hypothesis.ended]
    if since < costs.together_time:
        yield "haste", costs.haste
    elif began >= hypothesis.ended:
        if since < costs.rest and not hypothesis.hasty(costs.rest):
            yield "quick", costs.quick
    elif not stale:
        again = any(paid.key == "overlap" for paid in hypothesis.paid)  # these hands are quick
        yield "overlap", costs.overlap / 2 if again else costs.overlap
    elif any(one.fits for one in stale):
        yield "superseded", costs.superseded
    elif any(one.key for one in stale):
        yield "early", costs.early
    else:
        yield "waiting_press", costs.waiting_press


def _lifted(used: Sequence[Token]) -> int:
    """Return when the first piece of a move was lifted, microseconds. NEVER if none was seen."""
    return min((one.at for one in used if one.kind is Open.UP and not one.blind), default=NEVER)


def press_cost(
    open_: Sequence[Token], used: Sequence[Token], at: int, pressable: Cells, costs: Costs
) -> Iterator[Priced]:
    """Return the costs of the presses of a move: a second hand, slips.

    open_: all open tokens. pressable: the cells whose press may belong to the move.
    """
    pressed = [one for one in used if one.kind is Open.PRESS]
    if any(
        one.at < other.at < one.at + costs.slow_time
        for one in pressed
        for other in used
        if other.kind is Open.UP and other.cell != one.cell
    ):
        yield "two_hands", costs.two_hands
    last = max(one.at for one in pressed)
    until = max((one.at for one in used if one.kind is Open.DOWN), default=at)
    if any(
        one.kind is Open.PRESS and one not in used and last < one.at <= until and pressable >> one.cell & 1
        for one in open_
    ):
        yield "superseded", costs.superseded


def sequence_cost(used: Sequence[Token], fields: Sequence[int], costs: Costs, *, quick: bool) -> Iterator[Priced]:
    """Return the costs of the age and the order of the presses of a move.

    fields: the cells that the move names, its start first.
    """
    pressed = {one.cell: one.at for one in used if one.kind is Open.PRESS}
    again = sum(one.again >= 0 for one in used if one.kind is Open.PRESS)
    if again:
        yield "repeated", (costs.again if quick else costs.repeated) * again
    waiting = {  # the highest cost: a key counts until its seat has moved
        one.at: costs.waiting_press if one.key else costs.most_waiting
        for one in used
        if one.kind is Open.PRESS and one.put is None
    }
    for one, other in pairwise(sorted(one.came for one in used)):
        if one in waiting and other - one > costs.press_waits:
            waits = (other - one - costs.press_waits) / 1_000_000
            yield "waiting_press", min(waiting[one], costs.waiting_press * waits)
    lifted = min((one.at for one in used if one.kind is Open.UP and not one.blind), default=0)
    ahead = max((lifted - at for at in waiting), default=0) - costs.press_time
    if ahead > 0:
        yield "ahead", min(costs.haste, costs.ahead_rate * ahead / 1_000_000)
    start, end = pressed.get(fields[0]), pressed.get(fields[-1])
    if start is not None and end is not None and end < start:
        yield "backwards", min(costs.haste, costs.backwards * (start - end) / 1_000_000)


def slid_cost(one: int, other: int, costs: Costs) -> Priced:
    """Return the cost of a slide. one, other: times of its two contacts, microseconds."""
    return "slid", costs.slid + costs.slid_rate * abs(one - other) / 1_000_000


def place_cost(hypothesis: Hypothesis, end: int, costs: Costs) -> Iterator[Priced]:
    """Return the cost of a piece that ends on a cell from which another has just been taken up."""
    if hypothesis.freed >> end & 1:
        return
    if hypothesis.left >> end & 1:
        yield "mind", costs.mind
    else:
        yield "same_place", costs.same_place


def is_extendable(step: Step, adapter: AnyAdapter) -> bool:
    """Return whether the piece that a step put down could go on to a neighbouring cell."""
    down = [one for one in step.used if one.kind is Open.DOWN]
    if not down or tilts_of(step.after):
        return False
    placed = cell_set(
        cell for cell in neighbours(down[-1].cell) if adapter.places >> cell & 1 and not step.closed >> cell & 1
    )
    lifted = cell_set(one.cell for one in step.used if one.kind is Open.UP)
    pressed = cell_set(one.cell for one in step.used if one.kind is Open.PRESS)
    legal = step.position.legal_moves()
    touched = Touched(lifted, placed, pressed)
    return any(gesture.move in legal for gesture in adapter.candidates(step.position, step.closed, touched))
