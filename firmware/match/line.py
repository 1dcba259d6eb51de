"""The line of a match: where it began, and each move with where it led."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from rules import Move, Position


class Ply(NamedTuple):
    """One move of a match, with all that is to be said of it.

    Attributes:
        number: its number in the match, from 1.
        seat: who made it: whose turn it was at that moment, or who moved while that seat could not;
            "" where nobody did.
        move: as it was chosen, without a second.
        line: as the record has it, in a game with a clock with its second.
        before: the position at the moment of the move, with the time that had passed by then.
        after: the position right after it.
        milliseconds: when it was made, on the match's own clock.
        at: when it was decided, in microseconds; 0 for a move made before an interruption.
        final: whether it can be taken back no more.
        left: the milliseconds that the clock of who moved showed after it; None without one.
    """

    number: int
    seat: str
    move: Move
    line: Move
    before: Position
    after: Position
    milliseconds: int = 0
    at: int = 0
    final: bool = False
    left: int | None = None


class GameLine(NamedTuple):
    """The moves of a match; each method that changes it returns a new line.

    Attributes:
        start: the position before the first move.
        plies: the moves, in order.
    """

    start: Position
    plies: tuple[Ply, ...] = ()

    @property
    def last(self) -> Ply | None:
        """The last move, None before the first."""
        return self.plies[-1] if self.plies else None

    @property
    def position(self) -> Position:
        """The position right after the last move."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position right after each move, the start first."""
        return (self.start, *(ply.after for ply in self.plies))

    @property
    def milliseconds(self) -> int:
        """When the last move was made, on the match's own clock; before the first, its begin."""
        if self.plies:
            return self.plies[-1].milliseconds
        return round(1000 * (self.start.detail().get("seconds") or 0))

    def until(self, number: int) -> "GameLine":
        """Return the line up to the move of this number, with it."""
        return self._replace(plies=self.plies[:number])

    def later(self, milliseconds: int) -> Position:
        """Return the position at this time of the match's own clock, if nothing is moved."""
        return self.position.later(milliseconds - self.milliseconds)

    def write(self, move: Move, milliseconds: int) -> Move:
        """Return a move at this time of the clock as the record has it. Raise GameError."""
        return self.later(milliseconds).written(move)

    def play(
        self, line: Move, milliseconds: int, at: int = 0, left: int | None = None
    ) -> "GameLine":
        """Return the line with one more move. Raise GameError when it is impossible then.

        What chance decided is final, and in a game in real time so is every move but the last.

        Args:
            line: the move as the record has it.
            milliseconds: when it was made, on the match's own clock.
            at: when it was decided, in microseconds.
            left: the milliseconds that the clock of who moved showed after it.
        """
        before, after, plies = self.later(milliseconds), self.position.play(line), self.plies
        if plies and is_timed(before):
            plies = (*plies[:-1], plies[-1]._replace(final=True))
        seat = before.mover or ""
        ply = Ply(
            len(plies) + 1, seat, spoken(line), line, before, after, milliseconds, at,
            before.chance, left,
        )  # fmt: skip
        return self._replace(plies=(*plies, ply))

    def drop(self) -> "GameLine":
        """Return the line without its last move."""
        return self._replace(plies=self.plies[:-1])


def read_line(
    start: Position, moves: Iterable[Move], clocks: Iterable[int | None] = ()
) -> GameLine:
    """Return the line of a game from the move lines of its record.

    Raise GameError for a line that is no move.

    clocks: what the clock of who moved showed after each move, in milliseconds; none without.
    """
    line = GameLine(start)
    for move, left in zip_longest(moves, clocks):
        second, _, _ = move.partition(" ")
        try:
            milliseconds = round(float(second) * 1000)
        except ValueError:
            milliseconds = line.milliseconds
        line = line.play(move, milliseconds, left=left)
    return line


def is_timed(position: Position) -> bool:
    """Whether time alone changes this position."""
    return position.later(1) is not position


def sand_starter(position: Position) -> Move | None:
    """Return the only move of a position, where all sand begins to run with it; else None."""
    moves = position.legal_moves()
    if len(moves) != 1 or is_timed(position):
        return None
    return moves[0] if is_timed(position.play(moves[0])) else None


def spoken(move: Move) -> Move:
    """Return a move of a record without the second at which it was made."""
    first, _, rest = move.partition(" ")
    return rest if rest and first[0].isdigit() else move
