"""The reader of game records, exact or tolerant.

There is one reader. In strict mode it takes nothing but the format of :mod:`rules.record`. In
tolerant mode it also takes other spellings with the same meaning, and each line is then exactly one
legal move. A text written in any other way is no record: :mod:`firmware.sheets` proposes the game
that it may tell.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from rules.game import Game, GameError, IllegalError, Load, Move, OptionError, Position, closest, load_nothing
from rules.record import (
    FREE_HEADERS,
    HEADER_CALLED,
    HEADERS,
    MOST_MOVES,
    Comment,
    Header,
    PlayerNameError,
    Record,
    RecordError,
    check_result,
    header_line,
    make_header,
)
from rules.registry import NAMES, find_game
from rules.spelling import SIGNS, as_meant, counts_of, skipping
from rules.text import Text, told

LONGEST = 1_000_000  # bytes of a text that is read in any way but strictly
MOST_FAULTS = 200  # lines that cannot be read in one record
_SHOWN = 200  # characters of a line that is no header
_MOST_STAND_INS = 50  # moves that are tried in the place of a line that cannot be read

# The tolerances: other spellings with the same meaning.
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″", '"'))
_BEFORE_HASH, _BEFORE_COMMENT = (  # signs within quotation marks begin no comment
    re.compile(rf'(?:[^"\\{signs}]++|\\[\\"]?|"(?:[^"\\]++|\\[\\"]?)*+"?)*+') for signs in ("#", "#;{")
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.?)*)"')
_OPENED = re.compile(r'\[\s*([^\W\d_]+)\s*(?=")')


@dataclass(slots=True)
class Reading:
    """The way to read a record, and the findings on the way.

    Attributes:
        strict: Whether nothing but the format is taken; else other spellings too:
            upper and lower case, spaces, dashes, quotation marks, numbers in front of moves,
            comments behind ``;`` and within ``{}``, marks like ``!?``, minutes, commas in seconds.
        every: Whether to go on after a line that cannot be read, to find every one of them.
        notes: By line, each tolerance that people should know of: another encoding, a usual layout.
        faults: The lines that cannot be read, in order, at most `MOST_FAULTS`. Empty where `every`
            is false, as the first is raised.
    """

    strict: bool = True
    every: bool = False
    notes: dict[int, Text] = field(default_factory=dict)
    faults: list[RecordError] = field(default_factory=list)

    def fail(self, error: RecordError) -> None:
        """Raise the error, or keep it where all errors are to be found."""
        if not self.every or len(self.faults) == MOST_FAULTS:
            raise error
        self.faults.append(error)


class UnformattedError(RecordError):
    """A text, or a line of it, that is not in the format; no rule of a game is broken."""


class EncodingError(RecordError):
    """Bytes that are no text."""


class TwoGamesError(RecordError):
    """A text that holds two games. The line is that in which the second begins."""

    def __init__(self, line: int) -> None:
        super().__init__(line, told("a second game begins here; write each game into a file of its own"))


class _Line(NamedTuple):
    """A line that is not empty. content: without comment. comment: from the # on."""

    number: int
    content: str
    comment: str


_Given: TypeAlias = dict[str, tuple[int, tuple[str, ...]]]


def read_record(
    data: bytes | str, load: Load = load_nothing, reading: Reading | None = None, *, kept: bool = False
) -> Record:
    """Return the record that `data` holds, with all its moves played.

    With ``reading.every``, it is the record up to the first line that cannot be read.

    Args:
        data: The file.
        load: Reads the files that options name, relative to the record.
        reading: How to read; strictly, and up to the first fault, when it is not given.
        kept: As in :func:`make_header`.

    Raises:
        RecordError: It is no record, or a move is malformed, illegal, or comes after the end. With
            ``reading.every``: its header cannot be read.
    """
    reading = reading or Reading()
    text, encoding = decode(data, strict=reading.strict)
    if encoding is not None:
        reading.notes[1] = encoding
    lines = list(_lines(enumerate(text.split("\n"), 1)) if reading.strict else _tolerant_lines(text))
    above = next((n for n, one in enumerate(lines) if one.content[:1] not in ("", "[")), len(lines))
    while above and not lines[above - 1].content:
        above -= 1  # comments above the first move
    heads, below = lines[:above], lines[above:]
    if len(moves := [line.number for line in below if line.content]) > MOST_MOVES:
        raise RecordError(moves[MOST_MOVES], told("a record has {most} moves at most", most=MOST_MOVES))
    given = _given_in([line for line in heads if line.content], reading)
    first = next((line.number for line in lines if line.content), 1)
    header, start = _header_of(given, load, reading, line=first, kept=kept)
    keys = {number: name for name, (number, _) in given.items()}
    record = _play(header, start, below, reading)
    if header.result is not None and not kept and not reading.faults:
        try:
            check_result(header, record.position)
        except GameError as error:
            reading.fail(RecordError(given["result"][0], error.message))
    return record._replace(comments=(*_header_comments(heads, keys), *record.comments))


