"""The options of hourglass and their canonical texts."""

from rules.game import MalformedError, OptionError
from rules.hourglass_board import Board
from rules.hourglass_lines import milliseconds, seconds

DEFAULT_SAND = "120"  # HG-4


def canonical_board(text: str) -> str:
    """Return the canonical text of option ``board``, a file. Raise MalformedError."""
    if '"' in text or not text.isprintable():
        raise MalformedError(f"{text!r} should be the name of a file, without quotation marks")
    return text


def canonical_sand(text: str) -> str:
    """Return the canonical text of option ``sand``: ``180``, or ``a:118 b:121.5`` in the order
    given (HG-4). Raise MalformedError.
    """
    if ":" not in text:
        return seconds(_some_sand(text))
    given: dict[str, str] = {}
    for part in text.split():
        hole, colon, sand = part.partition(":")
        if not (hole and colon):
            raise MalformedError(f"{part!r} should look like a:118")
        if hole in given:
            raise MalformedError(f"{hole} is given twice")
        given[hole] = seconds(_some_sand(sand))
    if set(given.values()) == {DEFAULT_SAND}:
        return DEFAULT_SAND
    return " ".join(f"{hole}:{sand}" for hole, sand in given.items())


def _some_sand(text: str) -> int:
    """Return the milliseconds of a text in seconds. Raise MalformedError if there are none."""
    sand = milliseconds(text)
    if not sand:
        raise MalformedError(f"{text!r} should be more than 0 seconds")
    return sand


def canonical_deaths(text: str) -> str:
    """Return the canonical text of option ``deaths`` (HG-16). Raise MalformedError."""
    if text not in ("clock", "declared"):
        raise MalformedError(f"{text!r} should be clock or declared")
    return text


def sands(text: str, board: Board) -> tuple[int, ...]:
    """Return the milliseconds of sand of each glass, from a canonical text. Raise OptionError."""
    if ":" not in text:
        return (milliseconds(text),) * 8
    given = dict(part.split(":") for part in text.split(" "))
    for hole in given:
        if hole not in board.starts:
            can = " ".join(board.starts)
            raise OptionError("sand", f"{hole!r} is no start hole; there is: {can}")
    return tuple(milliseconds(given.get(hole, DEFAULT_SAND)) for hole in board.starts)
