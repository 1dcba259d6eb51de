"""Reading game records, strictly as programs write them or kindly as people do.

Strict reading takes nothing but the format. Kind reading also takes what can mean one thing only,
and notes what it took. Both are one reader: what is exact is read first, and never as another.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from rules.game import (
    Game,
    GameError,
    IllegalError,
    Load,
    MalformedError,
    Move,
    OptionError,
    Position,
    closest,
    load_nothing,
)
from rules.record import (
    FREE_HEADERS,
    HEADERS,
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
from rules.text import Text, told

MOST_FAULTS = 200  # lines that cannot be read in one record
_NAMED = ", ".join(NAMES)
_MOST_STAND_INS = 50  # moves that are tried in the place of such a line


@dataclass(slots=True)
class Reading:
    """How a record is read, and what is found on the way.

    strict: whether only the exact format is read. every: whether to go on after a line that cannot
    be read, to find every one of them. notes: by line, what was read in another way than it is
    written. faults: the lines that cannot be read, the first first; none where `every` is false, as
    the first is raised, and no more than `MOST_FAULTS`.
    """

    strict: bool = True
    every: bool = False
    notes: dict[int, Text] = field(default_factory=dict)
    faults: list[RecordError] = field(default_factory=list)

    def take(self, line: int, meant: str) -> None:
        """Note what a line was read as."""
        self.notes[line] = told("read as {meant}", meant=meant)

    def fail(self, error: RecordError) -> None:
        """Raise the error, or keep it where every one is to be found."""
        if not self.every or len(self.faults) == MOST_FAULTS:
            raise error
        self.faults.append(error)


class _Line(NamedTuple):
    """One line with something on it. number: from 1. content: without comment. comment: from #."""

    number: int
    content: str
    comment: str


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
    headers: list[_Line] = []
    moves: list[_Line] = []
    last = 0
    for line in _content(data, reading):
        last = line.number if line.content else last
        bare = not reading.strict and _BARE.match(line.content)
        if (line.content.startswith("[") or bare) and not any(move.content for move in moves):
            headers += [*moves, line]  # with the comments above it
            moves = []
        else:
            moves.append(line)
    heads = [(line.number, line.content) for line in headers if line.content]
    header, start, keys = _read_header(heads, load, reading, end=last, kept=kept)
    comments = list(_header_comments(headers, keys))
    record = _play(header, start, moves, reading)
    if header.result is not None and not kept and not reading.faults:
        try:
            check_result(header, record.position)
        except GameError as error:
            where = next(number for number, key in keys.items() if key == "result")
            reading.fail(RecordError(where, error.told))
    return record._replace(comments=(*comments, *record.comments))


def _play(header: Header, start: Position, lines: Sequence[_Line], reading: Reading) -> Record:
    """Return the record of these lines of moves, played from the start."""
    game = find_game(header.game)
    position, written, comments = start, list[Move](), list[Comment]()
    readable = Record(header, (), start) if reading.faults else None
    for number, line in enumerate(lines):
        if not line.content:
            comments.append(Comment(len(written), behind=False, text=line.comment))
            continue
        try:
            moves, after = _meant(game, position, line, reading)
        except GameError as error:
            if readable is None:
                readable = Record(header, tuple(written), position, tuple(comments))
            why = _seen_before(game, start, written, line.content, error)
            reading.fail(RecordError(line.number, str(why), partial(getattr, why, "plain")))
            following = lines[number + 1 : number + 2]
            moves, after = _stand_in(game, position, line.content, following)
        for move, then in zip(moves, after, strict=True):
            written.append(position.written(move))
            position = then
        if line.comment:
            at = len(written) - 1 if moves else len(written)
            text = line.comment if moves else line.comment.strip()
            comments.append(Comment(at, behind=bool(moves), text=text))
    return readable or Record(header, tuple(written), position, tuple(comments))


_Played: TypeAlias = tuple[Sequence[Move], Sequence[Position]]  # moves, and the positions after


def _meant(game: Game, position: Position, line: _Line, reading: Reading) -> _Played:
    """Return the moves that a line means, which can be played. Raises GameError."""
    text = line.content
    if text.startswith("["):
        raise IllegalError(told("header {text} should stand above the first move", text=text))
    try:
        return (text,), _play_all(game, position, (text,))
    except GameError as error:
        if reading.strict:
            raise
        moves, after = _read_as(game, position, text, error)
        if moves:
            reading.take(line.number, ", ".join(moves))
        else:
            reading.notes[line.number] = told(
                "{text}: passed over, as the turn has ended already", text=text
            )
        return moves, after


