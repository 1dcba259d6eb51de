"""How do games reach their store, when the disk may fail while they are played?"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from firmware.play.effects import (
    Begun,
    Distrusted,
    Effect,
    Ended,
    Kept,
    Ran,
    Resumed,
    TakenBack,
    Warn,
)
from firmware.storage.store import (
    FOUND,
    WAIT,
    ConflictError,
    How,
    KeptGame,
    NoGameError,
    Store,
    StoreError,
    read_found,
    write_found,
)
from firmware.words import say
from hal.trace import SECOND
from rules import Header, Load, Record, load_nothing

FIRST_PAUSE = 1 * SECOND  # before it tries again by itself; doubled each time
LONGEST_PAUSE = 60 * SECOND

_FAILS = say("moves are not being saved: {error}")
_WORKS = say("moves are being saved again; none is missing")
_ABOUT = "store"
_NONE: Mapping[str, str] = MappingProxyType({})

_Step = Callable[[Store, int], None]
"""Something that happened to the game, told to a store and its number there; twice is once."""


class PendingGame:
    """One game on its way into the store. number: what it is called there, None: not there yet."""

    def __init__(
        self, header: Header, began: datetime, notes: Mapping[str, str], load: Load
    ) -> None:
        self.header = header
        self.began = began
        self.number: int | None = None
        self._notes = notes
        self._load = load
        self._steps: list[_Step] = []
        self._done = 0

    @classmethod
    def of(cls, game: KeptGame) -> "PendingGame":
        """That of a game which is there."""
        assert game.began is not None
        book = cls(game.header, game.began, game.notes, game.load)
        book.number = game.id
        for move in game.moves:
            book.add(_keep(Kept(move.ply, move.seat, move.line, move.at or 0)))
        book._done = len(book._steps)
        return book

    @property
    def missing(self) -> int:
        """How many steps are in memory only."""
        return len(self._steps) - self._done + (self.number is None)

    def add(self, step: _Step) -> None:
        """Note what has happened."""
        self._steps.append(step)

    def write(self, store: Store, *, anew: bool) -> None:
        """Write what is missing; as a new game when the one there is gone, or is another one.

        anew: whether the store was opened anew, so that it may be another disk's.
        """
        if self.number is None:
            self._begin(store)
        try:
            self._write_steps(store)
        except NoGameError:
            self._begin(store)
            self._write_steps(store)
        except ConflictError:
            if not anew:
                del self._steps[self._done]  # it is not to stand in the way of what comes after
                raise
            self._begin(store)
            self._write_steps(store)

    def check(self, store: Store) -> None:
        """Forget the number when a store that was opened anew has another game of it."""
        try:
            there = store.game(self.number or 0)
        except NoGameError:
            self.number = None
        else:
            if (there.header, there.began) != (self.header, self.began):
                self.number = None

    def _begin(self, store: Store) -> None:
        self.number = store.begin(self.header, self.began, self._notes, self._load)
        self._done = 0

    def _write_steps(self, store: Store) -> None:
        while self._done < len(self._steps):
            assert self.number is not None
            self._steps[self._done](store, self.number)
            self._done += 1


class Recorder:
    """Carries the effects of an evening into a store; when that fails, play goes on.

    path: of the store. tell: called with a warning when moves cannot be kept, once, and when they
    are kept again. now: the day and time. wait: seconds that it may once hold up the game for
    another program.

    What cannot be kept waits in memory, in order, for the next move or :meth:`retry`. The store is
    then opened anew, as a disk that was away needs. If a game is not there any more, or is another
    one, all of it is written as a new game: nothing that is there is changed.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[Effect], None],
        now: Callable[[], datetime],
        wait: float = WAIT,
    ) -> None:
        self._path = path
        self._tell = tell
        self._today = now
        self._wait = wait
        self._notes = _NONE
        self._load: Load = load_nothing
        self._store: Store | None = None
        self._pending: list[
            PendingGame
        ] = []  # the game that is played, before it those not written
        self._now = 0
        self._troubled = False
        self._pause = FIRST_PAUSE
        self._next = 0
        self._write()

    @property
    def missing(self) -> int:
        """How many steps are in memory only."""
        return sum(book.missing for book in self._pending)

    @property
    def folder(self) -> Path:
        """Where the store is, or should be."""
        return self._path.parent

    @property
    def number(self) -> int | None:
        """What the store calls the game that is played, None when it is not there."""
        return self._pending[-1].number if self._pending else None

    def unfinished(self) -> KeptGame | None:
        """The latest game that was left unfinished, None when there is none or no way to tell."""
        try:
            return None if self._store is None else self._store.unfinished()
        except StoreError as error:
            self._fail(error)
            return None

    def begin_with(self, number: int | None, notes: Mapping[str, str], load: Load) -> None:
        """Say what is kept with the games to come, and the number of one that goes on at once.

        notes: whatever is to be kept with each. load: reads the files that their options name.
        """
        self._notes, self._load = notes, load
        if number is not None:
            self._resume(number)

    def setting(self, name: str) -> str | None:
        """What is known about the table under this name, None when it is not, or cannot be read."""
        try:
            return None if self._store is None else self._store.setting(name)
        except StoreError as error:
            self._fail(error)
            return None

    def found_in(self, number: int) -> int:
        """The contacts that were found broken while this game was played, as in a picture."""
        game, contacts = read_found(self.setting(FOUND))
        return contacts if game == number else 0

    def tell(self, effect: Effect) -> None:
        """Keep what an effect says; what it kept is on the disk when this returns."""
        if isinstance(effect, Begun):
            self._pending.append(PendingGame(effect.header, self._today(), self._notes, self._load))
        elif isinstance(effect, Resumed):
            self._resume(effect.number)
        elif isinstance(effect, Ran):
            self._run(effect.milliseconds)
            return
        elif not self._pending or not isinstance(effect, Kept | TakenBack | Distrusted | Ended):
            return
        elif isinstance(effect, Distrusted):
            self._pending[-1].add(_distrust(effect))
        elif isinstance(effect, Ended):
            self._pending[-1].add(_end(effect, self._today()))
        else:
            self._pending[-1].add(_keep(effect) if isinstance(effect, Kept) else _take_back(effect))
        if isinstance(effect, Begun | Kept | Ended):
            self._now = max(self._now, effect.at)
        self._write()

    def forget(self) -> None:
        """Throw the game that was played away again."""
        book = self._pending.pop() if self._pending else None
        if self._store is not None and book is not None and book.number is not None:
            with suppress(StoreError):
                self._store.delete(book.number)

    def bring_in(self, record: Record, began: datetime | None) -> int:
        """Keep a game that was played elsewhere, beside the one that is played; give its number.

        Raises AlreadyKeptError, StoreError, and MalformedError when its options name files.
        """
        if self._store is None:
            raise StoreError(f"{self._path}: cannot be used at the moment")
        return self._store.add(record, began)

    def retry(self, at: int) -> None:
        """Try again to keep what is missing, if that is due at `at` microseconds."""
        self._now = max(self._now, at)
        if self._troubled and self._now >= self._next:
            self._write()

    def close(self) -> None:
        """Try a last time to keep what is missing, and close the store."""
        if self._troubled and self.missing:
            self._write()
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()

    def _resume(self, number: int) -> None:
        assert self._store is not None  # it was offered from there
        try:
            self._pending.append(PendingGame.of(self._store.game(number)))
        except StoreError as error:
            self._fail(error)

    def _run(self, milliseconds: int) -> None:
        """Note the game's own clock; not at any price, as the next time is later than this one."""
        number = self.number
        if self._store is None or self._troubled or number is None:
            return
        try:
            self._store.time(number, milliseconds)
        except StoreError as error:
            self._fail(error)

    def _write(self) -> None:
        """Write all that is missing; when that cannot be, say so once and when to try again."""
        try:
            self._catch_up()
        except StoreError as error:
            self._fail(error)
            return
        self._pending = self._pending[-1:]
        if self._troubled:
            self._troubled = False
            self._pause = FIRST_PAUSE
            assert self._store is not None
            self._store.wait(self._wait)
            self._tell(Warn(_WORKS, about=_ABOUT, over=True))

    def _catch_up(self) -> None:
        if self._store is not None:
            try:
                self._write_books(self._store, anew=False)
            except ConflictError:
                raise
            except StoreError:
                if not self._troubled:
                    raise
            else:
                return
        self._write_books(self._open(), anew=True)

    def _write_books(self, store: Store, *, anew: bool) -> None:
        for book in self._pending:
            book.write(store, anew=anew)

    def _open(self) -> Store:
        """Open the store, anew after a failure, as a disk that was away needs."""
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()
            self._store = None
        self._store = Store(self._path, wait=0 if self._troubled else self._wait)
        for book in self._pending:
            if book.number is not None:
                book.check(self._store)
        return self._store

    def _fail(self, error: StoreError) -> None:
        if not self._troubled:
            self._troubled = True
            if self._store is not None:
                with suppress(StoreError):
                    self._store.wait(0)  # it waited once, and does not hold up the game again
            self._tell(Warn(_FAILS, {"error": str(error)}, _ABOUT))
        self._next = self._now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _keep(move: Kept) -> _Step:
    return lambda store, game: store.keep(game, *move)


def _take_back(move: TakenBack) -> _Step:
    return lambda store, game: store.take_back(game, move.ply)


def _distrust(found: Distrusted) -> _Step:
    return lambda store, game: store.set(FOUND, write_found(game, found.contacts))


def _end(ended: Ended, today: datetime) -> _Step:
    how: How = "abandoned" if ended.outcome is None else "over"

    def end(store: Store, game: int) -> None:
        store.finish(
            game, how, today,
            scores=ended.scores, outcome=ended.outcome, closing_line=ended.line,
        )  # fmt: skip

    return end
