"""The reasons for each reaction of the table, from the charges of its hypotheses.

Nothing is worked out anew: an :class:`Explanation` lists the charges of the cheapest hypothesis,
and the charges that only the runner-up paid. Builders read it, so it is English alone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from firmware.recognition.beam import Beam
from firmware.recognition.charges import open_charges
from firmware.recognition.hypothesis import Charge, Hypothesis, Open, Step, is_unfelt
from hal import members, tilts_of
from rules import Move

_READ = {Open.UP: "lifted", Open.DOWN: "placed on", Open.PRESS: "pressed"}


class Did(Enum):
    """The reaction of the table."""

    MOVED = "moved"  # it committed a move
    ASKED = "asked"
    LED = "led"  # it showed the pieces to be put right
    NOTHING = "silent"  # it waited, though a contact had moved


class Item(NamedTuple):
    """A charge as a builder reads it.

    Attributes:
        key: the name of the cost in :class:`firmware.recognition.costs.Costs`.
        cost: how much.
        at: when, seconds.
        field: where, empty for nowhere.
    """

    key: str
    cost: float
    at: float
    field: str


class Explanation(NamedTuple):
    """The reasons why the table did something, or nothing.

    Attributes:
        did: the reaction of the table.
        at: its time, microseconds.
        moves: the move that was committed; for a question, the moves it lies between, the likeliest
            first; for a take-back, the moves that would be gone.
        cost: the recent cost of the cheapest hypothesis: it is compared with `Costs.lost`.
        next: the move that the runner-up, the cheapest hypothesis that differs here, believes in
            instead; None when it believes in no move, or when there is none.
        margin: the extra cost of the runner-up, None if there is none.
        used: the touches that make the move, a line for each.
        items: the charges of the cheapest hypothesis since the last explanation, and those for
            tokens that are still unexplained.
        rival: the charges of the runner-up that the cheapest hypothesis did not pay.
    """

    did: Did
    at: int
    moves: tuple[Move, ...] = ()
    cost: float = 0.0
    next: Move | None = None
    margin: float | None = None
    used: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    rival: tuple[Item, ...] = ()


class Explainer:
    """Explains the reactions of the table, each charge once."""

    def __init__(self, beam: Beam) -> None:
        self._beam = beam
        self._explained: set[Charge] = set()

    @property
    def unexplained(self) -> bool:
        """Whether the cheapest hypothesis has paid a charge that was not explained yet."""
        return not self._explained.issuperset(self._beam.hypotheses[0].paid)

    def moved(self, steps: Sequence[Step], at: int) -> list[Explanation]:
        """Return why these steps are committed at `at` (microseconds), in their order.

        Raise LookupError when no hypothesis has them.
        """
        return [self._step(step, at, last=step is steps[-1]) for step in steps]

    def _step(self, step: Step, at: int, *, last: bool) -> Explanation:
        hypotheses = self._beam.hypotheses
        found = next((one for one in hypotheses if step in one.steps), None)
        if found is None:
            raise LookupError(step.move)
        ply = found.steps.index(step)
        charges = [one for one in found.paid if last or one.at <= step.ended]
        why = self._compare(Did.MOVED, found, ply, charges, at)
        return why._replace(moves=(step.move,), used=self._used(step))

    def rests(self, did: Did, moves: tuple[Move, ...], ply: int, at: int) -> Explanation:
        """Return why the table asks, leads or is silent at `at` (microseconds).

        moves: see Explanation. ply: the number of the step that is in question.
        """
        best = self._beam.hypotheses[0]
        return self._compare(did, best, ply, best.paid, at)._replace(moves=moves)

    def forget(self, until: int) -> None:
        """Forget the charges for times up to `until` (microseconds), which are certain."""
        self._explained = {one for one in self._explained if one.at > until}

    def _compare(self, did: Did, best: Hypothesis, ply: int, charges: Iterable[Charge], at: int) -> Explanation:
        """Compare a hypothesis with the cheapest that departs from it at a step."""
        beam, moves = self._beam, best.moves
        others = (one for one in beam.hypotheses if one.moves[:ply] == moves[:ply])
        rival = next((one for one in others if one.moves[: ply + 1] != moves[: ply + 1]), None)
        fresh = [one for one in charges if one not in self._explained]
        items = [*fresh, *open_charges(beam.seen, best, at)]
        self._explained.update(items)
        found = Explanation(did, at, cost=round(beam.owes, 3), items=self._items(items))
        if rival is None:
            return found
        theirs = Counter([*rival.paid, *open_charges(beam.seen, rival, at)])
        ours = Counter([*best.paid, *open_charges(beam.seen, best, at)])
        return found._replace(
            next=next(iter(rival.moves[ply : ply + 1]), None),
            margin=round(max(0.0, rival.price - best.price), 3),
            rival=self._items((theirs - ours).elements()),
        )

    def _items(self, charges: Iterable[Charge]) -> tuple[Item, ...]:
        return tuple(
            Item(one.key, round(one.cost, 3), one.at / 1_000_000, self._field(one.cell)) for one in sorted(charges)
        )

    def _field(self, cell: int) -> str:
        return "" if cell < 0 else self._beam.adapter.overlay.names.get(cell, f"cell {cell}")

    def _used(self, step: Step) -> tuple[str, ...]:
        """Return the touches of a step, a line for each."""
        lines = []
        for one in sorted(step.used, key=lambda used: used.at):
            if is_unfelt(one):
                lines.append(f"pressed {self._field(one.cell)}, which its button did not tell")
            elif one.blind and one.kind is Open.DOWN:
                lines.append(f"placed on {self._field(one.cell)}, whose contact did not close")
            elif one.blind:
                lines.append(f"lifted {self._field(one.cell)}, which its contact did not show")
            else:
                lines.append(f"{_READ[one.kind]} {self._field(one.cell)} at {_seconds(one.at)}")
        turned = members(tilts_of(step.closed ^ step.after))
        lines += [f"turned {self._field(cell)}" for cell in turned]
        if step.end >= 0 and step.end not in {one.cell for one in step.used}:
            lines.append(f"placed on {self._field(step.end)}, whose contact did not close")
        if step.end < 0 and not turned:
            lines.append(f"a key completed it at {_seconds(step.ended)}")
        return tuple(lines)


def explain_key(move: Move, at: int) -> Explanation:
    """Return the explanation of a move that a key alone has made."""
    return Explanation(Did.MOVED, at, (move,), used=("a key made it",))


def between(hypotheses: Sequence[Hypothesis], ply: int) -> tuple[Move, ...]:
    """Return the moves that hypotheses believe in as their step number `ply`, each once."""
    return tuple(dict.fromkeys(move for one in hypotheses for move in one.moves[ply : ply + 1]))


def _seconds(at: int) -> str:
    return f"{at / 1_000_000:.3f} s"
