"""Layout: the contacts that each move of a match leaves closed at a table."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware.games import AnyAdapter
from firmware.match.events import Played, TakenBack
from firmware.match.line import GameLine, Ply
from hal import NO_CONTACTS, Contacts


class Layout(NamedTuple):
    """The moves of a match as they lie on a table. Each method returns a new layout.

    Attributes:
        adapter: the adapter of the game.
        closed_after: the closed contacts of each position of the line, the start first.
    """

    adapter: AnyAdapter
    closed_after: tuple[Contacts, ...]

    @property
    def closed(self) -> Contacts:
        """The contacts that should be closed now."""
        return self.closed_after[-1]

    def follow(self, events: Iterable[object], line: GameLine, closed: Contacts | None = None) -> "Layout":
        """Return the layout after events of a match.

        Args:
            events: the events.
            line: the moves of the match after them.
            closed: the contacts that a move has left closed, None for its usual gesture.
        """
        layout = self
        for event in events:
            if isinstance(event, TakenBack):
                layout = layout._replace(closed_after=layout.closed_after[:-1])
            elif isinstance(event, Played):
                layout = layout.lay(line.plies[event.ply - 1], closed)
        return layout

    def lay(self, ply: Ply, closed: Contacts | None = None) -> "Layout":
        """Return the layout with a further move. closed: see :meth:`follow`."""
        if closed is None:
            closed = self.closed & ~self.adapter.loose(ply.before, self.closed)
            gestures = self.adapter.gestures(ply.before, closed)
            closed ^= next((one.flips for one in gestures if one.move == ply.move), NO_CONTACTS)
        return self._replace(closed_after=(*self.closed_after, closed))

    def stand(self, closed: Contacts) -> "Layout":
        """Return the layout as time alone has changed it since the last move."""
        return self._replace(closed_after=(*self.closed_after[:-1], closed))


def lay_out(adapter: AnyAdapter, line: GameLine) -> Layout:
    """Return the layout of a line; pieces that were out of the game are off the table."""
    layout = Layout(adapter, (adapter.start(line.start),))
    for ply in line.plies:
        layout = layout.lay(ply)
    return layout
