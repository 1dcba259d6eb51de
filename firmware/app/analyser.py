"""Which moves of a game were good? Judged in a process of its own, a part of the game at a time.

No table waits for it, as the computers that play think in another process. As one part is asked for
after the other, those who ask take turns, and who has left is forgotten.
"""

from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from firmware.opponents.analysis import Analyst
from firmware.opponents.evaluation import result
from firmware.study.analysis import judge_moves, judged_as_json
from rules import Position, Reading, Record, read_record

A_PART = 1.5  # seconds after which a part is answered; its last move may take longer
_KEPT = 4  # games whose judgements are remembered, as the next part begins with them


class Judged(NamedTuple):
    """Some moves, as ``analyse --json`` has them. next: the line to go on with, None at the end."""

    moves: list[dict[str, Any]]
    next: int | None


class Part(NamedTuple):
    """What is to be judged: the lines of a record from `first` on, at a level."""

    text: str
    first: int
    level: int

    def answer(self) -> Judged:
        """Judge at least one line. Raise RecordError where the text is no record."""
        until = monotonic() + A_PART
        record, positions, analyst = _known(self.text, self.level)
        moves: list[dict[str, Any]] = []
        for line in range(self.first, len(record.moves)):
            if line > self.first and monotonic() >= until:
                return Judged(moves, line)
            judged = judge_moves(positions[line], record.moves[line : line + 1], analyst)
            moves += [judged_as_json(one, record.position.seats) for one in judged]
        return Judged(moves, None)


class Expected(NamedTuple):
    """What each seat expects, from 0 to 1, and the best move; "" where nobody chooses one."""

    seats: dict[str, float]
    best: str


class Expectation(NamedTuple):
    """What is asked: what the seats expect after the last line of a record, at a level."""

    text: str
    level: int

    def answer(self) -> Expected:
        """Think. Raise RecordError where the text is no record."""
        record = read_record(self.text, reading=Reading(strict=True))
        header, position = record.header, record.position
        if position.outcome is not None:
            return Expected(dict(zip(position.seats, result(position), strict=True)), "")
        analyst = Analyst(header.game, len(header.players), self.level, "analysis")
        expected, best = analyst.expects(position)
        chosen = best if best in position.legal_moves() and not position.chance else ""
        return Expected(dict(zip(position.seats, expected, strict=True)), chosen)


@lru_cache(maxsize=_KEPT)
def _known(text: str, level: int) -> tuple[Record, list[Position], Analyst]:
    """Return a record, its positions, and who judges it and remembers what it has seen."""
    record = read_record(text, reading=Reading(strict=True))
    header = record.header
    return record, record.positions(), Analyst(header.game, len(header.players), level, "analysis")
