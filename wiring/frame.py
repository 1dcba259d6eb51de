"""The frame and all parts of the table, with their places in space.

Places are mm from the far left corner of the fields: to the right, towards the near edge, and up
from the plate's top. Each part is made of upright boxes and cylinders, and is put into its place
from below or from above, in the order in which they are given.
"""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from wiring import controller, tile
from wiring.pins import PinMap
from wiring.places import BEND, BODY, BODY_HIGH, CAP, CAP_HIGH, DRILLED, HALL, LED, PROUD
from wiring.read import CELLS, COLUMNS, PITCH, ROWS
from wiring.sheets.shapes import SHEET_HEIGHT, SHEET_WIDTH, centre

WIDE, DEEP = SHEET_WIDTH, SHEET_HEIGHT
WOOD = 12.0  # mm, the thickness of the frame's boards, on which the plate's edges lie
PLATE = WIDE + 2 * WOOD, DEEP + 2 * WOOD
LATH = 8.0, 10.0  # mm across and high
LATH_LONG = WIDE - 10
LATH_FAR = 1.0  # mm that its middle is far of the buttons', away from the wires of the reeds
LATH_DOWN = 4.0  # mm below the plate: a button's body and its legs, bent flat
BLOCK = 8.0  # mm, both sides of the blocks between lath and plate
BLOCKS = tuple(PITCH * column + 6 for column in (0, 4, 8, COLUMNS - 1))
"""The places of the blocks of a lath, to the right: beside its reeds and buttons."""
FLOOR = 4.0  # mm, the thickness of the floor
STAND_OFF = 6.0  # mm, the height of the stand-offs of perfboards and Pi
LED_HIGH = BOARD_HIGH = 1.6  # mm, of a WS2812B and of its board
HALL_HIGH = 1.5  # mm, a tilt sensor that lies flat
LEG = 5.0  # mm of a reed's wire from where it is bent to its joint
_WIRE = 0.25  # mm, half of such a wire
PERFBOARDS = {  # on the floor: far left corner, size, and height with stand-offs
    "perfboard, data": ((25.0, 45.0), (160.0, 100.0), 30.0),
    "perfboard, chips": ((205.0, 45.0), (160.0, 100.0), 30.0),
}
"""The level shifter is near the first pixel, the chips near the Pi."""
PILLAR = 4.0  # mm, the radius of the pillar on which the plate's middle rests: without it an elbow bends the plate
PILLAR_AT, PILLAR_OF_TILES = (247.0, 162.5), (236.5, 161.5)  # where no part of a cell and no nut is
KEY, KEYS_APART = (440.0, DEEP), 40.0
"""The rightmost key in the near board of the frame, and mm from each to the next to the left: after
the keys the display, after that the piezo.
"""
PI = (380.0, 120.0), (85.0, 56.0), 28.0
"""The place of the Raspberry Pi on the floor, as above; its longer side runs along the far edge."""
PI_BOARD = 1.6  # mm thick
PI_HOLE = 3.5  # mm from the edges of a Pi to the middle of its holes
CONTROLLER = 1.6, 16.0  # mm: its thickness, and its tallest part, C1
SLEEVE = 3.0, BODY_HIGH  # mm: radius and height, as high as the body of a button
SCREW = 12.0  # mm, the length of a countersunk M3 (ISO 10642) with its head
NUT = 2.4  # mm, its height (ISO 4032)
SCREW_HOLE = 3.2  # mm across, for such a screw
PLUG = 13.0  # mm, the depth of a ribbon's plug
_ROUND = 60.0  # mm more round the near edge, up its board of the frame and down again


class Way(Enum):
    """The side from which a part is put into its place."""

    BELOW = "from below"
    ABOVE = "from above"


class Box(NamedTuple):
    """An upright box: from and to, each to the right, towards the near edge, up."""

    first: tuple[float, float, float]
    last: tuple[float, float, float]


