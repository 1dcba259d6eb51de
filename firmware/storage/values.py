"""The values of a store: whole games, their moves and players, summaries and results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Final, Literal, NamedTuple

from firmware.match.time_control import clock_text
from firmware.storage.errors import DamagedGameError
from firmware.storage.log import Entry, Line
from firmware.words import message_of, told
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

RESIGNED: Final = "resigned"  # a side of two has resigned
TIMED_OUT: Final = "timed-out"  # the clock of a side of two has run out
FORFEITS: Final = (RESIGNED, TIMED_OUT)
ABANDONED: Final = "abandoned"  # all players have given the game up
ABORTED: Final = "aborted"  # the same, before every player had moved
STOPPED: Final = (ABANDONED, ABORTED)  # without a winner
FIRST_YEAR: Final = 2026  # an earlier year means a clock that has not been set yet

CORRECTED: Final = "# corrected on "  # begins the comment on a name that was corrected

How = Literal["over", "abandoned"]
"""The kind of the end of a game: by its rules, or because its players left it."""


class Player(NamedTuple):
    """A player of a kept game. score: by the game's own scoring, None while the game goes on."""

    seat: str
    name: str
    score: int | None
    won: bool


class Summary(NamedTuple):
    """The summary of a game in a list of games. Times are in UTC.

    Attributes:
        id: The number by which the store knows the game.
        game: The name of the game.
        players: The players in seat order.
        moves: The number of its lines.
        began: The time of its beginning. A day for an imported game, None if its record has no day.
        ended: The time of its end. None while it goes on, or if unknown.
        how: The kind of its end, None while it goes on.
        reason: The reason of its end, as the rules name it (:attr:`rules.Outcome.reason`).
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
        line: The moves of the game.
        clock: The game's own time in milliseconds, as last noted (the last line may have a later
            second).
        notes: The texts that the program keeps with it.
        files: The texts of the files that its options name, by name.
        comments: The comments of its record, if it was imported.
        log: All its events, as :func:`firmware.match.match.fold` reads them.
    """

    id: int
    header: Header
    players: tuple[Player, ...]
    line: Line
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
        return self.line.lines

    @property
    def record(self) -> str:
        """The canonical text of its record. Its result names the side that gave the game up."""
        header = self.header
        if self.reason in FORFEITS + STOPPED and header.result is None:
            winners = tuple(player.seat for player in self.players if player.won)
            header = given_up(header, Outcome(self.reason, winners))
        clocks = clock_comments(move.left for move in self.line.moves)
        return write_record(header, self.lines, (*self.comments, *self._helped, *clocks))

    @property
    def _helped(self) -> tuple[Comment, ...]:
        """The comments with the number of moves by each computer level, for seats with several."""
        made: dict[str, Counter[int]] = defaultdict(Counter)
        for move in self.line.moves:
            made[move.seat][move.level] += 1
        texts = (
            f"# {seat}: level {level} played {number} of {levels.total()} moves"
            for seat, levels in made.items()
            for level, number in sorted(levels.items())
            if level and len(levels) > 1
        )
        return tuple(Comment("players", behind=False, text=text) for text in texts)

    def load(self, name: str) -> str:
        """Return the text of a file that the options name, as of the beginning of the game.

        Raises:
            MalformedError: No file of this name was kept.
        """
        if name not in self.files:
            raise MalformedError(told("{name!r} was not kept with game {number}", name=name, number=self.id))
        return self.files[name]

    def position(self) -> Position:
        """Return the position after the last move. Raise DamagedGameError for an illegal move."""
        try:
            return read_record(self.record, self.load, kept=True).position
        except GameError as error:
            why = told("game {number} cannot be read: {error}", number=self.id, error=message_of(error))
            raise DamagedGameError(self.id, why) from error


class Standing(NamedTuple):
    """The standing of a player in a game.

    Scores follow the rules of the game: in ``revolution`` the winner scores the loser's unset
    stones (RV-23); in ``hourglass`` the glasses in the goal count (HG-15); in ``forum_romanum``
    steps, which may be negative (FR-15); in ``manoeuvre`` places and rewards (GM-19).

    Attributes:
        game: The name of the game.
        player: The name as last typed, "" for a computer.
        played: The number of games that are over.
        won: The number of games won, alone or with others.
        drawn: The number of games without a winner.
        points: The sum of the scores.
        best: The highest score.
        average: The mean of the scores.
        level: The level of the computer, 0 for a person.
        rating: The rating by :mod:`firmware.storage.ratings`, None before the first game against a
            known player.
        uncertainty: The half width of the 95 % interval of the rating, None without a rating.
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
    """Return a day or time. The result is None for a time of a clock that was not set.

    The clock of a table without a network begins in 1970, or on the day on which its system was
    made. A day without a time comes from a record, and is returned as it is.
    """
    unset = isinstance(time, datetime) and time.year < FIRST_YEAR
    return None if unset else time


def clock_comments(clocks: Iterable[int | None]) -> tuple[Comment, ...]:
    """Return the record comments with the mover's clock after each move.

    clocks: the time left after each move in milliseconds, None without a clock.
    """
    return tuple(
        Comment(number, behind=True, text=f"  # {clock_text(clock)}")
        for number, clock in enumerate(clocks)
        if clock is not None
    )


def given_up(header: Header, outcome: Outcome) -> Header:
    """Return the header with the result of a game that was given up.

    outcome: a reason of :data:`FORFEITS`, or a reason of :data:`STOPPED` without a winner.
    """
    seats = find_game(header.game).seats(len(header.players))
    losers = [seat for seat in seats if outcome.winners and seat not in outcome.winners]
    return header._replace(result=" ".join([*losers, outcome.reason]))


def corrected(seat: str, old: str, day: datetime) -> Comment:
    """Return the record comment about a corrected name of a player, with its day."""
    return Comment("players", behind=False, text=f"{CORRECTED}{day:%Y-%m-%d}: {seat} was {old}")


def how_given_up(header: Header) -> Outcome | None:
    """Return the outcome of a game that was given up, as the result of its record says.

    The result names a reason of :data:`STOPPED`, and then there is no winner. Or it names a side of
    two, by its seat or its player, and a reason of :data:`FORFEITS`. Any other result gives None.
    """
    if header.result in STOPPED:
        return Outcome(header.result, ())
    who, _, what = (header.result or "").rpartition(" ")
    seats = find_game(header.game).seats(len(header.players))
    side = dict(zip((*header.players, *seats), (*seats, *seats), strict=True)).get(who)
    if what not in FORFEITS or side is None or len(seats) != 2:
        return None
    return Outcome(what, tuple(seat for seat in seats if seat != side))
