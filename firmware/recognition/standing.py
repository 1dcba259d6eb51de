"""The costs of unexplained tokens, as items: pure functions of a hypothesis and the observed contacts."""

import math
from collections.abc import Iterator

from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import NEVER, Charge, Hypothesis, Open, Priced, Step, Token, adjacent, find
from firmware.recognition.observed import Observed
from firmware.recognition.trail import neighbours
from hal import tilts_of

MOST_PRESSES = 2  # of a move in which no piece is lifted or put down by itself


def standing(seen: Observed, hypothesis: Hypothesis, at: int) -> Iterator[Charge]:
    """Yield the charges of open tokens, as if they were paid at this time (microseconds).

    Pieces that no hand has lifted and glasses on the wrong end stand at the end, without a cell.
    """
    ended = hypothesis.ended
    yield from _up_charges(seen, hypothesis, ended, at)
    pressed = [one.at for one in hypothesis.open if one.kind is Open.PRESS]
    most = 1 if any(one.at > ended for one in hypothesis.moved) else MOST_PRESSES
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


def beside_end(down: Token, step: Step, costs: Costs, *, since: int = NEVER) -> Token:
    """Return the token, marked if the magnet with which a step ended may have closed it, too.

    since: when another move ended, microseconds. If that was in between, both contacts must have
    closed within `together_time`: a hand that is as slow does not let others play meanwhile.
    """
    apart = abs(down.at - step.at)
    within = costs.slow_time if since <= min(down.at, step.at) else costs.together_time
    if down.beside >= 0 or step.end < 0 or apart >= within:
        return down
    return down._replace(beside=step.end) if adjacent(step.end, down.cell) else down


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


def under_end(press: Token, step: Step, costs: Costs) -> Token:
    """Return the token, as no finger's if the piece that ended a step has pressed the button."""
    put = find(step.used, Open.DOWN, press.cell) if press.kind is Open.PRESS else None
    if put is None or abs(press.at - put.at) >= costs.slow_time:
        return press
    return press._replace(together=True, fits=False)


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
