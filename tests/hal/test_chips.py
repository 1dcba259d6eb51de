"""The emulated chips answer as their datasheets say, and the unmodified drivers believe it."""

import pytest
from adafruit_mcp230xx.mcp23017 import MCP23017
from hypothesis import given
from hypothesis import strategies as st
from neopixel_spi import NeoPixel_SPI

from hal import cell_set, one_cell
from hal.chips.buses import TIMEOUT, I2cBus, SpiBus
from hal.chips.matrix import REFERENCE, Matrix
from hal.chips.mcp23017 import GPPU, INTF, IOCON, IODIR, OLAT, Mcp23017
from hal.chips.ssd1306 import Ssd1306
from hal.chips.ws2812 import PulseError, decode
from hal.clock import VirtualClock
from hal.snapshot import Snapshot
from wiring import cell, read_pins

PINS = read_pins()
WORDS = st.integers(0, 0xFFFF)


def bus_with(*chips: Mcp23017, rate: int = 400_000) -> I2cBus:
    return I2cBus(chips, VirtualClock(), rate)


# The port expander


def test_a_chip_that_was_switched_on_reads_and_drives_nothing() -> None:
    chip = Mcp23017(0x20)
    chip.write(b"\x00\xff\xff\x00\x00")
    chip.reset()
    assert [chip.register(number) for number in (IODIR, GPPU, OLAT, IOCON)] == [0xFFFF, 0, 0, 0]


@given(WORDS, WORDS, WORDS)
def test_the_driver_reads_back_what_it_wrote(iodir: int, gppu: int, ipol: int) -> None:
    chip = Mcp23017(0x20)
    driver = MCP23017(bus_with(chip), 0x20)
    driver.iodir, driver.gppu, driver.ipol = iodir, gppu, ipol
    assert (driver.iodir, driver.gppu, driver.ipol) == (iodir, gppu, ipol)
    assert (chip.register(IODIR), chip.register(GPPU)) == (iodir, gppu)


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


def test_the_two_pins_that_can_only_drive_sense_nothing() -> None:
    chip = Mcp23017(0x20)
    chip.levels = lambda: 0xFFFF
    driver = MCP23017(bus_with(chip), 0x20)
    assert driver.gpio == 0x7F7F
    driver.iodir = 0x7F7F
    assert driver.gpio == 0xFFFF


def test_registers_follow_each_other_and_begin_again_after_the_last() -> None:
    chip = Mcp23017(0x20)
    chip.write(b"\x14\x12\x34\x56")  # OLATA, OLATB, and on to IODIRA
    assert (chip.register(OLAT), chip.register(IODIR)) == (0x3412, 0xFF56)


def test_without_sequence_the_address_goes_to_and_fro_in_its_pair() -> None:
    chip = Mcp23017(0x20)
    chip.write(b"\x0a\x20")
    chip.write(b"\x14\x01\x02\x03")
    assert chip.register(OLAT) == 0x0203
    chip.write(b"\x14")
    assert chip.read(3) == b"\x03\x02\x03"


def test_banks_put_all_of_port_b_behind_port_a() -> None:
    chip = Mcp23017(0x20)
    chip.write(b"\x0a\x80")
    chip.write(b"\x10\x0f")  # IODIRB
    chip.write(b"\x0a\x55")  # OLATA
    assert (chip.register(IODIR), chip.register(OLAT)) == (0x0FFF, 0x0055)
    chip.write(b"\x0b")
    assert chip.read(1) == b"\x00"  # there is nothing


def test_what_can_only_be_read_is_not_written() -> None:
    chip = Mcp23017(0x20)
    chip.write(b"\x0e\xff\xff\xff\xff")
    assert chip.register(INTF) == 0


# The buses


def test_a_bus_counts_nine_bits_a_byte_and_one_for_start_and_stop() -> None:
    bus = bus_with(Mcp23017(0x20))
    driver = MCP23017(bus, 0x20, reset=False)
    bus.bits = bus.transactions = 0
    driver.gpioa = 1
    assert (bus.bits, bus.transactions) == (1 + 3 * 9 + 1, 1)
    assert driver.gpio == 0
    assert (bus.bits, bus.transactions) == (29 + 1 + 2 * 9 + 1 + 3 * 9 + 1, 2)


def test_bits_take_their_time() -> None:
    clock = VirtualClock()
    bus = I2cBus([Mcp23017(0x20)], clock, 100_000)
    MCP23017(bus, 0x20)
    assert bus.bits * 10 - bus.transactions * 10 <= clock.now() <= bus.bits * 10


