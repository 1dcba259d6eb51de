"""The results of games that have ended, kept as rows of their own, so that standings are sums.

:func:`keep_results` writes those of one game, after each change of it that may change them; it is
what brings a store of an older version up to date, too.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.match.seats import read_seats
from firmware.storage.computers import computers_of
from firmware.storage.errors import is_damage
from firmware.storage.rows import DAMAGE, read_players, read_texts
from firmware.storage.settings import SEATS
from firmware.storage.values import FORFEITS, Player, Result
from rules import folded

_SET_UP = '\n[position "'  # a line of the header of a game that begins from a position
_WHO_MOVED = """
    SELECT seat, min(level), max(level) FROM moves
    WHERE game = ? AND dropped = 0 AND level NOT NULL GROUP BY seat
    """  # which levels made the moves of each seat


class Ended(NamedTuple):
    """A game whose results count: it is over, or a side has given it up.

    One from a position that was set up never counts: it may have been won at its beginning. Nor
    does one in which a person and a computer, or two levels, have moved for the same seat.

    Attributes:
        kind: The name of the game.
        players: Who played it, with their scores.
        computers: The level of each seat that the computer played.
        forfeited: Whether a side has given it up, or its clock has run out.
    """

    kind: str
    players: Sequence[Player]
    computers: Mapping[str, int]
    forfeited: bool

    @property
    def who(self) -> list[tuple[int, str] | None]:
        """The level of each seat's computer or 0, and the folded name of its person or "".

        None for who gave no name, and is called as the seat.
        """
        known: list[tuple[int, str] | None] = []
        for seat, name, _, _ in self.players:
            level = self.computers.get(seat, 0)
            known.append((level, "") if level else None if name == seat else (0, folded(name)))
        return known


def keep_results(db: sqlite3.Connection, game: int) -> None:
    """Write the results of a game anew, inside a transaction of the caller.

    A game that goes on, was abandoned, is not there or cannot be read has none.
    """
    db.execute("DELETE FROM results WHERE game = ?", (game,))
    ended = ended_game(db, game)
    if ended is not None:
        db.executemany(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", results_of(game, ended)
        )


def results_of(game: int, ended: Ended) -> list[Result]:
    """Return what each player with a name made of a game that has ended, in seat order.

    A level that played several seats is there once, with the sum of its scores. Nobody has points
    where a side has given it up. game: its number.
    """
    drawn = not any(player.won for player in ended.players)
    found: dict[tuple[int, str], Result] = {}
    for (_, given, score, won), who in zip(ended.players, ended.who, strict=True):
        if who is not None and score is not None:
            name = "" if who[0] else given
            before = found.get(who, Result(ended.kind, *who, game, name, 0, won=False, drawn=drawn))
            points = 0 if ended.forfeited else score
            found[who] = before._replace(score=before.score + points, won=before.won or won)
    return list(found.values())


def ended_game(db: sqlite3.Connection, game: int) -> Ended | None:
    """Return a game whose results count; None for any other, and for one that cannot be read."""
    try:
        return _ended(db, game)
    except DAMAGE:
        return None  # who lists the games is told
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return None


def _ended(db: sqlite3.Connection, game: int) -> Ended | None:
    """Return what :func:`ended_game` does. Raise what reading a damaged one does."""
    find = """
        SELECT game, reason, notes, (SELECT value FROM settings WHERE name = ?) FROM games
        WHERE id = ? AND (how = 'over' OR reason IN (?, ?)) AND NOT instr(header, ?)
        """
    ended = db.execute(find, (f"{SEATS}{game}", game, *FORFEITS, _SET_UP)).fetchone()
    if ended is None:
        return None
    kind, reason, notes, seats = ended
    computers = dict(_computers(notes, seats))
    for seat, least, most in db.execute(_WHO_MOVED, (game,)):
        if least != most:
            return None
        computers[seat] = least
    find = "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place"
    players = read_players(kind, db.execute(find, (game,)))
    return Ended(kind, players, computers, reason in FORFEITS)


def _computers(notes: str, seats: str | None) -> Mapping[str, int]:
    """Return seat -> level of the seats that the computer played, as far as it was said before.

    seats: what is kept of the seats of a game on a screen, None for one at a table.
    """
    return computers_of(read_texts(notes)) if seats is None else read_seats(seats).computers
