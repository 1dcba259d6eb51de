"""The boards: 24 tiles and a controller are the circuit of the table, and KiCad finds no fault."""

import re
import sys
from collections import Counter
from csv import DictReader
from importlib.util import find_spec
from io import StringIO
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wiring import CELLS, COLUMNS, ROWS, WiringError, read_pins
from wiring.boards import kicad as kicads
from wiring.boards import tile as tiles
from wiring.boards.board import Board, Placed, Track
from wiring.boards.compare import differences, in_netlist, on_board, own
from wiring.boards.controller import (
    BRANCH,
    PI_HOLES,
    beside,
    controller,
    on_tiles,
    placed,
    plugs,
    table,
)
from wiring.boards.fabricate import LCSC, fabricate, faults, flat, interactive, made, missing
from wiring.boards.pads import HEADS, LIBRARY, pads
from wiring.boards.route import routed
from wiring.circuit import GND, SDA, V5, V5_RAW, V33, circuit
from wiring.netlist import netlist, rules
from wiring.read import PITCH
from wiring.supply import OPENS

PINS = read_pins()
CONTROLLER = placed(PINS)
TILE = tiles.placed(PINS)
ALL = table(PINS)
TILED = tiles.table(PINS)


pytestmark = pytest.mark.xdist_group("boards")  # they are made once


@pytest.fixture(scope="module")
def kicad() -> None:
    """Skip what needs KiCad where it is not."""
    if why := missing():
        pytest.skip(why)


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
    own = next(at for at in ((0, 0), (0, 1), (1, 0), (1, 1))
               if f"LED{tiles.pixel_of(PINS, *at)}" == part.ref)  # fmt: skip
    number = tiles.pixel_of(PINS, own[0] + row, own[1] + column)
    shift = number - int(part.ref[3:])
    return f"LED{number}", {
        pad: f"DATA{int(net[4:]) + shift}" if net.startswith("DATA") else put(net, row, column)
        for pad, net in part.pads.items()
    }


def test_24_tiles_are_all_cells_of_the_circuit() -> None:
    found: dict[str, dict[str, str]] = {}
    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            for part in TILE.parts:
                if part.ref in tiles.HEADERS or part.ref.startswith(("H1", "H2", "H3", "C_LED")):
                    continue
                if part.ref.startswith("LED"):
                    ref, nets = chained(part, row, column)
                else:
                    ref = put(part.ref, row, column)
                    nets = {pad: put(net, row, column) for pad, net in part.pads.items()}
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
        return [f"DATA{int(net[4:]) + shifts[pin % 2]}" if net.startswith("DATA")
                else put(net, row, column) for pin, net in enumerate(heads[name])]  # fmt: skip

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


def test_parts_lie_where_the_map_has_them_and_screws_far_apart() -> None:
    places = {part.ref: part for part in TILE.parts}
    assert places["LED0"].at == PINS.places.pixel
    assert places["HT000"].at == PINS.places.hall
    x, y = places["SB101"].at
    assert (x - PITCH + 3.25, y - PITCH + 2.25) == PINS.places.button
    holes = [part.at for part in TILE.parts if part.footprint.startswith("MountingHole:")]
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 2 * PITCH / 3 for a, b in combinations(holes, 2))
    assert len(holes) == 3


@pytest.mark.skipif(not LIBRARY.is_dir(), reason="KiCad's footprints are not installed")
def test_pads_of_reeds_lie_where_the_map_has_them_and_screws_keep_clear() -> None:
    places = {part.ref: part for part in TILE.parts}
    for ref, (right, near) in zip(("SR000", "SR000N"), PINS.places.reeds, strict=True):
        (one, other) = (pad.at for pad in pads(places[ref]))
        assert ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2) == (right, near)
        assert one[1] - other[1] == pytest.approx(PINS.reed.long + 6)
    everything = [pad for part in TILE.parts for pad in pads(part)]
    for pad in everything:
        if pad.ref[0] == "H" and len(pad.ref) == 2:
            for beside_it in everything:
                if beside_it.ref != pad.ref:
                    assert beside_it.far(pad.at) > HEADS["M3"] / 2, beside_it.ref


