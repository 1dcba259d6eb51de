"""The ampere-turns that a piece gives a reed switch as data, and the reeds closed along a way.

The figures come from :mod:`wiring.magnetics`, and are kept in ``tests/data/field.csv``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from wiring import COLUMNS, read_pins
from wiring.places import Point
from wiring.read import PITCH

KEPT = Path(__file__).parents[2] / "data" / "field.csv"
ACROSS, ALONG = 40, 54  # mm beside and along the glass: the size of the table of figures
_REEDS = read_pins().cell.reed


class Switch(NamedTuple):
    """A reed switch with its own tolerances.

    coupling: the ratio of its field to the field of the model. pull_in, drop_out: AT at which it
    closes and opens.
    """

    coupling: float
    pull_in: float
    drop_out: float


class Field:
    """The field at a reed by the place of a piece: AT, for each mm. Symmetric both ways."""

    def __init__(self, text: str) -> None:
        lines = [line.split(",") for line in text.splitlines()[1:]]
        self._rows = [[float(value) for value in line[1:]] for line in lines]

    def at(self, right: float, near: float) -> float:
        """Return the field at a reed of a piece this far from its middle, AT."""
        x, y = abs(right), abs(near)
        column, row = int(x), int(y)
        if row + 1 >= len(self._rows) or column + 1 >= len(self._rows[row]):
            return 0.0
        x, y = x - column, y - row
        (a, b), (c, d) = (line[column : column + 2] for line in self._rows[row : row + 2])
        return (1 - y) * ((1 - x) * a + x * b) + y * ((1 - x) * c + x * d)


@cache
def read_field() -> Field:
    """Return the field of the magnet and the reed that the program ships with."""
    return Field(KEPT.read_text("utf-8"))


def middle(cell: int) -> Point:
    """Return the middle of a cell, mm from the middle of the first."""
    row, column = divmod(cell, COLUMNS)
    return PITCH * column, PITCH * row


def straight(start: Point, end: Point, step: float = 1.0) -> list[Point]:
    """Return the points of a straight way, from its start to its end, `step` mm apart or less."""
    (x, y), (right, near) = start, end
    number = max(int(((right - x) ** 2 + (near - y) ** 2) ** 0.5 / step + 0.999), 1)
    return [(x + (right - x) * n / number, y + (near - y) * n / number) for n in range(number + 1)]


def closed_along(way: Sequence[Point], cell: int, switch: Switch) -> Iterator[bool]:
    """Yield for each point of a piece's way whether a reed of a cell is closed there.

    The cell's two reeds are alike, and open before. A closed reed stays closed until its field is
    below its drop-out.
    """
    field, (x, y) = read_field(), middle(cell)
    closed = dict.fromkeys(_REEDS, False)
    for px, py in way:
        for (right, near), held in closed.items():
            felt = switch.coupling * field.at(px - x - right, py - y - near)
            closed[right, near] = felt >= (switch.drop_out if held else switch.pull_in)
        yield any(closed.values())
