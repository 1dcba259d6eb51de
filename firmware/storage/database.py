"""The SQLite file of a store: opening, locking, checking and transactions.

:mod:`firmware.storage.store` states the guarantees of a store. This module keeps them: there is one
writer at a time, each change is on the disk when its transaction ends, and every error of the file
or the disk is raised as a StoreError.
"""

import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from firmware.storage.errors import (
    DAMAGED,
    NO_STORE,
    DamagedError,
    NothingKeptError,
    ReplacedError,
    StoreError,
    explain,
    is_damage,
    primary_code,
)
from firmware.storage.files import give_to_owner, make_folder, resolved, sync_folder
from firmware.storage.schema import check, make_tables
from firmware.words import told

CHECKPOINT_EVERY = 200  # changes, of a few pages each; SQLite's own limit is 1000 pages
WAIT = 1.0  # seconds for which a store waits for another program that holds the file

_JOURNAL = "MEMORY" if sys.platform == "emscripten" else "WAL"
"""A browser keeps the pages of a whole transaction at once, so a log beside them has no use."""

_MAGIC = b"SQLite format 3\0"  # how every SQLite file begins: sqlite.org/fileformat2.html, 1.3.1


class Database:
    """An open SQLite database that is safe against power cuts, second writers and foreign files.

    Args:
        path: The file, made when it is not there (unless only read).
        writes: False to read only, which can be done while another program writes.
        wait: Seconds to wait for another program with the file, at opening and at each change.

    Attributes:
        path: The file itself, with links resolved. SQLite keeps its log beside it.
        connection: The open connection. Every statement belongs inside :meth:`reading`,
            :meth:`writing` or :meth:`explained`.

    Raises:
        NothingKeptError: The file is to be read only, and is missing or empty.
        StoreError: The file cannot be used.
    """

    def __init__(self, path: Path, *, writes: bool, wait: float) -> None:
        self.path = path
        self._wait = wait
        self._files: list[tuple[Path, os.stat_result]] = []
        self._known_version = 0
        self._changes = 0  # since the file itself was written last
        with ExitStack() as opened, self.explained():
            self.path = resolved(path)
            _check_place(self.path)
            if writes:
                make_folder(self.path.parent, 0o700)
                _make_private(_beside(self.path, "-lock"))
                opened.enter_context(closing(self._lock()))
            elif not _has_bytes(self.path):
                raise NothingKeptError(told("{path}: no game has been kept here yet", path=str(self.path)))
            if _has_bytes(self.path) and not _beside(self.path, "-journal").exists():
                # The file is checked before anything in it can change. (A journal is left where
                # the making of the file was cut off. That must be rolled back first.)
                reader = opened.enter_context(closing(self._reader()))
                check(reader, self.path, writes=writes)
                if writes:
                    reader.close()
                else:
                    self.connection = reader
            elif not writes:
                raise NothingKeptError(told("{path}: no game has been kept here yet", path=str(self.path)))
            if writes:
                _make_private(self.path)
                self.connection = opened.enter_context(closing(self._connect(str(self.path))))
                self._prepare()
                self._note_files()
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Close the file and release its lock. Every change is on the disk already."""
        with self.explained():
            self._opened.close()

    def wait(self, seconds: float) -> None:
        """Set the seconds that each statement waits when another program holds the file."""
        with self.explained():
            self.connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read a single state of the database, even while another program writes."""
        with self.explained(), self._transaction("DEFERRED"):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Apply all changes of the context or nothing. They are on the disk when it ends.

        The changes of a nested context are on the disk when the outer context ends.
        """
        with self.explained():
            within = self.connection.in_transaction
        if not within:
            self.check_own()
        with self.explained(), self._savepoint() if within else self._transaction("IMMEDIATE"):
            yield
        if not within:
            self._changes += 1
            if self._changes >= CHECKPOINT_EVERY:
                self.check_own()
                self.checkpoint("PASSIVE")

    def checkpoint(self, how: str) -> None:
        """Copy the log into the file itself. how: a mode of SQLite's wal_checkpoint."""
        with self.explained():
            self.connection.execute(f"PRAGMA wal_checkpoint({how})")
            self._note_files()
        self._changes = 0

    def check_own(self) -> None:
        """Raise ReplacedError if another program has written the file.

        Raise StoreError if the file was moved or deleted, as later changes would be lost. Between
        two checkpoints changes go into the log, so the file itself stays as it is.
        """
        for file, known in self._files:
            try:
                now = file.stat()
            except OSError:
                now = None
            if now is None:
                raise StoreError(told("{path}: was moved or deleted while in use; put it back", path=str(file)))
            if _place(now) != _place(known) or (
                file == self.path and _JOURNAL == "WAL" and _content(now) != _content(known)
            ):
                raise self._replaced()
        if self._files and self._version() != self._known_version:
            raise self._replaced()

    def leave(self, copy: Path) -> None:
        """Close a file that another program has written, and copy its earlier content if whole.

        The content is whole where another file was put in its place, or where SQLite changed it. It
        is not where its bytes were overwritten. The log is emptied, as it would change the other
        file.

        copy: the path of the copy.
        """
        (file, known), *others = self._files
        with suppress(sqlite3.Error, OSError):
            now = file.stat()
            same = _place(now) == _place(known)
            if not same or _content(now) == _content(known):
                copy_whole(self.connection, copy)
            if same and _content(now) == _content(known):
                others = []
        for log, opened in others:
            with suppress(OSError):
                if _place(log.stat()) == _place(opened):
                    os.truncate(log, 0)
        with suppress(StoreError):
            self.close()

    def _replaced(self) -> ReplacedError:
        return ReplacedError(told("{path}: was overwritten by another program while in use", path=str(self.path)))

    def _version(self) -> int:
        """Return a number that changes when another connection changes the file."""
        with self.explained():
            (version,) = self.connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _note_files(self) -> None:
        """Remember the state of the database and its log after they were written."""
        files = (self.path, _beside(self.path, "-wal"))  # the log holds the latest of them
        self._files = [(file, file.stat()) for file in files if file.exists()]
        self._known_version = self._version()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Raise an error of SQLite or the system as a StoreError with its file and its remedy."""
        try:
            yield
        except sqlite3.Error as error:
            kind = DamagedError if is_damage(error) else StoreError
            raise kind(told("{path}: {why}", path=str(self.path), why=explain(error))) from error
        except UnicodeDecodeError as error:  # of the sqlite3 module, for a message of SQLite
            raise DamagedError(told("{path}: {why}", path=str(self.path), why=DAMAGED)) from error
        except OSError as error:
            raise StoreError(
                told("{path}: cannot be used: {why}; name another folder", path=str(self.path), why=str(error.strerror))
            ) from error

    @contextmanager
    def _transaction(self, how: str) -> Iterator[None]:
        self.connection.execute(f"BEGIN {how}")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back some errors by itself
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self.connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back some errors by itself
                self.connection.execute("ROLLBACK TO part")
            raise
        finally:
            with suppress(sqlite3.Error):
                self.connection.execute("RELEASE part")

    def _connect(self, name: str, *, uri: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(name, timeout=self._wait, isolation_level=None, uri=uri)
        connection.text_factory = _text
        return connection

    def _lock(self) -> sqlite3.Connection:
        """Lock out other writers until the returned connection is closed or the program dies.

        The lock is an exclusive transaction on an empty database of its own. SQLite locks it as
        each operating system can, and readers of the games are not affected.
        """
        lock = self._connect(str(_beside(self.path, "-lock")))
        try:
            lock.execute("PRAGMA journal_mode=OFF")  # there is nothing to roll back
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            if primary_code(error) == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    told(
                        "{path}: is in use by another speeltafel; end that one first, or name another folder",
                        path=str(self.path),
                    )
                ) from error
            raise
        return lock

    def _reader(self) -> sqlite3.Connection:
        """Open a connection that changes nothing."""
        with self.path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise StoreError(told("{path}: {why}", path=str(self.path), why=NO_STORE))
        uri = self.path.as_uri() + "?mode=ro"
        reader = self._connect(uri, uri=True)
        try:
            reader.execute("SELECT count(*) FROM sqlite_master")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            reader.close()
            closed = primary_code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not closed or _beside(self.path, "-wal").exists():
                raise
            # SQLite needs to make its log even to read. Where it cannot, and there is no log,
            # no program writes, so the file can be read as immutable.
            return self._connect(uri + "&immutable=1", uri=True)
        return reader

    def _prepare(self) -> None:
        """Make the file safe to write, and its tables where it is empty."""
        db = self.connection
        db.execute(f"PRAGMA journal_mode={_JOURNAL}")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        db.execute("PRAGMA wal_autocheckpoint=0")  # see checkpoint()
        # Pages that a failed disk has refused may be in memory only and look as if they were on
        # the disk (sqlite.org/wal.html; "fsyncgate"). So they are written again.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with self._transaction("IMMEDIATE"):
            make_tables(db)


def _place(found: os.stat_result) -> tuple[int, int]:
    """Return the identity of a file: its device and inode."""
    return found.st_dev, found.st_ino


def _content(found: os.stat_result) -> tuple[int, int]:
    """Return the size and the modification time of a file, which a write changes."""
    return found.st_size, found.st_mtime_ns


def _text(data: bytes) -> str:
    """Decode a text of the file. Bytes that are not UTF-8 become lone surrogates."""
    return data.decode(errors="surrogateescape")


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _check_place(path: Path) -> None:
    """Raise OSError if the path is no regular file, or lies below a file."""
    nearest = next(one for one in (path, *path.parents) if one.exists())
    if nearest == path and not path.is_file():
        raise OSError(errno.EINVAL, "it is a folder or a device, not a file")
    if nearest != path and not nearest.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(nearest))


def copy_whole(db: sqlite3.Connection, target: Path) -> None:
    """Copy a database into a file, whole or not at all. Raise sqlite3.Error, OSError."""
    unfinished = _beside(target, "-copy")
    unfinished.unlink(missing_ok=True)  # of an attempt that a power cut ended
    try:
        unfinished.touch(0o600)
        give_to_owner(unfinished)
        with closing(sqlite3.connect(unfinished)) as copy:
            db.backup(copy)
        unfinished.replace(target)
        sync_folder(target.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _make_private(path: Path) -> None:
    """Make a file, and all files whose names begin with its name, readable by their owner alone.

    An empty file is made where the path is free. SQLite gives the files beside a database its owner
    and mode. Files of older versions, and copies, could be read by everybody.
    """
    if not path.exists():
        try:
            path.touch(0o600)
        except PermissionError:
            return  # opening the file reports it
        give_to_owner(path)
    with suppress(OSError):  # another user owns it
        for file in path.parent.iterdir():
            mode = file.lstat().st_mode if file.name.startswith(path.name) else 0
            if stat.S_ISREG(mode) and mode & 0o077:
                file.chmod(mode & 0o700)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
