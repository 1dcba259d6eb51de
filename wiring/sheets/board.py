"""A board of your own to print, without the shapes that draw it, which are slow to load."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Board(NamedTuple):
    """A board as it is printed; the rules of its game check it (HG-3).

    holes: the cell (row, column) of each hole. lines: pairs of holes. homes: the four holes where
    white starts, and pink's.
    """

    holes: Mapping[str, tuple[int, int]]
    lines: Sequence[tuple[str, str]]
    homes: tuple[Sequence[str], Sequence[str]]
