"""Reading game records, strictly as programs write them or kindly as people do.

Strict reading takes nothing but the format. Kind reading also takes what can mean one thing only,
and notes what it took and what it left out. Both are one reader: what is exact is read first, and
never as another. What is around the moves is taken off in :mod:`rules.reading_text`, the top is
read in :mod:`rules.reading_header`, and a line of moves in :mod:`rules.reading_moves`.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, islice, pairwise, product, takewhile
from typing import NamedTuple, TypeAlias

from rules.colours import NAME as COLOURS
from rules.game import (
    AGREE,
    Game,
    GameError,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Position,
    closest,
    load_nothing,
)
from rules.header_words import speaks_of
from rules.reading_blocks import blocks_of, in_turn
from rules.reading_habits import HABITS, legend_of
from rules.reading_header import BARE, UntitledError, given_in, header_of, read_header_line
from rules.reading_marks import clocked, signed, unmarked
from rules.reading_moves import LineReader, Read, only, plain, play_all
from rules.reading_repairs import Made, Repairs, Standing, UnreadError, parts_of
from rules.reading_report import MOST_FAULTS, ProposalError, Reading
from rules.reading_signs import SignedSheet, atoms_of, lines_of
from rules.reading_table import Columns, colour_of, completed, head_of_table, heads
from rules.reading_text import (
    LONGEST_LINE,
    EncodingError,
    Row,
    braces,
    decode,
    is_rule,
    is_tagged,
    parted,
    parting,
    rows_of,
    without_marks,
    without_number_sign,
)
from rules.reading_titles import namesakes, sentences_of, title_of
from rules.reading_top import TopReader, may_agree
from rules.reading_walks import Effort, Found, SpentError, games_of
from rules.reading_words import (
    DENIED,
    IGNORED,
    PASSED,
    PLAYER,
    ROUND,
    SEAT,
    UNSURE,
    Lexicon,
    Part,
    Spell,
    fold,
    lexicon_of,
)
from rules.record import (
    HEADERS,
    MOST_MOVES,
    Comment,
    Header,
    Record,
    RecordError,
    check_result,
    header_line,
)
from rules.registry import NAMES, find_game
from rules.text import told

__all__ = ["MOST_FAULTS", "ProposalError", "Reading", "plain", "read_header", "read_record"]

_FEWEST_BY_HABIT = 3  # words that show a habit
_FEWEST = 8  # moves that show which game it is
_FEWEST_ROWS = 2  # with moves, of a game that is named with its players
_MOST_DOUBTFUL = 2000  # lines of a sheet that are not exact, so that its time is bounded
_SAMPLE = 40  # lines that show the language of a sheet, and its game
_FEWEST_HOLDING = 8  # one of so many of them may hold a move of the game
_NUMBERED = re.compile(r"\d{1,3}[.):]")
_BESIDE = frozenset((PASSED, "@", ROUND, PLAYER, IGNORED, UNSURE, DENIED))  # what a remark may hold
_DOUBTED = re.compile(r"(?:\d|(?<![^\W_])[a-mA-M])\.? ?\(?\?(?![?!])")  # d4?, but not d4 ?!
_HEADED = 5  # parts of a line among which who moves may be
_MOST_UNREAD = 2  # lines with figures, and one more for four moves
_LONG_TITLE = 200  # characters that tell more than which game is played
_WHO = frozenset(("players", f"option {COLOURS}"))  # what tells who plays
_AHEAD = 0.7  # by how much a game has to leave less unread than every other
_MOST_UNSURE = 6.0  # that a game may cost that is read sign by sign,
_MOST_UNSURE_EACH = 0.8  # and more for each of its moves
_MOST_TRIED = 400  # lines of a sheet that is read for every number of players, or sign by sign,
_MOST_CHARACTERS = 10_000  # and characters in them: with the steps of walks, 2 s of a processor
_HIGHEST = 8  # lines of which one may be the title
_MOST_ALONE = 2  # words in a chat by which one player alone ends no game
_MOST_STAND_INS = 50  # moves that are tried in the place of a line that cannot be read


_Given: TypeAlias = dict[str, tuple[int, tuple[str, ...]]]


class _Line(NamedTuple):
    """One line with something on it. number: from 1. content: without comment. comment: from #.

    row: what is left of it beside, None where it was read strictly.
    """

    number: int
    content: str
    comment: str
    row: Row | None = None


def read_record(
    data: bytes | str,
    load: Load = load_nothing,
    reading: Reading | None = None,
    *,
    kept: bool = False,
) -> Record:
    """Return the record that `data` holds, with all its moves played.

    With ``reading.every``, it is the record up to the first line that cannot be read.

    Args:
        data: the file.
        load: reads the files that options name, relative to the record.
        reading: how to read; strictly, and up to the first fault, when it is not given.
        kept: as in :func:`rules.record.make_header`.

    Raises:
        RecordError: it is no record, or a move is malformed, illegal, or comes after the end. With
            ``reading.every``: its header cannot be read.

    """
    reading = reading or Reading()
    try:
        text, encoding = decode(data, strict=reading.strict)
    except EncodingError as error:
        raise RecordError(error.line, error.args[0]) from None
    if encoding is not None:
        reading.note(1, encoding)
    lines = list(_strict_lines(text) if reading.strict else _kind_lines(text, reading))
    _check_length(lines)
    read = partial(_read, load=load, kept=kept)
    if reading.strict or reading.every:
        return read(lines, reading=reading)
    trial = deepcopy(reading)
    written_out = _with_legend(lines, reading.spell)
    found = _kindly(read, lines, written_out, reading)
    if isinstance(found, Record):
        return found
    if not _is_short(lines):
        raise found
    free = _FreeReading(written_out or lines, trial, load, kept=kept)
    proposal = free.repair(found) or free.propose(found)
    reading.adopt(trial)
    if reading.accept:
        return proposal.record
    raise proposal


def _check_length(lines: Sequence[_Line]) -> None:
    """Raise RecordError where there are more lines than a record has moves."""
    moves = [line.number for line in lines if line.content and not line.content.startswith("[")]
    if len(moves) > MOST_MOVES:
        why = told("a record has {most} moves at most", most=MOST_MOVES)
        raise RecordError(moves[MOST_MOVES], why)


def _kindly(
    read: Callable[..., Record],
    lines: Sequence[_Line],
    written_out: Sequence[_Line] | None,
    reading: Reading,
) -> Record | RecordError:
    """Return what a sheet says line by line, or why it cannot be read so.

    written_out: its lines with words for the signs of its legend, None without one. Raises
    ProposalError.
    """
    faults = list[tuple[RecordError, Reading]]()
    for some in (lines,) if written_out is None else (written_out, lines):
        trial = deepcopy(reading)
        try:
            record, found = _of_its_game(read, some, trial)
        except RecordError as unread:
            faults.append((unread, trial))
            continue
        reading.adopt(found)
        return record
    fault, noted = faults[0]
    if isinstance(fault, ProposalError):
        reading.adopt(noted)
        raise fault
    by_habit: dict[tuple[Move, ...], tuple[Record, Reading]] = {}
    for some in _by_habit(written_out or lines):
        try:
            record, found = _of_its_game(read, some, deepcopy(reading))
        except RecordError:
            continue
        if len(record.moves) >= _FEWEST:
            by_habit[record.moves] = record, found
    if len(by_habit) == 1:
        ((record, found),) = by_habit.values()
        reading.adopt(found)
        return record
    reading.adopt(noted)
    return fault


class _FreeReading:
    """A sheet of which the layout is not known, read sign by sign.

    given: by header, its line and its texts, as far as the top could be read. rows: the others.
    """

    def __init__(self, lines: Sequence[_Line], reading: Reading, load: Load, *, kept: bool) -> None:
        self._written = [line for line in lines if line.row is not None and line.content]
        self._comments = [line for line in lines if line.comment]
        self._reading, self._load, self._kept = reading, load, kept
        self._first = self._written[0].number if self._written else 1
        self._effort = Effort()
        self.given: _Given = {}
        self._moves: Sequence[_Line] = ()
        headers, below = _parted(lines, reading)
        try:
            named = [(line.number, line.content) for line in headers if line.content]
            self.given |= given_in(named, reading)
            below = self._moves = _top(self.given, headers, below, reading)
        except RecordError:
            last = max((number for number, _ in self.given.values()), default=0)
            below = [line for line in self._written if line.number > last]
        long = (line for line in self._written if len(line.content) > _LONG_TITLE)
        starts = lines_of([line.content for line in self._written])
        both = zip(self._written, pairwise(starts), strict=False)
        going = (line for line, (start, behind) in both if start == behind)
        numbers = {line.number for line in (*below, *long, *going)}
        self.rows = [line for line in self._written if line.number in numbers]

    def propose(self, fault: RecordError) -> ProposalError:
        """Return the game that leaves least of the sheet unread.

        fault: why it cannot be read as it stands. Raises RecordError where no game is far ahead.
        """
        try:
            best = self._likeliest()
        except SpentError:
            best = None
        if best is None:
            raise fault
        return self._proposal(*best, fault)

    def repair(self, fault: RecordError) -> ProposalError | None:
        """Return the game that slips of the pen hide, None where there is none or several.

        fault: why it cannot be read as it stands.
        """
        if not self.given.keys() >= {"game", "players"}:
            return None
        try:
            game = find_game(self.given["game"][1][0])
            start, header = self._start(game, self.given["players"][1])
        except GameError:
            return None
        lines = [line for line in self._moves if line.row is not None and line.content]
        sheet = _Sheet(header, start, deepcopy(self._reading), lines)
        atoms = {atom for move in (*game.every_move(start), *game.rolls) for atom in atoms_of(move)}
        texts = [line.row.text for line in lines if line.row is not None]
        repairs = Repairs(texts, sheet.read_apart, frozenset(atoms))
        games = repairs.games(Standing(start, (None, None, 0)))
        if len(games) != 1 or len({n for n, _ in games[0]}) < _FEWEST_ROWS:
            return None
        rows = {line.number: row for row, line in enumerate(self.rows)}
        moves = list[tuple[int, Move, Position]]()
        for n, move in games[0]:
            moves.append((rows[lines[n].number], move, start))
            start = start.play(move)
        return self._proposal(Found(0.0, 0.0, 0, tuple(moves), {}), header, fault)

    def _likeliest(self) -> tuple[Found, Header] | None:
        """Return the game that is to be proposed, None for none. Raises SpentError."""
        known = self._games()
        games = [game for game in known if _may_be_of(self.rows, game, self._reading)]
        found = self._found_of(games)
        best = self._best(found, titled=len(known) < len(NAMES))
        sure = found and found[0][0].gain > 0  # of who plays
        if best is None and not sure and self.given.keys() & _WHO:
            self.given = {name: one for name, one in self.given.items() if name not in _WHO}
            self.rows = self._written
            best = self._best(self._found_of(games), titled=False)
            sided = best and find_game(best[1].game).timed  # whose signs tell who plays
            best = best if best and (best[0].owners or sided) else None
        return best

    def _best(
        self, found: Sequence[tuple[Found, Header]], *, titled: bool
    ) -> tuple[Found, Header] | None:
        """Return the game that leaves least of the sheet unread, None where none is far ahead."""
        if not found:
            return None
        (best, header), *others = found
        near = bool(others) and others[0][0].gain > best.gain - _AHEAD
        most = _MOST_UNSURE + _MOST_UNSURE_EACH * len(best.moves)
        rows = len({row for row, *_ in best.moves})
        known = titled and "players" in self.given
        few = len(best.moves) < _FEWEST and not (known and rows >= _FEWEST_ROWS)
        few |= best.gain < 0 and not known
        return None if near or best.unread or best.cost > most or few else (best, header)

    def _games(self) -> Sequence[str]:
        """Return the games that it may be of: those of its title, else all."""
        titled = {one.game for line in self._written if (one := title_of(line.content))}
        if len(titled) != 1:
            return NAMES
        (name,) = titled
        return [name, *namesakes(name)]

    def _found_of(self, games: Sequence[str]) -> list[tuple[Found, Header]]:
        """Return what the sheet may tell as one of these games, what gains most first."""
        found = [one for game in games for one in self._found(find_game(game))]
        return sorted(found, key=lambda one: -one[0].gain)

    def _found(self, game: Game) -> Iterator[tuple[Found, Header]]:
        """Yield what the sheet may tell as one of a game, each with its header."""
        starts = dict(self._starts(game))
        if not starts:
            return
        lexicon = lexicon_of(game, self._reading.spell)
        if len(starts) == 1 and "players" in self.given:
            ((start, header),) = starts.items()
            lexicon = _Sheet(header, start, self._reading, self.rows).lexicon
        texts = [line.row.text for line in self.rows if line.row is not None]
        for found in games_of(SignedSheet(game, lexicon, texts), starts, self._effort):
            if found.moves:
                header = starts[found.moves[0][2]]
                yield found, self._named(header, found)

    def _starts(self, game: Game) -> Iterator[tuple[Position, Header]]:
        """Yield the position before the first move for those who are named, else for each number
        of players that there may be.
        """
        if "players" in self.given:
            try:
                yield self._start(game, self.given["players"][1])
            except GameError:
                pass
            else:
                return
        for players in game.players:
            try:
                yield self._start(game, game.seats(players))
            except GameError:
                continue

    def _start(self, game: Game, players: tuple[str, ...]) -> tuple[Position, Header]:
        given = self.given | {
            "game": (self._first, (game.name,)),
            "players": (self._first, players),
        }
        trial = deepcopy(self._reading)
        header, start, _ = header_of(given, self._load, trial, line=self._first, kept=self._kept)
        return start, header

    def _named(self, header: Header, found: Found) -> Header:
        """Return a header with the names that are found in the sheet, where it has none."""
        if not found.owners or header.players != found.moves[0][2].seats:
            return header
        names = tuple(found.owners[seat] for seat in header.players)
        try:
            return self._start(find_game(header.game), names)[1]
        except GameError:
            return header

    def _proposal(self, found: Found, header: Header, fault: RecordError) -> ProposalError:
        """Return a game as a proposal, with a note of each line.

        What is read in the order of the sheet and means the same by itself is not changed.
        """
        made: dict[int, list[tuple[Move, Position]]] = {}
        for row, move, position in found.moves:
            made.setdefault(self.rows[row].number, []).append((move, position))
        in_order = all(one[0] <= two[0] for one, two in pairwise(found.moves))
        _, _, start = found.moves[0]
        sheet = _Sheet(header, start, self._reading, self.rows)
        changed: dict[int, Position] = {}
        for line in self.rows:
            some = made.get(line.number, [])
            after = tuple(position.play(move) for move, position in some)
            if not in_order or not sheet.takes(line, after):
                changed[line.number] = some[0][1] if some else sheet.position
                sheet.change(line, Read(tuple(move for move, _ in some), after))
        if header.players == start.seats and "players" not in self.given:
            names = ", ".join(header.players)
            why = told("who plays is not said; it may be {names}", names=names)
            self._reading.note(self._first, why)
        moves = tuple(position.written(move) for _, move, position in found.moves)
        comments = []
        for line in self._comments:
            behind = line.number in made
            count = sum(len(some) for number, some in made.items() if number <= line.number)
            comments.append(Comment(count - behind, behind=behind, text=line.comment))
        _, move, position = found.moves[-1]
        record = Record(header, moves, position.play(move), tuple(comments))
        return ProposalError(fault, record, changed or {fault.line: start})


def _with_legend(lines: Sequence[_Line], spell: Spell) -> list[_Line] | None:
    """Return the lines of a sheet with words for the signs of its legend, None without one."""
    rows = [line for line in lines if line.row is not None and line.content]
    found = legend_of([line.row.text for line in rows if line.row is not None], spell)
    return None if found is None else _rewritten(lines, *found)


def _by_habit(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Yield the lines of a sheet as others write them, by each habit that it may show."""
    texts = [line.row.text for line in lines if line.row is not None and line.content]
    for habit in HABITS if len(texts) <= _MOST_DOUBTFUL else ():
        others = habit(texts)
        both = ((one.split(), other.split()) for one, other in zip(texts, others, strict=True))
        if sum(len({*other} - {*one}) for one, other in both) >= _FEWEST_BY_HABIT:
            yield _rewritten(lines, others, {})


