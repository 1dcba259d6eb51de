"""The wires of the table: both ends of each, its colour, thickness and length.

They are made from the circuit and the places of the parts, net by net: the shortest tree that joins
the legs of a net, as it is soldered from part to part. A button and its diode, and the parts of a
tilt sensor, are joined by their own leads; pins that are joined inside the Pi need no wire. Lengths
follow the edges of the cells, with an allowance for the ends. Parts on the floor are reached round
the near edge, so that the floor can be turned over it and lie beside the table.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wiring.circuit import CELL_PART, GND, POWERED, V5, V5_RAW, V33, Circuit, Leg, Part, circuit, style_of
from wiring.frame import KEY, KEYS_APART, PERFBOARDS, WOOD, aside
from wiring.perfboards import HOLE, soldered
from wiring.pins import PinMap
from wiring.read import COLUMNS, PITCH
from wiring.text import table_csv

ENDS = 20.0  # mm that a wire is longer than its way, for stripping and soldering
DROP = 40.0  # mm from the plate down to the parts in the frame
FINE = 0.14  # mm2, AWG 26
JOINS = 0.5  # mm2, the wire that joins the 0 V of both supplies
_SENSOR = re.compile(r"[HRC]T\d")  # parts that are fed from the pixel of their cell
_PANEL = frozenset({"key", "buzzer", "display"})  # kinds of parts in the near board of the frame
_FED = frozenset({"J2", "F1", "C1", "LS1", "C_LS1"})  # parts that the supply of the pixels feeds

Point = tuple[float, float]
"""Mm to the right of the far left corner of the plate, and towards the near edge."""


class Wire(NamedTuple):
    """A wire. start, end: legs, as ``U1 21``. area: mm2. length: mm. step: of the guide."""

    net: str
    start: str
    end: str
    colour: str
    area: float
    length: int
    step: int


class _End(NamedTuple):
    leg: str
    kind: str
    at: Point
    below: bool  # in the frame, not on the plate


def harness(pins: PinMap, wired: Circuit | None = None) -> list[Wire]:
    """Return every wire, in the order of the steps of the guide."""
    wired = wired or circuit(pins)
    holes = {
        (one.part.ref, leg): _floor(one.board, hole) for one in soldered(pins, wired) for leg, hole in one.holes.items()
    }
    wires = [
        wire
        for net, legs in wired.nets().items()
        if style_of(net).wire
        for wire in _tree(pins, net, [_end(pins, part, leg, holes) for part, leg in _joined(net, legs)])
    ]
    return sorted(wires, key=lambda wire: wire.step)


def _joined(net: str, legs: list[tuple[Part, Leg]]) -> Iterator[tuple[Part, Leg]]:
    """Yield the legs that need a wire: a single leg of the Pi's supply pins."""
    seen = False
    for part, leg in legs:
        if part.kind == "pi" and net in (V33, GND):
            if seen:
                continue
            seen = True
        yield part, leg


def _end(pins: PinMap, part: Part, leg: Leg, holes: Mapping[tuple[str, str], Point]) -> _End:
    on_board = holes.get((part.ref, leg.number))
    at, below = (on_board, True) if on_board else _place(pins, part)
    return _End(f"{part.ref} {leg.number}", part.kind, at, below)


def _place(pins: PinMap, part: Part) -> tuple[Point, bool]:
    """Return the place of a part that is on no perfboard, and whether that is below the plate, in the frame."""
    if found := CELL_PART.fullmatch(part.ref):
        row, column, cell = int(found["row"]), int(found["column"]), pins.cell
        reed = cell.reed[part.ref.endswith("N")]
        right, near = {"R": reed, "B": cell.button, "T": cell.hall}[found["layer"]]
        return (PITCH * (column + 0.5) + right, PITCH * (row + 0.5) + near), False
    if part.kind in ("pixel", "row fuse"):
        fused = part.kind == "row fuse"  # at the left edge
        row, column = (int(part.ref[4:]), 0) if fused else divmod(pins.chain[int(part.ref[3:])], COLUMNS)
        right, near = (-2.0 - PITCH / 2, 0.0) if fused else pins.cell.pixel
        return (PITCH * (column + 0.5) + right, PITCH * (row + 0.5) + near), False
    panel = [*(f"SW_{key}" for key in pins.keys), "DS1", "BZ1"]
    if part.ref in panel:
        return (KEY[0] - KEYS_APART * panel.index(part.ref), KEY[1]), True
    at_jack = {"C1": (-2.0, 6.0), "F1": (-2.0, 4.0), "J2": (-WOOD, 2.0)}
    return at_jack[part.ref], True


