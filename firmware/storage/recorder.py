"""The recorder, which writes the events of matches into the store, even when the disk fails.

Batches of events that the disk refuses wait in memory, in order, and are written later.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import date, datetime
from pathlib import Path
from time import monotonic
from typing import Self, TypeVar

from firmware.match.events import Begun, Distrusted, Ended, Ran, Renamed, Seated
from firmware.match.running import Batch, Keeper
from firmware.play.effects import Effect, Warn
from firmware.storage.database import WAIT
from firmware.storage.errors import (
    ConflictError,
    DamagedError,
    DamagedGameError,
    NoGameError,
    ReplacedError,
    StoreError,
)
from firmware.storage.files import unused
from firmware.storage.log import Entry, found_in, line_of
from firmware.storage.store import Store
from firmware.storage.values import KeptGame
from firmware.words import N_, message_of, told
from hal import Contacts
from hal.trace import SECOND
from rules import Header, Load, Move, find_game

FIRST_PAUSE = 1 * SECOND  # before the first new attempt to write; each pause is twice the last
LONGEST_PAUSE = 60 * SECOND

LOOK_EVERY = SECOND  # between two checks whether another program has written the store

_BESIDE = N_(
    "another program has overwritten {path} while it was in use; the games go on in {beside}, and "
    "can be brought back from there"
)
_FORGOTTEN = N_("stored table data were lost; run check or calibrate again: {error}")
_ABOUT = "store"  # the warning that the news of a working store takes back

T = TypeVar("T")


def not_saved(error: Exception) -> Warn:
    """Return the warning that moves are not on the disk, with the reason."""
    return Warn(N_("moves are not being saved: {error}"), {"error": message_of(error)}, _ABOUT)


def saved_again() -> Warn:
    """Return the news that takes back the warning of :func:`not_saved`."""
    return Warn(N_("moves are being saved again; none is missing"), about=_ABOUT, over=True)


class PendingGame(Keeper):
    """The log of a match and the number of its batches that the store has.

    Args:
        recorder: Writes its missing batches.
        header: The header of its record.
        began: The time of its beginning.
        begun: The event of its beginning, with its seats.
        notes: Texts to keep with it.
        load: Reads the files that its options name.

    Attributes:
        header: The header of its record now.
        began: The time of its beginning.
        number: Its number in the store, None before it is written.
    """

    def __init__(
        self, recorder: "Recorder", header: Header, began: date, begun: Begun, notes: Mapping[str, str], *, load: Load
    ) -> None:
        self.header = header
        self.began = began
        self.number: int | None = None
        self._recorder = recorder
        self._begun = begun
        self._notes = notes
        self._load = load
        self._log = [Entry((begun,))]
        self._written = 0
        self._tried = 0  # the last batch that the store may have, even if its write has failed
        self._wanted: int | None = None  # the preferred number when it is written anew

    @classmethod
    def of(cls, recorder: "Recorder", game: KeptGame) -> Self:
        """Return the pending game of a kept game, with nothing left to write."""
        assert game.began is not None
        begun = game.log[0].events[0]
        assert isinstance(begun, Begun)
        pending = cls(recorder, game.header, game.began, begun, game.notes, load=game.load)
        pending.number = game.id
        pending._log = [*game.log]
        pending._written = len(pending._log)
        return pending

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record."""
        return line_of(self._log).lines

    @property
    def found(self) -> Contacts:
        """The set of contacts that were found broken during the game."""
        return Contacts(found_in(self._log))

    @property
    def missing(self) -> int:
        """The number of batches that are in memory only. The beginning of the game counts."""
        return len(self._log) - self._written

    @property
    def kept(self) -> bool:
        """Whether all batches are on the disk."""
        return not self.missing

    def distrust(self, contacts: int) -> None:
        """Write the contacts, as bits, that were found broken during the game."""
        self._log.append(Entry((Distrusted(contacts),)))
        self._recorder.take_in(self)

    def write(self, batch: Batch) -> None:
        """Write a batch. It is on the disk when this returns, unless the disk fails.

        A note of time replaces a note of time that waits.
        """
        day = None
        for event in batch.events:
            if isinstance(event, Seated) and event.players:
                self.header = self.header._replace(players=event.players)
            elif isinstance(event, Renamed):
                seats = find_game(self.header.game).seats(len(self.header.players))
                names = dict(zip(seats, self.header.players, strict=True))
                names[event.seat] = event.name
                self.header = self.header._replace(players=tuple(names.values()))
            if isinstance(event, Ended | Renamed):
                day = self._recorder.now()
        waits = max(self._written, self._tried) < len(self._log)
        if waits and isinstance(batch.events[-1], Ran) and isinstance(self._log[-1].events[-1], Ran):
            del self._log[-1]
        self._log.append(Entry(batch.events, day))
        self._recorder.take_in(self, batch.at)

    def write_missing(self, store: Store, *, reopened: bool) -> None:
        """Write the missing batches. A game that is no longer in the store is written anew.

        Args:
            store: The store to write to.
            reopened: Whether the store was opened again, and so may lie on another disk. On a
                conflict there, this game is written anew under another number.

        Raises:
            ConflictError: The store has another batch in the place of the next batch, and was not
                opened again. That batch is dropped, so that later batches can be written.
            StoreError: The store cannot be used. The batch stays.
        """
        if self.number is None:
            self._begin(store)
        try:
            self._write_log(store)
        except (ConflictError, NoGameError) as error:
            if isinstance(error, ConflictError) and not reopened:
                del self._log[self._written]
                raise
            self._begin(store)
            self._write_log(store)

    @property
    def progress(self) -> tuple[int | None, int]:
        """Its number, and the number of its batches in the store."""
        return self.number, self._written

    def undo(self, progress: tuple[int | None, int]) -> None:
        """Go back to an earlier progress, as later writes were rolled back."""
        self.number, self._written = progress

    def check(self, store: Store) -> None:
        """Clear the number unless the game of this number in a reopened store is the same game."""
        try:
            kept = store.game(self.number or 0)
        except NoGameError:
            self.number, self._written = None, 0
        else:
            # A new name of a player may not be written yet.
            called_so = kept.header._replace(players=self.header.players)
            if (called_so, kept.began) != (self.header, self.began):
                self.number, self._written = None, 0

    def write_anew(self) -> None:
        """Mark the whole game as missing in another store, to be written under the same number.

        If that number is taken there, the game gets a new number.
        """
        self._wanted, self.number, self._written = self.number, None, 0

    def _begin(self, store: Store) -> None:
        self.number = store.begin(self.header, self.began, self._begun, self._notes, self._load, number=self._wanted)
        self._written = 1

    def _write_log(self, store: Store) -> None:
        while self._written < len(self._log):
            assert self.number is not None
            self._tried = self._written + 1
            store.append(self.number, self._written + 1, self._log[self._written])
            self._written += 1


