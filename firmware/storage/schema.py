"""The tables of the store, as ``schema.sql`` has them, and the check of a file before it is used.

``events`` is the truth: a match is a fold over its rows, which are only ever added. ``games`` and ``players`` hold the
result of the fold, and change in the same transaction.

The head of the file names the program (SQLite's ``application_id``) and the version of these tables
(``user_version``, sqlite.org/pragma.html).
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
        for statement in Path(__file__).with_name("schema.sql").read_text("utf-8").split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id={_APPLICATION}")
        db.execute(f"PRAGMA user_version={VERSION}")
