"""The frame and all parts of the table, with their places in space.

Places are mm from the far left corner of the fields: to the right, towards the near edge, and up
from the plate's top. Each part is made of upright boxes and cylinders, and is put into its place
from below or from above, in the order in which they are given.
"""

from collections.abc import Iterator, Sequence
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
_STAND = 2.5  # mm, the radius of a stand-off
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
PLUGS = 17.0, 16.0  # mm: of the Pi's length at its right, its USB plugs, and their height
CONTROLLER = 1.6, 16.0  # mm: its thickness, and its tallest part, C1
SLEEVE = 3.0, BODY_HIGH  # mm: radius and height, as high as the body of a button
SCREW = 1.5, 12.0  # mm: radius of an M3, and its length with the head
HEAD = 2.8, 1.7  # mm: radius and height of its countersunk head (ISO 10642)
NUT = 3.2, 2.4  # mm: radius round its corners, and height (ISO 4032)
SCREW_HOLE = 3.2  # mm across, for such a screw
PLUG = 3.5, 6.0, 13.0
"""Mm of a ribbon's plug: from its last pin to its end, its width, and its depth downwards."""
FLAT_HALL = 0.65, 1.46, 1.1  # mm: half of each side of a tilt sensor in SOT-23, and its height
_ROUND = 60.0  # mm more round the near edge, up its board of the frame and down again
_RIBBON = 5.0, 1.27  # mm: the room that its bend takes at the foot of a plug, and for each wire


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


def tiled(pins: PinMap) -> Iterator[Body]:
    """Yield all parts of the table of tiles, with the controller's board, in the same order."""
    yield from plate(pins, holes=tile.screws())
    for cell in range(CELLS):
        yield from tile_parts(pins, cell)
    for row, column in tile.each():
        yield from tile_board(pins, row, column)
    yield from _ribbons(pins)
    yield from frame(pins)
    yield from floor(pins, controller=True)
    yield from pieces(pins)


def plate(pins: PinMap, holes: Sequence[tuple[float, float]] = ()) -> Iterator[Body]:
    """Yield the plate: its fields with their holes, and its edges.

    holes: screw holes for each four fields, mm from the middle of the far left field.
    """
    low = -pins.cell.plate
    screws = [(x + PITCH * (column + 0.5), y + PITCH * (row + 0.5)) for row, column in tile.each() for x, y in holes]
    for cell in range(CELLS):
        x, y = centre(cell)
        half = PITCH / 2
        drilled = [
            Round((x + right, y + near), DRILLED[name] / 2, low, 0.0)
            for name, (right, near) in pins.cell.each().items()
            if name in DRILLED
        ]
        for at in screws:
            if max(abs(at[0] - x), abs(at[1] - y)) < half + HEAD[0]:
                drilled += [Round(at, SCREW_HOLE / 2, low, 0.0), Round(at, HEAD[0], -HEAD[1], 0.0)]
        field = Box((x - half, y - half, low), (x + half, y + half, 0.0))
        yield Body(f"plate {cell // COLUMNS},{cell % COLUMNS}", (field,), holes=tuple(drilled))
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


def floor(pins: PinMap, *, controller: bool = False) -> Iterator[Body]:
    """Yield the floor after the parts that lie on it and go in with it.

    controller: with the controller's board on the Pi, in place of the perfboards.
    """
    top = -pins.cell.plate - pins.cell.frame
    at = PILLAR_OF_TILES if controller else PILLAR_AT
    yield Body("pillar", (Round(at, PILLAR, top, top + pillar_high(pins, tiles=controller)),))
    if controller:
        yield from _controller(top)
    else:
        for name, ((x, y), (wide, deep), high) in (PERFBOARDS | {"Raspberry Pi": PI}).items():
            yield Body(name, (Box((x, y, top), (x + wide, y + deep, top + high)),))
    yield Body("floor", (Box((-WOOD, -WOOD, top - FLOOR), (WIDE + WOOD, DEEP + WOOD, top)),))


def pillar_high(pins: PinMap, *, tiles: bool = False) -> float:
    """Return the height of the pillar, from the floor to the plate or to the tiles, mm."""
    return round(pins.cell.frame - (SLEEVE[1] + tile.THICK if tiles else 0.0), 3)


def _controller(top: float) -> Iterator[Body]:
    """Yield the controller and the Pi below it, from the top: all go in from below.

    The controller is a solid as high as its tallest part. top: the height of the floor's top.
    """
    (x, y), (wide, deep), _ = PI
    board = top + STAND_OFF
    above = board + PI_BOARD
    under = above + controller.APART
    pin = header_of_pi()
    (left, first), (right, near) = controller.corners()
    thick, tallest = CONTROLLER

    def stands(name: str, low: float, high: float) -> Body:
        return Body(
            name,
            tuple(Round((pin[0] + right, pin[1] + near), _STAND, low, high) for right, near in controller.pi_holes()),
        )

    yield Body(
        "controller",
        (Box((pin[0] + left, pin[1] + first, under), (pin[0] + right, pin[1] + near, under + thick + tallest)),),
    )
    yield stands("stand-offs below the controller", above, under)
    edge = x + wide - PLUGS[0]
    yield Body(
        "Raspberry Pi",
        (
            Box((x, y, board), (x + wide, y + deep, above)),
            Box((edge, y, above), (x + wide, y + deep, above + PLUGS[1])),
        ),
    )
    yield stands("stand-offs below the Pi", top, board)


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
    yield from _reeds(pins, cell, LEG)
    if cell in pins.parts.tilts:
        hall = _box(_beside(cell, pins.cell.hall), HALL, under - HALL_HIGH, under)
        yield Body(f"tilt sensor {at}", (hall,))
    spot, high = _beside(cell, pins.cell.pixel), under + LED_HIGH
    yield Body(
        f"pixel {at}",
        (Round(spot, pins.cell.board / 2, under - BOARD_HIGH, under), _box(spot, (LED / 2, LED / 2), under, high)),
    )
    yield _button(pins, cell, LATH_DOWN)
    assert BODY_HIGH < LATH_DOWN