@pytest.mark.nightly
def test_the_5_volts_of_a_row_bear_what_its_fuse_lets_through() -> None:
    board = tiles.tile(PINS)
    power = [track for track in board.tracks if track.net.startswith(V5)]
    assert {track.net for track in power} == {"+5V_0", "+5V_1"}
    assert all(warmer(track, 2 * tiles.FUSE) < 15 for track in power)


def warmer(track: Track, amps: float) -> float:
    """By how many kelvin a track of 35 um gets warmer than the air, by IPC-2221."""
    area = track.width / 0.0254 * 0.035 / 0.0254  # square mil
    return float((amps / (0.048 * area**0.725)) ** (1 / 0.44))


def test_the_controller_has_all_that_no_tile_has() -> None:
    placed = {part.ref: part for part in CONTROLLER.parts}
    for part in ALL.parts.values():
        if on_tiles(part.ref):
            assert part.ref not in placed
        else:
            nets = {leg.number: leg.net for leg in part.legs if leg.net is not None}
            assert placed[part.ref].pads == nets, part.ref


def test_the_chips_reset_is_on_the_gpio_of_the_map_or_the_first_free_one() -> None:
    by_hand = PINS._replace(reset=None)  # wired to 3.3 V
    taken = by_hand._replace(buzzer=4)
    for pins, gpio in ((by_hand, 4), (PINS._replace(reset=6), 6), (taken, 5)):
        wired = table(pins)
        assert wired.parts["J1"].net(f"GPIO{gpio}") == "RESET"
        assert all(chip.net("RESET") == "RESET" for chip in wired.of("expander"))
        assert wired.parts["R_RESET"].net("2") == V33
    assert circuit(by_hand).parts["U1"].net("RESET") == V33


def test_what_lies_on_both_boards_has_a_plug_and_nothing_else_has() -> None:
    joined = {
        net for net, legs in ALL.nets().items()
        if len({on_tiles(part.ref) for part, _ in legs}) == 2
    }  # fmt: skip
    assert joined == {net for nets in plugs().values() for net in nets}


def test_no_cable_of_a_column_crosses_another() -> None:
    for column in range(COLUMNS):
        assert plugs()[f"COL{column}"] == (f"SENSOR{column}", f"BUTTON{column}", f"REED{column}")
    turned = {part.ref: part.turned for part in CONTROLLER.parts}
    places = [part.at[0] for part in CONTROLLER.parts if part.ref.startswith("COL")]
    assert all(turned[f"COL{column}"] == 0 for column in range(COLUMNS))
    assert places == sorted(places)  # no cable crosses another


def test_the_controllers_holes_are_those_of_the_pi() -> None:
    (left, far), (right, _), (_, near), _ = PI_HOLES
    assert (right - left, near - far) == pytest.approx((58, 49))
    assert ((left + right) / 2, far) == pytest.approx((19 * 2.54 / 2, -2.54 / 2))  # of the header


@pytest.mark.nightly
def test_no_track_lies_below_the_head_of_a_screw() -> None:
    board = controller(PINS)
    heads = [part.at for part in board.parts if part.footprint.startswith("MountingHole:")]
    assert len(heads) == 7
    for track in board.tracks:
        for one, other in pairwise(track.points):
            for x, y in heads:
                reach = HEADS["M2.5"] / 2 + track.width / 2
                beside = max(one[0], other[0]) < x - reach or min(one[0], other[0]) > x + reach
                clear = max(one[1], other[1]) < y - reach or min(one[1], other[1]) > y + reach
                assert beside or clear, (track.net, one, other)


def test_the_controllers_supply_bears_what_the_fuse_lets_through() -> None:
    power = [track for track in CONTROLLER.tracks if track.net in (V5, V5_RAW, GND)]
    assert {track.net for track in power} == {V5, V5_RAW, GND}
    branch = Track(V5, "F.Cu", BRANCH, ())
    assert all(warmer(track, OPENS * PINS.supply.fuse) < 45 for track in (*power, branch))
    assert all(warmer(track, OPENS * PINS.supply.fuse) < 15 for track in power)


def test_a_map_with_parts_that_have_no_place_has_no_controller() -> None:
    pulled = PINS._replace(parts=PINS.parts._replace(pull_up=100_000))
    with pytest.raises(WiringError, match=r"no place for R_\w+ \(pull-up\)"):
        placed(pulled)


