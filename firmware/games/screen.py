"""Screen: the things that a terminal or a page shows of a game."""

from functools import cache
from typing import NamedTuple, TypeAlias

from firmware.words import Text
from hal import Colour

Source: TypeAlias = int | str
"""The place where a piece is taken: a cell, or a supply beside the board by how its moves begin."""


class Sand(NamedTuple):
    """What an hourglass holds.

    Attributes:
        remaining: the milliseconds that it still runs.
        full: those of all its sand.
        turned: whether it was turned at all.
        dead: whether it has run out.
    """

    remaining: int
    full: int
    turned: bool
    dead: bool


class Thing(NamedTuple):
    """One piece, or a stack of them, that should lie on a cell; a cell may bear several things.

    Attributes:
        kind: what it is (``roman``, ``card``, ``building``, ``stone``, ``hourglass``, ``recruit``,
            ``reward``, ``bonus``).
        name: what players call it.
        seat: whose it is, None for nobody's.
        label: what is written on it.
        stack: the colours bottom to top, of a single piece its own.
        sand: of an hourglass.
        pieces: what players call each piece of a stack, bottom to top.
    """

    cell: int
    kind: str
    colour: Colour
    name: Text
    seat: str | None = None
    label: str = ""
    stack: tuple[Colour, ...] = ()
    sand: Sand | None = None
    pieces: tuple[Text, ...] = ()


@cache
def colour_text(colour: Colour) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
