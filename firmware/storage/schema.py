"""The tables of the store, their versions, and how a file is brought to the newest version.

The file's head says what it is: SQLite's ``application_id`` whose database it is, ``user_version``
how many migrations it has been through (sqlite.org/pragma.html).
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from firmware.storage.errors import (
    DAMAGED,
    NO_STORE,
    DamagedError,
    NothingKeptError,
    StoreError,
    is_damage,
)
from firmware.storage.ratings import keep_all_ratings
from firmware.storage.results import keep_results
from firmware.words import told
from rules import folded

Migrations = Sequence[Sequence[str | Callable[[sqlite3.Connection], None]]]
"""What leads from each version of the schema to the next: SQL statements, and what carries on."""

_LOG = logging.getLogger("speeltafel")

_SILENT = 5.0  # seconds after which it is said how many of the games are done
_APPLICATION = 0x53504C54  # "SPLT"
_MOST_TRIED = 100_000  # games that are looked for by number where the list of them is damaged

_VERSION_1 = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is ever used again
        game TEXT NOT NULL,
        header TEXT NOT NULL, -- a canonical record without moves
        files TEXT NOT NULL, -- what the options name, as a JSON object of texts
        notes TEXT NOT NULL, -- a JSON object of texts
        began TEXT, -- in UTC, as all times
        ended TEXT,
        how TEXT CHECK (how IN ('over', 'abandoned')), -- NULL while it goes on
        reason TEXT,
        clock INTEGER NOT NULL DEFAULT 0 -- milliseconds
    ) STRICT
    """,
    """
    CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- in seat order, from 1
        seat TEXT NOT NULL,
        name TEXT NOT NULL,
        score INTEGER, -- NULL while the game goes on
        won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
        PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ply INTEGER NOT NULL CHECK (ply >= 1),
        dropped INTEGER NOT NULL DEFAULT 0, -- 0: in the game; n: the n-th taken back of this ply
        seat TEXT NOT NULL,
        line TEXT NOT NULL,
        at INTEGER, -- microseconds of the program's clock; NULL when brought in
        PRIMARY KEY (game, ply, dropped) -- so no ply is there twice; one tree, so few pages a move
    ) STRICT, WITHOUT ROWID
    """,
)

