"""The build guide: every drawing in its place, commands that can be typed, figures as measured."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from firmware.commands.arguments import command_line
from firmware.words import find_words
from wiring import read_overlay, read_pins, spice
from wiring.bill import bill
from wiring.documents import KEPT
from wiring.frame import BLOCKS, LATH_FAR, LATH_LONG, PLATE, WOOD
from wiring.judge import judge
from wiring.magnetics import felt, play
from wiring.pins import read_starter
from wiring.places import DRILLED, button_high
from wiring.read import COLUMNS
from wiring.rods import COIL
from wiring.ways import with_board

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


def test_each_connector_of_the_board_has_its_housing_and_its_crimps() -> None:
    listed = {item.part: int(item.quantity) for item in with_board(read_pins())
              if item.part.startswith(("Molex", "stand-off"))}  # fmt: skip
    crimps = 0
    for poles in (2, 3, 8):
        housings = listed[f"Molex KK 254, housing for {poles} crimps"]
        assert housings == listed[f"Molex KK 254, {poles} pins"]
        crimps += poles * housings
    assert listed["Molex KK 254, crimp"] == crimps
    assert sum(name.startswith("stand-off") for name in listed) == 2


def test_the_ways_to_build_have_their_lists_and_the_number_of_wires() -> None:
    ways = re.findall(r"^## (.+)$", (KEPT / "parts.md").read_text("utf-8"), re.MULTILINE)
    assert len(ways) == 3
    for way, word in zip(ways, ("starter", "by hand", "controller's board"), strict=True):
        assert word in way
    wires = len((KEPT / "harness.csv").read_text("utf-8").splitlines()) - 1
    assert f"some {round(wires, -2):,} wires of two ends" in TEXT


def test_the_hourglasses_are_proved_in_the_holes_where_they_start() -> None:
    (command,) = [command for command in COMMANDS if '"2,1;' in command]
    holes = {read_overlay("hourglass").cells[hole] for hole in "abcdABCD"}
    assert set(PARSER.parse_args(shlex.split(command)).cells) == {
        divmod(cell, COLUMNS) for cell in holes
    }


def row(one: spice.Measured) -> str:
    word = "above" if one.least else "below"
    return f"| {one.what} | {one.value:.2g} {one.unit} | {word} {one.limit:.2g} {one.unit} |"


@pytest.mark.slow
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
