"""A scan of the table. Times are whole microseconds on the table's clock."""

from typing import NamedTuple

from hal.contacts import NO_CELLS, Cells

KEYS = ("CONFIRM", "UNDO", "HINT", "MENU")


class Snapshot(NamedTuple):
    """A full scan.

    Attributes:
        at: when it was taken, in microseconds.
        reeds: the cells whose reed is closed.
        buttons: the cells whose button is closed.
        tilts: the cells whose tilt contact is closed.
    """

    at: int
    reeds: Cells = NO_CELLS
    buttons: Cells = NO_CELLS
    tilts: Cells = NO_CELLS