_VERSION_2 = (
    """
    CREATE TABLE settings ( -- what is known about the table: measured sand, broken contacts
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)


_VERSION_3 = (
    """
    CREATE TABLE results ( -- what each player made of each game that has ended
        kind TEXT NOT NULL, -- the name of the game
        level INTEGER NOT NULL, -- of the computer, 0 for a person
        who TEXT NOT NULL, -- the name without case and spaces, '' for a computer
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        name TEXT NOT NULL,
        score INTEGER NOT NULL,
        won INTEGER NOT NULL CHECK (won IN (0, 1)),
        drawn INTEGER NOT NULL CHECK (drawn IN (0, 1)),
        PRIMARY KEY (kind, level, who, game) -- in the order in which standings add them up
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX results_of_a_game ON results (game)",
    "CREATE INDEX games_by_day ON games (coalesce(began, ''), id)",
)


def _fold_all_names(db: sqlite3.Connection) -> None:
    db.create_function("folded", 1, lambda name: folded(name.decode(errors="replace")))
    db.execute("UPDATE players SET who = folded(CAST(name AS BLOB))")


_SUMS = """
    INSERT INTO standings
    SELECT kind, level, who, count(*), sum(won), sum(drawn), CAST(total(score) AS INTEGER),
        max(score), max(game)
    FROM results
    """

_VERSION_4 = (
    "ALTER TABLE players ADD COLUMN who TEXT NOT NULL DEFAULT ''",  # as in results
    _fold_all_names,
    "CREATE INDEX games_of_a_player ON players (who, game)",
    """
    CREATE TABLE standings ( -- the sums of results, which triggers keep up to date
        kind TEXT NOT NULL,
        level INTEGER NOT NULL,
        who TEXT NOT NULL,
        played INTEGER NOT NULL,
        won INTEGER NOT NULL,
        drawn INTEGER NOT NULL,
        points INTEGER NOT NULL,
        best INTEGER NOT NULL,
        last INTEGER NOT NULL, -- the game in which the name was typed last
        PRIMARY KEY (kind, level, who)
    ) STRICT, WITHOUT ROWID
    """,
    f"{_SUMS} GROUP BY kind, level, who",
    """
    CREATE TRIGGER result_added AFTER INSERT ON results BEGIN
        INSERT INTO standings VALUES (new.kind, new.level, new.who, 1, new.won, new.drawn,
            new.score, new.score, new.game)
        ON CONFLICT DO UPDATE SET played = played + 1, won = won + excluded.won,
            drawn = drawn + excluded.drawn,
            points = CAST(points + excluded.points AS INTEGER),
            best = max(best, excluded.best), last = max(last, excluded.last);
    END
    """,
    f"""
    CREATE TRIGGER result_removed AFTER DELETE ON results BEGIN
        DELETE FROM standings
        WHERE kind = old.kind AND level = old.level AND who = old.who;
        {_SUMS}
        WHERE kind = old.kind AND level = old.level AND who = old.who GROUP BY kind, level, who;
    END
    """,
)

_VERSION_5 = (
    "ALTER TABLE moves ADD COLUMN clock INTEGER",  # milliseconds on that of who moved; NULL: none
)

_VERSION_6 = (
    """
    CREATE TABLE ratings ( -- where each player came in at each game, and is rated since
        kind TEXT NOT NULL,
        level INTEGER NOT NULL, -- with who, as in results
        who TEXT NOT NULL,
        turn INTEGER NOT NULL, -- the number of the game in the order in which those of a kind ended
        seat INTEGER NOT NULL, -- among those whose player is known, from 0
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- from 1, the same for equals
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        PRIMARY KEY (kind, level, who, turn, seat)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX ratings_by_turn ON ratings (kind, turn)",
    "CREATE INDEX ratings_of_a_game ON ratings (game)",
)


def _keep_all_results(db: sqlite3.Connection) -> None:
    """Keep the results and ratings of a store of a version that had none."""
    has_results = db.execute("SELECT 1 FROM results LIMIT 1").fetchone()
    numbers = [] if has_results else game_numbers(db)
    said = monotonic()
    for done, number in enumerate(numbers):
        if monotonic() - said > _SILENT:
            said = monotonic()
            _LOG.warning("the store is brought up to date: %d of %d games", done, len(numbers))
        keep_results(db, number)
    if not db.execute("SELECT 1 FROM ratings LIMIT 1").fetchone():
        keep_all_ratings(db)


_VERSION_7 = (
    "ALTER TABLE moves ADD COLUMN level INTEGER",  # of the computer that made it; NULL: not known
    _keep_all_results,
)

MIGRATIONS: Migrations = (
    _VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4, _VERSION_5, _VERSION_6, _VERSION_7,
)  # fmt: skip
"""What leads from each version of the schema to the next, from an empty file on.

A released version never changes here: what is to be different is a further one.
"""


def check(db: sqlite3.Connection, path: Path, migrations: Migrations, *, writes: bool) -> None:
    """Raise StoreError unless this is a store that this program can use.

    Args:
        db: A connection to the file, which is only read.
        path: The file, for messages.
        migrations: The versions that this program knows.
        writes: Whether the file is to be written. Then every page of it has to be sound, and it
            may be empty.

    Raises:
        NothingKeptError: It is to be read and has no tables yet.
        StoreError: It is no store, is damaged, or is of a newer version.
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
    known = len(migrations)
    if version > known:
        raise StoreError(
            told(
                "{path}: was written by a newer speeltafel (version {version} of the file, "
                "this one knows {known}); install that one, or name another folder",
                path=str(path),
                version=version,
                known=known,
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
        raise DamagedError(
            told(
                "{path}: {why} ({name})", path=str(path), why=DAMAGED, name=" ".join(answer.split())
            )
        )


def game_numbers(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games in order; where pages are damaged, those there may be."""
    try:
        return [int(row[0]) for row in db.execute("SELECT id FROM games ORDER BY id")]
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        find = "SELECT seq FROM sqlite_sequence WHERE name = 'games'"
        (last,) = db.execute(find).fetchone() or (0,)
        return list(range(1, min(last, _MOST_TRIED) + 1))


def migrate(db: sqlite3.Connection, migrations: Migrations, *, damaged: bool = False) -> None:
    """Bring the file to the last version, inside a transaction of the caller.

    damaged: Whether it is a copy to read, of which what is damaged is left out.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for statements in migrations[version:]:
        for statement in statements:
            try:
                if isinstance(statement, str):
                    db.execute(statement)
                else:
                    statement(db)
            except sqlite3.Error as error:
                if not (damaged and is_damage(error)):
                    raise
    if version < len(migrations):
        db.execute(f"PRAGMA application_id={_APPLICATION}")
        db.execute(f"PRAGMA user_version={len(migrations)}")
