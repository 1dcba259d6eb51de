"""How the moves of a match lie on one table: which contacts they leave closed."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware.games import AnyAdapter
from firmware.match.events import Played, TakenBack
from firmware.match.line import GameLine, read_line
from hal import NO_CONTACTS, Contacts
from rules import Move, Position


class Layout(NamedTuple):
    """A line as it lies on one table; each method that changes it returns a new layout.

    Attributes:
        adapter: how the game lies on a table.
        line: its moves.
        closed_after: the closed contacts of each position of the line, the start first.
    """

    adapter: AnyAdapter
    line: GameLine
    closed_after: tuple[Contacts, ...]

    @property
    def position(self) -> Position:
        """The position right after the last move."""
        return self.line.position

    @property
    def closed(self) -> Contacts:
        """The contacts that should be closed now."""
        return self.closed_after[-1]

    def follow(
        self, events: Iterable[object], line: GameLine, closed: Contacts | None = None
    ) -> "Layout":
        """Return the layout after what has happened in a match.

        Args:
            events: what has happened.
            line: the moves of the match then.
            closed: the contacts that a move has left closed, None for those of its usual gesture.
        """
        closed_after = self.closed_after
        for event in events:
            if isinstance(event, TakenBack):
                closed_after = closed_after[:-1]
            elif isinstance(event, Played):
                ply = line.plies[event.ply - 1]
                left = closed
                if left is None:
                    left = contacts_after(self.adapter, ply.before, closed_after[-1], ply.move)
                closed_after = (*closed_after, left)
        return self._replace(line=line, closed_after=closed_after)

    def stand(self, closed: Contacts) -> "Layout":
        """Return the layout as time alone has changed it, which it does from the first move on."""
        if len(self.closed_after) == 1:
            return self
        return self._replace(closed_after=(*self.closed_after[:-1], closed))


def lay_out(adapter: AnyAdapter, line: GameLine) -> Layout:
    """Return the layout of a line; pieces that were out of the game are off the table."""
    closed_after = [adapter.start(line.start)]
    for ply in line.plies:
        closed_after.append(contacts_after(adapter, ply.before, closed_after[-1], ply.move))
    return Layout(adapter, line, tuple(closed_after))


def read_layout(adapter: AnyAdapter, start: Position, moves: Iterable[Move]) -> Layout:
    """Return the layout of a game from the move lines of its record. Raise GameError."""
    return lay_out(adapter, read_line(start, moves))


def contacts_after(adapter: AnyAdapter, before: Position, closed: Contacts, move: Move) -> Contacts:
    """Return which contacts the gesture of a move, without its second, leaves closed."""
    closed &= ~adapter.loose(before, closed)
    ways = adapter.gestures(before, closed)
    return closed ^ next((way.flips for way in ways if way.move == move), NO_CONTACTS)
