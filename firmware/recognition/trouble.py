"""The question or mismatch of a table at rest, if any: pure functions."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from firmware.games import Gesture, Touched
from firmware.recognition.beam import Beam
from firmware.recognition.findings import Meaning, Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.recognition.hypothesis import Hypothesis, Open, Step, Token, common, is_unfelt
from firmware.recognition.moves import after, step_of
from hal import (
    NO_CELLS,
    NO_CONTACTS,
    Cells,
    Contacts,
    cell_set,
    cells_of,
    contacts_of,
    members,
    reed,
    reeds_of,
    tilts_of,
)

MOST_CHOICES = 8  # fields that a question names


class TableAtRest(NamedTuple):
    """The table at rest.

    near: the hypotheses within the margin, the cheapest first. committed: the committed moves that
    are not certain yet. difference: the trusted contacts that are not as expected. at: microseconds.
    """

    beam: Beam
    near: Sequence[Hypothesis]
    committed: Sequence[Step]
    difference: Contacts
    at: int

    @property
    def best(self) -> Hypothesis:
        """The cheapest hypothesis."""
        return self.near[0]

    @property
    def distrusted(self) -> Contacts:
        """The contacts that say nothing now."""
        return self.beam.seen.trust.distrusted | self.beam.seen.mute

    @property
    def moved(self) -> list[Token]:
        """The unexplained contacts of the cheapest hypothesis, except under a thing left lying while play went on."""
        return [one for one in self.best.moved if not (one.together and one.at < self.best.ended)]


def trouble_of(rest: TableAtRest) -> Trouble | None:
    """Return the question or mismatch. None when there is no doubt, or it is too early."""
    costs, prices = rest.beam.costs, [one.price for one in rest.beam.hypotheses[:2]]
    rests, lost = rest.at - rest.beam.seen.touched, rest.beam.lost
    tied = len(prices) > 1 and prices[1] <= prices[0] + costs.slim
    waiting = len(rest.best.steps) - len(rest.committed)  # the more, the sooner it asks
    patient = is_patient(rest) and not tied
    wait = costs.held if patient else costs.ask // max(waiting, 2 if tied else 1)
    if not lost and rests >= wait:
        asked = question(rest.near, rest.committed)
        if asked is not None:
            return asked
    taken_back = undone(rest.best, rest.committed)
    if taken_back is not None and rests >= costs.ask:
        return taken_back
    return _mismatch(rest, lost=lost)


def _mismatch(rest: TableAtRest, *, lost: bool) -> Trouble | None:
    """Return the mismatch or missing press. None when hands are in the middle of a move."""
    costs, best, touched = rest.beam.costs, rest.best, rest.beam.seen.touched
    rests = rest.at - touched
    tokens = rest.moved
    if best.moved and not tokens:
        return None
    unsettled = [one.at for one in best.steps[len(rest.committed) :]] if lost else []
    began = min((*unsettled, *(one.at for one in tokens)), default=touched)
    for gesture in unturned(rest):
        if not gesture.passing:
            return Mismatch(to_turn(rest, gesture)) if rests >= costs.ask else None
        waits = lost and rest.at - began >= costs.held
        if waits or (tilts_of(rest.difference) and rests >= costs.held and not tokens):
            return Mismatch(to_turn(rest, gesture))
        return None  # a move of several turns has begun
    if tokens and is_patient(rest) and not lost:
        return unpressed(rest) if rests >= costs.held else None
    if not tokens and (not rest.difference or _is_pressed(rest)):
        return None
    asked = is_it_made(rest) if rest.at - began >= costs.ask else None
    settled = len(best.steps) == len(rest.committed)
    in_hand = settled and tokens and all(one.kind is Open.UP for one in tokens)  # to be looked at
    wait = costs.certain if in_hand else costs.ask
    return asked or (Mismatch() if rest.at - began >= wait else None)


def is_it_made(rest: TableAtRest) -> Question | None:
    """Return the question whether the move that fits the pieces was made, if it is likeliest."""
    stands = next((one for one in rest.near if not one.moved), None)
    if stands is None or rest.beam.owes > rest.beam.costs.lost:
        return None
    ply = common([stands.moves, [step.move for step in rest.committed]])
    if ply == len(stands.steps) or stands.steps[ply].end < 0:
        return None
    step = stands.steps[ply]
    if any(one.moves[: ply + 1] not in (stands.moves[:ply], stands.moves[: ply + 1]) for one in rest.near):
        return None
    return Question((step.end,), (Meaning(step.move, len(rest.committed) - ply),), ply)


def _is_pressed(rest: TableAtRest) -> bool:
    """Return whether a button is still held that is a part of a move not committed yet."""
    steps = rest.best.steps[len(rest.committed) :]
    presses = [one for step in steps for one in step.used if one.kind is Open.PRESS]
    return any(rest.beam.seen.is_held(one) for one in presses)


def is_patient(rest: TableAtRest) -> bool:
    """Return whether hands are in the middle of a move: a piece is up, or a stack pressed."""
    best = rest.best
    tokens = rest.moved
    if not tokens:
        return any(one.fits and not one.legal and one.at > best.ended for one in best.open)
    return (
        len(tokens) == 1
        and tokens[0].kind is Open.UP
        and rest.beam.adapter.liftable(best.at(rest.at)) >> tokens[0].cell & 1 == 1
    )


def undone(best: Hypothesis, committed: Sequence[Step]) -> TakeBack | Mismatch | None:
    """Return the offer or mismatch when committed moves have been undone on the table."""
    count = len(best.steps)
    if count >= len(committed) or best.moves != tuple(step.move for step in committed[:count]):
        return None
    if best.moved:
        return None
    if any(step.final for step in committed[count:]):
        return Mismatch()
    return TakeBack(len(committed) - count)


def question(near: Sequence[Hypothesis], committed: Sequence[Step]) -> Question | None:
    """Return the question about the first move in which the near hypotheses differ, if any."""
    ply = common([hypothesis.moves for hypothesis in near])
    variants: dict[str, Step] = {}
    for hypothesis in near:
        if len(hypothesis.steps) > ply:
            variants.setdefault(hypothesis.steps[ply].move, hypothesis.steps[ply])
    if len(variants) < 2:
        return None
    cells_of = {
        move: cell_set({o.cell for o in step.used if not o.blind or is_unfelt(o)} | {step.end})
        for move, step in variants.items()
        if step.end >= 0
    }
    meanings: dict[int, Meaning] = {}
    for move, cells in cells_of.items():
        others = cell_set(meanings)
        for other, theirs in cells_of.items():
            others |= theirs if other != move else NO_CELLS
        free = members(cells & ~others) or [c for c in members(cells) if c not in meanings]
        if free:
            end = variants[move].end
            cell = end if end in free else free[-1]
            meanings[cell] = Meaning(move, len(committed) - ply)
    choices = tuple(sorted(meanings))
    if not 0 < len(choices) <= MOST_CHOICES:
        return None
    return Question(choices, tuple(meanings[one] for one in choices), ply)


def unturned(rest: TableAtRest) -> list[Gesture]:
    """Return the legal gestures whose pieces are in place, but not all on the right end."""
    best, adapter = rest.best, rest.beam.adapter
    position = best.at(rest.beam.seen.touched)
    if position.outcome is not None:
        return []
    touched = Touched(_cells(best.open, Open.UP), _cells(best.open, Open.DOWN), NO_CELLS)
    legal: Any = position.legal_moves()
    return [
        gesture
        for gesture in adapter.candidates(position, best.closed, touched)
        if tilts_of(gesture.flips)
        and not gesture.flips & rest.beam.seen.trust.unread
        and gesture.move in legal
        and not rest.beam.seen.is_turned(best, gesture)
    ]


def to_turn(rest: TableAtRest, gesture: Gesture) -> Cells:
    """Return the cells whose piece has to be turned over for this gesture."""
    wrong = (rest.beam.seen.closed ^ rest.best.closed ^ gesture.flips) & rest.beam.seen.trusted
    return tilts_of(wrong) & cells_of(gesture.flips)


def confirmed(rest: TableAtRest, unpressed: bool) -> Hypothesis | None:
    """Return the hypothesis with the move that CONFIRM completes as the pieces stand.

    unpressed: whether a missing press is asked for: then the only move that lacks it counts, too.
    """
    for hypothesis in rest.near:
        for gesture in _completed(rest, hypothesis):
            return _ended(rest, hypothesis, gesture)
    lacking = lacking_a_press(rest) if unpressed else []
    if len({one.move for one in lacking}) == 1:
        return _ended(rest, rest.best, lacking[0])
    return None


def _completed(rest: TableAtRest, hypothesis: Hypothesis) -> Iterator[Gesture]:
    """Return the gestures that CONFIRM completes as the pieces stand."""
    gone = rest.distrusted
    pressed = cell_set(
        o.cell
        for o in hypothesis.open
        if (not rest.beam.seen.is_leaning(o, rest.at) if o.kind is Open.PRESS else gone >> o.cell & 1)
    )
    for gesture in rest.beam.adapter.gestures(hypothesis.at(rest.at), hypothesis.closed):
        hidden = reeds_of((gesture.flips | gesture.held) & gone)
        shown = (gesture.flips ^ gesture.held) & ~gone
        said = not (gesture.presses | hidden) & ~pressed
        if gesture.key is None or not said:
            continue
        early = _early(rest, hypothesis, gesture)
        odd = rest.difference & ~contacts_of(cell_set(one.cell for one in hypothesis.moved if one.together))
        if shown in (odd, odd & ~early):
            yield gesture


def _early(rest: TableAtRest, hypothesis: Hypothesis, gesture: Gesture) -> Contacts:
    """Return the contacts of pieces that are up and begin a move only after this gesture."""
    adapter, position = rest.beam.adapter, hypothesis.at(rest.at)
    if gesture.move not in position.legal_moves():
        return NO_CONTACTS
    begins = adapter.liftable(position.play(gesture.move)) & ~adapter.liftable(position)
    return contacts_of(_cells(hypothesis.open, Open.UP) & begins)


def _ended(rest: TableAtRest, best: Hypothesis, gesture: Gesture) -> Hypothesis:
    """Return a hypothesis with a further move, which no contact completes."""
    used = tuple(one for one in best.open if reed(one.cell) & (gesture.flips | gesture.held))
    put = max((one.at for one in used if one.kind is Open.DOWN), default=rest.at)
    step = step_of(best, gesture, used, -1, put)._replace(ended=rest.at)
    return after(rest.beam.seen, best, step, best.open, NO_CELLS)


def lacking_a_press(rest: TableAtRest) -> list[Gesture]:
    """Return the gestures that explain the difference, but lack a press."""
    best = rest.best
    found = []
    for gesture in rest.beam.adapter.gestures(best.at(rest.beam.seen.touched), best.closed):
        hidden = reeds_of(gesture.flips & rest.distrusted)
        if gesture.key is None and gesture.flips & ~rest.distrusted == rest.difference:
            found.append(gesture._replace(presses=gesture.presses | hidden))
    return found


def unpressed(rest: TableAtRest) -> Unpressed | None:
    """Return the request to press the stack on which the lifted piece stands, if it may."""
    wanted = {cell for one in lacking_a_press(rest) for cell in members(one.presses)}
    pressed = {one.cell for one in rest.best.open if one.kind is Open.PRESS}
    choices = tuple(sorted(wanted - pressed))
    return Unpressed(choices) if choices else None


def _cells(tokens: Sequence[Token], kind: Open) -> Cells:
    return cell_set(one.cell for one in tokens if one.kind is kind)
