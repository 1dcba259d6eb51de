"""Sets of contacts, and of cells, as integers: only this module knows the meaning of each bit.

A set of cells has bit ``12 * row + column`` for each cell in it. A set of contacts has the reeds of
its cells in bits 0-95, their tilt contacts in bits 96-191 and their buttons in bits 192-287, so
that a set of reeds is the set of their cells. Keys that are debounced with the contacts come after
them, from bit 288 on. When the program runs, both are plain integers, as thousands of them are made
a second. For the type checker they are types of their own: a set combines only with its like.
``a & ~b`` are the contacts of a without b, ``a | b`` the contacts of either, and ``a ^ b`` the
contacts in which they differ.
"""

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Self

from wiring import CELLS, COLUMNS

if TYPE_CHECKING:

    class _Set(int):
        """An integer that is a set."""

        def __and__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __or__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __xor__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __rand__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __ror__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __rxor__(self, other: Self, /) -> Self: ...  # type: ignore[override]
        def __invert__(self) -> Self: ...

    class Cells(_Set):
        """A set of cells."""

    class Contacts(_Set):
        """A set of contacts; where it is the contacts closed by pieces, it has no buttons."""

else:
    Cells = Contacts = int

ALL_CELLS = Cells((1 << CELLS) - 1)
NO_CELLS = Cells(0)
REEDS = Contacts(ALL_CELLS)
TILTS = Contacts(ALL_CELLS << CELLS)
BUTTONS = Contacts(ALL_CELLS << 2 * CELLS)
ALL_CONTACTS = REEDS | TILTS | BUTTONS
NO_CONTACTS = Contacts(0)


_ROW = (1 << COLUMNS) - 1


class Layer(Enum):
    """The three contacts of a cell."""

    REED = "reed"
    BUTTON = "button"
    TILT = "tilt"


_ORDER = (Layer.REED, Layer.TILT, Layer.BUTTON)  # from the lowest bit on


# Only the functions below make sets, and turn sets of one kind into the other. They call no
# constructor, as that would cost time: the checker is told to believe it.


def one_cell(cell: int) -> Cells:
    """Return the set of a single cell."""
    return 1 << cell  # type: ignore[return-value]


def cell_set(cells: Iterable[int]) -> Cells:
    """Return the set of these cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found  # type: ignore[return-value]


def shifted(cells: Cells, by: int) -> Cells:
    """Return the cells with numbers greater by `by`, or less where it is negative."""
    return cells << by if by > 0 else cells >> -by  # type: ignore[return-value]


def cells_of_rows(rows: Iterable[int]) -> tuple[Cells, Cells, Cells]:
    """Return the reeds, buttons and tilt contacts in some rows, beginning with row 0.

    rows: the columns of each row: reeds in the lowest 12 bits, then buttons, then tilt contacts.
    """
    reeds = buttons = tilts = 0
    for row, columns in enumerate(rows):
        if columns:
            shift = COLUMNS * row
            reeds |= (columns & _ROW) << shift
            buttons |= (columns >> COLUMNS & _ROW) << shift
            tilts |= (columns >> 2 * COLUMNS) << shift
    return reeds, buttons, tilts  # type: ignore[return-value]


def one_contact(number: int) -> Contacts:
    """Return the set of the contact with this number."""
    return 1 << number  # type: ignore[return-value]


def reed(cell: int) -> Contacts:
    """Return the reed of a cell."""
    return 1 << cell  # type: ignore[return-value]


def tilt(cell: int) -> Contacts:
    """Return the tilt contact of a cell."""
    return 1 << CELLS + cell  # type: ignore[return-value]


def contacts_of(reeds: Cells = NO_CELLS, tilts: Cells = NO_CELLS, buttons: Cells = NO_CELLS, keys: int = 0) -> Contacts:
    """Return the contacts of these cells, layer by layer. keys: bit n for the n-th key."""
    cells = ALL_CELLS
    found = reeds & cells | (tilts & cells) << CELLS | (buttons & cells) << 2 * CELLS
    return found | keys << 3 * CELLS  # type: ignore[return-value]


def layer_of(layer: Layer, cells: Cells) -> Contacts:
    """Return the contacts of a layer of these cells."""
    return (cells & ALL_CELLS) << CELLS * _ORDER.index(layer)  # type: ignore[return-value]


def reeds_of(contacts: Contacts) -> Cells:
    """Return the cells with their reed in a set."""
    return contacts & REEDS  # type: ignore[return-value]


def tilts_of(contacts: Contacts) -> Cells:
    """Return the cells with their tilt contact in a set."""
    return contacts >> CELLS & ALL_CELLS  # type: ignore[return-value]


def buttons_of(contacts: Contacts) -> Cells:
    """Return the cells with their button in a set."""
    return contacts >> 2 * CELLS & ALL_CELLS  # type: ignore[return-value]


def cells_of(contacts: Contacts) -> Cells:
    """Return the cells with any contact in a set."""
    cells = contacts | contacts >> CELLS | contacts >> 2 * CELLS
    return cells & ALL_CELLS  # type: ignore[return-value]


def members(numbers: int) -> list[int]:
    """Return the numbers in a set of contacts, cells or any other numbers, lowest first."""
    found = []
    while numbers:
        lowest = numbers & -numbers
        found.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return found


def find_contact(number: int) -> tuple[Layer, int]:
    """Return the layer and the cell of the contact with this number in a set."""
    layer, cell = divmod(number, CELLS)
    return _ORDER[layer], cell
