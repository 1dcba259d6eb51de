"""Where are the games kept, so that the wall switch cannot take them?

One SQLite database, in write-ahead mode: a move is on the disk when :meth:`Store.keep` returns,
and costs one fsync. A store has one writer, the table (or the command that brings in or deletes a
game while no table runs), which holds a lock beside the database for as long as it is open; the
operating system lifts that lock when the program dies, however it dies. Readers need none: they
see every move that is on the disk, while the game goes on.

Nothing is ever overwritten: a move taken back stays as a row that says so, and a file that is no
store, is damaged or is of a newer version is refused and left as it is.
"""

import errno
import json
import os
import sqlite3
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple, Self

import platformdirs

from rules import (
    GameError,
    Header,
    Load,
    MalformedError,
    Move,
    Outcome,
    Position,
    Record,
    find_game,
    load_nothing,
    read_header,
    read_record,
    write_record,
)

FILE = "games.db"
SAND = "sand"  # the setting: measured seconds, as the option of the hourglass game has them
BROKEN = "broken reeds"  # the setting: the contacts that say nothing, a picture in hexadecimal
FOUND = "found in game"  # the setting: the number of a game, and those that its players found
VARIABLE = "SPEELTAFEL_DATA"  # of the environment: the folder in which games are kept
WAIT = 1.0  # seconds for which it waits for another program that holds the file
CLOCK_STEP = 2000  # milliseconds of sand that a power cut may give back: a write costs an fsync

_APPLICATION = 0x53504C54  # "SPLT": says in the file's head whose database it is
_MAGIC = b"SQLite format 3\0"  # how every SQLite file begins: sqlite.org/fileformat2.html, 1.3.1
_NONE: Mapping[str, str] = MappingProxyType({})

_VERSION_1 = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is ever used again
        game TEXT NOT NULL,
        header TEXT NOT NULL, -- a canonical record without moves
        files TEXT NOT NULL, -- what the options name, as a JSON object of texts
        notes TEXT NOT NULL, -- a JSON object of texts
        began TEXT, -- in UTC, as all times
        ended TEXT,
        how TEXT CHECK (how IN ('over', 'abandoned')), -- NULL while it goes on
        reason TEXT,
        clock INTEGER NOT NULL DEFAULT 0 -- milliseconds
    ) STRICT
    """,
    """
    CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- in seat order, from 1
        seat TEXT NOT NULL,
        name TEXT NOT NULL,
        score INTEGER, -- NULL while the game goes on
        won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
        PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ply INTEGER NOT NULL CHECK (ply >= 1),
        dropped INTEGER NOT NULL DEFAULT 0, -- 0: in the game; n: the n-th taken back of this ply
        seat TEXT NOT NULL,
        line TEXT NOT NULL,
        at INTEGER, -- microseconds of the program's clock; NULL when brought in
        PRIMARY KEY (game, ply, dropped) -- so no ply is there twice; one tree, so few pages a move
    ) STRICT, WITHOUT ROWID
    """,
)

_VERSION_2 = (
    """
    CREATE TABLE settings ( -- what is known about the table: measured sand, broken contacts
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)


class StoreError(Exception):
    """A store that cannot be used; the message is one line: what, where and what to do."""


class NothingKeptError(StoreError):
    """There is nothing to read yet: no game has been kept at this path."""


class NoGameError(StoreError):
    """The store has no game of this number."""


class ConflictError(StoreError):
    """The store has something else in the place of what it should keep; it stays as it is."""


class AlreadyKeptError(StoreError):
    """A record that the store has; `game` is the number under which."""

    def __init__(self, game: int, message: str) -> None:
        super().__init__(message)
        self.game = game


How = Literal["over", "abandoned"]


class KeptMove(NamedTuple):
    """One line of a game.

    ply: from 1. seat: whose turn it was. line: as the record has it, in a game with sand with its
    second. at: microseconds of the clock of the program that kept it, None when it was brought in.
    """

    ply: int
    seat: str
    line: Move
    at: int | None


