"""The facts of a game for the page on a network, so that no script of the page names a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.words import Text
from hal import Colour


class Supply(NamedTuple):
    """Pieces beside the table, all alike, that can be brought onto it.

    Attributes:
        key: tells the supplies of a game apart.
        kind: as of a :class:`firmware.games.DrawnPiece`.
        name: the players' name for such a piece.
        seat: the owner of the pieces.
        left: the number of pieces left.
        moves: the first characters of a move that brings a piece; the name of the field follows.
        press: the cell to press before a piece is put down, None if no cell is pressed.
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
    """The facts of a game for the page, beside its rules, its fields and its pieces.

    Attributes:
        magnets: the kinds of pieces that have magnets.
        printed: the options that change the printed sheet.
        coins: the coins that are still to be won, by name, with the place where each is drawn:
            millimetres to the right and down from the corner of cell 0.
        supplies: the pieces beside the table.
        premoves: whether players can choose their next move while others are still to move.
        left: the seat whose side is the left end of the table; None where no seat has a side.
    """

    magnets: tuple[str, ...]
    printed: tuple[str, ...] = ()
    coins: Mapping[str, tuple[float, float]] = MappingProxyType({})
    supplies: tuple[Supply, ...] = ()
    premoves: bool = False
    left: str | None = None
