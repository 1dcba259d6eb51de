"""The header of a new game: the only module that makes it.

Games are begun by the command line, by the keys while the players choose, by a message from the
page, and by a demo; however a game is begun, its header has the measurements of the table's pieces.
"""

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import accumulate
from typing import Final

from firmware.app.settings import Settings
from firmware.games import find_adapter
from firmware.games.capabilities import Measured
from firmware.games.kit import find_kit
from firmware.match.line import is_timed
from firmware.match.state import Match
from firmware.storage.files import under
from firmware.storage.values import FIRST_YEAR
from firmware.words import told
from rules import Comment, Header, Load, MalformedError, Move, find_game, load_nothing, make_header

REAL_DIE: Final = Comment(0, behind=False, text="# a real die was rolled, at the table")
"""The note of the record of a game in which the program has rolled no die."""

IDENTITY: Final = 8  # random bytes: two games of a million are alike in one of 37 million stores


def new_header(
    game: str,
    names: Sequence[str],
    options: Mapping[str, str],
    *,
    table: str,
    day: date,
    rng: random.Random,
    load: Load,
    measured: Measured = lambda _: None,
    by_hand: bool = False,
    position: str = "",
    identity: str = "",
) -> Header:
    """Return the header of a new game that fits the table.

    Args:
        game: its name in the registry of rules.
        names: the players in the order of their seats; empty: they are named after their seats,
            where the game has a fixed number of them.
        options: the chosen options, name -> text.
        table: the kind of table in the record.
        day: the day in the record; left out while the clock of the machine has not been set.
        rng: draws the random choices of the rules.
        load: reads the files that options name.
        measured: returns the measurements of the table.
        by_hand: whether people move real pieces.
        position: the position at the start, with these options and no others; "" as its rules say.
        identity: the mark by which copies of the game are recognised, "" for no mark.

    Raises:
        GameError: the game cannot be begun so, or does not fit the table.
    """
    rules = find_game(game)  # the name may come from anywhere, so it is checked first
    given = find_kit(game).table_options(options, measured=measured, by_hand=by_hand, load=load)
    drawn = dict(options) if position else rules.draw_options(given, rng)
    played = day.isoformat() if day.year >= FIRST_YEAR else None
    header = make_header(
        game, names or None, drawn, played, table, position=position or None, identity=identity or None
    )
    find_adapter(header.start(load), game)
    return header


@dataclass(frozen=True, slots=True)
class NewGames:
    """The maker of headers for the games that are begun at a table.

    Attributes:
        settings: the settings of the table.
        measured: returns the measurements of the table.
        now: returns the day and time.
        rng: draws the random choices of the rules.
    """

    settings: Settings
    measured: Measured
    now: Callable[[], datetime]
    rng: random.Random

    def from_settings(self, game: str, players: int) -> Header:
        """Return the header of a game begun by the command line or by keys. Raise GameError.

        The names are those of the settings; so are the options, if they are of this game.
        """
        settings = self.settings
        options = settings.options if game == settings.game else {}
        return self._header(game, self._names(game, players), options, under(settings.folder))

    def from_message(
        self, game: str, names: Sequence[str], options: Mapping[str, str], load: Load = load_nothing, position: str = ""
    ) -> Header:
        """Return the header of a game begun by a message from elsewhere. Raise GameError.

        load: reads the files that came with the message. Options cannot name other files: clients
        must not read the files of this machine. position: the position at the start, "" as usual.
        """
        return self._header(game, [name.strip() for name in names], options, load, position)

    def _header(
        self, game: str, names: Sequence[str], options: Mapping[str, str], load: Load, position: str = ""
    ) -> Header:
        return new_header(
            game,
            names,
            options,
            table=self.settings.kind,
            day=self.now().date(),
            rng=self.rng,
            load=load,
            measured=self.measured,
            by_hand=self.settings.by_hand,
            position=position,
            identity=secrets.token_hex(IDENTITY),  # not of `rng`: two games may have the same seed
        )

    def _names(self, game: str, players: int) -> tuple[str, ...]:
        """Return the given names, and the seats' names for players without a name.

        Return no names if the settings have none and the seats of the game have fixed names.
        """
        names = self.settings.names[:players]
        if not names and len(find_game(game).players) == 1:
            return ()
        return names + find_game(game).seats(players)[len(names) :]


def check_moves(header: Header, moves: Sequence[Move], load: Load) -> None:
    """Raise GameError where a match cannot go on after these moves."""
    for position in accumulate(moves, lambda one, move: one.play(move), initial=header.start(load)):
        if moves and is_timed(position):
            raise MalformedError(told("a game with running sand is begun from a position, without moves"))
    if position.outcome is not None:
        raise MalformedError(told("this game is over, so that nobody can play on"))


def check_control(match: Match) -> None:
    """Raise MalformedError where the time of a match cannot be limited."""
    if match.for_all is not None:
        raise MalformedError(told("this game has hourglasses of its own; it takes no other clock"))
    if len(match.seats.by_name) != 2:
        raise MalformedError(told("a clock is for two players; there are more of them here"))