class Player(NamedTuple):
    """Who sat where. score: by the game's own scoring, None while the game goes on."""

    seat: str
    name: str
    score: int | None
    won: bool


class Summary(NamedTuple):
    """One game in a list of games.

    how: None while it goes on. moves: the number of its lines. began: None when it was brought in
    and nobody knows. Times are in UTC.
    """

    id: int
    game: str
    players: tuple[Player, ...]
    moves: int
    began: datetime | None
    ended: datetime | None
    how: How | None
    reason: str | None


class KeptGame(NamedTuple):
    """A whole game.

    moves: its line. taken_back: what was taken back, by ply and then in the order in which that
    happened. clock: the milliseconds that the game's own time has come to, at most
    :data:`CLOCK_STEP` behind (the last line may bear a later second). files: what its options
    name. The rest as in :class:`Summary`.
    """

    id: int
    header: Header
    players: tuple[Player, ...]
    moves: tuple[KeptMove, ...]
    taken_back: tuple[KeptMove, ...]
    clock: int
    began: datetime | None
    ended: datetime | None
    how: How | None
    reason: str | None
    notes: Mapping[str, str]
    files: Mapping[str, str]

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of its record."""
        return tuple(move.line for move in self.moves)

    @property
    def record(self) -> str:
        """The canonical text of its record."""
        return write_record(self.header, self.lines)

    def load(self, name: str) -> str:
        """The text of a file that the options name, as it was when the game began.

        Raises MalformedError.
        """
        if name not in self.files:
            raise MalformedError(f"{name!r} was not kept with game {self.id}")
        return self.files[name]

    def position(self) -> Position:
        """Where it leads, every move played again. Raises RecordError."""
        return read_record(self.record, self.load).position


class Result(NamedTuple):
    """What one player made of one game that is over; a draw has no winner at all."""

    id: int
    game: str
    player: str
    score: int
    won: bool
    drawn: bool


def path_of(folder: Path | None, environment: Mapping[str, str]) -> Path:
    """Where games are kept: in `folder`, or where the environment or the operating system says."""
    if folder is None and environment.get(VARIABLE):
        folder = Path(environment[VARIABLE])
    return (folder or platformdirs.user_data_path("speeltafel", appauthor=False)) / FILE


def read_found(setting: str | None) -> tuple[int, int]:
    """The game that :data:`FOUND` is about, and the contacts found broken in it; 0 for none."""
    game, _, contacts = (setting or "0 0").partition(" ")
    return int(game), int(contacts, 16)


def write_found(game: int, contacts: int) -> str | None:
    """What :data:`FOUND` says of these contacts, None when there are none."""
    return f"{game} {contacts:x}" if contacts else None


def folded(name: str) -> str:
    """A name without what hands type differently from evening to evening: case and spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


