"""The board keeps what every table keeps: `pip install speeltafel[contract]`, then `pytest`."""

import pytest
from speeltafel_oak import Oak

from hal.clock import VirtualClock
from hal.contract import Backend, TestTable
from hal.simulated import SimulatedTable

__all__ = ["TestTable"]


class Line:
    """A line to a board whose contacts are those of a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table

    def read(self, _most: int) -> bytes:
        """Return the line of one scan."""
        scan = self.table.scan()
        return b"%x %x %x\n" % (scan.reeds, scan.buttons, self.table.held())

    def write(self, data: bytes) -> None:
        """Take the colours of the lamps."""
        assert len(data) == 6 * 96 + 1


@pytest.fixture
def backend() -> Backend:
    """Return the table under test, and what hands do to it."""
    hands = SimulatedTable(VirtualClock())
    return Backend(
        Oak(Line(hands), hands.clock).ports, hands.place, hands.lift,
        lambda cell: hands.press(cell, hold=5), press_key=lambda key: hands.press_key(key, hold=5),
    )  # fmt: skip
