"""What is made of the pin map: as it is kept, and changed wherever a pin changes."""

import csv
import math
import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware.games import find_adapter
from hal.pi import lamps
from rules import NAMES, find_game, make_header
from wiring import (
    CELLS,
    COLUMNS,
    ROWS,
    PinMap,
    WiringError,
    power,
    read_overlay,
    read_pins,
)
from wiring.bill import mechanical
from wiring.circuit import circuit, dip_pin, header_nets, header_pin, roles
from wiring.documents import KEPT, documents, write_kept
from wiring.drawings.shapes import Page
from wiring.pins import parse_pins
from wiring.places import DRILLED
from wiring.probes import points
from wiring.supply import DENSITY, OPENS

TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")  # not as wired now
PINS = read_pins()
MADE = documents(PINS)
DRAWN = sorted(name for name in MADE if name.endswith(".svg"))


def test_a_library_that_renames_the_elements_of_svg_changes_no_drawing() -> None:
    ET.register_namespace("svg", "http://www.w3.org/2000/svg")  # build123d's libraries do so
    page = Page("A wire")
    page.wire((0, 0), (1, 0))
    assert page.svg().startswith("<svg ")


def changed(*swaps: tuple[str, str]) -> PinMap:
    """The pin map of the tests with these texts changed."""
    text = TEXT
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new)
    return parse_pins(text)


def touched(*swaps: tuple[str, str]) -> set[str]:
    """The documents that are different when these texts are changed."""
    one, other = changed(), changed(*swaps)
    before, after = documents(one), documents(other)
    assert before.keys() == after.keys()
    return {
        name
        for name in before
        if before[name].replace(one.mark, "") != after[name].replace(other.mark, "")
    }


# As they are kept


def test_what_is_kept_is_what_the_data_say() -> None:
    kept = {path.name: path.read_bytes() for path in KEPT.iterdir()}
    again = "is not up to date: python -m wiring.documents"
    assert kept.keys() == MADE.keys(), f"wiring/generated {again}"
    for name, text in MADE.items():
        assert kept[name] == text.encode(), f"wiring/generated/{name} {again}"


