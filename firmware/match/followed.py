"""A match that another host holds, followed through the messages of its feed.

:mod:`firmware.web.feed` says when each message is sent. The messages do not name holders of seats.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast, get_type_hints

from msgspec import Struct, ValidationError, convert, defstruct
from msgspec.structs import astuple

from firmware.match.clock import GameClock
from firmware.match.events import Ended, MatchEvent, Proposed, PublicEvent, Seated, tag_of
from firmware.match.line import GameLine
from firmware.match.match import apply
from firmware.match.refusals import EventError
from firmware.match.running import Batch
from firmware.match.seats import Seat, Seats
from firmware.match.state import Match
from firmware.match.time_control import Clocks
from rules import GameError, Header, Move

PROTOCOL: Final = 1  # the version of the messages of a feed, see firmware/web/README.md
OTHER_PROTOCOL: Final = 4001
"""The code that closes the connection of a client with another version."""

if TYPE_CHECKING:
    HeaderTold: TypeAlias = Header
else:
    HeaderTold = defstruct("Header", list(get_type_hints(Header).items()), frozen=True)


class Message(Struct, frozen=True, tag_field="type", tag=tag_of):
    """A message of a host to the followers of a match."""


class SeatedTold(Message, frozen=True, tag="seated"):
    """The seats of the match have other players.

    Attributes:
        seats: seat -> level of the computer that plays it, 0 for a person.
        players: the names of all players in seat order; empty if the names stay.
    """

    seats: Mapping[str, int]
    players: tuple[str, ...] = ()


EventTold: TypeAlias = PublicEvent | SeatedTold
"""An event of a match, as it is sent."""


class PlyTold(Struct, frozen=True):
    """A move of a match. milliseconds, at: its time, see :class:`firmware.match.line.Ply`."""

    line: Move
    milliseconds: int
    at: int


class Snapshot(Message, frozen=True):
    """The whole match.

    Attributes:
        epoch: the id of the host's count of batches.
        seq: the number of the last batch.
        kept: whether the whole match is on the disk of the host.
        header: the header of its record, null while no match goes on at a table.
        files: name -> text of the files that its options name.
        lines: its moves.
        seats: seat -> level of the computer that plays it, 0 for a person.
        clock: its own clock.
        proposal: the open proposal.
        ended: its end.
        again: the number of the match that follows it.
        clocks: the clocks of its seats, null if time is not limited.

    """

    epoch: str
    seq: int
    kept: bool
    header: HeaderTold | None
    files: Mapping[str, str]
    lines: tuple[PlyTold, ...]
    seats: Mapping[str, int]
    clock: GameClock
    proposal: Proposed | None
    ended: Ended | None
    again: int | None
    clocks: Clocks | None


class BatchTold(Message, frozen=True, tag="batch"):
    """The events of a command, or of passing time. They happen together.

    Attributes:
        seq: the number of the batch, without gaps.
        by: the kind of place that has caused it.
        at: the time in microseconds of the host's clock.
        kept: whether it is on the disk of the host.
        events: the events in order.

    """

    seq: int
    by: str
    at: int
    kept: bool
    events: tuple[EventTold, ...]


class Followed:
    """A match that is followed by messages, some of which may be lost or come twice.

    Attributes:
        match: the match as followed so far, None before the first snapshot or without a match.
        epoch: the id of the feed's count of batches, "" before the first snapshot.

    """

    def __init__(self) -> None:
        self.match: Match | None = None
        self.epoch = ""

    @property
    def hello(self) -> dict[str, Any]:
        """The message that begins to follow a match, or asks for missing batches."""
        seq = 0 if self.match is None else self.match.seq
        return {"type": "hello", "protocol": PROTOCOL, "epoch": self.epoch, "seq": seq}

    def hear(self, message: Mapping[str, Any]) -> bool:
        """Follow a message. Return whether a batch before it is missing, so that hello is due.

        Raise EventError for an impossible or malformed message.
        """
        try:
            if message["type"] == "snapshot":
                self._start(convert(message, Snapshot))
            elif message["type"] == "batch":
                return self._go_on(convert(message, BatchTold))
        except EventError:
            raise
        except (GameError, LookupError, TypeError, ValueError, ValidationError) as error:
            raise EventError(f"{message!r:.200} cannot be followed: {error}") from error
        return False

    def _start(self, told: Snapshot) -> None:
        self.epoch = told.epoch
        self.match = None if told.header is None else _match_of(told)

    def _go_on(self, batch: BatchTold) -> bool:
        if self.match is None:
            return True
        if batch.seq == self.match.seq + 1:
            self.match = apply(self.match, map(_heard, batch.events))
        return batch.seq > self.match.seq


def as_told(match: Match, epoch: str, files: Mapping[str, str], *, kept: bool) -> Snapshot:
    """Return the message with a whole match."""
    return Snapshot(
        epoch,
        match.seq,
        kept,
        HeaderTold(*match.header),
        dict(files),
        tuple(PlyTold(ply.line, ply.milliseconds, ply.at) for ply in match.line.plies),
        match.seats.levels,
        match.clock,
        match.proposal,
        match.ended,
        match.again,
        match.clocks,
    )


def no_match(epoch: str) -> Snapshot:
    """Return the message that no match goes on."""
    return Snapshot(epoch, 0, True, None, {}, (), {}, GameClock(), None, None, None, None)


def batch_told(batch: Batch, *, kept: bool) -> BatchTold:
    """Return the message of a batch. kept: whether the whole match is on the disk."""
    return BatchTold(batch.seq, batch.by, batch.at, kept, tuple(map(_told, batch.events)))


def _told(event: MatchEvent) -> EventTold:
    return SeatedTold(event.seats.levels, event.players) if isinstance(event, Seated) else event


def _heard(event: EventTold) -> MatchEvent:
    if isinstance(event, SeatedTold):
        return Seated(_seats(event.seats), event.players)
    return event


def _seats(levels: Mapping[str, int]) -> Seats:
    return Seats({name: Seat(level) for name, level in levels.items()})


def _match_of(told: Snapshot) -> Match:
    """Return the match of a snapshot."""
    header = Header(*astuple(cast("Any", told.header)))
    line = GameLine(header.start(told.files.__getitem__))
    for ply in told.lines:
        line = line.play(ply.line, ply.milliseconds, ply.at)
    by_time = None if told.ended is None else told.ended.line
    now = line.position if by_time is None else line.position.play(by_time)
    return Match(
        header, line, now, told.clock, _seats(told.seats), told.proposal, told.ended, told.again, told.seq, told.clocks
    )
