"""Which of the moves that doubtful lines may hold lets the whole game be legal.

A beam of readings goes down the sheet: each line adds what it costs to read it so, the engine drops
what cannot be played, and the cheapest whole game is left.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from rules.game import Move, Position

_WIDTH = 24  # readings that are kept
_MOST_PER_SHEET = 15.0  # that a whole sheet may cost,
_MOST_PER_LINE = 0.25  # and more for each line of it
_WORK = 30_000  # readings of all lines together


class Read(NamedTuple):
    """One way to read a line. after: the position after each of its moves, one at least."""

    moves: tuple[Move, ...]
    after: tuple[Position, ...]
    cost: float


Readings: TypeAlias = Callable[[Position], Sequence[Read]]
"""Return each way to read a line at a position."""


class Choice(NamedTuple):
    """One way to read a whole sheet. reads: of each line, in order."""

    cost: float
    reads: tuple[Read, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the game."""
        return tuple(move for read in self.reads for move in read.moves)


class _State(NamedTuple):
    cost: float
    position: Position
    trail: "tuple[object, Read] | None"


def cheapest(start: Position, lines: Sequence[Readings]) -> list[Choice]:
    """Return the cheapest ways to read a sheet, the cheapest first; none when nothing is legal.

    lines: what each line may mean. Two ways that make the same moves are one.
    """
    width = max(2, min(_WIDTH, _WORK // max(len(lines), 1)))
    most = _MOST_PER_SHEET + _MOST_PER_LINE * len(lines)
    beam = [_State(0.0, start, None)]
    for line in lines:
        after = [
            _State(state.cost + read.cost, read.after[-1], (state.trail, read))
            for state in beam
            for read in line(state.position)
        ]
        after.sort(key=lambda state: state.cost)
        beam = [state for state in after[:width] if state.cost <= most]
    found: dict[tuple[Move, ...], Choice] = {}
    for state in beam:
        choice = Choice(state.cost, tuple(_trail(state.trail))[::-1])
        found.setdefault(choice.moves, choice)
    return list(found.values())


def _trail(trail: object) -> Iterator[Read]:
    while isinstance(trail, tuple):
        trail, read = trail
        yield read
