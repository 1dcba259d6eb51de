"""The legal moves that open tokens may make, with the costs of each."""

from collections.abc import Iterator, Sequence
from operator import attrgetter

from firmware.games import AnyAdapter, Gesture, Touched
from firmware.recognition.charges import blind_cost, count_foreign, leaning_charges, move_costs, unseen_cost
from firmware.recognition.hypothesis import (
    NEVER,
    Charge,
    Hypothesis,
    Open,
    Step,
    Token,
    beside_end,
    is_unfelt,
    under_end,
    used_by,
)
from firmware.recognition.observed import Observed
from firmware.recognition.trail import neighbours
from hal import NO_CELLS, NO_CONTACTS, Cells, cell_set, contacts_of, members, one_cell, reed, reeds_of, tilt, tilts_of

UNSEEN_BEFORE = 100_000  # microseconds before a touch in which a piece was put down unseen


def made(
    seen: Observed, before: Hypothesis, tokens: Sequence[Token], must: Token | int | None, at: int, *, depth: int = 1
) -> Iterator[Hypothesis]:
    """Return the hypotheses in which these tokens make a legal move.

    must: the token that the move has to use, or the cell that it has to touch; None for any. depth:
    how many further moves may be made of the tokens that are left.
    """
    if before.position.outcome is not None or _is_barred(seen, tokens):
        return
    by_hand = [one for one in tokens if one.fits or not seen.is_of_arm(one)]
    recent = by_hand[-seen.costs.span :]
    for gesture, used in _fitting(seen, before, tokens, recent, must, at):
        if isinstance(must, Token) and must not in used:
            continue
        unseen = contacts_of(cell_set(one.cell for one in used if one.blind)) & ~before.closed
        shown = gesture._replace(flips=gesture.flips & ~unseen)
        found = _make(seen, before, tokens, shown, used, at=at)
        if found is None:
            continue
        yield found
        if depth and found.moved and len(recent) == len(by_hand):
            yield from made(seen, found, found.open, None, at, depth=depth - 1)


def made_unseen(seen: Observed, before: Hypothesis, cell: int, at: int) -> Iterator[Hypothesis]:
    """Yield the hypotheses in which the piece in the hand was put down before a touch, unseen.

    Its reed has not closed, or on others its button, which is not the touched contact of this cell.
    """
    begun = _in_hand(seen, before, at)
    if begun is None or (begun.kind is Open.UP and begun.cell == cell):
        return
    own, kept = one_cell(begun.cell), reeds_of(before.closed) | before.blind
    position = before.at(at)
    legal = position.legal_moves()
    for gesture in seen.adapter.endings(position, before.closed, begun.cell):
        lifted, placed = reeds_of(gesture.flips) & own, reeds_of(gesture.flips) & ~own
        end = placed or gesture.presses & ~own
        taken = lifted if begun.kind is Open.UP else placed and gesture.presses & own  # two presses need not be a move
        free = end and not end & one_cell(cell) and not placed & kept
        if taken and free and gesture.move in legal:
            there = members(end)[0]
            pressed = Token(Open.PRESS, there, at - UNSEEN_BEFORE, blind=True)
            shown = gesture._replace(flips=gesture.flips & ~contacts_of(placed, placed))
            step = step_of(before, shown, (begun,) if placed else (begun, pressed), there, at - UNSEEN_BEFORE)
            ended = after(seen, before, step, before.open, placed)
            ended = ended._replace(dead=ended.dead | contacts_of(placed) & seen.deaf)
            yield ended.pay(unseen_cost(seen, there) if placed else blind_cost(seen, pressed, at), at, there)


def _in_hand(seen: Observed, before: Hypothesis, at: int) -> Token | None:
    """Return the token of a piece in the hand that may have been put down by now.

    It is a lift, or the press of the stack that the piece stood on.
    """
    if any(one.kind is Open.DOWN for one in before.open):
        return None
    ups = [one for one in before.open if one.kind is Open.UP and one.at > before.ended]
    if ups:
        alone = len(ups) == 1 and at - ups[0].at >= seen.costs.press_time
        return ups[0] if alone else None
    stacks = [
        one
        for one in before.open
        if one.kind is Open.PRESS and one.at > before.ended and one.fits and not seen.is_of_arm(one)
    ]
    early = stacks and at - stacks[-1].at < seen.costs.again_time
    return stacks[-1] if stacks and not early else None


