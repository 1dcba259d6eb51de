"""A match that is held elsewhere, followed by what its feed tells: values read from JSON.

:mod:`firmware.web.feed` describes the messages. Seats are told without who holds them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.match.clock import GameClock
from firmware.match.events import (
    Again,
    Answered,
    ClockRan,
    Delayed,
    Ended,
    MatchEvent,
    Played,
    Proposed,
    Ran,
    Renamed,
    Seated,
    TakenBack,
)
from firmware.match.line import GameLine
from firmware.match.match import apply
from firmware.match.refusals import EventError
from firmware.match.seats import Seat, Seats
from firmware.match.state import Match, position_now
from firmware.match.time_control import Clocks, TimeControl
from rules import GameError, Header, Outcome

PROTOCOL: Final = 1  # the version of what goes over a feed, see firmware/web/README.md
OTHER_PROTOCOL: Final = 4001
"""The code with which a connection is closed whose client speaks another version."""

Message = Mapping[str, Any]
"""A message, or a part of one."""


class Followed:
    """A match that is followed by messages, some of which may be lost, or come twice.

    Attributes:
        match: as it stands there, None before the first snapshot, and where no match goes on.
        epoch: since when the feed counts its batches, "" before the first snapshot.

    """

    def __init__(self) -> None:
        self.match: Match | None = None
        self.epoch = ""

    @property
    def hello(self) -> dict[str, Any]:
        """The message with which one begins to follow, or asks for what is missing."""
        seq = 0 if self.match is None else self.match.seq
        return {"type": "hello", "protocol": PROTOCOL, "epoch": self.epoch, "seq": seq}

    def hear(self, message: Message) -> bool:
        """Take in a message; return whether one is missing before it, so that hello is due.

        Raise EventError for a message that cannot be true, or that is none.
        """
        try:
            if message["type"] == "snapshot":
                self.epoch = message["epoch"]
                self.match = None if message["header"] is None else _match_of(message)
            elif message["type"] == "batch":
                return self._batch(message)
        except EventError:
            raise
        except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise EventError(f"{message!r:.200} cannot be followed: {error}") from error
        return False

    def _batch(self, message: Message) -> bool:
        if self.match is None:
            return True
        if message["seq"] == self.match.seq + 1:
            self.match = apply(self.match, [_event_of(one) for one in message["events"]])
        return bool(message["seq"] > self.match.seq)


def _match_of(message: Message) -> Match:
    """Return the match that a snapshot tells of."""
    header = Header(**{**message["header"], "players": tuple(message["header"]["players"])})
    line = GameLine(header.start(message["files"].__getitem__))
    for ply in message["lines"]:
        line = line.play(ply["line"], ply["milliseconds"], ply["at"])
    proposal = None if message["proposal"] is None else _proposed(message["proposal"])
    ended = None if message["ended"] is None else _ended(message["ended"])
    now = position_now(line, line.milliseconds, ended)
    return Match(
        header, line, now, GameClock(**message["clock"]), _seats(message["seats"]), proposal, ended,
        message["again"], message["seq"], _clocks(message.get("clocks")),
    )  # fmt: skip


def _clocks(fields: Message | None) -> Clocks | None:
    """Return the clocks of seats; a host that is older tells of none."""
    if fields is None:
        return None
    return Clocks(**{**fields, "control": TimeControl(**fields["control"])})


def _event_of(message: Message) -> MatchEvent:
    """Return the event that a part of a batch tells of."""
    fields = {key: value for key, value in message.items() if key != "type"}
    return _EVENTS[message["type"]](fields)


def _proposed(fields: Message) -> Proposed:
    return Proposed(**{**fields, **_tuples(fields, "seats", "asked")})


def _answered(fields: Message) -> Answered:
    return Answered(**{**fields, **_tuples(fields, "seats")})


def _ended(fields: Message) -> Ended:
    outcome = fields["outcome"]
    if outcome is not None:
        outcome = Outcome(outcome["reason"], tuple(outcome["winners"]))
    return Ended(**{**fields, "outcome": outcome})


def _tuples(fields: Message, *names: str) -> Message:
    return {name: tuple(fields[name]) for name in names}


def _seats(levels: Mapping[str, int]) -> Seats:
    return Seats({name: Seat(level) for name, level in levels.items()})


_EVENTS: Mapping[str, Callable[[Message], MatchEvent]] = {
    "played": lambda fields: Played(**fields),
    "taken_back": lambda fields: TakenBack(**fields),
    "proposed": _proposed,
    "answered": _answered,
    "clock_ran": lambda fields: ClockRan(**fields),
    "seated": lambda fields: Seated(_seats(fields["seats"]), tuple(fields.get("players", ()))),
    "renamed": lambda fields: Renamed(**fields),
    "ran": lambda fields: Ran(**fields),
    "delayed": lambda fields: Delayed(**fields),
    "ended": _ended,
    "again": lambda fields: Again(**fields),
}