def _floor(board: str, hole: tuple[int, int]) -> Point:
    """Return the place of a perfboard's hole while the floor lies beside the near edge."""
    (x, y), *_ = PERFBOARDS[board]
    return aside(x + HOLE * hole[0], y + HOLE * hole[1])


def _tree(pins: PinMap, net: str, ends: list[_End]) -> Iterator[Wire]:
    """Yield the wires of a net: the shortest tree over its legs."""
    inside, outside = ends[:1], ends[1:]
    nearest = [(_cost(net, inside[0], end), 0) for end in outside]  # cost, and place in `inside`
    while outside:
        at = min(range(len(outside)), key=lambda n: (*nearest[n], n))
        (_, near), other = nearest.pop(at), outside.pop(at)
        yield _wire(pins, net, inside[near], other)
        nearest = [min(best, (_cost(net, other, end), len(inside))) for best, end in zip(nearest, outside, strict=True)]
        inside.append(other)


def _cost(net: str, one: _End, other: _End) -> float:
    """Return the cost of a wire between two legs: high where it should not run.

    Supplies run along the left edge and from there along each row, nowhere else from row to row. A
    tilt sensor is fed from the pixel of its own cell.
    """
    across, along = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
    pixels = one.kind == other.kind == "pixel"
    sensors = [end for end in (one, other) if not end.below and end.kind != "pixel"]
    if _powers(net) and sensors:
        return across + along + (0 if _cell(one) == _cell(other) else 5000)
    if _powers(net) and pixels and along and one.at[0] > PITCH:
        return across + 20 * along
    kinds = {one.kind, other.kind}
    if _powers(net) and "pixel" in kinds and not pixels and one.below != other.below:
        return across + along + (1000 if "1000 uF" in kinds else 5000)  # they meet once, at C1
    sides = {end.below and end.leg.split()[0] not in _FED for end in (one, other)}
    if net == GND and len(sides) == 2 and kinds != {"pi", "level shifter"}:
        return across + along + 9000  # the 0 V of both supplies meet only there
    if net == GND and kinds & _PANEL and kinds - _PANEL - {"pi"}:
        return across + along + 200  # their 0 V is the Pi's
    if _powers(net) and kinds & {"1000 uF", "fuse", "row fuse"} and kinds & {"10 kohm", "100 nF"}:
        return across + along + 200  # the thick wire feeds the level shifter
    return across + along + DROP * (one.below != other.below)


def _powers(net: str) -> bool:
    """Return whether a net feeds the pixels: 5 V, that of a row, or 0 V."""
    return net == GND or (net.startswith(V5) and net != V5_RAW)


def _cell(end: _End) -> tuple[float, float]:
    """Return the row and the column of the cell over the end of a wire."""
    return end.at[1] // PITCH, end.at[0] // PITCH


def _wire(pins: PinMap, net: str, one: _End, other: _End) -> Wire:
    across, along = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
    length = across + along + DROP * (one.below != other.below) + ENDS
    area = FINE
    if _powers(net) or net == V5_RAW:
        kinds = {one.kind, other.kind}
        if "supply" in kinds:
            area, length = pins.supply.lead, 1000 * pins.supply.lead_length
        elif kinds & {"fuse", "1000 uF"} or kinds == {"row fuse"}:
            area = pins.supply.feed
        elif not (one.below or other.below):
            far = along > PITCH / 2 and kinds == {"pixel"}
            area = pins.supply.feed if far else pins.supply.row
        elif net == GND and kinds == {"pi", "level shifter"}:
            area = JOINS
    return Wire(net, one.leg, other.leg, style_of(net).wire, area, round(length), _step(net, one, other))


def _step(net: str, one: _End, other: _End) -> int:
    """Return the step of the guide in which a wire is soldered."""
    kinds = {one.kind, other.kind}
    sensors = [end for end in (one, other) if _SENSOR.match(end.leg)]
    if _powers(net) and (sensors or kinds & {"10 kohm", "15 kohm"}):
        return style_of(POWERED).step
    if net == GND and kinds & {"key", "buzzer"}:
        return 2
    if net == GND and kinds & {"expander", "display"}:
        return 3
    return style_of(net).step


def document(pins: PinMap, wired: Circuit) -> str:
    """Return the harness as CSV, with a line of headings."""
    rows = ((*wire[:4], f"{wire.area:g}", wire.length, wire.step) for wire in harness(pins, wired))
    return table_csv(("net", "from", "to", "colour", "mm2", "mm", "step"), rows)
