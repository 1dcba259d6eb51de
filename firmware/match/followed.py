"""A match that another host holds, followed through the batches of its log.

:mod:`firmware.web.stream` says when each message is sent. The messages do not name holders of seats.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast, get_type_hints

from msgspec import Struct, ValidationError, convert, defstruct
from msgspec.structs import astuple

from firmware.match.events import Begun, MatchEvent, PublicEvent, Seated, tag_of
from firmware.match.match import apply, begin
from firmware.match.refusals import EventError
from firmware.match.running import Batch
from firmware.match.seats import Seat, Seats
from firmware.match.state import Match
from rules import GameError, Header

PROTOCOL: Final = 2  # the version of the messages, see firmware/web/README.md
OTHER_PROTOCOL: Final = 4001
"""The code that closes the connection of a client with another version."""

if TYPE_CHECKING:
    HeaderTold: TypeAlias = Header
else:
    HeaderTold = defstruct("Header", list(get_type_hints(Header).items()), frozen=True)


class Message(Struct, frozen=True, tag_field="type", tag=tag_of):
    """A message of a host to the clients that follow a match."""


class BegunTold(Message, frozen=True, tag="begun"):
    """The match begins: the first event of its log.

    Attributes:
        header: the header of its record.
        files: name -> text of the files that its options name.
        seats: seat -> level of the computer that plays it, 0 for a person.
        control: its time control, "" for unlimited time.
    """

    header: HeaderTold
    files: Mapping[str, str]
    seats: Mapping[str, int]
    control: str = ""


class SeatedTold(Message, frozen=True, tag="seated"):
    """The seats of the match have other players.

    Attributes:
        seats: seat -> level of the computer that plays it, 0 for a person.
        players: the names of all players in seat order; empty if the names stay.
    """

    seats: Mapping[str, int]
    players: tuple[str, ...] = ()


EventTold: TypeAlias = BegunTold | PublicEvent | SeatedTold
"""An event of a match, as it is sent."""


class Welcome(Message, frozen=True):
    """The answer to ``hello``, and the news that another match goes on. The batches that a client lacks follow.

    Attributes:
        protocol: the version of the host.
        log: the id of the log: a client with a part of another log begins anew. "" while no match goes on at a table.
        seq: the number of the last batch.
        you: the seats of the client.
        rights: the requests that it may make now.
    """

    protocol: int
    log: str
    seq: int
    you: tuple[str, ...]
    rights: tuple[str, ...]


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
        log: the id of the log that is followed, "" before the first welcome.
        match: the match as followed so far, None before its first batch.
    """

    def __init__(self) -> None:
        self.log = ""
        self.match: Match | None = None

    @property
    def hello(self) -> dict[str, Any]:
        """The message that begins to follow a match, or asks for missing batches."""
        seq = -1 if self.match is None else self.match.seq
        return {"type": "hello", "protocol": PROTOCOL, "log": self.log, "seq": seq}

    def hear(self, message: Mapping[str, Any]) -> bool:
        """Follow a message. Return whether a batch before it is missing, so that hello is due.

        Raise EventError for an impossible or malformed message.
        """
        try:
            if message["type"] == "welcome":
                self._begin(convert(message, Welcome))
            elif message["type"] == "batch":
                return self._go_on(convert(message, BatchTold))
        except EventError:
            raise
        except (GameError, LookupError, TypeError, ValueError, ValidationError) as error:
            raise EventError(f"{message!r:.200} cannot be followed: {error}") from error
        return False

    def _begin(self, welcome: Welcome) -> None:
        if welcome.log != self.log:
            self.log, self.match = welcome.log, None

    def _go_on(self, batch: BatchTold) -> bool:
        first, match = batch.events[0], self.match
        if isinstance(first, BegunTold):
            if match is None:
                match = _begun(first)
                self.match = apply(match, map(_heard, batch.events[1:]))._replace(seq=batch.seq)
            return False
        if match is not None and batch.seq == match.seq + 1:
            match = self.match = apply(match, map(_heard, batch.events))
        return match is None or batch.seq > match.seq


def batch_told(batch: Batch, header: Header, files: Mapping[str, str], *, kept: bool) -> BatchTold:
    """Return the message of a batch. header, files: of its match. kept: whether all of it is on the disk."""
    events = tuple(_told(event, header, files) for event in batch.events)
    return BatchTold(batch.seq, batch.by, batch.at, kept, events)


def _told(event: Begun | MatchEvent, header: Header, files: Mapping[str, str]) -> EventTold:
    if isinstance(event, Begun):
        return BegunTold(HeaderTold(*header), dict(files), event.seats.levels, event.control)
    return SeatedTold(event.seats.levels, event.players) if isinstance(event, Seated) else event


def _heard(event: EventTold) -> MatchEvent:
    if isinstance(event, BegunTold):
        raise EventError("a match begins once")
    return Seated(_seats(event.seats), event.players) if isinstance(event, SeatedTold) else event


def _seats(levels: Mapping[str, int]) -> Seats:
    return Seats({name: Seat(level) for name, level in levels.items()})


def _begun(told: BegunTold) -> Match:
    """Return a match at its beginning."""
    header = Header(*astuple(cast("Any", told.header)))
    return begin(header, header.start(told.files.__getitem__), Begun(_seats(told.seats), told.control))
