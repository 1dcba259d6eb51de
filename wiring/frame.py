"""What carries the table, and where each part of it is in space.

Places are mm from the far left corner of the fields: to the right, towards the near edge, and up
from the plate's top. Each part is made of upright boxes and cylinders, and is put into its place
from below or from above, in the order in which they are given.
"""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from wiring.boards.controller import APART, CORNERS, PI_HOLES
from wiring.pins import PinMap
from wiring.places import (
    BEND,
    BODY,
    BODY_HIGH,
    CAP,
    CAP_HIGH,
    DRILLED,
    HALL,
    LED,
    PROUD,
)
from wiring.read import CELLS, COLUMNS, PITCH, ROWS

WIDE, DEEP = COLUMNS * PITCH, ROWS * PITCH  # mm, all fields
WOOD = 12.0  # mm, how thick the frame's boards are, on which the plate's edges lie
PLATE = WIDE + 2 * WOOD, DEEP + 2 * WOOD
LATH = 8.0, 10.0  # mm across and high
LATH_LONG = WIDE - 10
LATH_FAR = 1.0  # mm that its middle is far of the buttons', away from the wires of the reeds
LATH_DOWN = 4.0  # mm below the plate: a button's body and its legs, bent flat
BLOCK = 8.0  # mm, both sides of the blocks between lath and plate
BLOCKS = tuple(PITCH * column + 6 for column in (0, 4, 8, COLUMNS - 1))
"""Where the blocks of a lath are, to the right: beside its reeds and buttons."""
FLOOR = 4.0  # mm, how thick the floor is
STAND_OFF = 6.0  # mm, what perfboards and Pi stand on
LED_HIGH = BOARD_HIGH = 1.6  # mm, of a WS2812B and of its board
HALL_HIGH = 1.5  # mm, a tilt sensor that lies flat
LEG = 5.0  # mm of a reed's wire from where it is bent to its joint
_WIRE = 0.25  # mm, half of such a wire
_STAND = 2.5  # mm, the radius of a stand-off
PERFBOARDS = {  # on the floor: far left corner, size, and how high with stand-offs
    "perfboard, chips": ((25.0, 100.0), (160.0, 100.0), 30.0),
    "perfboard, supply": ((205.0, 100.0), (160.0, 100.0), 30.0),
}
PI = (380.0, 120.0), (85.0, 56.0), 28.0
"""Where the Raspberry Pi is on the floor, as above; its longer side runs along the far edge."""
PI_BOARD = 1.6  # mm thick
PI_HOLE = 3.5  # mm from the edges of a Pi to the middle of its holes
PLUGS = 17.0, 16.0  # mm: of the Pi's length at its right, its USB plugs, and how high they are
CONTROLLER = 1.6, 16.0  # mm: how thick it is, and its tallest part, C1


class Way(Enum):
    """From where a part is put into its place."""

    BELOW = "from below"
    ABOVE = "from above"


class Box(NamedTuple):
    """An upright box: from and to, each to the right, towards the near edge, up."""

    first: tuple[float, float, float]
    last: tuple[float, float, float]


class Round(NamedTuple):
    """An upright cylinder. at: its middle. hole: the radius of one through it, 0 for none."""

    at: tuple[float, float]
    radius: float
    low: float
    high: float


class Body(NamedTuple):
    """One part of the table. holes: what is drilled out of its shapes."""

    name: str
    shapes: tuple[Box | Round, ...]
    way: Way = Way.BELOW
    holes: tuple[Round, ...] = ()


def bodies(pins: PinMap) -> Iterator[Body]:
    """Yield all parts of the table that is wired by hand, in the order in which they go in.

    The plate is in pieces, one for each field and its edges: they are checked faster.
    """
    yield from plate(pins)
    for cell in range(CELLS):
        yield from cell_parts(pins, cell)
    for row in range(ROWS):
        yield from lath(pins, row)
    yield from frame(pins)
    yield from floor(pins)
    yield from pieces(pins)


def below(pins: PinMap) -> Iterator[Body]:
    """Yield what is in the frame of a table with the controller's board, in the same order."""
    for cell in range(CELLS):
        yield from cell_parts(pins, cell)
    for row in range(ROWS):
        yield from lath(pins, row)
    yield from frame(pins)
    yield from floor(pins, controller=True)


def plate(pins: PinMap) -> Iterator[Body]:
    """Yield the plate: its fields with their holes, and its edges."""
    low = -pins.plate
    for cell in range(CELLS):
        x, y = _middle(cell)
        half = PITCH / 2
        holes = tuple(
            Round((x + right, y + near), DRILLED[name] / 2, low, 0.0)
            for name, (right, near) in pins.places.each().items() if name in DRILLED
        )  # fmt: skip
        field = Box((x - half, y - half, low), (x + half, y + half, 0.0))
        yield Body(f"plate {cell // COLUMNS},{cell % COLUMNS}", (field,), holes=holes)
    yield Body("edges of the plate", tuple(_around(low, 0.0)))


def lath(pins: PinMap, row: int) -> Iterator[Body]:
    """Yield the lath below a row of buttons, after its blocks."""
    y = PITCH * (row + 0.5) + pins.places.button[1] - LATH_FAR
    top = -pins.plate
    for x in BLOCKS:
        half = BLOCK / 2
        yield Body(f"block {row} at {x:g}", (
            Box((x - half, y - half, top - LATH_DOWN), (x + half, y + half, top)),
        ))  # fmt: skip
    left = (WIDE - LATH_LONG) / 2
    under = top - LATH_DOWN
    yield Body(f"lath {row}", (
        Box((left, y - LATH[0] / 2, under - LATH[1]), (left + LATH_LONG, y + LATH[0] / 2, under)),
    ))  # fmt: skip