def hole(ref: str, net: str, x: float, y: float) -> Placed:
    """A part of one pad."""
    return Placed(ref, "", (x, y), 0, {"1": net}, (1.0, 1.7, 0.0))


def test_tracks_that_would_cross_change_layers_and_keep_their_distance() -> None:
    ends = (hole("A1", "A", 2.54, 7.62), hole("A2", "A", 12.7, 7.62),
            hole("B1", "B", 7.62, 2.54), hole("B2", "B", 7.62, 12.7))  # fmt: skip
    corners = (5.08, 5.08), (10.16, 5.08), (5.08, 10.16), (10.16, 10.16)
    fence = tuple(hole(f"C{n}", "C", *at) for n, at in enumerate(corners))
    found = routed(Board(((0, 0), (15.24, 15.24)), (*ends, *fence)), {})
    spots: dict[tuple[str, tuple[float, float]], str] = {}
    for track in found.tracks:
        for at in track.points:
            assert spots.setdefault((track.layer, at), track.net) == track.net
    assert {track.net for track in found.tracks} == {"A", "B", "C"}
    for net in "AB":
        reached = {at for track in found.tracks if track.net == net for at in track.points}
        assert {part.at for part in ends if part.pads["1"] == net} <= reached
    assert {track.layer for track in found.tracks} == {"F.Cu", "B.Cu"}


def test_a_board_without_room_is_refused() -> None:
    wall = tuple(hole(f"W{n}", f"W{n}", 5.08, 1.27 * n) for n in range(1, 9))
    ends = hole("A1", "A", 2.54, 5.08), hole("A2", "A", 7.62, 5.08)
    with pytest.raises(WiringError, match="no way on the board for A"):
        routed(Board(((0, 0), (10.16, 10.16)), (*ends, *wall)), {})


@pytest.fixture(scope="module")
def files(kicad: None) -> dict[str, bytes]:  # noqa: ARG001
    """All files of both boards."""
    return fabricate(PINS)


def listed(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    """The rows of one of the files."""
    return list(DictReader(StringIO(files[name].decode())))


def test_kicad_finds_no_fault_and_writes_what_a_board_house_takes(
    files: dict[str, bytes],
) -> None:
    for board in ("tile", "controller"):
        report = files[f"{board}/{board}.drc"].decode()
        assert faults(report) == []
        assert "Found 0 DRC violations" in report
        assert "Found 0 unconnected pads" in report
        assert "Found 0 Footprint errors" in report
        names = {name.rpartition("/")[2].removeprefix(board) for name in files if board in name}
        assert {".kicad_pcb", ".d356", ".net", "-F_Cu.gbr", "-B_Cu.gbr", "-F_Mask.gbr",
                "-B_Mask.gbr", "-F_Silk.gbr", "-Edge_Cuts.gbr", "-PTH.drl", "-NPTH.drl",
                "-bom.csv"} <= names  # fmt: skip
        bought = listed(files, f"{board}/{board}-bom.csv")
        assert all(int(row["Quantity"]) == len(row["Designator"].split(",")) for row in bought)


@pytest.mark.nightly
def test_the_house_places_what_is_flat_and_nothing_else(files: dict[str, bytes]) -> None:
    wanted = sorted(part.ref for part in TILE.parts if flat(part))
    kinds = Counter(ref[:2] for ref in wanted)
    assert kinds == dict.fromkeys(("LE", "C_", "DR", "DB", "DT", "ST", "HT", "RT", "CT"), 4)
    rows = listed(files, "tile/tile-house-bom.csv")
    assert sorted(ref for row in rows for ref in row["Designator"].split(",")) == wanted
    assert {row["JLCPCB Part #"] for row in rows} == {number for number, _ in LCSC.values()}
    placed = listed(files, "tile/tile-placement.csv")
    assert [row["Designator"] for row in placed] == wanted
    at = {row["Designator"]: (float(row["Mid X"]), float(row["Mid Y"])) for row in placed}
    assert at["LED0"] == pytest.approx((20 + 13.5, 80 - 6.5), abs=0.002)  # from the near left
    assert not [name for name in files if name.startswith("controller/") and "house" in name]
    assert "controller/controller-placement.csv" not in files  # all of it is soldered by hand


@pytest.mark.nightly
@pytest.mark.usefixtures("kicad")
@pytest.mark.skipif(not find_spec("InteractiveHtmlBom"), reason="InteractiveHtmlBom is not there")
def test_a_page_shows_where_each_part_of_the_bill_lies() -> None:
    board = made("controller", CONTROLLER)["controller.kicad_pcb"]
    page = interactive("controller", board)["controller-bom.html"].decode()
    assert "var pcbdata = " in page
    with pytest.raises(WiringError, match="InteractiveHtmlBom failed"):
        interactive("controller", b"no board")


@pytest.mark.nightly
def test_the_controller_as_kicad_reads_it_is_on_the_nets_of_the_netlist(
    files: dict[str, bytes],
) -> None:
    wanted = in_netlist(netlist(ALL))
    read = on_board(files["controller/controller-pads.csv"].decode())
    assert {end: net for end, net in read.items() if end not in beside()} == {
        end: net for end, net in wanted.items() if not on_tiles(end[0])
    }


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "board"), [("tile", TILE), ("controller", CONTROLLER)])
def test_pads_lie_where_the_router_takes_them_to_be(
    files: dict[str, bytes], name: str, board: Board
) -> None:
    (left, _), (_, near) = board.corners
    read = sorted((row["part"], row["pad"], float(row["x"]), float(row["y"]))
                  for row in listed(files, f"{name}/{name}-pads.csv"))  # fmt: skip
    taken = sorted((pad.ref, pad.number, pad.at[0] - left, near - pad.at[1])
                   for part in board.parts for pad in pads(part))  # fmt: skip
    assert [end[:2] for end in read] == [end[:2] for end in taken]
    for one, other in zip(read, taken, strict=True):
        assert one[2:] == pytest.approx(other[2:], abs=0.002)


