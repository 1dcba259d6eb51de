"""A match that goes on: what commands and time bring about is kept before it counts."""

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct

from firmware.match.commands import Command
from firmware.match.events import MatchEvent
from firmware.match.match import apply, decide, pass_time
from firmware.match.state import HOST, Match, Place

MOST_BATCHES = 512  # that wait for who tells of them


class Batch(Struct, frozen=True):
    """What one command, or time, has brought about in a match: views never show a part of it.

    Attributes:
        seq: its number in the match, without holes.
        by: the kind of place that has brought it about.
        at: when, in microseconds.
        events: in order.
    """

    seq: int
    by: str
    at: int
    events: tuple[MatchEvent, ...]


class Keeper(Protocol):
    """Keeps what happens in a match."""

    @property
    def kept(self) -> bool:
        """Whether all that it was given is safe, as far as it ever will be."""

    def write(self, batch: Batch) -> None:
        """Keep a batch before it counts; what this raises leaves all as it was."""

    def distrust(self, contacts: int) -> None:
        """Keep which contacts of the table say nothing reliable, as a set (:mod:`hal.contacts`)."""


class _Memory:
    """Keeps nothing: the match is in memory alone."""

    kept = True

    def write(self, batch: Batch) -> None:
        """Do nothing."""

    def distrust(self, contacts: int) -> None:
        """Do nothing."""


IN_MEMORY: Keeper = _Memory()


class Running:
    """A match that goes on.

    Attributes:
        match: as it stands now.
        files: name -> text of the files that its options name.
        keeper: keeps it; without one it is in memory alone.
        far: whether it is held elsewhere.
        waits: whether it is the turn of somebody who moves elsewhere.
        gone: whether it has gone on elsewhere without this table.
        away: the seats of those who move elsewhere and are not there, with the time since when, ""
            where that is not known.
        left: the seconds that each seat's clock shows there, empty where nobody's time is limited.

    """

    far = False
    waits = False
    gone = False
    away: Mapping[str, str] = MappingProxyType({})
    left: Mapping[str, int] = MappingProxyType({})

    def __init__(
        self,
        match: Match,
        files: Mapping[str, str] = MappingProxyType({}),
        keeper: Keeper = IN_MEMORY,
    ) -> None:
        self.match = match
        self.files = files
        self.keeper = keeper
        self._batches: deque[Batch] = deque(maxlen=MOST_BATCHES)

    @property
    def level(self) -> int | None:
        """The level of the computer that may move now, None where none may.

        None moves for a person, in a match that is over, stands still or is held elsewhere, or
        starts the sand of people.
        """
        match = self.match
        starts_all = match.for_all is not None and match.seats.people
        if self.far or match.over or match.paused or starts_all:
            return None
        return match.seats.computers.get(match.now.mover or "")

    @property
    def asked(self) -> bool:
        """Whether a computer is to answer what is proposed."""
        proposal, computers = self.match.proposal, self.match.seats.computers
        return proposal is not None and any(seat in computers for seat in proposal.asked)

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Carry a command out, and return what it has brought about.

        Raise what :func:`firmware.match.match.decide` raises; then nothing has changed.
        """
        return self.happen(decide(self.match, command, by, at), by, at)

    def happen(self, events: tuple[MatchEvent, ...], by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Take in what has happened, and return it. Raise EventError where it cannot have."""
        return self._take_in(apply(self.match, events), events, by, at)

    def wait(self, at: int, credit: int = 0) -> tuple[MatchEvent, ...]:
        """Let time pass to `at` (microseconds), and return what that has brought about.

        credit: the microseconds that a move may be under way.
        """
        after, events = pass_time(self.match, at, credit)
        return self._take_in(after, events, HOST, at)

    def take(self) -> tuple[Batch, ...]:
        """Return what has happened since the last call, the last :data:`MOST_BATCHES` at most."""
        batches = tuple(self._batches)
        self._batches.clear()
        return batches

    def _take_in(
        self, after: Match, events: tuple[MatchEvent, ...], by: Place, at: int
    ) -> tuple[MatchEvent, ...]:
        if events:
            batch = Batch(after.seq, by.kind, at, events)
            self.keeper.write(batch)
            self._batches.append(batch)
        self.match = after
        return events
