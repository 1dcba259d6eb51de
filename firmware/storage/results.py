"""The results of games that have ended, kept as rows of their own, so that standings are sums.

:func:`keep_results` writes those of one game, after each change of it that may change them; it is
what brings a store of an older version up to date, too.
"""

import sqlite3
from collections.abc import Mapping

from firmware.match.seats import read_seats
from firmware.storage.computers import computers_of
from firmware.storage.errors import is_damage
from firmware.storage.rows import DAMAGE, read_players, read_texts
from firmware.storage.settings import SEATS
from firmware.storage.values import FORFEITS, Result, results_of


def keep_results(db: sqlite3.Connection, game: int) -> None:
    """Write the results of a game anew, inside a transaction of the caller.

    A game that goes on, was abandoned, is not there or cannot be read has none.
    """
    db.execute("DELETE FROM results WHERE game = ?", (game,))
    try:
        results = _results(db, game)
    except DAMAGE:
        return  # who lists the games is told
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return
    db.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", results)


def _results(db: sqlite3.Connection, game: int) -> list[Result]:
    """Return the results of a game. Raise what reading a damaged one does."""
    find = """
        SELECT game, reason, notes, (SELECT value FROM settings WHERE name = ?) FROM games
        WHERE id = ? AND (how = 'over' OR reason IN (?, ?))
        """
    ended = db.execute(find, (f"{SEATS}{game}", game, *FORFEITS)).fetchone()
    if ended is None:
        return []
    kind, reason, notes, seats = ended
    find = "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place"
    players = read_players(kind, db.execute(find, (game,)))
    computers = _computers(notes, seats)
    return results_of(game, kind, players, computers, forfeited=reason in FORFEITS)


def _computers(notes: str, seats: str | None) -> Mapping[str, int]:
    """Return seat -> level of the seats that the computer played.

    seats: what is kept of the seats of a game on a screen, None for one at a table.
    """
    return computers_of(read_texts(notes)) if seats is None else read_seats(seats).computers
