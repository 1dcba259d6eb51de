"""Screen: the things that a terminal or a page shows of a game."""

from functools import cache
from typing import NamedTuple, TypeAlias

from firmware.words import Text
from hal import Colour

Source: TypeAlias = int | str
"""The place where a piece is taken: a cell, or a supply beside the board by how its moves begin."""


class Sand(NamedTuple):
    """The sand of an hourglass.

    Attributes:
        remaining: the milliseconds that it still runs.
        full: the milliseconds of all its sand.
        turned: whether it was turned at all.
        dead: whether it has run out.
    """

    remaining: int
    full: int
    turned: bool
    dead: bool


class DrawnPiece(NamedTuple):
    """A piece, or a stack of pieces, that should lie on a cell. A cell may bear several things.

    Attributes:
        kind: its kind (``roman``, ``card``, ``building``, ``stone``, ``hourglass``, ``recruit``,
            ``reward``, ``bonus``).
        name: its name for players.
        seat: the seat that owns it, None without an owner.
        label: the text on it.
        stack: the colours of its pieces, bottom to top.
        sand: the sand of an hourglass.
        pieces: the name of each piece of a stack for players, bottom to top.
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


class Note(NamedTuple):
    """A number on the board that helps players to count.

    Attributes:
        at: the cell beside whose middle it stands, or a point: millimetres to the right and down
            from the corner of cell 0.
        beside: its distance from there to the right and down as it is read, however the board is
            turned, in millimetres.
        text: the number.
        colour: the colour of its tag.
        leads: whether it decides something; other notes are less conspicuous.
        said: its meaning for players who cannot see it, part of the name of its cell; None if the
            facts of the game say it.
        piece: the piece that it counts, drawn small beside it.
    """

    at: int | tuple[float, float]
    beside: tuple[float, float]
    text: str
    colour: Colour
    leads: bool = False
    said: Text | None = None
    piece: DrawnPiece | None = None


@cache
def colour_text(colour: Colour) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
