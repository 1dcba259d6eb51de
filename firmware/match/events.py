"""What has happened in a match, for whoever keeps or shows it: lights, pages, speech, the store."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from firmware.match.commands import What
from firmware.match.seats import Seats
from rules import Move, Outcome

How: TypeAlias = Literal["over", "abandoned", "resigned", "timed-out", "aborted"]
"""How a match ended: by its rules, given up by all, by one side alone, as the clock of one side has
run out, before it really began."""


def tag_of(name: str) -> str:
    """Return the ``type`` by which a class of messages is told: ``taken_back`` of `TakenBack`."""
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")


class _Event(Struct, frozen=True, tag_field="type", tag=tag_of):
    """Something that has happened in a match."""


class Begun(_Event, frozen=True):
    """A match begins: the first event of its log, beside which the header of its record is kept.

    Attributes:
        seats: who plays them.
        control: how much time they have, as :class:`firmware.match.time_control.TimeControl` is
            written; "" for as much as they like.
    """

    seats: Seats
    control: str = ""


class Played(_Event, frozen=True):
    """A move belongs to the match from now on.

    Attributes:
        ply: its number in the match, from 1.
        seat: who made it.
        line: the move as the record has it.
        at: when it was decided, in microseconds.
        check: of the position after it, see :func:`firmware.match.match.check_of`; "" for none.
        late: for how many microseconds it had been made by then.
        clock: the milliseconds that the match's own time had come to then.
        milliseconds: when it was made, on the match's own clock.
        left: the milliseconds that the clock of who moved shows after it; None without one.
        level: of the computer that played the seat then, 0 for a person.
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
        at: when it was taken back, in microseconds; 0 where nobody has a clock.
    """

    ply: int
    line: Move
    at: int = 0


class Proposed(_Event, frozen=True):
    """Somebody would like something, until all others say yes, or one no, or somebody moves.

    Attributes:
        what: what is proposed.
        seats: of who proposes it.
        asked: the seats that have not said yes.
        plies: how many moves would be taken back.
        number: that of its batch, by which an answer says what it answers.
    """

    what: What
    seats: tuple[str, ...]
    asked: tuple[str, ...]
    plies: int = 0
    number: int = 0


class Answered(_Event, frozen=True):
    """These seats have said yes to what is proposed, or no, which ends it."""

    seats: tuple[str, ...]
    yes: bool


class ClockRan(_Event, frozen=True):
    """The match's own clock, which stood still, runs on. at: since when, in microseconds."""

    at: int


class Stopped(_Event, frozen=True):
    """The match is taken up after an interruption, or goes on after all had given it up.

    Its own clock and those of its seats stand still, and nothing is proposed any more.

    Attributes:
        milliseconds: how far its own clock had come.
    """

    milliseconds: int


class Seated(_Event, frozen=True):
    """Other people, or computers, sit at the match.

    Attributes:
        seats: who plays them.
        players: the names of all, in the order of the seats; none where they are called as before.
    """

    seats: Seats
    players: tuple[str, ...] = ()


class Renamed(_Event, frozen=True):
    """The player of a seat has another name in the record from now on: a correction."""

    seat: str
    name: str


class Ran(_Event, frozen=True):
    """The match's own clock has come to so many milliseconds; without one, the turn of a clock."""

    milliseconds: int


class Delayed(_Event, frozen=True):
    """No clock has run for these microseconds: the host could neither tell nor hear anybody."""

    microseconds: int


class Ended(_Event, frozen=True):
    """The match is over; where its rules ended it, until its last move is taken back.

    Attributes:
        how: how it ended.
        reason: that of its outcome; "" for no result.
        winners: the seats that have won.
        scores: the points of each seat.
        line: the second at which time alone ended it, as a move line; None when a move did.
        at: when, in microseconds.
    """

    how: How
    reason: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    line: Move | None
    at: int

    @property
    def outcome(self) -> Outcome | None:
        """Its outcome by the rules, or who wins when somebody resigns; None for no result."""
        return Outcome(self.reason, self.winners) if self.reason else None

    @property
    def will(self) -> Outcome:
        """Its outcome where somebody, or all, have given it up; the reason is how."""
        return self.outcome or Outcome(self.how, ())


def ending(
    how: How, outcome: Outcome | None, scores: Mapping[str, int], line: Move | None, at: int
) -> Ended:
    """Return the event that a match is over; outcome: None for no result."""
    reason, winners = outcome or ("", ())
    return Ended(how, reason, winners, scores, line, at)


class Distrusted(_Event, frozen=True):
    """These contacts of the table, all of them, say nothing reliable: a set of bits."""

    contacts: int


class Again(_Event, frozen=True):
    """The same people play once more. number: what the store knows the new match by."""

    number: int


MatchEvent: TypeAlias = (
    Played
    | TakenBack
    | Proposed
    | Answered
    | ClockRan
    | Stopped
    | Seated
    | Renamed
    | Ran
    | Delayed
    | Ended
    | Again
)
"""What changes a match, see :func:`firmware.match.match.evolve`."""
