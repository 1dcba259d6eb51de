"""What a game's own file may say about itself beside its adapter; most games say nothing of it.

Each function looks for a name in ``firmware/games/NAME.py`` and has a default for games that leave
it out, so that nobody else has to know which game it is:

==================  ==============================================================================
``TRAITS``          a :class:`Traits`
``table_options``   a function with the signature of :func:`table_options`, without `game`
``measurement``     a function with the signature of :func:`find_measurement`
``exact_gains``     a function with the signature of :func:`exact_gains`, without `game`
==================  ==============================================================================
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, TypeAlias

from firmware.words import Text, told
from rules import NAMES, Load, Position, find_game

Measured: TypeAlias = Callable[[str], str | None]
"""Returns what was measured at the table under this name, None when nothing was."""


_MEASURED = re.compile(r"(\w+):(\d{1,6}(?:\.\d{1,3})?)", re.ASCII)


class Traits(NamedTuple):
    """What hands can do with the pieces of a game, for whoever simulates them.

    tilts: its pieces stand in holes with tilt contacts, so that they are turned over and cannot be
    slid over the table. any_order: the touches of one move may come in any order. presses: for
    some moves fields are pressed. stacks: a press says that a piece leaves or joins others.
    """

    tilts: bool = False
    any_order: bool = False
    presses: bool = False
    stacks: bool = False


class Measurement(NamedTuple):
    """What can be measured of the pieces of a game.

    setting: the name under which the table keeps it. cells: the field on which each piece stands at
    the start, and its cell, in the game's order.
    """

    setting: str
    cells: Mapping[str, int]


def find_traits(game: str) -> Traits:
    """Return what hands can do with the pieces of this game."""
    traits: Traits = getattr(_module(game), "TRAITS", Traits())
    return traits


def table_options(
    game: str, given: Mapping[str, str], *, measured: Measured, by_hand: bool, load: Load
) -> dict[str, str]:
    """Return the options of a new game at this table: those given, and what the table adds.

    Args:
        game: its name in the registry of rules.
        given: the options that somebody chose; they are never changed.
        measured: what was measured at the table.
        by_hand: whether people move real pieces, which they see better than the table does.
        load: reads the files that options name.

    Raises:
        GameError: an option that the table's own depend on cannot be used.

    """
    add = getattr(_module(game), "table_options", None)
    if add is None:
        return dict(given)
    options: dict[str, str] = add(given, measured=measured, by_hand=by_hand, load=load)
    return options


def find_measurement(given: Mapping[str, str], load: Load) -> Measurement:
    """Return what can be measured of the one game that has something to measure.

    given: options of that game. load: reads the files that they name. Raises GameError for options
    that the game does not have, LookupError when no game can be measured.
    """
    for game in NAMES:
        measure = getattr(_module(game), "measurement", None)
        if measure is not None:
            measurement: Measurement = measure(given, load)
            return measurement
    raise LookupError("no game has pieces to be measured")


def exact_gains(game: str, before: Position, after: Position) -> Mapping[str, Text]:
    """Return what a move gains, as exactly as it can be said, by the part of the evaluation.

    It stands in place of what ``About.gains`` says of a part; parts that are not here keep that.

    Args:
        game: its name in the registry of rules.
        before: the position in which the move is made.
        after: the position to which it leads.

    """
    find = getattr(_module(game), "exact_gains", None)
    gains: Mapping[str, Text] = {} if find is None else find(before, after)
    return gains


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


def _module(game: str) -> ModuleType:
    """Return the file of a game. Raise GameError for a name that is not in the registry."""
    find_game(game)
    return import_module(f"firmware.games.{game}")
