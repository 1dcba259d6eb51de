"""The boards: 24 tiles and a controller are the circuit of the table, and KiCad finds no fault."""

import re
from csv import DictReader
from io import StringIO
from itertools import pairwise

import pytest

from wiring import CELLS, COLUMNS, ROWS, PinMap, WiringError, read_pins
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
from wiring.boards.fabricate import fabricate, faults, made, missing
from wiring.boards.pads import HEAD, pads
from wiring.boards.route import routed
from wiring.boards.tile import beside as beside_tile
from wiring.boards.tile import pixel_of, tile
from wiring.circuit import GND, V5, V5_RAW, V33, circuit
from wiring.netlist import netlist
from wiring.power import COPPER, FULL, LEAST_VOLTS, budget
from wiring.read import PITCH
from wiring.supply import DARK_PIXEL, OPENS

PINS = read_pins()
TILE = tile(PINS)
CONTROLLER = placed(PINS)
ALL = table(PINS)


@pytest.fixture(scope="module")
def kicad() -> None:
    """Skip what needs KiCad where it is not."""
    if why := missing():
        pytest.skip(why)


def put(name: str, row: int, column: int) -> str:
    """A part or a net of the tile, as the table has it for the tile with this far left cell."""
    if found := re.fullmatch(r"(N[RBT]|[SD][RBT])(\d)(\d\d)", name):
        return f"{found[1]}{int(found[2]) + row}{int(found[3]) + column:02}"
    if found := re.fullmatch(r"(REED|BUTTON|PINS)(\d+)", name):
        return f"{found[1]}{int(found[2]) + column}"
    if found := re.fullmatch(r"ROW(\d)", name):
        return f"ROW{int(found[1]) + row}"
    return V5 if name.startswith(V5) else name


def chained(part: Placed, row: int, column: int) -> tuple[str, dict[str, str]]:
    """A pixel of the tile with its nets, as the table has it."""
    own = next(at for at in ((0, 0), (0, 1), (1, 0), (1, 1))
               if f"LED{pixel_of(PINS, *at)}" == part.ref)  # fmt: skip
    number = pixel_of(PINS, own[0] + row, own[1] + column)
    shift = number - int(part.ref[3:])
    nets = {pad: put(net, row, column) for pad, net in part.pads.items()}
    return f"LED{number}", {
        pad: f"DATA{int(net[4:]) + shift}" if net.startswith("DATA") else net
        for pad, net in nets.items()
    }


def test_24_tiles_are_all_cells_of_the_circuit() -> None:
    found: dict[str, dict[str, str]] = {}
    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            for part in TILE.parts:
                if not part.footprint or part.ref.startswith("C_"):
                    continue
                if part.ref.startswith("LED"):
                    ref, nets = chained(part, row, column)
                else:
                    ref = put(part.ref, row, column)
                    nets = {pad: put(net, row, column) for pad, net in part.pads.items()}
                assert ref not in found
                found[ref] = nets
    last = f"LED{CELLS - 1}"
    found[last].pop("2")  # its output leads nowhere
    for kind in ("reed", "button", "diode", "pixel"):
        for wired in ALL.of(kind):
            if wired.ref == "DREF":  # on the controller's side
                continue
            legs = {leg.number: leg.net for leg in wired.legs if leg.net is not None}
            assert found.pop(wired.ref) == legs, wired.ref
    assert not found


def test_every_line_reaches_both_edges_at_the_same_place_so_that_tiles_meet() -> None:
    holes = {part.ref: part for part in TILE.parts if not part.footprint}
    for row in (0, 1):
        for name in ("ROW", "V", "GND"):
            west, east = holes[f"{name}{row}W"], holes[f"{name}{row}E"]
            assert west.at[1] == east.at[1]
            assert west.pads == east.pads
    for column in (0, 1):
        for layer in "RBT":
            far, near = holes[f"{layer}{column}F"], holes[f"{layer}{column}N"]
            assert far.at[0] == near.at[0]
            assert far.pads == near.pads


def test_parts_lie_where_the_plate_has_its_holes() -> None:
    places = {part.ref: part for part in TILE.parts}
    assert places["LED0"].at == PINS.places.pixel
    assert places["ST000_1"].at == PINS.places.inner
    assert places["ST000_2"].at == PINS.places.outer
    x, y = places["SB101"].at
    middle = (x - PITCH + 3.25, y - PITCH + 2.25)
    assert middle == PINS.places.button
    far = places["SR000"].at[1] - 10.16
    assert far == pytest.approx(PINS.places.reed[1])


def warmer(track: Track, amps: float) -> float:
    """By how many kelvin a track of 35 um gets warmer than the air, by IPC-2221."""
    area = track.width / 0.0254 * 0.035 / 0.0254  # square mil
    return float((amps / (0.048 * area**0.725)) ** (1 / 0.44))


def test_a_row_of_pixels_bears_what_the_fuse_lets_through() -> None:
    power = [track for track in TILE.tracks if track.net.startswith(V5) and len(track.points) == 2
             and track.points[1][0] - track.points[0][0] > PITCH]  # fmt: skip
    assert len(power) == 2
    assert all(warmer(track, OPENS * PINS.supply.fuse) < 40 for track in power)


