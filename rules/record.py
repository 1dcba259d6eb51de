"""Reading and writing of game records.

A record is text: headers in brackets, then one move a line::

    [game "forum_romanum"]
    [players "Anna" "Bram" "Carla"]
    [option "variant" "true"]

    y@d4

Anything after a # outside quotes is a comment. Reading is strict and names the line; writing is
canonical, so a canonical record read and written again is the same to the byte.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.game import (
    GameError,
    Load,
    MalformedError,
    Move,
    OptionError,
    Position,
    load_nothing,
)
from rules.registry import NAMES, find_game

LONGEST_NAME = 40  # characters in the name of a player


class RecordError(MalformedError):
    """A record that cannot be read; `line` is the number of the line at fault, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Header(NamedTuple):
    """The header of a record: which game it is, who plays, and with which options.

    players: names in seat order. options: name -> canonical text, without those at their
    default. date, table: free text.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    date: str | None = None
    table: str | None = None

    def start(self, load: Load = load_nothing) -> Position:
        """Return the position before the first move.

        load: reads the files that options name. Raises MalformedError.
        """
        return find_game(self.game).start(len(self.players), self.options, load)


class Record(NamedTuple):
    """A whole game record: its header, its move lines in order, and the position after them."""

    header: Header
    moves: tuple[Move, ...]
    position: Position


def make_header(
    game: str,
    players: Iterable[str] | None = None,
    options: Mapping[str, str] | None = None,
    date: str | None = None,
    table: str | None = None,
    *,
    kept: bool = False,
) -> Header:
    """Return a checked header.

    players: names in seat order; None where the game has one number of seats only, and the
    players are then named after their seats. kept: whether the game was kept long ago, when
    :func:`check_name` did not yet limit names. Raises MalformedError, for options OptionError.
    """
    rules = find_game(game)
    if players is None:
        if len(rules.players) != 1:
            first, last = rules.players[0], rules.players[-1]
            raise MalformedError(
                f'{game} needs its players: [players "Anna" "Bram" ...], {first}-{last} names'
            )
        players = rules.seats(rules.players[0])
    names = tuple(players)
    rules.seats(len(names))
    for name in names:
        if not kept:
            check_name(name)
    for text in (*names, date or "", table or ""):
        _check_text(text)
    return Header(game, names, rules.noteworthy(options or {}, len(names)), date, table)


def check_name(name: str) -> None:
    """Raise MalformedError unless a player can be called so.

    A name has 1 to :data:`LONGEST_NAME` characters that can all be printed, not only spaces, and
    no quotation marks.
    """
    if not name.strip():
        raise MalformedError(f"every player should have a name; {name[:20]!r} is empty")
    if len(name) > LONGEST_NAME:
        raise MalformedError(
            f"the name {name[: LONGEST_NAME // 2]!r}... has {len(name)} characters; the name of a "
            f"player may have {LONGEST_NAME}"
        )
    _check_text(name)


def _check_text(text: str) -> None:
    """Raise MalformedError unless a header can hold this text between quotation marks."""
    if '"' in text or not text.isprintable():
        raise MalformedError(f"{text!r} should be printable text without quotation marks")


def read_record(data: bytes | str, load: Load = load_nothing, *, kept: bool = False) -> Record:
    """Return the record that `data` holds, with all its moves played.

    load: reads the files that options name, relative to the record. kept: as in
    :func:`make_header`. Raises RecordError for anything that is not a record, and for moves that
    are malformed, illegal, or come after the end.
    """
    headers: list[tuple[int, str]] = []
    moves: list[tuple[int, str]] = []
    last = 0
    for last, line in _content(data):
        if line.startswith("["):
            if moves:
                raise RecordError(last, f"header {line} should stand above the first move")
            headers.append((last, line))
        else:
            moves.append((last, line))
    header, position = read_header(headers, load, end=last, kept=kept)
    written = []
    for number, move in moves:
        try:
            following = position.play(move)
            written.append(position.written(move))
        except GameError as error:
            raise RecordError(number, str(error)) from None
        position = following
    return Record(header, tuple(written), position)


def read_header(
    lines: Iterable[tuple[int, str]],
    load: Load = load_nothing,
    end: int = 1,
    *,
    kept: bool = False,
) -> tuple[Header, Position]:
    """Return the header in these numbered lines, and the position before the first move.

    load: reads the files that options name. end: the line named in the error when a header is
    missing. kept: as in :func:`make_header`. Raises RecordError.
    """
    given: dict[str, tuple[int, tuple[str, ...]]] = {}  # "option NAME" for options
    for number, raw in lines:
        name, values = _header_line(number, raw)
        if name in given:
            raise RecordError(number, f"{name} is given twice, before in line {given[name][0]}")
        given[name] = (number, values)
    if "game" not in given:
        raise RecordError(max(end, 1), 'no header says which game this is: [game "..."]')
    game, players, date, table = (
        given[name][1] if name in given else None for name in ("game", "players", "date", "table")
    )
    options = {
        name.removeprefix("option "): values[0]
        for name, (_, values) in given.items()
        if name.startswith("option ")
    }
    assert game is not None
    try:
        header = make_header(
            game[0], players, options, date[0] if date else None, table[0] if table else None,
            kept=kept,
        )  # fmt: skip
        return header, header.start(load)
    except GameError as error:
        blamed = "players" if "players" in given and game[0] in NAMES else "game"
        if isinstance(error, OptionError) and f"option {error.option}" in given:
            blamed = f"option {error.option}"
        raise RecordError(given[blamed][0], str(error)) from None


# The headers there are, and the number of quoted texts of each; None for any number.
_HEADERS = {"game": 1, "players": None, "option": 2, "date": 1, "table": 1}


def _header_line(number: int, raw: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line.

    The name of ``[option "variant" "true"]`` is ``option variant``. Raises RecordError.
    """
    line = _without_comment(raw).strip()
    name, *parts = line.removeprefix("[").removesuffix("]").split('"')
    between, values = [name, *parts[1::2]], tuple(parts[::2])
    name = name.rstrip()
    well_formed = line[:1] == "[" and line[-2:] == '"]' and between.pop() == "" and values
    if not well_formed or any(text.strip(" \t") or not text for text in between[1:]):
        raise RecordError(number, f'{line} should look like [game "forum_romanum"]')
    if name not in _HEADERS or between[0] == name:
        raise RecordError(number, f"unknown header {name!r}; there is: {', '.join(_HEADERS)}")
    if _HEADERS[name] not in (None, len(values)):
        raise RecordError(number, f"header {name!r} takes {_HEADERS[name]} quoted text(s)")
    return (f"option {values[0]}", values[1:]) if name == "option" else (name, values)


def write_record(header: Header, moves: Iterable[Move]) -> str:
    """Return the canonical text of a record."""

    def line(name: str, *values: str) -> str:
        quoted = " ".join(f'"{value}"' for value in values)
        return f"[{name} {quoted}]"

    lines = [line("game", header.game), line("players", *header.players)]
    lines += [line("option", *option) for option in sorted(header.options.items())]
    if header.date is not None:
        lines.append(line("date", header.date))
    if header.table is not None:
        lines.append(line("table", header.table))
    return "\n".join([*lines, "", *moves]) + "\n"


def _content(data: bytes | str) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that are not empty, without comments and surrounding space.

    Raises RecordError when `data` is not UTF-8 text.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(number, "this is not UTF-8 text") from None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        content = _without_comment(line).strip()
        if content:
            yield number, content


def _without_comment(line: str) -> str:
    """Return `line` up to the first # that is not within quotation marks."""
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:at]
    return line
