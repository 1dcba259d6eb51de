"""The emulated chips answer as their datasheets say, and the unmodified drivers believe it."""

import pytest
from adafruit_mcp230xx.mcp23017 import MCP23017
from hypothesis import given
from hypothesis import strategies as st
from neopixel_spi import NeoPixel_SPI
from support.pixels import PulseError, decode

from hal import cell_set, one_cell
from hal.chips.buses import I2cBus, SpiBus
from hal.chips.matrix import Matrix, row_line
from hal.chips.mcp23017 import OLAT, Mcp23017
from hal.clock import VirtualClock
from hal.pi.expander import REFERENCE
from hal.snapshot import Snapshot
from wiring import cell, read_pins

PINS = read_pins()
WORDS = st.integers(0, 0xFFFF)


def bus_with(*chips: Mcp23017, rate: int = 400_000) -> I2cBus:
    return I2cBus(chips, VirtualClock(), rate)


# The port expander


@given(WORDS, WORDS)
def test_the_port_reads_the_pins_and_not_the_latches(latch: int, pins: int) -> None:
    chip = Mcp23017(0x20)
    chip.levels = lambda: pins
    driver = MCP23017(bus_with(chip), 0x20)
    driver.iodir = 0
    driver.gpio = latch
    assert (driver.gpio, driver.gpioa, driver.gpiob) == (pins, pins & 0xFF, pins >> 8)
    assert chip.register(OLAT) == latch
    driver.ipol = 0xF00F
    assert driver.gpio == pins ^ 0xF00F


# The buses


# The matrix


class DrivenMatrix:
    """The matrix with chips whose registers are written here: driven rows low, the others high."""

    def __init__(self, *, floating: int = 0) -> None:
        self.chips = {name: Mcp23017(address) for name, address in PINS.chips.items()}
        self.state = Snapshot(0)
        self.matrix = Matrix(PINS, self.chips, lambda: self.state, floating=floating)

    def drive(self, *low: int) -> None:
        for name, chip in self.chips.items():
            rows = [(row, pin) for row, pin in enumerate(PINS.rows) if pin.chip == name]
            outputs = sum(1 << pin.number for _, pin in rows)
            latch = sum(1 << pin.number for row, pin in rows if row not in low)
            inputs = 0xFFFF & ~outputs
            chip.write(b"\x14" + latch.to_bytes(2, "little"))
            chip.write(b"\x0c" + inputs.to_bytes(2, "little"))
            chip.write(b"\x00" + inputs.to_bytes(2, "little"))

    @property
    def columns(self) -> set[int]:
        """The columns that are low; 0-11 reeds, 12-23 buttons, 24-35 tilts."""
        pins = [pin for layer in ("reed", "button", "tilt") for pin in PINS.columns[layer]]
        low = {at for at, pin in enumerate(pins) if not self.levels(pin.chip) >> pin.number & 1}
        at_rest = self.levels(PINS.reference.chip) >> PINS.reference.number & 1
        return low if at_rest else low | {REFERENCE}

    @property
    def rows(self) -> set[int]:
        """The rows that are low."""
        return {row for row, pin in enumerate(PINS.rows) if not self.levels(pin.chip) >> pin.number & 1}

    def levels(self, chip: str) -> int:
        return self.matrix.levels(chip)


def reeds(*places: tuple[int, int]) -> Snapshot:
    return Snapshot(0, reeds=cell_set(cell(*at) for at in places))


def test_a_driven_row_pulls_the_columns_of_its_closed_contacts_low() -> None:
    driven = DrivenMatrix()
    driven.state = Snapshot(0, reeds=one_cell(cell(2, 3)), buttons=one_cell(cell(2, 0)), tilts=one_cell(cell(3, 11)))
    for row, columns in ((2, {3, 12}), (3, {35}), (4, set()), (7, {REFERENCE})):
        driven.drive(row)
        assert (driven.rows, driven.columns) == ({row}, columns)
    driven.drive()
    assert (driven.rows, driven.columns) == (set(), set())


def test_a_bridged_diode_shows_the_fourth_corner_and_a_diode_does_not() -> None:
    driven = DrivenMatrix()
    driven.state = reeds((1, 4), (5, 4), (5, 9))
    driven.drive(1)
    assert (driven.rows, driven.columns) == ({1}, {4})
    driven.matrix.bridged.add((5, 4))
    assert (driven.rows, driven.columns) == ({1, 5}, {4, 9})
    driven.state = reeds((1, 4), (5, 9))
    assert (driven.rows, driven.columns) == ({1}, {4})


def test_shorts_win_over_what_chips_drive() -> None:
    driven = DrivenMatrix()
    driven.drive(0)
    driven.matrix.low.add(row_line(3))
    driven.matrix.low.add(20)
    driven.matrix.joined.add((row_line(0), row_line(6)))
    assert (driven.rows, driven.columns) == ({0, 3, 6}, {20})
    driven.matrix.high_rows.add(0)
    driven.matrix.joined.clear()
    assert driven.rows == {3}


@pytest.mark.parametrize("floating", [0, 1])
def test_after_a_brown_out_lines_float(floating: int) -> None:
    driven = DrivenMatrix(floating=floating)
    driven.drive(4)
    driven.chips["U2"].reset()  # it drives rows 3-5 and reads the buttons
    assert driven.rows == (set() if floating else {3, 4, 5})
    assert driven.columns == (set() if floating else set(range(12, 24)))


# The pixels


COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


@given(st.lists(COLOURS, min_size=1, max_size=96))
def test_pixels_see_the_colours_that_the_driver_was_given(colours: list[tuple[int, ...]]) -> None:
    spi = SpiBus()
    pixels = NeoPixel_SPI(spi, len(colours), auto_write=False, frequency=PINS.spi_rate)
    pixels[:] = colours
    pixels.show()
    assert decode(spi.sent, spi.frequency) == tuple(colours)


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"\xff" * 2 + bytes(60), "neither"),
        (b"\x80" + bytes(60), "neither"),
        (b"\xc0" * 24, "rest after bit 24"),
        (b"\xc0" * 12 + bytes(60) + b"\xc0" * 12 + bytes(60), "rest after bit 12"),
        (b"\xc0" * 23 + bytes(60), "23 bits"),
    ],
)
def test_pulses_that_no_pixel_understands_are_refused(sent: bytes, says: str) -> None:
    with pytest.raises(PulseError, match=says):
        decode(sent, 6_400_000)


# The display
