"""The recorder: it carries what happens in matches into the store, even when the disk fails.

Each thing that happens to a game (a move, a move taken back, its end) is a step. Steps that the
store does not accept because of the disk wait in memory, in order, and are written later.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import date, datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple, Self

from firmware.match.events import Ended, MatchEvent, Played, Ran, Renamed, Seated, TakenBack
from firmware.match.line import GameLine, read_line
from firmware.match.running import Batch
from firmware.match.seats import Seats, read_seats, write_seats
from firmware.play.effects import Effect, Warn
from firmware.play.intensity import Intensity
from firmware.storage.database import WAIT
from firmware.storage.errors import (
    AlreadyKeptError,
    ConflictError,
    DamagedError,
    DamagedGameError,
    NoGameError,
    ReplacedError,
    StoreError,
)
from firmware.storage.files import unused
from firmware.storage.settings import (
    FOUND,
    INTENSITY,
    SEATS,
    SILENT,
    VOICE,
    read_found,
    write_found,
    write_intensity,
)
from firmware.storage.store import Store
from firmware.storage.values import How, KeptGame
from firmware.words import said, say, told
from hal import NO_CONTACTS, Contacts
from hal.trace import SECOND
from rules import Header, Load, Move, Reading, Record, find_game, read_record

FIRST_PAUSE = 1 * SECOND  # before the first new attempt to write; each pause is twice the last
LONGEST_PAUSE = 60 * SECOND

LOOK_EVERY = SECOND  # whether somebody else has written the store

_BESIDE = say(
    "another program has overwritten {path} while it was in use; the games go on in {beside}, and "
    "can be brought back from there"
)
_FORGOTTEN = say("stored table data were lost; run check or calibrate again: {error}")
_ABOUT = "store"  # which warning the news that it works again takes away


def not_saved(error: Exception) -> Warn:
    """Return the warning that moves are not on the disk, and why."""
    return Warn(say("moves are not being saved: {error}"), {"error": said(error)}, _ABOUT)


def saved_again() -> Warn:
    """Return what takes that warning back."""
    return Warn(say("moves are being saved again; none is missing"), about=_ABOUT, over=True)


_Step = Callable[[Store, int], None]
"""Writes one step of a game into a store, under the game's number; again, it changes nothing."""