class Store:
    """The games of one table; a context manager that closes itself.

    path: the database, made when it is not there (unless only read). writes: False to read only,
    which can be done while another program writes. wait: seconds for which it waits for another
    program, when it is opened and at every change.

    Every method raises StoreError when the file cannot be used.
    """

    migrations: ClassVar[Sequence[Sequence[str]]] = (_VERSION_1, _VERSION_2)
    """The statements that lead from each version of the schema to the next, from an empty file on.

    A released version never changes here: what is to be different is a further one.
    """

    def __init__(self, path: Path, *, writes: bool = True, wait: float = WAIT) -> None:
        self.path = path.resolve()  # as SQLite has it: the log lies beside the file itself
        self._wait = wait
        with ExitStack() as opened, self._explained():
            _check_folder(self.path.parent)
            if writes:
                _make_folder(self.path.parent)
                opened.enter_context(closing(self._lock()))
            elif not _has_bytes(self.path):
                raise NothingKeptError(f"{self.path}: no game has been kept here yet")
            if _has_bytes(self.path) and not _beside(self.path, "-journal").exists():
                # What is wrong with it is found out before anything in it can change. (Where its
                # making was cut off there is a journal, and that must be rolled back first.)
                reader = opened.enter_context(closing(self._reader()))
                self._check(reader, whole=writes)
                if writes:
                    reader.close()
                else:
                    self._db = reader
            elif not writes:
                raise NothingKeptError(f"{self.path}: no game has been kept here yet")
            if writes:
                self._db = opened.enter_context(closing(self._connect(str(self.path))))
                self._set_up()
            self._db.create_function("folded", 1, folded, deterministic=True)
            self._files = [(file, file.stat()) for file in self._on_disk()]
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and its lock; what is kept is on the disk already."""
        with self._explained():
            self._opened.close()

    def wait(self, seconds: float) -> None:
        """Wait so long from now on, where another program holds the file."""
        with self._explained():
            self._db.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")

    # The game that is played

    def begin(
        self,
        header: Header,
        began: datetime,
        notes: Mapping[str, str] = _NONE,
        load: Load = load_nothing,
    ) -> int:
        """Keep a new game, without moves as yet, and give its number.

        began: a time without a zone is local. notes: whatever is to be kept with it. load: reads
        the files that options name; their texts are kept, so that the game can go on without
        them. Raises MalformedError for a header that no game can start from.
        """
        files = _texts(header, load)
        with self._writing():
            return self._insert(header, began, notes, files)

    def keep(  # noqa: PLR0917
        self, game: int, ply: int, seat: str, line: Move, at: int, clock: int | None = None
    ) -> None:
        """Keep a move; it is on the disk when this returns.

        ply: its number, one more than the last one has. at: microseconds of the program's clock.
        clock: the milliseconds that the game's own time has come to, None to leave that as it is.
        The very same move once more changes nothing. Raises ConflictError for another one, for a
        gap, and when the game has ended; NoGameError.
        """
        with self._writing():
            how, last = self._line_of(game)
            if 1 <= ply <= last:
                self._expect(game, ply, line)
            elif how is not None or ply != last + 1:
                why = f"is {how}" if how is not None else f"has {last} moves"
                raise ConflictError(
                    f"{self.path}: game {game} {why}; {line} is no move {ply} of it"
                )
            else:
                self._db.execute(
                    "INSERT INTO moves (game, ply, seat, line, at) VALUES (?, ?, ?, ?, ?)",
                    (game, ply, seat, line, at),
                )
                if clock is not None:
                    self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (clock, game))

    def take_back(self, game: int, ply: int) -> None:
        """Take the last move back; its row stays and says so.

        A game that is over goes on then. Once more changes nothing. Raises ConflictError when
        `ply` is not the last move's, and when the game was abandoned; NoGameError.
        """
        with self._writing():
            how, last = self._line_of(game)
            if how == "over":
                self._reopen(game)
                how, last = self._line_of(game)
            find = "SELECT max(dropped) FROM moves WHERE game = ? AND ply = ?"
            dropped = self._db.execute(find, (game, ply)).fetchone()[0]
            if ply == last + 1 and dropped:
                return
            if how is not None or ply != last or not last:
                why = f"is {how}" if how is not None else f"has {last} moves"
                raise ConflictError(f"{self.path}: game {game} {why}; move {ply} cannot be dropped")
            self._db.execute(
                "UPDATE moves SET dropped = ? WHERE game = ? AND ply = ? AND dropped = 0",
                (dropped + 1, game, ply),
            )

    def time(self, game: int, at: int) -> None:
        """Keep how far the game's own clock has come, in milliseconds.

        To be called as often as one likes: it is written when it has moved by
        :data:`CLOCK_STEP`, or back. Raises NoGameError.
        """
        with self._explained():
            row = self._db.execute("SELECT clock FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise self._no_game(game)
        if not row[0] <= at < row[0] + CLOCK_STEP:
            with self._writing():
                self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (at, game))

    def finish(
        self,
        game: int,
        how: How,
        ended: datetime,
        *,
        scores: Mapping[str, int] = MappingProxyType({}),
        outcome: Outcome | None = None,
        closing_line: Move | None = None,
    ) -> None:
        """End a game, by its rules or because its players left it.

        scores, outcome: the position's own; an abandoned game has no outcome. closing_line: the
        second at which time alone ended the game, its record's last line. The same end once more
        changes nothing. Raises ConflictError for another one; NoGameError.
        """
        with self._writing():
            before, last = self._line_of(game)
            if before is not None:
                if before != how:
                    raise ConflictError(f"{self.path}: game {game} is {before}, not {how}")
                return
            if closing_line is not None:
                self._db.execute(
                    "INSERT INTO moves (game, ply, seat, line) VALUES (?, ?, '', ?)",
                    (game, last + 1, closing_line),
                )
            self._end(game, how, ended, scores, outcome)

    # What was played

    def unfinished(self) -> KeptGame | None:
        """The latest game that is neither over nor abandoned."""
        with self._reading():
            # By number: a table without a network may not know what day it is.
            find = "SELECT max(id) FROM games WHERE how IS NULL"
            number = self._db.execute(find).fetchone()[0]
            return None if number is None else self._game(number)

    def game(self, number: int) -> KeptGame:
        """One game with all its moves. Raises NoGameError."""
        with self._reading():
            if not 0 < number <= _LAST:
                raise self._no_game(number)
            return self._game(number)

    def games(
        self, *, game: str | None = None, player: str | None = None, unfinished: bool | None = None
    ) -> list[Summary]:
        """The games that were played, newest first; those whose day nobody knows come last.

        game, player: only of this game, only with this player (however the name was typed).
        unfinished: only those that are, or only those that are not.
        """
        with self._reading():
            rows = self._db.execute(
                """
                SELECT id, game, began, ended, how, reason,
                       (SELECT count(*) FROM moves WHERE moves.game = id AND dropped = 0)
                FROM games
                WHERE (:game IS NULL OR game = :game)
                  AND (:unfinished IS NULL OR (how IS NULL) = :unfinished)
                  AND (:player IS NULL OR EXISTS (
                          SELECT 1 FROM players
                          WHERE players.game = id AND folded(name) = :player))
                ORDER BY began IS NULL, began DESC, id DESC
                """,
                {
                    "game": game,
                    "player": None if player is None else folded(player),
                    "unfinished": unfinished,
                },
            ).fetchall()
            return [
                Summary(
                    row[0], row[1], self._players(row[0]), row[6],
                    _time(row[2]), _time(row[3]), row[4], row[5],
                )
                for row in rows
            ]  # fmt: skip

    def results(self, *, game: str | None = None, player: str | None = None) -> list[Result]:
        """What each player made of each game that is over, oldest first.

        Who sits in several seats of a game is there once, with the sum of their scores.
        """
        with self._reading():
            rows = self._db.execute(
                """
                SELECT games.id, games.game, name, sum(score), max(won),
                       NOT EXISTS (SELECT 1 FROM players WHERE players.game = games.id AND won)
                FROM games JOIN players ON players.game = games.id
                WHERE how = 'over' AND score IS NOT NULL
                  AND (:game IS NULL OR games.game = :game)
                  AND (:player IS NULL OR folded(name) = :player)
                GROUP BY games.id, folded(name)
                ORDER BY games.id, min(place)
                """,
                {"game": game, "player": None if player is None else folded(player)},
            ).fetchall()
        return [
            Result(number, name, player, score, bool(won), bool(drawn))
            for number, name, player, score, won, drawn in rows
        ]

    # What is known about the table

    def setting(self, name: str) -> str | None:
        """What was noted under this name, None when nothing was."""
        with self._reading():
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
            return None if row is None else str(row[0])

    def set(self, name: str, value: str | None) -> None:
        """Note something about the table under a name; None forgets it."""
        with self._writing():
            if value is None:
                self._db.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    # What is brought in and thrown away

    def add(
        self, record: Record, began: datetime | None = None, load: Load = load_nothing
    ) -> int:  # fmt: skip
        """Keep a game that was played elsewhere, from a record that was read; give its number.

        A game that is not over counts as abandoned: it is not this table's to go on with. load:
        reads the files that options name. Raises AlreadyKeptError when the same record is there;
        MalformedError for a header that no game can start from.
        """
        files = _texts(record.header, load)
        position = record.header.start(files.__getitem__)
        rows = []
        for ply, line in enumerate(record.moves, 1):
            rows.append((ply, position.to_move or "", line))
            position = position.play(line)
        outcome = position.outcome
        with self._writing():
            same = self._same(record)
            if same is not None:
                raise AlreadyKeptError(same, f"{self.path}: this is game {same}, kept already")
            number = self._insert(record.header, began, _NONE, files)
            self._db.executemany(
                "INSERT INTO moves (game, ply, seat, line) VALUES (?, ?, ?, ?)",
                [(number, *row) for row in rows],
            )
            how: How = "abandoned" if outcome is None else "over"
            self._end(number, how, None, position.scores(), outcome)
        return number

    def delete(self, game: int) -> None:
        """Throw a game away for good. Raises NoGameError."""
        with self._writing():
            if not 0 < game <= _LAST:
                raise self._no_game(game)
            if not self._db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
                raise self._no_game(game)

    # Rows

    def _insert(
        self,
        header: Header,
        began: datetime | None,
        notes: Mapping[str, str],
        files: Mapping[str, str],
    ) -> int:
        number = self._db.execute(
            "INSERT INTO games (game, header, files, notes, began) VALUES (?, ?, ?, ?, ?)",
            (header.game, write_record(header, ()), _json(files), _json(notes), _text(began)),
        ).lastrowid
        assert number is not None
        seats = find_game(header.game).seats(len(header.players))
        self._db.executemany(
            "INSERT INTO players (game, place, seat, name) VALUES (?, ?, ?, ?)",
            [
                (number, place, seat, name)
                for place, (seat, name) in enumerate(zip(seats, header.players, strict=True), 1)
            ],
        )
        return number

    def _end(
        self,
        game: int,
        how: How,
        ended: datetime | None,
        scores: Mapping[str, int],
        outcome: Outcome | None,
    ) -> None:
        self._db.execute(
            "UPDATE games SET how = ?, ended = ?, reason = ? WHERE id = ?",
            (how, _text(ended), outcome.reason if outcome else None, game),
        )
        winners = outcome.winners if outcome else ()
        self._db.executemany(
            "UPDATE players SET score = ?, won = ? WHERE game = ? AND seat = ?",
            [(score, seat in winners, game, seat) for seat, score in scores.items()],
        )

    def _reopen(self, game: int) -> None:
        """Let a game that is over go on; the second at which time ended it is no move of it."""
        self._db.execute(
            "UPDATE games SET how = NULL, ended = NULL, reason = NULL WHERE id = ?", (game,)
        )
        self._db.execute("UPDATE players SET score = NULL, won = 0 WHERE game = ?", (game,))
        self._db.execute(
            "DELETE FROM moves WHERE game = ? AND seat = '' AND dropped = 0 AND ply = "
            "(SELECT max(ply) FROM moves WHERE game = ? AND dropped = 0)",
            (game, game),
        )

    def _line_of(self, game: int) -> tuple[How | None, int]:
        """How a game ended, and the number of its last move."""
        row = self._db.execute(
            """
            SELECT how,
                   (SELECT coalesce(max(ply), 0) FROM moves WHERE game = games.id AND dropped = 0)
            FROM games WHERE id = ?
            """,
            (game,),
        ).fetchone()
        if row is None:
            raise self._no_game(game)
        return row[0], row[1]

    def _expect(self, game: int, ply: int, line: Move) -> None:
        """Raise ConflictError unless this is the move that is there."""
        find = "SELECT line FROM moves WHERE game = ? AND ply = ? AND dropped = 0"
        (there,) = self._db.execute(find, (game, ply)).fetchone()
        if there != line:
            raise ConflictError(f"{self.path}: move {ply} of game {game} is {there}, not {line}")

    def _same(self, record: Record) -> int | None:
        """The number of the game that has this record."""
        for (number,) in self._db.execute(
            "SELECT id FROM games WHERE header = ? ORDER BY id", (write_record(record.header, ()),)
        ).fetchall():
            find = "SELECT line FROM moves WHERE game = ? AND dropped = 0 ORDER BY ply"
            if tuple(line for (line,) in self._db.execute(find, (number,))) == record.moves:
                return int(number)
        return None

    def _players(self, game: int) -> tuple[Player, ...]:
        find = "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place"
        return tuple(
            Player(seat, name, score, bool(won))
            for seat, name, score, won in self._db.execute(find, (game,))
        )

    def _game(self, number: int) -> KeptGame:
        row = self._db.execute(
            "SELECT header, files, notes, began, ended, how, reason, clock FROM games WHERE id = ?",
            (number,),
        ).fetchone()
        if row is None:
            raise self._no_game(number)
        head, files, notes, began, ended, how, reason, clock = row
        moves: tuple[list[KeptMove], list[KeptMove]] = ([], [])
        for dropped, *move in self._db.execute(
            "SELECT dropped, ply, seat, line, at FROM moves WHERE game = ? ORDER BY ply, dropped",
            (number,),
        ):
            moves[dropped > 0].append(KeptMove(*move))
        texts = json.loads(files)
        try:
            lines = enumerate((line for line in head.split("\n") if line), 1)
            header, _ = read_header(lines, texts.__getitem__)
        except (GameError, KeyError) as error:
            raise StoreError(f"{self.path}: game {number} cannot be read: {error}") from error
        return KeptGame(
            number, header, self._players(number), tuple(moves[0]), tuple(moves[1]), clock,
            _time(began), _time(ended), how, reason, json.loads(notes), texts,
        )  # fmt: skip

    def _no_game(self, game: int) -> NoGameError:
        return NoGameError(f"{self.path}: there is no game {game} here")

    # The file

    def _connect(self, name: str, *, uri: bool = False) -> sqlite3.Connection:
        return sqlite3.connect(name, timeout=self._wait, isolation_level=None, uri=uri)

    def _lock(self) -> sqlite3.Connection:
        """Lock out other writers until the connection given is closed, or the program dies.

        An exclusive transaction on an empty database of its own: SQLite locks it as each operating
        system can, and readers of the games know nothing of it.
        """
        lock = self._connect(str(_beside(self.path, "-lock")))
        try:
            lock.execute("PRAGMA journal_mode=OFF")  # there is nothing to roll back
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    f"{self.path}: is in use by another speeltafel; end that one first, or name "
                    "another folder"
                ) from error
            raise
        return lock

    def _reader(self) -> sqlite3.Connection:
        """A connection that changes nothing."""
        with self.path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise StoreError(f"{self.path}: {_NO_STORE}")
        uri = self.path.as_uri() + "?mode=ro"
        reader = self._connect(uri, uri=True)
        try:
            reader.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.Error as error:
            reader.close()
            closed = _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not closed or _beside(self.path, "-wal").exists():
                raise
            # On a disk that cannot be written it may be that nobody writes.
            return self._connect(uri + "&immutable=1", uri=True)
        return reader

    def _check(self, db: sqlite3.Connection, *, whole: bool) -> None:
        """Raise StoreError unless this is a store that this program can use.

        whole: whether it is to be written, so that all of it has to be sound.
        """
        application, version, tables = (
            db.execute(f"SELECT {what}").fetchone()[0]
            for what in (
                "application_id FROM pragma_application_id",
                "user_version FROM pragma_user_version",
                "count(*) FROM sqlite_master",
            )
        )
        if application != _APPLICATION and (application or version or tables):
            raise StoreError(f"{self.path}: {_NO_STORE}")
        known = len(self.migrations)
        if version > known:
            raise StoreError(
                f"{self.path}: was written by a newer speeltafel (version {version} of the file, "
                f"this one knows {known}); install that one, or name another folder"
            )
        if whole:
            (said,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if said != "ok":
                raise StoreError(f"{self.path}: {_DAMAGED} ({' '.join(said.split())})")
        elif version == 0:
            raise NothingKeptError(f"{self.path}: no game has been kept here yet")
        elif version < known:
            raise StoreError(
                f"{self.path}: was written by an older speeltafel; the table brings it up to date "
                "when it next runs"
            )

    def _set_up(self) -> None:
        """Make the file safe to write, and of the version that this program knows."""
        db = self._db
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        # What a failed disk once said it had not written may be in memory only and look as if it
        # were on the disk (sqlite.org/wal.html; "fsyncgate"): written again, it is.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with self._transaction():
            (version,) = db.execute("PRAGMA user_version").fetchone()
            for statements in self.migrations[version:]:
                for statement in statements:
                    db.execute(statement)
            if version < len(self.migrations):
                db.execute(f"PRAGMA application_id={_APPLICATION}")
                db.execute(f"PRAGMA user_version={len(self.migrations)}")

    def _on_disk(self) -> list[Path]:
        """The files that hold the games: the write-ahead log is as much of them as the rest."""
        files = (self.path, _beside(self.path, "-wal"))
        return [file for file in files if file.exists()]

    def _check_there(self) -> None:
        """Raise StoreError when the files were moved or deleted: what is written would be lost."""
        for file, opened in self._files:
            try:
                now = file.stat()
            except OSError:
                now = None
            if now is None or (now.st_dev, now.st_ino) != (opened.st_dev, opened.st_ino):
                raise StoreError(f"{file}: was moved or deleted while in use; put it back")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Let errors of the file say what, where and what to do."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_why(error)}") from error
        except OSError as error:
            raise StoreError(
                f"{self.path}: cannot be used: {error.strerror}; name another folder"
            ) from error

    @contextmanager
    def _transaction(self, how: str = "IMMEDIATE") -> Iterator[None]:
        """All of it or nothing; on the disk when this ends."""
        self._db.execute(f"BEGIN {how}")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back some errors by itself
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._check_there()
        with self._explained(), self._transaction():
            yield

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Read at one moment, whatever another program writes meanwhile."""
        with self._explained(), self._transaction("DEFERRED"):
            yield