def _read_as(game: Game, position: Position, text: str, error: GameError) -> _Played:
    """Return the only moves that somebody can have meant by a line that is no move that is legal.

    error: why it is not; raised where nothing can be meant, or the error that says more.
    """
    exact = isinstance(error, IllegalError)
    found: dict[tuple[Move, ...], Sequence[Position]] = {}
    for moves in game.meant(plain(text).rstrip("!?,"), position):
        if exact and moves[-1:] not in ((), (text,)):
            continue  # a well-formed move is never read as another
        try:
            found[moves] = _play_all(game, position, moves)
        except IllegalError as its_own:
            error = error if exact else its_own  # says more than "no move"
        except GameError:
            continue
    words = [] if exact else game.words(plain(text))
    if len(words) > 1:
        try:
            each, after = _each_read_as(game, position, words)
            found[tuple(each)] = after
        except _WordError as its_own:
            error = its_own.error or error
    if len(found) > 1:
        can = " / ".join(", ".join(moves) for moves in found)
        raise MalformedError(told("{text!r} can mean {can}", text=text, can=can)) from None
    for meant in found.items():
        return meant
    raise error from None


class _WordError(Exception):
    """A line holds more than moves. error: why, None where it does not begin with a move."""

    def __init__(self, error: GameError | None) -> None:
        super().__init__(error)
        self.error = error


def _each_read_as(game: Game, position: Position, words: Iterable[str]) -> _Played:
    """Return the moves that stand on one line. Raises _WordError unless each is one."""
    moves, after = list[Move](), list[Position]()
    for word in words:
        try:
            read, then = _meant(game, position, _Line(0, word, ""), Reading(strict=False))
        except GameError as error:
            raise _WordError(error if moves else None) from None
        moves += read
        after += then
        position = (position, *then)[-1]
    return moves, after


def _play_all(game: Game, position: Position, moves: Sequence[Move]) -> list[Position]:
    """Return the positions after each of these moves. Raises GameError if a record has no such."""
    after = []
    for move in moves:
        after.append(position.play(move))
        game.check_line(move, position)
        position = after[-1]
    return after


def _seen_before(
    game: Game, start: Position, written: Sequence[Move], text: str, error: GameError
) -> GameError:
    """Return an error, or a better one where the positions before tell more of the move."""
    if not isinstance(error, IllegalError):
        return error
    before = [start]
    for move in written:
        before.append(before[-1].play(move))
    try:
        return game.hindsight(text, before) or error
    except GameError:
        return error


def _stand_in(game: Game, position: Position, text: str, following: Iterable[_Line]) -> _Played:
    """Return a move in the place of one that cannot be read, so that the following line can be.

    Return none when that line can be read without one, and the closest when no move helps.
    """
    likely = closest(plain(text), position.legal_moves())[:_MOST_STAND_INS]
    stand_ins: list[_Played] = [((), ()), *(((move,), (position.play(move),)) for move in likely)]
    for moves, after in stand_ins:
        try:
            for line in following:
                _meant(game, (*after, position)[0], line, Reading(strict=False))
        except GameError:
            continue
        return moves, after
    return (stand_ins[1:] or stand_ins)[0]


def read_header(
    lines: Iterable[tuple[int, str]],
    load: Load = load_nothing,
    end: int = 1,
    *,
    kept: bool = False,
) -> tuple[Header, Position]:
    """Return the header in these numbered lines, and the position before the first move.

    load: reads the files that options name. end: the line named in the error when a header is
    missing. kept: as in :func:`rules.record.make_header`. Raises RecordError.
    """
    bare = [(number, _parted(line.strip())[0]) for number, line in lines]
    header, start, _ = _read_header(bare, load, Reading(), end=end, kept=kept)
    return header, start


