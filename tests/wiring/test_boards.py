"""The boards: 24 tiles and a controller are the circuit of the table, and KiCad finds no fault."""

import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from wiring import CELLS, COLUMNS, ROWS, kicad, read_pins
from wiring import tile as tiles
from wiring.circuit import GND, V5, V5_RAW, V33, circuit
from wiring.controller import nets, on_tiles, plugs, table
from wiring.documents import BOARDS
from wiring.electrical_rules import rules
from wiring.kicad import Placed, board, differences
from wiring.pins import PinMap, parse_pins, shipped_text
from wiring.supply import OPENS

PINS = read_pins()
TILED = tiles.table(PINS)
Nets = Callable[[PinMap], dict[tuple[str, str], str]]
EXPORT = Path(__file__).parents[2] / ".ci" / "boards.py"


def nets_of(part: Placed) -> dict[str, str]:
    """The net of each pad of a part that is on one."""
    return {pad.number: pad.net for pad in part.pads if pad.net}


def put(name: str, row: int, column: int) -> str:
    """A part or a net of the tile, as the table has it for the tile with this far left cell."""
    if found := re.fullmatch(r"(N[RBT]|GATET|[SDHRC][RBT])(\d)(\d\d)(N?)", name):
        return f"{found[1]}{int(found[2]) + row}{int(found[3]) + column:02}{found[4]}"
    if found := re.fullmatch(r"(REED|BUTTON|SENSOR)(\d+)", name):
        return f"{found[1]}{int(found[2]) + column}"
    if found := re.fullmatch(r"(ROW|\+5V_)(\d)", name):
        return f"{found[1]}{int(found[2]) + row}"
    return name


def chained(part: Placed, row: int, column: int) -> tuple[str, dict[str, str]]:
    """A pixel of the tile with its nets, as the table has it."""
    own = next(at for at in ((0, 0), (0, 1), (1, 0), (1, 1)) if f"LED{tiles.pixel_of(PINS, *at)}" == part.ref)
    number = tiles.pixel_of(PINS, own[0] + row, own[1] + column)
    shift = number - int(part.ref[3:])
    return f"LED{number}", {
        pad: f"DATA{int(net[4:]) + shift}" if net.startswith("DATA") else put(net, row, column)
        for pad, net in nets_of(part).items()
    }


def test_24_tiles_are_all_cells_of_the_circuit() -> None:
    found: dict[str, dict[str, str]] = {}
    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            for part in board("tile").parts.values():
                if part.ref in tiles.HEADERS or part.ref.startswith(("H1", "H2", "H3", "C_LED")):
                    continue
                if part.ref.startswith("LED"):
                    ref, nets = chained(part, row, column)
                else:
                    ref = put(part.ref, row, column)
                    nets = {pad: put(net, row, column) for pad, net in nets_of(part).items()}
                assert ref not in found
                found[ref] = nets
    found[f"LED{CELLS - 1}"].pop("2")  # its output leads nowhere
    assert list(rules(TILED)) == []
    for wired in TILED.parts.values():
        if on_tiles(wired.ref):
            legs = {leg.number: leg.net for leg in wired.legs if leg.net is not None}
            assert found.pop(wired.ref) == legs, wired.ref
    assert not found


def test_ribbons_join_what_belongs_together_and_nothing_else() -> None:
    heads = tiles.headers(PINS)

    def at(name: str, row: int, column: int) -> list[str]:
        first = tiles.pixel_of(PINS, row, column), tiles.pixel_of(PINS, row + 1, column)
        west, east = (tiles.pixel_of(PINS, 0, 0), tiles.pixel_of(PINS, 1, 0))
        shifts = first[0] - west, first[1] - east
        return [
            f"DATA{int(net[4:]) + shifts[pin % 2]}" if net.startswith("DATA") else put(net, row, column)
            for pin, net in enumerate(heads[name])
        ]

    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            if column + 2 < COLUMNS:
                assert at("E", row, column) == at("W", row, column + 2)
            if row + 2 < ROWS:
                assert at("N", row, column) == at("F", row + 2, column)
                assert at("W", row, 0)[7] == at("W", row + 2, 0)[6]  # at the left, by a wire
        last = at("E", row, COLUMNS - 2)
        assert last[6] == last[7]  # at the right, by a jumper
    plugged = [net for pin in (0, 1) for net in heads["N"][pin::2]]
    assert plugged == [*plugs()["COL0"], *plugs()["COL1"]]


