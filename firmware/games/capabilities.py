"""The traits of the pieces of a game: how hands move them, and which measurements they have."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from firmware.words import told

Measured: TypeAlias = Callable[[str], str | None]
"""Returns the measured value of a setting of the table, None where it was not measured."""


_MEASURED = re.compile(r"(\w+):(\d{1,6}(?:\.\d{1,3})?)", re.ASCII)


class Traits(NamedTuple):
    """The traits of the pieces of a game, for simulated hands.

    Attributes:
        tilts: its pieces stand in holes with tilt contacts, so that they are turned over and cannot
            be slid over the table.
        any_order: the touches of a move may come in any order.
        presses: for some moves fields are pressed.
        stacks: a press says that a piece leaves or joins others.
        keys: a key may say which piece is put down next.
    """

    tilts: bool = False
    any_order: bool = False
    presses: bool = False
    stacks: bool = False
    keys: bool = False


class Measurement(NamedTuple):
    """The measurement of the pieces of a game.

    Attributes:
        setting: the name under which the table keeps it.
        cells: the start field of each piece, and its cell, in the game's order.
    """

    setting: str
    cells: Mapping[str, int]


def read_measured(text: str) -> dict[str, str]:
    """Return the seconds of each piece, by its field, from a text like ``a:118.0 b:121.5``.

    Raise ValueError for another text.
    """
    seconds = {}
    for part in text.split():
        found = _MEASURED.fullmatch(part)
        if found is None or not float(found[2]):
            raise ValueError(told("{text!r} should look like a:118.0", text=part))
        seconds[found[1]] = found[2]
    return seconds


def write_measured(seconds: Mapping[str, str]) -> str:
    """Return the text that :func:`read_measured` reads."""
    return " ".join(f"{field}:{time}" for field, time in seconds.items())
