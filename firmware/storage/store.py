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
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from itertools import islice, takewhile
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Self, TypeVar, cast

from msgspec.structs import replace

from firmware.match.events import Begun, Ended, How, Played, Ran, Renamed, Seated, Stopped, TakenBack, ending
from firmware.match.line import GameLine, read_line
from firmware.match.seats import Seat, Seats
from firmware.storage.database import WAIT, Database
from firmware.storage.errors import (
    AlreadyKeptError,
    ConflictError,
    Damaged,
    DamagedError,
    DamagedGameError,
    NoGameError,
    explain,
    fail,
    is_damage,
)
from firmware.storage.log import Entry, Event, line_of, write_events
from firmware.storage.rows import (
    DAMAGE,
    read_files,
    read_game,
    read_log,
    read_summary,
    write_notes,
    write_texts,
    write_time,
)
from firmware.storage.schema import check_pages, game_numbers
from firmware.storage.settings import RESUMED, checked
from firmware.storage.values import CORRECTED, FORFEITS, STOPPED, KeptGame, Summary, corrected, how_given_up
from firmware.words import Text, told
from rules import (
    Comment,
    Header,
    Load,
    MalformedError,
    Record,
    check_names,
    find_game,
    folded,
    load_nothing,
    write_record,
)
from rules.record import header_line

T = TypeVar("T")

A_PAGE = 100  # games that are listed at once by default

_LAST = 2**63 - 1  # the greatest number that SQLite can give
_NONE: Mapping[str, str] = MappingProxyType({})
_SET_UP = '\n[position "'  # a line of the header of a game that begins from a position