class Recorder:
    """The writer of matches into a store. Play goes on when writing fails.

    Batches that cannot be written wait in memory, in order, for the next batch or :meth:`retry`.
    The store is then opened again, as its disk may have been away. If the game is no longer there,
    or another game has its number, the whole game is written as a new game. Nothing in the store
    is overwritten.

    Args:
        path: The path of the store, as the attribute is at first.
        tell: Called with a warning, once, when moves cannot be kept, and when they are kept again.
        now: Returns the day and time, as the attribute does.
        wait: Seconds to hold up the game, once, while another program has the file.

    Attributes:
        path: The path of the store.
        beside: The name of that file once games go on in it, as another program has overwritten
            the one before; "" until then.
        changes: The number of times that a game that is not open may have changed.
    """

    def __init__(
        self, path: Path, tell: Callable[[Effect], None], now: Callable[[], datetime], wait: float = WAIT
    ) -> None:
        self.beside = ""
        self.changes = 0
        self.path = path
        self._tell = tell
        self.now = now
        self._wait = wait
        self._store: Store | None = None
        # Open games, and closed games that are not written yet; in order.
        self._pending: dict[PendingGame, None] = {}
        self._unwritten: dict[PendingGame, None] = {}  # pending games that are not written yet
        self._playing: set[PendingGame] = set()
        self._gathers = False
        self._at = 0  # the latest time in microseconds
        self._troubled = False
        self._pause = FIRST_PAUSE
        self._next = 0
        self._seconds = 0.0  # of writing since the last take_seconds()
        self._next_look = 0  # microseconds: the next check whether another program has written
        self.catch_up()

    @property
    def unsaved(self) -> list[PendingGame]:
        """The games with batches that are in memory only."""
        return [game for game in self._pending if game.missing]

    def take_seconds(self) -> float:
        """Return the seconds that writing has taken since the last call."""
        seconds, self._seconds = self._seconds, 0.0
        return seconds

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
        self._at = max(self._at, at)
        self._playing.add(game)
        self._pending[game] = self._unwritten[game] = None
        self.catch_up()

    def leave(self, game: PendingGame) -> None:
        """Close an open game, which is kept in memory until it is written."""
        self.changes += 1
        self._playing.remove(game)
        self.take_in(game)

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
            if self._unwritten:
                self.catch_up()

    def take_in(self, game: PendingGame, at: int = 0) -> None:
        """Write the missing batches of a game, now or with the gathered batches. at: the time in microseconds.

        A closed game is written too, as it may be given up after the next game has begun.
        """
        self._at = max(self._at, at)
        self._pending[game] = self._unwritten[game] = None
        if not self._gathers:
            self.catch_up()

    def kept(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise the errors of Store.game."""
        return self._usable.game(number)

    @property
    def readable(self) -> Path:
        """The path of the store after all gathered batches are written, for readers elsewhere.

        Raise StoreError while the store cannot be used.
        """
        return self._usable.path

    def discard(self, game: PendingGame) -> None:
        """Close an open game and delete it. It stays in the store if it cannot be deleted."""
        del self._pending[game]
        self._unwritten.pop(game, None)
        self._playing.remove(game)
        if self._store is not None and game.number is not None:
            with suppress(StoreError):
                self._store.delete(game.number)

    def change(self, do: Callable[[Store, set[int]], T]) -> T:
        """Return the result of a change of games that are not open. Raise its errors, StoreError.

        do: called with the store and the numbers of the games that are open or not written yet.
        """
        self.changes += 1
        return do(self._usable, {game.number for game in self._pending if game.number is not None})

    @property
    def _usable(self) -> Store:
        """The store, with the gathered batches. Raise StoreError while it cannot be used."""
        if self._unwritten:
            self.catch_up()
        if self._store is None:
            raise StoreError(told("{path}: cannot be used at the moment", path=str(self.path)))
        return self._store

    def retry(self, at: int) -> None:
        """Try again to write missing batches, if the pause is over at `at` microseconds.

        Check, too, whether another program has written the store.
        """
        self._at = max(self._at, at)
        if self._at >= self._next_look:
            self._next_look = self._at + LOOK_EVERY
            self._look()
        if self._troubled and self._at >= self._next:
            self.catch_up()

    def close(self) -> None:
        """Try a last time to write missing batches, and close the store."""
        if self._troubled and self.unsaved:
            self.catch_up()
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()

    def catch_up(self) -> None:
        """Write all missing batches. On failure warn once, and set the time of the next attempt."""
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
        path, self.path = self.path, unused(self.path)
        self.beside = self.path.name
        self._store.leave(self.path)
        self._store = None
        if not self.path.exists():
            for game in self._pending:
                game.write_anew()
        self._tell(Warn(_BESIDE, {"path": str(path), "beside": str(self.path)}, "beside"))

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
        self._store = Store(self.path, wait=0 if self._troubled else self._wait)
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
        self._next = self._at + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