class PendingGame:
    """A match with all its steps, and how many of them the store has; what keeps a running match.

    Args:
        recorder: Writes it.
        header: The header of its record.
        began: When it began.
        notes: Texts to keep with it.
        load: Reads the files that its options name.

    Attributes:
        number: Its number in the store, None while it is not there.
        lines: The move lines of its record.
        timed: Whether the time is kept to which its own clock has come.
    """

    def __init__(
        self,
        recorder: "Recorder",
        header: Header,
        began: date,
        notes: Mapping[str, str],
        load: Load,
    ) -> None:
        self.header = header
        self.began = began
        self.number: int | None = None
        self.lines: list[Move] = []
        self.timed = True
        self._recorder = recorder
        self._notes = notes
        self._load = load
        self._steps: list[_Step] = []
        self._written = 0
        self._wanted: int | None = None  # the number that it should have where it is written anew

    @classmethod
    def of(cls, recorder: "Recorder", game: KeptGame, ended: Ended | None = None) -> Self:
        """Return the pending game of one that the store has, with nothing left to write.

        ended: how it ended, None while it goes on.
        """
        assert game.began is not None
        pending = cls(recorder, game.header, game.began, game.notes, game.load)
        pending.number = game.id
        pending.lines = [*game.lines]
        seats = recorder.seats_of(game.id)
        pending._steps = [] if seats is None else [_seat(Seated(seats))]
        for move in game.moves:
            if move.seat or game.how != "over":  # else it is the second at which time ended it
                at, left = move.at or 0, move.clock
                level = move.level or 0
                played = Played(
                    move.ply, move.seat, move.line, at, game.clock, left=left, level=level
                )
                pending._steps.append(_keep(played))
        if ended is not None:
            pending._steps.append(_end(ended, game.ended))
        pending._written = len(pending._steps)
        return pending

    @property
    def missing(self) -> int:
        """The number of steps that are in memory only; to begin the game is one, too."""
        return len(self._steps) - self._written + (self.number is None)

    @property
    def kept(self) -> bool:
        """Whether all of it is on the disk."""
        return not self.missing

    def write(self, batch: Batch) -> None:
        """Write what has happened; unless the disk fails it is there when this returns."""
        self._recorder.write(self, batch)

    def distrust(self, contacts: int) -> None:
        """Write which contacts were found broken while it is played."""
        self._steps.append(lambda store, game: store.set(FOUND, write_found(game, contacts)))
        self._recorder.catch_up(self)

    def add(self, event: MatchEvent, now: datetime) -> bool:
        """Add the step of an event; return whether there is one. now: the day and time."""
        if isinstance(event, Played):
            self.lines[event.ply - 1 :] = [event.line]
            self._steps.append(_keep(event))
        elif isinstance(event, TakenBack):
            del self.lines[event.ply - 1 :]
            self._steps.append(_take_back(event))
        elif isinstance(event, Seated):
            if event.players:
                self.header = self.header._replace(players=event.players)
            self._steps.append(_seat(event))
        elif isinstance(event, Renamed):
            seats = find_game(self.header.game).seats(len(self.header.players))
            names = dict(zip(seats, self.header.players, strict=True)) | {event.seat: event.name}
            self.header = self.header._replace(players=tuple(names.values()))
            self._steps.append(_rename(event, now))
        elif isinstance(event, Ended):
            self.lines += [event.line] if event.line is not None else []
            self._steps.append(_end(event, now))
        else:
            return False
        return True

    def write_missing(self, store: Store, *, reopened: bool) -> None:
        """Write the steps that are missing; if the game is not there any more, write it anew.

        Args:
            store: The store to write to.
            reopened: Whether the store was opened again, so that it may lie on another disk. A
                game of the same number there is another game, and this one is written anew.

        Raises:
            ConflictError: The store has something else in the place of the next step, and was not
                opened again. That step is dropped, so that those after it can be written.
            StoreError: The store cannot be used; the step stays.
        """
        if self.number is None:
            self._begin(store)
        try:
            self._write_steps(store)
        except NoGameError:
            self._begin(store)
            self._write_steps(store)
        except ConflictError:
            if not reopened:
                del self._steps[self._written]
                raise
            self._begin(store)
            self._write_steps(store)

    @property
    def progress(self) -> tuple[int | None, int]:
        """Its number, and how many of its steps the store has."""
        return self.number, self._written

    def undo(self, progress: tuple[int | None, int]) -> None:
        """Go back to this progress: what was written since then is not in the store after all."""
        self.number, self._written = progress

    def check(self, store: Store) -> None:
        """Clear the number unless the game of this number in a reopened store is the same game."""
        try:
            kept = store.game(self.number or 0)
        except NoGameError:
            self.number = None
        else:
            called_so = kept.header._replace(
                players=self.header.players
            )  # as it may be written yet
            if (called_so, kept.began) != (self.header, self.began):
                self.number = None

    def write_anew(self) -> None:
        """Let all of it be written into another store, with this number if that is free there."""
        self._wanted, self.number = self.number, None

    def _begin(self, store: Store) -> None:
        self.number = store.begin(
            self.header, self.began, self._notes, self._load, number=self._wanted
        )
        self._written = 0

    def _write_steps(self, store: Store) -> None:
        while self._written < len(self._steps):
            assert self.number is not None
            self._steps[self._written](store, self.number)
            self._written += 1


class Brought(NamedTuple):
    """A game of another store, all of whose moves have been played.

    Attributes:
        kept: The game.
        record: Its record.
        line: Its moves.
        seats: Who plays its seats, as the store has it; None where nobody has said.
    """

    kept: KeptGame
    record: Record
    line: GameLine
    seats: str | None


def read_store(path: Path) -> list[Brought]:
    """Return the games of a store that can be read. Raise StoreError, RecordError.

    It takes as long as they are, so that it does not belong into the thread of the matches.
    """
    found = []
    with Store(path, writes=False) as store:
        for one in store.games(damaged=lambda _: None):
            kept = store.game(one.id)
            record = read_record(kept.record.encode(), kept.load, Reading(strict=True))
            line = read_line(record.header.start(kept.load), record.moves)
            found.append(Brought(kept, record, line, store.setting(f"{SEATS}{one.id}")))
    return found


