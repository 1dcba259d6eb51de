"""How a match stands, as one immutable value."""

from enum import Enum
from typing import NamedTuple

from firmware.match.clock import GameClock
from firmware.match.events import Ended, Proposed
from firmware.match.line import GameLine, sand_starter
from firmware.match.seats import Seats
from firmware.match.time_control import Clocks
from rules import Header, Move, Position


class Phase(Enum):
    """What a match waits for. A proposal is beside the phase."""

    OPEN = "open"  # a move
    DIE = "die"  # a roll of the die
    STILL = "still"  # that its own clock is let run on, after an interruption
    OVER = "over"  # nothing: its rules have ended it; a move may still be taken back
    CLOSED = "closed"  # nothing: it was given up


class Place(NamedTuple):
    """Where people act, or something acts for them.

    Attributes:
        id: the fingerprint of a browser's secret, or the name of what is no browser.
        kind: a ``table`` and the ``host`` itself are believed about times and dice; a ``computer``
            plays the seats of computers, a ``screen`` those that it holds.
    """

    id: str
    kind: str


TABLE = Place("table", "table")
"""The host's own table: it holds all seats whose pieces are moved by hands there."""

HOST = Place("host", "host")
"""The host, which rolls the die for whoever asks it to."""

COMPUTER = Place("computer", "computer")
"""What plays the seats of computers."""


class Match(NamedTuple):
    """One match.

    Attributes:
        header: which game, who plays, by which options.
        line: its moves.
        now: the position with the time that has passed since the last move.
        clock: its own clock.
        seats: who plays the seats.
        proposal: what waits for an answer, None when nothing does.
        ended: how it ended, None while it goes on.
        again: the number of the match that follows on this one, None for none.
        seq: how many batches of events it has had.
        clocks: those of its seats, None where nobody's time is limited.
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
        """What it waits for."""
        if self.ended is not None:
            return Phase.OVER if self.ended.how == "over" else Phase.CLOSED
        if self.now.outcome is not None:
            return Phase.OVER
        if self.clock.paused:
            return Phase.STILL
        return Phase.DIE if self.now.chance else Phase.OPEN

    @property
    def over(self) -> bool:
        """Whether nothing more is played: by its rules, or because it was given up."""
        return self.phase in (Phase.OVER, Phase.CLOSED)

    @property
    def runs(self) -> bool:
        """Whether time alone may change it."""
        return (self.clock.running or self.counts_down) and not self.over

    @property
    def counts_down(self) -> bool:
        """Whether the clock of a seat runs."""
        return self.clocks is not None and self.clocks.since is not None

    @property
    def paused(self) -> bool:
        """Whether its sand, or the clocks of its seats, stand still after an interruption.

        Sand is let run on before anything else; the clocks run on with the next move, too.
        """
        clocks = self.clocks is not None and self.clocks.since is None and self.all_have_moved
        return self.clock.paused or (clocks and not self.over)

    @property
    def all_have_moved(self) -> bool:
        """Whether each seat has made a move: from then on its end counts, and clocks run."""
        return {ply.seat for ply in self.line.plies} >= self.seats.by_name.keys()

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record, with the second at which time ended it."""
        moves = tuple(ply.line for ply in self.line.plies)
        by_time = None if self.ended is None else self.ended.line
        return moves if by_time is None else (*moves, by_time)

    @property
    def for_all(self) -> Move | None:
        """The move that starts everybody's sand, which any seat may make; None where there is none.

        No computer makes it while a person plays: nobody's sand should run before they are ready.
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
    """Whether a place is believed about times, dice, and what hands seemed to do."""
    return place.kind in ("table", "host")
