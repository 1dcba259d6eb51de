"""The table of meanings of a change of a contact: how it extends a hypothesis.

Each change is read in every way that is possible in a hypothesis, which depends on the state of its
cell there. A reading returns hypotheses, and charges them by the table of costs
(:mod:`firmware.recognition.costs`).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from firmware.recognition.charges import closed_cost, returned_cost, slid_cost, unused_cost
from firmware.recognition.hypothesis import (
    NEVER,
    Hypothesis,
    Open,
    Priced,
    Step,
    Token,
    beside_end,
    find,
    under_end,
    without,
)
from firmware.recognition.moves import is_likely, made, made_again, made_unseen
from firmware.recognition.observed import Observed
from firmware.recognition.trail import neighbours
from hal import NO_CELLS, one_cell, reed, tilt


class ChangeKind(Enum):
    """The kind of a change."""

    OPENS = auto()  # a reed opened
    CLOSES = auto()  # a reed closed
    PRESSED = auto()  # a button closed
    TURNED = auto()  # a tilt contact moved
    TRUSTED = auto()  # the trusted contacts have changed: open tokens are read again
    SAID = auto()  # a press says that a piece came or went which no contact shows


class CellBelief(Enum):
    """The state of a reed's cell, as a hypothesis believes."""

    EMPTY = auto()  # nothing stands there
    STANDS = auto()  # a piece
    LOOSE = auto()  # a piece that is out of the game, and may be taken away
    UP = auto()  # its piece was taken up, and made no move yet
    DOWN = auto()  # a piece was put there, and made no move yet
    UNSEEN = auto()  # a piece that the contact does not show
    AGREES = auto()  # as the contact shows from now on, which was believed to be dead


class Change(NamedTuple):
    """A change of a contact, or of the trust in contacts.

    Attributes:
        what: the kind of change.
        cell: its cell, -1 for none.
        at: its time, microseconds.
        price: the cost of a press that tells of a piece.
        likely: whether the hypothesis that it extends is among the best: these alone look for a
            piece that was put down unseen before.
        entered: whether a key has announced this press, which makes no move before it is over.
    """

    what: ChangeKind
    cell: int
    at: int
    price: Priced | None = None
    likely: bool = False
    entered: bool = False


Reading = Callable[[Observed, Hypothesis, Change], Iterator[Hypothesis]]


