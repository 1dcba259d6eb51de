"""What each reading costs: the only file that says what is paid, from the numbers in ``costs.py``.

Two kinds of things are paid for: open tokens, as long as a hypothesis does not explain them
(:func:`open_charges`) or when they end (:func:`closed_cost`, :func:`returned_cost`, :func:`unused_cost`),
and the touches of a move, once (:func:`move_costs`). All are pure functions of a hypothesis and the
observed contacts. ``beam.py`` sums them, and ``explain.py`` lists them.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter, itemgetter

from firmware.games import Gesture
from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import NEVER, Charge, Hypothesis, Open, Priced, Step, Token, is_unfelt
from firmware.recognition.observed import Observed
from firmware.recognition.trail import neighbours
from hal import Cells, Contacts, buttons_of, tilts_of

PRESSES_OF_A_MOVE = 2  # at most, where no piece is lifted or put down by itself


def open_charges(seen: Observed, hypothesis: Hypothesis, at: int) -> Iterator[Charge]:
    """Yield the charges of open tokens, as if they were paid at this time (microseconds).

    Pieces that no hand has lifted and glasses on the wrong end stand at the end, without a cell.
    """
    ended = hypothesis.ended
    yield from _up_charges(seen, hypothesis, ended, at)
    pressed = [one.at for one in hypothesis.open if one.kind is Open.PRESS]
    most = 1 if any(one.at > ended for one in hypothesis.moved) else PRESSES_OF_A_MOVE
    since = min(pressed[-most:], default=at)  # earlier presses belong to no move that may come
    for one in hypothesis.open:
        if one.kind is Open.DOWN:
            yield Charge(one.at, *closed_cost(seen, hypothesis, one, at), one.cell)
        elif one.kind is Open.PRESS:
            yield Charge(one.at, *_press_cost(seen, hypothesis, one, at, max(since, ended)), one.cell)
    yield from leaning_charges(seen, hypothesis, at)
    strange = count_foreign(seen, hypothesis) if hypothesis.open and not seen.trust.distrusted else 0
    if strange:
        yield Charge(at, "foreign", seen.costs.foreign * strange, -1)
    wrong = tilts_of((seen.closed ^ hypothesis.closed) & ~hypothesis.dead)
    wrong = wrong and wrong & tilts_of(seen.trusted)
    if wrong:
        yield Charge(at, "unturned", seen.costs.unturned * wrong.bit_count(), -1)


# A piece that is up


def _up_charges(seen: Observed, hypothesis: Hypothesis, ended: int, at: int) -> Iterator[Charge]:
    """Yield the charges of the pieces that are up. ended: of the hypothesis."""
    costs, begins = seen.costs, seen.liftable(hypothesis.position)
    downs = [one for one in hypothesis.open if one.kind is Open.DOWN]
    ends = [step.ended for step in hypothesis.steps[-4:]]
    others = 0  # pieces in the hand
    for one in hypothesis.open:
        if one.kind is not Open.UP:
            continue
        seconds = (at - one.at) / 1_000_000
        waits, legal = one.at > ended, begins >> one.cell & 1
        if waits and legal:
            declined = min(costs.declined, 1 + costs.declined_rate * seconds) if one.legal else 0.0
            yield Charge(one.at, "declined" if one.legal else "in_hand", costs.in_hand * seconds + declined, one.cell)
        else:
            bumped = not waits and any(abs(end - one.at) < costs.bump_time for end in ends)
            if bumped or (not legal and any(_is_pushed(one, other, costs) for other in downs)):
                key, first = "nudge", costs.nudge
            elif waits:
                key, first = "strange", costs.strange
            elif legal:  # the next hand was early
                key, first = "overlap", costs.overlap
            else:
                key, first = "forgotten", costs.forgotten
            yield Charge(one.at, key, min(costs.most, first + costs.age_rate * seconds), one.cell)
        if waits:
            if others:
                yield Charge(one.at, "second_up", costs.second_up, one.cell)
            others += 1


def _is_pushed(up: Token, other: Token, costs: Costs) -> bool:
    """Return whether a hand may have pushed the piece of `up` onto the cell of `other`."""
    near = other.kind is Open.DOWN and other.cell in neighbours(up.cell)
    return near and abs(up.at - other.at) < costs.slow_time


def returned_cost(seen: Observed, hypothesis: Hypothesis, up: Token, at: int) -> Priced | None:
    """Return the cost of a piece that is put back where it was taken up. None if that is no accident."""
    costs = seen.costs
    if up.again >= 0 or seen.adapter.passing(hypothesis.position) >> up.cell & 1:
        return None
    thinks = up.at > hypothesis.ended and seen.begins(hypothesis, up.cell)
    most = costs.mind - costs.nudge if thinks else costs.forgotten
    return "nudge", costs.nudge + min(most, costs.age_rate * (at - up.at) / 1_000_000)


# A contact that is closed


def closed_cost(seen: Observed, hypothesis: Hypothesis, down: Token, at: int, *, opened: bool = False) -> Priced:
    """Return the cost of a contact that is closed without a meaning from `down.at` to `at`.

    opened: whether it has opened again. Then the time it was closed counts no more.
    """
    costs = seen.costs
    if down.together or (opened and at - down.at < costs.pass_time):
        return "passing", costs.passing
    between = between_cost(hypothesis, down, costs)
    if between is not None:
        return between
    seconds = (at - down.at) / 1_000_000
    lying, most = (0.0, math.inf) if opened else (costs.lying * seconds, 1 + costs.closed * seconds)
    wrong = min(most, costs.wrong) + lying
    if not opened and _is_under_way(hypothesis, down, costs):
        return "two_hands", wrong + costs.two_hands
    if _is_carried(seen, hypothesis, down):
        return "carried", min(most, costs.carried) + lying
    if down.legal and (opened or at - down.at > costs.rest):
        return "declined", wrong + costs.declined
    return "wrong", wrong


def between_cost(hypothesis: Hypothesis, down: Token, costs: Costs) -> Priced | None:
    """Return the cost of a contact that a magnet between two cells may hold closed.

    None when no move ended on a cell beside it at about the same time, or that piece is up.
    """
    if down.beside < 0:
        return None
    ups = [one for one in hypothesis.open if one.kind is Open.UP]
    if any(one.cell == down.beside for one in ups):
        return None
    taken_up = down.legal and any(one.at < down.at for one in ups)
    cost = costs.declined if taken_up else 0.0  # another hand may have put it down
    return "between", cost + costs.between


def _is_carried(seen: Observed, hypothesis: Hypothesis, down: Token) -> bool:
    """Return whether a legal placing may be a piece moved here against the rules instead."""
    if not down.legal:
        return False
    ups = [one for one in hypothesis.open if one.kind is Open.UP]
    if any(_is_pushed(one, down, seen.costs) and not seen.begins(hypothesis, one.cell) for one in ups):
        return True
    up = [one for one in ups if hypothesis.ended < one.at < down.at]
    return len(up) == 1 and not seen.begins(hypothesis, up[0].cell)


def _is_under_way(hypothesis: Hypothesis, down: Token, costs: Costs) -> bool:
    """Return whether the hand that made the last move, onto a stack, still carried its piece."""
    return any(_is_onto_others(step) and 0 <= down.at - step.ended < costs.again_time for step in hypothesis.steps[-1:])


def count_foreign(seen: Observed, hypothesis: Hypothesis) -> int:
    """Return how many open contacts were closed by a piece that no hand has lifted.

    0 where a piece may be placed, or taken from a stack.
    """
    costs, tokens = seen.costs, hypothesis.open
    if len(tokens) > costs.span or all(one.kind is not Open.DOWN for one in tokens):
        return 0
    if not seen.liftable(hypothesis.position) or tilts_of(seen.adapter.places):
        return 0  # a piece may be placed, or was out of the game where it stood
    moved = [
        (one.came - (costs.pass_time if one.kind is Open.UP else 0), one)
        for one in hypothesis.moved
        if not one.together and (one.kind is Open.UP or between_cost(hypothesis, one, costs) is None)
    ]
    held = found = 0
    for _, one in sorted(moved):
        if one.kind is Open.UP:
            held += 1
        elif held:
            held -= 1
        else:
            found += 1
    if not found or hypothesis.position.chance:
        return found
    put = max(one.at for one in tokens if one.kind is Open.DOWN)
    stacks = [one for one in tokens if one.fits and not seen.is_of_arm(one) and one.at < put]
    return max(0, found - len(stacks))


# A press


def leaning_charges(seen: Observed, hypothesis: Hypothesis, at: int) -> Iterator[Charge]:
    """Yield the charges of the last move's presses that were an arm's, or long when they were let go."""
    for step in hypothesis.steps[-1:]:
        for one in step.used:
            if one.kind is Open.PRESS and not one.blind:
                long = not seen.is_held(one) and seen.length(one, at) > seen.costs.press_time
                yield from (long + seen.is_of_arm(one)) * [
                    Charge(one.at, "long_press", seen.costs.long_press, one.cell)
                ]


def _press_cost(seen: Observed, hypothesis: Hypothesis, one: Token, at: int, since: int) -> Priced:
    """Return the cost of an unused press. since: microseconds; earlier presses do not wait."""
    costs = seen.costs
    waits = one.fits and not one.legal and one.at >= since and not _corrects(hypothesis, one, costs)
    if waits and not seen.is_leaning(one, at):
        aged = max(0, at - one.at - costs.press_waits) / 1_000_000
        return "waiting_press", min(costs.most_waiting, costs.waiting_press * (1 + aged))
    return unused_cost(seen, hypothesis, one, at)


def unused_cost(seen: Observed, hypothesis: Hypothesis, press: Token, at: int) -> Priced:
    """Return the cost of a press without a meaning."""
    costs, arm = seen.costs, seen.is_of_arm(press)
    around = _move_around(hypothesis, press)
    slipped = around and _is_onto_others(around) and around.at - press.at < costs.certain
    if not arm and (slipped or _corrects(hypothesis, press, costs)):
        return "unused", costs.unused  # the wrong stack, and then the right one
    if seen.is_leaning(press, at) and (arm or not press.legal):
        return "leaning", costs.leaning
    if _belies(hypothesis, press, costs):
        return "worst", costs.worst
    if press.legal or around:
        return "declined_press", costs.declined_press
    return "unused", costs.unused


def _belies(hypothesis: Hypothesis, press: Token, costs: Costs) -> bool:
    """Return whether a piece was put down after this key, which announces a piece that may not move."""
    if not press.key or press.fits:
        return False
    presses = [one.at for one in hypothesis.open if one.kind is Open.PRESS and one.at > press.at]
    return any(
        one.kind is Open.DOWN and press.at < one.at < min([press.at + costs.press_waits, *presses])
        for step in hypothesis.steps
        for one in step.used
    )


def _move_around(hypothesis: Hypothesis, press: Token) -> Step | None:
    """Return the move whose piece was in the hand when a press was made that is no part of it, if any."""
    for step in hypothesis.steps[-2:]:
        ups = [one.at for one in step.used if one.kind is Open.UP and not one.blind]
        if ups and max(ups) < press.at < step.at:
            return step
    return None


def _corrects(hypothesis: Hypothesis, press: Token, costs: Costs) -> bool:
    """Return whether a press soon after a move can only say that its piece stands on this stack instead.

    No move begins with it, as a die decides, and no piece was in a hand.
    """
    lifted = any(one.kind is Open.UP and one.at < press.at for one in hypothesis.open)
    if not hypothesis.position.chance or not press.fits or lifted:
        return False
    return any(
        _is_onto_others(step) and 0 < press.at - step.ended < costs.certain and step.end != press.cell
        for step in hypothesis.steps[-1:]
    )


def _is_onto_others(step: Step) -> bool:
    """Return whether a piece was lifted for a move, and put on others: a press ended it."""
    kinds = {one.kind for one in step.used}
    return Open.UP in kinds and Open.DOWN not in kinds


# A move


def move_costs(  # noqa: PLR0917
    seen: Observed, before: Hypothesis, tokens: Sequence[Token], gesture: Gesture, used: Sequence[Token], at: int
) -> Iterator[Priced]:
    """Yield the costs of a gesture as the next move of a hypothesis.

    tokens: the open ones. used: those of the gesture, unfelt and unseen ones too. at: the time of the
    touch that completes it, microseconds.
    """
    costs = seen.costs
    felt = [one for one in used if not is_unfelt(one)]
    came = [one if one.put is None else one._replace(at=one.put) for one in felt]
    one_piece = tilts_of(gesture.flips) or count_foreign(seen, before)  # not another that came
    sticky = costs.sticky / (2 if seen.sticks else 1) if one_piece else None
    yield from _order_costs(came, seen.adapter.places, costs, sticky)
    for one in used:
        if one.blind and (one.kind is not Open.UP or not before.dead >> one.cell & 1):
            yield blind_cost(seen, one, at)
    if any(one.kind is Open.PRESS for one in felt):
        yield from _press_costs(tokens, felt, at, seen.pressable(before.position), costs)
        quick = before.hasty(costs.rest)  # the next hand presses at once what was pressed last
        yield from _sequence_costs(felt, seen.adapter.fields(gesture.move), costs, quick=quick)
    if not tilts_of(gesture.flips):  # a glass is turned again within the same hand
        yield from _succession_costs(before, came, at, costs)
    end = max((one for one in came if one.kind is Open.DOWN), key=attrgetter("at"), default=None)
    if end is None or before.freed >> end.cell & 1:
        return
    if max(one.at for one in came) - seen.vacated.get(end.cell, NEVER) < costs.certain:  # another has just left it
        yield ("mind", costs.mind) if before.left >> end.cell & 1 else ("same_place", costs.same_place)


def _order_costs(used: Sequence[Token], places: Contacts, costs: Costs, sticky: float | None) -> Iterator[Priced]:
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


def _succession_costs(hypothesis: Hypothesis, used: Sequence[Token], at: int, costs: Costs) -> Iterator[Priced]:
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


def _press_costs(
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


def _sequence_costs(used: Sequence[Token], fields: Sequence[int], costs: Costs, *, quick: bool) -> Iterator[Priced]:
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
        yield "ahead_rate", min(costs.haste, costs.ahead_rate * ahead / 1_000_000)
    start, end = pressed.get(fields[0]), pressed.get(fields[-1])
    if start is not None and end is not None and end < start:
        yield "backwards", min(costs.haste, costs.backwards * (start - end) / 1_000_000)


def slid_cost(one: int, other: int, costs: Costs) -> Priced:
    """Return the cost of a slide. one, other: times of its two contacts, microseconds."""
    return "slid", costs.slid + costs.slid_rate * abs(one - other) / 1_000_000


def blind_cost(seen: Observed, token: Token, at: int) -> Priced:
    """Return the cost of a token that its contact did not show, in a move made at `at`."""
    costs = seen.costs
    if token.kind is Open.UP:
        return "foreign", costs.foreign
    if token.kind is Open.DOWN:
        key, cost = unseen_cost(seen, token.cell)
        return key, cost / 2  # a press has told it
    if seen.trust.unheard >> token.cell & 1:
        return "deaf", 0.0
    held = at - seen.held.get(token.cell, at) > costs.forget_time
    deaf = held or buttons_of(seen.deaf) >> token.cell & 1
    return ("deaf", costs.deaf) if deaf else ("unfelt", costs.unfelt)


def unseen_cost(seen: Observed, cell: int) -> Priced:
    """Return the cost of a piece put on a cell whose reed did not close."""
    return ("deaf", seen.costs.deaf) if seen.deaf >> cell & 1 else ("unseen", seen.costs.unseen)