class Recorder:
    """Writes matches into a store; when that fails, play goes on.

    What cannot be written waits in memory, in order, for the next step or :meth:`retry`. The
    store is then opened again, as a disk that was away needs. If the game is not there any more,
    or another game has its number, all of it is written as a new game: nothing that is there is
    changed.

    Args:
        path: The path of the store.
        tell: Called with a warning, once, when moves cannot be kept, and when they are kept again.
        now: Returns the day and time.
        wait: Seconds for which it may hold up the game, once, while another program has the file.

    Attributes:
        beside: The name of the file beside `path` in which games go on since somebody else has
            written that, "" while nobody has.
        changes: How often a game may have changed that is not open.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[Effect], None],
        now: Callable[[], datetime],
        wait: float = WAIT,
    ) -> None:
        self.beside = ""
        self.changes = 0
        self._path = path
        self._tell = tell
        self._today = now
        self._wait = wait
        self._store: Store | None = None
        # Games that are open, and those that are closed and not written yet; in order.
        self._pending: dict[PendingGame, None] = {}
        self._unwritten: dict[PendingGame, None] = {}  # those of them that are not written yet
        self._playing: set[PendingGame] = set()
        self._gathers = False
        self._times: dict[PendingGame, int] = {}  # to be written with what is gathered, ms
        self._now = 0
        self._troubled = False
        self._pause = FIRST_PAUSE
        self._next = 0
        self._seconds = 0.0  # that writing has taken since somebody took them from here
        self._next_look = 0  # when to look whether somebody else has written the store
        self.catch_up()

    @property
    def missing(self) -> int:
        """The number of steps of all games that are in memory only."""
        return sum(game.missing for game in self._pending)

    @property
    def unsaved(self) -> list[PendingGame]:
        """The games of which something is in memory only."""
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
        """Return the latest unfinished game, None when there is none or the store fails.

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
        """Return the value of a setting, None when it has none or cannot be read."""
        try:
            return None if self._store is None else self._store.setting(name)
        except DamagedError as error:
            self._tell(Warn(_FORGOTTEN, {"error": said(error)}))
            return None
        except StoreError as error:
            self._fail(error)
            return None

    def found_in(self, number: int) -> Contacts:
        """Return the contacts found broken while this game was played."""
        game, contacts = read_found(self.setting(FOUND))
        return contacts if game == number else NO_CONTACTS

    def speak(self, *, on: bool) -> None:
        """Keep whether the table speaks when it is switched on."""
        self._set(VOICE, None if on else SILENT)

    def keep_intensity(self, intensity: Intensity) -> None:
        """Keep how bright lamps and how loud sounds are when the table is switched on."""
        self._set(INTENSITY, write_intensity(intensity))

    def _set(self, name: str, text: str | None) -> None:
        try:
            if self._store is not None:
                self._store.set(name, text)
        except StoreError as error:
            self._fail(error)

    def open(self, game: PendingGame, at: int = 0) -> None:
        """Keep this game from now on, beside others that are open, until :meth:`leave`.

        at: when, in microseconds.
        """
        self._now = max(self._now, at)
        self._playing.add(game)
        self.catch_up(game)

    def write(self, game: PendingGame, batch: Batch) -> None:
        """Write what has happened in a game; unless the disk fails it is there then.

        One that is no longer open is written too: it may be given up when the next has begun.
        """
        self._now = max(self._now, batch.at)
        for event in batch.events:
            if isinstance(event, Ran):
                self._run(event.milliseconds, game)
            elif game.add(event, self._today()):
                self._times.pop(game, None)
                self._take_in(game)

    def leave(self, game: PendingGame) -> None:
        """Keep an open game no longer than it takes to write it."""
        self.changes += 1
        self._playing.remove(game)
        self._take_in(game)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what happens in matches in the context when it ends, by one write for all.

        Until then nothing of it may be shown or answered, as it is not on the disk. A disk writes
        a hundred moves as fast as one.
        """
        self._gathers = True
        try:
            yield
        finally:
            self._gathers = False
            self._write_gathered()

    def _take_in(self, game: PendingGame) -> None:
        """Write what has happened in a game, now or with all that is gathered."""
        self._pending[game] = None
        self._unwritten[game] = None
        if not self._gathers:
            self.catch_up()

    def _write_gathered(self) -> None:
        if self._unwritten or self._times:
            self.catch_up()

    def kept(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise what Store.game raises."""
        self._write_gathered()
        return self._usable.game(number)

    @property
    def readable(self) -> Path:
        """Where all that has happened can be read, elsewhere than in this thread.

        Raise StoreError while the store cannot be used.
        """
        self._write_gathered()
        return self._usable.path

    def seats_of(self, number: int) -> Seats | None:
        """Return who plays the seats of a game on a screen, None where nobody has said."""
        self._write_gathered()
        text = self.setting(f"{SEATS}{number}")
        return None if text is None else read_seats(text)

    def discard(self, game: PendingGame) -> None:
        """Delete an open game; if it cannot be deleted it stays."""
        del self._pending[game]
        self._unwritten.pop(game, None)
        self._times.pop(game, None)
        self._playing.remove(game)
        if self._store is not None and game.number is not None:
            with suppress(StoreError):
                self._store.delete(game.number)

    def rename(self, number: int, seat: str, name: str) -> None:
        """Correct the name of a player in a game that is not open. Raise what Store.rename does."""
        self._write_gathered()
        self.changes += 1
        self._usable.rename(number, seat, name, self._today())

    def import_record(
        self, record: Record, began: date | None, line: GameLine | None = None
    ) -> int:
        """Keep a game that was played elsewhere, beside the one that is played; return its number.

        line: its moves, where they were played already.

        Raises:
            AlreadyKeptError: The store has it already.
            MalformedError: Its options name files.
            StoreError: The store cannot be used.
        """
        self.changes += 1
        return self._usable.add(record, began, busy=self._open_games, line=line)

    def bring_back(self, game: "Brought") -> bool:
        """Keep a game of another store; return whether it was not here, or not as far.

        Raise StoreError.

        See :func:`read_store`.
        """
        kept = game.kept
        self.changes += 1
        try:
            number = self._usable.add(
                game.record, kept.began, kept.load, kept, self._open_games, line=game.line
            )
        except AlreadyKeptError:
            return False
        if kept.how is None:
            self._usable.resume(number, self._today())
        if game.seats:
            self._usable.set(f"{SEATS}{number}", game.seats)
        return True

    @property
    def _open_games(self) -> set[int]:
        """The numbers of the games that are open, or are still to be written."""
        return {game.number for game in self._pending if game.number is not None}

    @property
    def _usable(self) -> Store:
        """The store. Raise StoreError while it cannot be used."""
        if self._store is None:
            raise StoreError(told("{path}: cannot be used at the moment", path=str(self._path)))
        return self._store

    def retry(self, at: int) -> None:
        """Try again to write what is missing, if the pause is over at `at` microseconds.

        Look, too, whether somebody else has written the store.
        """
        self._now = max(self._now, at)
        if self._now >= self._next_look:
            self._next_look = self._now + LOOK_EVERY
            self._look()
        if self._troubled and self._now >= self._next:
            self.catch_up()

    def close(self) -> None:
        """Try a last time to write what is missing, and close the store."""
        if self._troubled and self.missing:
            self.catch_up()
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()

    def _run(self, milliseconds: int, game: PendingGame) -> None:
        """Write the time of a game's own clock, unless the disk fails: the next will do."""
        if self._store is None or self._troubled or game.number is None or not game.timed:
            return
        self._times[game] = milliseconds
        if not self._gathers:
            self.catch_up()

    def catch_up(self, *games: PendingGame) -> None:
        """Write all that is missing; if that fails, warn once and set when to try again.

        games: those of which something may be missing since the last call.
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
        """Look whether somebody else has written the store; then go on beside it."""
        try:
            if self._store is not None and not self._troubled:
                self._store.check_own()
        except ReplacedError:
            self._go_beside()
            self.catch_up()
        except StoreError:
            return  # it was moved away: what is written next says so

    def _go_beside(self) -> None:
        """Leave the store to who has written it, and keep all games that are open beside it."""
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
        """Write all that is missing, to the open store or, after a failure, to one opened again."""
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
        """Write what is missing to the open store.

        Several steps are written together, all or nothing, unless the disk has failed: then each
        that there is room for is kept.
        """
        before = {game: game.progress for game in self._unwritten}
        steps = sum(game.missing for game in before) + len(self._times)
        together = steps > 1 and not self._troubled
        try:
            with store.together() if together else nullcontext():
                for game in before:
                    game.write_missing(store, reopened=False)
                for game, milliseconds in self._times.items():
                    assert game.number is not None
                    store.time(game.number, milliseconds)
        except StoreError:
            if together:
                for game, progress in before.items():
                    game.undo(progress)
            raise
        finally:
            self._times.clear()  # where they were not written the next will do

    def _open(self) -> Store:
        """Open the store, or after a failure open it again, and return it."""
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
        """Warn of the first error, and set when to try again."""
        if not self._troubled:
            self._troubled = True
            if self._store is not None:
                with suppress(StoreError):
                    self._store.wait(0)  # the game was held up once, and is not again
            self._tell(not_saved(error))
        self._next = self._now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _keep(move: Played) -> _Step:
    def keep(store: Store, game: int) -> None:
        store.keep(game, move.ply, move.seat, move.line, move.at, move.clock, move.left, move.level)

    return keep


def _take_back(move: TakenBack) -> _Step:
    return lambda store, game: store.take_back(game, move.ply)


def _seat(seated: Seated) -> _Step:
    def seat(store: Store, game: int) -> None:
        store.set(f"{SEATS}{game}", write_seats(seated.seats))
        if seated.players:
            store.call(game, seated.players)

    return seat


def _rename(renamed: Renamed, today: datetime) -> _Step:
    return lambda store, game: store.rename(game, renamed.seat, renamed.name, today)


def _end(ended: Ended, today: datetime | None) -> _Step:
    how: How = "over" if ended.how == "over" else "abandoned"
    outcome = ended.outcome if how == "over" else ended.will

    def end(store: Store, game: int) -> None:
        store.finish(
            game, how, today,
            scores=ended.scores, outcome=outcome, closing_line=ended.line,
        )  # fmt: skip

    return end
