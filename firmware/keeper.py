"""How does a game reach its store, when the disk may fail while it is played?"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from types import MappingProxyType

from firmware.effects import Effect, Kept, TakenBack, Warn
from firmware.store import WAIT, ConflictError, How, NoGameError, Store, StoreError
from firmware.words import say
from hal.trace import SECOND
from rules import Move, Outcome

FIRST_PAUSE = 1 * SECOND  # before it tries again by itself; doubled each time
LONGEST_PAUSE = 60 * SECOND

_FAILS = say("moves are not being saved: {error}")
_WORKS = say("moves are being saved again; none is missing")

_Step = Callable[[Store, int], None]
"""Something that happened to the game, told to a store and its number there; twice is once."""


class Keeper:
    """Carries kept and taken-back moves into a store; when it fails, play goes on.

    store: open, with the game of this number in it; the keeper closes it. tell: called with a
    warning when moves cannot be kept, once, and when they are kept again.

    What cannot be kept waits in memory, in order, for the next move or :meth:`retry`. The store is
    then opened anew, as a disk that was away needs. If the game is not there any more, or is
    another one, all of it is written as a new game: nothing that is there is changed.
    """

    def __init__(self, store: Store, game: int, tell: Callable[[Effect], None]) -> None:
        self.game = game
        self._store: Store | None = store
        self._path = store.path
        self._tell = tell
        self._began = store.game(game)  # what to begin with if it has to begin again
        self._steps = [
            _keep(Kept(move.ply, move.seat, move.line, move.at or 0)) for move in self._began.moves
        ]
        self._done = len(self._steps)
        self._now = 0
        self._troubled = False
        self._pause = FIRST_PAUSE
        self._next = 0

    @property
    def missing(self) -> int:
        """How many steps of the game are in memory only."""
        return len(self._steps) - self._done

    def tell(self, effect: Effect) -> None:
        """Keep what an effect says about the game; what it kept is on the disk when this returns.

        Raises ConflictError for a move that cannot be: a fault of the caller's, not of the disk.
        """
        if isinstance(effect, Kept):
            self._now = max(self._now, effect.at)
            self._take(_keep(effect))
        elif isinstance(effect, TakenBack):
            self._take(_take_back(effect))

    def time(self, at: int) -> None:
        """Keep how far the game's own clock has come, in milliseconds; see :meth:`Store.time`."""
        if self._store is None or self._troubled:
            return  # the moves come first, and the next call is later than this one
        try:
            self._store.time(self.game, at)
        except StoreError as error:
            self._steps.append(lambda store, game: store.time(game, at))
            self._fail(error)

    def finish(
        self,
        how: How,
        ended: datetime,
        *,
        scores: Mapping[str, int] = MappingProxyType({}),
        outcome: Outcome | None = None,
        closing_line: Move | None = None,
    ) -> None:
        """Keep the end of the game; see :meth:`Store.finish`."""

        def end(store: Store, game: int) -> None:
            store.finish(
                game, how, ended, scores=scores, outcome=outcome, closing_line=closing_line
            )

        self._take(end)

    def retry(self, at: int) -> None:
        """Try again to keep what is missing, if that is due at `at` microseconds."""
        self._now = max(self._now, at)
        if self._troubled and self._now >= self._next:
            self._write()

    def close(self) -> None:
        """Try a last time, and close the store. Raises StoreError when something is missing."""
        if self._troubled:
            self._write()
        if self._store is not None:
            self._store.close()
        if self.missing:
            raise StoreError(
                f"{self._path}: the last {self.missing} steps of this game could not be saved; "
                "save its record elsewhere"
            )

    def _take(self, step: _Step) -> None:
        self._steps.append(step)
        self._write()

    def _write(self) -> None:
        """Write all that is missing; when that cannot be, say so once and when to try again."""
        try:
            self._catch_up()
        except ConflictError:
            raise
        except StoreError as error:
            self._fail(error)
            return
        if self._troubled:
            self._troubled = False
            self._pause = FIRST_PAUSE
            assert self._store is not None
            self._store.wait(WAIT)
            self._tell(Warn(_WORKS))

    def _catch_up(self) -> None:
        if self._store is not None:
            try:
                self._write_steps(self._store)
            except ConflictError:
                raise
            except StoreError:
                if not self._troubled:
                    raise
            else:
                return
        self._open_again()

    def _open_again(self) -> None:
        """Open the store anew and write to it, after a failure."""
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()
            self._store = None
        self._store = store = Store(self._path, wait=0)
        try:
            there = store.game(self.game)
            same = (there.header, there.began) == (self._began.header, self._began.began)
        except NoGameError:
            same = False
        if not same:
            self._begin_again(store)
        try:
            self._write_steps(store)
        except ConflictError:  # it is the same game, but from another evening's copy of the disk
            self._begin_again(store)
            self._write_steps(store)

    def _write_steps(self, store: Store) -> None:
        while self.missing:
            try:
                self._steps[self._done](store, self.game)
            except NoGameError:
                self._begin_again(store)
            else:
                self._done += 1

    def _begin_again(self, store: Store) -> None:
        """Make a new game of it, into which all of its steps are to be written."""
        game = self._began
        assert game.began is not None
        self.game = store.begin(game.header, game.began, game.notes, game.load)
        self._done = 0

    def _fail(self, error: StoreError) -> None:
        if not self._troubled:
            self._troubled = True
            if self._store is not None:
                with suppress(StoreError):
                    self._store.wait(0)  # it waited once, and does not hold up the game again
            self._tell(Warn(_FAILS, {"error": str(error)}))
        self._next = self._now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _keep(move: Kept) -> _Step:
    return lambda store, game: store.keep(game, *move)


def _take_back(move: TakenBack) -> _Step:
    return lambda store, game: store.take_back(game, move.ply)
