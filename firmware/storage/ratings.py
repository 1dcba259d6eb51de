"""How strong is each player? A rating of each game they play, with its uncertainty.

Ratings are those of Weng and Lin (Journal of Machine Learning Research 12, 2011), as the library
openskill has them. Every seat is a side of its own, and all pairs of a game are compared by Bradley
and Terry's model. They stand on the scale of Elo: 400 points are odds of ten to one between two.
That model, and the deviation of who has not played, are those with which the uncertainty holds the
truth of simulated players most often: after 10 to 200 games of two to six players in 89 to 100 of
100 cases (by Plackett and Luce's model in 43 to 100).

A game counts when it is over, resigned or lost on time, in the order in which games came to be so
in this store, with at least two players in it whose names or levels are known. Who has won comes
before all others, and these follow by their scores. What each player was rated after each game is
kept, so that a game that is taken away or goes on is forgotten by rating the later ones again.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from math import log, prod, sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from firmware.storage.results import Ended, ended_game

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

START, DEVIATION = 1500.0, 200.0  # of who has not played: the mean and standard deviation

Who = tuple[int, str]
"""A player: the level of the computer, 0 for a person, and the folded name, "" for a computer."""


class Rating(NamedTuple):
    """What is known of a player's strength: a normal distribution."""

    mean: float = START
    deviation: float = DEVIATION


class Place(NamedTuple):
    """Where a player came in at one seat of a game, from 1; equals share the better place."""

    level: int
    who: str
    place: int


def places_of(game: Ended) -> list[Place]:
    """Return the place of each seat whose player is known, in seat order.

    It is empty where all of them are one level of the computer, which is no opponent.
    """
    drawn = not any(player.won for player in game.players)
    made = [
        (player.won, 0 if drawn or game.forfeited else player.score or 0)
        for player in game.players
    ]  # fmt: skip
    places = [
        Place(*who, 1 + sum(other > one for other in made))
        for who, one in zip(game.who, made, strict=True)
        if who is not None
    ]
    return places if len({place[:2] for place in places}) > 1 else []


def rated(places: Sequence[Place], before: dict[Who, Rating]) -> dict[Who, Rating]:
    """Return what each player of a game is rated after it.

    places: at least two. before: what each of them was rated.
    """
    old = [before[place[:2]] for place in places]
    model = _model()
    teams = [[model.create_rating([*rating])] for rating in old]
    new = [team[0] for team in model.rate(teams, ranks=[float(one.place) for one in places])]
    after = {}
    for who, rating in before.items():
        seats = [number for number, place in enumerate(places) if place[:2] == who]
        after[who] = Rating(
            rating.mean + sum(new[seat].mu - rating.mean for seat in seats),
            rating.deviation * prod(new[seat].sigma / rating.deviation for seat in seats),
        )
    return after


@cache
def _model() -> "BradleyTerryFull":
    from openskill.models import BradleyTerryFull  # a store opens sooner without

    return BradleyTerryFull(
        mu=START, sigma=DEVIATION, beta=400 / log(10) / sqrt(2), tau=DEVIATION / 100
    )  # fmt: skip


def keep_rating(db: sqlite3.Connection, game: int) -> None:
    """Rate the players of a game after a change of it, inside a transaction of the caller.

    The same result as before changes nothing; any other, or none, has all later games of its kind
    rated again.
    """
    find = "SELECT level, who, place, kind, turn FROM ratings WHERE game = ? ORDER BY seat"
    old = db.execute(find, (game,)).fetchall()
    ended = ended_game(db, game)
    places = [] if ended is None else places_of(ended)
    if [row[:3] for row in old] == places:
        return
    if old:
        kind, turn = old[0][3:]
    else:
        assert ended is not None  # as it has places
        kind, turn = ended.kind, _next_turn(db, ended.kind)
    db.execute("DELETE FROM ratings WHERE game = ?", (game,))
    _add(db, kind, turn, game, places)
    rate_from(db, kind, turn)


def keep_all_ratings(db: sqlite3.Connection) -> None:
    """Rate all games of a store that has no ratings yet."""
    find = "SELECT id FROM games WHERE how IS NOT NULL ORDER BY coalesce(ended, began, ''), id"
    turns: dict[str, int] = {}
    for (game,) in db.execute(find).fetchall():
        ended = ended_game(db, game)
        if ended is not None and (places := places_of(ended)):
            turns[ended.kind] = turns.get(ended.kind, 0) + 1
            _add(db, ended.kind, turns[ended.kind], game, places)
    for kind in turns:
        rate_from(db, kind, 1)


def rate_from(db: sqlite3.Connection, kind: str, turn: int) -> None:
    """Rate the games of a kind anew, from one on. turn: its number in their order."""
    find = "SELECT turn, level, who, place FROM ratings WHERE kind = ? AND turn >= ? ORDER BY turn"
    known: dict[Who, Rating] = {}
    rows: list[tuple[float, float, str, int, int, str]] = []
    for at, seats in groupby(db.execute(find, (kind, turn)).fetchall(), itemgetter(0)):
        places = [Place(*seat) for _, *seat in seats]
        players = {place[:2] for place in places}
        before = {who: known.get(who) or _before(db, kind, who, turn) for who in players}
        after = rated(places, before)
        known |= after
        rows += [(*rating, kind, at, *who) for who, rating in after.items()]
    change = (
        "UPDATE ratings SET rating = ?, deviation = ? "
        "WHERE kind = ? AND turn = ? AND level = ? AND who = ?"
    )
    db.executemany(change, rows)


def _before(db: sqlite3.Connection, kind: str, who: Who, turn: int) -> Rating:
    """Return what a player was rated before a game."""
    find = """
        SELECT rating, deviation FROM ratings
        WHERE kind = ? AND level = ? AND who = ? AND turn < ? ORDER BY turn DESC LIMIT 1
        """
    row = db.execute(find, (kind, *who, turn)).fetchone()
    return Rating() if row is None else Rating(*row)


def _next_turn(db: sqlite3.Connection, kind: str) -> int:
    find = "SELECT coalesce(max(turn), 0) + 1 FROM ratings WHERE kind = ?"
    turn: int = db.execute(find, (kind,)).fetchone()[0]
    return turn


def _add(db: sqlite3.Connection, kind: str, turn: int, game: int, places: Iterable[Place]) -> None:
    """Add a game that is still to be rated."""
    rows = [
        (kind, level, who, turn, seat, game, place, *Rating())
        for seat, (level, who, place) in enumerate(places)
    ]
    db.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
