"""The state of a match and of its own clock, as immutable values: every time is handed in."""

from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from firmware.match.events import Ended, Proposed
from firmware.match.line import GameLine, sand_starter
from firmware.match.seats import Seats
from firmware.match.time_control import Clocks
from rules import Header, Move, Position

NOTE_EVERY = 5_000  # milliseconds between two notes of the game's own time


class Phase(Enum):
    """The phase of a match. A proposal may be open in any phase."""

    OPEN = "open"  # waits for a move
    DIE = "die"  # waits for a roll of the die
    STILL = "still"  # waits for the start of its own clock after an interruption
    OVER = "over"  # ended by its rules; the last move may still be taken back
    CLOSED = "closed"  # given up


class Place(NamedTuple):
    """The origin of commands: a table, a browser, a computer or the host.

    Attributes:
        id: the fingerprint of a browser's secret, or the name of any other place.
        kind: a ``table`` and the ``host`` itself are believed about times and dice; a ``computer``
            plays the seats of computers, a ``screen`` plays the seats that it holds.
    """

    id: str
    kind: str


TABLE = Place("table", "table")
"""The host's own table, which holds all seats whose pieces are moved by hands there."""

HOST = Place("host", "host")
"""The host, which rolls the die on request."""

COMPUTER = Place("computer", "computer")
"""The player of the seats of computers."""


class GameClock(Struct, frozen=True):
    """The clock of a game. Each method that changes it returns a new clock.

    A new clock does not run. It runs from :meth:`start` on, or from :meth:`resume` on if it was
    paused when the game was resumed.

    Attributes:
        zero: the time of the table, in microseconds, at which this clock shows 0; None while it
            does not run.
        noted: the milliseconds that it showed at the last note.
        paused: whether it stands still at `noted` until it is resumed.
    """

    zero: int | None = None
    noted: int = 0
    paused: bool = False

    @property
    def running(self) -> bool:
        """Whether time passes in the game."""
        return self.zero is not None

    def start(self, at: int) -> "GameClock":
        """Return a running clock that shows 0 at `at` (microseconds).

        A clock that runs already or is paused stays as it is.
        """
        return self if self.running or self.paused else GameClock(zero=at)

    def resume(self, at: int) -> "GameClock":
        """Return a paused clock as it runs on from `at` (microseconds). Others stay as they are."""
        return GameClock(at - self.noted * 1000, self.noted) if self.paused else self

    def delayed(self, microseconds: int) -> "GameClock":
        """Return a running clock set back by a time during which it stood still."""
        return self if self.zero is None else replace(self, zero=self.zero + microseconds)

    def milliseconds(self, at: int, least: int = 0) -> int:
        """Return the time that it shows at `at` (microseconds), in full milliseconds.

        The time is at least `least`, the time of the last move. It is `least` while the clock
        stands.
        """
        return least if self.zero is None else max((at - self.zero) // 1000, least)

    def nearest(self, at: int, least: int = 0) -> int:
        """Return the same as :meth:`milliseconds`, but rounded to the nearest millisecond."""
        return least if self.zero is None else max(round((at - self.zero) / 1000), least)

    def needs_note(self, milliseconds: int) -> bool:
        """Whether a note of this time of the clock is due."""
        return milliseconds >= self.noted + NOTE_EVERY

    def note(self, milliseconds: int) -> "GameClock":
        """Return the clock with this as its last note."""
        return replace(self, noted=milliseconds)


class Match(NamedTuple):
    """The state of a match.

    Attributes:
        header: the header of its record, with game, players and options.
        line: its moves.
        now: the position after the time that has passed since the last move.
        clock: its own clock.
        seats: its seats and their players.
        proposal: the open proposal, None without a proposal.
        ended: its end, None while it goes on.
        again: the number of the match that follows it, None without such a match.
        seq: the number of its batches of events.
        clocks: the clocks of its seats, None if time is not limited.
    """

    header: Header
    line: GameLine
    now: Position
    clock: GameClock
    seats: Seats
    proposal: Proposed | None = None
    ended: Ended | None = None
    again: int | None = None
    seq: int = 0
    clocks: Clocks | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        if self.ended is not None:
            return Phase.OVER if self.ended.how == "over" else Phase.CLOSED
        if self.now.outcome is not None:
            return Phase.OVER
        if self.clock.paused:
            return Phase.STILL
        return Phase.DIE if self.now.chance else Phase.OPEN

    @property
    def over(self) -> bool:
        """Whether it has ended, by its rules or by being given up."""
        return self.phase in (Phase.OVER, Phase.CLOSED)

    @property
    def runs(self) -> bool:
        """Whether passing time may change it."""
        return (self.clock.running or self.counts_down) and not self.over

    @property
    def counts_down(self) -> bool:
        """Whether the clock of a seat runs."""
        return self.clocks is not None and self.clocks.since is not None

    @property
    def paused(self) -> bool:
        """Whether its sand, or the clocks of its seats, stand still after an interruption.

        Sand must be restarted before any move. The clocks also run on with the next move.
        """
        clocks = self.clocks is not None and self.clocks.since is None and self.all_have_moved
        return self.clock.paused or (clocks and not self.over)

    @property
    def all_have_moved(self) -> bool:
        """Whether each seat has made a move. From then on it cannot be aborted, and clocks run."""
        return {ply.seat for ply in self.line.plies} >= self.seats.by_name.keys()

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record, with the second at which time ended it."""
        moves = tuple(ply.line for ply in self.line.plies)
        by_time = None if self.ended is None else self.ended.line
        return moves if by_time is None else (*moves, by_time)

    @property
    def for_all(self) -> Move | None:
        """The first move, if it starts all sand. Then any seat may make it.

        A computer does not make it while a person plays, so that no sand runs before its player is
        ready.
        """
        return None if self.line.plies else sand_starter(self.now)

    def acts_for(self, place: Place) -> tuple[str, ...]:
        """Return the seats that a place acts for."""
        if place.kind == "computer":
            return tuple(self.seats.computers)
        if place.kind == "host":
            return tuple(self.seats.by_name)
        return self.seats.held_by(place.id)


def trusted(place: Place) -> bool:
    """Whether a place is believed about times, dice and misread moves."""
    return place.kind in ("table", "host")
