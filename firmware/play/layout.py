"""How the moves of a match lie on one table: which contacts they leave closed."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware.games import AnyAdapter
from firmware.match.events import Played, TakenBack
from firmware.match.line import GameLine, read_line
from rules import Move, Position


class Layout(NamedTuple):
    """A line as it lies on one table; each method that changes it returns a new layout.

    Attributes:
        adapter: how the game lies on a table.
        line: its moves.
        pictures: the closed contacts of each position of the line, the start first.
    """

    adapter: AnyAdapter
    line: GameLine
    pictures: tuple[int, ...]

    @property
    def position(self) -> Position:
        """The position right after the last move."""
        return self.line.position

    @property
    def picture(self) -> int:
        """The contacts that should be closed now."""
        return self.pictures[-1]

    def follow(
        self, events: Iterable[object], line: GameLine, picture: int | None = None
    ) -> "Layout":
        """Return the layout after what has happened in a match.

        Args:
            events: what has happened.
            line: the moves of the match then.
            picture: the contacts that a move has left closed, None for those of its usual gesture.
        """
        pictures = self.pictures
        for event in events:
            if isinstance(event, TakenBack):
                pictures = pictures[:-1]
            elif isinstance(event, Played):
                ply = line.plies[event.ply - 1]
                left = picture
                if left is None:
                    left = picture_after(self.adapter, ply.before, pictures[-1], ply.move)
                pictures = (*pictures, left)
        return self._replace(line=line, pictures=pictures)

    def stand(self, picture: int) -> "Layout":
        """Return the layout as time alone has changed it, which it does from the first move on."""
        if len(self.pictures) == 1:
            return self
        return self._replace(pictures=(*self.pictures[:-1], picture))


def lay_out(adapter: AnyAdapter, line: GameLine) -> Layout:
    """Return the layout of a line; pieces that were out of the game are off the table."""
    pictures = [adapter.start(line.start)]
    for ply in line.plies:
        pictures.append(picture_after(adapter, ply.before, pictures[-1], ply.move))
    return Layout(adapter, line, tuple(pictures))


def read_layout(adapter: AnyAdapter, start: Position, moves: Iterable[Move]) -> Layout:
    """Return the layout of a game from the move lines of its record. Raise GameError."""
    return lay_out(adapter, read_line(start, moves))


def picture_after(adapter: AnyAdapter, before: Position, picture: int, move: Move) -> int:
    """Return the picture that the gesture of a move, without its second, makes of this one."""
    picture &= ~adapter.loose(before, picture)
    ways = adapter.gestures(before, picture)
    return picture ^ next((way.flips for way in ways if way.move == move), 0)
