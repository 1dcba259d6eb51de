"""The line of a game: its start, and a record of each move with where it led.

It is the same at a table and on a screen, and knows of neither: a picture is a number that belongs
to the move, for whoever shows the game.
"""

from typing import NamedTuple

from rules import Move, Position


class Start(NamedTuple):
    """Where a game begins. picture: the contacts that are closed when it is set up."""

    position: Position
    picture: int


class Ply(NamedTuple):
    """One move of a game and where it led.

    move: its line of the record. position: the position right after it. current: the same with the
    time that has passed since, at most until the next move. picture: the contacts that should be
    closed now, or were when the next move was made. milliseconds: when it was made, on the game's
    own clock. at: when it was committed, in microseconds; 0 for a move made before the game was
    interrupted. final: whether it can be taken back no more.
    """

    move: Move
    position: Position
    current: Position
    picture: int
    milliseconds: int
    at: int
    final: bool = False


class GameLine(NamedTuple):
    """A game from its start to where it stands; each method that changes it returns a new line."""

    start: Start
    plies: tuple[Ply, ...] = ()

    @property
    def last(self) -> Ply | None:
        """The last move, None before the first."""
        return self.plies[-1] if self.plies else None

    @property
    def position(self) -> Position:
        """The position now, with the time that has passed since the last move."""
        return self.plies[-1].current if self.plies else self.start.position

    @property
    def played(self) -> tuple[Position, ...]:
        """The position right after each move, the start first."""
        return (self.start.position, *(ply.position for ply in self.plies))

    @property
    def picture(self) -> int:
        """The contacts that should be closed now."""
        return self.plies[-1].picture if self.plies else self.start.picture

    @property
    def pictures(self) -> tuple[int, ...]:
        """The picture that belongs to each of the positions played, the start first."""
        return (self.start.picture, *(ply.picture for ply in self.plies))

    @property
    def milliseconds(self) -> int:
        """When the last move was made, on the game's own clock; 0 before the first."""
        return self.plies[-1].milliseconds if self.plies else 0

    def later(self, milliseconds: int) -> Position:
        """Return the position at this time of the game's own clock, if nothing is moved."""
        return self._base.later(milliseconds - self.milliseconds)

    def mover(self, number: int) -> str | None:
        """Return the seat that made a move, by its number from 1."""
        before = self._replace(plies=self.plies[: number - 1])
        return before.later(self.plies[number - 1].milliseconds).to_move

    def write(self, move: Move, milliseconds: int) -> tuple[Move, Position]:
        """Return the line of the record for a move at this time of the game's clock, and the
        position that it leads to. Raise GameError when it is impossible then.
        """
        line = self.later(milliseconds).written(move)
        return line, self._base.play(line)

    def append(
        self, move: Move, after: Position, *, picture: int, milliseconds: int, at: int = 0
    ) -> "GameLine":
        """Return the game with one more move.

        What chance decided is final, and in a game in real time so is every move but the last.
        """
        before, plies = self.position, self.plies
        if plies and is_timed(before):
            plies = (*plies[:-1], plies[-1]._replace(final=True))
        ply = Ply(move, after, after, picture, milliseconds, at, final=before.chance)
        return self._replace(plies=(*plies, ply))

    def drop(self) -> "GameLine":
        """Return the game without its last move."""
        return self._replace(plies=self.plies[:-1])

    def pass_time(self, position: Position, picture: int) -> "GameLine":
        """Return the game as time alone has changed it, which it does from the first move on."""
        if not self.plies:
            return self
        last = self.plies[-1]._replace(current=position, picture=picture)
        return self._replace(plies=(*self.plies[:-1], last))

    @property
    def _base(self) -> Position:
        """The position right after the last move."""
        return self.plies[-1].position if self.plies else self.start.position


def is_timed(position: Position) -> bool:
    """Whether time alone changes this position."""
    return position.later(1) is not position


def spoken(move: Move) -> Move:
    """Return a move of a record without the second at which it was made."""
    first, _, rest = move.partition(" ")
    return rest if rest and first[0].isdigit() else move