@pytest.mark.parametrize(("name", "wanted"), [("tile", tiles.nets), ("controller", nets)])
def test_each_pad_of_a_board_is_on_the_net_of_the_map(name: str, wanted: Nets) -> None:
    assert list(differences(name, wanted(PINS))) == []


def test_a_pad_that_another_map_has_on_another_net_is_named() -> None:
    text = shipped_text().replace("UNDO = 27", "UNDO = 5")
    assert list(differences("controller", nets(parse_pins(text)))) == [
        "controller: J1 pad 13 is on KEY_UNDO, not on none",
        "controller: J1 pad 29 is on no net, not on KEY_UNDO",
    ]


def test_a_part_that_another_map_has_at_another_place_is_named() -> None:
    assert list(tiles.misplaced(PINS)) == []
    moved = PINS._replace(cell=PINS.cell._replace(hall=(0.0, 2.0)))
    assert next(tiles.misplaced(moved)) == "tile: HT000 is at 0, 0 of its cell, not at 0, 2"


def test_the_chips_reset_is_on_the_gpio_of_the_map_or_the_first_free_one() -> None:
    by_hand = PINS._replace(reset=None)  # wired to 3.3 V
    taken = by_hand._replace(buzzer=4)
    for pins, gpio in ((by_hand, 4), (PINS._replace(reset=6), 6), (taken, 5)):
        wired = table(pins)
        assert wired.parts["J1"].net(f"GPIO{gpio}") == "RESET"
        assert all(chip.net("RESET") == "RESET" for chip in wired.of("expander"))
        assert wired.parts["R_RESET"].net("2") == V33
    assert circuit(by_hand).parts["U1"].net("RESET") == V33


def warmer(wide: float, amps: float) -> float:
    """By how many kelvin a track of 35 um gets warmer than the air, by IPC-2221."""
    area = wide / 0.0254 * 0.035 / 0.0254  # square mil
    return float((amps / (0.048 * area**0.725)) ** (1 / 0.44))


def test_the_controllers_supply_bears_what_the_fuse_lets_through() -> None:
    wide = [(net, width) for net, width in board("controller").tracks if net in {V5, V5_RAW, GND}]
    assert {net for net, width in wide if width >= 3} == {V5, V5_RAW, GND}
    fed = [width for net, width in wide if net != GND]  # 0 V is the copper around
    assert all(warmer(width, OPENS * PINS.supply.fuse) < 45 for width in fed)


def test_the_header_meets_the_pis_from_above() -> None:
    controller = board("controller")
    one = controller.pin("J1")
    for pad in controller.parts["J1"].pads:  # odd pins on the inner row, even ones at the Pi's edge
        at, column = int(pad.number), (int(pad.number) - 1) // 2
        beside = one[0] + 2.54 * column, one[1] - 2.54 * (at % 2 == 0)
        assert pad.at == pytest.approx(beside, abs=0.002)


@pytest.mark.parametrize("name", kicad.NAMES)
def test_the_lists_of_a_board_are_kept_beside_it(name: str) -> None:
    for file, text in kicad.lists(name).items():
        assert (BOARDS / name / file).read_text("utf-8") == text, "python -m wiring.documents"


def gerbers(folder: Path, name: str) -> dict[str, bytes]:
    """The files for a board house, by name."""
    with zipfile.ZipFile(folder / name / f"{name}-gerbers.zip") as file:
        return {path: file.read(path) for path in file.namelist()}


def has_pcbnew() -> bool:
    """Whether the system's Python knows KiCad's module."""
    tried = subprocess.run(["/usr/bin/python3", "-c", "import pcbnew"], check=False)
    return tried.returncode == 0


@pytest.mark.nightly
def test_kicad_finds_no_fault_and_makes_the_same_files_again(tmp_path: Path) -> None:
    if not (shutil.which("kicad-cli") or has_pcbnew()):
        pytest.skip("kicad is not installed")
    subprocess.run(["/usr/bin/python3", EXPORT, tmp_path], check=True)
    for name in kicad.NAMES:
        again, kept = gerbers(tmp_path, name), gerbers(BOARDS, name)
        assert again.keys() == kept.keys()
        made_by = re.compile(rb"GenerationSoftware,.*")
        if made_by.findall(again[f"{name}-F_Cu.gbr"]) == made_by.findall(kept[f"{name}-F_Cu.gbr"]):
            assert again == kept