def _read_header(
    lines: Iterable[tuple[int, str]], load: Load, reading: Reading, *, end: int, kept: bool
) -> tuple[Header, Position, dict[int, str]]:
    """Return the header, the position before the first move, and what stands on which line."""
    given = _given(lines, reading)
    if "game" not in given:
        raise RecordError(
            max(end, 1),
            told('no header says which game this is: [game "..."], one of {games}', games=_NAMED),
        )
    line, (game,) = given["game"]
    if game not in NAMES and not reading.strict and (named := _titled(game)):
        game = named
        reading.take(line, header_line("game", game))
    options = {
        name.removeprefix("option "): (number, values[0])
        for name, (number, values) in given.items()
        if name.startswith("option ")
    }
    free = {name: given[name][1][0] for name in FREE_HEADERS if name in given}
    players = given["players"][1] if "players" in given else None
    tried: set[str] = set()
    while True:
        chosen = {name: value for name, (_, value) in options.items()}
        try:
            header = make_header(game, players, chosen, kept=kept, **free)
            start = header.start(load)
            break
        except OptionError as error:
            if not reading.strict and error.option in options.keys() - tried:
                tried.add(error.option)
                if _correct_option(find_game(game), options, error.option, reading):
                    continue
            where = options[error.option][0] if error.option in options else line
            fault = RecordError(where, error.told)
            if not reading.every or error.option not in options:
                raise fault from None
            reading.fail(fault)
            _drop_option(find_game(game), options, error.option)
        except PlayerNameError as error:
            reading.fail(RecordError(given["players"][0], error.told))
            kept = True
        except GameError as error:
            blamed = "players" if "players" in given and game in NAMES else "game"
            raise RecordError(given[blamed][0], error.told) from None
    if not reading.strict:
        _tell_layout(header, options, line, reading)
    return header, start, {number: name for name, (number, _) in given.items()}