def test_a_map_whose_parts_lie_elsewhere_has_no_tile() -> None:
    moved: PinMap = PINS._replace(places=PINS.places._replace(reed=(1.0, -8.0)))
    with pytest.raises(WiringError, match=r"cell.reed: the tile has it at 0, -8"):
        tile(moved)


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


def test_the_columns_plugs_have_the_order_of_the_tiles_holes() -> None:
    holes = {part.ref: part for part in TILE.parts if not part.footprint}
    for column in (0, 1):
        edge = sorted((holes[f"{layer}{column}N"].at[0], holes[f"{layer}{column}N"].pads["1"])
                      for layer in "RBT")  # fmt: skip
        assert tuple(net for _, net in edge) == plugs()[f"COL{column}"]
        assert [right[0] - left[0] for left, right in pairwise(edge)] == pytest.approx([2.54, 2.54])
    for column in range(COLUMNS):
        assert plugs()[f"COL{column}"] == tuple(
            put(net, 0, column) for net in plugs()["COL0"]
        )  # fmt: skip
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


def test_the_farthest_pixel_along_six_tiles_has_the_volts_for_white() -> None:
    drawn = budget(PINS)
    width = next(track.width for track in TILE.tracks if track.net == "+5V_0"
                 and track.points[1][0] - track.points[0][0] > PITCH)  # fmt: skip
    in_row = COLUMNS * (3 * FULL * PINS.brightness + DARK_PIXEL) / 1000
    copper = COPPER * COLUMNS * PITCH / 1000 / (width * 0.035)  # ohm; as much again in 0 V
    assert in_row / 2 * 2 * copper < 0.1
    assert drawn.farthest + drawn.row - in_row * copper > LEAST_VOLTS


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
@pytest.mark.parametrize("board", ["tile", "controller"])
def test_kicad_finds_no_fault_and_writes_what_a_board_house_takes(
    files: dict[str, bytes], board: str
) -> None:
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
def test_24_tiles_as_kicad_reads_them_are_on_the_nets_of_the_netlist(
    files: dict[str, bytes],
) -> None:
    wanted = in_netlist(netlist(ALL))
    read = on_board(files["tile/tile-pads.csv"].decode())
    found = {}
    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            shift = {f"LED{pixel_of(PINS, *at)}": pixel_of(PINS, at[0] + row, at[1] + column)
                     - pixel_of(PINS, *at) for at in ((0, 0), (0, 1), (1, 0), (1, 1))}  # fmt: skip
            for (ref, pad), net in read.items():
                if ref in shift:
                    at = f"LED{int(ref[3:]) + shift[ref]}"
                    led = f"DATA{int(net[4:]) + shift[ref]}" if net.startswith("DATA") else net
                    found[at, pad] = led
                elif re.fullmatch(r"[SD][RBT]\d{3}", ref):
                    found[put(ref, row, column), pad] = put(net, row, column)
    assert found.pop((f"LED{CELLS - 1}", "2")) == f"DATA{CELLS}"  # which leads nowhere
    assert found == {end: net for end, net in wanted.items() if on_tiles(end[0])}


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
@pytest.mark.parametrize(
    ("board", "drawn"), [("tile", TILE), ("controller", CONTROLLER)], ids=["tile", "controller"]
)
def test_pads_lie_where_the_router_takes_them_to_be(
    files: dict[str, bytes], board: str, drawn: Board
) -> None:
    (left, _), (_, near) = drawn.corners
    read = sorted((row["part"], row["pad"], float(row["x"]), float(row["y"]))
                  for row in listed(files, f"{board}/{board}-pads.csv"))  # fmt: skip
    taken = sorted((pad.ref, pad.number, pad.at[0] - left, near - pad.at[1])
                   for part in drawn.parts for pad in pads(part))  # fmt: skip
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


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
def test_a_track_that_joins_two_nets_and_one_that_is_missing_are_found() -> None:
    bridge = Track(GND, "F.Cu", 0.4, ((-18.5, -12), (-18.5, -1.5)))
    short = TILE._replace(tracks=(*TILE.tracks, bridge))
    assert faults(made("short", short)["short.drc"].decode())
    cut = TILE._replace(tracks=TILE.tracks[1:])
    (fault,) = faults(made("cut", cut)["cut.drc"].decode())
    assert fault.startswith("[unconnected_items]")


@pytest.mark.slow
@pytest.mark.usefixtures("kicad")
def test_a_pad_on_another_net_is_found() -> None:
    wrong = [part._replace(pads={**part.pads, "1": "ROW1"}) if part.ref == "DR000" else part
             for part in TILE.parts]  # fmt: skip
    read = made("wrong", TILE._replace(parts=tuple(wrong)))["wrong-pads.csv"].decode()
    assert differences(own(TILE, ALL), read, beside_tile(PINS)) == [
        "DR000 pad 1 is on ROW1, not on ROW0"
    ]
