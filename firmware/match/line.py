"""The line of a match: its first position, and each move with the position after it."""

from collections.abc import Iterable
from typing import NamedTuple

from rules import Move, Position


class Ply(NamedTuple):
    """A move of a match, with its time and positions.

    Attributes:
        number: its number in the match, from 1.
        seat: the seat that made it: the seat to move, or the seat that moved while that seat could
            not; "" for a move of no seat.
        move: the move without a second.
        line: the move as the record has it, in a timed game with its second.
        before: the position at the time of the move, after the time that had passed.
        after: the position right after it.
        milliseconds: the time of the move on the match's own clock.
        at: the time of its decision in microseconds; 0 for a move before an interruption.
        final: whether it can no longer be taken back.
        left: the milliseconds that the mover's clock showed after it; None without a clock.
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
    """The moves of a match. Each method that changes it returns a new line.

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
        """The time of the last move on the match's own clock, or the beginning of the match."""
        if self.plies:
            return self.plies[-1].milliseconds
        return round(1000 * (self.start.detail().get("seconds") or 0))

    def until(self, number: int) -> "GameLine":
        """Return the line up to and including the move of this number."""
        return self._replace(plies=self.plies[:number])

    def later(self, milliseconds: int) -> Position:
        """Return the position at this time of the match's own clock, without a further move."""
        return self.position.later(milliseconds - self.milliseconds)

    def write(self, move: Move, milliseconds: int) -> Move:
        """Return a move at this time of the clock as the record has it. Raise GameError."""
        return self.later(milliseconds).written(move)

    def play(self, line: Move, milliseconds: int, at: int = 0, left: int | None = None) -> "GameLine":
        """Return the line with a further move. Raise GameError when it is illegal at that time.

        A move of chance is final, and in a timed game so is every move but the last.

        Args:
            line: the move as the record has it.
            milliseconds: the time of the move on the match's own clock.
            at: the time of its decision in microseconds.
            left: the milliseconds that the mover's clock showed after it.
        """
        before, after, plies = self.later(milliseconds), self.position.play(line), self.plies
        if plies and is_timed(before):
            plies = (*plies[:-1], plies[-1]._replace(final=True))
        seat = before.mover or ""
        ply = Ply(len(plies) + 1, seat, spoken(line), line, before, after, milliseconds, at, before.chance, left)
        return self._replace(plies=(*plies, ply))

    def drop(self) -> "GameLine":
        """Return the line without its last move."""
        return self._replace(plies=self.plies[:-1])


def read_line(start: Position, moves: Iterable[Move]) -> GameLine:
    """Return the line of a game from the move lines of its record.

    Raise GameError for a line that is no legal move.
    """
    line = GameLine(start)
    for move in moves:
        second, _, _ = move.partition(" ")
        try:
            milliseconds = round(float(second) * 1000)
        except ValueError:
            milliseconds = line.milliseconds
        line = line.play(move, milliseconds)
    return line


def is_timed(position: Position) -> bool:
    """Whether time alone changes this position."""
    return position.later(1) is not position


def sand_starter(position: Position) -> Move | None:
    """Return the only move of a position, if it starts all sand; else None."""
    moves = position.legal_moves()
    if len(moves) != 1 or is_timed(position):
        return None
    return moves[0] if is_timed(position.play(moves[0])) else None


def spoken(move: Move) -> Move:
    """Return a move of a record without the second at which it was made."""
    first, _, rest = move.partition(" ")
    return rest if rest and first[0].isdigit() else move
