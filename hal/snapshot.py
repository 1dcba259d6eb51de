"""One scan of the table, and sets of cells as integers.

All sets of cells in this package are integers: bit ``12 * row + column`` is set for a cell in
the set. Times are whole microseconds on the table's clock.
"""

from enum import Enum
from typing import NamedTuple

from wiring import CELLS, LAYERS

__all__ = ["ALL_CONTACTS", "CELLS", "KEYS", "Layer", "Snapshot", "members"]

ALL_CONTACTS = (1 << CELLS * len(LAYERS)) - 1  # all sets of cells, one above the other
KEYS = ("CONFIRM", "UNDO", "HINT", "MENU")


class Layer(Enum):
    """The three contacts of a cell."""

    REED = "reed"
    BUTTON = "button"
    TILT = "tilt"


class Snapshot(NamedTuple):
    """One full scan.

    at: when it was taken, in microseconds. reeds, buttons, tilts: the cells whose contact of that
    layer is closed.
    """

    at: int
    reeds: int = 0
    buttons: int = 0
    tilts: int = 0


def members(contacts: int) -> list[int]:
    """Return the numbers in a set of contacts or cells, lowest first."""
    numbers = []
    while contacts:
        lowest = contacts & -contacts
        numbers.append(lowest.bit_length() - 1)
        contacts ^= lowest
    return numbers