class Round(NamedTuple):
    """An upright cylinder. at: its middle. radius, low, high: mm."""

    at: tuple[float, float]
    radius: float
    low: float
    high: float


class Body(NamedTuple):
    """A part of the table. holes: the holes in its shapes."""

    name: str
    shapes: tuple[Box | Round, ...]
    way: Way = Way.BELOW
    holes: tuple[Round, ...] = ()


def bodies(pins: PinMap) -> Iterator[Body]:
    """Yield all parts of the table that is wired by hand, in the order in which they go in.

    The plate is in pieces, a piece for each field and its edges: they are checked faster.
    """
    yield from plate(pins)
    for cell in range(CELLS):
        yield from cell_parts(pins, cell)
    for row in range(ROWS):
        yield from lath(pins, row)
    yield from frame(pins)
    yield from floor(pins)
    yield from pieces(pins)


def plate(pins: PinMap) -> Iterator[Body]:
    """Yield the plate: its fields with their holes, and its edges."""
    low = -pins.cell.plate
    for cell in range(CELLS):
        x, y = centre(cell)
        half = PITCH / 2
        drilled = tuple(
            Round((x + right, y + near), DRILLED[name] / 2, low, 0.0)
            for name, (right, near) in pins.cell.each().items()
            if name in DRILLED
        )
        field = Box((x - half, y - half, low), (x + half, y + half, 0.0))
        yield Body(f"plate {cell // COLUMNS},{cell % COLUMNS}", (field,), holes=drilled)
    yield Body("edges of the plate", tuple(_around(low, 0.0)))


def lath(pins: PinMap, row: int) -> Iterator[Body]:
    """Yield the lath below a row of buttons, after its blocks."""
    y = PITCH * (row + 0.5) + pins.cell.button[1] - LATH_FAR
    top = -pins.cell.plate
    for x in BLOCKS:
        half = BLOCK / 2
        yield Body(f"block {row} at {x:g}", (Box((x - half, y - half, top - LATH_DOWN), (x + half, y + half, top)),))
    left = (WIDE - LATH_LONG) / 2
    under = top - LATH_DOWN
    yield Body(
        f"lath {row}", (Box((left, y - LATH[0] / 2, under - LATH[1]), (left + LATH_LONG, y + LATH[0] / 2, under)),)
    )


def frame(pins: PinMap) -> Iterator[Body]:
    """Yield the boards of the frame, below the plate's edges."""
    sides = "far", "near", "left", "right"
    for side, board in zip(sides, _around(-pins.cell.plate - pins.cell.frame, -pins.cell.plate), strict=True):
        yield Body(f"{side} board of the frame", (board,))


def floor(pins: PinMap) -> Iterator[Body]:
    """Yield the floor after the parts that lie on it and go in with it."""
    top = -pins.cell.plate - pins.cell.frame
    yield Body("pillar", (Round(PILLAR_AT, PILLAR, top, top + pillar_high(pins)),))
    for name, ((x, y), (wide, deep), high) in (PERFBOARDS | {"Raspberry Pi": PI}).items():
        yield Body(name, (Box((x, y, top), (x + wide, y + deep, top + high)),))
    yield Body("floor", (Box((-WOOD, -WOOD, top - FLOOR), (WIDE + WOOD, DEEP + WOOD, top)),))


def pillar_high(pins: PinMap, *, tiles: bool = False) -> float:
    """Return the height of the pillar, from the floor to the plate or to the tiles, mm."""
    return round(pins.cell.frame - (SLEEVE[1] + tile.THICK if tiles else 0.0), 3)


def header_of_pi() -> tuple[float, float]:
    """Return the place of pin 1 of the Pi's header."""
    (x, y), *_ = PI
    (hole, far) = min(controller.pi_holes())
    return x + PI_HOLE - hole, y + PI_HOLE - far


def aside(x: float, y: float) -> tuple[float, float]:
    """Return a place on the floor as mm to the right, and towards and over the near edge.

    It is measured while the floor lies beside the table, turned over its near edge: wires to the
    plate are that long, and the table can be opened again.
    """
    edge = DEEP + WOOD
    return x, 2 * edge - y + _ROUND