def _given(
    lines: Iterable[tuple[int, str]], reading: Reading
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the number of the line and the texts of each header; options are ``option NAME``."""
    given: dict[str, tuple[int, tuple[str, ...]]] = {}
    for number, raw in lines:
        try:
            name, values = _read_header_line(number, raw, reading)
        except RecordError as error:
            reading.fail(error)
            continue
        if name in given:
            why = told(
                "{name} is given twice, before in line {line}", name=name, line=given[name][0]
            )
            reading.fail(RecordError(number, why))
        else:
            given[name] = (number, values)
    return given


def _correct_option(
    game: Game, options: dict[str, tuple[int, str]], name: str, reading: Reading
) -> bool:
    """Put what was probably meant in the place of an option; return whether that is another."""
    number, value = options[name]
    known = {option.name for option in game.options}
    meant = name if name in known else name.lower()
    if meant != name and meant in known and meant not in options:
        del options[name]
        options[meant] = (number, value)
    else:
        meant = name
        options[meant] = (number, game.meant_option(name, plain(value)))
    if options.get(name) == (number, value):
        return False
    reading.take(number, header_line("option", meant, options[meant][1]))
    return True


def _drop_option(game: Game, options: dict[str, tuple[int, str]], name: str) -> None:
    """Let an option that cannot be read be as usual; a layout is usual as a whole."""
    layout = {option.name for option in game.options if option.always}
    for one in layout if name in layout else {name}:
        options.pop(one, None)


def _tell_layout(
    header: Header, options: Mapping[str, object], line: int, reading: Reading
) -> None:
    """Note the options that a record should always name, and which was taken instead."""
    taken = [
        header_line("option", option.name, header.options[option.name])
        for option in find_game(header.game).options
        if option.always and option.name not in options
    ]
    if taken:
        note = told("no layout is given; taken is {layout}", layout=" ".join(taken))
        if line in reading.notes:
            note = Text("{note}; {more}", {"note": reading.notes[line], "more": note})
        reading.notes[line] = note


def _titled(title: str) -> str | None:
    """Return the name of the game that has this title, whatever its case."""

    def key(text: str) -> str:
        return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFC", text)).strip().casefold()

    for name in NAMES:
        if key(title) in map(key, (name, *find_game(name).titles)):
            return name
    return None


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


def _read_header_line(number: int, line: str, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line.

    The name of ``[option "variant" "true"]`` is ``option variant``. Raises RecordError.
    """
    try:
        return _exact_header_line(number, line)
    except RecordError:
        if reading.strict:
            raise
        meant = _meant_header_line(line)
        if meant == line:
            raise
        found = _exact_header_line(number, meant)
        reading.take(number, meant)
        return found


_EXAMPLES = {
    **{name: f'[{name} "..."]' for name in FREE_HEADERS},
    "players": '[players "Anna" "Bram"], each name in quotation marks',
    "option": '[option "variant" "true"]',
}


def _exact_header_line(number: int, line: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line. Raises RecordError."""
    name, *parts = line.removeprefix("[").removesuffix("]").split('"')
    between, values = [name, *parts[1::2]], tuple(parts[::2])
    name = name.rstrip()
    well_formed = line[:1] == "[" and line[-2:] == '"]' and between.pop() == "" and values
    if not well_formed or any(text.strip(" \t") or not text for text in between[1:]):
        known = re.match(r"\[?\s*(\w+)", line)
        example = _EXAMPLES.get(known[1].lower() if known else "", '[game "forum_romanum"]')
        raise RecordError(
            number, told("{line} should look like {example}", line=line, example=example)
        )
    if name not in HEADERS or between[0] == name:
        raise RecordError(
            number,
            told(
                "unknown header {name!r}; there is: {can}",
                name=name,
                can=", ".join(HEADERS),
            ),
        )
    if HEADERS[name] not in (None, len(values)):
        raise RecordError(
            number,
            told(
                "header {name!r} takes {number} quoted text(s)",
                name=name,
                number=HEADERS[name] or 0,
            ),
        )
    return (f"option {values[0]}", values[1:]) if name == "option" else (name, values)


_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))
_SINGLE = str.maketrans(dict.fromkeys("\u2018\u2019\u201a\u201b", "'"))
_BARE = re.compile(  # a header without its bracket
    rf"(?:{'|'.join(HEADERS)})\s*[:=\"]|option\s", re.IGNORECASE
)
_HEAD = re.compile(r"\[?\s*(\w+)(?:\s*[:=]\s*|\s+|(?=\"))([^\]]+)\]?")
_QUOTED = re.compile(r"(?:\"[^\"]*\"[\s,]*)+")


def _meant_header_line(line: str) -> str:
    """Return the exact form of a header line that somebody wrote, the line itself if none is."""
    text = line.translate(_QUOTES)
    if '"' not in text:
        text = re.sub(r"(?<=\s)'(.*?)'(?=[\s,\]]|$)", r'"\1"', text.translate(_SINGLE))
    found = _HEAD.fullmatch(text)
    if found is None:
        return line
    name, told = found[1].lower(), found[2].strip()
    if _QUOTED.fullmatch(told):
        return header_line(name, *re.findall('"([^"]*)"', told))
    if '"' in told or (name == "players" and "," not in told):
        return line  # where one name ends and the next begins is not said
    if name == "option":
        option, *value = re.split(r"\s*[:=]\s*|\s+", told, maxsplit=1)
        return header_line(name, option, *value)
    return header_line(name, *(re.split(r"\s*,\s*", told) if name == "players" else [told]))


_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192\u21d2\u279c\u27a1"  # and arrows
_PLAIN = str.maketrans(dict.fromkeys(_DASHES, "-"))


def plain(text: str) -> str:
    """Return a text with hyphens for all dashes and arrows, single spaces for all white space."""
    return " ".join(re.sub("-*>", "-", text.translate(_PLAIN)).split())


def _content(data: bytes | str, reading: Reading) -> Iterator[_Line]:
    """Yield the lines that are not empty.

    Raises RecordError when `data` is not UTF-8 text.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(number, told("this is not UTF-8 text")) from None
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = written.strip()
        content, comment = _parted(line)
        if not reading.strict:
            meant, said = _meant_parts(line)
            if meant != content:
                content, comment = meant, f"  # {said}"
                reading.take(number, content or comment.strip())
        if content or comment:
            yield _Line(number, content, comment if content else comment.strip())


def _parted(line: str) -> tuple[str, str]:
    """Return a line up to the first # that is not within quotation marks, and the rest.

    The space between belongs to the rest.
    """
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            content = line[:at].rstrip()
            return content, line[len(content) :]
    return line, ""


def _meant_parts(line: str) -> tuple[str, str]:
    """Return the same where people may also comment behind ; and within {}, without the marks."""
    quoting = line if '"' in line else line.translate(_QUOTES)
    quoted, content, said, at = False, "", list[str](), 0
    while at < len(line):
        character, end = quoting[at], line.find("}", at)
        if character == '"':
            quoted = not quoted
        if not quoted and character in "#;":
            said.append(line[at + 1 :].strip())
            break
        if not quoted and character == "{" and end > 0:
            said.append(line[at + 1 : end].strip())
            at = end
        else:
            content += line[at]
        at += 1
    return content.strip(), " ".join(filter(None, said))
