"""The errors of the store, and what they say about an error of SQLite."""

import sqlite3
from collections.abc import Callable

from firmware.words import Text, told
from rules import GameError

NO_STORE = told("is no store of games; it is left as it is, so name another folder")
DAMAGED = told("is damaged; it is left as it is, so move it away or name another folder")

_REMEDIES = {
    sqlite3.SQLITE_BUSY: told(
        "is in use by another program; end that one first, or name another folder"
    ),
    sqlite3.SQLITE_FULL: told("the disk is full; make room on it, or name another folder"),
    sqlite3.SQLITE_READONLY: told("cannot be written; allow it, or name another folder"),
    sqlite3.SQLITE_CANTOPEN: told(
        "cannot be opened; allow its folder to be written, or name another folder"
    ),
    sqlite3.SQLITE_NOTADB: NO_STORE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_IOERR: told("the disk fails; make room on it, check it, or name another folder"),
}


class StoreError(Exception):
    """A store that cannot be used; the message is one line: what, where and what to do.

    Its value `path` is where, which people elsewhere need not know.
    """


class DamagedError(StoreError):
    """A part of the store cannot be read as it was written; other parts may be."""


class DamagedGameError(DamagedError):
    """A game cannot be read as it was written; other games may be.

    Args:
        game: The number of the game.
        message: The text of the error.
    """

    def __init__(self, game: int, message: Text) -> None:
        super().__init__(message)
        self.game = game


class NotEmptyError(StoreError):
    """Games are there that would be replaced."""


class NothingKeptError(StoreError):
    """There is nothing to read yet: no game has been kept at this path."""


class NoGameError(StoreError):
    """The store has no game of this number."""


class UnkeptError(StoreError, GameError):
    """A game is not begun, as it could not be kept."""


class ReplacedError(StoreError):
    """Somebody else has written the file while it was in use, or has put another in its place."""


class ConflictError(StoreError):
    """The store has something else in the place of what it should keep; it stays as it is."""


class AlreadyKeptError(StoreError):
    """The store has this record already.

    Args:
        game: The number of the game that has it.
        message: The text of the error.
    """

    def __init__(self, game: int, message: Text) -> None:
        super().__init__(message)
        self.game = game


def primary_code(error: Exception) -> int:
    """Return SQLite's primary result code of an error (sqlite.org/rescode.html), 0 for none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether the file is damaged where SQLite has read it."""
    return primary_code(error) == sqlite3.SQLITE_CORRUPT


def explain(error: sqlite3.Error) -> Text:
    """Return what is wrong with the file and what to do about it."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    why = _REMEDIES.get(primary_code(error)) or told("cannot be used: {error}", error=str(error))
    return told("{why} ({name})", why=why, name=name)


Damaged = Callable[[DamagedGameError], None]
"""What is done about a game that cannot be read, while others are."""


def fail(error: DamagedGameError) -> None:
    """Raise the error: nothing else is done about a game that cannot be read."""
    raise error
