"""Where are the games kept, so that the wall switch cannot take them?

One SQLite database, in write-ahead mode: a move is on the disk when :meth:`Store.keep` returns,
and costs one fsync. A store has one writer, the table (or the command that imports or deletes a
game while no table runs), which holds a lock beside the database for as long as it is open; the
operating system lifts that lock when the program dies, however it dies. Readers need none: they
see every move that is on the disk, while the game goes on.

Nothing is ever overwritten: a move taken back stays as a row that says so, and a file that is no
store, is damaged or is of a newer version is refused and left as it is. One of an older version is
brought up to date, and stays as it was in a copy beside it (``games.db.v1``).
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from itertools import islice, takewhile, zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Self

from firmware.match.line import GameLine, read_line
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
from firmware.storage.ratings import keep_rating, rate_from
from firmware.storage.results import keep_results
from firmware.storage.rows import (
    DAMAGE,
    Row,
    read_files,
    read_game,
    read_standing,
    read_summary,
    write_notes,
    write_texts,
    write_time,
)
from firmware.storage.schema import MIGRATIONS, Migrations, check_pages, game_numbers
from firmware.storage.settings import RESUMED, SEATS, checked
from firmware.storage.values import (
    CORRECTED,
    FORFEITS,
    STOPPED,
    How,
    KeptGame,
    KeptMove,
    Standing,
    Summary,
    corrected,
    how_given_up,
)
from firmware.words import Text, told
from rules import (
    Comment,
    Header,
    Load,
    MalformedError,
    Move,
    Outcome,
    Record,
    check_names,
    find_game,
    folded,
    load_nothing,
    write_record,
)
from rules.record import header_line

A_PAGE = 100  # games that are listed at once, unless more are asked for
SURE = 1.96  # standard deviations of an interval of 95 %
CLOCK_STEP = 2000  # milliseconds of sand that a power cut may give back: a write costs an fsync

_LAST = 2**63 - 1  # the greatest number that SQLite can give
_NONE: Mapping[str, str] = MappingProxyType({})
_UNKNOWN = KeptMove(0, "", "", None)


class Store:
    """The games of one table; a context manager that closes itself.

    Every method raises StoreError when the file cannot be used.

    Args:
        path: The database, made when it is not there (unless only read).
        writes: False to read only, which can be done while another program writes.
        wait: Seconds for which it waits for another program, when it is opened and at every change.

    Attributes:
        path: The database itself, with links resolved.

    Raises:
        NothingKeptError: It is only to be read, and no game has been kept there.
        StoreError: The file cannot be used.
    """

    migrations: ClassVar[Migrations] = MIGRATIONS
    """The versions of the schema that this class of store knows."""

    def __init__(self, path: Path, *, writes: bool = True, wait: float = WAIT) -> None:
        self._database = Database(path, self.migrations, writes=writes, wait=wait)
        self._db = self._database.connection
        self.path = self._database.path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock; what is kept is on the disk already."""
        self._database.close()

    def check_own(self) -> None:
        """Raise ReplacedError where somebody else has written the file, or StoreError."""
        self._database.check_own()

    def leave(self, copy: Path) -> None:
        """Leave the file to who has written it, see :meth:`Database.leave`."""
        self._database.leave(copy)

    def wait(self, seconds: float) -> None:
        """Set for how long each method waits from now on when another program holds the file."""
        self._database.wait(seconds)

    # The game that is played

    def together(self) -> AbstractContextManager[None]:
        """Keep all that is changed in the context, or nothing of it.

        It is on the disk when the context ends, by one write for everything.
        """
        return self._database.writing()

    def begin(
        self,
        header: Header,
        began: date,
        notes: Mapping[str, str] = _NONE,
        load: Load = load_nothing,
        *,
        number: int | None = None,
    ) -> int:
        """Keep a new game, without moves as yet, and return its number.

        Args:
            header: The header of its record.
            began: When it began; a time without a zone is local.
            notes: Texts to keep with it, for the caller's own use.
            load: Reads the files that the options name. Their texts are kept, so that the game can
                go on without them.
            number: The number that it should have, if no game has that; None for a new one.

        Raises:
            MalformedError: No game can start from this header.
        """
        files = read_files(header, load)
        with self._database.writing():
            self._select(None)
            if self._db.execute("SELECT 1 FROM games WHERE id = ?", (number,)).fetchone():
                number = None
            return self._insert(header, began, notes, files, number=number)

    def keep(  # noqa: PLR0917
        self,
        game: int,
        ply: int,
        seat: str,
        line: Move,
        at: int,
        clock: int | None = None,
        left: int | None = None,
        level: int | None = None,
    ) -> None:
        """Keep a move; it is on the disk when this returns. The same move again changes nothing.

        Args:
            game: The number of the game.
            ply: The number of the move, one more than that of the last move.
            seat: Whose turn it was.
            line: The move as the record has it.
            at: When it was decided, in microseconds of the program's clock.
            clock: The milliseconds that the game's own time has come to, None to leave that as it
                is.
            left: The milliseconds that the clock of who moved shows, None without one.
            level: Of the computer that played the seat, 0 for a person, None where nobody knows.

        Raises:
            ConflictError: There is another move of this number, the move before it is missing, or
                the game has ended.
            NoGameError: There is no such game.
        """
        with self._database.writing():
            how, last = self._line_of(game)
            if 1 <= ply <= last:
                self._expect(game, ply, line)
            elif how is not None or ply != last + 1:
                found = f"is {how}" if how is not None else f"has {last} moves"
                raise self._conflict(f"game {game} {found}; {line} is no move {ply} of it")
            else:
                self._db.execute(
                    "INSERT INTO moves (game, ply, seat, line, at, clock, level) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (game, ply, seat, line, at, left, level),
                )
                if clock is not None:
                    self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (clock, game))

    def take_back(self, game: int, ply: int) -> None:
        """Take the last move back; its row stays and says so. The same again changes nothing.

        A game that is over goes on.

        Args:
            game: The number of the game.
            ply: The number of the move.

        Raises:
            ConflictError: It is not the last move, or the game was abandoned.
            NoGameError: There is no such game.
        """
        with self._database.writing():
            how, last = self._line_of(game)
            if how == "over":
                self._reopen(game)
                how, last = self._line_of(game)
            find = "SELECT max(dropped) FROM moves WHERE game = ? AND ply = ?"
            dropped = self._db.execute(find, (game, ply)).fetchone()[0]
            if ply == last + 1 and dropped:
                return
            if how is not None or ply != last or not last:
                found = f"is {how}" if how is not None else f"has {last} moves"
                raise self._conflict(f"game {game} {found}; move {ply} cannot be dropped")
            self._drop(game, ply)

    def call(self, game: int, players: Sequence[str]) -> None:
        """Give all players of a game these names, in the order of the seats. Raise NoGameError."""
        with self._database.writing():
            self._call(game, self._game(game).header, players)

    def rename(self, game: int, seat: str, called: str, day: datetime) -> None:
        """Correct the name of a player in a game that has ended; its record says what it was.

        The same again changes nothing.

        Args:
            game: The number of the game.
            seat: Of the player.
            called: The name that should have stood there.
            day: When it is corrected.

        Raises:
            ConflictError: The game goes on.
            MalformedError: There is no such seat, or nobody can be called so there.
            NoGameError: There is no such game.
            DamagedGameError: It cannot be read.
        """
        with self._database.writing():
            kept = self._game(game)
            names = {player.seat: player.name for player in kept.players}
            if kept.how is None:
                raise ConflictError(
                    told("game {number} goes on; names are corrected afterwards", number=game)
                )
            if seat not in names:
                raise MalformedError(told("there is no seat {name!r}", name=seat))
            if names[seat] == called:
                return
            players = tuple((names | {seat: called}).values())
            check_names(players)
            comments = (*kept.comments, corrected(seat, names[seat], day))
            self._note(game, kept.notes, comments)
            self._call(game, _other_result(kept.header, names[seat], called), players)

    def time(self, game: int, at: int) -> None:
        """Keep the time that the game's own clock shows, in milliseconds. Raise NoGameError.

        It may be called at every tick: the time is written when it has moved by
        :data:`CLOCK_STEP`, or back.
        """
        with self._database.explained():
            row = self._db.execute("SELECT clock FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise self._no_game(game)
        if not row[0] <= at < row[0] + CLOCK_STEP:
            with self._database.writing():
                self._db.execute("UPDATE games SET clock = ? WHERE id = ?", (at, game))

    def finish(
        self,
        game: int,
        how: How,
        ended: datetime | None,
        *,
        scores: Mapping[str, int] = MappingProxyType({}),
        outcome: Outcome | None = None,
        closing_line: Move | None = None,
    ) -> None:
        """End a game. The same end again changes nothing.

        Args:
            game: The number of the game.
            how: Whether it is over by its rules or was abandoned.
            ended: When it ended, None where nobody knows.
            scores: The points of each seat in its last position.
            outcome: The outcome of its last position; of one that was abandoned who has won, and
                one of :data:`FORFEITS` or :data:`STOPPED` as the reason.
            closing_line: The last line of the record when time alone ended the game: the second at
                which that happened.

        Raises:
            ConflictError: It has ended in the other way.
            NoGameError: There is no such game.
        """
        with self._database.writing():
            before, last = self._line_of(game)
            if before is not None:
                if before != how:
                    raise self._conflict(f"game {game} is {before}, not {how}")
                return
            if closing_line is not None:
                self._db.execute(
                    "INSERT INTO moves (game, ply, seat, line) VALUES (?, ?, '', ?)",
                    (game, last + 1, closing_line),
                )
            self._end(game, how, ended, scores, outcome)

    # What was played

    def unfinished(self) -> KeptGame | None:
        """Return the game that is neither over nor abandoned, None when there is none.

        Of several it is the one that was resumed last (:meth:`resume`), else the latest. Raise
        DamagedGameError when that game cannot be read.
        """
        with self._database.reading():
            # By number: a table without a network may not know what day it is.
            find = (
                "SELECT id FROM games WHERE how IS NULL ORDER BY id = "
                "(SELECT CAST(value AS INTEGER) FROM settings WHERE name = ?) DESC, id DESC"
            )
            row = self._db.execute(find, (RESUMED,)).fetchone()
            return None if row is None else self._game(row[0])

    def resume(self, number: int, now: datetime) -> KeptGame:
        """Let a game go on that is not over, and return it: the next that is offered.

        Args:
            number: The number of the game.
            now: When it begins, where nobody knows when it began.

        Raises:
            ConflictError: It is over, or a side has given it up.
            NoGameError: There is no such game.
            DamagedGameError: It cannot be read.
        """
        game = self.game(number)
        if game.how == "over" or game.reason in FORFEITS:
            raise ConflictError(
                told(
                    "{path}: game {number} is over, so it cannot go on",
                    path=str(self.path),
                    number=number,
                )
            )
        with self._database.writing():
            self._db.execute(
                "UPDATE games SET how = NULL, ended = NULL, reason = NULL, header = ?, "
                "began = coalesce(began, ?) WHERE id = ?",
                (write_record(game.header._replace(result=None), ()), write_time(now), number),
            )
            self._db.execute("UPDATE players SET score = NULL, won = 0 WHERE game = ?", (number,))
            self._select(number)
        return self.game(number)

    def _select(self, number: int | None) -> None:
        """Remember which unfinished game goes before the others, None for none."""
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
        """Yield the games that were played, those that were kept last first.

        By number: a table without a network may not know what day it is.

        Args:
            game: The name of a game: only its games.
            player: Only games with this player, however the name was typed.
            unfinished: Only games that go on (True) or only games that have ended (False).
            before: Only games of lower numbers: the next page of a list.
            limit: So many at most, None for all.
            damaged: Called with the error of each game that cannot be read; the others are given.
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
        """Yield the numbers of games, see :meth:`games`; where pages are damaged, of all."""
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

    def standings(
        self, *, game: str | None = None, player: str | None = None, damaged: Damaged = fail
    ) -> list[Standing]:
        """Return what each player has made of each game so far, in no order that matters.

        game, player: as in :meth:`games`. damaged: called for each that cannot be read, with its
        last game; the others are returned.
        """
        find = """
            SELECT DISTINCT last, s.kind, name, played, s.won, s.drawn, points, best,
                CAST(points AS REAL) / played, s.level, rating, :sure * deviation
            FROM standings AS s
            JOIN results AS o ON (o.kind, o.level, o.who, o.game) = (s.kind, s.level, s.who, last)
            LEFT JOIN ratings AS r ON (r.kind, r.level, r.who, turn) = (s.kind, s.level, s.who,
                (SELECT max(turn) FROM ratings WHERE (kind, level, who) = (s.kind, s.level, s.who)))
            WHERE (:game IS NULL OR s.kind = :game) AND (:player IS NULL OR s.who = :player)
            """
        who = None if player is None else folded(player)
        asked = {"game": game, "player": who, "sure": SURE}
        with self._database.reading():
            rows = self._db.execute(find, asked).fetchall()
        found = []
        for last, *row in rows:
            try:
                with self._reading_game(last):
                    found.append(read_standing(row))
            except DamagedGameError as error:
                damaged(error)
        return found

    def numbers(self) -> list[int]:
        """Return the numbers of all games in order; where pages are damaged, those there may be."""
        with self._database.reading():
            return game_numbers(self._db)

    def check_pages(self) -> None:
        """Raise DamagedError unless every page of the file is sound."""
        with self._database.explained():
            check_pages(self._db, self.path)

    # What is known about the table

    def setting(self, name: str) -> str | None:
        """Return the value of a setting, None when it has none.

        name: one of those in :mod:`firmware.storage.settings`. Raise DamagedError when its value
        is none that it can have.
        """
        with self._database.reading():
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        try:
            return None if row is None else checked(name, row[0])
        except DAMAGE as error:
            why = told("{path}: {name!r} is damaged: {error}",
                       path=str(self.path), name=name, error=str(error))  # fmt: skip
            raise DamagedError(why) from error

    def sits(self, holder: str) -> bool:
        """Whether a browser sits in any game. holder: the fingerprint of its secret."""
        find = "SELECT 1 FROM settings WHERE name GLOB ? AND instr(value, ?) LIMIT 1"
        with self._database.reading():
            row = self._db.execute(find, (f"{SEATS}*", f'"{holder}"')).fetchone()
        return row is not None

    def set(self, name: str, value: str | None) -> None:
        """Keep the value of a setting; None removes it."""
        with self._database.writing():
            if value is None:
                self._db.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))
            if name.startswith(SEATS):
                self._count(int(name.removeprefix(SEATS)))

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
        """Keep a game that was played elsewhere, and return its number.

        A game that is not over counts as abandoned until it is resumed; for good where the result
        of its record says that a side has given it up. Of a game whose identity is here the longer
        line stays, unless it has ended here.

        Args:
            record: Its record, read already.
            began: The day on which it began, None when nobody knows.
            load: Reads the files that the options name.
            like: The game as another store has it, with what the record does not say.
            busy: The games that are open, which stay as they are.
            line: Its moves, where they were played already; None to play them now.

        Raises:
            AlreadyKeptError: The game is there, with as many moves or more, or has ended.
            MalformedError: No game can start from its header, or its identity is another game's.
        """
        files = read_files(record.header, load)
        played = line or read_line(record.header.start(files.__getitem__), record.moves)
        known = () if like is None else like.moves
        moves = [
            KeptMove(ply.number, ply.seat, ply.line, *(move or _UNKNOWN)[3:])
            for ply, move in zip_longest(played.plies, known)
        ]
        outcome, scores = played.position.outcome, played.position.scores()
        end = outcome or how_given_up(record.header)
        with self._database.writing():
            same = self._same(record)
            if same is None:
                notes, comments = (
                    (_NONE, record.comments) if like is None else (like.notes, like.comments)
                )
                number = self._insert(record.header, began, notes, files, comments)
            elif same in busy or not self._goes_on(same, record):
                raise AlreadyKeptError(
                    same,
                    told(
                        "{path}: this is game {number}, kept already",
                        path=str(self.path),
                        number=same,
                    ),
                )
            else:
                number = same
            self._lengthen(number, moves)
            if same is None or end is not None:
                how: How = "abandoned" if outcome is None else "over"
                self._end(number, how, None, scores, end)
        return number

    def _goes_on(self, number: int, record: Record) -> bool:
        """Whether a record has more moves of a game that is kept, and has not ended here.

        Raise MalformedError where it is one of another game.
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
        return not ended and len(record.moves) > len(kept.moves)

    def _lengthen(self, number: int, moves: Sequence[KeptMove]) -> None:
        """Give a game these moves; those of others in their place stay as taken back."""
        find = "SELECT line FROM moves WHERE game = ? AND dropped = 0 ORDER BY ply"
        there = [line for (line,) in self._db.execute(find, (number,))]
        pairs = zip(there, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].line, pairs))
        for ply in range(len(there), common, -1):
            self._drop(number, ply)
        self._db.executemany(
            "INSERT INTO moves (game, ply, seat, line, at, clock, level) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(number, *move) for move in moves[common:]],
        )

    def delete(self, game: int) -> None:
        """Delete a game for good. Raise NoGameError."""
        with self._database.writing():
            if not 0 < game <= _LAST:
                raise self._no_game(game)
            find = "SELECT kind, turn FROM ratings WHERE game = ?"
            rated = self._db.execute(find, (game,)).fetchone()
            if not self._db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
                raise self._no_game(game)
            if rated is not None:
                rate_from(self._db, *rated)

    # All of it

    def forget(self, player: str, called: str) -> int:
        """Give somebody another name in every game, and return in how many games.

        Case and spaces make no other name. The new one stands in the header, its result, the
        comments and the notes of each game, and in the standings. The file keeps nothing of the
        old one; copies of it do.

        Args:
            player: The name.
            called: The new name, which nobody may have yet.

        Raises:
            ConflictError: Somebody is called so already.
            DamagedGameError: A game of that player cannot be read; nothing has changed then.
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
            self._db.execute(
                "UPDATE ratings SET who = ? WHERE level = 0 AND who = ?",
                (folded(called), folded(player)),
            )
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
        """Give somebody another name in a game, who plays there or was named there by mistake."""
        game = self._game(number)
        players = game.header.players
        old = next((name for name in players if folded(name) == folded(player)), player)
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        notes = {key: word.sub(called, text) for key, text in game.notes.items()}
        comments = tuple(one._replace(text=word.sub(called, one.text)) for one in game.comments)
        self._note(number, notes, comments)
        header = _other_result(game.header, old, called)
        self._call(number, header, [called if name == old else name for name in players])

    def _note(self, number: int, notes: Mapping[str, str], comments: tuple[Comment, ...]) -> None:
        """Give a game these notes and comments."""
        self._db.execute(
            "UPDATE games SET notes = ? WHERE id = ?", (write_notes(notes, comments), number)
        )

    def _call(self, number: int, header: Header, players: Sequence[str]) -> None:
        """Give a game this header, with these players in it."""
        self._db.execute(
            "UPDATE games SET header = ? WHERE id = ?",
            (write_record(header._replace(players=tuple(players)), ()), number),
        )
        self._db.executemany(
            "UPDATE players SET name = ?, who = ? WHERE game = ? AND place = ?",
            [(name, folded(name), number, place) for place, name in enumerate(players, 1)],
        )
        self._count(number)

    def take_over(self, other: "Store") -> None:
        """Replace all games and settings by those of another store, or none of them."""
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
            (how, write_time(ended), outcome.reason if outcome else None, game),
        )
        winners = outcome.winners if outcome else ()
        self._db.executemany(
            "UPDATE players SET score = ?, won = ? WHERE game = ? AND seat = ?",
            [(score, seat in winners, game, seat) for seat, score in scores.items()],
        )
        self._count(game)

    def _reopen(self, game: int) -> None:
        """Let a game that is over go on, without the line of the second at which time ended it."""
        self._db.execute(
            "UPDATE games SET how = NULL, ended = NULL, reason = NULL WHERE id = ?", (game,)
        )
        self._db.execute("UPDATE players SET score = NULL, won = 0 WHERE game = ?", (game,))
        self._db.execute(
            "DELETE FROM moves WHERE game = ? AND seat = '' AND dropped = 0 AND ply = "
            "(SELECT max(ply) FROM moves WHERE game = ? AND dropped = 0)",
            (game, game),
        )
        self._count(game)

    def _drop(self, game: int, ply: int) -> None:
        """Let the row of a move say that it was taken back."""
        self._db.execute(
            "UPDATE moves SET dropped = (SELECT max(dropped) + 1 FROM moves "
            "WHERE game = ? AND ply = ?) WHERE game = ? AND ply = ? AND dropped = 0",
            (game, ply, game, ply),
        )

    def _count(self, game: int) -> None:
        """Let standings and ratings follow a change of a game."""
        keep_results(self._db, game)
        keep_rating(self._db, game)

    def _line_of(self, game: int) -> tuple[How | None, int]:
        """Return how a game ended, and the number of its last move. Raise NoGameError."""
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
        """Raise ConflictError unless the game has this move at this number."""
        find = "SELECT line FROM moves WHERE game = ? AND ply = ? AND dropped = 0"
        (there,) = self._db.execute(find, (game, ply)).fetchone()
        if there != line:
            raise self._conflict(f"move {ply} of game {game} is {there}, not {line}")

    def _same(self, record: Record) -> int | None:
        """Return the number of the game that has this identity, or this record; None for none."""
        header = record.header
        if header.identity is not None:
            find = "SELECT id FROM games WHERE instr(header, ?) ORDER BY id"
            line = "\n" + header_line("identity", header.identity) + "\n"
            row = self._db.execute(find, (line,)).fetchone()
            return None if row is None else int(row[0])
        played = header if how_given_up(header) is None else header._replace(result=None)
        for (number,) in self._db.execute(
            "SELECT id FROM games "
            "WHERE header = ? OR (header = ? AND reason IN (?, ?, ?, ?)) ORDER BY id",
            (write_record(header, ()), write_record(played, ()), *FORFEITS, *STOPPED),
        ).fetchall():
            find = "SELECT line FROM moves WHERE game = ? AND dropped = 0 ORDER BY ply"
            if tuple(line for (line,) in self._db.execute(find, (number,))) == record.moves:
                return int(number)
        return None

    def _summaries(self, numbers: Iterable[int], damaged: Damaged) -> Iterator[Summary]:
        """Yield what a list says of each of these games."""
        for number in numbers:
            try:
                with self._database.reading():
                    summary = self._summary(number)
            except DamagedGameError as error:
                damaged(error)
            except NoGameError:  # it was deleted, before this or meanwhile
                continue
            else:
                yield summary

    def _summary(self, number: int) -> Summary:
        with self._reading_game(number):
            row = self._db.execute(
                "SELECT game, began, ended, how, reason FROM games WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                raise self._no_game(number)
            players = self._db.execute(
                "SELECT seat, name, score, won FROM players WHERE game = ? ORDER BY place",
                (number,),
            ).fetchall()
            find = "SELECT count(*) FROM moves WHERE game = ? AND dropped = 0"
            return read_summary(
                number, row, players, self._db.execute(find, (number,)).fetchone()[0]
            )

    def _game(self, number: int) -> KeptGame:
        summary = self._summary(number)
        with self._reading_game(number):
            row = self._db.execute(
                "SELECT header, files, notes, clock FROM games WHERE id = ?", (number,)
            ).fetchone()
            moves: tuple[list[Row], list[Row]] = ([], [])
            for dropped, *move in self._db.execute(
                "SELECT dropped, ply, seat, line, at, clock, level FROM moves WHERE game = ? "
                "ORDER BY ply, dropped",
                (number,),
            ):
                moves[dropped != 0].append(move)
            return read_game(summary, row, *moves)

    @contextmanager
    def _reading_game(self, number: int) -> Iterator[None]:
        """Raise DamagedGameError for rows of a game that nobody has written so."""
        try:
            yield
        except DAMAGE as error:
            raise self._damaged(number, str(error)) from error
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            raise self._damaged(number, explain(error)) from error

    def _damaged(self, number: int, why: Text | str) -> DamagedGameError:
        text = told("{path}: game {number} cannot be read: {why}",
                    path=str(self.path), number=number, why=why)  # fmt: skip
        return DamagedGameError(number, text)

    def _no_game(self, number: int) -> NoGameError:
        text = told("{path}: there is no game {number} here", path=str(self.path), number=number)
        return NoGameError(text)

    def _conflict(self, why: str) -> ConflictError:
        """Return what a recorder is told, and nobody else, when it does not know what is kept."""
        return ConflictError(f"{self.path}: {why}")


def _other_result(header: Header, old: str, called: str) -> Header:
    """Return a header whose result calls a player so, if it is the result of that player."""
    for end in ("", *(f" {reason}" for reason in FORFEITS)):
        if header.result is not None and folded(header.result) == folded(old + end):
            return header._replace(result=called + end)
    return header


def _begin_of(header: Header) -> tuple[object, ...]:
    """Return what a game begins from: two copies of it have the same."""
    options = tuple(sorted(header.options.items()))
    return header.game, len(header.players), options, header.position
