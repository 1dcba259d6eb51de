"""The events of a match, for lights, pages, speech and the store."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from firmware.match.commands import What
from firmware.match.seats import Seats
from rules import Move, Outcome

How: TypeAlias = Literal["over", "abandoned", "resigned", "timed-out", "aborted"]
"""The end of a match: by its rules, given up by all, resigned by a side, lost by a side on time,
or given up before every seat had moved."""


def tag_of(name: str) -> str:
    """Return the ``type`` of a class of messages: ``taken_back`` for `TakenBack`."""
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")


class _Event(Struct, frozen=True, tag_field="type", tag=tag_of):
    """An event of a match."""


class Begun(_Event, frozen=True):
    """A match begins. This is the first event of its log; the header is kept beside the log.

    Attributes:
        seats: its seats and their players.
        control: the text of its :class:`firmware.match.time_control.TimeControl`, "" for unlimited
            time.
    """

    seats: Seats
    control: str = ""


class Played(_Event, frozen=True):
    """A move belongs to the match from now on.

    Attributes:
        ply: its number in the match, from 1.
        seat: the seat that made it.
        line: the move as the record has it.
        at: the time of the decision in microseconds.
        check: the checksum of the position after it, see :func:`firmware.match.match.check_of`; ""
            without a checksum.
        late: the microseconds from the move to the decision.
        clock: the milliseconds of the match's own time at the decision.
        milliseconds: the time of the move on the match's own clock.
        left: the milliseconds that the mover's clock shows after it; None without a clock.
        level: the level of the computer that played the seat then, 0 for a person.
    """

    ply: int
    seat: str
    line: Move
    at: int
    check: str = ""
    late: int = 0
    clock: int = 0
    milliseconds: int = 0
    left: int | None = None
    level: int = 0


class TakenBack(_Event, frozen=True):
    """The last move of the match is gone from it.

    Attributes:
        ply: the number that it had.
        line: the move as the record had it.
        at: the time of taking it back in microseconds; 0 if the seats have no clocks.
    """

    ply: int
    line: Move
    at: int = 0


class Proposed(_Event, frozen=True):
    """A proposal is open, until all others say yes, a seat says no, or a move is made.

    Attributes:
        what: the kind of the proposal.
        seats: the seats of the proposer.
        asked: the seats that have not said yes.
        plies: the number of moves to take back.
        number: the number of its batch, which an answer names.
    """

    what: What
    seats: tuple[str, ...]
    asked: tuple[str, ...]
    plies: int = 0
    number: int = 0


class Answered(_Event, frozen=True):
    """These seats have answered a proposal. A no ends it."""

    seats: tuple[str, ...]
    yes: bool


class ClockRan(_Event, frozen=True):
    """The match's own clock, which stood still, runs on. at: from this time, in microseconds."""

    at: int


class Stopped(_Event, frozen=True):
    """The match is resumed after an interruption, or after all had given it up.

    Its own clock and the clocks of its seats stand still. An open proposal ends.

    Attributes:
        milliseconds: the time on its own clock.
    """

    milliseconds: int


class Seated(_Event, frozen=True):
    """The seats of the match have other players or holders.

    Attributes:
        seats: all seats and their players.
        players: the names of all players in seat order; empty if the names stay.
    """

    seats: Seats
    players: tuple[str, ...] = ()


class Renamed(_Event, frozen=True):
    """The player of a seat has another name in the record from now on: a correction."""

    seat: str
    name: str


class Ran(_Event, frozen=True):
    """The match's own time in milliseconds; in a match with clocks only, the time of the turn."""

    milliseconds: int


class Delayed(_Event, frozen=True):
    """All clocks stood still for these microseconds, as the host could not reach its clients."""

    microseconds: int


class Ended(_Event, frozen=True):
    """The match is over. If its rules ended it, taking the last move back continues it.

    Attributes:
        how: the kind of its end.
        reason: the reason of its outcome; "" for no result.
        winners: the seats that have won.
        scores: the points of each seat.
        line: the second at which time alone ended it, as a move line; None for any other end.
        at: the time in microseconds.
    """

    how: How
    reason: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    line: Move | None
    at: int

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome by the rules, by resignation or by time. It is None without a result."""
        return Outcome(self.reason, self.winners) if self.reason else None

    @property
    def will(self) -> Outcome:
        """Its outcome, or for an end without a result an outcome whose reason is `how`."""
        return self.outcome or Outcome(self.how, ())


def ending(how: How, outcome: Outcome | None, scores: Mapping[str, int], line: Move | None, at: int) -> Ended:
    """Return the event of the end of a match. outcome: None for no result."""
    reason, winners = outcome or ("", ())
    return Ended(how, reason, winners, scores, line, at)


class Distrusted(_Event, frozen=True):
    """The set of all unreliable contacts of the table, as bits."""

    contacts: int


class Again(_Event, frozen=True):
    """The same people play once more. number: the number of the new match in the store."""

    number: int


PublicEvent: TypeAlias = (
    Played | TakenBack | Proposed | Answered | ClockRan | Stopped | Renamed | Ran | Delayed | Ended | Again
)
"""An event that is told elsewhere as it is."""

MatchEvent: TypeAlias = PublicEvent | Seated
"""An event that changes a match, see :func:`firmware.match.match.evolve`."""