def _rewritten(
    lines: Sequence[_Line], texts: Sequence[str], left: Mapping[int, Sequence[str]]
) -> list[_Line]:
    """Return lines with other texts for those with something on them.

    left: by which of them, what is left out.
    """
    rewritten, n = list[_Line](), 0
    for line in lines:
        if line.row is None or not line.content:
            rewritten.append(line)
            continue
        row = replace(line.row, text=texts[n], left=[*line.row.left, *left.get(n, ())])
        other = texts[n] != line.row.text
        row.marked |= other  # so that it is no exact move
        rewritten.append(
            line._replace(content=texts[n].strip() if other else line.content, row=row)
        )
        n += 1
    return rewritten


def _of_its_game(
    read: Callable[..., Record], lines: Sequence[_Line], reading: Reading
) -> tuple[Record, Reading]:
    """Return the record of a sheet, and how it was read.

    Where its title is that of two games, or it has none, it is of the only one that it can be;
    where nobody is named, of as many players as it can be.
    """
    start = deepcopy(reading)
    try:
        return read(lines, reading=reading), reading
    except RecordError as unread:
        error = unread
    written = sum(bool(one.content) for one in lines)
    unsaid = isinstance(error, UntitledError)
    titles = ((one.number, title_of(one.content)) for one in lines[:_HIGHEST])
    line, title = next(((n, one) for n, one in titles if one is not None), (0, None))
    if title is not None:
        games = [title.game] * unsaid + namesakes(title.game)
    else:
        line, games = lines[0].number if lines else 1, list(NAMES) * unsaid
    found = [
        one
        for game in games
        if title is not None or _may_be_of(lines, game, reading)
        for one in _tried(read, lines, start, (line, game))
    ]
    whole = [one for one in found if isinstance(one[1], Record)] or found
    if len(whole) != 1:
        raise error
    ((trial, one),) = whole
    record, changed = (one.record, one.changed) if isinstance(one, ProposalError) else (one, {})
    least = _FEWEST if title is not None else max(written // 2, _FEWEST)
    if len(record.moves) < least or 4 * len(changed) > written:
        raise error
    if isinstance(one, ProposalError):
        raise one
    trial.note(line, told("read as {meant}", meant=header_line("game", record.header.game)))
    return one, trial


def _is_short(lines: Sequence[_Line]) -> bool:
    """Whether a sheet is read in many ways, as that takes no long time."""
    written = [len(line.content) for line in lines if line.content]
    return len(written) <= _MOST_TRIED and sum(written) <= _MOST_CHARACTERS


def _may_be_of(lines: Sequence[_Line], game: str, reading: Reading) -> bool:
    """Whether lines in the middle of a sheet hold what may be a move of a game."""
    reader = LineReader(find_game(game), lexicon_of(find_game(game), reading.spell))
    middle = len(lines) // 2
    some = lines[max(middle - _SAMPLE // 2, 0) :][:_SAMPLE]
    held = sum(reader.may_hold_move(reader.lexicon.parts(line.content)) for line in some)
    return _FEWEST_HOLDING * held >= len(some)


def _tried(
    read: Callable[..., Record], lines: Sequence[_Line], start: Reading, game: tuple[int, str]
) -> Iterator[tuple[Reading, Record | ProposalError]]:
    """Yield the ways to read a sheet as one of a game: as it says, else by each number of players.

    start: to begin each with. game: the line in which to say which it is, and its name.
    """
    for players in (0, *find_game(game[1]).players):
        trial = deepcopy(start)
        try:
            yield trial, read(lines, reading=trial, game=(*game, players))
        except UntitledError:
            if _is_short(lines):
                continue  # who plays is not said either
        except ProposalError as proposal:
            if not players:
                yield trial, proposal
        except RecordError:
            pass
        if not players:
            return


def _read(
    lines: Sequence[_Line],
    reading: Reading,
    *,
    load: Load,
    kept: bool,
    game: tuple[int, str, int] | None = None,
) -> Record:
    """Return the record of these lines. game: the line in which to say which it is and how many
    play, where no line says it.
    """
    headers, moves = _parted(lines, reading)
    named = [(line.number, line.content) for line in headers if line.content]
    given = given_in(named, reading)
    if game is not None:
        given["game"] = game[0], (game[1],)
        if game[2]:
            given["players"] = game[0], find_game(game[1]).seats(game[2])
    if not reading.strict:
        moves = _top(given, headers, moves, reading)
    first = next((line.number for line in lines if line.content), 1)
    header, start, keys = header_of(given, load, reading, line=first, kept=kept)
    comments = list(_header_comments(headers, keys))
    record = _played(header, start, moves, reading)
    reading.notes = dict(sorted(reading.notes.items()))
    if header.result is not None and not kept and not reading.faults:
        try:
            check_result(header, record.position)
        except GameError as error:
            where = next(number for number, key in keys.items() if key == "result")
            reading.fail(RecordError(where, error.message))
    record = record._replace(comments=(*comments, *record.comments))
    if reading.strict or reading.faults:
        return record
    left = {number: " ".join(texts) for number, texts in reading.left.items()}
    beside = [] if headers else [one.text for one in record.comments]
    _check_left(record, lines, left, beside)
    _check_seconds(record, lines, reading)
    if reading.accept:
        return record
    called = Counter(re.findall(r"\b[^\W\d_a-z]\w+", " ".join(left.values())))
    if header.players == start.seats and "1" in start.seats and max(called.values(), default=0) > 2:
        reading.guessed = lines[0].number  # others are named, and left out
    if reading.guessed:
        names = ", ".join(header.players)
        why = told("who plays is not said; it may be {names}", names=names)
        raise ProposalError(RecordError(reading.guessed, why), record, {reading.guessed: start})
    doubts = chain(
        ((line.number, line.content) for line in moves if _is_doubted(line, left)),
        (one for one in left.items() if speaks_of("doubted", one[1], reading.spell)),
    )
    if doubt := next(doubts, None):
        number, said = doubt
        why = told("{text!r} says that something is in doubt", text=said)
        raise ProposalError(RecordError(number, why), record, {number: start})
    return record


def _check_left(
    record: Record, lines: Sequence[_Line], left: Mapping[int, str], beside: Sequence[str]
) -> None:
    """Raise RecordError where too much is left out, or stands beside, for a record."""
    if not record.moves and sum(map(len, (*left.values(), *beside))) > _LONG_TITLE:
        raise RecordError(lines[0].number, told("no move is found in this text"))
    unread = [
        line.number for line in lines if re.search(r"\d", line.content) and _is_left(line, left)
    ]
    if len(unread) > len(record.moves) // 4 + _MOST_UNREAD:
        raise RecordError(unread[-1], told("too many lines of this sheet can be no move"))


def _check_seconds(record: Record, lines: Sequence[_Line], reading: Reading) -> None:
    """Raise RecordError where numbers that only count the lines would be seconds."""
    seconds = [move.partition(" ")[0] for move in record.moves if " " in move]
    first = int(seconds[0]) if seconds and seconds[0].isdecimal() else 0
    count = [str(number) for number in range(first, first + len(seconds))]
    timed = find_game(record.header.game).timed and len(seconds) >= _FEWEST
    taken = next((line.number for line in lines if line.number in reading.notes), None)
    if timed and seconds == count and taken is not None:
        why = told("the numbers in front count the moves; write at which second each was made")
        raise RecordError(taken, why)


def _names_seat(parts: Sequence[Part]) -> bool:
    return any(code.startswith(SEAT) for part in parts for code in part.codes)


def _is_doubted(line: _Line, left: Mapping[int, str]) -> bool:
    """Whether a question mark stands behind a field of a line, which is not left out."""
    asked = line.row is not None and _DOUBTED.search(line.content) is not None
    return asked and not _is_left(line, left)


def _is_left(line: _Line, left: Mapping[int, str]) -> bool:
    """Whether the whole of a line is left out."""
    return line.content.strip(" .,!?") in left.get(line.number, "")


def _played(header: Header, start: Position, lines: Sequence[_Line], reading: Reading) -> Record:
    """Return the record of these lines of moves, in whichever order and form they are written."""
    noted, left = dict(reading.notes), {line: list(some) for line, some in reading.left.items()}
    try:
        return _Sheet(header, start, reading, lines).play(lines)
    except RecordError:
        if reading.strict:
            raise
        first = reading.notes, reading.left
        reading.notes, reading.left = noted, left
        record = _Sheet(header, start, reading, lines).play_blocks(lines)
        if record is not None:
            return record
        reading.notes, reading.left = first
        raise


def _strict_lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are not empty."""
    for number, written in enumerate(text.split("\n"), 1):
        content, comment = parted(written.strip())
        if content or comment:
            yield _Line(number, content, comment if content else comment.strip())


def _kind_lines(text: str, reading: Reading) -> Iterator[_Line]:
    """Yield the lines that are not empty, as people write and programs export them."""
    rows = rows_of(text)
    for n in signed(rows) if not is_tagged(text) else ():
        rows[n].text = rows[n].text.replace("#", "\u2116", 1)
    for row in rows:
        if len(row.text) > LONGEST_LINE and len(parted(row.text.strip())[0]) > LONGEST_LINE:
            why = told(
                "this line has {number} characters; write a move or a round on each line",
                number=len(row.text),
            )
            raise RecordError(row.number, why)
        row.text = without_number_sign(row.text)
        line = row.text.strip()
        content, comment = parted(line)
        bare, said = braces(content)
        if bare != content:
            content, comment = (
                bare,
                "  # " + " ".join([*said, *filter(None, [comment.lstrip(" #")])]),
            )
            if not row.left and "\t" not in row.text:
                reading.take(row.number, content or comment.strip())
        if content or comment or row.left:
            kept = row.text if content == line else content
            bared = Row(row.number, kept, row.left, row.said)
            yield _Line(row.number, content, comment if content else comment.strip(), bared)


_HEADER = re.compile(rf"\[\s*(?:(?:{'|'.join(HEADERS)})\b|[^\]]*[\s:=\"][^\]]*\]?$)", re.IGNORECASE)


_SAID = re.compile(rf"\[(?!\s*(?:{'|'.join(HEADERS)})\b)[^\]:=\"]*\]?", re.IGNORECASE)
"""What is said in brackets, and can be no header."""


def _is_header(line: _Line) -> bool:
    """Whether a line is a header in its brackets; who speaks, and when, may stand so, too."""
    if line.row is None:
        return line.content.startswith("[")
    return _HEADER.match(line.content) is not None and not line.row.said


def _parted(lines: Sequence[_Line], reading: Reading) -> tuple[list[_Line], list[_Line]]:
    """Return the lines of the header, and those of the moves."""
    headers: list[_Line] = []
    moves: list[_Line] = []
    for line in lines:
        bare = not reading.strict and BARE.match(line.content)
        if (_is_header(line) or bare) and not any(move.content for move in moves):
            headers += [*moves, line]  # with the comments above it
            moves = []
        else:
            moves.append(line)
    return headers, moves


def _top(
    given: _Given,
    headers: Sequence[_Line],
    lines: Sequence[_Line],
    reading: Reading,
) -> list[_Line]:
    """Add to a header what people write above the moves; return the lines that are left.

    What they write behind them, who won and where it was, is added, too.
    """
    reader = TopReader(reading, "\n".join(line.content for line in lines[:_SAMPLE]))
    reader.top.given = given
    for line in headers:
        if not line.content:
            _title_in_comment(line, reader)
    lines = [one for line in lines for one in _by_sentence(line)]
    rows = [line.row for line in lines if line.row is not None and line.content]
    kept: list[_Line] = []
    at = 0
    titled = _titled(lines, reader, rows, reading) if "game" not in given else None
    for line in lines:
        if line is titled:
            pass
        elif not line.content or line.row is None:
            if not _title_in_comment(line, reader):
                kept.append(line)
        elif _is_header(line):
            name, values = read_header_line(line.number, line.content, reading)
            if name in given:
                break
            given[name] = line.number, values
        elif not (_reads_top(line, reader, rows, reading) or reader.read_above(line.row)):
            break
        elif line.comment:
            kept.append(line._replace(content="", comment=line.comment.strip(), row=None))
        at += 1
    rest = list(lines[at:])
    _read_behind(rest, reader)
    _unsay_scribe(rest, reader)
    _unmark(rest, reader)
    return kept + _headed(lines[:at], rest) + rest


def _read_behind(lines: list[_Line], reader: TopReader) -> None:
    """Read who plays where that stands behind the moves, or shows in them, and how it ended."""
    for line in lines[-_HIGHEST:]:
        if line.row is not None and line.content and reader.read_players_behind(line.row):
            lines.remove(line)
    reader.infer_players([line.row for line in lines[:_MOST_TRIED] if line.row is not None])
    while lines and (row := lines[-1].row) is not None and lines[-1].content:
        if not reader.read_end(row):
            break
        lines.pop()


def _headed(above: Sequence[_Line], rest: Sequence[_Line]) -> list[_Line]:
    """Return the names behind a title as the head of the table below: ``Forum Romanum,Anna,Bram``.

    None where they are a list.
    """
    row = next(
        (line.row for line in reversed(above) if line.row is not None and line.content), None
    )
    sign = parting(row.text) if row is not None else None
    if row is None or sign is None or sign == "  ":
        return []
    title, *names = row.text.split(sign)
    below = [line.row.text for line in rest if line.row is not None]
    if len(names) < 2 or title_of(title) is None or not heads(row.text, below):
        return []
    head = " " * len(title) + row.text[len(title) :]
    return [_Line(row.number, head.strip(" "), "", Row(row.number, head))]


def _unsay_scribe(lines: list[_Line], reader: TopReader) -> None:
    """Take off in a chat who writes down the moves of others, and is the only one who does."""
    players = " ".join(reader.top.given["players"][1] if "players" in reader.top.given else ())
    told = [line.row for line in lines if line.row is not None and line.row.said]
    names = {_speaker(row) for row in told if re.search(r":.*\d", row.text)}
    known = fold(players).split()
    if len(names) != 1 or len(told) < len(lines) or not known or {*fold(*names).split()} & {*known}:
        return
    for n, line in enumerate(lines):
        if line.row is not None and _speaker(line.row) in names:
            name, _, text = line.row.text.partition(":")
            row = replace(line.row, text=text, left=[*line.row.left, f"{name}:"])
            lines[n] = line._replace(content=text.strip(), row=row)


def _unmark(lines: list[_Line], reader: TopReader) -> None:
    """Take numbers that count and hours that go on off the lines in front of which they stand."""
    timed = reader.top.game is not None and reader.top.game.timed
    at, rows = list[int](), list[Row]()
    for n, line in enumerate(lines):
        if line.row is not None and line.content and not line.row.said:
            at.append(n)
            rows.append(replace(line.row, left=list(line.row.left)))
    for n in sorted({*unmarked(rows, timed=timed), *(clocked(rows) if timed else ())}):
        lines[at[n]] = lines[at[n]]._replace(content=rows[n].text.strip(), row=rows[n])


def _titled(
    lines: Sequence[_Line], reader: TopReader, rows: Sequence[Row], reading: Reading
) -> _Line | None:
    """Read the line with the title, which tells what stands above it; return it, None if none."""
    for line in lines[:_HIGHEST]:
        row = line.row
        if row is not None and not _is_header(line) and title_of(row.text):
            return line if _reads_top(line, reader, rows, reading) else None
    return None


def _by_sentence(line: _Line) -> list[_Line]:
    """Return a line of prose as one for each of its sentences."""
    row = line.row
    if row is None or (row.left and not row.said) or line.comment or _is_header(line):
        return [line]
    if row.said and title_of(row.text) is None:
        return [line]
    said = sentences_of(row.text)
    who = f"{_speaker(row)}: " if row.said else ""
    said[1:] = [f"{who}{one}" for one in said[1:]]
    return [line._replace(content=one.strip(), row=replace(row, text=one)) for one in said]


def _title_in_comment(line: _Line, reader: TopReader) -> bool:
    """Read a title that stands as a heading of Markdown; return whether it does."""
    title = without_marks(line.comment)
    if "game" in reader.top.given or title_of(title) is None:
        return False
    return reader.read(Row(line.number, title), ())


def _reads_top(line: _Line, reader: TopReader, rows: Sequence[Row], reading: Reading) -> bool:
    """Read a line of the top, said in a chat perhaps; return whether it is one."""
    row = line.row
    assert row is not None
    after = bisect_right(rows, row.number, key=lambda one: one.number)
    below = rows[after:]
    name, _, spoken = row.text.partition(":") if row.said else ("", "", "")
    spoken = spoken.strip()
    reader.speaker = name.strip()
    two = reader.top.game is not None and len(reader.top.game.players) == 1
    claimed = row.said and two and reader.claim(row, name.strip(), spoken)
    if not claimed and reader.read(Row(row.number, spoken or row.text), below):
        reading.leave(row.number, *row.left, *filter(None, [spoken and f"{name.strip()}:"]))
        return True
    claimed = claimed or (row.said and reader.claim(row, name.strip(), spoken))
    if claimed or (row.said and reader.is_chatter(spoken or row.text)):
        reading.leave(row.number, *row.left, row.text.strip())  # before it is said what is played
        return True
    return False


def _header_comments(lines: Iterable[_Line], keys: Mapping[int, str]) -> Iterator[Comment]:
    """Yield the comments among the lines of a header. keys: number of a line -> what it gives."""
    above: list[str] = []
    for line in lines:
        if not line.content:
            above.append(line.comment)
            continue
        at: str | int = keys.get(line.number, 0)
        for text in above:
            yield Comment(at, behind=False, text=text)
        above = []
        if line.comment:
            yield Comment(at, behind=True, text=line.comment)


@dataclass
class _Sheet:
    """The moves of one sheet, read line by line.

    lines: all of it. seat: of whom the line before spoke, without a move of theirs. before: the
    position before the last line that had moves, and how many moves there were.
    """

    header: Header
    position: Position
    reading: Reading
    lines: Sequence[_Line]
    columns: Columns | None = None
    seat: str | None = None
    before: tuple[Position, int] | None = None
    written: list[Move] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    start: Position = field(init=False)
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.position
        self.game = find_game(self.header.game)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the game and the names of its players; not needed for what is exact."""
        return self._lexicon(sided=bool(self.game.sides))

    def _lexicon(self, *, sided: bool) -> Lexicon:
        """Return the words and names. sided: whether a colour says who plays with it."""
        seats = dict(zip(self.header.players, self.position.seats, strict=True))
        initials = self.reading.initials.items()
        seats |= {letter: seats[name] for letter, name in initials if name in seats}
        usual = next((some for some in self.game.options if some.name == COLOURS), None)
        players = len(self.header.players)
        letters = usual.by_players.get(players, "") if usual and sided else ""
        letters = self.header.options.get(COLOURS) or letters
        apart = sided and (self.game.sides or len(letters) == players)
        colours = dict(zip(letters, self.position.seats, strict=False)) if apart else {}
        return lexicon_of(self.game, self.reading.spell).with_names(seats, colours)

    @cached_property
    def reader(self) -> LineReader:
        """What reads lines that are not exact."""
        return LineReader(self.game, self.lexicon)

    def play(self, lines: Sequence[_Line]) -> Record:
        """Return the record of these lines of moves."""
        readable = self._record() if self.reading.faults else None
        for number, line in enumerate(lines):
            try:
                self._play_line(line)
            except GameError as error:
                readable = readable or self._record()
                why = self._seen_before(line.content, error)
                told_as = partial(why.told_as, self._namer(line.content))
                self.reading.fail(RecordError(line.number, str(why), told_as))
                read = self._stand_in(line, lines[number + 1 : number + 2])
                self._take(read)
                self._keep(line.comment, behind=bool(read.moves))
        return readable or self._record()

    def _play_line(self, line: _Line) -> None:
        """Play what a line means. Raises GameError."""
        if line.content:
            read, comment = self._meant(line)
            if read.undoes and not read.moves and line.number >= self._last:
                read = Read(left=((0, len(line.content)),))  # nothing stands in its place
            self._take(read)
            self._keep(comment, behind=bool(read.moves))
            return
        self._keep(line.comment, behind=False)
        if line.row is not None:
            self.reading.leave(line.number, *line.row.left)

    def _keep(self, comment: str, *, behind: bool) -> None:
        """Keep a comment, behind the last move or in front of the next."""
        if comment:
            text = comment if behind else comment.strip()
            self.comments.append(Comment(len(self.written) - behind, behind=behind, text=text))

    def play_blocks(self, lines: Sequence[_Line]) -> Record | None:
        """Return the record of one player's moves after another's, None if it is none."""
        at, found = 0, False
        while at < len(lines):
            line = lines[at]
            count = self._play_block(lines, at) if line.content else 0
            found |= count > 0
            try:
                if not count:
                    self._play_line(line)
            except GameError:
                return None
            at += count or 1
        return self._record() if found else None

    def _block(self, lines: Sequence[_Line], at: int) -> tuple[Sequence[tuple[int, Read]], int]:
        """Return the moves of one player after those of another, and how many lines they are.

        None of them where those that begin here are not written so.
        """
        row = lines[at].row
        if row is None or row.said:
            return (), 0  # when it was said is known
        lexicons = (self.lexicon, self._lexicon(sided=True))
        for lexicon, wrapped in product(lexicons, (True, False)):
            below = (lines[n] for n in range(at, len(lines)))
            texts = (
                (line.number, line.row.text)
                for line in takewhile(lambda line: line.content, below)
                if line.row is not None
            )
            blocks, count = blocks_of(texts, lexicon, wrapped=wrapped)
            if len(blocks) < 2:
                continue
            found = in_turn(self.game, self.reader, self.position, blocks)
            seats = [read.seat for _, read in found or () if read.seat]
            turns = sum(one != other for one, other in pairwise(seats))
            if found is not None and turns + 1 > len(blocks):  # each more than once
                return found, count
        return (), 0

    def _play_block(self, lines: Sequence[_Line], at: int) -> int:
        """Play the moves of one player after those of another; return how many lines they are."""
        found, count = self._block(lines, at)
        taken: dict[int, list[Read]] = {}
        for number, read in found:
            self._take(read)
            taken.setdefault(number, []).append(read)
        for line in lines[at : at + count]:
            reads = taken.get(line.number, [])
            moves = tuple(move for read in reads for move in read.moves)
            left = tuple(span for read in reads for span in read.left)
            if line.row is not None:
                self._note(line, line.row, Read(moves, left=left))
            self._keep(line.comment, behind=False)
        return count

    def takes(self, line: _Line, after: Sequence[Position]) -> bool:
        """Play what a line means by itself, where these positions are after its moves.

        Return whether they are.
        """
        noted = self.reading.notes.get(line.number)
        left = [*self.reading.left.get(line.number, ())]
        try:
            read, _ = self._meant(line)
        except GameError:
            return False
        if read.undoes or [*read.after] != [*after]:
            self.reading.unsay(line.number, noted, left)
            return False
        self._take(read)
        return True

    def read_apart(self, n: int, text: str, standing: Standing) -> tuple[Made, Standing]:
        """Return what a line would mean with this text, and how the game stands behind it.

        Raises UnreadError where it, and one of its parts, cannot be read.
        """
        line = self.lines[n]
        self.position, (self.columns, self.seat, below) = standing
        if line.row is None or n < below:
            return (), standing
        whole = [(0, len(text))]
        cells = self.columns is not None and self.columns.seated  # in which moves stay
        for some in (whole,) if cells or len(parts_of(text)) < 2 else (whole, parts_of(text)):
            self.position, (self.columns, self.seat, _) = standing
            self.before, self.written, moves = None, [], list[Move]()
            for k, (begin, end) in enumerate(some):
                row = replace(line.row, text=text[begin:end], marked=True)
                try:
                    if text == line.row.text:
                        read, _ = self._meant(line._replace(content=row.text.strip(), row=row))
                    else:
                        read = self._only(row, None) or Read(undoes=True)
                except GameError:
                    read = Read(undoes=True)
                if read.undoes:
                    stop = UnreadError(k, begin, end)
                    break
                self._take(read)
                moves += read.moves
            else:
                made = tuple((n, move) for move in moves)
                return made, Standing(self.position, (self.columns, self.seat, n))
        self.position, (self.columns, self.seat, _) = standing
        found, count = self._block(self.lines, n) if text == line.row.text else ((), 0)
        if not count:
            raise stop
        numbers = {one.number: at for at, one in enumerate(self.lines)}
        for _, read in found:
            self._take(read)
        made = tuple(
            (numbers.get(number, n), move) for number, read in found for move in read.moves
        )
        return made, Standing(self.position, (self.columns, self.seat, n + count))

    def change(self, line: _Line, read: Read) -> None:
        """Play moves in the place of a line."""
        if read.moves:
            self.reading.notes[line.number] = told(
                "changed: {text!r} is taken as {meant}",
                text=line.content,
                meant=", ".join(read.moves),
            )
            self.reading.leave(line.number, *(line.row.left if line.row is not None else ()))
        else:
            self.reading.leave(line.number, line.content)
        self._take(read)

    def _record(self) -> Record:
        return Record(self.header, tuple(self.written), self.position, tuple(self.comments))

    def _take(self, read: Read) -> None:
        """Play what was read of a line."""
        if read.undoes and self.before is not None:
            self.position, count = self.before
            del self.written[count:]
        if read.moves:
            self.before = self.position, len(self.written)
        if len(self.written) + len(read.moves) > MOST_MOVES:
            raise MalformedError(told("a record has {most} moves at most", most=MOST_MOVES))
        for move, then in zip(read.moves, read.after, strict=True):
            self.written.append(self.position.written(move))
            self.position = then
        self.seat = read.seat if read.pending else None if read.moves else self.seat

    def _meant(self, line: _Line) -> tuple[Read, str]:
        """Return what a line means, which can be played, and its comment. Raises GameError."""
        text = line.content
        if _is_header(line) and not (line.row and _SAID.fullmatch(text)):
            raise IllegalError(told("header {text} should stand above the first move", text=text))
        if self._is_exact_in_turn(line, self.position):
            try:
                return Read(
                    (text,), tuple(play_all(self.game, self.position, (text,)))
                ), line.comment
            except GameError as error:
                if self.reading.strict:
                    raise
                return self._read_as(line, error)
        return self._read_as(line, None)

    def _is_exact(self, line: _Line) -> bool:
        """Whether a line is a well-formed move as it stands."""
        if line.row is not None and (line.row.left or line.row.said or line.row.marked):
            return False
        if not self.game.timed:
            return line.content in self._every_move
        try:
            self.start.play(line.content)
        except IllegalError:
            return True
        except GameError:
            return False
        return True

    def _head(self, line: _Line, row: Row) -> Columns | None:
        """Return the columns that a line heads, None when it is no head of a table."""
        columns = head_of_table(row.text, self.lexicon)
        if columns is None or not columns.seated:
            return columns
        if self.columns is not None:
            if any(part.word and not part.codes for part in self.lexicon.parts(row.text)):
                return None  # what is said of somebody
            columns = self.columns.coloured(columns) or columns.coloured(self.columns) or columns
        after = bisect_right(self.lines, line.number, key=lambda one: one.number)
        below = (one.row.text for one in islice(self.lines, after, None) if one.row is not None)
        return columns if heads(row.text, below) else None

    def _is_exact_in_turn(self, line: _Line, position: Position) -> bool:
        """Whether a line is a move as it stands, and in no column of somebody else."""
        if line.row is None or not self._is_exact(line):
            return line.row is None
        columns = self.columns
        if columns is None or not columns.seated:
            return line.row.seat in (None, self.game.mover(position, line.content))
        return columns.seat_of(line.row.text) == self.game.mover(position, line.content)

    @cached_property
    def _every_move(self) -> frozenset[Move]:
        return frozenset((*self.game.every_move(self.start), *self.game.rolls, AGREE))

    def _read_as(self, line: _Line, error: GameError | None) -> tuple[Read, str]:
        """Return the only moves that somebody can have meant by a line that cannot be played.

        error: why, where it is a move as it stands.
        """
        row = line.row or Row(line.number, line.content)
        if columns := self._head(line, row):
            self.columns = columns
            self.reading.note(line.number, told("read as the head of a table"))
            return Read(), line.comment
        content, comment = self._uncommented(row.text, line.comment)
        bared = replace(row, text=content)
        if not content.strip() and comment:
            self.reading.take(line.number, comment.strip())
        if is_rule(content) or not content.strip():
            return Read(), comment
        if content != row.text:
            line = line._replace(content=content.strip(), comment=comment, row=bared)
            found, comment = self._meant(line)
            if line.number not in self.reading.notes:
                self.reading.take(line.number, ", ".join(found.moves))
            return found, comment
        way = self._only(row, line.content if self._is_exact(line) else None)
        if way is None:
            raise self._why_not(row, error)
        self._note(line, row, way)
        return way, comment

    def _only(self, row: Row, exact: Move | None) -> Read | None:
        """Return the one way to read a row, None when there is none.

        exact: the move that it is as it stands, which is never read as another. Raises
        MalformedError when it can mean several things.
        """
        before = self.before[0] if self.before else None
        doubt: GameError | None = None
        for parts in self._parts(row.text):
            reads = self.reader.readings(parts, self.position, row.seat or self.seat, before)
            if exact is not None:
                reads = [read for read in reads if read.moves[-1:] in ((), (exact,))]
            try:
                found = only(row.text.strip(), reads)
            except GameError as several:
                doubt = doubt or several
            else:
                if found is not None and (found.moves or not self._may_agree(row, self.position)):
                    return found
        if doubt is not None:
            raise doubt
        remark = self._is_remark(row, self.position) or self._is_prose(
            row, self._parts(row.text)[0], self.position
        )
        return Read(left=((0, len(row.text)),), seat=self.seat) if remark else None

    def _parts(self, text: str) -> list[list[Part]]:
        """Return the parts of a row as a row of the table, where it can be one, and as it is."""
        ways: list[list[Part] | None] = []
        if self.columns is not None:
            ways.append(self.columns.parts(text, self.lexicon))
            if not self.columns.seated:
                ways.append(self.columns.parts(text, self.lexicon, joined=True))
        if not (self.columns and self.columns.seated and ways[0]):  # which says who moves
            ways.append(self.lexicon.parts(text))
            if (led := self.lexicon.initialled(ways[-1] or ())) != ways[-1]:
                ways.append(led)
        if any("*" in (part.text, *part.codes) for part in ways[-1] or ()):
            ways.append(completed(ways[-1] or ()))
        return [way for way in ways if way]

    def _why_not(self, row: Row, error: GameError | None) -> GameError:
        """Return the error that says most of a line that cannot be read."""
        if error is not None:
            return error
        try:
            play_all(self.game, self.position, (row.text.strip(),))
        except GameError as malformed:
            error = malformed
        parts = self._parts(row.text)[0]
        return self.reader.why_not(parts, self.position, self.seat) or error or MalformedError("")

    def _uncommented(self, text: str, comment: str) -> tuple[str, str]:
        """Return a line without what stands behind a ; where that can be nothing else."""
        if self.columns is not None and self.columns.parting == ";":
            return text, comment  # a cell
        quoted = False
        for at, character in enumerate(text):
            quoted ^= character == '"'
            if character == ";" and not quoted:
                rest = text[at + 1 :].strip()
                if rest and self._is_comment(rest):
                    return text[:at], f"  # {rest}" + (
                        f" {comment.lstrip(' #')}" if comment else ""
                    )
        return text, comment

    def _is_comment(self, text: str) -> bool:
        parts = self.lexicon.parts(text)
        return not _names_seat(parts) and not self.reader.may_hold_move(parts)

    def _is_remark(self, row: Row, position: Position) -> bool:
        """Whether a row can be no move, nor say who plays: what people say beside a game."""
        text = row.text.strip()
        if row.left and _NUMBERED.fullmatch(text):
            return True  # what stood behind its number is crossed out
        if position.outcome is not None:
            return self.lexicon.holds_no_move(text, {*self.game.vocabulary, *_BESIDE} - {AGREE})
        parts = self.lexicon.parts(text)
        sides = {code for part in parts for code in part.codes if _is_side(code)}
        said = row.said and not (sides and self.lexicon.codes(text.partition(":")[0]))
        if self._is_open(row):
            return False
        if self._may_agree(row, position):
            return False
        words = any(part.word and len(part.text) > 1 for part in parts)
        sided = self._names_sides(parts) and len(self.game.players) > 1  # of two the engine tells
        beside = words and (position.plies > 0 or said or not sided)
        return beside and not self.reader.may_hold_move(parts)

    def _names_sides(self, parts: Sequence[Part]) -> bool:
        """Whether a line may say who plays what, as its words are no names of known players."""
        known = self.header.players if self.header.players != self.start.seats else ()
        names = {word for name in known for word in name.split()}
        sided = (part for part in parts if any(map(_is_side, part.codes)))
        return any(names.isdisjoint(part.text.split()) for part in sided)

    def _is_prose(self, row: Row, parts: Sequence[Part], position: Position) -> bool:
        """Whether a row that cannot be read says something beside the game, whatever it counts."""
        unknown = any(part.word and not part.codes and len(part.text) > 1 for part in parts)
        if unknown and re.fullmatch(r"\s*\([^()]*\)\W*", row.text):
            return True
        if self._is_open(row) or self._may_agree(row, position):
            return False
        if any(part.text == "@" or "*" in (part.text, *part.codes) for part in parts):
            return False
        led = _names_seat(parts[:1]) and any(part.text == ":" for part in parts[1:2])
        if led and not row.said:
            return False  # whoever is named did something
        if position.plies == 0 and self._names_sides(parts) and not row.said:
            return False  # who plays what, perhaps
        if any(p.number or (len(p.text) == 1 and p.text.isalpha()) for p in parts):
            harmless = any(map(self.reader.is_harmless, parts, [*parts[1:], None]))
            return harmless and self.reader.is_prose(parts)
        words = any(part.word and not part.codes for part in parts)
        return words and not self.reader.holds_word_move(parts)

    @cached_property
    def _last(self) -> int:
        """The number of the last line that may hold a move."""
        held = (
            line.number
            for line in reversed(self.lines)
            if line.content and self.reader.may_hold_move(self.lexicon.parts(line.content))
        )
        return next(held, 0)

    @cached_property
    def _speakers(self) -> set[str]:
        """Who says something behind the last line that may hold a move."""
        return {_speaker(one.row) for one in self.lines if one.number > self._last and one.row}

    def _may_agree(self, row: Row, position: Position) -> bool:
        """Whether a row behind the moves may say in unknown words that all agree to end the game.

        A word or two of one player alone in a chat do not.
        """
        if row.number < self._last or AGREE not in self.game.vocabulary:
            return False
        alone = row.said and self._speakers <= {_speaker(row)}
        least = _MOST_ALONE + 1 if alone else 1
        return self.reader.after(position, (AGREE,)) is not None and may_agree(
            row.text, self.lexicon, self.reading.spell, least
        )

    def _is_open(self, row: Row) -> bool:
        """Whether a row ends with a colon, so that it may say who makes the moves below."""
        after = bisect_right(self.lines, row.number, key=lambda one: one.number)
        below = self.lines[after : after + 1]
        first = [part for line in below for part in self.lexicon.parts(line.content)[:_HEADED]]
        headed = any(code.startswith(SEAT) for part in first for code in part.codes)
        return row.text.rstrip().endswith(":") and bool(below) and not (row.said or headed)

    def _note(self, line: _Line, row: Row, read: Read) -> None:
        """Note what a line was read as, and what was left out of it."""
        if read.moves:
            self.reading.take(line.number, ", ".join(map(str, read.moves)))
        elif not read.left and any(
            code and not code.startswith(SEAT)
            for part in self.lexicon.parts(row.text)
            for code in part.codes
        ):
            self.reading.note(
                line.number,
                told("{text}: passed over, as the turn has ended already", text=line.content)
                if "end" in self.lexicon.codes(row.text)
                else told("{text}: no move stands here", text=line.content),
            )
        self.reading.leave(line.number, *row.left, *_joined(row.text, read.left))

    def _namer(self, text: str) -> Callable[[Move], str]:
        """Return what names moves in the language of a line, by their signs where it has none."""
        language = None if self.reading.strict else self.lexicon.language_of(text)
        if language is None:
            return str
        return partial(self.lexicon.say, language=language)

    def _seen_before(self, text: str, error: GameError) -> GameError:
        """Return an error, or a better one where the positions before tell more of the move."""
        if not isinstance(error, IllegalError):
            return error
        before = [self.start]
        for move in self.written:
            before.append(before[-1].play(move))
        try:
            return self.game.hindsight(text, before) or error
        except GameError:
            return error

    def _stand_in(self, line: _Line, following: Iterable[_Line]) -> Read:
        """Return a move in the place of a line that cannot be read, so that the following can be.

        Return none when that line can be read without one, and the closest when no move helps.
        """
        likely = closest(plain(line.content), self.position.legal_moves())[:_MOST_STAND_INS]
        moves = [Read((move,), (self.position.play(move),)) for move in likely]
        ways = [Read(), *moves]
        below = next((one for one in following if one.content), None)
        found = (way for way in ways if below is None or self._is_readable(below, way))
        return next(found, (moves or ways)[0])

    def _is_readable(self, line: _Line, before: Read) -> bool:
        """Whether a line can be read behind these moves."""
        here, self.position = self.position, (self.position, *before.after)[-1]
        try:
            if self._is_exact_in_turn(line, self.position):
                return self.reader.after(self.position, (line.content,)) is not None
            return self._only(line.row or Row(line.number, line.content), None) is not None
        except GameError:
            return False
        finally:
            self.position = here


def _speaker(row: Row) -> str:
    return row.text.partition(":")[0]


def _is_side(code: str) -> bool:
    return code.startswith(SEAT) or colour_of((code,)) is not None


def _joined(text: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    """Return the texts of spans in the order of the line, those beside each other as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and not text[joined[-1][1] : start].strip(" .,!?:"):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return [text[start:end] for start, end in joined if end > start]


def read_header(
    lines: Iterable[tuple[int, str]],
    load: Load = load_nothing,
    end: int = 1,
    *,
    kept: bool = False,
) -> tuple[Header, Position]:
    """Return the header in these numbered lines, and the position before the first move.

    Args:
        lines: Number, from 1, and text of each.
        load: Reads the files that options name.
        end: The line named in the error when a header is missing.
        kept: As in :func:`rules.record.make_header`.

    Raises:
        RecordError: They are no header.
    """
    bare = [(number, parted(line.strip())[0]) for number, line in lines]
    reading = Reading()
    header, start, _ = header_of(given_in(bare, reading), load, reading, line=end, kept=kept)
    return header, start