def tile_parts(pins: PinMap, cell: int) -> Iterator[Body]:
    """Yield the parts of a cell that stand on its tile, below the plate."""
    at, top = f"{cell // COLUMNS},{cell % COLUMNS}", _tile_top(pins)
    yield from _reeds(pins, cell, SLEEVE[1] - pins.reed.across / 2)
    *half, high = FLAT_HALL
    hall = _box(_beside(cell, pins.cell.hall), (half[0], half[1]), top, top + high)
    yield Body(f"tilt sensor {at}", (hall,))
    pixel = _box(_beside(cell, pins.cell.pixel), (LED / 2, LED / 2), top, top + LED_HIGH)
    yield Body(f"pixel {at}", (pixel,))
    yield _button(pins, cell, SLEEVE[1])


def tile_board(pins: PinMap, row: int, column: int) -> Iterator[Body]:
    """Yield a tile with its sleeves, headers with plugs, screws and nuts. row, column: a cell's."""
    at, top = f"{row},{column}", _tile_top(pins)
    low, under = top - tile.THICK, -pins.cell.plate
    x, y = centre(COLUMNS * row + column)
    spots = [(x + right, y + near) for right, near in tile.screws()]
    bores = tuple(Round(spot, SCREW_HOLE / 2, low, under) for spot in spots)
    for spot, bore in zip(spots, bores, strict=True):
        yield Body(f"sleeve {at} {spot[0]:g}", (Round(spot, SLEEVE[0], top, under),), holes=(bore,))
    (left, far), (right, near) = tile.CORNERS
    gap = 0.1  # each tile is so much smaller, all around
    board = Box((x + left + gap, y + far + gap, low), (x + right - gap, y + near - gap, top))
    yield Body(f"tile {at}", (board,), holes=bores)
    for spot in spots:
        bolt, end = Round(spot, SCREW[0], -SCREW[1], 0.0), low - NUT[1]
        yield Body(f"screw {at} {spot[0]:g}", (bolt, Round(spot, HEAD[0], -HEAD[1], 0.0)), Way.ABOVE)
        yield Body(
            f"nut {at} {spot[0]:g}",
            (Round(spot, NUT[0], end, low),),
            holes=(Round(spot, SCREW[0], end - SCREW[1], low),),
        )
    for name in tile.HEADERS:
        yield Body(f"plug {at} {name}", (_plug(name, (x, y), low),))


def _ribbons(pins: PinMap) -> Iterator[Body]:
    """Yield the ribbons from plug to plug; a bend takes the room between two plugs."""
    low = _tile_top(pins) - tile.THICK
    for row, column in tile.each():
        at = centre(COLUMNS * row + column)
        for name, to, (right, near) in (("E", "W", (1, 0)), ("N", "F", (0, 1))):
            if column + 2 * right >= COLUMNS or row + 2 * near >= ROWS:
                continue
            one = _plug(name, at, low)
            beyond = at[0] + tile.WIDE * right, at[1] + tile.WIDE * near
            other = _plug(to, beyond, low)
            ends = [list(one.last[:2]), list(other.first[:2])]
            middle = (one.first[near == 0] + one.last[near == 0]) / 2
            for end, way in zip(ends, (-1, 1), strict=True):
                end[near == 0] = middle + way * _RIBBON[1] * tile.HEADERS[name] / 2
            (left, far), (last, nearer) = ends
            end_, high = low - PLUG[2], low - PLUG[2] + _RIBBON[0]
            yield Body(f"ribbon {row},{column} {name}", (Box((left, far, end_), (last, nearer, high)),))


def _plug(name: str, at: tuple[float, float], low: float) -> Box:
    """Return the header of a tile with its plug. at: the middle of the tile's first cell."""
    pins = [tile.pin(name, number) for number in range(1, tile.HEADERS[name] + 1)]
    (left, right), (far, near) = ((min(along), max(along)) for along in zip(*pins, strict=True))
    long, middle = max(right - left, near - far) / 2, ((left + right) / 2, (far + near) / 2)
    sizes = long + PLUG[0], PLUG[1] / 2
    half = sizes if right - left > near - far else sizes[::-1]
    return _box((at[0] + middle[0], at[1] + middle[1]), half, low - PLUG[2], low)


def _tile_top(pins: PinMap) -> float:
    return -pins.cell.plate - SLEEVE[1]


def _beside(cell: int, place: tuple[float, float]) -> tuple[float, float]:
    """Return the place on the table of a place in a cell."""
    (x, y), (right, near) = centre(cell), place
    return x + right, y + near


def _box(at: tuple[float, float], half: tuple[float, float], low: float, high: float) -> Box:
    (x, y), (wide, deep) = at, half
    return Box((x - wide, y - deep, low), (x + wide, y + deep, high))


def _reeds(pins: PinMap, cell: int, leg: float) -> Iterator[Body]:
    """Yield the reeds of a cell below the plate. leg: mm from the axis to the end of the wires."""
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
                *(_box((x, y + way * bend), wire, axis - leg, axis) for way in (-1, 1)),
            ),
        )


def _button(pins: PinMap, cell: int, high: float) -> Body:
    """Return the button of a cell. high: mm of its body and the bent legs below it."""
    at, under = _beside(cell, pins.cell.button), -pins.cell.plate
    return Body(
        f"button {cell // COLUMNS},{cell % COLUMNS}",
        (_box(at, (BODY, BODY), under - high, under), Round(at, CAP, under, PROUD)),
    )
