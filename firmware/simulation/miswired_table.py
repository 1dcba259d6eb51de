"""A simulated table with wrong or bad wires, for self-tests to find.

Hands act on its true cells and its log tells which lamp truly shines; contacts that the firmware
reads and lamps that it shows go through the wrong wires.
"""

from collections.abc import Collection

from hal import CELLS, Cells, Snapshot, cells_of_column, cells_of_row, one_cell, shifted
from hal.ports import Clock, Frame
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import COLUMNS

MISWIRED = ("rows", "columns", "layers", "pixels", "ground")

_BRIGHT = CELLS * 3 * 255 // 2  # levels of all lamps together from which the supply is disturbed
_BUZZ = SECOND // 7  # of a contact that the pixels' current disturbs
_DISTURBED = one_cell(50)


class MiswiredTable(SimulatedTable):
    """A simulated table with wrong wires.

    wrong: names of MISWIRED. rows: rows 2 and 5 are swapped. columns: reed columns 3 and 4 are.
    layers: reed column 8 and button column 8 are. pixels: the chain of row 1 runs the other way.
    ground: a reed switch moves while all lamps shine.
    """

    def __init__(self, clock: Clock | None = None, wrong: Collection[str] = MISWIRED) -> None:
        super().__init__(clock)
        self._wrong = frozenset(wrong)
        self._bright = False
        self._show = self.log.show
        self.log.show = self._shown  # type: ignore[method-assign]

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        found = super().scan()
        now, reeds, buttons, tilts = found
        if self._bright and "ground" in self._wrong and now // _BUZZ % 2:
            reeds ^= _DISTURBED
        if "columns" in self._wrong:
            reeds = _swapped(reeds, cells_of_column(3), cells_of_column(4), 1)
        if "layers" in self._wrong:
            column = cells_of_column(8)
            reeds, buttons = (reeds & ~column | buttons & column, buttons & ~column | reeds & column)
        if "rows" in self._wrong:
            reeds, buttons, tilts = (
                _swapped(layer, cells_of_row(2), cells_of_row(5), 3 * COLUMNS) for layer in (reeds, buttons, tilts)
            )
        return Snapshot(now, reeds, buttons, tilts)

    def _shown(self, frame: Frame, brightness: float = 1.0) -> None:
        self._bright = sum(map(sum, frame)) >= _BRIGHT
        if "pixels" in self._wrong:
            frame = (*frame[:COLUMNS], *frame[2 * COLUMNS - 1 : COLUMNS - 1 : -1], *frame[2 * COLUMNS :])
        self._show(frame, brightness)


def _swapped(cells: Cells, one: Cells, other: Cells, apart: int) -> Cells:
    """Return these cells with two rows or columns swapped. apart: their distance in cells."""
    stay = cells & ~(one | other)
    return stay | shifted(cells & one, apart) | shifted(cells & other, -apart)