_LAST = 2**63 - 1  # the last number that SQLite can give
_NO_STORE = "is no store of games; it is left as it is, so name another folder"
_DAMAGED = "is damaged; it is left as it is, so move it away or name another folder"
_WHY = {
    sqlite3.SQLITE_BUSY: "is in use by another program; end that one first, or name another folder",
    sqlite3.SQLITE_FULL: "the disk is full; make room on it, or name another folder",
    sqlite3.SQLITE_READONLY: "cannot be written; allow it, or name another folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; allow its folder to be written, or name another"
    " folder",
    sqlite3.SQLITE_NOTADB: _NO_STORE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_IOERR: "the disk fails; make room on it, check it, or name another folder",
}


def _code(error: sqlite3.Error) -> int:
    """SQLite's code of an error without its extension: sqlite.org/rescode.html."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _why(error: sqlite3.Error) -> str:
    """What is wrong with the file and what to do."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return f"{_WHY.get(_code(error), f'cannot be used: {error}')} ({name})"


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _check_folder(folder: Path) -> None:
    """Raise NotADirectoryError when a file is where a folder is, or has to be made."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not there.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(there))


def _make_folder(folder: Path) -> None:
    """Make a folder that is there after a power cut, too: its name is synchronised like a file."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    if os.name == "posix":  # elsewhere no folder can be opened
        parent = os.open(folder.parent, os.O_RDONLY)
        try:
            os.fsync(parent)
        finally:
            os.close(parent)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _texts(header: Header, load: Load) -> dict[str, str]:
    """The texts of the files that a header's options name. Raises MalformedError."""
    texts: dict[str, str] = {}

    def remember(name: str) -> str:
        texts[name] = load(name)
        return texts[name]

    header.start(remember)
    return texts


def _json(texts: Mapping[str, str]) -> str:
    return json.dumps(dict(texts), ensure_ascii=False, sort_keys=True)


def _text(time: datetime | None) -> str | None:
    """A time so that times sort as texts."""
    return None if time is None else time.astimezone(UTC).isoformat(timespec="microseconds")


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