def extend(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Yield the hypotheses that a change makes of a hypothesis."""
    if change.what in (ChangeKind.OPENS, ChangeKind.CLOSES):
        there = _there(seen, before, change)
        if before.dead >> change.cell & 1:  # it is not dead at all
            before = before._replace(dead=before.dead & ~reed(change.cell))
        readings = READINGS[change.what, there]
    else:
        readings = READINGS[change.what, None]
    found = [one for reading in readings for one in reading(seen, before, change)]
    yield from _declined(seen, before, found)
    if change.likely and change.what in (ChangeKind.OPENS, ChangeKind.CLOSES, ChangeKind.PRESSED):
        for ended in made_unseen(seen, before, change.cell, change.at):
            yield from extend(seen, ended, change._replace(likely=False))


def _declined(seen: Observed, before: Hypothesis, found: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield these hypotheses, marked where they decline a move that another completed."""
    completed: dict[tuple[str, ...], set[tuple[Open, int, int]]] = {}
    for one in found:
        new = [number for number, step in enumerate(one.steps) if step not in before.steps]
        if new and is_likely(seen, before, one):
            for number in new:
                last = _last_of(one.steps[number])
                if last is not None:
                    completed.setdefault(one.moves[:number], set()).add(last[:3])
    if not completed:
        yield from found
        return
    for one in found:
        declined = completed.get(one.moves, ())
        marked = tuple(o._replace(legal=True) if o[:3] in declined else o for o in one.open)
        yield one._replace(open=marked) if declined else one


def _last_of(step: Step) -> Token | None:
    """Return the token that completed a move. None for a press that did not show the move."""
    last = max(step.used, key=lambda one: one.at, default=None)
    if last is not None and last.kind is Open.PRESS and not _is_shown(step):
        return None
    return last


def _there(seen: Observed, before: Hypothesis, change: Change) -> CellBelief:
    cell = change.cell
    opens = change.what is ChangeKind.OPENS
    if before.dead >> cell & 1:
        agrees = opens != bool(before.closed >> cell & 1)
        if agrees or find(before.open, Open.UP if opens else Open.DOWN, cell):
            return CellBelief.AGREES
    if opens and find(before.open, Open.DOWN, cell):
        return CellBelief.DOWN
    if not opens and find(before.open, Open.UP, cell):
        return CellBelief.UP
    if before.closed >> cell & 1:
        return CellBelief.LOOSE if opens and cleared(seen, before, change.cell, change.at) else CellBelief.STANDS
    return CellBelief.UNSEEN if before.blind >> cell & 1 else CellBelief.EMPTY


# Readings of a reed


def _keep(_: Observed, before: Hypothesis, __: Change) -> Iterator[Hypothesis]:
    """The change means nothing new."""
    yield before


def _unexplained(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The change is impossible: it costs `wrong`."""
    yield before.pay(("wrong", seen.costs.wrong), change.at, change.cell)


def _taken_away(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece that is out of the game is taken from the table."""
    found = cleared(seen, before, change.cell, change.at)
    assert found is not None
    yield found


def cleared(seen: Observed, before: Hypothesis, cell: int, at: int) -> Hypothesis | None:
    """Return the hypothesis without the piece of a cell if that is out of the game."""
    loose = seen.adapter.loose(before.at(at), before.closed) & reed(cell)
    if not loose:
        return None
    return before._replace(closed=before.closed & ~(loose | tilt(cell)))


def _lifted(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece is taken up: a move begins or ends, or it is knocked, or taken away by mistake."""
    new = Token(Open.UP, change.cell, change.at)
    yield before._replace(open=(*before.open, new))
    yield from made(seen, before, (*before.open, new), new, change.at)


def _taken_up_again(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The piece that ended the last move is taken up again."""
    if before.steps and find(before.steps[-1].used, Open.DOWN, change.cell):
        short = change.at - before.ended < seen.costs.pass_time
        priced = ("passing", seen.costs.passing) if short else ("mind", seen.costs.mind)
        again = before.reopened(change.cell, change.at).pay(priced, change.at, change.cell)
        if any(one.blind and one.kind is Open.UP for one in before.steps[-1].used):
            again = seen.fitted(again, change.at)  # that contact may have moved since
        yield again


def _slid_on(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The piece of a recent move has slid to a neighbouring cell, whose contact moved earlier."""
    up, down = (Token(kind, change.cell, change.at) for kind in (Open.UP, Open.DOWN))
    for one in before.open:
        if change.what is ChangeKind.OPENS and one.kind is Open.DOWN:
            yield from _slid(seen, before, up, one)
        elif change.what is ChangeKind.CLOSES and one.kind is Open.UP:
            yield from _slid(seen, before, one, down)


def _slid(seen: Observed, before: Hypothesis, up: Token, down: Token) -> Iterator[Hypothesis]:
    """The piece of a recent move ends on the cell of `down`, not of `up`."""
    if down.cell not in neighbours(up.cell) or abs(down.at - up.at) > seen.costs.pass_time:
        return
    rest = tuple(one for one in before.open if one not in (up, down))
    for number, step in enumerate(before.steps):
        put = find(step.used, Open.DOWN, up.cell) if step.end == up.cell else None
        if put is None:
            continue
        base = before.before(number)._replace(open=(), freed=NO_CELLS, left=NO_CELLS)
        base = base.pay(slid_cost(up.at, down.at, seen.costs), put.at, down.cell)
        since = len(before.steps) - number - 1  # later moves, whose players saw it end elsewhere
        if since:
            base = base.pay(("contradicts", seen.costs.contradicts * since), put.at, down.cell)
        if any((one.kind is Open.UP or one.fits) and one.at < up.at for one in before.open):
            # a hand that has begun the next move is more likely to put its piece down
            base = base.pay(("two_hands", seen.costs.two_hands), up.at, up.cell)
        there = down._replace(legal=False, put=put.came)
        tokens = [there if one is put else one for one in step.used if not one.blind]
        for moved in made(seen, base, tokens, there, put.at):
            whole: Hypothesis | None = None if moved.open else moved
            for later in before.steps[number + 1 :]:
                whole = whole and made_again(seen, whole, later)
            if whole is not None:
                yield whole._replace(open=rest, freed=before.freed, left=before.left)


def _gone_again(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A contact closed without a meaning opens: its piece passed, lay there, or slides on."""
    costs, at, cell = seen.costs, change.at, change.cell
    lying = find(before.open, Open.DOWN, cell)
    assert lying is not None
    rest, near = without(before.open, lying), neighbours(cell)
    dear = closed_cost(seen, before, lying, at, opened=True)
    ends = [step for step in before.steps[-2:] if step.end in near]
    if any(at - one.at <= costs.pass_time for step in ends for one in step.used):
        dear = "slid", min(dear[1], costs.slid)  # it made that step, and more for the time that it took
    stood = at - lying.came >= costs.pass_time
    yield before._replace(open=rest).pay(dear, at, cell)
    for one in rest:
        if one.kind is Open.DOWN and one.cell in near and at - one.at <= costs.pass_time:
            there = one._replace(put=lying.came if stood else None, legal=False)
            tokens = tuple(there if other is one else other for other in rest)
            slid = slid_cost(one.at, at, costs)
            moved = before._replace(open=tokens).pay(min(dear, slid, key=lambda priced: priced[1]), at, cell)
            yield moved
            yield from made(seen, moved, tokens, there, at)


def _put_back(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece is put back where it was taken up, or stands between there and the next cell."""
    at, cell = change.at, change.cell
    new, up = Token(Open.DOWN, cell, at), find(before.open, Open.UP, cell)
    assert up is not None
    yield before._replace(open=(*before.open, new))
    tokens = without(before.open, up)
    freed = before.freed | (one_cell(up.again) if up.again >= 0 else NO_CELLS)
    back = before._replace(open=tokens, freed=freed).pay(returned_cost(seen, before, up, at), at, cell)
    yield back
    yield from made(seen, back, tokens, cell, at)


def _put_down(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece is put down: a move ends, or it passes, or it stands where it means nothing."""
    at, cell = change.at, change.cell
    lying = new = Token(Open.DOWN, cell, at)
    for step in before.steps[-2:]:
        since = NEVER if step is before.steps[-1] else before.steps[-1].ended
        lying = beside_end(lying, step, seen.costs, since=since)
    yield before._replace(open=(*before.open, lying))
    yield from made(seen, before, (*before.open, new), new, at)
    yield from _slid_on(seen, before, change)


def _shows(_: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece that its contact did not show is shown after all."""
    closed, blind = before.closed | reed(change.cell), before.blind & ~one_cell(change.cell)
    yield before._replace(closed=closed, blind=blind)


# Readings of a button


def _pressed(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The press is part of a move, which it may complete, or means nothing."""
    costs, at, cell = seen.costs, change.at, change.cell
    fits = bool(seen.pressable(before.position) >> cell & 1)
    key = bool(seen.adapter.keys >> cell & 1)
    new = Token(Open.PRESS, cell, at, fits=fits, key=key)
    for step in before.steps[-1:]:
        new = under_end(new, step, costs)
    used = [one for step in before.steps[-1:] for one in step.used if one.kind is Open.PRESS and not one.blind]
    same = [one for one in (*used, *before.open) if one.kind is Open.PRESS and one.cell == cell]
    last = max(same, key=lambda one: one.at, default=None)
    if last is not None:
        moved = seen.vacated.get(cell, last.at)  # its pieces may have been squared up since
        soon = at - max(last.at, moved) < costs.again_time
        if last not in used:  # the new press stands for the last
            priced = ("again", costs.again) if soon else unused_cost(seen, before, last, at)
            merged = before._replace(open=without(before.open, last)).pay(priced, at, cell)
            yield from _pressed(seen, merged, change)
        elif soon:  # pressed once more, to be sure
            new = new._replace(again=cell)
            yield before.pay(("again", costs.again), at, cell)
    moves = [] if change.entered else list(made(seen, before, (*before.open, new), new, at))
    plain = [one for one in moves if _is_shown(one.steps[len(before.steps)])]
    yield before._replace(open=(*before.open, new))
    yield from moves
    if any(is_likely(seen, before, one) for one in plain):  # or the earlier presses were slips
        done = [one.steps[len(before.steps)].used for one in plain]
        slips = [one for one in before.open if any(one in used for used in done)]
        yield from _slips(seen, before, slips, new, at)
    if seen.trust.stands_in & reed(cell):
        yield from _says(seen, before, change)


def _is_shown(step: Step) -> bool:
    """Return whether its contacts alone show that a piece was put down for this move."""
    downs = [one for one in step.used if one.kind is Open.DOWN]
    return not any(one.blind for one in downs) and all(one.beside < 0 for one in step.used)


def _slips(seen: Observed, before: Hypothesis, pressed: Collection[Token], new: Token, at: int) -> Iterator[Hypothesis]:
    """The presses that would make a move with `new` were slips: `new` begins a move."""
    if not pressed or any(one.kind is not Open.PRESS for one in pressed):
        return
    kept = tuple(one for one in before.open if one not in pressed)
    for one in pressed:
        before = before.pay(unused_cost(seen, before, one, at), one.at, one.cell)
    yield before._replace(open=(*kept, new))


def _says(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A press says that a piece came or went, which no contact shows."""
    cell, at, costs = change.cell, change.at, seen.costs
    before = cleared(seen, before, change.cell, change.at) or before
    if any(
        (step.closed ^ step.after) & reed(cell) and at - step.ended < costs.again_time for step in before.steps[-1:]
    ):
        yield before.pay(("again", costs.again), at, cell)  # its press has said it before
    known = find(before.open, Open.DOWN, cell) or find(before.open, Open.UP, cell)
    if known is not None:
        back = before._replace(open=without(before.open, known))
        yield back if change.price else back.pay(("mind", costs.mind), at, cell)
        return
    if before.closed >> cell & 1:
        new = Token(Open.UP, cell, at)
    else:
        new = seen.planted(Token(Open.DOWN, cell, at), before.open)
    yield before._replace(open=(*before.open, new))
    yield from made(seen, before, (*before.open, new), new, at, depth=2)


def _said(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A press that is over, or was announced by a key, says that a contact of its cell is dead."""
    cell, at = change.cell, change.at
    yield before
    pressed = [one for one in before.open if one.kind is Open.PRESS and one.cell == cell]
    kept = tuple(one for one in before.open if one not in pressed[-1:])
    put = [one.at for one in kept if one.kind is Open.DOWN]
    lifted = bool(before.closed >> cell & 1)
    since = pressed[-1].at if pressed else at
    if put:  # at an unknown time: perhaps before the others
        since = min(put) - seen.costs.again_time
    if before.blind >> cell & 1:  # as it believed
        if any(one.cell == cell and one.blind for step in before.steps for one in step.used):
            return  # for this press was taken for it already
        known = before._replace(dead=before.dead | reed(cell), open=kept)
        yield known.pay(("unseen", -seen.costs.unseen), at, cell).pay(change.price, at, cell)
        return
    turned = list(_unturned(seen, before._replace(open=kept), change))
    yield from turned
    lying = None if turned else find(before.open, Open.DOWN, cell)
    for found in _says(seen, before._replace(open=kept), change._replace(at=since)):
        moves = found.steps[len(before.steps) :]
        if not (lifted or moves or lying):
            continue
        said = found._replace(dead=found.dead | reed(cell))
        if any(used.kind is Open.UP and used in before.open for step in moves for used in step.used):
            yield said  # the piece that was up is there
        else:
            yield said.pay(change.price, at, cell)


def _unturned(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The glass stands on the right end, despite the tilt contact of its cell."""
    cell, at = change.cell, change.at
    if not seen.adapter.places & tilt(cell):
        return
    dead = before._replace(dead=before.dead | tilt(cell)).pay(change.price, at, cell)
    if (seen.closed ^ before.closed) & seen.trusted & tilt(cell):
        yield dead
    yield from made(seen, dead, before.open, cell, at)


# Other readings


def _completes(seen: Observed, before: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The change completes a move of the open tokens."""
    cell = None if change.cell < 0 else change.cell
    fresh = tuple(one._replace(legal=False) if one.cell == cell else one for one in before.open)
    yield before._replace(open=fresh)
    yield from made(seen, before, fresh, cell, change.at)


READINGS: dict[tuple[ChangeKind, CellBelief | None], tuple[Reading, ...]] = {
    (ChangeKind.OPENS, CellBelief.EMPTY): (_unexplained,),
    (ChangeKind.OPENS, CellBelief.STANDS): (_lifted, _taken_up_again, _slid_on),
    (ChangeKind.OPENS, CellBelief.LOOSE): (_taken_away,),
    (ChangeKind.OPENS, CellBelief.DOWN): (_gone_again,),
    (ChangeKind.OPENS, CellBelief.UNSEEN): (_unexplained,),
    (ChangeKind.OPENS, CellBelief.AGREES): (_keep,),
    (ChangeKind.CLOSES, CellBelief.EMPTY): (_put_down,),
    (ChangeKind.CLOSES, CellBelief.STANDS): (_unexplained,),
    (ChangeKind.CLOSES, CellBelief.UP): (_put_back,),
    (ChangeKind.CLOSES, CellBelief.UNSEEN): (_shows,),
    (ChangeKind.CLOSES, CellBelief.AGREES): (_keep,),
    (ChangeKind.PRESSED, None): (_pressed,),
    (ChangeKind.TURNED, None): (_completes,),
    (ChangeKind.TRUSTED, None): (_completes,),
    (ChangeKind.SAID, None): (_said,),
}