class Store:
    """The games of one table; a context manager that closes itself.

    Every method raises StoreError when the file cannot be used.

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
        self._database = Database(path, writes=writes, wait=wait)
        self._db = self._database.connection
        self.path = self._database.path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock. All changes are on the disk already."""
        self._database.close()

    def check_own(self) -> None:
        """Raise ReplacedError if another program has written the file. See Database.check_own."""
        self._database.check_own()

    def leave(self, copy: Path) -> None:
        """Leave the file to the program that has written it, see :meth:`Database.leave`."""
        self._database.leave(copy)

    def wait(self, seconds: float) -> None:
        """Set the seconds that each method waits when another program holds the file."""
        self._database.wait(seconds)

    # The game that is played

    def at_once(self) -> AbstractContextManager[None]:
        """Apply all changes in the context together, or nothing.

        They are on the disk when the context ends, by a single write.
        """
        return self._database.writing()

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
        files = read_files(header, load)
        with self._database.writing():
            self._select(None)
            if self._db.execute("SELECT 1 FROM games WHERE id = ?", (number,)).fetchone():
                number = None
            game = self._insert(header, began, notes, files, number=number)
            self._append(game, 1, Entry((begun,)))
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
        with self._database.writing():
            self._append(game, seq, entry)

    def add_to(self, game: int, *events: Event, day: datetime | None = None) -> None:
        """Add a batch at the end of the log of a game. Raise the errors of :meth:`append`."""
        with self._database.writing():
            self._append(game, self._last(game) + 1, Entry(events, day))

    def _append(self, game: int, seq: int, entry: Entry) -> None:
        text, last = write_events(entry.events), self._last(game)
        if 1 <= seq <= last:
            find = "SELECT events FROM events WHERE game = ? AND seq = ?"
            if self._db.execute(find, (game, seq)).fetchone() != (text,):
                raise self._conflict(f"game {game} has another batch {seq}")
            return
        if seq != last + 1:
            raise self._conflict(f"game {game} has {last} batches; {seq} is none of it")
        self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, seq, text, write_time(entry.day)))
        for event in entry.events:
            change = self._heads.get(type(event))
            if change is not None:
                change(self, game, event, entry.day)

    def _last(self, game: int) -> int:
        """Return the number of the last batch of a game. Raise NoGameError."""
        find = "SELECT (SELECT max(seq) FROM events WHERE game = id) FROM games WHERE id = ?"
        row = self._db.execute(find, (game,)).fetchone()
        if row is None:
            raise self._no_game(game)
        return row[0] or 0

    # The summary of a game, after each kind of event

    def _seated(self, game: int, event: Begun | Seated, _day: datetime | None) -> None:
        self._db.executemany(
            "UPDATE players SET level = ?, holder = ? WHERE game = ? AND seat = ?",
            [(one.level, one.holder, game, seat) for seat, one in event.seats.by_name.items()],
        )
        if isinstance(event, Seated) and event.players:
            self._call(game, self._game(game).header, event.players)

    def _played(self, game: int, event: Played, _day: datetime | None) -> None:
        change = "UPDATE games SET moves = ?, clock = ? WHERE id = ? AND moves = ? AND how IS NULL"
        given = (event.ply, event.clock, game, event.ply - 1)
        if not self._db.execute(change, given).rowcount:
            raise self._conflict(f"{self._state(game)}; {event.line} is no move {event.ply}")

    def _taken_back(self, game: int, event: TakenBack, _day: datetime | None) -> None:
        change = "UPDATE games SET moves = moves - 1 WHERE id = ? AND moves = ? AND how IS NOT 'abandoned'"
        if not self._db.execute(change, (game, event.ply)).rowcount:
            raise self._conflict(f"{self._state(game)}; move {event.ply} cannot be dropped")
        self._go_on(game)

    def _ran(self, game: int, event: Ran, _day: datetime | None) -> None:
        self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (event.milliseconds, game))

    def _stopped(self, game: int, _event: Stopped, _day: datetime | None) -> None:
        if self._db.execute("SELECT how FROM games WHERE id = ?", (game,)).fetchone() == ("over",):
            raise self._conflict(f"{self._state(game)}; it cannot go on")
        self._go_on(game)

    def _go_on(self, game: int) -> None:
        """Remove the end of a game."""
        change = (
            "UPDATE games SET closed = 0, how = NULL, ended = NULL, reason = NULL, counted = NULL "
            "WHERE id = ? AND how IS NOT NULL"
        )
        if self._db.execute(change, (game,)).rowcount:
            reset = "UPDATE players SET score = NULL, won = 0, played = 0 WHERE game = ?"
            self._db.execute(reset, (game,))

    def _renamed(self, game: int, event: Renamed, day: datetime | None) -> None:
        """Correct the name of a player. A comment of the record gives the old name."""
        kept = self._game(game)
        names = {player.seat: player.name for player in kept.players}
        old = names[event.seat]
        if old == event.name:
            return
        if day is not None:
            comments = (*kept.comments, corrected(event.seat, old, day))
            self._note(game, kept.notes, comments)
        players = tuple((names | {event.seat: event.name}).values())
        self._call(game, _other_result(kept.header, old, event.name), players)

    def _ended(self, game: int, event: Ended, day: datetime | None) -> None:
        over, outcome = event.how == "over", event.outcome if event.how == "over" else event.will
        change = "UPDATE games SET how = ?, ended = ?, reason = ?, closed = ? WHERE id = ? AND how IS NULL"
        reason = None if outcome is None else outcome.reason
        how = "over" if over else "abandoned"
        given = (how, write_time(day), reason, event.line is not None, game)
        if not self._db.execute(change, given).rowcount:
            raise self._conflict(f"{self._state(game)}; it has ended before")
        winners = () if outcome is None else outcome.winners
        self._db.executemany(
            "UPDATE players SET score = ?, won = ? WHERE game = ? AND seat = ?",
            [(score, seat in winners, game, seat) for seat, score in event.scores.items()],
        )
        self._count(game)

    def _count(self, game: int) -> None:
        """Let an ended game count, unless two players have moved for the same seat."""
        levels: dict[str, set[int]] = {}
        for move in line_of(self._log(game)).moves:
            levels.setdefault(move.seat, set()).add(move.level)
        self._db.execute("UPDATE players SET played = level WHERE game = ?", (game,))
        self._db.executemany(
            "UPDATE players SET played = ? WHERE game = ? AND seat = ?",
            [(min(made), game, seat) for seat, made in levels.items()],
        )
        mixed = any(len(made) > 1 for made in levels.values())
        self._db.execute("UPDATE settings SET value = value + 1 WHERE name = 'counted'")
        self._db.execute(
            """
            UPDATE games SET counted = (
                SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'counted'
                AND NOT :mixed AND NOT instr(header, :set_up)
                AND (how = 'over' OR reason IN (:resigned, :timed_out)))
            WHERE id = :game
            """,
            {"mixed": mixed, "set_up": _SET_UP, "game": game, "resigned": FORFEITS[0], "timed_out": FORFEITS[1]},
        )

    _heads: ClassVar[Mapping[type, Callable[..., None]]] = {
        Begun: _seated,
        Seated: _seated,
        Played: _played,
        TakenBack: _taken_back,
        Ran: _ran,
        Stopped: _stopped,
        Renamed: _renamed,
        Ended: _ended,
    }

    def _state(self, game: int) -> str:
        """Return the state of a game, for the error of a recorder that expects another state."""
        find = "SELECT how, moves FROM games WHERE id = ?"
        how, moves = self._db.execute(find, (game,)).fetchone()
        return f"game {game} has {moves} moves" if how is None else f"game {game} is {how}"

    def _log(self, game: int) -> tuple[Entry, ...]:
        find = "SELECT seq, events, day FROM events WHERE game = ? ORDER BY seq"
        return read_log(self._db.execute(find, (game,)))

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
        with self._database.writing():
            kept = self._game(game)
            names = {player.seat: player.name for player in kept.players}
            if kept.how is None:
                raise ConflictError(told("game {number} goes on; names are corrected afterwards", number=game))
            if seat not in names:
                raise MalformedError(told("there is no seat {name!r}", name=seat))
            if names[seat] != called:
                check_names(tuple((names | {seat: called}).values()))
                self.add_to(game, Renamed(seat, called), day=day)

    # Kept games

    def unfinished(self) -> KeptGame | None:
        """Return the game that is neither over nor abandoned. Without such a game return None.

        Of several games it is the last resumed game (:meth:`resume`), else the latest. Raise
        DamagedGameError when that game cannot be read.
        """
        with self._database.reading():
            # Order by number, as a table without a network may not know the date.
            find = (
                "SELECT id FROM games WHERE how IS NULL ORDER BY id = "
                "(SELECT CAST(value AS INTEGER) FROM settings WHERE name = ?) DESC, id DESC"
            )
            row = self._db.execute(find, (RESUMED,)).fetchone()
            return None if row is None else self._game(row[0])

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
        with self._database.writing():
            if game.how is not None:
                self.add_to(number, Stopped(game.clock))
            self._db.execute(
                "UPDATE games SET header = ?, began = coalesce(began, ?) WHERE id = ?",
                (write_record(game.header._replace(result=None), ()), write_time(now), number),
            )
            self._select(number)
        return self.game(number)

    def _select(self, number: int | None) -> None:
        """Set the unfinished game that is offered before others. None clears it."""
        self._db.execute("DELETE FROM settings WHERE name = ?", (RESUMED,))
        if number is not None:
            self._db.execute("INSERT INTO settings VALUES (?, ?)", (RESUMED, str(number)))

    def game(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise NoGameError, DamagedGameError."""
        with self._database.reading():
            if not 0 < number <= _LAST:
                raise self._no_game(number)
            return self._game(number)

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
                with self._database.reading():
                    rows = self._db.execute(find, {**asked, "before": at}).fetchall()
                for (at,) in rows:
                    yield at
                    given.add(at)
                if len(rows) < A_PAGE:
                    return
        except DamagedError:
            left = (one for one in reversed(self.numbers()) if before is None or one < before)
            yield from (one for one in left if one not in given)

    def look(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of a function that reads a single state of the database."""
        with self._database.reading():
            return read(self._db)

    def seats(self, game: int) -> Seats:
        """Return the seats of a game, with their computer levels and holders."""
        find = "SELECT seat, level, holder FROM players WHERE game = ? ORDER BY place"
        with self._database.reading():
            return Seats({seat: Seat(*one) for seat, *one in self._db.execute(find, (game,))})

    def numbers(self) -> list[int]:
        """Return the numbers of all games in order, or all possible ones if pages are damaged."""
        with self._database.reading():
            return game_numbers(self._db)

    def check_pages(self) -> None:
        """Raise DamagedError unless every page of the file is sound."""
        with self._database.explained():
            check_pages(self._db, self.path)

    # Settings of the table

    def setting(self, name: str) -> str | None:
        """Return the value of a setting. The result is None if it is not set.

        name: a name of :mod:`firmware.storage.settings`. Raise DamagedError for an invalid value.
        """
        with self._database.reading():
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else checked(name, row[0])
        except DAMAGE as error:
            why = told("{path}: {name!r} is damaged: {error}", path=str(self.path), name=name, error=str(error))
            raise DamagedError(why) from error

    def sits(self, holder: str) -> bool:
        """Whether a browser sits in any game. holder: the fingerprint of its secret."""
        find = "SELECT 1 FROM players WHERE holder = ? AND holder <> '' LIMIT 1"
        with self._database.reading():
            return self._db.execute(find, (holder,)).fetchone() is not None

    def set(self, name: str, value: str | None) -> None:
        """Keep the value of a setting. None removes it."""
        with self._database.writing():
            if value is None:
                self._db.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # Games from elsewhere, and deletion

    def add(
        self,
        record: Record,
        began: date | None = None,
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
            record: Its record, read already.
            began: The day of its beginning, None if unknown.
            load: Reads the files that the options name.
            like: The game of another store, with its log and notes.
            busy: The numbers of the open games, which stay as they are.
            line: Its moves, if they were played already. None to play them now.

        Raises:
            AlreadyKeptError: The game is here and open, has ended here, or has no fewer moves here.
            MalformedError: No game can start from its header, or its identity is another game's.
        """
        files = read_files(record.header, load)
        played = line or read_line(record.header.start(files.__getitem__), record.moves)
        outcome = played.position.outcome
        with self._database.writing():
            same = self._same(record)
            if same is not None and (same in busy or not self._goes_on(same, record)):
                raise AlreadyKeptError(
                    same, told("{path}: this is game {number}, kept already", path=str(self.path), number=same)
                )
            if same is None and like is not None:
                return self._insert_like(like, began, files)
            moves, closing = _moves_of(played, () if like is None else like.moves), None
            if outcome is not None and moves and not moves[-1].seat:
                closing = moves.pop().line
            waits = same is None
            if same is None:
                number = self._insert(record.header, began, _NONE, files, record.comments)
                seats = find_game(record.header.game).seats(len(record.header.players))
                self.add_to(number, Begun(Seats({seat: Seat() for seat in seats})))
                self.add_to(number, *moves)
            else:
                number, waits = same, self._summary(same).how is not None
                self._lengthen(number, moves)
            end = outcome or how_given_up(record.header)
            if end is not None:
                how = "over" if outcome is not None else cast("How", end.reason)
                self.add_to(number, ending(how, end, played.position.scores(), closing, 0))
            elif waits:
                self._leave_off(number, played.position.scores())
        return number

    def _insert_like(self, like: KeptGame, began: date | None, files: Mapping[str, str]) -> int:
        """Insert a game of another store, with its log."""
        number = self._insert(like.header, began, like.notes, files, like.comments)
        for seq, entry in enumerate(like.log, 1):
            self._append(number, seq, entry)
        self._note(number, like.notes, like.comments)
        self._call(number, like.header, like.header.players)
        if like.how is None or like.reason is None:
            self._leave_off(number, {one.seat: one.score for one in like.players})
        return number

    def _leave_off(self, number: int, scores: Mapping[str, int | None]) -> None:
        """Mark a game that was imported before its end as abandoned, with these scores."""
        self._db.execute("UPDATE games SET how = 'abandoned' WHERE id = ?", (number,))
        change = "UPDATE players SET score = ? WHERE game = ? AND seat = ?"
        self._db.executemany(change, [(score, number, seat) for seat, score in scores.items()])

    def _goes_on(self, number: int, record: Record) -> bool:
        """Whether a record has more moves of a kept game that has not ended here.

        Raise MalformedError if the record is of another game.
        """
        kept = self._game(number)
        alike = (_begin_of(one) for one in (kept.header, record.header))
        if len(set(alike)) > 1:
            raise MalformedError(
                told(
                    "the identity of this record is that of game {number}, which is another game; "
                    "take the line out to keep it",
                    number=number,
                )
            )
        ended = kept.how == "over" or kept.reason is not None
        return not ended and len(record.moves) > len(kept.lines)

    def _lengthen(self, number: int, moves: Sequence[Played]) -> None:
        """Give a game these moves. Differing moves of the game are taken back."""
        there = line_of(self._log(number)).moves
        pairs = zip(there, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0].line == pair[1].line, pairs))
        gone = [TakenBack(move.ply, move.line) for move in reversed(there[common:])]
        self._go_on(number)
        self.add_to(number, *gone, *moves[common:])

    def delete(self, game: int) -> None:
        """Delete a game for good. Raise NoGameError."""
        with self._database.writing():
            if not 0 < game <= _LAST:
                raise self._no_game(game)
            if not self._db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
                raise self._no_game(game)

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
        with self._database.explained():
            self._db.execute("PRAGMA secure_delete=ON")
        with self._database.writing():
            who = self.names()
            if folded(called) in who:
                raise self._conflict(f"somebody is called {called} already")
            games = who.get(folded(player), [])
            find = "SELECT id FROM games WHERE instr(notes, ?)"
            corrected_there = [number for (number,) in self._db.execute(find, (CORRECTED,))]
            for number in dict.fromkeys((*games, *corrected_there)):
                self._forget(number, player, called)
        self._database.checkpoint("TRUNCATE")
        return len(games)

    def names(self) -> dict[str, list[int]]:
        """Return the numbers of the games of each player, by name without case and spaces."""
        found: dict[str, list[int]] = {}
        with self._database.explained():
            for number, who in self._db.execute("SELECT game, who FROM players ORDER BY game"):
                found.setdefault(who, []).append(number)
        return found

    def _forget(self, number: int, player: str, called: str) -> None:
        """Rename a person in a game, as a player or in the comments on a corrected name."""
        game = self._game(number)
        players = game.header.players
        old = next((name for name in players if folded(name) == folded(player)), player)
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        notes = {key: word.sub(called, text) for key, text in game.notes.items()}
        comments = tuple(one._replace(text=word.sub(called, one.text)) for one in game.comments)
        self._note(number, notes, comments)
        header = _other_result(game.header, old, called)
        self._call(number, header, [called if name == old else name for name in players])
        for seq, entry in enumerate(game.log, 1):
            events = tuple(_renamed(event, folded(player), called) for event in entry.events)
            if events != entry.events:
                change = "UPDATE events SET events = ? WHERE game = ? AND seq = ?"
                self._db.execute(change, (write_events(events), number, seq))

    def _note(self, number: int, notes: Mapping[str, str], comments: tuple[Comment, ...]) -> None:
        """Give a game these notes and comments."""
        self._db.execute("UPDATE games SET notes = ? WHERE id = ?", (write_notes(notes, comments), number))

    def _call(self, number: int, header: Header, players: Sequence[str]) -> None:
        """Give a game a header with these players."""
        self._db.execute(
            "UPDATE games SET header = ? WHERE id = ?",
            (write_record(header._replace(players=tuple(players)), ()), number),
        )
        self._db.executemany(
            "UPDATE players SET name = ?, who = ? WHERE game = ? AND place = ?",
            [(name, folded(name), number, place) for place, name in enumerate(players, 1)],
        )
        find = "SELECT 1 FROM games WHERE id = ? AND counted NOT NULL"
        if self._db.execute(find, (number,)).fetchone():
            self._count(number)

    def take_over(self, other: "Store") -> None:
        """Replace all games and settings by another store's. On failure nothing changes."""
        source = other._db  # of the same class
        with self._database.explained():
            source.backup(self._db)

    # Rows

    def _insert(
        self,
        header: Header,
        began: date | None,
        notes: Mapping[str, str],
        files: Mapping[str, str],
        comments: tuple[Comment, ...] = (),
        *,
        number: int | None = None,
    ) -> int:
        number = self._db.execute(
            "INSERT INTO games (id, game, header, files, notes, began) VALUES (?, ?, ?, ?, ?, ?)",
            (
                number,
                header.game,
                write_record(header, ()),
                write_texts(files),
                write_notes(notes, comments),
                write_time(began),
            ),
        ).lastrowid
        assert number is not None
        seats = find_game(header.game).seats(len(header.players))
        self._db.executemany(
            "INSERT INTO players (game, place, seat, name, who) VALUES (?, ?, ?, ?, ?)",
            [
                (number, place, seat, name, folded(name))
                for place, (seat, name) in enumerate(zip(seats, header.players, strict=True), 1)
            ],
        )
        return number

    def _same(self, record: Record) -> int | None:
        """Return the number of the game with a record's identity, or else its header and moves.

        Without such a game return None.
        """
        header = record.header
        if header.identity is not None:
            find = "SELECT id FROM games WHERE instr(header, ?) ORDER BY id"
            line = "\n" + header_line("identity", header.identity) + "\n"
            row = self._db.execute(find, (line,)).fetchone()
            return None if row is None else int(row[0])
        played = header if how_given_up(header) is None else header._replace(result=None)
        for (number,) in self._db.execute(
            "SELECT id FROM games WHERE header = ? OR (header = ? AND reason IN (?, ?, ?, ?)) ORDER BY id",
            (write_record(header, ()), write_record(played, ()), *FORFEITS, *STOPPED),
        ).fetchall():
            kept = line_of(self._log(number))
            closing = () if kept.closing is None else (kept.closing,)
            if (*(move.line for move in kept.moves), *closing) == record.moves:
                return int(number)
        return None

    def _summaries(self, numbers: Iterable[int], damaged: Damaged) -> Iterator[Summary]:
        """Yield the summary of each game that is there and can be read."""
        for number in numbers:
            try:
                with self._database.reading():
                    summary = self._summary(number)
            except DamagedGameError as error:
                damaged(error)
            except NoGameError:  # it was deleted, before or meanwhile
                continue
            else:
                yield summary

    def _summary(self, number: int) -> Summary:
        with self._reading_game(number):
            row = self._db.execute(
                "SELECT game, began, ended, how, reason, moves + closed FROM games WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                raise self._no_game(number)
            players = self._db.execute(
                "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place", (number,)
            ).fetchall()
            *head, moves = row
            return read_summary(number, head, players, moves)

    def _game(self, number: int) -> KeptGame:
        summary = self._summary(number)
        with self._reading_game(number):
            row = self._db.execute("SELECT header, files, notes, clock FROM games WHERE id = ?", (number,)).fetchone()
            find = "SELECT seq, events, day FROM events WHERE game = ? ORDER BY seq"
            return read_game(summary, row, self._db.execute(find, (number,)))

    @contextmanager
    def _reading_game(self, number: int) -> Iterator[None]:
        """Raise DamagedGameError for damaged rows of a game."""
        try:
            yield
        except DAMAGE as error:
            raise self.damaged(number, str(error)) from error
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            raise self.damaged(number, explain(error)) from error

    def damaged(self, number: int, why: Text | str) -> DamagedGameError:
        """Return the error of an unreadable game, with the reason `why`."""
        text = told("{path}: game {number} cannot be read: {why}", path=str(self.path), number=number, why=why)
        return DamagedGameError(number, text)

    def _no_game(self, number: int) -> NoGameError:
        text = told("{path}: there is no game {number} here", path=str(self.path), number=number)
        return NoGameError(text)

    def _conflict(self, why: str) -> ConflictError:
        """Return the error for a caller that expects another state. It is for recorders only."""
        return ConflictError(f"{self.path}: {why}")


def _other_result(header: Header, old: str, called: str) -> Header:
    """Return a header with a player's new name in its result, if the result names that player."""
    for end in ("", *(f" {reason}" for reason in FORFEITS)):
        if header.result is not None and folded(header.result) == folded(old + end):
            return header._replace(result=called + end)
    return header


def _moves_of(line: GameLine, known: Sequence[Played]) -> list[Played]:
    """Return the moves of a line. known: the first of these moves as another store has them."""
    moves = [
        Played(ply.number, ply.seat, ply.line, 0, clock=ply.milliseconds, milliseconds=ply.milliseconds, left=ply.left)
        for ply in line.plies
    ]
    return [*known[: len(moves)], *moves[len(known) :]]


def _renamed(event: Event, old: str, called: str) -> Event:
    """Return an event with a player renamed. old: the old name, folded."""
    if isinstance(event, Seated):
        players = tuple(called if folded(name) == old else name for name in event.players)
        return replace(event, players=players)
    if isinstance(event, Renamed) and folded(event.name) == old:
        return replace(event, name=called)
    return event


def _begin_of(header: Header) -> tuple[object, ...]:
    """Return a key of the beginning of a game, equal for copies of the same game."""
    options = tuple(sorted(header.options.items()))
    return header.game, len(header.players), options, header.position
