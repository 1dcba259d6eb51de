"""The store of the games of a table, which survives its being switched off at the wall.

The store is an SQLite database in write-ahead mode. A move is on the disk when :meth:`Store.append`
returns, and costs one fsync. A store has one writer: the table, or a command that imports or
deletes a game while no table runs. The writer holds a lock beside the database while it is open.
The operating system lifts that lock when the program ends, even by a crash. Readers need no lock.
They see every move that is on the disk, while the game goes on.

Nothing is ever overwritten. The events of a game are added to its log. A file that is no store, is
damaged or is of another version is refused and left as it is.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Self

from msgspec.structs import replace

from firmware.match.events import Begun, Renamed, Seated, Stopped
from firmware.match.line import GameLine, read_line
from firmware.match.seats import Seat, Seats
from firmware.storage.adding import add_game
from firmware.storage.database import WAIT, Database
from firmware.storage.errors import ConflictError, Damaged, DamagedError, DamagedGameError, NoGameError, fail
from firmware.storage.ledger import Ledger, other_result
from firmware.storage.log import Entry, Event, write_events
from firmware.storage.rows import DAMAGE, day_of, read_start, write_time
from firmware.storage.schema import check_pages, game_numbers
from firmware.storage.settings import RESUMED, checked
from firmware.storage.values import CORRECTED, FORFEITS, KeptGame, Summary
from firmware.words import told
from rules import Header, Load, MalformedError, Record, check_names, folded, load_nothing, write_record

A_PAGE = 100  # games that are listed at once by default

_LAST = 2**63 - 1  # the greatest number that SQLite can give
_NONE: Mapping[str, str] = MappingProxyType({})


class Store(Database):
    """The games of one table; a context manager that closes itself.

    Every method raises StoreError when the file cannot be used. Several changes within :meth:`writing` are on the disk
    together, by a single write.

    Args:
        path: The database, made when it is not there (unless only read).
        writes: False to read only, which can be done while another program writes.
        wait: Seconds to wait for another program with the file, at opening and at each change.

    Attributes:
        path: The database itself, with links resolved.

    Raises:
        NothingKeptError: The store is to be read only, and no game has been kept there.
        StoreError: The file cannot be used.
    """

    def __init__(self, path: Path, *, writes: bool = True, wait: float = WAIT) -> None:
        super().__init__(path, writes=writes, wait=wait)
        self._ledger = Ledger(self.connection, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The game that is played

    def begin(
        self,
        header: Header,
        began: date,
        begun: Begun,
        notes: Mapping[str, str] = _NONE,
        load: Load = load_nothing,
        *,
        number: int | None = None,
    ) -> int:
        """Keep a new game, without moves as yet, and return its number.

        Args:
            header: The header of its record.
            began: The time of its beginning. A time without a zone is local.
            begun: The first event of its log, with its seats.
            notes: Texts to keep with it, for the caller's own use.
            load: Reads the files that the options name. Their texts are kept, so that the game can
                go on without the files.
            number: The preferred number, used if it is free. None for a new number.

        Raises:
            MalformedError: No game can start from this header.
        """
        files, _ = read_start(header, load)
        with self.writing():
            self._select(None)
            if self.connection.execute("SELECT 1 FROM games WHERE id = ?", (number,)).fetchone():
                number = None
            game = self._ledger.insert(header, began, notes, files, number=number)
            self._ledger.append(game, 1, Entry((begun,)))
            return game

    def append(self, game: int, seq: int, entry: Entry) -> None:
        """Add a batch to the log of a game. It is on the disk when this returns.

        The same batch again changes nothing.

        Args:
            game: The number of the game.
            seq: The number of the batch in its log, from 1.
            entry: The batch.

        Raises:
            ConflictError: The log has another batch of this number, lacks the batch before it, or
                ends in a state in which these events are impossible.
            NoGameError: There is no such game.
        """
        with self.writing():
            self._ledger.append(game, seq, entry)

    def add_to(self, game: int, *events: Event, day: datetime | None = None) -> None:
        """Add a batch at the end of the log of a game. Raise the errors of :meth:`append`."""
        with self.writing():
            self._ledger.add(game, Entry(events, day))

    # Kept games

    def rename(self, game: int, seat: str, called: str, day: datetime) -> None:
        """Correct the name of a player in an ended game. A comment of its record has the old name.

        The same correction again changes nothing.

        Args:
            game: The number of the game.
            seat: The seat of the player.
            called: The correct name.
            day: The time of the correction.

        Raises:
            ConflictError: The game goes on.
            MalformedError: There is no such seat, or the name is not allowed there.
            NoGameError: There is no such game.
            DamagedGameError: The game cannot be read.
        """
        with self.writing():
            kept = self._ledger.game(game)
            names = {player.seat: player.name for player in kept.players}
            if kept.how is None:
                raise ConflictError(told("game {number} goes on; names are corrected afterwards", number=game))
            if seat not in names:
                raise MalformedError(told("there is no seat {name!r}", name=seat))
            if names[seat] != called:
                check_names(tuple((names | {seat: called}).values()))
                self.add_to(game, Renamed(seat, called), day=day)

    def unfinished(self) -> KeptGame | None:
        """Return the game that is neither over nor abandoned. Without such a game return None.

        Of several games it is the last resumed game (:meth:`resume`), else the latest. Raise
        DamagedGameError when that game cannot be read.
        """
        with self.reading():
            # Order by number, as a table without a network may not know the date.
            find = (
                "SELECT id FROM games WHERE how IS NULL ORDER BY id = "
                "(SELECT CAST(value AS INTEGER) FROM settings WHERE name = ?) DESC, id DESC"
            )
            row = self.connection.execute(find, (RESUMED,)).fetchone()
            return None if row is None else self._ledger.game(row[0])

    def resume(self, number: int, now: datetime) -> KeptGame:
        """Resume a game that is not over, and return it. It is offered before other games.

        Args:
            number: The number of the game.
            now: The time of its beginning, if that is unknown.

        Raises:
            ConflictError: The game is over, resigned or lost on time.
            NoGameError: There is no such game.
            DamagedGameError: The game cannot be read.
        """
        game = self.game(number)
        if game.how == "over" or game.reason in FORFEITS:
            raise ConflictError(
                told("{path}: game {number} is over, so it cannot go on", path=str(self.path), number=number)
            )
        with self.writing():
            if game.how is not None:
                self.add_to(number, Stopped(game.clock))
            self.connection.execute(
                "UPDATE games SET header = ?, began = coalesce(began, ?) WHERE id = ?",
                (write_record(game.header._replace(result=None), ()), write_time(now), number),
            )
            self._select(number)
        return self.game(number)

    def _select(self, number: int | None) -> None:
        """Set the unfinished game that is offered before others. None clears it."""
        self.connection.execute("DELETE FROM settings WHERE name = ?", (RESUMED,))
        if number is not None:
            self.connection.execute("INSERT INTO settings VALUES (?, ?)", (RESUMED, str(number)))

    def game(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise NoGameError, DamagedGameError."""
        with self.reading():
            if not 0 < number <= _LAST:
                raise self._ledger.no_game(number)
            return self._ledger.game(number)

    def games(
        self,
        *,
        game: str | None = None,
        player: str | None = None,
        unfinished: bool | None = None,
        before: int | None = None,
        limit: int | None = None,
        damaged: Damaged = fail,
    ) -> Iterator[Summary]:
        """Yield the summaries of games, the last kept game first.

        The order is by number, as a table without a network may not know the date.

        Args:
            game: The name of a game: only its games.
            player: Only games with this player, without regard to case and spaces.
            unfinished: Only games that go on (True) or only games that have ended (False).
            before: Only games of lower numbers: the next page of a list.
            limit: The greatest number of games, None for all.
            damaged: Called with the error of each game that cannot be read. The others follow.
        """
        name = None if player is None else folded(player)
        found = (
            one
            for one in self._summaries(self._last_first(game, name, unfinished, before), damaged)
            if game in (None, one.game)
            and unfinished in (None, one.how is None)
            and (name is None or name in [folded(player.name) for player in one.players])
        )
        return islice(found, limit)

    def _last_first(
        self, game: str | None, who: str | None, unfinished: bool | None, before: int | None
    ) -> Iterator[int]:
        """Yield the numbers of games as in :meth:`games`, or of all if pages are damaged."""
        find = """
            SELECT id FROM games
            WHERE (:before IS NULL OR id < :before)
            AND (:unfinished IS NULL OR (how IS NULL) = :unfinished)
            AND (:game IS NULL OR game = :game)
            AND (:who IS NULL OR id IN (SELECT game FROM players WHERE who = :who))
            ORDER BY id DESC LIMIT :limit
            """
        asked = {"game": game, "who": who, "unfinished": unfinished, "limit": A_PAGE}
        at, given = before, set[int]()
        try:
            while True:
                with self.reading():
                    rows = self.connection.execute(find, {**asked, "before": at}).fetchall()
                for (at,) in rows:
                    yield at
                    given.add(at)
                if len(rows) < A_PAGE:
                    return
        except DamagedError:
            left = (one for one in reversed(self.numbers()) if before is None or one < before)
            yield from (one for one in left if one not in given)

    def seats(self, game: int) -> Seats:
        """Return the seats of a game, with their computer levels and holders."""
        find = "SELECT seat, level, holder FROM players WHERE game = ? ORDER BY place"
        with self.reading():
            return Seats({seat: Seat(*one) for seat, *one in self.connection.execute(find, (game,))})

    def numbers(self) -> list[int]:
        """Return the numbers of all games in order, or all possible ones if pages are damaged."""
        with self.reading():
            return game_numbers(self.connection)

    def check_pages(self) -> None:
        """Raise DamagedError unless every page of the file is sound."""
        with self.explained():
            check_pages(self.connection, self.path)

    # Settings of the table

    def setting(self, name: str) -> str | None:
        """Return the value of a setting. The result is None if it is not set.

        name: a name of :mod:`firmware.storage.settings`. Raise DamagedError for an invalid value.
        """
        with self.reading():
            row = self.connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else checked(name, row[0])
        except DAMAGE as error:
            why = told("{path}: {name!r} is damaged: {error}", path=str(self.path), name=name, error=str(error))
            raise DamagedError(why) from error

    def sits(self, holder: str) -> bool:
        """Whether a browser sits in any game. holder: the fingerprint of its secret."""
        find = "SELECT 1 FROM players WHERE holder = ? AND holder <> '' LIMIT 1"
        with self.reading():
            return self.connection.execute(find, (holder,)).fetchone() is not None

    def set(self, name: str, value: str | None) -> None:
        """Keep the value of a setting. None removes it."""
        with self.writing():
            if value is None:
                self.connection.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                self.connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # Games from elsewhere, and deletion

    def add(
        self,
        record: Record,
        load: Load = load_nothing,
        like: KeptGame | None = None,
        busy: Collection[int] = (),
        *,
        line: GameLine | None = None,
    ) -> int:
        """Keep a game from elsewhere, and return its number.

        A game that is not over is kept as abandoned until it is resumed. It cannot be resumed if
        the result of its record says that a side has given it up. If a game of the same identity is
        here and has not ended, the longer line of moves stays.

        Args:
            record: Its record, read already. A readable day in its header is kept as that of its beginning.
            load: Reads the files that the options name.
            like: The game of another store, with its log and notes.
            busy: The numbers of the open games, which stay as they are.
            line: Its moves, if they were played already. None to play them now.

        Raises:
            AlreadyKeptError: The game is here and open, has ended here, or has no fewer moves here.
            MalformedError: No game can start from its header, or its identity is another game's.
        """
        (files, start), began = read_start(record.header, load), day_of(record.header) if like is None else like.began
        played = line or read_line(start, record.moves)
        with self.writing():
            return add_game(self._ledger, record, played, files, began=began, like=like, busy=busy)

    def delete(self, game: int) -> None:
        """Delete a game for good. Raise NoGameError."""
        with self.writing():
            if not 0 < game <= _LAST:
                raise self._ledger.no_game(game)
            if not self.connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
                raise self._ledger.no_game(game)

    # All games

    def forget(self, player: str, called: str) -> int:
        """Rename a player in every game, and return the number of the player's games.

        Names are compared without case and spaces. The new name stands in the header, its result,
        the comments, the notes and the log of each game, and in the standings. The file keeps
        nothing of the old name. Copies of the file do.

        Args:
            player: The old name.
            called: The new name, which no player may have yet.

        Raises:
            ConflictError: A player has the new name already.
            DamagedGameError: A game of that player cannot be read. Nothing has changed then.
        """
        with self.explained():
            self.connection.execute("PRAGMA secure_delete=ON")
        with self.writing():
            who = self.names()
            if folded(called) in who:
                raise self._ledger.conflict(f"somebody is called {called} already")
            games = who.get(folded(player), [])
            find = "SELECT id FROM games WHERE instr(notes, ?)"
            corrected_there = [number for (number,) in self.connection.execute(find, (CORRECTED,))]
            for number in dict.fromkeys((*games, *corrected_there)):
                self._forget(number, player, called)
        self.checkpoint("TRUNCATE")
        return len(games)

    def names(self) -> dict[str, list[int]]:
        """Return the numbers of the games of each player, by name without case and spaces."""
        found: dict[str, list[int]] = {}
        with self.explained():
            for number, who in self.connection.execute("SELECT game, who FROM players ORDER BY game"):
                found.setdefault(who, []).append(number)
        return found

    def _forget(self, number: int, player: str, called: str) -> None:
        """Rename a person in a game, as a player or in the comments on a corrected name."""
        game = self._ledger.game(number)
        players = game.header.players
        old = next((name for name in players if folded(name) == folded(player)), player)
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        notes = {key: word.sub(called, text) for key, text in game.notes.items()}
        comments = tuple(one._replace(text=word.sub(called, one.text)) for one in game.comments)
        self._ledger.note(number, notes, comments)
        header = other_result(game.header, old, called)
        self._ledger.name_players(number, header, [called if name == old else name for name in players])
        for seq, entry in enumerate(game.log, 1):
            events = tuple(_renamed(event, folded(player), called) for event in entry.events)
            if events != entry.events:
                change = "UPDATE events SET events = ? WHERE game = ? AND seq = ?"
                self.connection.execute(change, (write_events(events), number, seq))

    def take_over(self, other: "Store") -> None:
        """Replace all games and settings by another store's. On failure nothing changes."""
        with self.explained():
            other.connection.backup(self.connection)

    def _summaries(self, numbers: Iterable[int], damaged: Damaged) -> Iterator[Summary]:
        """Yield the summary of each game that is there and can be read."""
        for number in numbers:
            try:
                with self.reading():
                    summary = self._ledger.summary(number)
            except DamagedGameError as error:
                damaged(error)
            except NoGameError:  # it was deleted, before or meanwhile
                continue
            else:
                yield summary


def _renamed(event: Event, old: str, called: str) -> Event:
    """Return an event with a player renamed. old: the old name, folded."""
    if isinstance(event, Seated):
        players = tuple(called if folded(name) == old else name for name in event.players)
        return replace(event, players=players)
    if isinstance(event, Renamed) and folded(event.name) == old:
        return replace(event, name=called)
    return event
