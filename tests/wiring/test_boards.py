"""The controller: with the cells it is the circuit of the table, and KiCad finds no fault."""

from csv import DictReader
from importlib.util import find_spec
from io import StringIO
from itertools import pairwise

import pytest

from wiring import COLUMNS, WiringError, read_pins
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
from wiring.boards.fabricate import fabricate, faults, interactive, made, missing
from wiring.boards.pads import HEAD, pads
from wiring.boards.route import routed
from wiring.circuit import GND, SDA, V5, V5_RAW, V33, circuit
from wiring.netlist import netlist
from wiring.supply import OPENS

PINS = read_pins()
CONTROLLER = placed(PINS)
ALL = table(PINS)


pytestmark = pytest.mark.xdist_group("boards")  # they are made once


@pytest.fixture(scope="module")
def kicad() -> None:
    """Skip what needs KiCad where it is not."""
    if why := missing():
        pytest.skip(why)


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


@pytest.mark.slow
def test_no_track_lies_below_the_head_of_a_screw() -> None:
    board = controller(PINS)
    heads = [part.at for part in board.parts if part.footprint.startswith("MountingHole:")]
    assert len(heads) == 7
    for track in board.tracks:
        for one, other in pairwise(track.points):
            for x, y in heads:
                reach = HEAD / 2 + track.width / 2
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
    return Placed(ref, "", (x, y), 0, {"1": net}, (1.0, 1.7))


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


@pytest.mark.slow
def test_kicad_finds_no_fault_and_writes_what_a_board_house_takes(
    files: dict[str, bytes],
) -> None:
    board = "controller"
    report = files[f"{board}/{board}.drc"].decode()
    assert faults(report) == []
    assert "Found 0 unconnected pads" in report
    assert "Found 0 Footprint errors" in report
    names = {name.rpartition("/")[2].removeprefix(board) for name in files if board in name}
    assert {".kicad_pcb", ".d356", ".net", "-F_Cu.gbr", "-B_Cu.gbr", "-F_Mask.gbr", "-B_Mask.gbr",
            "-F_Silk.gbr", "-Edge_Cuts.gbr", "-PTH.drl", "-NPTH.drl", "-placement.csv",
            "-bom.csv"} <= names  # fmt: skip
    bought = listed(files, f"{board}/{board}-bom.csv")
    refs = [ref for row in bought for ref in row["Designator"].split(",")]
    placed = [row["Designator"] for row in listed(files, f"{board}/{board}-placement.csv")]
    assert sorted(refs) == sorted(placed)
    assert all(int(row["Quantity"]) == len(row["Designator"].split(",")) for row in bought)


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
@pytest.mark.skipif(not find_spec("InteractiveHtmlBom"), reason="InteractiveHtmlBom is not there")
def test_a_page_shows_where_each_part_of_the_bill_lies() -> None:
    board = made("controller", CONTROLLER)["controller.kicad_pcb"]
    page = interactive("controller", board)["controller-bom.html"].decode()
    assert "var pcbdata = " in page
    with pytest.raises(WiringError, match="InteractiveHtmlBom failed"):
        interactive("controller", b"no board")


@pytest.mark.slow
def test_the_controller_as_kicad_reads_it_is_on_the_nets_of_the_netlist(
    files: dict[str, bytes],
) -> None:
    wanted = in_netlist(netlist(ALL))
    read = on_board(files["controller/controller-pads.csv"].decode())
    assert {end: net for end, net in read.items() if end not in beside()} == {
        end: net for end, net in wanted.items() if not on_tiles(end[0])
    }


@pytest.mark.slow
def test_pads_lie_where_the_router_takes_them_to_be(files: dict[str, bytes]) -> None:
    (left, _), (_, near) = CONTROLLER.corners
    read = sorted((row["part"], row["pad"], float(row["x"]), float(row["y"]))
                  for row in listed(files, "controller/controller-pads.csv"))  # fmt: skip
    taken = sorted((pad.ref, pad.number, pad.at[0] - left, near - pad.at[1])
                   for part in CONTROLLER.parts for pad in pads(part))  # fmt: skip
    assert [end[:2] for end in read] == [end[:2] for end in taken]
    for one, other in zip(read, taken, strict=True):
        assert one[2:] == pytest.approx(other[2:], abs=0.002)


@pytest.mark.slow
def test_the_header_meets_the_pis_from_above(files: dict[str, bytes]) -> None:
    (left, _), (_, near) = CONTROLLER.corners
    places = {int(row["pad"]): (float(row["x"]) + left, near - float(row["y"]))
              for row in listed(files, "controller/controller-pads.csv")
              if row["part"] == "J1"}  # fmt: skip
    for pin, place in places.items():  # odd pins on the inner row, even ones at the Pi's edge
        assert place == pytest.approx((2.54 * ((pin - 1) // 2), -2.54 * (pin % 2 == 0)), abs=0.002)


@pytest.mark.full
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


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
def test_a_pad_on_another_net_is_found() -> None:
    wrong = [part._replace(pads={**part.pads, "1": "ROW1"}) if part.ref == "DREF" else part
             for part in CONTROLLER.parts]  # fmt: skip
    read = made("wrong", CONTROLLER._replace(parts=tuple(wrong)))["wrong-pads.csv"].decode()
    assert differences(own(CONTROLLER, ALL), read, beside()) == [
        "DREF pad 1 is on ROW1, not on ROW7"
    ]
