"""The pin map: everything reachable, nothing used twice, and errors that say what would do."""

from collections import Counter
from pathlib import Path

import pytest

from hal import CELLS, KEYS, Layer
from wiring import COLUMNS, LAYERS, ROWS, WiringError, cell, read_pins
from wiring.pins import Pin, parse_pins

TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")  # not as wired now
PINS = read_pins()


def test_every_contact_of_every_cell_has_a_row_and_a_column_of_its_own() -> None:
    places = {
        (PINS.rows[row], PINS.columns[layer][column])
        for row in range(ROWS)
        for column in range(COLUMNS)
        for layer in LAYERS
    }
    assert len(places) == CELLS * len(LAYERS)


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


def test_a_pin_says_its_name() -> None:
    assert str(Pin("U1", 15)) == "U1 GPB7"


def test_a_table_may_have_no_display() -> None:
    assert parse_pins(TEXT.replace("[display]\naddress = 0x3C\n", "")).display is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"U2 GPA1"', '"U1 GPA1"', ("matrix.button[1]: U1 GPA1 is matrix.reed[1] already; "
 "free are U2 GPA1, U2 GPB6, U3 GPA6, U3 GPB6")),
        ('column = "U1 GPB6"', 'column = "U3 GPB5"',
         "matrix.reference.column: U3 GPB5 is matrix.tilt[11] already"),
        ('"U3 GPB7"', '"U3 GPB6"', None),
        ('"U3 GPA7", "U3 GPB7"', '"U3 GPA6", "U3 GPB6"', None),
        ('"U1 GPA0"', '"U3 GPB8"', "matrix.reed[0]: 'U3 GPB8' is no pin; write a chip, a space"),
        ('"U1 GPA0"', '"U4 GPB1"', "matrix.reed[0]: there is no chip U4, only U1, U2, U3"),
        ('"U1 GPA0", ', "", "matrix.reed: 11 pins read 12 columns"),
        ('"U3 GPA7", "U3 GPB7"', '"U3 GPA7"', "matrix.rows: 7 pins drive 8 rows"),
        ('"U3 GPA7", "U3 GPB7"', '"U2 GPB6", "U1 GPA7"',
         "matrix.rows[7]: U1 GPA7 is matrix.rows[1] already"),
        ("row = 7", "row = 8", "matrix.reference.row: there is no row 8; rows are 0-7"),
        ("U2 = 0x21", "U2 = 0x20", "chips.U2: 0x20 is the address of U1 already; set A0-A2"),
        ("U2 = 0x21", "U2 = 0x28", "chips.U2: 0x28 is no address of an MCP23017"),
        ("address = 0x3C", "address = 0x20", "display.address: 0x20 is no address of an SSD1306"),
        ("bus = 1", "bus = 3", "i2c.bus: the Pi's header has bus 1"),
        ("rate = 400_000", "rate = 1_700_000", "i2c.rate: an MCP23017 at 3.3 V runs"),
        ("bus = 0", "bus = 1", "spi.bus: the Pi's header has bus 0"),
        ("rate = 6_400_000", "rate = 8_000_000", "spi.rate: WS2812B want 6,400,000 Hz"),
        ("HINT = 22", "HINT = 10", "keys.HINT: GPIO 10 is SPI MOSI; take one of 4-6 or 12-27"),
        ("HINT = 22", "HINT = 2", "keys.HINT: GPIO 2 is SDA"),
        ("HINT = 22", "HINT = 28", "keys.HINT: there is no GPIO 28"),
        ("[buzzer]", "[reset]\ngpio = 12\n[buzzer]", "reset.gpio: the Pi pulls GPIO 12 low while"),
        ("[buzzer]", "[reset]\ngpio = 17\n[buzzer]", "reset.gpio: GPIO 17 is keys.CONFIRM"),
        ("gpio = 18", "gpio = 17", "buzzer.gpio: GPIO 17 is keys.CONFIRM already; take another"),
        ("HINT = 22", "HELP = 22", "`HELP`"),
        ("23 22 21", "23 22 20", "lamps.chain, row 1, column 3: pixel 20 lies at row 1, column 2"),
        ("23 22 21", "23 22 96", "lamps.chain, row 1, column 2: '96' is no pixel; they are 0-95"),
        ("23 22 21", "23 22", "lamps.chain: 8 rows of 12, 11, 12"),
        ("brightness = 0.5", "brightness = 50", "lamps.brightness: 50 is not above 0 and up to 1"),
        ("limit = 1800", "limit = 0", "lamps.limit: 0 mA light nothing"),
        ("limit = 1800", "limits = 1800", "unknown field `limits`"),
        ("limit = 1800", "limit = '2 A'", "Expected `int`"),
        ("manoeuvre = 19", "ludo = 16", "pieces: there is no game 'ludo'; there is: forum_romanum"),
        ("manoeuvre = 19\n", "", "pieces: manoeuvre is missing; give how many pieces it has"),
        ("manoeuvre = 19", "manoeuvre = 'many'", "Expected `int`"),
        ("[keys]", "[keys", "at line"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named_with_what_would_do(old: str, new: str, says: str | None) -> None:
    assert TEXT.count(old) == 1, old
    changed = TEXT.replace(old, new)
    if says is None:
        assert parse_pins(changed)
        return
    with pytest.raises(WiringError) as error:
        parse_pins(changed, "mine.toml")
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
