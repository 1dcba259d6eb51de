"""The boards as planes of numbers: a list for each plane, a number for each cell.

A game is a file here. A value that belongs to no cell, such as whose turn it is, fills a plane. The
seats come in turn order from the observing seat; all numbers lie between -1 and 1, but for scores.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

Planes = list[list[float]]


def board_of(game: str, position: Any, seat: int) -> Planes:
    """Return the planes of a position, in the order that the game's file documents.

    seat: the number of the observing seat.
    """
    planes: Planes = import_module(f"firmware.learning.boards.{game}").board(position, seat)
    return planes


def filled(cells: int, *numbers: float) -> Planes:
    """Return a plane for each of these numbers, all cells alike."""
    return [[float(number)] * cells for number in numbers]


def turned(each: Sequence[Any], seat: int) -> list[Any]:
    """Return the values of all seats in turn order, from `seat` on."""
    return [*each[seat:], *each[:seat]]
