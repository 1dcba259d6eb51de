"""A match that goes on: what commands and time bring about is kept before it counts."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.match.commands import Command
from firmware.match.events import MatchEvent
from firmware.match.match import apply, decide, pass_time
from firmware.match.state import HOST, Match, Place


class Batch(NamedTuple):
    """What one command, or time, has brought about in a match: views never show a part of it.

    Attributes:
        seq: its number in the match, without holes.
        by: who has brought it about, so that they know their own.
        at: when, in microseconds.
        events: in order.
    """

    seq: int
    by: Place
    at: int
    events: tuple[MatchEvent, ...]


class Running:
    """A match that goes on.

    Args:
        match: as it stands now.
        keep: is called with each batch before it counts; what it raises leaves all as it was.

    Attributes:
        match: as it stands now.

    """

    def __init__(self, match: Match, keep: Callable[[Batch], None] = lambda _: None) -> None:
        self.match = match
        self._keep = keep

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Carry a command out, and return what it has brought about.

        Raise what :func:`firmware.match.match.decide` raises; then nothing has changed.
        """
        return self.happen(decide(self.match, command, by, at), by, at)

    def happen(self, events: tuple[MatchEvent, ...], by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Take in what has happened, and return it. Raise EventError where it cannot have."""
        after = apply(self.match, events)
        if events:
            self._keep(Batch(after.seq, by, at, events))
        self.match = after
        return events

    def wait(self, at: int) -> tuple[MatchEvent, ...]:
        """Let time pass to `at` (microseconds), and return what that has brought about."""
        after, events = pass_time(self.match, at)
        if events:
            self._keep(Batch(after.seq, HOST, at, events))
        self.match = after
        return events
