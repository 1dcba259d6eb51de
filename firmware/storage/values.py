"""The values that a store gives: whole games, their moves and players, summaries and results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Final, Literal, NamedTuple

from firmware.match.events import Played
from firmware.match.time_control import clock_text
from firmware.storage.errors import DamagedGameError
from firmware.storage.log import Entry
from firmware.words import said, told
from rules import (
    Comment,
    GameError,
    Header,
    MalformedError,
    Move,
    Outcome,
    Position,
    find_game,
    read_record,
    write_record,
)

RESIGNED: Final = "resigned"  # the reason of a game that one of two sides has given up
TIMED_OUT: Final = "timed-out"  # the same where the clock of a side has run out
FORFEITS: Final = (RESIGNED, TIMED_OUT)
ABANDONED: Final = "abandoned"  # the reason of a game that all have given up
ABORTED: Final = "aborted"  # the same before each had moved
STOPPED: Final = (ABANDONED, ABORTED)  # without a winner
FIRST_YEAR: Final = 2026  # an earlier one is that of a clock that has not been set yet

CORRECTED: Final = "# corrected on "  # begins the comment on a name that was corrected

How = Literal["over", "abandoned"]
"""How a game ended: by its rules, or because its players left it."""


class Player(NamedTuple):
    """Who sat where. score: by the game's own scoring, None while the game goes on."""

    seat: str
    name: str
    score: int | None
    won: bool


class Summary(NamedTuple):
    """One game in a list of games. Times are in UTC.

    Attributes:
        id: The number by which the store knows the game.
        game: The name of the game.
        players: Who played, in seat order.
        moves: The number of its lines.
        began: When it began; the day alone when it was imported, None when its record has none.
        ended: When it ended, None while it goes on or when nobody knows.
        how: How it ended, None while it goes on.
        reason: Why it ended, as the rules name it (:attr:`rules.Outcome.reason`).
    """

    id: int
    game: str
    players: tuple[Player, ...]
    moves: int
    began: date | None
    ended: datetime | None
    how: How | None
    reason: str | None