def test_they_are_written_and_what_is_no_longer_made_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "chip-U9.svg").write_text("old")
    write_kept(PINS, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == MADE.keys()


def test_every_drawing_says_which_map_it_was_made_from() -> None:
    assert all(f"map {PINS.mark}" in texts(name) for name in DRAWN)


def test_a_map_with_other_comments_is_the_same_map() -> None:
    assert changed(("# The matrix:", "# My matrix:")).mark == changed().mark
    assert changed(("HINT = 22", "HINT = 24")).mark != changed().mark


# A pin that changes, changes everywhere


def test_a_row_on_another_pin_changes_its_drawings_the_netlist_and_the_deck() -> None:
    assert touched(('"U3 GPA7", "U3 GPB7"', '"U3 GPB7", "U3 GPA7"')) == {
        "chip-U3.svg", "column.svg", "harness.csv", "hourglass.svg", "matrix.cir", "table.net",
        "wires.svg",
    }  # fmt: skip


def test_a_column_on_a_free_pin_changes_its_drawings_the_netlist_and_the_deck() -> None:
    assert touched(('"U3 GPA1"', '"U3 GPA6"')) == {
        "chip-U3.svg", "column.svg", "harness.csv", "matrix.cir", "table.net",
    }  # fmt: skip


ENTRIES = [
    ("HINT = 22", "HINT = 24", {"harness.csv", "header.svg", "keys.svg", "table.net"}),
    ("gpio = 18", "gpio = 13", {"harness.csv", "header.svg", "keys.svg", "table.net"}),
    ("U2 = 0x21", "U2 = 0x27", {"bus.svg", "chip-U2.svg", "harness.csv", "table.net"}),
    ("address = 0x3C", "address = 0x3D", {"bus.svg"}),
    ("fuse = 2.5", "fuse = 2.6",
     {"bom.csv", "parts.md", "pixels.svg", "power.md", "table.net", "whole.svg"}),
    ("limit = 1800", "limit = 1500", {"parts.md", "power.md", "test-points.md", "whole.svg"}),
    ("revolution = 25", "revolution = 26", {"bom.csv", "parts.md", "whole.svg"}),
    ("hall = [0.0, 0.0]", "hall = [0.0, 0.5]",
     {"assembly.svg", "harness.csv", "places.svg", "section.svg", "wires.svg", "zones.svg"}),
    ("line = 200", "line = 100", {"matrix.cir"}),
    ("board = 10.0", "board = 9.0",
     {"assembly.svg", "bom.csv", "parts.md", "places.svg", "section.svg", "wires.svg"}),
    ("plate = 3.0", "plate = 2.5",
     {"assembly.svg", "bom.csv", "field.csv", "parts.md", "section.svg", "zones.svg"}),
    ('pull_up = "internal"', "pull_up = 47_000",
     {"bom.csv", "column.svg", "harness.csv", "matrix.cir", "parts.md", "table.net"}),
]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize(("old", "new", "names"), list(ENTRIES))
def test_an_entry_changes_what_shows_it_and_nothing_else(
    old: str, new: str, names: set[str]
) -> None:
    assert touched((old, new)) == names


@pytest.mark.nightly
def test_a_table_without_a_display_has_none_anywhere() -> None:
    without = ("[display]\naddress = 0x3C\n", "")
    assert touched(without) == {
        "bom.csv", "bus.svg", "cables.csv", "harness.csv", "parts.md", "table.net", "whole.svg",
    }  # fmt: skip
    moved = documents(changed(without))
    assert "OLED" not in moved["bom.csv"] + moved["bus.svg"] + moved["parts.md"]


@pytest.mark.nightly
def test_two_pixels_that_change_places_change_the_drawings_of_pixels_alone() -> None:
    assert touched((" 0  1  2", " 1  0  2")) == {
        "chain.svg", "fields.svg", "harness.csv", "tiles.svg",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('diode = "BAT85"', 'diode = "1N5819"', "parts.diode: '1N5819' is none of 1N4148"),
        ('pull_up = "internal"', 'pull_up = "external"', "parts.pull_up: 'external' is neither"),
        ('pull_up = "internal"', "pull_up = 10", "parts.pull_up: 10 is neither 'internal' nor"),
        ("line = 200", "line = 0", "parts.line: 0 pF is no column"),
        ("volts = 5.0", "volts = 12.0", "supply.volts: WS2812B want 5 V"),
        ("volts = 5.0", "volts = -5", "supply.volts: -5 is not above 0"),
        ("fuse = 2.5", "fuse = 2.0", "supply.fuse: 2 A is too little for lamps.limit; take 2.4 A"),
        ('tilts = "holes"', 'tilts = "all"', "supply.fuse: 2.5 A is too little for lamps.limit"),
        ("limit = 1800", "limit = 3000", "supply.fuse: 2.5 A is too little for lamps.limit"),
        ("amps = 6.0", "amps = 4.0", ("supply.amps: a supply of 4 A cannot blow a fuse of 2.5 A, "
         "which is sure to open only at 2.1 times its rating; take one of 5.25 A")),
        ("row = 0.75", "row = 0.5", ("supply.row: 0.5 mm2 bears 4 A, but the fuse of 2.5 A may let "
         "5.25 A flow without end; take 0.66 mm2 or more")),
        ("joints = 0.1", "joints = 0", "supply.joints: 0 is not above 0"),
        ('tilts = "holes"', 'tilts = "some"', "parts.tilts: 'some' is neither 'holes' nor 'all'"),
        ("line = 200", "line = 2000", "parts.line: 2000 pF is no column of this table; measure"),
        ("[-3.5, -7.5]", "[-3.5, -20.0]", "cell.far reed: -3.5, -20 is out of its cell"),
        ("button = [13.0, 13.5]", "button = [10.0, 12.0]", "a foot of 15 mm radius would press it"),
        ("reed = [[-3.5, -7.5], [3.5, 7.5]]", "reed = [[0.0, -8.0]]", "cell.reed: 1 places; give"),
        ("[-3.5, -7.5]", "[2.5, 7.5]", "cell.far reed, cell.near reed: they lie on each other"),
        ("pixel = [13.0, -13.0]", "pixel = [0.0, -10.0]", "cell.pixel, cell.far reed: they lie"),
        ("pixel = [13.0, -13.0]", "pixel = [2.4, -12.9]",
         "less than 0.5 mm apart; move one of them 0.7 mm or more"),
        ("board = 10.0", "board = 15.0", "cell.pixel: 13, -13 is out of its cell; stay"),
        ("hall = [0.0, 0.0]", "hall = [-3.5, 0.0]", "cell.far reed, cell.hall: they lie on"),
        ("button = [13.0, 13.5]", "button = [13.0, -13.5]", "cell.pixel, cell.button: they lie on"),
        ("button = [13.0, 13.5]", "button = [17.5, 0.0]",
         "cell.button: 17.5, 0 is out of its cell"),
        ("board = 10.0", "board = 5.0", "cell.board: no round board of a WS2812B is 5 mm across"),
        ("plate = 3.0", "plate = 12.0", "cell.plate: 12 mm; one of less than 2 bends"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named_with_what_would_do(old: str, new: str, says: str) -> None:
    with pytest.raises(WiringError) as error:
        changed((old, new))
    assert says in str(error.value)


# Drawings


def written(name: str) -> Iterator[tuple[str, ET.Element]]:
    """What is written in a drawing."""
    for element in ET.fromstring(MADE[name]).iter():  # noqa: S314
        if element.tag.endswith("}text"):
            yield "".join(element.itertext()), element


def texts(name: str) -> list[str]:
    return [said for said, _ in written(name)]


def placed(name: str) -> Iterator[tuple[str, float, float]]:
    """What is written in a drawing, and where."""
    for said, element in written(name):
        yield said, float(element.attrib["x"]), float(element.attrib["y"])


@pytest.mark.parametrize("chip", PINS.chips)
def test_a_chip_shows_each_pin_beside_what_is_soldered_to_it(chip: str) -> None:
    """In a case that is drawn from pin 1 down and from pin 28 down: number, name, net."""
    said = texts(f"chip-{chip}.svg")
    for pin, net in roles(PINS).items():
        if pin.chip == chip:
            at = said.index(str(dip_pin(pin)))
            assert said[at + 1] == str(pin).removeprefix(f"{chip} ")
            plain = net.lower().replace("ref", "reference")
            assert said[at + 2].replace(" column ", "").replace(" ", "") == plain


def test_the_mcp23017_has_its_pins_where_the_data_sheet_has_them() -> None:
    (chip,) = [part for part in circuit(PINS).of("expander") if part.ref == "U2"]
    assert " ".join(leg.name for leg in chip.legs) == (
        "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS NC11 SCL SDA NC14 "
        "A0 A1 A2 RESET INTB INTA GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6 GPA7"
    )
    assert [leg.number for leg in chip.legs] == [str(at) for at in range(1, 29)]
    assert (chip.net("A0"), chip.net("A1"), chip.net("A2")) == ("+3V3", "GND", "GND")


def test_the_header_shows_each_gpio_beside_what_is_soldered_to_it() -> None:
    said = texts("header.svg")
    for name, gpio in PINS.keys.items():
        at = said.index(str(header_pin(gpio)))
        assert said[at + 1 : at + 3] == [f"GPIO {gpio}", f"key {name}, 1k"]
    assert header_nets(PINS)[19] == "MOSI"
    assert [header_pin(gpio) for gpio in (2, 3, 10, 18)] == [3, 5, 19, 12]


def test_the_way_of_the_data_shows_each_pixel_where_it_lies_from_above_and_mirrored_below() -> None:
    found = [(x, y, said) for said, x, y in placed("chain.svg") if said.isdecimal()]
    assert len(found) == 2 * CELLS
    xs = sorted({x for x, _, _ in found})
    assert len(xs) == COLUMNS
    for half, mirrored in ((found[:CELLS], False), (found[CELLS:], True)):
        ys = sorted({y for _, y, _ in half})
        assert len(ys) == ROWS
        for x, y, pixel in half:
            column = xs.index(x)
            column = COLUMNS - 1 - column if mirrored else column
            assert PINS.chain[int(pixel)] == COLUMNS * ys.index(y) + column


def test_every_field_of_every_game_is_shown_in_its_cell() -> None:
    shown = list(placed("fields.svg"))
    lefts = sorted(x for said, x, _ in shown if said.startswith("column "))
    tops = sorted(y for said, _, y in shown if said.startswith("row "))
    for game in NAMES:
        for name, cell in read_overlay(game).cells.items():
            places = [(x, y) for said, x, y in shown if said == name]
            row, column = divmod(cell, COLUMNS)
            assert any(
                abs(x - lefts[column]) < 36 and abs(y - tops[row]) < 36 for x, y in places
            ), name


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_is_plain_svg_with_a_name_on_white(name: str) -> None:
    root = ET.fromstring(MADE[name])  # noqa: S314
    assert root[0].tag.endswith("}title")
    assert "background-color:white" in root.attrib["style"]
    assert not re.search(r"<script|href|<image|@font-face|\d\.\d{3}", MADE[name])


def boxes(name: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Each text with about the box that it takes: half of its size for a letter."""
    for said, element in written(name):
        size, x, y = (float(element.attrib[key]) for key in ("font-size", "x", "y"))
        width = 0.5 * size * len(said)
        anchor = element.attrib["text-anchor"]
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        yield said, left, left + width, y, y + 0.8 * size


@pytest.mark.parametrize("name", DRAWN)
def test_no_two_texts_of_a_drawing_lie_on_each_other(name: str) -> None:
    spread = list(boxes(name))
    for at, (one, left, right, top, bottom) in enumerate(spread):
        for other, *box in spread[at + 1 :]:
            apart = box[0] >= right or box[1] <= left or box[2] >= bottom or box[3] <= top
            assert apart, f"{one!r} and {other!r}"


@pytest.mark.parametrize("name", DRAWN)
def test_no_text_of_a_drawing_ends_beyond_its_edge(name: str) -> None:
    start, _, wide, _ = map(float, ET.fromstring(MADE[name]).attrib["viewBox"].split())  # noqa: S314
    for said, left, right, *_ in boxes(name):
        assert start <= left, said
        assert right <= start + wide, said


@pytest.mark.nightly
@pytest.mark.parametrize("plate", [2, 3, 3.1])
def test_a_press_on_the_sheet_reaches_a_button_below_any_plate(plate: float) -> None:
    """Its cap stands above the plate by more than the way of its contact, 0.25 mm."""
    made = documents(changed(("plate = 3.0", f"plate = {plate}")))
    (part,) = [line["part"] for line in csv.DictReader(StringIO(made["bom.csv"]))
               if line["part"].startswith("push button 6")]  # fmt: skip
    (high,) = re.findall(r"6 mm, ([\d.]+) mm high", part)
    assert float(high) - plate - 3.5 == pytest.approx(0.5)
    assert f"button, {high} mm high" in made["section.svg"]


def test_the_drawing_of_a_cell_says_what_to_drill_and_where() -> None:
    said = " ".join(texts("places.svg"))
    for name, across in DRILLED.items():
        words = {"pixel": "pixel on", "button": "push button"}[name]  # fmt: skip
        assert re.search(rf"{words}[^.]*? drill {across:g} mm", said), name


def test_the_whole_table_shows_what_step_7_measures() -> None:
    said = " ".join(texts("whole.svg"))
    farthest = PINS.chain.index(CELLS - 1)
    assert f"LED{farthest}: measure {power.budget(PINS).farthest:.2f} V or more" in said
    assert f"F1, {PINS.supply.fuse:g} A" in said
    for game in set(NAMES) - {"hourglass"}:
        assert f"{game.replace('_', ' ')}: {PINS.pieces[game]}" in said
    for chip in PINS.chips:
        rows = [str(row) for row, pin in enumerate(PINS.rows) if pin.chip == chip]
        assert f"{chip} drives rows {', '.join(rows)} reads" in said


# The bill and the power


def test_the_bill_counts_what_the_circuit_and_the_games_have() -> None:
    lines = list(csv.DictReader(StringIO(MADE["bom.csv"])))
    counts = Counter(part.kind for part in circuit(PINS).parts.values())
    assert all(line["part"] and line["rating"] and line["where"] for line in lines)

    def many(of: str) -> str:
        (line,) = [line for line in lines if of in line["part"]]
        return line["quantity"]

    contacts = 2 * CELLS + len(PINS.parts.tilts)
    assert many(PINS.parts.diode) == str(contacts + 1) == str(counts["diode"])
    assert many("WS2812B") == str(CELLS)
    assert many("reed switch") == str(2 * CELLS)
    assert many("Hall latch") == many("transistor") == str(len(read_overlay("hourglass").cells))
    assert many("MCP23017") == str(len(PINS.chips))
    assert many("magnet, disc 8") == str(25 + 43 + 19)
    assert many("magnet, disc 15") == str(2 * 8)
    assert many("sand timer") == "8"
    holds = sum(int(item.quantity) for item in mechanical(PINS))
    assert sum(int(line["quantity"]) for line in lines if "m" not in line["quantity"]) == (
        counts.total() + 87 + 16 + 8 + holds
    )
    spares = {line["part"]: line["spares"] for line in lines}
    assert spares["MCP23017-E/SP, SPDIP-28, with socket"] == "1"
    assert next(many for part, many in spares.items() if part.startswith("reed switch")) == "12"
    assert {line["price"] for line in lines} == {""}  # it changes by dealer and month


def test_each_test_point_is_a_pin_that_the_circuit_has() -> None:
    wired = circuit(PINS)
    nets = {"RESET": "RESET", "row 0": "ROW0", "reference": "REF",
            "bus, SCL": "SCL", "bus, SDA": "SDA"}  # fmt: skip
    told = {point.what: point.where for point in points(PINS)}
    for what, net in nets.items():
        found = re.match(r"(?:each chip|(U\d)),? pin (\d+)", told[what])
        assert found
        part = wired.parts[found[1] or "U1"]
        assert next(leg.net for leg in part.legs if leg.number == found[2]) == net
    assert "RESET" not in {point.what for point in points(PINS._replace(reset=None))}
    assert all(point.what in MADE["test-points.md"] for point in points(PINS))


def in_box(game: str) -> int:
    """The pieces with magnets that are needed whatever the number of players."""
    if game == "forum_romanum":
        most: Counter[str] = Counter()
        for players in range(2, 7):
            start = make_header(game, "ABCDEF"[:players]).start()
            most |= Counter(start.detail()["in_hand"])
        return most.total()
    if game == "manoeuvre":
        each: Counter[int] = Counter()
        for players in (2, 3, 4):
            each |= Counter(place % players for place in range(12))
        return each.total()
    start = find_game(game).start(2)
    return find_adapter(start, game).start(start).bit_count()


@pytest.mark.parametrize("game", NAMES)
def test_there_is_a_magnet_for_each_piece_of_the_games(game: str) -> None:
    assert PINS.pieces[game] == in_box(game)


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
    lost = drawn.joints + drawn.lead + drawn.feed + drawn.row
    assert drawn.farthest + lost == pytest.approx(supply.volts)
    assert math.isclose(drawn.load, drawn.limit + drawn.dark + drawn.sensors)


def test_what_the_fuse_lets_flow_without_end_burns_no_wire() -> None:
    supply = PINS.supply
    for wire in (supply.lead, supply.feed, supply.row):
        assert wire * DENSITY >= OPENS * supply.fuse


def test_a_lead_that_leaves_too_little_for_white_is_named() -> None:
    with pytest.raises(WiringError, match=r"supply\.lead: 1\.83 V are lost there.* has 2\.94 V"):
        documents(changed(("lead_length = 1.0", "lead_length = 20.0")))


def test_each_way_to_build_has_a_list_with_all_that_its_circuit_needs() -> None:
    starter, wired, board = MADE["parts.md"].split("\n## ")[1:]
    for listed in (starter, wired, board):
        for part in ("Raspberry Pi", "MCP23017", "reed switch", "74AHCT125", "fuse", "magnet"):
            assert f"| {part}" in listed, part
    assert "| 192 | reed switch" in wired
    assert "| 22 | Hall latch" in wired
    assert "| perfboard 100" in wired
    for part in ("| 12 | Molex KK 254, 3 pins", "| 1 | socket 2 x 20", "| 12 | resistor 470 ohm"):
        assert part in board, part
    assert "| perfboard 100" not in board
