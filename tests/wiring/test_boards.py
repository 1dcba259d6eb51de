"""The tile: 24 of them are the matrix and the pixels of the circuit, and KiCad finds no fault."""

import re
from collections import Counter

import pytest

from wiring import CELLS, COLUMNS, ROWS, PinMap, WiringError, read_pins
from wiring.boards.fabricate import fabricate, faults, made, missing
from wiring.boards.tile import Placed, Track, pixel_of, tile
from wiring.circuit import GND, V5, circuit
from wiring.read import PITCH
from wiring.supply import OPENS

PINS = read_pins()
TILE = tile(PINS)
ALL = circuit(PINS._replace(parts=PINS.parts._replace(tilts=tuple(range(CELLS)))))


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


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_kicad_finds_no_fault_and_writes_what_a_board_house_takes() -> None:
    files = fabricate(PINS)
    report = files["tile/tile.drc"].decode()
    assert faults(report) == []
    assert "unconnected" not in report.replace("Found 0 unconnected", "").replace(
        "** Found 0 unconnected", "")  # fmt: skip
    names = {name.rpartition("/")[2] for name in files}
    assert {"tile.kicad_pcb", "tile-F_Cu.gbr", "tile-B_Cu.gbr", "tile-Edge_Cuts.gbr",
            "tile-PTH.drl", "tile-placement.csv", "tile-bom.csv"} <= names  # fmt: skip
    placed = files["tile/tile-placement.csv"].decode().splitlines()[1:]
    kinds = Counter(line[:2] for line in placed)
    assert kinds == {"SR": 4, "SB": 4, "DR": 4, "DB": 4, "DT": 4, "LE": 4, "C_": 4}
    assert "GND" in files["tile/tile.kicad_pcb"].decode()


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_track_that_joins_two_nets_and_one_that_is_missing_are_found() -> None:
    bridge = Track(GND, "F.Cu", 0.4, ((-18.5, -12), (-18.5, -8)))
    short = TILE._replace(tracks=(*TILE.tracks, bridge))
    assert faults(made("short", short)["short.drc"].decode())
    cut = TILE._replace(tracks=TILE.tracks[1:])
    (fault,) = faults(made("cut", cut)["cut.drc"].decode())
    assert fault.startswith("[unconnected_items]")
