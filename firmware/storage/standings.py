"""The standings of all players over all games.

The standings are a fold over the games that count. Within a program the fold is continued, and
reads only the games that have come to count since. It begins anew if an earlier game no longer
counts, has been counted again, or if a new game is of an earlier day.
"""

import csv
import sqlite3
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import Any

from firmware.games.kit import find_kit
from firmware.storage.errors import Damaged, damaged_game, fail
from firmware.storage.ratings import Rating, Who, places_of, rated
from firmware.storage.rows import check_text
from firmware.storage.store import Store
from firmware.storage.values import Standing
from firmware.words.terminal import no_formula
from rules import NAMES, folded

SURE = 1.96  # standard deviations of an interval of 95 %

_COUNTED = "SELECT count(*), coalesce(sum(counted), 0) FROM games WHERE counted <= ?"
_FIND = """
    SELECT kind, game, level, who, name, score, won, drawn, day FROM results
    WHERE counted > ? ORDER BY kind, day, game, place
    """


class _Sums:
    """The sums of a player over all games of a kind."""

    __slots__ = ("best", "drawn", "last", "name", "played", "points", "won")

    def __init__(self, best: int) -> None:
        self.played = self.won = self.drawn = self.points = self.last = 0
        self.best = best
        self.name = ""


class _Fold:
    """The sums and ratings over all games of a store that count, in the order of their days."""

    def __init__(self) -> None:
        self.sums: dict[tuple[str, Who], _Sums] = {}
        self.ratings: dict[tuple[str, Who], Rating] = {}
        self._through = 0  # the greatest `counted` that was read
        self._read = (0, 0)  # the number of games that were read, and the sum of their `counted`
        self._latest: dict[str, tuple[str, int]] = {}  # day and number of the last game of a kind

    def go_on(self, db: sqlite3.Connection) -> bool:
        """Add the games that have come to count. Return False if the fold must begin anew."""
        if db.execute(_COUNTED, (self._through,)).fetchone() != self._read:
            return False
        find = "SELECT coalesce(max(counted), 0) FROM games WHERE counted NOT NULL"
        (through,) = db.execute(find).fetchone()
        if through == self._through:
            return True
        new = db.execute(_FIND, (self._through,))
        for (kind, game), rows in groupby(new, itemgetter(0, 1)):
            seats = [row[2:] for row in rows]
            at = (seats[0][-1], game)
            if at < self._latest.get(kind, at):
                return False
            self._latest[kind] = at
            self._take(kind, game, seats)
        self._through = through
        self._read = db.execute(_COUNTED, (through,)).fetchone()
        return True

    def _take(self, kind: str, game: int, seats: Sequence[tuple[Any, ...]]) -> None:
        """Add a game. seats: the columns of ``results`` from level for each known player."""
        points: dict[Who, int] = {}
        winners = {(level, who) for level, who, _, _, won, _, _ in seats if won}
        for level, who, name, score, _, drawn, _ in seats:
            player = (level, who)
            sums = self.sums.get((kind, player))
            if sums is None:
                sums = self.sums[kind, player] = _Sums(score)
            if player not in points:  # a level that plays several seats plays one game
                sums.played += 1
                sums.won += player in winners
                sums.drawn += drawn
            points[player] = points.get(player, 0) + score
            if game >= sums.last:
                sums.last, sums.name = game, name
        for player, made in points.items():
            sums = self.sums[kind, player]
            sums.points += made
            sums.best = made if sums.played == 1 else max(sums.best, made)
        if len(points) > 1:
            players = [(level, who) for level, who, *_ in seats]
            places = places_of([(won, 0 if drawn else score) for *_, score, won, drawn, _ in seats])
            known = {one: self.ratings.get((kind, one), Rating()) for one in points}
            for player, rating in rated(players, places, known).items():
                self.ratings[kind, player] = rating


_folds: dict[tuple[str, int, int], _Fold] = {}  # by the file of the store: path, device, inode
_one_at_a_time = Lock()


def standings(
    store: Store, *, game: str | None = None, player: str | None = None, damaged: Damaged = fail
) -> list[Standing]:
    """Return the standings, best first within each game, the games in the order of the README.

    Computers, by their levels, come after all people.

    Games count if they are over, resigned or lost on time. The last two give no points. A shared
    win is a win for each winner. A game that a level played from several seats counts once. Games
    in which a person and a computer, or two levels, moved for the same seat do not count. Nor do
    games from a position that was set up, as they may have been won at the beginning. Names that
    differ only in case or spaces are the same player, and the last spelling is shown.

    In ``revolution`` the most points lead. RV-23 gives points to the winner alone, so over several
    games they measure wins and margins. (The rulebook has no match over several games.) In the
    other games the most wins lead, and then the better average. Their scores depend on the number
    of players and on the options, so a sum would mostly measure the number of games played.

    Args:
        store: The store of the games.
        game: Only this game.
        player: Only this player, without regard to case and spaces.
        damaged: Called with an error for each standing that cannot be read. The others count.
    """
    wanted = None if player is None else folded(player)
    file = store.path.stat()
    found = []
    with _one_at_a_time:
        key = (str(store.path), file.st_dev, file.st_ino)
        with store.reading():
            fold = _folds.get(key, _Fold())
            if not fold.go_on(store.connection):
                fold = _Fold()
                fold.go_on(store.connection)
        _folds[key] = fold
        for (kind, who), sums in fold.sums.items():
            if game in (None, kind) and wanted in (None, who[1]):
                try:
                    found.append(_standing(kind, who, sums, fold.ratings.get((kind, who))))
                except ValueError as error:
                    damaged(damaged_game(store.path, sums.last, str(error)))
    return sorted(found, key=_rank)


def _standing(kind: str, who: Who, sums: _Sums, rating: Rating | None) -> Standing:
    """Return the standing of a player in a game. Raise ValueError for damaged data."""
    if kind not in NAMES:
        raise ValueError(f"{kind!r} is no game")
    check_text(sums.name)
    mean, deviation = (None, None) if rating is None else rating
    return Standing(
        kind,
        sums.name,
        sums.played,
        sums.won,
        sums.drawn,
        sums.points,
        sums.best,
        sums.points / sums.played,
        who[0],
        mean,
        None if deviation is None else SURE * deviation,
    )


def as_csv(table: Iterable[Standing]) -> str:
    """Return the standings as CSV with a line of headings.

    Averages have two decimals. Ratings are rounded to integers, and empty for unrated players.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Standing._fields)
    for standing in table:
        rating = ("" if one is None else f"{one:.0f}" for one in standing[-2:])
        row = standing._replace(player=no_formula(standing.player))
        writer.writerow([*row[:7], f"{standing.average:.2f}", standing.level, *rating])
    return text.getvalue()


def _rank(standing: Standing) -> tuple[bool, int, float, float, int, int, str]:
    """Return a sort key: the best standing first, equal standings by name."""
    first, second = float(standing.won), standing.average
    if find_kit(standing.game).about.most_points_lead:
        first, second = float(standing.points), float(standing.won)
    name, level = folded(standing.player), standing.level
    at = NAMES.index(standing.game)
    return level > 0, at, -first, -second, standing.played, level, name
