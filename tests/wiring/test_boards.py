"""The boards: 24 tiles and a controller are the circuit of the table, and KiCad finds no fault."""

import re
from csv import DictReader
from io import StringIO

import pytest

from wiring import CELLS, COLUMNS, ROWS, WiringError, read_pins
from wiring.boards import tile as tiles
from wiring.boards.board import Board, Placed, Track
from wiring.boards.compare import differences, in_netlist, on_board, own
from wiring.boards.controller import BRANCH, beside, controller, on_tiles, placed, plugs, table
from wiring.boards.fabricate import fabricate, faults, made, missing
from wiring.boards.route import routed
from wiring.circuit import GND, SDA, V5, V5_RAW, V33, circuit
from wiring.netlist import netlist, rules
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
    own = next(at for at in ((0, 0), (0, 1), (1, 0), (1, 1)) if f"LED{tiles.pixel_of(PINS, *at)}" == part.ref)
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


def test_the_controllers_supply_bears_what_the_fuse_lets_through() -> None:
    power = [track for track in CONTROLLER.tracks if track.net in (V5, V5_RAW, GND)]
    assert {track.net for track in power} == {V5, V5_RAW, GND}
    branch = Track(V5, "F.Cu", BRANCH, ())
    assert all(warmer(track, OPENS * PINS.supply.fuse) < 45 for track in (*power, branch))
    assert all(warmer(track, OPENS * PINS.supply.fuse) < 15 for track in power)


def hole(ref: str, net: str, x: float, y: float) -> Placed:
    """A part of one pad."""
    return Placed(ref, "", (x, y), 0, {"1": net}, (1.0, 1.7, 0.0))


def test_tracks_that_would_cross_change_layers_and_keep_their_distance() -> None:
    ends = (
        hole("A1", "A", 2.54, 7.62),
        hole("A2", "A", 12.7, 7.62),
        hole("B1", "B", 7.62, 2.54),
        hole("B2", "B", 7.62, 12.7),
    )
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
def files(kicad: None) -> dict[str, bytes]:
    """All files of both boards."""
    return fabricate(PINS)


def listed(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    """The rows of one of the files."""
    return list(DictReader(StringIO(files[name].decode())))


def test_kicad_finds_no_fault_and_writes_what_a_board_house_takes(files: dict[str, bytes]) -> None:
    for board in ("tile", "controller"):
        report = files[f"{board}/{board}.drc"].decode()
        assert faults(report) == []
        assert "Found 0 DRC violations" in report
        assert "Found 0 unconnected pads" in report
        assert "Found 0 Footprint errors" in report
        names = {name.rpartition("/")[2].removeprefix(board) for name in files if board in name}
        assert {
            ".kicad_pcb",
            ".d356",
            ".net",
            "-F_Cu.gbr",
            "-B_Cu.gbr",
            "-F_Mask.gbr",
            "-B_Mask.gbr",
            "-F_Silk.gbr",
            "-Edge_Cuts.gbr",
            "-PTH.drl",
            "-NPTH.drl",
            "-bom.csv",
        } <= names
        bought = listed(files, f"{board}/{board}-bom.csv")
        assert all(int(row["Quantity"]) == len(row["Designator"].split(",")) for row in bought)


@pytest.mark.nightly
def test_the_controller_as_kicad_reads_it_is_on_the_nets_of_the_netlist(files: dict[str, bytes]) -> None:
    wanted = in_netlist(netlist(ALL))
    read = on_board(files["controller/controller-pads.csv"].decode())
    assert {end: net for end, net in read.items() if end not in beside()} == {
        end: net for end, net in wanted.items() if not on_tiles(end[0])
    }


@pytest.mark.nightly
def test_the_header_meets_the_pis_from_above(files: dict[str, bytes]) -> None:
    (left, _), (_, near) = CONTROLLER.corners
    places = {
        int(row["pad"]): (float(row["x"]) + left, near - float(row["y"]))
        for row in listed(files, "controller/controller-pads.csv")
        if row["part"] == "J1"
    }
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
    wrong = [
        part._replace(pads={**part.pads, "1": "ROW1"}) if part.ref == "DREF" else part for part in CONTROLLER.parts
    ]
    read = made("wrong", CONTROLLER._replace(parts=tuple(wrong)))["wrong-pads.csv"].decode()
    assert differences(own(CONTROLLER, ALL), read, beside()) == ["DREF pad 1 is on ROW1, not on ROW7"]
