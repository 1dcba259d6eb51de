"""The header of a record in its brackets, exactly or as people write it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from rules.game import Game, GameError, Load, OptionError, Position
from rules.reading_moves import plain
from rules.reading_players import listed
from rules.reading_report import Reading
from rules.reading_text import QUOTES
from rules.reading_titles import title_of
from rules.record import (
    FREE_HEADERS,
    HEADERS,
    Header,
    PlayerNameError,
    RecordError,
    header_line,
    make_header,
)
from rules.registry import NAMES, find_game
from rules.text import told

_NAMED = ", ".join(NAMES)


class UntitledError(RecordError):
    """A record that does not say which game it is of, or who plays."""


def header_of(
    given: dict[str, tuple[int, tuple[str, ...]]],
    load: Load,
    reading: Reading,
    *,
    line: int,
    kept: bool,
) -> tuple[Header, Position, dict[int, str]]:
    """Return the header, the position before the first move, and what stands on which line.

    given: by header, its line and its texts. line: the one that should have been the header, where
    none is given. Raises RecordError.
    """
    if "game" not in given:
        raise UntitledError(
            max(line, 1),
            told('no header says which game this is: [game "..."], one of {games}', games=_NAMED),
        )
    where_game, (game,) = given["game"]
    if game not in NAMES and not reading.strict and (named := title_of(game)):
        game, rest, beside = named
        reading.leave(where_game, *filter(None, [*beside, rest.strip()]))
        reading.take(where_game, header_line("game", game))
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
            break
        except OptionError as error:
            if not reading.strict and error.option in options.keys() - tried:
                tried.add(error.option)
                if _correct_option(find_game(game), options, error.option, reading):
                    continue
            where = options[error.option][0] if error.option in options else where_game
            fault = RecordError(where, error.message)
            if not reading.every or error.option not in options:
                raise fault from None
            reading.fail(fault)
            _drop_option(find_game(game), options, error.option)
        except PlayerNameError as error:
            reading.fail(RecordError(given["players"][0], error.message))
            kept = True
        except GameError as error:
            unsaid = game in NAMES and players is None
            raise (UntitledError if unsaid else RecordError)(
                given[blamed][0], error.message
            ) from None
    if not reading.strict:
        _tell_layout(header, options, where_game, reading)
    return header, start, {number: name for name, (number, _) in given.items()}


def given_in(
    lines: Iterable[tuple[int, str]], reading: Reading
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the number of the line and the texts of each header; options are ``option NAME``."""
    given: dict[str, tuple[int, tuple[str, ...]]] = {}
    for number, raw in lines:
        try:
            name, values = read_header_line(number, raw, reading)
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
        reading.note(line, told("no layout is given; taken is {layout}", layout=" ".join(taken)))


def read_header_line(number: int, line: str, reading: Reading) -> tuple[str, tuple[str, ...]]:
    """Return the name and the texts of one header line.

    The name of ``[option "variant" "true"]`` is ``option variant``. Raises RecordError.
    """
    try:
        return _exact_header_line(number, line)
    except RecordError:
        if reading.strict:
            raise
        meant = _meant_header_line(line, partial(listed, spell=reading.spell))
        if meant == line:
            raise
        found = _exact_header_line(number, meant)
        reading.take(number, meant)
        return found


_EXAMPLES = {
    **{name: f'[{name} "..."]' for name in FREE_HEADERS},
    "players": '[players "Anna" "Bram"], each name in quotation marks',
    "option": '[option "variant" "true"]',
    "position": '[position "..."]',
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


_SINGLE = str.maketrans(dict.fromkeys("\u2018\u2019\u201a\u201b", "'"))
BARE = re.compile(  # a header without its bracket
    rf"(?:{'|'.join(HEADERS)})\s*[:=\"]\s*\S|option\s", re.IGNORECASE
)
_HEAD = re.compile(r"\[?\s*(\w+)(?:\s*[:=]\s*|\s+|(?=\"))([^\]]+)\]?")
_QUOTED = re.compile(r"(?:\"[^\"]*\"[\s,]*)+")


def _meant_header_line(line: str, listed: Callable[[str], Sequence[str]]) -> str:
    """Return the exact form of a header line that somebody wrote, the line itself if none is.

    listed: parts a list of names.
    """
    text = line.translate(QUOTES)
    if '"' not in text:
        text = re.sub(r"(?<=\s)'(.*?)'(?=[\s,\]]|$)", r'"\1"', text.translate(_SINGLE))
    found = _HEAD.fullmatch(text)
    if found is None:
        return line
    name, content = found[1].lower(), found[2].strip()
    if _QUOTED.fullmatch(content):
        return header_line(name, *re.findall('"([^"]*)"', content))
    if '"' in content or (name == "players" and "," not in content):
        return line  # where one name ends and the next begins is not said
    if name == "option":
        option, *value = re.split(r"\s*[:=]\s*|\s+", content, maxsplit=1)
        return header_line(name, option, *value)
    return header_line(name, *(listed(content) if name == "players" else [content]))
