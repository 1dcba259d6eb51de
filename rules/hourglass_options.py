"""The options of hourglass and their canonical texts."""

from rules.game import MalformedError, OptionError
from rules.hourglass_board import Board
from rules.hourglass_lines import milliseconds, seconds
from rules.hourglass_setup import LOSES, PASSES
from rules.text import told

DEFAULT_SAND = "120"  # HG-4
NOTED = "noted"  # the default of option ``stalling``: HG-12
NO_LIMIT = "none"  # the default of option ``turn``: HG-12a
DRAW, LIVING = "draw", "living"  # values of option ``equal``: HG-15


def canonical_board(text: str) -> str:
    """Return the canonical text of option ``board``, a file. Raise MalformedError."""
    if '"' in text or not text.isprintable():
        raise MalformedError(told("{text!r} should be the name of a file, without quotation marks", text=text))
    return text


def canonical_sand(text: str) -> str:
    """Return the canonical text of option ``sand``: ``180``, or ``a:118 b:121.5`` in the order
    given (HG-4). Raise MalformedError.
    """
    if ":" not in text:
        return seconds(_more_than_none(text))
    given: dict[str, str] = {}
    for part in text.split():
        hole, colon, sand = part.partition(":")
        if not (hole and colon):
            raise MalformedError(told("{part!r} should look like a:118", part=part))
        if hole in given:
            raise MalformedError(told("{hole} is given twice", hole=hole))
        given[hole] = seconds(_more_than_none(sand))
    if set(given.values()) == {DEFAULT_SAND}:
        return DEFAULT_SAND
    return " ".join(f"{hole}:{sand}" for hole, sand in given.items())


def _more_than_none(text: str) -> int:
    """Return the milliseconds of a text in seconds. Raise MalformedError if they are 0."""
    time = milliseconds(text)
    if not time:
        raise MalformedError(told("{text!r} should be more than 0 seconds", text=text))
    return time


def canonical_deaths(text: str) -> str:
    """Return the canonical text of option ``deaths`` (HG-16). Raise MalformedError."""
    if text not in ("clock", "declared"):
        raise MalformedError(told("{text!r} should be one of {can}", text=text, can="clock, declared"))
    return text


def canonical_stalling(text: str) -> str:
    """Return the canonical text of option ``stalling`` (HG-12). Raise MalformedError."""
    if text not in (NOTED, PASSES, LOSES):
        raise MalformedError(told("{text!r} should be one of {can}", text=text, can=f"{NOTED}, {PASSES}, {LOSES}"))
    return text


def canonical_turn(text: str) -> str:
    """Return the canonical text of option ``turn`` (HG-12a). Raise MalformedError."""
    if text == NO_LIMIT:
        return text
    try:
        return seconds(_more_than_none(text))
    except MalformedError as error:
        raise MalformedError(told("{error}; or {other}", error=error.message, other=NO_LIMIT)) from None


def limit_of(text: str) -> int:
    """Return the milliseconds that a turn may last, 0 for any time, from a canonical text."""
    return 0 if text == NO_LIMIT else milliseconds(text)


def canonical_equal(text: str) -> str:
    """Return the canonical text of option ``equal`` (HG-15). Raise MalformedError."""
    if text not in (DRAW, LIVING):
        raise MalformedError(told("{text!r} should be one of {can}", text=text, can=f"{DRAW}, {LIVING}"))
    return text


def sands(text: str, board: Board) -> tuple[int, ...]:
    """Return the milliseconds of sand of each glass, from a canonical text. Raise OptionError."""
    if ":" not in text:
        return (milliseconds(text),) * 8
    given = dict(part.split(":") for part in text.split(" "))
    for hole in given:
        if hole not in board.starts:
            can = " ".join(board.starts)
            raise OptionError("sand", told("{hole!r} is no start hole; there is: {can}", hole=hole, can=can))
    return tuple(milliseconds(given.get(hole, DEFAULT_SAND)) for hole in board.starts)
