"""The analyser: judges the moves of a game in a process of its own, a part at a time.

No table waits for it, as the computers that play think in another process. Each part is a question
of its own, so that clients take turns, and a client that has left asks for no further part.
"""

from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from firmware.opponents.analysis import Analyst
from firmware.opponents.evaluation import result
from firmware.study.analysis import judge_moves, judged_as_json
from rules import Position, Reading, Record, read_record

A_PART = 1.5  # seconds after which a part ends; its last move may take longer
_KEPT = 4  # games whose judgements are kept for the next part


class Judged(NamedTuple):
    """Judged moves, in the form of ``analyse --json``. next: the line to go on with, None at the end."""

    moves: list[dict[str, Any]]
    next: int | None


class Part(NamedTuple):
    """A part of a record to be judged: its lines from `first` on, at a level."""

    text: str
    first: int
    level: int

    def answer(self) -> Judged:
        """Judge moves, at least the first line. Raise RecordError for text that is not a record."""
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
    """The win probability of each seat, from 0 to 1, and the best move, "" without a choice."""

    seats: dict[str, float]
    best: str


class Expectation(NamedTuple):
    """The question for the win probabilities after the last line of a record, at a level."""

    text: str
    level: int

    def answer(self) -> Expected:
        """Return the answer. Raise RecordError for text that is not a record."""
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
    """Return a record, its positions, and its analyst, which remembers judged positions."""
    record = read_record(text, reading=Reading(strict=True))
    header = record.header
    return record, record.positions(), Analyst(header.game, len(header.players), level, "analysis")
