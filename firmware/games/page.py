"""What the page on a network must know of a game, so that no script of the page names one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.words import Text
from hal import Colour


class Supply(NamedTuple):
    """Pieces beside the table, all alike, that can be brought onto it.

    Attributes:
        key: tells the supplies of a game apart.
        kind: as of a :class:`firmware.games.Thing`.
        name: what players call one of them.
        seat: whose they are.
        left: how many there are.
        moves: how the text of a move begins that brings one; the name of the field follows.
        press: the cell to press before one is put down, None for none.
    """

    key: str
    kind: str
    colour: Colour
    name: Text
    seat: str
    left: int
    moves: str
    press: int | None = None


class PageGame(NamedTuple):
    """What the page must know of a game beside its rules, its fields and its pieces.

    Attributes:
        magnets: the kinds of pieces that have magnets; a piece that nobody knows is drawn as the
            first of them.
        sand: the seconds of an hourglass that nobody knows, None in a game without hourglasses.
        stacks: whether a piece may be put on another one.
        owners: whose a piece is that nobody knows, by cell; elsewhere it is drawn as one of the
            seat to move.
        printed: the options that change the printed sheet.
        coins: what is still to be won, by name, with the place where it is drawn: millimetres to
            the right and down from the corner of cell 0.
        supplies: the pieces beside the table.
        premoves: whether somebody can say their next move while the others are still to move.
        left: the seat whose side is the left end of the table; None where no seat has a side.
    """

    magnets: tuple[str, ...]
    sand: float | None = None
    stacks: bool = False
    owners: Mapping[int, str] = MappingProxyType({})
    printed: tuple[str, ...] = ()
    coins: Mapping[str, tuple[float, float]] = MappingProxyType({})
    supplies: tuple[Supply, ...] = ()
    premoves: bool = False
    left: str | None = None