@pytest.mark.nightly
def test_the_header_meets_the_pis_from_above(files: dict[str, bytes]) -> None:
    (left, _), (_, near) = CONTROLLER.corners
    places = {int(row["pad"]): (float(row["x"]) + left, near - float(row["y"]))
              for row in listed(files, "controller/controller-pads.csv")
              if row["part"] == "J1"}  # fmt: skip
    for pin, place in places.items():  # odd pins on the inner row, even ones at the Pi's edge
        assert place == pytest.approx((2.54 * ((pin - 1) // 2), -2.54 * (pin % 2 == 0)), abs=0.002)


@pytest.mark.nightly
@pytest.mark.usefixtures("kicad")
def test_a_track_that_joins_two_nets_and_one_that_is_missing_are_found() -> None:
    whole = controller(PINS)
    places = {part.ref: part.at for part in whole.parts}
    bridge = Track(SDA, "F.Cu", 0.4, (places["TP_SDA"], places["TP_SCL"]))
    short = whole._replace(tracks=(*whole.tracks, bridge))
    assert faults(made("short", short)["short.drc"].decode())
    cut = tuple(track for track in whole.tracks if not track.net.startswith("KEY_"))
    missing_ = faults(made("cut", whole._replace(tracks=cut))["cut.drc"].decode())
    assert missing_
    assert all(fault.startswith("[unconnected_items]") for fault in missing_)


@pytest.mark.nightly
@pytest.mark.usefixtures("kicad")
def test_a_pad_on_another_net_is_found() -> None:
    wrong = [part._replace(pads={**part.pads, "1": "ROW1"}) if part.ref == "DREF" else part
             for part in CONTROLLER.parts]  # fmt: skip
    read = made("wrong", CONTROLLER._replace(parts=tuple(wrong)))["wrong-pads.csv"].decode()
    assert differences(own(CONTROLLER, ALL), read, beside()) == [
        "DREF pad 1 is on ROW1, not on ROW7"
    ]


class Anything:
    """What a version of KiCad gives: it takes any call, and refuses what `kinds` forbids."""

    def __init__(self, kinds: dict[str, tuple[type, ...]], said: list[str]) -> None:
        self._kinds, self._said = kinds, said

    def __call__(self, *_: object) -> "Anything":
        return self

    def __iter__(self) -> Any:
        return iter(())

    def __int__(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Any:
        def call(*given: object) -> Anything:
            self._said.append(name)
            for one, kind in zip(given, self._kinds.get(name, ()), strict=False):
                if not isinstance(one, kind):
                    raise TypeError(f"{name} takes {kind.__name__}, not {type(one).__name__}")
            return Anything(self._kinds, self._said)

        return call


def fake(version: int, said: list[str]) -> Any:
    """KiCad's interface as this version has it: which kind of value each call takes."""
    kind = {
        name: type(name, (), {"__init__": lambda *_: None})
        for name in ("wxPoint", "wxSize", "VECTOR2I", "EDA_ANGLE", "FLIP", "UNITS")
    }
    point = kind["wxPoint" if version < 7 else "VECTOR2I"]
    size = kind["wxSize" if version < 7 else "VECTOR2I"]
    kinds: dict[str, tuple[type, ...]] = {}
    kinds |= dict.fromkeys(("SetPosition", "SetStart", "SetEnd", "SetAuxOrigin"), (point,))
    kinds |= dict.fromkeys(("SetSize", "SetDrillSize", "SetTextSize"), (size,))
    kinds["SetTextAngle"] = (int,) if version < 7 else (kind["EDA_ANGLE"],)
    kinds["Flip"] = (point, bool if version < 9 else kind["FLIP"])
    whole = Anything(kinds, said)
    names = ["BOARD", "FOOTPRINT", "PAD", "PCB_TRACK", "PCB_VIA", "PCB_TEXT", "PCB_SHAPE", "ZONE",
             "NETINFO_ITEM", "FootprintLoad", "LoadBoard", "SaveBoard", "ZONE_FILLER",
             "PLOT_CONTROLLER", "EXCELLON_WRITER", "IPC356D_WRITER"]  # fmt: skip
    given: dict[str, Any] = dict.fromkeys(names, whole)
    given |= dict.fromkeys(
        ("SHAPE_T_SEGMENT", "PAD_SHAPE_CIRCLE", "PAD_ATTRIB_PTH", "Edge_Cuts", "F_SilkS", "B_SilkS",
         "F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "PLOT_FORMAT_GERBER", "FP_SMD"), 1,
    )  # fmt: skip

    def report(_: object, __: str, unit: object, ___: bool) -> None:
        assert isinstance(unit, kind["UNITS"])

    given |= {"FromMM": lambda mm: round(mm * 1e6), "VECTOR2I": kind["VECTOR2I"],
              "GetMajorMinorVersion": lambda: f"{version}.0", "WriteDRCReport": report}  # fmt: skip
    if version < 7:
        given |= {"wxPoint": kind["wxPoint"], "wxSize": kind["wxSize"]}
    else:
        given |= {"EDA_ANGLE": kind["EDA_ANGLE"], "DEGREES_T": 0}
    given["EDA_UNITS_MILLIMETRES" if version < 9 else "EDA_UNITS_MM"] = kind["UNITS"]()
    if version >= 9:
        given["FLIP_DIRECTION_TOP_BOTTOM"] = kind["FLIP"]()
    return SimpleNamespace(**given)


@pytest.mark.parametrize("version", [6, 7, 8, 9])
def test_each_version_of_kicad_is_called_as_it_takes_it(
    version: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the calls' signatures alone: run were the boards with KiCad 6 only."""
    said: list[str] = []
    monkeypatch.setitem(sys.modules, "pcbnew", fake(version, said))
    for name, board in (("tile", TILE), ("controller", CONTROLLER)):
        kicads.make({"name": name, **board._asdict()}, tmp_path)
    assert {"SetPosition", "SetTextAngle", "Flip", "SetDrillSize", "SetAuxOrigin"} <= set(said)
    assert ("SetPos0" in said) == (version < 8)
    other = fake(9 if version == 6 else 6, said)  # it says that it is this version, and is not
    other.GetMajorMinorVersion = lambda: f"{version}.0"
    monkeypatch.setitem(sys.modules, "pcbnew", other)
    with pytest.raises((TypeError, AttributeError)):
        kicads.make({"name": "tile", **TILE._asdict()}, tmp_path)