class KeptGame(NamedTuple):
    """A whole game; attributes that are not explained here are as in :class:`Summary`.

    Attributes:
        header: The header of its record.
        moves: The moves of the game.
        taken_back: The moves that were taken back, by ply and then in the order in which that
            happened.
        closing: The second at which time alone ended it, as a line of its record; None without.
        clock: The milliseconds that the game's own time has come to, as it was noted last (the last
            line may bear a later second).
        notes: The texts that the program keeps with it.
        files: The texts of the files that its options name, by name.
        comments: What its record was commented with, when it was imported.
        log: All that has happened in it, as :func:`firmware.match.match.fold` reads it.
    """

    id: int
    header: Header
    players: tuple[Player, ...]
    moves: tuple[Played, ...]
    taken_back: tuple[Played, ...]
    closing: Move | None
    clock: int
    began: date | None
    ended: datetime | None
    how: How | None
    reason: str | None
    notes: Mapping[str, str]
    files: Mapping[str, str]
    comments: tuple[Comment, ...]
    log: tuple[Entry, ...]

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record."""
        lines = tuple(move.line for move in self.moves)
        return lines if self.closing is None else (*lines, self.closing)

    @property
    def record(self) -> str:
        """The canonical text of its record; its result says who has given it up."""
        header = self.header
        if self.reason in FORFEITS + STOPPED and header.result is None:
            winners = tuple(player.seat for player in self.players if player.won)
            header = given_up(header, Outcome(self.reason, winners))
        clocks = clock_comments(move.left for move in self.moves)
        return write_record(header, self.lines, (*self.comments, *self._helped, *clocks))

    @property
    def _helped(self) -> tuple[Comment, ...]:
        """The comments that say how many moves of a seat a computer made, and not all of them."""
        made: dict[str, Counter[int]] = defaultdict(Counter)
        for move in self.moves:
            made[move.seat][move.level] += 1
        texts = (
            f"# {seat}: level {level} played {number} of {levels.total()} moves"
            for seat, levels in made.items()
            for level, number in sorted(levels.items())
            if level and len(levels) > 1
        )
        return tuple(Comment("players", behind=False, text=text) for text in texts)

    def load(self, name: str) -> str:
        """Return the text of a file that the options name, as it was when the game began.

        Raises:
            MalformedError: No file of this name was kept.
        """
        if name not in self.files:
            raise MalformedError(
                told("{name!r} was not kept with game {number}", name=name, number=self.id)
            )
        return self.files[name]

    def position(self) -> Position:
        """Return the position after the last move. Raise DamagedGameError for an illegal move."""
        try:
            return read_record(self.record, self.load, kept=True).position
        except GameError as error:
            why = told("game {number} cannot be read: {error}", number=self.id, error=said(error))
            raise DamagedGameError(self.id, why) from error


class Standing(NamedTuple):
    """What one player has made of one game so far.

    Scores are what the game's rules count: in ``revolution`` the stones that the loser had not
    set, for the winner (RV-23); in ``hourglass`` the glasses in the goal (HG-15); in
    ``forum_romanum`` steps, which may be negative (FR-15); in ``manoeuvre`` places and rewards
    (GM-19).

    Attributes:
        game: The name of the game.
        player: The name as it was last typed; "" for a computer.
        played: The number of games that are over.
        won: Those won, alone or with others.
        drawn: Those without a winner.
        points: The sum of the scores.
        best: The highest score.
        average: The mean of the scores.
        level: Of the computer, 0 for a person.
        rating: By :mod:`firmware.storage.ratings`, None before the first game against a known
            player.
        uncertainty: How far the true rating is from it at most, in 95 of 100 cases; None with it.
    """

    game: str
    player: str
    played: int
    won: int
    drawn: int
    points: int
    best: int
    average: float
    level: int = 0
    rating: float | None = None
    uncertainty: float | None = None


def known(time: date | None) -> date | None:
    """Return a day or time as it can be told, None where the clock was not set that said it.

    A table without a network begins in 1970, or with the day on which its system was made. A day
    alone is one of a record.
    """
    unset = isinstance(time, datetime) and time.year < FIRST_YEAR
    return None if unset else time


def clock_comments(clocks: Iterable[int | None]) -> tuple[Comment, ...]:
    """Return the comments of a record that say what the clock of who moved showed after each move.

    clocks: in milliseconds, None where nobody had one.
    """
    return tuple(
        Comment(number, behind=True, text=f"  # {clock_text(clock)}")
        for number, clock in enumerate(clocks)
        if clock is not None
    )


def given_up(header: Header, outcome: Outcome) -> Header:
    """Return the header of a game that was given up so; its result says it.

    outcome: its reason is one of :data:`FORFEITS`, or one of :data:`STOPPED` and nobody has won.
    """
    seats = find_game(header.game).seats(len(header.players))
    losers = [seat for seat in seats if outcome.winners and seat not in outcome.winners]
    return header._replace(result=" ".join([*losers, outcome.reason]))


def corrected(seat: str, old: str, day: datetime) -> Comment:
    """Return the comment of a record that says which name of a player was corrected on a day."""
    return Comment("players", behind=False, text=f"{CORRECTED}{day:%Y-%m-%d}: {seat} was {old}")


def how_given_up(header: Header) -> Outcome | None:
    """Return the outcome of a game that was given up, as the result of its record says.

    By one of two sides, told by its seat or its player, or for want of time; or by all, and then
    nobody has won. Return None for any other result.
    """
    if header.result in STOPPED:
        return Outcome(header.result, ())
    who, _, what = (header.result or "").rpartition(" ")
    seats = find_game(header.game).seats(len(header.players))
    side = dict(zip((*header.players, *seats), (*seats, *seats), strict=True)).get(who)
    if what not in FORFEITS or side is None or len(seats) != 2:
        return None
    return Outcome(what, tuple(seat for seat in seats if seat != side))
