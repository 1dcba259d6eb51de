"""The pin map: everything reachable, nothing used twice, and errors that say what would do."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from hal import CELLS, KEYS, Layer
from wiring import COLUMNS, LAYERS, WiringError, cell, read_pins
from wiring.pins import parse_pins

DATA = Path(__file__).parents[1] / "data"
TEXT = (DATA / "table.toml").read_text("utf-8")  # not as wired now
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


@pytest.mark.parametrize(("old", "new", "says"), tomllib.loads((DATA / "wrong_pins.toml").read_text("utf-8"))["rows"])
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
