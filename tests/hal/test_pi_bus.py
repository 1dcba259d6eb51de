"""The I2C bus of the Pi on emulated chips: it hangs, is held, loses settings, and is free again."""

from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.emulation import PICTURES, PINS, Rig, named
from support.lines import cells_of_column, cells_of_row
from support.nightly import nightly_but

from hal import ALL_CONTACTS, NO_CELLS, Cells
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable


@pytest.mark.parametrize("into", [0, 1000, 2500, 3900])
def test_a_bus_that_hangs_never_blocks_and_comes_back(into: int) -> None:
    rig = Rig()
    rig.close_contacts(cells_of_row(3))
    rig.scan()
    rig.pi.i2c.held_from = rig.simulated.clock.now() + into
    assert rig.scan(200) is None
    assert set(rig.named) <= set(rig.ports.faults())
    assert "check SDA and SCL for a short" in rig.named[0]
    rig.close_contacts(cells_of_row(3) | cells_of_row(4))
    rig.pi.i2c.held_from = None
    rig.named.clear()
    assert rig.contacts(101) == (cells_of_row(3) | cells_of_row(4), 0, 0)
    assert rig.ports.faults() == ()


def test_a_chip_that_holds_the_bus_is_reset_and_the_scan_goes_on() -> None:
    rig = Rig()
    rig.close_contacts(cells_of_row(3))
    rig.scan()
    began = rig.simulated.clock.now()
    rig.pi.i2c.held_from = began
    pull = rig.pi.chips["U2"].reset

    def lets_go() -> None:
        rig.pi.i2c.held_from = None
        pull()

    rig.pi.chips["U2"].reset = lets_go  # type: ignore[method-assign]
    rig.close_contacts(cells_of_row(3) | cells_of_row(4))
    assert rig.contacts(60) == (cells_of_row(3) | cells_of_row(4), 0, 0)
    assert [at > began for at in rig.pi.gpio.resets] == [False, True]
    rig.after(1000)
    rig.scan()
    assert rig.ports.faults() == ()
    assert all("check SDA and SCL for a short" in named for named in rig.named)


@given(st.integers(0, 6000), PICTURES, st.integers(20, 150))
def test_sda_held_low_is_named_at_whatever_bit_it_begins_and_moves_nothing(
    after: int, snapshot: tuple[Cells, Cells, Cells], scans: int
) -> None:
    rig = Rig()
    rig.close_contacts(*snapshot)
    rig.scan(2)
    resets = len(rig.pi.gpio.resets)
    rig.pi.i2c.low_from = rig.simulated.clock.now() + after
    seen = {rig.contacts() for _ in range(scans)}
    assert seen <= {None, snapshot}
    assert rig.named
    assert all(named.startswith("SDA is held low") for named in rig.named)
    assert len(rig.pi.gpio.resets) > resets
    assert [fault.startswith("SDA is held low") for fault in rig.ports.faults()] == [True]
    rig.pi.i2c.low_from = None
    assert rig.contacts(110) == snapshot
    assert rig.ports.faults() == ()


@pytest.mark.parametrize("clocks", [1, 5, 9])
def test_a_chip_that_was_cut_off_in_a_byte_is_freed_by_the_clocks_of_the_next_transfers(clocks: int) -> None:
    rig = Rig()
    rig.scan()
    rig.pi.i2c.low_from, rig.pi.i2c.clocks = 0, clocks
    rig.close_contacts(cells_of_row(3))
    assert rig.contacts(30) == (cells_of_row(3), 0, 0)
    assert all(named.startswith("SDA is held low") for named in rig.named)
    assert rig.pi.i2c.low_from is None


@pytest.mark.parametrize(("chip", "layer"), nightly_but([("U1", 0), ("U2", 1), ("U3", 2)], ("U2", 1)))
def test_a_chip_that_keeps_no_settings_costs_its_layer_and_is_named(chip: str, layer: int) -> None:
    rig = Rig()
    rig.scan()
    emulated = rig.pi.chips[chip]
    emulated.reset()
    write = emulated.write
    vars(emulated)["write"] = lambda _: None  # its inputs are broken
    rig.scan(20)
    assert all(chip in named for named in rig.named)
    assert rig.named[-1].startswith(f"{named(chip)} ")
    assert "does not keep what is written to it" in rig.named[-1]
    rig.named.clear()
    away = reduce(or_, (cells_of_row(row) for row, pin in enumerate(PINS.rows) if pin.chip == chip))
    rig.close_contacts(*[NO_CELLS if at == layer else cells_of_column(2) for at in range(3)])
    seen = rig.contacts(20)
    assert seen == tuple(0 if at == layer else cells_of_column(2) & ~away for at in range(3))
    for _ in range(300):
        assert rig.scan() is not None
    vars(emulated)["write"] = write
    expected = tuple(0 if at == layer else cells_of_column(2) for at in range(3))
    assert rig.contacts(110) == expected
    rig.assert_named()


def test_a_reset_line_that_is_taken_is_a_fault_and_the_table_plays() -> None:
    rig = Rig()
    assert PINS.reset is not None
    simulated = SimulatedTable(bounce=0)
    pi = EmulatedPi(simulated, PINS)
    pi.gpio.broken.add(PINS.reset)
    rig.simulated, rig.pi, rig.table = simulated, pi, pi.open()
    rig.ports = rig.table.ports
    assert rig.scan() is not None
    assert [f"RESET at GPIO {PINS.reset}" in fault for fault in rig.ports.faults()] == [True]


def test_a_bus_that_hangs_is_seldom_tried() -> None:
    rig = Rig()
    rig.scan()
    rig.pi.i2c.held_from = 0
    rig.scan(300)
    before = rig.pi.i2c.transactions
    rig.scan(300)
    assert rig.pi.i2c.transactions - before <= 4


def test_a_scan_that_does_not_see_the_reference_is_none() -> None:
    rig = Rig()
    rig.scan()
    rig.pi.matrix.changes["reference"] = lambda closed, _: closed & ALL_CONTACTS
    assert rig.scan(3) is None
    for fault in rig.named:
        assert "the reference contact (U1 GPB6 to row 7, U3 GPB7) is open with its row" in fault
    del rig.pi.matrix.changes["reference"]
    assert rig.contacts() == (0, 0, 0)