def pieces(pins: PinMap) -> Iterator[Body]:
    """Yield a piece on each field, on the sheet: hourglasses where their holes are."""
    cap = pins.cell.sheet + PROUD  # on the sheet where a button lifts it
    for cell in range(CELLS):
        at = centre(cell)
        name = f"piece {cell // COLUMNS},{cell % COLUMNS}"
        if cell in pins.parts.tilts:
            high = cap + pins.glass.floor + pins.glass.magnet.high + pins.glass.high
            ends = Round(at, pins.cell.foot, cap, cap + CAP_HIGH), Round(at, pins.cell.foot, high - CAP_HIGH, high)
            yield Body(name, (*ends, Round(at, pins.glass.across / 2, cap + CAP_HIGH, high - CAP_HIGH)), Way.ABOVE)
        else:
            yield Body(name, (Round(at, pins.cell.foot, cap, cap + pins.stack),), Way.ABOVE)


def _around(low: float, high: float) -> Iterator[Box]:
    """Yield four boards round the fields: far, near, left and right."""
    right, near = WIDE + WOOD, DEEP + WOOD
    yield Box((0.0, -WOOD, low), (WIDE, 0.0, high))
    yield Box((0.0, DEEP, low), (WIDE, near, high))
    yield Box((-WOOD, -WOOD, low), (0.0, near, high))
    yield Box((WIDE, -WOOD, low), (right, near, high))


def cell_parts(pins: PinMap, cell: int) -> Iterator[Body]:
    """Yield the parts of a cell, which are glued below the plate or come through it."""
    at, under = f"{cell // COLUMNS},{cell % COLUMNS}", -pins.cell.plate
    yield from _reeds(pins, cell)
    if cell in pins.parts.tilts:
        hall = _box(_beside(cell, pins.cell.hall), HALL, under - HALL_HIGH, under)
        yield Body(f"tilt sensor {at}", (hall,))
    spot, high = _beside(cell, pins.cell.pixel), under + LED_HIGH
    yield Body(
        f"pixel {at}",
        (Round(spot, pins.cell.board / 2, under - BOARD_HIGH, under), _box(spot, (LED / 2, LED / 2), under, high)),
    )
    yield _button(pins, cell)


def _beside(cell: int, place: tuple[float, float]) -> tuple[float, float]:
    """Return the place on the table of a place in a cell."""
    (x, y), (right, near) = centre(cell), place
    return x + right, y + near


def _box(at: tuple[float, float], half: tuple[float, float], low: float, high: float) -> Box:
    (x, y), (wide, deep) = at, half
    return Box((x - wide, y - deep, low), (x + wide, y + deep, high))


def _reeds(pins: PinMap, cell: int) -> Iterator[Body]:
    """Yield the reeds of a cell below the plate."""
    under = -pins.cell.plate
    for place in pins.cell.reed:
        x, y = _beside(cell, place)
        low, axis = under - pins.reed.across, under - pins.reed.across / 2
        bend, wire = pins.reed.long / 2 + BEND, (_WIRE, _WIRE)
        yield Body(
            f"reed {cell // COLUMNS},{cell % COLUMNS} {place[0]:g}",
            (
                _box((x, y), (pins.reed.across / 2, pins.reed.long / 2), low, under),
                _box((x, y), (_WIRE, bend), axis - _WIRE, axis + _WIRE),
                *(_box((x, y + way * bend), wire, axis - LEG, axis) for way in (-1, 1)),
            ),
        )


def _button(pins: PinMap, cell: int) -> Body:
    """Return the button of a cell, with its bent legs below it."""
    at, under = _beside(cell, pins.cell.button), -pins.cell.plate
    return Body(
        f"button {cell // COLUMNS},{cell % COLUMNS}",
        (_box(at, (BODY, BODY), under - LATH_DOWN, under), Round(at, CAP, under, PROUD)),
    )
