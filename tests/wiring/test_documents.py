"""What is made of the pin map: as it is kept, and changed wherever a pin changes."""

import re
import tomllib
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hal.pi import lamps
from rules import NAMES
from wiring import CELLS, COLUMNS, ROWS, PinMap, WiringError, power, read_overlay, read_pins
from wiring.bill import bill
from wiring.circuit import dip_pin, roles
from wiring.documents import KEPT, documents, write_kept
from wiring.pins import parse_pins, shipped_text
from wiring.supply import DENSITY, OPENS, ROW_OPENS

TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")  # not as wired now
PINS = read_pins()
MADE = documents(PINS)
DRAWN = sorted(name for name in MADE if name.endswith(".svg"))


def changed(*swaps: tuple[str, str]) -> PinMap:
    """The pin map of the tests with these texts changed."""
    text = TEXT
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new)
    return parse_pins(text)


# As they are kept


def test_what_is_kept_is_what_the_data_say() -> None:
    kept = {path.name: path.read_bytes() for path in KEPT.iterdir()}
    again = "is not up to date: python -m wiring.documents"
    assert kept.keys() == MADE.keys(), f"wiring/generated {again}"
    for name, text in MADE.items():
        assert kept[name] == text.encode(), f"wiring/generated/{name} {again}"


def test_they_are_written_and_what_is_no_longer_made_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "old.svg").write_text("old")
    write_kept(PINS, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == MADE.keys()


def test_a_map_with_other_comments_is_the_same_map() -> None:
    assert changed(("# The matrix:", "# My matrix:")).mark == changed().mark
    assert changed(("HINT = 22", "HINT = 24")).mark != changed().mark


def test_a_table_for_a_game_without_hourglasses_has_neither_their_drawing_nor_their_parts() -> None:
    cells = sorted(read_overlay("revolution").names)
    pixels = {cell: at for at, cell in enumerate([*cells, *(cell for cell in range(CELLS) if cell not in cells)])}
    rows = (" ".join(str(pixels[COLUMNS * row + column]) for column in range(COLUMNS)) for row in range(ROWS))
    text = shipped_text()
    text = text.replace(tomllib.loads(text)["lamps"]["chain"], "\n".join(rows))
    made = documents(parse_pins(f'{text}[built]\ngame = "revolution"\nlayers = ["reed"]\n'))
    assert "hourglass.svg" not in made
    assert "sand timer" not in made["parts.md"]


# A pin that changes, changes everywhere


# Drawings


def written(name: str) -> Iterator[tuple[str, ET.Element]]:
    """What is written in a drawing."""
    for element in ET.fromstring(MADE[name]).iter():
        if element.tag.endswith("}text"):
            yield "".join(element.itertext()), element


def texts(name: str) -> list[str]:
    return [said for said, _ in written(name)]


def placed(name: str) -> Iterator[tuple[str, float, float]]:
    """What is written in a drawing, and where."""
    for said, element in written(name):
        yield said, float(element.attrib["x"]), float(element.attrib["y"])


def test_the_perfboards_show_each_pin_beside_what_is_soldered_to_it() -> None:
    """Left of a chip as net and number, right of it as number and net."""
    said = texts("perfboard.svg")
    for pin, net in roles(PINS).items():
        plain = re.sub(r"(?<=[a-z])(?=[0-9])", " ", net.lower().replace("ref", "reference"))
        at = dip_pin(pin)
        assert (f"{plain} {at}" if at < 15 else f"{at} {plain}") in said, str(pin)


def test_every_field_of_every_game_is_shown_in_its_cell() -> None:
    shown = list(placed("fields.svg"))
    lefts = sorted(x for said, x, _ in shown if said.startswith("column "))
    tops = sorted(y for said, _, y in shown if said.startswith("row "))
    for game in NAMES:
        for name, cell in read_overlay(game).cells.items():
            places = [(x, y) for said, x, y in shown if said == name]
            row, column = divmod(cell, COLUMNS)
            assert any(abs(x - lefts[column]) < 12 and abs(y - tops[row]) < 12 for x, y in places), name


def boxes(name: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Each text with about the box that it takes: half of its size for a letter."""
    for said, element in written(name):
        size, x, y = (float(element.attrib[key]) for key in ("font-size", "x", "y"))
        width = 0.5 * size * len(said)
        anchor = element.get("text-anchor", "start")
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        yield said, left, left + width, y, y + 0.8 * size


@pytest.mark.parametrize("name", DRAWN)
def test_texts_of_a_drawing_lie_within_it_and_not_on_each_other(name: str) -> None:
    start, _, wide, _ = map(float, ET.fromstring(MADE[name]).attrib["viewBox"].split())
    for one, left, right, *_ in boxes(name):
        assert start <= left <= right <= start + wide, one
    for (one, left, right, top, bottom), (other, *box) in combinations(boxes(name), 2):
        apart = box[0] >= right or box[1] <= left or box[2] >= bottom or box[3] <= top
        assert apart, f"{one!r} and {other!r}"
    assert "dominant-baseline" not in MADE[name]  # which librsvg does not know


# The bill and the power


@pytest.mark.parametrize(
    ("part", "many"),
    [
        (PINS.parts.diode, 2 * CELLS + 22 + 1),
        ("WS2812B", CELLS),
        ("reed switch", 2 * CELLS),
        ("Hall latch", 22),
        ("transistor", 22),
        ("MCP23017", 3),
        ("magnet, disc 8", 25 + 43 + 19),
        ("magnet, disc 15", 2 * 8),
        ("sand timer", 8),
    ],
)
def test_the_bill_counts_what_the_circuit_and_the_games_have(part: str, many: int) -> None:
    (quantity,) = [item.quantity for item in bill(PINS) if part in item.part]
    assert quantity == str(many)


def test_the_budget_reckons_as_the_lamps_do() -> None:
    white = ((255, 255, 255),) * CELLS
    drawn = power.budget(PINS)
    assert power.FULL == lamps.FULL
    assert drawn.white == pytest.approx(5.76)
    shown = lamps.dim(white, PINS.brightness, PINS.limit)
    milliamperes = sum(map(sum, shown)) * lamps.FULL / 255
    assert milliamperes / 1000 == pytest.approx(drawn.limit, rel=0.02)
    assert milliamperes / 1000 <= drawn.limit


def test_supply_fuse_and_wires_follow_each_other() -> None:
    drawn, supply = power.budget(PINS), PINS.supply
    steps = (drawn.load, supply.fuse, OPENS * supply.fuse, supply.amps)
    assert all(one < other for one, other in pairwise(steps))
    assert drawn.farthest > power.LEAST_VOLTS
    for wire in (supply.lead, supply.feed):
        assert wire * DENSITY >= OPENS * supply.fuse  # which it lets flow without end
    assert supply.row_fused
    assert supply.row * DENSITY >= ROW_OPENS


def test_a_map_by_which_parts_collide_is_refused() -> None:
    moved = PINS._replace(cell=PINS.cell._replace(button=(13.5, 15.5)))
    with pytest.raises(WiringError, match="lath 0 is in the place of reed 0,0"):
        documents(moved)


def test_a_lead_that_leaves_too_little_for_white_is_named() -> None:
    with pytest.raises(WiringError, match=r"supply\.lead: 1\.83 V are lost there.* has 2\.94 V"):
        documents(changed(("lead_length = 1.0", "lead_length = 20.0")))