def read_header(
    lines: Iterable[tuple[int, str]], load: Load = load_nothing, end: int = 1, *, kept: bool = False
) -> tuple[Header, Position]:
    """Return the header in these numbered lines, and the position before the first move.

    Args:
        lines: Number, from 1, and text of each.
        load: Reads the files that options name.
        end: The line named in the error when a header is missing.
        kept: As in :func:`make_header`.

    Raises:
        RecordError: They are no header.
    """
    reading = Reading()
    given = _given_in([line for line in _lines(lines) if line.content], reading)
    return _header_of(given, load, reading, line=end, kept=kept)


def decode(data: bytes | str, *, strict: bool = False) -> tuple[str, Text | None]:
    """Return the text, and a note of its encoding when that is not UTF-8.

    strict: whether it has to be UTF-8. Raises EncodingError.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), None
    if not strict and len(data) > LONGEST:
        why = told("this has {number} bytes; a game has far fewer", number=len(data))
        raise EncodingError(1, why)
    notes = {
        "utf-8-sig": None,
        "utf-16": told("read as UTF-16 text"),
        "cp1252": told("this is not UTF-8 text; read as Western European text (cp1252)"),
    }
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    tried = ["utf-8-sig"] if strict else ["utf-16"] if marked else ["utf-8-sig", "cp1252"] * (b"\0" not in data)
    faults: list[int] = []
    for encoding in tried:
        try:
            return data.decode(encoding), notes[encoding]
        except UnicodeDecodeError as error:
            faults.append(error.start)
    line = data.count(b"\n", 0, next(iter(faults), data.find(b"\0"))) + 1
    raise EncodingError(line, told("this is not UTF-8 text; save it as plain text in the encoding UTF-8"))


def _lines(numbered: Iterable[tuple[int, str]]) -> Iterator[_Line]:
    """Yield the lines of a record that are not empty. numbered: number and text of each."""
    for number, written in numbered:
        content, comment = _parted(written.strip())
        if content or comment:
            yield _Line(number, content, comment if content else comment.strip())


def _parted(line: str, before: re.Pattern[str] = _BEFORE_HASH) -> tuple[str, str]:
    """Return the beginning of a line that a pattern takes, and the rest with the space between."""
    taken = before.match(line)
    content = taken[0].rstrip() if taken else ""
    return content, line[len(content) :]


def _tolerant_lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are not empty, with all comments behind #."""
    said: list[str] = []  # of a comment within {} that goes on
    opened = 0  # the line in which it began
    if "\n" not in text:
        text = text.replace("\r", "\n")
    for number, written in enumerate(text.split("\n"), 1):
        line, content, comment = written.strip(), "", ""
        before, rest = _parted(line, _BEFORE_COMMENT)
        if not opened and rest.lstrip()[:1] in ("", "#"):
            if line:
                yield _Line(number, _plain(before), rest if before else rest.strip())
            continue
        at = 0
        while at < len(line):
            if opened:
                closed = line.find("}", at)
                end = len(line) if closed < 0 else closed
                said.append(line[at:end].strip())
                at, opened = end + 1, opened if closed < 0 else 0
            elif taken := _BEFORE_COMMENT.match(line, at):
                content += f" {taken[0].strip()}" if taken[0].strip() else ""
                at = taken.end() + 1
                opened = number if line[at - 1 : at] == "{" else 0
                if not opened:
                    comment, at = line[taken.end() :].lstrip(" #;"), len(line)
        told_here = " ".join(filter(None, [*(() if opened else said), comment]))
        said = said if opened else []
        content = content.strip()
        if content or told_here:
            behind = f"# {told_here}" if told_here else ""
            comment = f"  {behind}" if content and behind else behind
            yield _Line(number, _plain(content), comment)
    if opened:
        raise UnformattedError(opened, told("a comment in braces begins here and does not end"))


