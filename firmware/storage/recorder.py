"""The recorder, which writes the events of matches into the store, even when the disk fails.

Batches of events that the disk refuses wait in memory, in order, and are written later.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from firmware.match.events import Seated
from firmware.match.line import GameLine, read_line
from firmware.match.running import Batch
from firmware.play.effects import Effect, Warn
from firmware.storage.database import WAIT
from firmware.storage.errors import (
    AlreadyKeptError,
    ConflictError,
    DamagedError,
    DamagedGameError,
    ReplacedError,
    StoreError,
)
from firmware.storage.files import unused
from firmware.storage.log import seats_of
from firmware.storage.pending import PendingGame
from firmware.storage.store import Store
from firmware.storage.values import KeptGame
from firmware.words import N_, message_of, told
from hal.trace import SECOND
from rules import Reading, Record, read_record

FIRST_PAUSE = 1 * SECOND  # before the first new attempt to write; each pause is twice the last
LONGEST_PAUSE = 60 * SECOND

LOOK_EVERY = SECOND  # between two checks whether another program has written the store

_BESIDE = N_(
    "another program has overwritten {path} while it was in use; the games go on in {beside}, and "
    "can be brought back from there"
)
_FORGOTTEN = N_("stored table data were lost; run check or calibrate again: {error}")
_ABOUT = "store"  # the warning that the news of a working store takes back


def not_saved(error: Exception) -> Warn:
    """Return the warning that moves are not on the disk, with the reason."""
    return Warn(N_("moves are not being saved: {error}"), {"error": message_of(error)}, _ABOUT)


def saved_again() -> Warn:
    """Return the news that takes back the warning of :func:`not_saved`."""
    return Warn(N_("moves are being saved again; none is missing"), about=_ABOUT, over=True)


class Brought(NamedTuple):
    """A game of another store, with its moves played.

    Attributes:
        kept: The game.
        record: Its record.
        line: Its moves.
    """

    kept: KeptGame
    record: Record
    line: GameLine


def read_store(path: Path) -> list[Brought]:
    """Return the readable games of a store. Raise StoreError, RecordError.

    The time grows with the number of moves, so do not call it in the thread of the matches.
    """
    found = []
    with Store(path, writes=False) as store:
        for one in store.games(damaged=lambda _: None):
            kept = store.game(one.id)
            record = read_record(kept.record.encode(), kept.load, Reading(strict=True))
            line = read_line(record.header.start(kept.load), record.moves)
            found.append(Brought(kept, record, line))
    return found


class Recorder:
    """The writer of matches into a store. Play goes on when writing fails.

    Batches that cannot be written wait in memory, in order, for the next batch or :meth:`retry`.
    The store is then opened again, as its disk may have been away. If the game is no longer there,
    or another game has its number, the whole game is written as a new game. Nothing in the store
    is overwritten.

    Args:
        path: The path of the store.
        tell: Called with a warning, once, when moves cannot be kept, and when they are kept again.
        now: Returns the day and time.
        wait: Seconds to hold up the game, once, while another program has the file.

    Attributes:
        beside: The name of the file beside `path` in which games go on, "" before another program
            has overwritten `path`.
        changes: The number of times that a game that is not open may have changed.
    """

    def __init__(
        self, path: Path, tell: Callable[[Effect], None], now: Callable[[], datetime], wait: float = WAIT
    ) -> None:
        self.beside = ""
        self.changes = 0
        self._path = path
        self._tell = tell
        self._today = now
        self._wait = wait
        self._store: Store | None = None
        # Open games, and closed games that are not written yet; in order.
        self._pending: dict[PendingGame, None] = {}
        self._unwritten: dict[PendingGame, None] = {}  # pending games that are not written yet
        self._playing: set[PendingGame] = set()
        self._gathers = False
        self._now = 0
        self._troubled = False
        self._pause = FIRST_PAUSE
        self._next = 0
        self._seconds = 0.0  # of writing since the last take_seconds()
        self._next_look = 0  # microseconds: the next check whether another program has written
        self.catch_up()

    @property
    def missing(self) -> int:
        """The number of batches of all games that are in memory only."""
        return sum(game.missing for game in self._pending)

    @property
    def unsaved(self) -> list[PendingGame]:
        """The games with batches that are in memory only."""
        return [game for game in self._pending if game.missing]

    def take_seconds(self) -> float:
        """Return the seconds that writing has taken since the last call."""
        seconds, self._seconds = self._seconds, 0.0
        return seconds

    @property
    def folder(self) -> Path:
        """The folder in which the store is, or should be."""
        return self._path.parent

    def unfinished(self) -> KeptGame | None:
        """Return the latest unfinished game. The result is None without a game or a store.

        Raise DamagedGameError when that game cannot be read.
        """
        try:
            return None if self._store is None else self._store.unfinished()
        except DamagedGameError:
            raise
        except StoreError as error:
            self._fail(error)
            return None

    def setting(self, name: str) -> str | None:
        """Return the value of a setting. The result is None if it is not set or cannot be read."""
        try:
            return None if self._store is None else self._store.setting(name)
        except DamagedError as error:
            self._tell(Warn(_FORGOTTEN, {"error": message_of(error)}))
            return None
        except StoreError as error:
            self._fail(error)
            return None

    def keep(self, name: str, text: str | None) -> None:
        """Keep the value of a setting. None removes it."""
        try:
            if self._store is not None:
                self._store.set(name, text)
        except StoreError as error:
            self._fail(error)

    def open(self, game: PendingGame, at: int = 0) -> None:
        """Keep this game from now on, beside other open games, until :meth:`leave`. at: the time in microseconds."""
        self._now = max(self._now, at)
        self._playing.add(game)
        self.catch_up(game)

    def write(self, game: PendingGame, batch: Batch) -> None:
        """Write a batch of a game. It is then on the disk, unless the disk fails.

        A closed game is written too, as it may be given up after the next game has begun.
        """
        self._now = max(self._now, batch.at)
        game.add(batch, self._today)
        self._take_in(game)

    def leave(self, game: PendingGame) -> None:
        """Close an open game, which is kept in memory until it is written."""
        self.changes += 1
        self._playing.remove(game)
        self._take_in(game)

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Gather the batches of all matches in the context, and write them together at its end.

        Show or answer nothing of them before, as they are not on the disk. A disk writes a hundred
        moves as fast as a single move.
        """
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False
            self._write_gathered()

    def _take_in(self, game: PendingGame) -> None:
        """Write the missing batches of a game, now or with the gathered batches."""
        self._pending[game] = None
        self._unwritten[game] = None
        if not self._gathers:
            self.catch_up()

    def _write_gathered(self) -> None:
        if self._unwritten:
            self.catch_up()

    def kept(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise the errors of Store.game."""
        self._write_gathered()
        return self._usable.game(number)

    @property
    def readable(self) -> Path:
        """The path of the store after all gathered batches are written, for readers elsewhere.

        Raise StoreError while the store cannot be used.
        """
        self._write_gathered()
        return self._usable.path

    def discard(self, game: PendingGame) -> None:
        """Close an open game and delete it. It stays in the store if it cannot be deleted."""
        del self._pending[game]
        self._unwritten.pop(game, None)
        self._playing.remove(game)
        if self._store is not None and game.number is not None:
            with suppress(StoreError):
                self._store.delete(game.number)

    def rename(self, number: int, seat: str, name: str) -> None:
        """Correct a player's name in a game that is not open. Raise the errors of Store.rename."""
        self._write_gathered()
        self.changes += 1
        self._usable.rename(number, seat, name, self._today())

    def import_record(self, record: Record, line: GameLine | None = None) -> int:
        """Keep a game from elsewhere while another game is played, and return its number.

        line: its moves, if they were played already.

        Raises:
            AlreadyKeptError: The store has the game already.
            MalformedError: Its options name files.
            StoreError: The store cannot be used.
        """
        self.changes += 1
        return self._usable.add(record, busy=self._open_games, line=line)

    def bring_back(self, game: "Brought") -> bool:
        """Keep a game of another store by :func:`read_store`. Raise StoreError.

        Return whether the game is new here, or has more moves than before.
        """
        kept = game.kept
        self.changes += 1
        try:
            number = self._usable.add(game.record, kept.load, kept, self._open_games, line=game.line)
        except AlreadyKeptError:
            return False
        if kept.how is None:
            self._usable.resume(number, self._today())
        seats = seats_of(kept.log)
        if seats != seats_of(self._usable.game(number).log):
            self._usable.add_to(number, Seated(seats))
        return True

    @property
    def _open_games(self) -> set[int]:
        """The numbers of the games that are open or not written yet."""
        return {game.number for game in self._pending if game.number is not None}

    @property
    def _usable(self) -> Store:
        """The store. Raise StoreError while it cannot be used."""
        if self._store is None:
            raise StoreError(told("{path}: cannot be used at the moment", path=str(self._path)))
        return self._store

    def retry(self, at: int) -> None:
        """Try again to write missing batches, if the pause is over at `at` microseconds.

        Check, too, whether another program has written the store.
        """
        self._now = max(self._now, at)
        if self._now >= self._next_look:
            self._next_look = self._now + LOOK_EVERY
            self._look()
        if self._troubled and self._now >= self._next:
            self.catch_up()

    def close(self) -> None:
        """Try a last time to write missing batches, and close the store."""
        if self._troubled and self.missing:
            self.catch_up()
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()

    def catch_up(self, *games: PendingGame) -> None:
        """Write all missing batches. On failure warn once, and set the time of the next attempt.

        games: further games that may have missing batches.
        """
        self._pending |= dict.fromkeys(games)
        self._unwritten |= dict.fromkeys(games)
        began = monotonic()
        try:
            try:
                self._catch_up()
            except ReplacedError:
                self._go_beside()
                self._catch_up()
        except StoreError as error:
            self._fail(error)
            return
        finally:
            self._seconds += monotonic() - began
        for game in self._unwritten.keys() - self._playing:
            del self._pending[game]
        self._unwritten.clear()
        if self._troubled:
            self._troubled = False
            self._pause = FIRST_PAUSE
            assert self._store is not None
            self._store.wait(self._wait)
            self._tell(saved_again())

    def _look(self) -> None:
        """Check whether another program has written the store, and then go on beside it."""
        try:
            if self._store is not None and not self._troubled:
                self._store.check_own()
        except ReplacedError:
            self._go_beside()
            self.catch_up()
        except StoreError:
            return  # it was moved away: the next write reports it

    def _go_beside(self) -> None:
        """Leave the store to the program that has written it, and keep all games beside it."""
        assert self._store is not None
        path, self._path = self._path, unused(self._path)
        self.beside = self._path.name
        self._store.leave(self._path)
        self._store = None
        if not self._path.exists():
            for game in self._pending:
                game.write_anew()
        self._tell(Warn(_BESIDE, {"path": str(path), "beside": str(self._path)}, "beside"))

    def _catch_up(self) -> None:
        """Write all missing batches to the open store or, after a failure, to a reopened store."""
        if self._store is not None:
            try:
                self._write(self._store)
            except ConflictError:
                raise
            except StoreError:
                if not self._troubled:
                    raise
            else:
                return
        store = self._open()
        for game in self._pending:
            game.write_missing(store, reopened=True)

    def _write(self, store: Store) -> None:
        """Write missing batches to the open store.

        Several batches are written together, all or nothing. After a failure of the disk they are
        written singly, so that it keeps as many as it has room for.
        """
        before = {game: game.progress for game in self._unwritten}
        together = sum(game.missing for game in before) > 1 and not self._troubled
        try:
            with store.writing() if together else nullcontext():
                for game in before:
                    game.write_missing(store, reopened=False)
        except StoreError:
            if together:
                for game, progress in before.items():
                    game.undo(progress)
            raise

    def _open(self) -> Store:
        """Open the store, again after a failure, and return it."""
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()
            self._store = None
        self._store = Store(self._path, wait=0 if self._troubled else self._wait)
        for game in self._pending:
            if game.number is not None:
                game.check(self._store)
        self._unwritten |= self._pending
        return self._store

    def _fail(self, error: StoreError) -> None:
        """Warn of the first error, and set the time of the next attempt."""
        if not self._troubled:
            self._troubled = True
            if self._store is not None:
                with suppress(StoreError):
                    self._store.wait(0)  # the game is held up only once
            self._tell(not_saved(error))
        self._next = self._now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
