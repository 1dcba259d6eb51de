"""The build guide: every drawing in its place, commands that can be typed, figures as measured."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from firmware.commands.arguments import command_line
from firmware.words import find_words
from wiring import CELLS, ROWS, WiringError, cables, read_overlay, read_pins, spice
from wiring.bill import bill
from wiring.boards import tile
from wiring.boards.controller import placed
from wiring.boards.fabricate import flat
from wiring.boards.pads import LIBRARY, pads
from wiring.circuit import PLACED, circuit
from wiring.documents import KEPT
from wiring.frame import BLOCKS, LATH_FAR, LATH_LONG, PERFBOARDS, PI, PLATE, WOOD
from wiring.harness import harness
from wiring.judge import judge
from wiring.magnetics import felt, play
from wiring.pins import read_starter
from wiring.places import DRILLED, button_high
from wiring.read import COLUMNS
from wiring.rods import COIL
from wiring.ways import TILES, with_boards

GUIDE = (Path(KEPT).parent / "README.md").read_text("utf-8")
PARSER = command_line(find_words("en", {}))
TEXT = " ".join(GUIDE.split())  # wherever its lines are broken
COMMANDS = re.findall(r"^(?:sudo )?speeltafel (.+)$", GUIDE, re.MULTILINE)


def test_every_drawing_has_its_place() -> None:
    shown = re.findall(r"!\[[^]]+\]\(generated/([^)]+)\)", GUIDE)
    assert sorted(shown) == sorted(path.name for path in KEPT.glob("*.svg"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_can_be_typed(command: str) -> None:
    chosen = PARSER.parse_args(shlex.split(command))
    assert chosen.command.partition(".")[0] in {"selftest", "service", "wiring"}


def test_the_bits_to_drill_with_are_those_of_the_holes() -> None:
    some, last = sorted({f"{across:g}" for across in DRILLED.values()}, key=float)
    assert f"bits of {some} and {last} mm" in TEXT
    assert f"{button_high(read_pins().plate):g} mm from base to cap for one of" in TEXT
    assert f"{read_pins().plate:g} mm), eight laths of 8 x 10 x {LATH_LONG:g} mm" in TEXT
    assert "a plate of {:g} x {:g} mm".format(*PLATE) in TEXT
    assert f"an edge of {WOOD:g} mm more on each side" in TEXT
    beside = ", ".join(f"{(x - 6) / 40:g}" for x in BLOCKS[:-1])
    assert f"left border of columns {beside} and {COLUMNS - 1}" in TEXT
    middle = read_pins().places.button[1] - LATH_FAR
    assert f"The lath's middle is {middle:g} mm near of the row's" in TEXT
    assert f"frame under the plate that is {read_pins().frame:g} mm deep" in TEXT


def test_the_archive_for_builders_has_all_that_the_guide_links_to() -> None:
    release = (KEPT.parents[1] / ".ci" / "release").read_text("utf-8")
    (copied,) = re.findall(r"^cp -r wiring/\{([^}]+)\}", release, re.MULTILINE)
    folder = KEPT.parent
    for page in ("README.md", "first-build.md", "starter/README.md"):
        here = folder / page
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", here.read_text("utf-8")):
            there = (here.parent / target).resolve().relative_to(folder)
            assert there.parts[0] in copied.split(","), f"{page}: {target}"


def test_the_numbers_of_pins_are_those_of_the_circuit() -> None:
    parts = circuit(read_pins()).parts
    for ref, name in (("LED0", "LED.."), ("HT201", "HT..."), ("ST201", "ST..."), ("DS1", "DS1")):
        told = TEXT.partition(f"`{name}` 1 ")[2].partition(";")[0]
        said = dict(re.findall(r"(\d) (5 V|0 V|\w+)", f"1 {told}"))
        shown = {number: {"5 V": "VDD", "0 V": "VSS"}.get(one, one) for number, one in said.items()}
        assert shown == {leg.number: leg.name for leg in parts[ref].legs}
    assert "a diode 1 band, 2 the other end" in TEXT
    assert [leg.name for leg in parts["DREF"].legs] == ["K", "A"]
    assert (
        "`J2` 1 5 V, 2 0 V; `F1` 1 from the supply, 2 to the pixels; `C1` 1 plus, 2 minus" in TEXT
    )
    assert [leg.name for leg in parts["J2"].legs] == ["5V", "0V"]
    assert [leg.name for leg in parts["F1"].legs] == ["IN", "OUT"]
    assert [leg.net for leg in parts["C1"].legs] == ["+5V", "GND"]


def test_the_places_on_the_floor_are_those_of_the_frame() -> None:
    (data, far), *_ = PERFBOARDS["perfboard, data"]
    (chips, same), *_ = PERFBOARDS["perfboard, chips"]
    assert far == same
    assert f"{far:g} mm from the frame's far board: that of the level shifter {data:g} mm" in TEXT
    assert f"that of the chips {chips:g} mm. The Pi lies {PI[0][1]:g} mm from the far" in TEXT


def test_the_first_builders_page_gives_the_figures_of_the_model() -> None:
    page = (KEPT.parent / "first-build.md").read_text("utf-8")
    pins = read_pins()
    own, others, ratio, pulled, stacks, _, hall, *_ = judge(pins)
    reed, corner = pins.reed, play(pins)
    assert f"and {corner:g} mm off it to every side and corner" in page
    assert f"yes: {own.value:.0f} AT or more at the worst, and {reed.pull_in[1]:g} AT" in page
    assert f"yes: {others.value:.1f} AT at the worst, and it opens at {reed.drop_out:g} AT" in page
    far, near = np.abs(felt(pins, [(corner, -corner)], remanence=1.3, lifted=0.2)[0])
    assert f"the far reed alone has {far:.0f} AT, the near one {near:.0f} AT" in page
    assert f"not close: {stacks.value:.1f} AT at the worst, and {reed.pull_in[0]:g} AT" in page
    assert f"right: {hall.value:.1f} mT at the worst, and it changes over at " in page
    assert f"{pins.stack} mm high, on kitchen scales | {pulled.value:.1f} gf" in page
    slack = ratio.value * reed.drop_out / reed.pull_in[1]
    assert f"than it allows,\n{slack:.1f} times in all" in page
    assert "its maker's, {:g} mm long and {:g} mm across".format(*COIL) in page
    low, high = (ampere_turns / 100 for ampere_turns in reed.pull_in)
    assert f"{low:.2f} to {high:.2f} A for {100 * low:g} to {100 * high:g} AT" in page
    told = " ".join(re.findall(r"^\| (?:[6-9]|1[0-3]) \|[^|]+\|([^|]+)\|", page, re.MULTILINE))
    made = [own, others, stacks, hall, pulled]
    shown = [f"{one.value:.{places}f}" for one in made for places in (0, 1)]
    shown += [f"{one:.0f}" for one in (far, near, reed.drop_out, *reed.pull_in)]
    shown.append(f"{pins.hall.operate[1]:g}")
    assert set(re.findall(r"\d+(?:\.\d+)?", told)) <= set(shown), "a number that nothing computes"
    numbers = re.findall(r"^\| (\d+) \|", page, re.MULTILINE)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_every_step_says_what_to_measure_and_most_what_proves_it() -> None:
    steps = re.split(r"^## \d\. ", GUIDE, flags=re.MULTILINE)[1:]
    assert len(steps) == 7
    for step in steps:
        assert "*Measure" in step
        assert step.split("\n\n")[1].startswith("*Take:*"), "what is needed comes first"
        assert "*Tools:*" in step
        assert "](generated/" in step, "each step has its picture"
        assert "![" in step
    for step in steps[2:]:
        assert "speeltafel check" in step


def test_the_pieces_to_print_are_those_of_the_map() -> None:
    rows = re.findall(r"^\| (Revolution|Forum Romanum|Manoeuvre) \| (.+) \|$", GUIDE, re.MULTILINE)
    assert [name.lower().replace(" ", "_") for name, _ in rows] == [
        game for game in read_pins().pieces if game != "hourglass"
    ]
    for game, told in rows:
        numbers = re.findall(r"\b\d+(?= (?:cards|dark|buildings|[a-z]+[,|]|[a-z]+$))", told)
        assert sum(map(int, numbers)) == read_pins().pieces[game.lower().replace(" ", "_")], told


USED = {  # the start of an item of a list -> how the guide calls it where it is taken
    "Raspberry Pi": "the Pi with its card", "SD card": "the Pi with its card",
    "MCP23017": "three MCP23017 with sockets", "reed switch": "reed switches",
    "push button 6 x 6": "buttons", "Hall latch": "tilt sensors", "transistor": "transistors",
    "resistor 47 kohm": "resistors of 47 kohm", "BAT85": "diodes",
    "ceramic capacitor": "capacitors of 100 nF", "power supply": "supply", "fuse 2.5 A": "fuse",
    "electrolytic": "C1", "74AHCT125": "level shifter with its socket", "resistor 330 ohm": "R1",
    "WS2812B": "pixels on their boards", "push button for a panel": "four keys",
    "resistor 1 kohm": "resistors of 1 kohm", "resistor 10 kohm": "resistors of 10 and 15 kohm",
    "resistor 15 kohm": "resistors of 10 and 15 kohm", "resistor 470": "resistors of 470 ohm",
    "piezo": "piezo", "OLED": "display", "wire for the pixels' data": "wire for data",
    "wire for rows": "wire for rows and columns", "wire for columns": "wire for rows and columns",
    "tinned bare": "tinned bare wire",
    "wire for the chips": "wire for chips", "wire for 5 V": "wire for 5 V and 0 V",
    "wire for both": "wire that joins both 0 V", "magnet, disc 8": "magnets of 8 x 1 mm",
    "magnet, disc 15": "magnets of 15 x 1 mm", "sand timer": "sand timers", "plate": "plate",
    "lath": "laths", "block": "blocks", "wood screw 2.5": "screws of 2.5 x 16 mm",
    "frame board": "boards of the frame", "wood screw 3.5": "screws of 3.5 x 30 mm",
    "wood screw 3 x": "screws of 3 x 16 mm", "floor": "floor", "foot": "feet",
    "panel jack": "jack", "power strip": "power strip", "set of printed sheets": "the sheets",
    "glue": "epoxy", "set of printed parts": "printed pieces", "paint pen": "paint pen",
    "roll of adhesive": "tape", "cable clamp": "cable clamp", "heat-shrink": "heat-shrink sleeve",
    "perfboard": "perfboards", "socket 2 x 20": "socket with ribbon cable",
    "holder for a fuse": "fuse holder", "stand-off": "stand-offs",
}  # fmt: skip
ALSO = {  # taken, and in the list under another name, or a part of one
    "silicone", "the printed jig and gauge", "wire for keys", "a resistor of 10 kohm", "a diode",
    "its printed bezel", "a capacitor of 100 nF", "printed caps",
}  # fmt: skip


def test_what_is_taken_in_a_step_is_in_the_list_and_what_is_listed_is_taken() -> None:
    taken = {
        thing
        for line in re.findall(r"\*Take:\* (.+?)\. \*Tools:\*", TEXT)
        for thing in line.split(", ")
    }
    listed = [item.part for item in bill(read_pins())]
    used = set()
    for part in listed:
        (start,) = [start for start in USED if part.startswith(start)]
        assert USED[start] in taken, f"{part} is in no step"
        used.add(start)
    assert used == set(USED), "in no list"
    assert taken == {*USED.values()} | ALSO, "taken, and in no list"


def test_what_the_boards_want_besides_is_named_where_they_are_built() -> None:
    boards = TEXT[TEXT.index("## With boards") : TEXT.index("## Safety")]
    hand = {item.part for item in bill(read_pins())}
    said = {
        "circuit board": "tiles", "pin header 2": "headers", "push button": "buttons",
        "reed switch": "reed", "plug 2": "plug", "ribbon cable": "ribbon", "jumper": "a jumper",
        "resettable fuse": "resettable fuse", "screw M3": "screws of a tile", "nut M3": "nuts",
        "sleeve 3.5": "sleeves", "pin header 1 x 2": "Headers of keys", "socket 1 x 4": "sockets",
        "socket 2 x 20": "socket for the Pi", "terminal": "terminals", "holder": "fuse holder",
        "Molex KK 254, crimp": "a crimp on each wire", "Molex KK 254, housing": "housing",
        "Molex KK 254": "the plugs, their backs as printed", "wire of 0.14": "twisted with one",
        "wire of 0.75": "a wire of `supply.feed`", "stand-off": "stand-offs of 11 mm",
    }  # fmt: skip
    for item in with_boards(read_pins()):
        if item.part in hand or "placed by the house" in item.where:
            continue
        names = [word for start, word in said.items() if item.part.startswith(start)]
        assert any(name in boards for name in names), item.part


def test_a_list_has_as_much_wire_as_the_harness_asks_for() -> None:
    for pins in (read_pins(), read_starter()):
        needed: dict[float, float] = {}
        for wire in harness(pins):
            needed[wire.area] = needed.get(wire.area, 0.0) + wire.length / 1000
        for area, metres in needed.items():
            size = f"{area:g} mm²"
            wires = (item for item in bill(pins) if item.part.startswith("wire for"))
            of_size = [item for item in wires if item.rating.startswith(size)]
            assert sum(int(item.quantity.removesuffix(" m")) for item in of_size) >= metres, size


def test_the_bench_test_asks_for_nothing_that_the_starters_list_has_not() -> None:
    """The first evening: a piece, eight around it, a glass, its tilt sensor, the measuring coil."""
    listed = {item.part: item.quantity for item in bill(read_starter())}
    pins = read_starter()
    for part, least in (
        (f"magnet, disc {pins.magnet.across:g} x", 9),
        (f"magnet, disc {pins.glass.magnet.across:g} x", 2),
        ("sand timer", 1), ("Hall latch", 1), ("transistor", 1), ("resistor 47 kohm", 1),
        ("resistor 10 ohm", 1), ("reed switch", 2), ("multimeter", 1), ("SD card", 1),
        ("holder for a fuse", 1),
    ):  # fmt: skip
        found = [int(number) for name, number in listed.items() if name.startswith(part)]
        assert sum(found) >= least, part
    assert any(name.startswith("enamelled wire") for name in listed)


def test_each_connector_of_the_boards_has_its_housing_and_its_crimps() -> None:
    listed = {item.part: item.quantity for item in with_boards(read_pins())}
    crimps = 0
    for poles in (2, 3, 8):
        housings = int(listed[f"Molex KK 254, housing for {poles} crimps"])
        assert housings == int(listed[f"Molex KK 254, {poles} pins"])
        crimps += poles * housings
    assert int(listed["Molex KK 254, crimp"]) == crimps
    assert sum(name.startswith("stand-off") for name in listed) == 2
    for poles, others in ((4, ROWS // 2), (3, COLUMNS // 2)):
        headers = int(listed[f"pin header 2 x {poles}"])
        unused = others  # E at the right edge, F at the far one
        assert int(listed[f"plug 2 x {poles} for ribbon cable, 2.54 mm"]) == headers - unused


def test_the_list_with_boards_has_the_table_and_nothing_that_boards_replace() -> None:
    listed = {item.part: item for item in with_boards(read_pins())}
    assert int(listed["circuit board, the tile"].quantity) == TILES
    assert int(listed["reed switch, normally open"].quantity) == 2 * CELLS
    assert int(listed["WS2812B"].quantity) == CELLS
    assert "C2761795" in listed["WS2812B"].maker
    assert not [name for name in listed if name.startswith(("lath", "block", "perfboard"))]
    for what in (
        "plate",
        "magnet",
        "sand timer",
        "power supply",
        "screw M3",
        "sleeve 3.5",
        "floor",
    ):
        assert any(name.startswith(what) for name in listed), what
    more = read_pins()._replace(limit=1800)
    with pytest.raises(WiringError, match=r"supply\.fuse"):  # 96 tilt sensors draw, too
        list(with_boards(more))


def test_the_guide_gives_the_voltage_on_tiles_and_what_a_house_asks_for_them() -> None:
    volts = cables.farthest(read_pins())
    assert volts > tile.PIXEL_VOLTS + 0.5
    assert f"{volts:.1f} V at the farthest pixel" in TEXT
    parts = tile.placed(read_pins()).parts
    assert f"it places what is flat, {TILES * sum(map(flat, parts)):,} parts" in TEXT
    flats = [pad for part in parts if flat(part) for pad in part.pads]
    assert f"{len(flats)} flat joints a tile" in TEXT
    assert f"{8 + 1.5 + 0.0017 * TILES * len(flats):.1f} USD" in TEXT


@pytest.mark.skipif(not LIBRARY.is_dir(), reason="KiCad's footprints are not installed")
def test_the_guide_counts_the_joints_that_are_soldered_by_hand_on_boards() -> None:
    by_hand = [pad for part in tile.placed(read_pins()).parts if not flat(part)
               for pad in pads(part) if pad.number]  # fmt: skip
    others = [pad for part in placed(read_pins()).parts
              if not part.ref.startswith(("H", "TP_")) for pad in pads(part)]  # fmt: skip
    assert f"some {round(TILES * len(by_hand) + len(others), -2):,} joints" in TEXT


def test_the_ways_to_build_have_their_lists_and_the_number_of_wires() -> None:
    ways = re.findall(r"^## (.+)$", (KEPT / "parts.md").read_text("utf-8"), re.MULTILINE)
    assert len(ways) == 3
    for way, word in zip(ways, ("starter", "by hand", "with boards"), strict=True):
        assert word in way
    wires = len((KEPT / "harness.csv").read_text("utf-8").splitlines()) - 1
    assert f"some {round(wires, -2):,} wires of two ends" in TEXT


@pytest.mark.nightly
@pytest.mark.skipif(spice.missing() is not None, reason=str(spice.missing()))
def test_the_matrix_of_tiles_works_with_a_tilt_sensor_in_each_cell() -> None:
    pins = read_pins()
    parts = pins.parts._replace(tilts=tuple(range(CELLS)), diode=PLACED)
    low, high, recovers = spice.simulate(pins._replace(parts=parts))
    assert all(one.fine for one in (low, high, recovers))
    told = f"a column that should read low has {low.value:.2f} V at the most, it recovers in"
    assert f"{told} {recovers.value:.0f} us" in TEXT


def test_the_hourglasses_are_proved_in_the_holes_where_they_start() -> None:
    (command,) = [command for command in COMMANDS if '"2,1;' in command]
    holes = {read_overlay("hourglass").cells[hole] for hole in "abcdABCD"}
    assert set(PARSER.parse_args(shlex.split(command)).cells) == {
        divmod(cell, COLUMNS) for cell in holes
    }


def row(one: spice.Measured) -> str:
    word = "above" if one.least else "below"
    return f"| {one.what} | {one.value:.2g} {one.unit} | {word} {one.limit:.2g} {one.unit} |"


@pytest.mark.nightly
@pytest.mark.skipif(spice.missing() is not None, reason=str(spice.missing()))
def test_the_figures_of_the_guide_are_those_of_the_simulation() -> None:
    pins = read_pins()
    for one in spice.simulate(pins):
        assert row(one) in GUIDE
    for diode, pull_up, told in (
        ("1N4148", None, "above the first limit ({low:.2f} V)"),
        ("1N4148", 10_000, "(1N4148 {low:.2f} V"),
        ("BAT54", 10_000, "BAT54 {low:.2f} V)"),
    ):
        parts = pins.parts._replace(diode=diode, pull_up=pull_up)
        low = spice.simulate(pins._replace(parts=parts))[0]
        assert not low.fine
        assert told.format(low=low.value) in GUIDE
