"""The errors of the store, and their messages for the errors of SQLite."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from firmware.words import Text, told
from rules import GameError

NO_STORE = told("is no store of games; it is left as it is, so name another folder")
DAMAGED = told("is damaged; it is left as it is, so move it away or name another folder")

_REMEDIES = {
    sqlite3.SQLITE_BUSY: told("is in use by another program; end that one first, or name another folder"),
    sqlite3.SQLITE_FULL: told("the disk is full; make room on it, or name another folder"),
    sqlite3.SQLITE_READONLY: told("cannot be written; allow it, or name another folder"),
    sqlite3.SQLITE_CANTOPEN: told("cannot be opened; allow its folder to be written, or name another folder"),
    sqlite3.SQLITE_NOTADB: NO_STORE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_IOERR: told("the disk fails; make room on it, check it, or name another folder"),
}


class StoreError(Exception):
    """A store that cannot be used.

    The message is a single line with the fault, the file and the remedy. The value `path` of the
    message is the file, which remote clients need not know.
    """


class DamagedError(StoreError):
    """A part of the store is damaged. Other parts may be readable."""


class _OfGameError(StoreError):
    """An error about a game of the store.

    Args:
        game: The number of the game.
        message: The text of the error.
    """

    def __init__(self, game: int, message: Text) -> None:
        super().__init__(message)
        self.game = game


class DamagedGameError(_OfGameError, DamagedError):
    """A game of the store is damaged. Other games may be readable."""


class NotEmptyError(StoreError):
    """A restored copy would replace the games of a store."""


class NothingKeptError(StoreError):
    """There is nothing to read yet: no game has been kept at this path."""


class NoGameError(StoreError):
    """The store has no game of this number."""


class UnkeptError(StoreError, GameError):
    """A game is not begun, as the store could not keep it."""


class ReplacedError(StoreError):
    """Another program has written the file while it was in use, or has replaced it."""


class ConflictError(StoreError):
    """The store holds other data in the place of the new data. It stays as it is."""


class AlreadyKeptError(_OfGameError):
    """The store has this record already."""


def primary_code(error: Exception) -> int:
    """Return SQLite's primary result code of an error, 0 without a code. See sqlite.org/rescode.html."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error means that the file is damaged where SQLite has read it."""
    return primary_code(error) == sqlite3.SQLITE_CORRUPT


def explain(error: sqlite3.Error) -> Text:
    """Return the message for an error of SQLite: the fault of the file and its remedy."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    why = _REMEDIES.get(primary_code(error)) or told("cannot be used: {error}", error=str(error))
    return told("{why} ({name})", why=why, name=name)


def damaged_game(path: Path, number: int, why: Text | str) -> DamagedGameError:
    """Return the error of a game of the store at `path` that cannot be read."""
    text = told("{path}: game {number} cannot be read: {why}", path=str(path), number=number, why=why)
    return DamagedGameError(number, text)


Damaged = Callable[[DamagedGameError], None]
"""A handler of the error of a damaged game, called while other games are read."""


def fail(error: DamagedGameError) -> None:
    """Raise the error of a damaged game. This is the default handler."""
    raise error
