"""The tables of the store: the events of each game, and its summary.

``events`` is the truth: a match is a fold over its rows, which are only ever added. ``games`` and
``players`` hold the result of the fold, and change in the same transaction. The head of the file
names the program (SQLite's ``application_id``) and the version of these tables (``user_version``,
sqlite.org/pragma.html).
"""

import sqlite3
from pathlib import Path
from typing import Final

from firmware.storage.errors import DAMAGED, NO_STORE, DamagedError, NothingKeptError, StoreError, is_damage
from firmware.words import told

VERSION: Final = 8
"""The version of the tables. Earlier versions kept games as rows of moves."""

_APPLICATION = 0x53504C54  # "SPLT"
_MOST_TRIED = 100_000  # numbers of games that are tried where the list of games is damaged

_TABLES = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is ever used again
        game TEXT NOT NULL,
        header TEXT NOT NULL, -- a canonical record without moves
        files TEXT NOT NULL, -- what the options name, as a JSON object of texts
        notes TEXT NOT NULL, -- a JSON object of texts
        began TEXT, -- in UTC, as all times
        moves INTEGER NOT NULL DEFAULT 0, -- from here on what its events come to
        closed INTEGER NOT NULL DEFAULT 0, -- whether time alone ended it, which is a line more
        ended TEXT,
        how TEXT CHECK (how IN ('over', 'abandoned')), -- NULL while it goes on
        reason TEXT,
        clock INTEGER NOT NULL DEFAULT 0, -- milliseconds
        counted INTEGER -- when it came to count, by 'counted' in settings; NULL where it does not
    ) STRICT
    """,
    """
    CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- in seat order, from 1
        seat TEXT NOT NULL,
        name TEXT NOT NULL,
        who TEXT NOT NULL, -- the name without case and spaces
        level INTEGER NOT NULL DEFAULT 0, -- of the computer that sits there, 0 for a person
        holder TEXT NOT NULL DEFAULT '', -- the fingerprint of who sits there, '' for nobody
        played INTEGER NOT NULL DEFAULT 0, -- the level that has made its moves, once it has ended
        score INTEGER, -- NULL while the game goes on
        won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
        PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE events ( -- a row a batch, see firmware.storage.log
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        seq INTEGER NOT NULL CHECK (seq >= 1), -- without holes
        events TEXT NOT NULL, -- a JSON array a line
        day TEXT, -- the time of an end or a correction, else NULL
        PRIMARY KEY (game, seq) -- one tree, so few pages a move
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE settings ( -- what is known about the table: measured sand, broken contacts
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    # differs between any two stores, so that a program does not take a store for another
    "INSERT INTO settings VALUES ('counted', 1000000000000 + abs(random() % 1000000000000))",
    "CREATE INDEX games_of_a_player ON players (who, game)",
    "CREATE INDEX games_of_a_holder ON players (holder) WHERE holder <> ''",
    "CREATE INDEX games_that_count ON games (counted) WHERE counted NOT NULL",
    """
    CREATE VIEW results AS -- what each known player made at each seat of each game that counts
        SELECT g.game AS kind, g.id AS game, coalesce(g.ended, g.began, '') AS day, p.place,
            p.played AS level, iif(p.played, '', p.who) AS who, iif(p.played, '', p.name) AS name,
            iif(g.reason IN ('resigned', 'timed-out'), 0, p.score) AS score, p.won,
            NOT EXISTS (SELECT 1 FROM players WHERE game = g.id AND won) AS drawn, g.counted
        FROM games AS g JOIN players AS p ON p.game = g.id
        WHERE g.counted NOT NULL AND p.score NOT NULL AND (p.played OR p.name <> p.seat)
    """,
)


def check(db: sqlite3.Connection, path: Path, *, writes: bool) -> None:
    """Raise StoreError unless this is a store that this program can use.

    Args:
        db: A connection to the file, which is only read.
        path: The file, for messages.
        writes: Whether the file is to be written. Then every page of it has to be sound, and it
            may be empty.

    Raises:
        NothingKeptError: It is to be read and has no tables yet.
        StoreError: It is no store, is damaged, or is of another version.
    """
    application, version, tables = (
        db.execute(f"SELECT {what}").fetchone()[0]
        for what in (
            "application_id FROM pragma_application_id",
            "user_version FROM pragma_user_version",
            "count(*) FROM sqlite_master",
        )
    )
    if application != _APPLICATION and (application or version or tables):
        raise StoreError(told("{path}: {why}", path=str(path), why=NO_STORE))
    if 0 < version < VERSION:
        raise StoreError(
            told(
                "{path}: was written by an older speeltafel (version {version} of the file, this "
                "one knows {known}); `games export` there and `games import` here bring its games "
                "over, in another folder",
                path=str(path),
                version=version,
                known=VERSION,
            )
        )
    if version > VERSION:
        raise StoreError(
            told(
                "{path}: was written by a newer speeltafel (version {version} of the file, "
                "this one knows {known}); install that one, or name another folder",
                path=str(path),
                version=version,
                known=VERSION,
            )
        )
    if writes:
        check_pages(db, path)
    elif version == 0:
        raise NothingKeptError(told("{path}: no game has been kept here yet", path=str(path)))


def check_pages(db: sqlite3.Connection, path: Path) -> None:
    """Raise DamagedError unless every page of the file is sound."""
    (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if answer != "ok":
        raise DamagedError(told("{path}: {why} ({name})", path=str(path), why=DAMAGED, name=" ".join(answer.split())))


def game_numbers(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games in order, or all possible numbers if pages are damaged."""
    try:
        return [int(row[0]) for row in db.execute("SELECT id FROM games ORDER BY id")]
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        find = "SELECT seq FROM sqlite_sequence WHERE name = 'games'"
        (last,) = db.execute(find).fetchone() or (0,)
        return list(range(1, min(last, _MOST_TRIED) + 1))


def make_tables(db: sqlite3.Connection) -> None:
    """Make the tables of an empty file, inside a transaction of the caller."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for statement in _TABLES:
            db.execute(statement)
        db.execute(f"PRAGMA application_id={_APPLICATION}")
        db.execute(f"PRAGMA user_version={VERSION}")
