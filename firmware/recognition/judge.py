"""What does it cost to read some touches as one move? Pure functions of a story and its tokens."""

from collections.abc import Sequence
from itertools import pairwise

from firmware.games import AnyGestures, Touched
from firmware.recognition.costs import Costs
from firmware.recognition.story import Open, Step, Story, Token, is_leaning
from firmware.recognition.trail import neighbours
from hal import tilts_of


def order_cost(used: Sequence[Token], places: int, costs: Costs) -> float:
    """Return what the order costs in which the touches of one move came.

    places: the cells on which pieces are put; other cells are keys, pressed beforehand.
    """
    cost = 0.0
    ups = [one for one in used if one.kind is Open.UP and not one.blind]
    pressed = [one for one in used if one.kind is Open.PRESS]
    downs = [one for one in used if one.kind is Open.DOWN]
    if not downs:
        return cost
    put = downs[0].at
    if ups and 0 <= put - ups[0].at < costs.hand_time:
        cost += costs.haste
    if any(one.at > put and not places >> one.cell & 1 for one in pressed):
        cost += costs.haste
    near = {cell for one in downs for cell in neighbours(one.cell)}
    if any(one.at - put > costs.same_time and one.cell not in near for one in ups):
        return cost + costs.worst  # one piece is not in two places far apart
    for tokens, rate, most in (
        (ups, costs.drag_rate, costs.most_drag),
        (pressed, costs.late_rate, costs.haste),
    ):
        late = max((one.at for one in tokens), default=put) - put
        if late > 0:
            cost += costs.late + min(most, rate * late / 1_000_000)
    return cost


def succession_cost(story: Story, used: Sequence[Token], at: int, costs: Costs) -> float:
    """Return what it costs that this move follows the moves of the story at such times."""
    began = min((one.at for one in used), default=at)
    ended = max((one.at for one in used), default=at)
    since = ended - story.ended
    if since < 0:  # it was played before the move that it follows
        last = story.steps[-1].used if story.steps else ()
        across = any(one.at < ended for one in last)
        ahead = max(1, sum(step.ended > ended for step in story.steps))
        return ahead * costs.early + (costs.early_across if across else 0)
    cost = costs.declined if any(one.legal for one in used) else 0.0
    if since < costs.at_once_time:
        return cost + costs.haste
    if began >= story.ended:
        return cost + (costs.quick if since < costs.quick_time else 0)
    stale = [one for one in used if one.kind is Open.PRESS and one.at < story.ended]
    if stale and not any(one.fits for one in stale):
        return cost + costs.early_press
    return cost + (costs.stale_press if stale else costs.overlap)


def press_cost(
    open_: Sequence[Token], used: Sequence[Token], at: int, pressable: int, costs: Costs
) -> float:
    """Return what the presses of a move cost: long ones, those of a second hand, slips.

    open_: all tokens of the story. pressable: the cells whose press may belong to the move.
    """
    pressed = [one for one in used if one.kind is Open.PRESS]
    if not pressed:
        return 0.0
    cost = costs.long_press * sum(is_leaning(one, at, costs) for one in pressed)
    if any(
        one.at < other.at < one.at + costs.two_hands_time
        for one in pressed
        for other in used
        if other.kind is Open.UP and other.cell != one.cell
    ):
        cost += costs.two_hands
    last = max(one.at for one in pressed)
    if any(
        one.kind is Open.PRESS and one not in used and one.at > last and pressable >> one.cell & 1
        for one in open_
    ):
        cost += costs.superseded
    return cost


def sequence_cost(used: Sequence[Token], fields: Sequence[int], costs: Costs) -> float:
    """Return what the age and the order of the presses of a move cost.

    fields: the cells that the move names, where it starts first.
    """
    pressed = {one.cell: one.at for one in used if one.kind is Open.PRESS}
    cost = costs.repeated * sum(one.again >= 0 for one in used if one.kind is Open.PRESS)
    times = sorted(one.came for one in used)
    for one, other in pairwise(times):
        if one in pressed.values():
            waits = max(other - one - costs.press_waits, 0) / 1_000_000
            cost += min(costs.most_aged, costs.age_rate * waits)
    start, end = pressed.get(fields[0]), pressed.get(fields[-1])
    if start is not None and end is not None and end < start:
        cost += costs.backwards * min(1.0, (start - end) / 1_000_000)
    return cost


def slid_cost(one: int, other: int, costs: Costs) -> float:
    """Return what it costs that a piece slides on. one, other: when the two contacts moved."""
    return costs.slid + costs.slid_rate * abs(one - other) / 1_000_000


def place_cost(story: Story, end: int, costs: Costs) -> float:
    """Return what it costs that a piece ends where another has just been taken up."""
    if story.freed >> end & 1:
        return 0.0
    return costs.left_place if story.left >> end & 1 else costs.same_place


def is_extendable(step: Step, adapter: AnyGestures) -> bool:
    """Return whether the piece that a step put down could go on to a neighbouring cell."""
    down = [one for one in step.used if one.kind is Open.DOWN]
    if not down or tilts_of(step.after):
        return False
    placed = sum(
        1 << cell
        for cell in neighbours(down[-1].cell)
        if adapter.places >> cell & 1 and not step.picture >> cell & 1
    )
    lifted = sum(1 << one.cell for one in step.used if one.kind is Open.UP)
    pressed = sum(1 << one.cell for one in step.used if one.kind is Open.PRESS)
    legal = step.position.legal_moves()
    touched = Touched(lifted, placed, pressed)
    return any(
        gesture.move in legal
        for gesture in adapter.candidates(step.position, step.picture, touched)
    )
