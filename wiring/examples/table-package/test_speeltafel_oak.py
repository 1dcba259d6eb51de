"""The board keeps the contract of all tables: `pip install speeltafel[contract]`, then `pytest`."""

import pytest
from speeltafel_oak import Oak

from hal.clock import VirtualClock
from hal.contract import Backend, TestTable
from hal.simulated import SimulatedTable

__all__ = ["TestTable"]


class Line:
    """A line to a board with the contacts of a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self, _most: int) -> bytes:
        """Return the line of a scan."""
        scan = self.table.scan()
        return b"%x %x %x\n" % (scan.reeds, scan.buttons, self.table.held())

    def write(self, data: bytes) -> None:
        """Take the colours of the lamps."""
        assert len(data) == 6 * 96 + 1


@pytest.fixture
def backend() -> Backend:
    """Return the table under test, and the actions of hands on it."""
    hands = SimulatedTable(VirtualClock())
    return Backend(
        Oak(lambda: Line(hands), hands.clock).ports,
        hands.place,
        hands.lift,
        lambda cell: hands.press(cell, hold=5),
        press_key=lambda key: hands.press_key(key, hold=5),
    )
