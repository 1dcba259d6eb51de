"""A match that is written into the store, and its batches that the store does not have yet."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Protocol, Self

from firmware.match.events import Begun, Distrusted, Ended, Ran, Renamed, Seated
from firmware.match.running import Batch, Keeper
from firmware.storage.errors import ConflictError, NoGameError
from firmware.storage.log import Entry, found_in, line_of
from firmware.storage.store import Store
from firmware.storage.values import KeptGame
from hal import Contacts
from rules import Header, Load, Move, find_game


class Writer(Protocol):
    """A writer of pending games, as :class:`firmware.storage.recorder.Recorder` is."""

    def write(self, game: "PendingGame", batch: Batch) -> None:
        """Write a batch of a game."""

    def catch_up(self, *games: "PendingGame") -> None:
        """Write all missing batches, also of these games."""


class PendingGame(Keeper):
    """The log of a match and the number of its batches that the store has.

    Args:
        writer: Writes its missing batches.
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
        self, writer: Writer, header: Header, began: date, begun: Begun, notes: Mapping[str, str], *, load: Load
    ) -> None:
        self.header = header
        self.began = began
        self.number: int | None = None
        self._writer = writer
        self._begun = begun
        self._notes = notes
        self._load = load
        self._log = [Entry((begun,))]
        self._written = 0
        self._tried = 0  # the last batch that the store may have, even if its write has failed
        self._wanted: int | None = None  # the preferred number when it is written anew

    @classmethod
    def of(cls, writer: Writer, game: KeptGame) -> Self:
        """Return the pending game of a kept game, with nothing left to write."""
        assert game.began is not None
        begun = game.log[0].events[0]
        assert isinstance(begun, Begun)
        pending = cls(writer, game.header, game.began, begun, game.notes, load=game.load)
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

    def write(self, batch: Batch) -> None:
        """Write a batch. It is on the disk when this returns, unless the disk fails."""
        self._writer.write(self, batch)

    def distrust(self, contacts: int) -> None:
        """Write the contacts, as bits, that were found broken during the game."""
        self._log.append(Entry((Distrusted(contacts),)))
        self._writer.catch_up(self)

    def add(self, batch: Batch, now: Callable[[], datetime]) -> None:
        """Add a batch to the log in memory. A note of time replaces a waiting note of time.

        now: returns the day and time.
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
                day = now()
        entry = Entry(batch.events, day)
        waits = max(self._written, self._tried) < len(self._log)
        if waits and _notes_time(entry) and _notes_time(self._log[-1]):
            self._log[-1] = entry
        else:
            self._log.append(entry)

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
        except NoGameError:
            self._begin(store)
            self._write_log(store)
        except ConflictError:
            if not reopened:
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
            called_so = kept.header._replace(
                players=self.header.players
            )  # a new name of a player may not be written yet
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


def _notes_time(entry: Entry) -> bool:
    """Whether a batch is only a note of the time of a match."""
    return len(entry.events) == 1 and isinstance(entry.events[0], Ran)
