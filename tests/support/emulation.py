"""An emulated table with simulated and open drivers, for the tests of the Pi backend."""

import re

from hypothesis import strategies as st

from hal import ALL_CELLS, CELLS, NO_CELLS, Cells, Clock, PartError, Snapshot, cell_set
from hal.chips.breakable import BreakableTable
from hal.chips.emulated import EmulatedPi
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import read_pins

PINS = read_pins()
MILLISECOND = SECOND // 1000

_SETS = st.integers(0, ALL_CELLS).map(Cells)
_FEW = st.sets(st.integers(0, CELLS - 1), max_size=20).map(cell_set)
PICTURES = st.tuples(_SETS | _FEW, _SETS | _FEW, _SETS | _FEW)
"""Closed reeds, buttons and tilt contacts: few or any."""


class Rig:
    """The Pi backend open on emulated chips. `after` passes time, `scan` scans as firmware does."""

    def __init__(self, *, floating: int = 0, clock: Clock | None = None) -> None:
        self.simulated = SimulatedTable(clock, bounce=0)
        self.pi = EmulatedPi(self.simulated, PINS, floating=floating)
        self.table = self.pi.open()
        self.ports = self.table.ports
        self.named: list[str] = []

    def after(self, milliseconds: int) -> None:
        clock = self.ports.clock
        clock.sleep_until(clock.now() + milliseconds * MILLISECOND)

    def scan(self, times: int = 1) -> Snapshot | None:
        """The snapshot of the last of so many scans at 100 Hz, None if it gave none."""
        snapshot = None
        for _ in range(times):
            began = self.simulated.clock.now()
            try:
                snapshot = self.ports.sense.scan()
            except PartError as error:
                snapshot = None
                self.named.append(str(error))
            assert self.simulated.clock.now() - began <= 50 * MILLISECOND
            self.ports.clock.sleep_until(began + 10 * MILLISECOND)
        return snapshot

    def contacts(self, times: int = 1) -> tuple[Cells, Cells, Cells] | None:
        """Reeds, buttons and tilts of the last of so many scans."""
        snapshot = self.scan(times)
        return None if snapshot is None else snapshot[1:]

    def close_contacts(self, reeds: Cells, buttons: Cells = NO_CELLS, tilts: Cells = NO_CELLS) -> None:
        """Let the simulated close exactly these contacts, now."""
        now = self.simulated.clock.now()
        state = self.simulated.scan()
        for cell in range(96):
            if (state.reeds ^ reeds) >> cell & 1:
                (self.simulated.place if reeds >> cell & 1 else self.simulated.lift)(cell, now)
            if (state.tilts ^ tilts) >> cell & 1:
                self.simulated.turn(cell, bool(tilts >> cell & 1), now)
            if (buttons & ~state.buttons) >> cell & 1:
                self.simulated.press(cell, now, hold=10_000)
        assert self.simulated.scan()[1:] == (reeds, buttons | state.buttons, tilts)

    def assert_named(self, *patterns: str) -> None:
        """Fail unless these faults, and no others, were raised since the last time, in order."""
        named, self.named = self.named, []
        if len(named) != len(patterns) or not all(map(re.search, patterns, named)):
            raise AssertionError(f"named {named}, not {list(patterns)}")


def named(chip: str) -> str:
    """A chip as faults name it, with the address that the map gives it."""
    return f"{chip} at {PINS.chips[chip]:#x}"


def broken(*words: str) -> BreakableTable:
    """A table of emulated chips at which these words have broken something."""
    table = BreakableTable(VirtualClock(), PINS)
    for word in words:
        assert table.break_part(word, broken=True)
    return table