def frame(pins: PinMap) -> Iterator[Body]:
    """Yield the boards of the frame, below the plate's edges."""
    sides = "far", "near", "left", "right"
    for side, board in zip(sides, _around(-pins.plate - pins.frame, -pins.plate), strict=True):
        yield Body(f"{side} board of the frame", (board,))


def floor(pins: PinMap, *, controller: bool = False) -> Iterator[Body]:
    """Yield the floor, and what lies on it and goes in with it.

    controller: with the controller's board on the Pi, in place of the perfboards.
    """
    top = -pins.plate - pins.frame
    if controller:
        yield from _controller(top)
    else:
        for name, ((x, y), (wide, deep), high) in (PERFBOARDS | {"Raspberry Pi": PI}).items():
            yield Body(name, (Box((x, y, top), (x + wide, y + deep, top + high)),))
    yield Body("floor", (Box((-WOOD, -WOOD, top - FLOOR), (WIDE + WOOD, DEEP + WOOD, top)),))


def _controller(top: float) -> Iterator[Body]:
    """Yield the controller and the Pi below it, from the top: all goes in from below.

    It is a solid as high as its tallest part. top: where that of the floor is.
    """
    (x, y), (wide, deep), _ = PI
    board = top + STAND_OFF
    above = board + PI_BOARD
    under = above + APART
    (hole, far), *_ = PI_HOLES
    pin = x + PI_HOLE - hole, y + PI_HOLE - far  # pin 1 of the header
    (left, first), (right, near) = CORNERS
    thick, tallest = CONTROLLER

    def stands(name: str, low: float, high: float) -> Body:
        return Body(name, tuple(Round((pin[0] + right, pin[1] + near), _STAND, low, high)
                                for right, near in PI_HOLES))  # fmt: skip

    yield Body("controller", (
        Box((pin[0] + left, pin[1] + first, under),
            (pin[0] + right, pin[1] + near, under + thick + tallest)),
    ))  # fmt: skip
    yield stands("stand-offs below the controller", above, under)
    edge = x + wide - PLUGS[0]
    yield Body("Raspberry Pi", (
        Box((x, y, board), (x + wide, y + deep, above)),
        Box((edge, y, above), (x + wide, y + deep, above + PLUGS[1])),
    ))  # fmt: skip
    yield stands("stand-offs below the Pi", top, board)


def pieces(pins: PinMap) -> Iterator[Body]:
    """Yield a piece on each field, on the sheet: hourglasses where their holes are."""
    cap = pins.sheet + PROUD  # on the sheet where a button lifts it
    for cell in range(CELLS):
        at = _middle(cell)
        name = f"piece {cell // COLUMNS},{cell % COLUMNS}"
        if cell in pins.parts.tilts:
            high = cap + pins.glass.floor + pins.glass.magnet.high + pins.glass.high
            ends = Round(at, pins.foot, cap, cap + CAP_HIGH), Round(
                at, pins.foot, high - CAP_HIGH, high)  # fmt: skip
            yield Body(name, (*ends, Round(at, pins.glass.across / 2, cap + CAP_HIGH,
                                           high - CAP_HIGH)), Way.ABOVE)  # fmt: skip
        else:
            yield Body(name, (Round(at, pins.foot, cap, cap + pins.stack),), Way.ABOVE)


def _around(low: float, high: float) -> Iterator[Box]:
    """Yield four boards round the fields: far, near, left and right."""
    right, near = WIDE + WOOD, DEEP + WOOD
    yield Box((0.0, -WOOD, low), (WIDE, 0.0, high))
    yield Box((0.0, DEEP, low), (WIDE, near, high))
    yield Box((-WOOD, -WOOD, low), (0.0, near, high))
    yield Box((WIDE, -WOOD, low), (right, near, high))


def _middle(cell: int) -> tuple[float, float]:
    return PITCH * (cell % COLUMNS + 0.5), PITCH * (cell // COLUMNS + 0.5)


def cell_parts(pins: PinMap, cell: int) -> Iterator[Body]:
    """Yield the parts of a cell, which are glued below the plate or come through it."""
    x, y = _middle(cell)
    under, at = -pins.plate, f"{cell // COLUMNS},{cell % COLUMNS}"

    def box(right: float, near: float, half: tuple[float, float], low: float, high: float) -> Box:
        return Box((x + right - half[0], y + near - half[1], low),
                   (x + right + half[0], y + near + half[1], high))  # fmt: skip

    for right, near in pins.places.reeds:
        low, axis = under - pins.reed.across, under - pins.reed.across / 2
        bend, wire = pins.reed.long / 2 + BEND, (_WIRE, _WIRE)
        yield Body(f"reed {at} {right:g}", (
            box(right, near, (pins.reed.across / 2, pins.reed.long / 2), low, under),
            box(right, near, (_WIRE, bend), axis - _WIRE, axis + _WIRE),
            *(box(right, near + way * bend, wire, axis - LEG, axis) for way in (-1, 1)),
        ))  # fmt: skip
    if cell in pins.parts.tilts:
        yield Body(f"tilt sensor {at}", (box(*pins.places.hall, HALL, under - HALL_HIGH, under),))
    (right, near), high = pins.places.pixel, under + LED_HIGH
    yield Body(f"pixel {at}", (
        Round((x + right, y + near), pins.board / 2, under - BOARD_HIGH, under),
        box(right, near, (LED / 2, LED / 2), under, high),
    ))  # fmt: skip
    right, near = pins.places.button
    yield Body(f"button {at}", (
        box(right, near, (BODY, BODY), under - LATH_DOWN, under),
        Round((x + right, y + near), CAP, under, PROUD),
    ))  # fmt: skip
    assert BODY_HIGH < LATH_DOWN