def _fitting(  # noqa: PLR0917
    seen: Observed,
    before: Hypothesis,
    tokens: Sequence[Token],
    recent: Sequence[Token],
    must: Token | int | None,
    at: int,
) -> Iterator[tuple[Gesture, tuple[Token, ...]]]:
    """Return the legal gestures that recent tokens make, each with the tokens that it explains."""
    put = max((one.at for one in recent if one.kind is Open.DOWN), default=at)
    adapter, position = seen.adapter, before.at(min(put, at))  # a glass may die as it is turned
    legal = position.legal_moves()
    lifted = placed = pressed = NO_CELLS
    for one in recent:
        if one.kind is Open.UP:
            lifted |= one_cell(one.cell)
        elif one.kind is Open.DOWN:
            placed |= one_cell(one.cell)
        else:
            pressed |= one_cell(one.cell)
    dead = before.dead & before.closed & ~seen.trust.distrusted  # else a press would say so
    left = pressed & reeds_of(before.closed & ~dead)  # a pressed piece may have come or gone
    blind = (before.blind | reeds_of(dead) | left) & ~(lifted | placed)
    come = pressed & ~(reeds_of(before.closed) | before.blind | lifted)
    places = reeds_of(adapter.places)
    unfelt = NO_CELLS  # the keys that may have been pressed all the same
    if placed and not pressed & adapter.keys and before.price < seen.costs.unfelt:
        unfelt = adapter.keys & seen.pressable(position)
        tokens = [one for one in tokens if one.kind is not Open.PRESS or not unfelt >> one.cell & 1]
    touched = Touched((lifted | blind) & places, (placed | come) & places, pressed | unfelt)
    cell = must.cell if isinstance(must, Token) else must
    contacts = NO_CONTACTS if cell is None else reed(cell) | tilt(cell)
    plain: set[str] = set()  # the moves that need no key
    for gesture in adapter.candidates(position, before.closed, touched):
        if cell is not None and not (gesture.flips & contacts or gesture.presses >> cell & 1):
            continue
        if gesture.move not in legal or gesture.passing & lifted:
            continue
        if gesture.presses & unfelt and gesture.move in plain:
            continue
        plain.add(gesture.move)
        if seen.is_turned(before, gesture):
            yield gesture, used_by(tokens, gesture, before.closed, blind, at)


def _is_barred(seen: Observed, tokens: Sequence[Token]) -> bool:
    """Return whether these tokens are the way back from undone moves, and so make no move."""
    if not seen.barred:
        return False
    odd = cell_set(one.cell for one in tokens if one.kind is not Open.PRESS)
    return len(seen.barred) > 1 or odd in seen.barred


def _make(
    seen: Observed, before: Hypothesis, tokens: Sequence[Token], gesture: Gesture, used: tuple[Token, ...], *, at: int
) -> Hypothesis | None:
    """Return the hypothesis in which these tokens are this gesture. None if it was not legal."""
    used = tuple(seen.planted(one, used) if one.blind and one.kind is Open.DOWN else one for one in used)
    felt = tuple(one for one in used if not is_unfelt(one))
    downs = [one for one in felt if one.kind is Open.DOWN]
    ends = downs or [one for one in felt if one.kind is Open.PRESS]
    end = max(ends, key=attrgetter("came" if downs else "at")).cell if ends else -1
    ended = max((one.came for one in felt), default=at)
    put_down = max((one.came for one in downs), default=ended)
    turned = max((seen.turned.get(one, NEVER) for one in members(tilts_of(gesture.flips))), default=NEVER)
    if turned > put_down + seen.costs.rest or not used:  # in its hole
        put_down = ended = at if turned == NEVER else turned
    step = step_of(before, gesture, used, end, put_down)._replace(ended=max(ended, put_down))
    if before.clock is not None and step.move not in before.at(step.at).legal_moves():
        return None
    rest = tuple(one for one in tokens if one not in used)
    charges = [Charge(step.ended, *one, end) for one in move_costs(seen, before, tokens, gesture, used, at)]
    left, come = (cell_set(one.cell for one in used if one.blind and one.kind is kind) for kind in (Open.UP, Open.DOWN))
    dead = before.dead | contacts_of(left) & before.closed
    return after(seen, before, step, rest, come)._replace(dead=dead).pay_all(charges)


def is_likely(seen: Observed, before: Hypothesis, moved: Hypothesis) -> bool:
    """Return whether the further moves of a hypothesis are plausible, without a foreign piece."""
    if moved.cost - before.cost >= seen.costs.worst:
        return False
    return bool(seen.trust.distrusted) or count_foreign(seen, moved) <= count_foreign(seen, before)


def step_of(before: Hypothesis, gesture: Gesture, used: tuple[Token, ...], end: int, at: int) -> Step:
    """Return the step that a gesture is in a hypothesis; end, at: where and when it ended."""
    return Step(
        gesture.move,
        at,
        at,
        end,
        used,
        before.position,
        before.closed,
        before.blind,
        before.clock,
        before.millisecond,
        before.closed ^ gesture.flips,
        before.position.chance,
    )


def after(seen: Observed, before: Hypothesis, step: Step, rest: Sequence[Token], blind: Cells) -> Hypothesis:
    """Return the hypothesis with a further step. blind: the cell on which a piece stands unseen."""
    before = before.pay_all(leaning_charges(seen, before, step.ended))
    passed = before.passed(step.at)
    position = before.position.later(passed).play(step.move)
    clock = before.clock
    if clock is None and position.later(1) is not position:
        clock = step.at if seen.zero is None else seen.zero
    gone = cell_set(one.cell for one in step.used if one.blind)
    kept = tuple(
        beside_end(one, step, seen.costs, since=before.ended)
        if one.kind is Open.DOWN
        else under_end(one, step, seen.costs)
        for one in rest
        if one not in step.used
    )
    return before._replace(
        steps=(*before.steps, step),
        position=position,
        closed=step.after,
        open=kept,
        blind=before.blind & ~gone | blind,
        clock=clock,
        millisecond=before.millisecond + passed,
    )


def made_again(seen: Observed, before: Hypothesis, step: Step) -> Hypothesis | None:
    """Return the hypothesis with a later step played again after an earlier step has changed. None if illegal."""
    if step.move not in before.at(step.at).legal_moves():
        return None
    again = step._replace(
        position=before.position,
        closed=before.closed,
        blind=before.blind,
        clock=before.clock,
        millisecond=before.millisecond,
        after=before.closed ^ step.after ^ step.closed,
    )
    return after(seen, before, again, (), NO_CELLS)


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
