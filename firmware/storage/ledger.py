"""The ledger: the log of each game, and its summary, which changes with every event of the log."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import ClassVar

from firmware.match.events import Begun, Ended, Played, Ran, Renamed, Seated, Stopped, TakenBack
from firmware.storage.errors import ConflictError, NoGameError, damaged_game, explain, is_damage
from firmware.storage.log import Entry, line_of, write_events
from firmware.storage.rows import DAMAGE, read_game, read_log, read_summary, write_notes, write_texts, write_time
from firmware.storage.values import FORFEITS, STOPPED, KeptGame, Summary, corrected, how_given_up
from firmware.words import told
from rules import Comment, Header, Record, find_game, folded, write_record
from rules.record import header_line

_SET_UP = '\n[position "'  # a line of the header of a game that begins from a position


class Ledger:
    """The games of a database, within the transactions of the caller.

    Every method raises the errors of SQLite.

    Args:
        db: The connection.
        path: The file, for messages.

    Attributes:
        path: The same.
    """

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self.path = path

    def insert(
        self,
        header: Header,
        began: date | None,
        notes: Mapping[str, str],
        files: Mapping[str, str],
        comments: tuple[Comment, ...] = (),
        *,
        number: int | None = None,
    ) -> int:
        """Insert a game without a log, and return its number.

        Args:
            header: The header of its record.
            began: The day or time of its beginning, None if unknown.
            notes: Texts to keep with it.
            files: The texts of the files that its options name.
            comments: The comments of its record.
            number: The number, which must be free. None for a new number.
        """
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

    def add(self, game: int, entry: Entry) -> None:
        """Add a batch at the end of the log of a game. Raise the errors of :meth:`append`."""
        self.append(game, self.last(game) + 1, entry)

    def append(self, game: int, seq: int, entry: Entry) -> None:
        """Add a batch to the log of a game, see :meth:`firmware.storage.store.Store.append`."""
        text, last = write_events(entry.events), self.last(game)
        if 1 <= seq <= last:
            find = "SELECT events FROM events WHERE game = ? AND seq = ?"
            if self._db.execute(find, (game, seq)).fetchone() != (text,):
                raise self.conflict(f"game {game} has another batch {seq}")
            return
        if seq != last + 1:
            raise self.conflict(f"game {game} has {last} batches; {seq} is none of it")
        self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, seq, text, write_time(entry.day)))
        for event in entry.events:
            change = self._heads.get(type(event))
            if change is not None:
                change(self, game, event, entry.day)

    def last(self, game: int) -> int:
        """Return the number of the last batch of a game. Raise NoGameError."""
        find = "SELECT (SELECT max(seq) FROM events WHERE game = id) FROM games WHERE id = ?"
        row = self._db.execute(find, (game,)).fetchone()
        if row is None:
            raise self.no_game(game)
        return row[0] or 0

    def log(self, game: int) -> tuple[Entry, ...]:
        """Return the log of a game."""
        find = "SELECT seq, events, day FROM events WHERE game = ? ORDER BY seq"
        return read_log(self._db.execute(find, (game,)))

    def summary(self, number: int) -> Summary:
        """Return the summary of a game. Raise NoGameError, DamagedGameError."""
        with self._reading_game(number):
            row = self._db.execute(
                "SELECT game, began, ended, how, reason, moves + closed FROM games WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                raise self.no_game(number)
            players = self._db.execute(
                "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place", (number,)
            ).fetchall()
            *head, moves = row
            return read_summary(number, head, players, moves)

    def game(self, number: int) -> KeptGame:
        """Return a game with all its moves. Raise NoGameError, DamagedGameError."""
        summary = self.summary(number)
        with self._reading_game(number):
            row = self._db.execute("SELECT header, files, notes, clock FROM games WHERE id = ?", (number,)).fetchone()
            return read_game(summary, row, self.log(number))

    def go_on(self, game: int) -> None:
        """Remove the end of a game."""
        change = (
            "UPDATE games SET closed = 0, how = NULL, ended = NULL, reason = NULL, counted = NULL "
            "WHERE id = ? AND how IS NOT NULL"
        )
        if self._db.execute(change, (game,)).rowcount:
            reset = "UPDATE players SET score = NULL, won = 0, played = 0 WHERE game = ?"
            self._db.execute(reset, (game,))

    def leave_off(self, number: int, scores: Mapping[str, int | None]) -> None:
        """Mark a game that was imported before its end as abandoned, with these scores."""
        self._db.execute("UPDATE games SET how = 'abandoned' WHERE id = ?", (number,))
        change = "UPDATE players SET score = ? WHERE game = ? AND seat = ?"
        self._db.executemany(change, [(score, number, seat) for seat, score in scores.items()])

    def note(self, number: int, notes: Mapping[str, str], comments: tuple[Comment, ...]) -> None:
        """Give a game these notes and comments."""
        self._db.execute("UPDATE games SET notes = ? WHERE id = ?", (write_notes(notes, comments), number))

    def name_players(self, number: int, header: Header, players: Sequence[str]) -> None:
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
            self.count(number)

    def find_same(self, record: Record) -> int | None:
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
            if line_of(self.log(number)).lines == record.moves:
                return int(number)
        return None

    def _seated(self, game: int, event: Begun | Seated, _day: datetime | None) -> None:
        self._db.executemany(
            "UPDATE players SET level = ?, holder = ? WHERE game = ? AND seat = ?",
            [(one.level, one.holder, game, seat) for seat, one in event.seats.by_name.items()],
        )
        if isinstance(event, Seated) and event.players:
            self.name_players(game, self.game(game).header, event.players)

    def _played(self, game: int, event: Played, _day: datetime | None) -> None:
        change = "UPDATE games SET moves = ?, clock = ? WHERE id = ? AND moves = ? AND how IS NULL"
        given = (event.ply, event.clock, game, event.ply - 1)
        if not self._db.execute(change, given).rowcount:
            raise self.conflict(f"{self._state(game)}; {event.line} is no move {event.ply}")

    def _taken_back(self, game: int, event: TakenBack, _day: datetime | None) -> None:
        change = "UPDATE games SET moves = moves - 1 WHERE id = ? AND moves = ? AND how IS NOT 'abandoned'"
        if not self._db.execute(change, (game, event.ply)).rowcount:
            raise self.conflict(f"{self._state(game)}; move {event.ply} cannot be dropped")
        self.go_on(game)

    def _ran(self, game: int, event: Ran, _day: datetime | None) -> None:
        self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (event.milliseconds, game))

    def _stopped(self, game: int, _event: Stopped, _day: datetime | None) -> None:
        if self._db.execute("SELECT how FROM games WHERE id = ?", (game,)).fetchone() == ("over",):
            raise self.conflict(f"{self._state(game)}; it cannot go on")
        self.go_on(game)

    def _renamed(self, game: int, event: Renamed, day: datetime | None) -> None:
        """Correct the name of a player. A comment of the record gives the old name."""
        kept = self.game(game)
        names = {player.seat: player.name for player in kept.players}
        old = names[event.seat]
        if old == event.name:
            return
        if day is not None:
            comments = (*kept.comments, corrected(event.seat, old, day))
            self.note(game, kept.notes, comments)
        players = tuple((names | {event.seat: event.name}).values())
        self.name_players(game, other_result(kept.header, old, event.name), players)

    def _ended(self, game: int, event: Ended, day: datetime | None) -> None:
        over, outcome = event.how == "over", event.outcome if event.how == "over" else event.will
        change = "UPDATE games SET how = ?, ended = ?, reason = ?, closed = ? WHERE id = ? AND how IS NULL"
        reason = None if outcome is None else outcome.reason
        how = "over" if over else "abandoned"
        given = (how, write_time(day), reason, event.line is not None, game)
        if not self._db.execute(change, given).rowcount:
            raise self.conflict(f"{self._state(game)}; it has ended before")
        winners = () if outcome is None else outcome.winners
        self._db.executemany(
            "UPDATE players SET score = ?, won = ? WHERE game = ? AND seat = ?",
            [(score, seat in winners, game, seat) for seat, score in event.scores.items()],
        )
        self.count(game)

    def count(self, game: int) -> None:
        """Let an ended game count, unless two players have moved for the same seat."""
        levels: dict[str, set[int]] = {}
        for move in line_of(self.log(game)).moves:
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

    @contextmanager
    def _reading_game(self, number: int) -> Iterator[None]:
        """Raise DamagedGameError for damaged rows of a game."""
        try:
            yield
        except DAMAGE as error:
            raise damaged_game(self.path, number, str(error)) from error
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            raise damaged_game(self.path, number, explain(error)) from error

    def no_game(self, number: int) -> NoGameError:
        """Return the error of a number that no game has."""
        text = told("{path}: there is no game {number} here", path=str(self.path), number=number)
        return NoGameError(text)

    def conflict(self, why: str) -> ConflictError:
        """Return the error for a caller that expects another state. It is for recorders only."""
        return ConflictError(f"{self.path}: {why}")


def other_result(header: Header, old: str, called: str) -> Header:
    """Return a header with a player's new name in its result, if the result names that player."""
    for end in ("", *(f" {reason}" for reason in FORFEITS)):
        if header.result is not None and folded(header.result) == folded(old + end):
            return header._replace(result=called + end)
    return header
