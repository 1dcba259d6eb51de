"""The build guide: every drawing in its place, commands that can be typed, figures as measured."""

import re
import shlex
from pathlib import Path

import pytest

from firmware.cli import command_line
from firmware.words import find_words
from wiring import CELLS, ROWS, WiringError, read_pins
from wiring.bill import bill
from wiring.documents import KEPT, SMALL
from wiring.figures import PAGES, with_figures
from wiring.harness import harness
from wiring.pins import read_small
from wiring.read import COLUMNS
from wiring.ways import TILES, with_boards

FOLDER = Path(KEPT).parent
GUIDE = {
    page: (FOLDER / page).read_text("utf-8")
    for page in (*PAGES, "program.md", "hourglass_table/README.md", "keys/README.md")
}
PARSER = command_line(find_words("en", {}))
COMMANDS = re.findall(r"^(?:sudo )?speeltafel (.+)$", "\n".join(GUIDE.values()), re.MULTILINE)


def test_a_figure_that_has_changed_is_written_and_a_sentence_that_is_gone_is_named() -> None:
    pins, page = read_pins(), "by-hand.md"
    wide = pins._replace(cell=pins.cell._replace(frame=72.0))
    assert "frame under the plate that is 72 mm deep" in " ".join(with_figures(page, GUIDE[page], wide).split())
    with pytest.raises(WiringError, match=r"by-hand\.md: 'bits of \{\} and \{\} mm' stands in it 0"):
        with_figures(page, GUIDE[page].replace("bits of", "drills of"), wide)


def test_every_drawing_has_its_place() -> None:
    for folder in (FOLDER, SMALL):
        pages = [text for page, text in GUIDE.items() if (FOLDER / page).parent == folder]
        shown = re.findall(r"!\[[^]]+\]\(generated/([^)]+)\)", "\n".join(pages))
        assert sorted(shown) == sorted(path.name for path in (folder / "generated").glob("*.svg"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_can_be_typed(command: str) -> None:
    chosen = PARSER.parse_args(shlex.split(command))
    assert chosen.command in {"check", "calibrate", "run", "service", "wiring"}


def test_the_archive_for_builders_has_all_that_the_guide_links_to() -> None:
    release = (FOLDER.parent / ".ci" / "release").read_text("utf-8")
    (copied,) = re.findall(r"^ *cp -r wiring/\{([^}]+)\}", release, re.MULTILINE)
    for page, text in GUIDE.items():
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", text):
            there = (FOLDER / page).parent.joinpath(target).resolve().relative_to(FOLDER)
            assert there.parts[0] in copied.split(","), f"{page}: {target}"
            assert (FOLDER / there).exists(), f"{page}: {target}"


def test_a_list_has_as_much_wire_as_the_harness_asks_for() -> None:
    for pins in (read_pins(), read_small()):
        needed: dict[float, float] = {}
        for wire in harness(pins):
            needed[wire.area] = needed.get(wire.area, 0.0) + wire.length / 1000
        for area, metres in needed.items():
            size = f"{area:g} mm²"
            wires = (item for item in bill(pins) if item.part.startswith("wire for"))
            of_size = [item for item in wires if item.rating.startswith(size)]
            assert sum(int(item.quantity.removesuffix(" m")) for item in of_size) >= metres, size


def test_each_part_of_each_list_has_an_estimated_price() -> None:
    for items in (bill(read_pins()), bill(read_small()), with_boards(read_pins())):
        assert [item.part for item in items if not item.price] == []


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
    assert not [name for name in listed if name.startswith(("lath", "block", "perfboard"))]
    assert [name for name in listed if name.startswith("pillar")] == ["pillar 8 mm across, 64.9 mm high"]
    more = read_pins()._replace(limit=1800)
    with pytest.raises(WiringError, match=r"supply\.fuse"):  # 96 tilt sensors draw, too
        list(with_boards(more))