def _plain(content: str) -> str:
    """Return a line with the signs of the format; quoted text stays as it is."""
    if not content.startswith("["):
        return content.translate(SIGNS)
    return content if '"' in content else content.translate(_QUOTES)


def _given_in(lines: Iterable[_Line], reading: Reading) -> _Given:
    """Return the number of the line and the texts of each header; options are ``option NAME``."""
    given: _Given = {}
    for line in lines:
        try:
            name, values = _header_line(line, strict=reading.strict)
        except RecordError as error:
            reading.fail(error)
            continue
        if name in given:
            why = told("{name} is given twice, before in line {line}", name=name, line=given[name][0])
            reading.fail(RecordError(line.number, why))
        else:
            given[name] = line.number, values
    return given


def _header_line(line: _Line, *, strict: bool) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of a header line. Raises RecordError."""
    opened = _OPENED.match(line.content)
    name = opened[1] if opened else ""
    name = name if strict else HEADER_CALLED.get(name.casefold(), name)
    rest = line.content[opened.end() :] if opened else ""
    values = tuple(re.sub(r'\\([\\"])', r"\1", one) for one in _QUOTED.findall(rest))
    between = _QUOTED.sub("", rest)
    if not values or (between if strict else between.replace(",", "")).strip() != "]":
        examples = {
            **{free: f'[{free} "..."]' for free in FREE_HEADERS},
            "players": '[players "Anna" "Bram"], each name in quotation marks',
            "option": '[option "variant" "true"]',
            "position": '[position "..."]',
        }
        known = re.match(r"\[?\s*(\w+)", line.content)
        example = examples.get(known[1].lower() if known else "", '[game "forum_romanum"]')
        why = told("{line} should look like {example}", line=line.content[:_SHOWN], example=example)
        raise UnformattedError(line.number, why)
    if name not in HEADERS:
        can = ", ".join(HEADERS)
        kind = RecordError if strict else UnformattedError
        raise kind(line.number, told("unknown header {name!r}; there is: {can}", name=name, can=can))
    if HEADERS[name] not in (None, len(values)):
        why = told("header {name!r} takes {number} quoted text(s)", name=name, number=HEADERS[name] or 0)
        raise RecordError(line.number, why)
    if name != "option":
        return name, values
    return f"option {values[0] if strict else values[0].lower()}", values[1:]


def _header_of(given: _Given, load: Load, reading: Reading, *, line: int, kept: bool) -> tuple[Header, Position]:
    """Return the header, and the position before the first move.

    line: the line to name in the error when there is no header. Raises RecordError.
    """
    if "game" not in given:
        games = ", ".join(NAMES)
        raise UnformattedError(
            line, told('no header says which game this is: [game "..."], one of {games}', games=games)
        )
    where, (game,) = given["game"]
    game = game if reading.strict else game_called(game) or game
    options = {
        name.removeprefix("option "): (number, values[0])
        for name, (number, values) in given.items()
        if name.startswith("option ")
    }
    free = {name: given[name][1][0] for name in ("position", *FREE_HEADERS) if name in given}
    players = given["players"][1] if "players" in given else None
    tried: set[str] = set()
    while True:
        chosen = {name: value for name, (_, value) in options.items()}
        blamed = "players" if "players" in given and game in NAMES else "game"
        try:
            header = make_header(game, players, chosen, kept=kept, **free)
            blamed = "position" if header.position else blamed
            start = header.start(load)
        except OptionError as error:
            if not reading.strict and error.option in options.keys() - tried:
                number, value = options[error.option]
                options[error.option] = number, find_game(game).meant_option(error.option, value)
                tried.add(error.option)
                continue
            number = options[error.option][0] if error.option in options else where
            fault = RecordError(number, error.message)
            if not reading.every or error.option not in options:
                raise fault from None
            reading.fail(fault)
            layout = {one.name for one in find_game(game).options if one.always}
            for name in layout if error.option in layout else (error.option,):
                options.pop(name, None)  # a layout is usual as a whole
        except PlayerNameError as error:
            reading.fail(RecordError(given["players"][0], error.message))
            kept = True
        except GameError as error:
            kind = RecordError if players or game not in NAMES else UnformattedError
            raise kind(given[blamed][0], error.message) from None
        else:
            break
    taken = [
        header_line("option", option.name, header.options[option.name])
        for option in find_game(game).options
        if option.always and option.name not in options and option.name in header.options
    ]
    if taken and not reading.strict:
        layout_of = " ".join(taken)
        reading.notes[where] = told("no layout is given; taken is {layout}", layout=layout_of)
    return header, start


def game_called(title: str) -> str | None:
    """Return the game with this name or title. None where no game has it."""
    said = _letters(title)
    return next((name for name in NAMES if said in map(_letters, (name, *find_game(name).titles))), None)


def _letters(text: str) -> str:
    parted = unicodedata.normalize("NFC", text.casefold())
    return re.sub(r"[\W_]+", " ", parted).strip()


def _header_comments(lines: Iterable[_Line], keys: Mapping[int, str]) -> Iterator[Comment]:
    """Yield the comments among the lines of a header. keys: number of a line -> its header."""
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


def _play(header: Header, start: Position, lines: Sequence[_Line], reading: Reading) -> Record:
    """Return the record of these lines of moves. Raises RecordError."""
    game, position = find_game(header.game), start
    moves, comments = list[Move](), list[Comment]()
    moved = [line for line in lines if line.content]
    counts = counts_of((line.content for line in moved), game)
    counted = counts == [*range(1, len(moved) + 1)]
    skipped = None if reading.strict or game.timed else skipping(counts)
    if skipped is not None:
        missing = told("the number does not follow the one before it: is a move missing, or in another place?")
        reading.fail(UnformattedError(moved[skipped].number, missing))
    play = partial(_played, game=game, counted=counted, strict=reading.strict)
    readable = Record(header, (), start) if reading.faults else None
    for n, line in enumerate(lines):
        behind = bool(line.content)
        if behind:
            try:
                move, position = play(line, position)
                moves.append(move)
            except GameError as error:
                if not readable:
                    readable = Record(header, tuple(moves), position, tuple(comments))
                why = _seen_before(line.content, error, game, start, moves)
                reading.fail(why if isinstance(why, RecordError) else _fault(line.number, why))
                stand_in = _stand_in(line.content, position, lines[n + 1 :], play)
                behind = stand_in is not None
                if stand_in is not None:
                    moves.append(position.written(stand_in))
                    position = position.play(stand_in)
        if line.comment:
            text = line.comment if behind else line.comment.strip()
            comments.append(Comment(len(moves) - behind, behind=behind, text=text))
    return readable or Record(header, tuple(moves), position, tuple(comments))


def _fault(line: int, why: GameError) -> RecordError:
    kind = RecordError if isinstance(why, IllegalError) else UnformattedError
    return kind(line, str(why), lambda: why.plain)


def _seen_before(text: str, error: GameError, game: Game, start: Position, moves: Sequence[Move]) -> GameError:
    """Return `error`, or a better error where the positions before tell more of the move."""
    if not isinstance(error, IllegalError):
        return error
    before = [start]
    for move in moves:
        before.append(before[-1].play(move))
    try:
        return game.hindsight(text, before) or error
    except GameError:
        return error


def _stand_in(
    text: str, position: Position, below: Sequence[_Line], play: Callable[[_Line, Position], tuple[Move, Position]]
) -> Move | None:
    """Return a move in the place of a line that cannot be read, so that the next line can be.

    None when the next line can be read without it; the closest move when no move helps.
    """
    likely = closest(text, position.legal_moves())[:_MOST_STAND_INS]
    following = next((line for line in below if line.content), None)
    for move in (None, *likely):
        try:
            if following is not None:
                play(following, position if move is None else position.play(move))
        except GameError:
            continue
        return move
    return next(iter(likely), None)


def _played(line: _Line, position: Position, game: Game, *, counted: bool, strict: bool) -> tuple[Move, Position]:
    """Return the move of a line as it is written, and the position after it. Raises GameError."""
    text = line.content
    if text.startswith("["):
        opened = _OPENED.match(text)
        if position.plies and opened and HEADER_CALLED.get(opened[1].casefold()) == "game":
            raise TwoGamesError(line.number)
        raise IllegalError(told("header {text} should stand above the first move", text=text))
    try:
        after = position.play(text)
        game.check_line(text, position)
    except GameError:
        meant = text if strict else as_meant(text, position, game, counted=counted)
        if meant == text:
            raise
        after = position.play(meant)
        game.check_line(meant, position)
        return position.written(meant), after
    return position.written(text), after