def test_a_chip_that_is_away_is_not_acknowledged() -> None:
    chip = Mcp23017(0x20)
    bus = bus_with(chip)
    driver = MCP23017(bus, 0x20)
    chip.powered = False
    with pytest.raises(OSError, match="Remote I/O error"):
        assert driver.gpio == 0
    with pytest.raises(ValueError, match="No I2C device at address: 0x21"):
        MCP23017(bus, 0x21)
    chip.powered = True
    bus.unheard[0x20] = 1
    with pytest.raises(OSError, match="Remote I/O error"):
        assert driver.gpio == 0
    assert driver.gpio == 0


def test_a_bus_that_is_held_low_times_out() -> None:
    clock = VirtualClock()
    bus = I2cBus([Mcp23017(0x20)], clock, 400_000)
    driver = MCP23017(bus, 0x20)
    bus.held_from = start = clock.now()
    with pytest.raises(TimeoutError):
        driver.iodir = 0
    assert clock.now() == start + TIMEOUT


def test_a_bus_is_not_used_without_its_lock() -> None:
    bus = bus_with(Mcp23017(0x20))
    with pytest.raises(RuntimeError, match="without its lock"):
        bus.writeto(0x20, b"")
    with pytest.raises(RuntimeError, match="without its lock"):
        bus.unlock()
    with pytest.raises(RuntimeError, match="without its lock"):
        SpiBus().write(b"")
    assert bus.try_lock()
    assert not bus.try_lock()


# The matrix


class DrivenMatrix:
    """The matrix with chips whose registers are written here: driven rows low, the others high."""

    def __init__(self, *, floating: int = 0, pulled_up: bool = False) -> None:
        self.chips = {name: Mcp23017(address) for name, address in PINS.chips.items()}
        self.state = Snapshot(0)
        self.matrix = Matrix(
            PINS, self.chips, lambda: self.state, floating=floating, pulled_up=pulled_up
        )

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
        return {
            row for row, pin in enumerate(PINS.rows) if not self.levels(pin.chip) >> pin.number & 1
        }

    def levels(self, chip: str) -> int:
        return self.matrix.levels(chip)


def reeds(*places: tuple[int, int]) -> Snapshot:
    return Snapshot(0, reeds=cell_set(cell(*at) for at in places))


def test_a_driven_row_pulls_the_columns_of_its_closed_contacts_low() -> None:
    driven = DrivenMatrix()
    driven.state = Snapshot(
        0, reeds=one_cell(cell(2, 3)), buttons=one_cell(cell(2, 0)), tilts=one_cell(cell(3, 11))
    )
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
    driven.matrix.low_rows.add(3)
    driven.matrix.low_columns.add(20)
    driven.matrix.joined.add((0, 6))
    assert (driven.rows, driven.columns) == ({0, 3, 6}, {20})
    driven.matrix.high_rows.add(0)
    driven.matrix.joined.clear()
    assert driven.rows == {3}


@pytest.mark.parametrize("floating", [0, 1])
@pytest.mark.parametrize("pulled_up", [False, True])
def test_after_a_brown_out_lines_float_and_only_resistors_pull(
    floating: int, pulled_up: bool
) -> None:
    driven = DrivenMatrix(floating=floating, pulled_up=pulled_up)
    driven.drive(4)
    driven.chips["U2"].reset()  # it drives rows 3-5 and reads the buttons
    assert driven.rows == (set() if floating else {3, 4, 5})
    assert driven.columns == (set() if floating or pulled_up else set(range(12, 24)))


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


def test_pixels_want_their_own_mode() -> None:
    spi = SpiBus()
    spi.try_lock()
    with pytest.raises(ValueError, match="mode 01"):
        spi.configure(phase=1)


# The display


def test_a_display_shows_its_memory_when_it_is_on() -> None:
    oled = Ssd1306(0x3C)
    oled.write(b"\x00\x20\x00\x21\x02\x03\x22\x00\x01")  # columns 2-3, pages 0-1
    oled.write(b"\x40\x01\x80\x00\x01")
    assert (oled.picture, oled.read(1)) == ((), b"\x40")
    oled.write(b"\x00\xaf")
    assert oled.read(1) == b"\x00"
    assert [line for line in oled.picture if line] == ["  #", "   #", "   #"]
    assert oled.picture.index("   #") == 7
    oled.write(b"\x40\x02")  # from the beginning again
    assert oled.picture[:2] == ("", "  #")
    oled.reset()
    assert oled.picture == ()
