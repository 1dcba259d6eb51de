"""The pin map: everything reachable, nothing used twice, and errors that say what would do."""

from collections import Counter
from pathlib import Path

import pytest

from hal import CELLS, KEYS, Layer
from wiring import COLUMNS, LAYERS, WiringError, cell, read_pins
from wiring.pins import parse_pins

TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")  # not as wired now
PINS = read_pins()


def test_the_matrix_takes_45_of_48_pins_each_once() -> None:
    used = [*PINS.rows, *(pin for pins in PINS.columns.values() for pin in pins), PINS.reference]
    assert Counter(used).most_common(1)[0][1] == 1
    assert len(used) == 45
    assert {pin.chip for pin in used} == set(PINS.chips)


def test_pins_that_can_only_drive_drive_six_rows() -> None:
    sensing = [*(pin for pins in PINS.columns.values() for pin in pins), PINS.reference]
    assert {pin.number for pin in sensing}.isdisjoint({7, 15})
    assert sum(pin.number in (7, 15) for pin in PINS.rows) == 6


def test_the_names_are_those_of_the_hal() -> None:
    assert tuple(PINS.keys) == KEYS
    assert tuple(layer.value for layer in Layer) == LAYERS


def test_the_chain_runs_to_and_fro_from_the_far_left() -> None:
    assert sorted(PINS.chain) == list(range(CELLS))
    for pixel, at in enumerate(PINS.chain):
        row, column = divmod(pixel, COLUMNS)
        assert at == cell(row, column if row % 2 == 0 else 11 - column)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"U2 GPA1"',
            '"U1 GPA1"',
            ("matrix.button[1]: U1 GPA1 is matrix.reed[1] already; free are U2 GPA1, U2 GPB6, U3 GPA6, U3 GPB6"),
        ),
        ('"U1 GPA0"', '"U3 GPB8"', "matrix.reed[0]: 'U3 GPB8' is no pin; write a chip, a space"),
        ('"U1 GPA0"', '"U4 GPB1"', "matrix.reed[0]: there is no chip U4, only U1, U2, U3"),
        ('"U1 GPA0", ', "", "matrix.reed: 11 pins read 12 columns"),
        ('"U3 GPA7", "U3 GPB7"', '"U3 GPA7"', "matrix.rows: 7 pins drive 8 rows"),
        ("row = 7", "row = 8", "matrix.reference.row: there is no row 8; rows are 0-7"),
        ("U2 = 0x21", "U2 = 0x20", "chips.U2: 0x20 is the address of U1 already; set A0-A2"),
        ("address = 0x3C", "address = 0x20", "display.address: 0x20 is no address of an SSD1306"),
        ("bus = 1", "bus = 3", "i2c.bus: the Pi's header has bus 1"),
        ("rate = 400_000", "rate = 1_700_000", "i2c.rate: an MCP23017 at 3.3 V runs"),
        ("rate = 6_400_000", "rate = 8_000_000", "spi.rate: WS2812B want 6,400,000 Hz"),
        ("HINT = 22", "HINT = 10", "keys.HINT: GPIO 10 is SPI MOSI; take one of 4-6 or 12-27"),
        ("HINT = 22", "HINT = 28", "keys.HINT: there is no GPIO 28"),
        ("[buzzer]", "[reset]\ngpio = 12\n[buzzer]", "reset.gpio: the Pi pulls GPIO 12 low while"),
        ("[buzzer]", "[reset]\ngpio = 17\n[buzzer]", "reset.gpio: GPIO 17 is keys.CONFIRM"),
        ("HINT = 22", "HELP = 22", "`HELP`"),
        ("23 22 21", "23 22 20", "lamps.chain, row 1, column 3: pixel 20 lies at row 1, column 2"),
        ("23 22 21", "23 22", "lamps.chain: 8 rows of 12, 11, 12"),
        ("brightness = 0.5", "brightness = 50", "lamps.brightness: 50 is not above 0 and up to 1"),
        ("limit = 1800", "limit = 0", "lamps.limit: 0 mA light nothing"),
        ("manoeuvre = 19", "ludo = 16", "pieces: there is no game 'ludo'; there is: forum_romanum"),
        ("manoeuvre = 19\n", "", "pieces: manoeuvre is missing; give how many pieces it has"),
        ("[keys]", "[keys", "at line"),
        ('diode = "BAT85"', 'diode = "1N5819"', "parts.diode: '1N5819' is none of 1N4148"),
        ('pull_up = "internal"', 'pull_up = "external"', "parts.pull_up: 'external' is neither"),
        ("volts = 5.0", "volts = 12.0", "supply.volts: WS2812B want 5 V"),
        ('tilts = "holes"', 'tilts = "all"', "supply.fuse: 2.5 A is too little for lamps.limit"),
        (
            "amps = 6.0",
            "amps = 4.0",
            (
                "supply.amps: a supply of 4 A cannot blow a fuse of 2.5 A, "
                "which is sure to open only at 2.1 times its rating; take one of 5.25 A"
            ),
        ),
        (
            "row = 0.75",
            "row = 0.14",
            "supply.row: 0.14 mm2 bears 1.12 A, but the fuse of a row opens only at 1.5 A; take 0.19 mm2 or more",
        ),
        ('tilts = "holes"', 'tilts = "some"', "parts.tilts: 'some' is neither 'holes' nor 'all'"),
        ("line = 200", "line = 2000", "parts.line: 2000 pF is no column of this table; measure"),
        ("[-3.5, -7.5]", "[-3.5, -20.0]", "cell.far reed: -3.5, -20 is out of its cell"),
        ("button = [13.0, 13.5]", "button = [10.0, 12.0]", "a foot of 15 mm radius would press it"),
        ("reed = [[-3.5, -7.5], [3.5, 7.5]]", "reed = [[0.0, -8.0]]", "cell.reed: 1 places; give"),
        ("pixel = [13.0, -13.0]", "pixel = [0.0, -10.0]", "cell.pixel, cell.far reed: they lie"),
        ("pixel = [13.0, -13.0]", "pixel = [2.4, -12.9]", "less than 0.5 mm apart; move one of them 0.7 mm or more"),
        ("board = 10.0", "board = 5.0", "cell.board: no round board of a WS2812B is 5 mm across"),
        ("plate = 3.0", "plate = 12.0", "cell.plate: 12 mm; one of less than 2 bends"),
        ("remanence = [1.235, 1.365]  #", "remanence = [13, 14]  #", "magnet.remanence: 13 to 14"),
        ("long = 14.0", "long = 50.0", "reed.long, reed.across: 50 x 2.2 mm is no glass that fits"),
        ("drop_out = 5.0", "drop_out = 17", "it cannot close at 15 to 20 AT and open at 17"),
        ("operate = [1.0, 5.0]", "operate = [5.0, 1.0]", "hall.operate: no latch changes over"),
        ("across = 25.0", "across = 28.0", "glass.across: caps of 15 mm radius hold a timer of 10"),
        ("stack = 15", "stack = 2", "pieces.stack: 2 mm; give how high a piece is"),
        ("foot = 15.0", "foot = 25.0", "cell.foot: a foot of 25 mm radius does not stand in"),
    ],
)
def test_a_wrong_entry_is_named_with_what_would_do(old: str, new: str, says: str) -> None:
    assert TEXT.count(old) == 1, old
    with pytest.raises(WiringError) as error:
        parse_pins(TEXT.replace(old, new), "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert says in str(error.value)


def test_a_pin_that_can_only_drive_does_not_read() -> None:
    swapped = TEXT.replace('"U3 GPB7",\n', '"U3 GPB0",\n', 1)
    swapped = swapped.replace('"U3 GPB0", "U3 GPB1"', '"U3 GPB7", "U3 GPB1"', 1)
    with pytest.raises(WiringError, match=r"matrix\.tilt\[6\]: U3 GPB7 can only drive"):
        parse_pins(swapped)


def test_a_chip_without_a_row_could_not_be_checked() -> None:
    swapped = TEXT.replace('"U3 GPA7", "U3 GPB7",', '"U2 GPB6", "U3 GPB7",', 1)
    assert parse_pins(swapped)
    swapped = swapped.replace('"U2 GPB6", "U3 GPB7",', '"U2 GPB6", "U1 GPB6",', 1)
    swapped = swapped.replace('column = "U1 GPB6"', 'column = "U3 GPB6"', 1)
    with pytest.raises(WiringError, match=r"matrix\.rows: no row is driven by U3; each chip must"):
        parse_pins(swapped)
