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
        self.rest = b"f 0 0\n"  # of a line that has begun before

    def read(self, _most: int) -> bytes:
        """Return the line of a scan."""
        scan, rest, self.rest = self.table.scan(), self.rest, b""
        return rest + b"%x %x %x\n" % (scan.reeds, scan.buttons, self.table.held())

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


def test_the_first_scan_tells_what_stands_there_and_nothing_of_a_cut_line() -> None:
    """A piece that stands there at the start was not put down in the game."""
    hands = SimulatedTable(VirtualClock())
    hands.place(40)
    hands.clock.sleep_until(200_000)
    assert Oak(lambda: Line(hands), hands.clock).scan().reeds == 1 << 40
