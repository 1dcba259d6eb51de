"""Sets of contacts, and of cells, as integers: the one place that knows which bit is which.

A set of cells has bit ``12 * row + column`` for each cell in it. A set of contacts has the reeds of
its cells in bits 0-95, their tilt contacts in bits 96-191 and their buttons in bits 192-287, so
that a set of reeds is the set of their cells. Both are plain integers, as thousands of them are
made a second: ``a & ~b`` are the contacts of a without those of b, ``a | b`` those of either, and
``a ^ b`` those in which they differ.
"""

from enum import Enum

from wiring import CELLS

Cells = int
"""A set of cells."""

Contacts = int
"""A set of contacts, or the closed ones of them; those that pieces close are no buttons."""

REEDS: Contacts = (1 << CELLS) - 1
TILTS: Contacts = REEDS << CELLS
BUTTONS: Contacts = REEDS << 2 * CELLS
ALL_CONTACTS: Contacts = REEDS | TILTS | BUTTONS


class Layer(Enum):
    """The three contacts of a cell."""

    REED = "reed"
    BUTTON = "button"
    TILT = "tilt"


_ORDER = (Layer.REED, Layer.TILT, Layer.BUTTON)  # from the lowest bit on


def contacts_of(reeds: Cells = 0, tilts: Cells = 0, buttons: Cells = 0) -> Contacts:
    """Return the contacts of these cells, layer by layer."""
    return reeds & REEDS | (tilts & REEDS) << CELLS | (buttons & REEDS) << 2 * CELLS


def layer_of(layer: Layer, cells: Cells) -> Contacts:
    """Return the contacts of one layer of these cells."""
    return (cells & REEDS) << CELLS * _ORDER.index(layer)


def tilt(cell: int) -> Contacts:
    """Return the tilt contact of a cell."""
    return 1 << CELLS + cell


def tilts_of(contacts: Contacts) -> Cells:
    """Return the cells whose tilt contact is in a set."""
    return contacts >> CELLS & REEDS


def buttons_of(contacts: Contacts) -> Cells:
    """Return the cells whose button is in a set."""
    return contacts >> 2 * CELLS & REEDS


def cells_of(contacts: Contacts) -> Cells:
    """Return the cells with any contact in a set."""
    return (contacts | contacts >> CELLS | contacts >> 2 * CELLS) & REEDS


def members(contacts: Contacts | Cells) -> list[int]:
    """Return the numbers in a set of contacts or cells, lowest first."""
    numbers = []
    while contacts:
        lowest = contacts & -contacts
        numbers.append(lowest.bit_length() - 1)
        contacts ^= lowest
    return numbers


def find_contact(number: int) -> tuple[Layer, int]:
    """Return the layer and the cell of the contact with this number in a set."""
    layer, cell = divmod(number, CELLS)
    return _ORDER[layer], cell
