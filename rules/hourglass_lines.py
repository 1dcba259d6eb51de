"""Hourglass in words: times in seconds, and the lines of a record.

Inside the engine time is in whole milliseconds since ``start`` (HG-4).
"""

from collections.abc import Mapping

from rules.game import MalformedError, Move
from rules.text import told

START = "start"  # HG-8
DEAD = "dead"  # HG-16
MOST_DIGITS = 12  # of the whole seconds in a text: 30,000 years


def seconds(time: int) -> str:
    """Return a time in milliseconds as records write it: in seconds, no trailing zeros."""
    whole, part = divmod(time, 1000)
    return f"{whole}.{part:03}".rstrip("0") if part else str(whole)


def milliseconds(text: str) -> int:
    """Return the milliseconds that a text in seconds names. Raise MalformedError."""
    whole, point, part = text.partition(".")
    if (
        not (whole + part).isdecimal()
        or not text.isascii()
        or not 1 <= len(whole) <= MOST_DIGITS
        or (point and not 1 <= len(part) <= 3)
    ):
        raise MalformedError(told("{text!r} should be seconds with at most three decimals, such as 12.4", text=text))
    return int(whole) * 1000 + int(f"{part:0<3}")


def parse_line(line: str, known: Mapping[str, int]) -> tuple[int | None, Move]:
    """Return the milliseconds, if any, and the move, or "", of a line of a record.

    known: the holes of the board. Raise MalformedError if the line is malformed.
    """
    words = line.split(" ")
    time = None
    if words[0] != DEAD and (len(words) > 1 or ("-" not in line and line != START)):
        time = milliseconds(words.pop(0))
    move = " ".join(words)
    if not words or (move == START and time is None):
        return time, move
    holes = words[1:] if words[0] == DEAD else move.split("-")
    if len(holes) != (1 if words[0] == DEAD else 2):
        raise MalformedError(told("{move!r} does not say what to do", move=move))
    for hole in holes:
        if hole not in known:
            raise MalformedError(told("there is no hole {hole!r}", hole=hole))
    return time, move


def seconds_number(time: int) -> float:
    """Return a time in milliseconds as seconds for JSON, with at most three decimals."""
    return time // 1000 if time % 1000 == 0 else time / 1000
