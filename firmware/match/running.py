"""A running match, whose events are kept before they count."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from firmware.match.commands import Command
from firmware.match.events import Again, Begun, Distrusted, MatchEvent, Played, Stopped
from firmware.match.match import apply, begin, decide, pass_time
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, TABLE, Match, Place
from rules import Header, Position


class Batch(Struct, frozen=True):
    """The events of a command, or of passing time. Views never show a part of a batch.

    Attributes:
        seq: its number in the match, without gaps.
        by: the kind of place that has caused it.
        at: the time in microseconds.
        events: the events in order; those of the first batch begin with :class:`Begun`.
    """

    seq: int
    by: str
    at: int
    events: tuple[Begun | MatchEvent, ...]


class Keeper:
    """A keeper of the events of a match. This one stores nothing, so that the match is in memory only."""

    @property
    def kept(self) -> bool:
        """Whether all batches are stored, as far as this keeper stores them."""
        return True

    def write(self, batch: Batch) -> None:
        """Keep a batch before it counts. On an error the match stays as it was."""

    def distrust(self, contacts: int) -> None:
        """Keep the unreliable contacts of the table, as a set of bits (:mod:`hal.contacts`)."""


IN_MEMORY = Keeper()


class Running:
    """A running match.

    Attributes:
        match: its current state.
        files: name -> text of the files that its options name.
        keeper: the keeper of its batches; by default it is in memory only.
        log: all its batches from its beginning on. Batches are added at its end alone, so that others may read it.
        far: whether another host holds it.
        waits: whether a player elsewhere is to move.
        gone: whether it has gone on elsewhere without this table.
        away: the seats of absent players elsewhere, with the time since when, "" if unknown.
        left: the seconds on each seat's clock at that host, empty if time is not limited.
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
        log: Iterable[Batch] = (),
    ) -> None:
        self.match = match
        self.files = files
        self.keeper = keeper
        self.log = [*log] or [opening(match)]

    @property
    def level(self) -> int | None:
        """The level of the computer that may move now. It is None if no computer may.

        A computer does not move for a person, nor in a match that is over, stands still or has
        another host. It does not start the sand of people.
        """
        match = self.match
        starts_all = match.for_all is not None and match.seats.people
        if self.far or match.over or match.paused or starts_all:
            return None
        return match.seats.computers.get(match.now.mover or "")

    @property
    def asked(self) -> bool:
        """Whether a computer is to answer a proposal."""
        proposal, computers = self.match.proposal, self.match.seats.computers
        return proposal is not None and any(seat in computers for seat in proposal.asked)

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Carry a command out, and return its events.

        Raise the errors of :func:`firmware.match.match.decide`. On an error nothing has changed.
        """
        return self.happen(decide(self.match, command, by, at), by, at)

    def happen(self, events: tuple[MatchEvent, ...], by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Apply events and return them. Raise EventError if they are impossible."""
        return self._take_in(apply(self.match, events), events, by, at)

    def wait(self, at: int, credit: int = 0) -> tuple[MatchEvent, ...]:
        """Let time pass to `at` (microseconds), and return the events of that.

        credit: the microseconds that a move may be under way.
        """
        after, events = pass_time(self.match, at, credit)
        return self._take_in(after, events, HOST, at)

    def _take_in(self, after: Match, events: tuple[MatchEvent, ...], by: Place, at: int) -> tuple[MatchEvent, ...]:
        if events:
            batch = Batch(after.seq, by.kind, at, events)
            self.keeper.write(batch)
            self.log.append(batch)
        self.match = after
        return events


def at_table(header: Header, start: Position, keeper: Keeper = IN_MEMORY) -> Running:
    """Return a match whose pieces are moved by hands at a table.

    Args:
        header: the header of its record, with game, players and options.
        start: its first position.
        keeper: the keeper of its batches.
    """
    seats = Seats({seat: Seat(holder=TABLE.id) for seat in start.seats})
    return Running(begin(header, start, Begun(seats)), keeper=keeper)


def opening(match: Match) -> Batch:
    """Return the first batch of a match without a log: it leads to the present state of the match.

    Moves that were taken back are left out, and so are the times of a clock that has run.
    """
    events: list[Begun | MatchEvent] = [Begun(match.seats, "" if match.clocks is None else str(match.clocks.control))]
    for ply in match.line.plies:
        line, milliseconds, left = ply.line, ply.milliseconds, ply.left
        events.append(Played(ply.number, ply.seat, line, ply.at, milliseconds=milliseconds, left=left))
    if match.paused:
        events.append(Stopped(match.clock.noted))
    events += [one for one in (match.proposal, match.ended) if one is not None]
    if match.again is not None:
        events.append(Again(match.again))
    return Batch(match.seq, HOST.kind, 0, tuple(events))


def numbered(log: Iterable[Iterable[Begun | MatchEvent | Distrusted]]) -> list[Batch]:
    """Return kept batches of a log as those of a running match. Their times are unknown: 0.

    What they say of the contacts of a table is left out.
    """
    batches: list[Batch] = []
    for kept in log:
        events = tuple(event for event in kept if not isinstance(event, Distrusted))
        if events:
            seq = batches[-1].seq + 1 if batches else min(1, len(events) - 1)
            batches.append(Batch(seq, HOST.kind, 0, events))
    return batches
