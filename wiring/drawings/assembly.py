"""The drawing of the whole table with its layers lifted off each other, in order of assembly."""

from collections.abc import Iterable
from math import cos, pi, sin

from wiring.drawings.shapes import BLACK, GREY, Page, Point
from wiring.frame import DEEP, LATH, PLATE, WIDE, WOOD, Body, Box, Round, cell_parts, floor, frame, lath, pieces, plate
from wiring.pins import PinMap
from wiring.read import CELLS, COLUMNS, ROWS

_SCALE = 0.028  # units for a millimetre
_LEAN, _FLAT = 0.4, 0.42  # of a millimetre away from the near edge: to the right, and up
_POINTS, _SHOWN = 24, 6  # round a circle; fields of the near row that have pieces on them
_LIFT = 95.0  # mm from a layer to the next, beside the height of both
_WOODS = {"top": "#f1e6d2", "near": "#d9c7a3", "left": "#c6b28b"}
_FILLS = {  # by the first word of a part: its faces from above, from the near edge, from the left
    "reed": ("#cfe8d8", "#9fcbb0", "#85b899"),
    "button": ("#e6cdea", "#c79acd", "#b183b8"),
    "pixel": ("#f7d7e5", "#dfa3bf", "#cf8aab"),
    "tilt": ("#f0dcb2", "#d8b877", "#c4a15c"),
    "perfboard,": ("#b9d3b4", "#8fb089", "#7a9c74"),
    "Raspberry": ("#b9d3b4", "#8fb089", "#7a9c74"),
}


def draw(pins: PinMap) -> str:
    """Return the drawing of the table with its layers apart, as SVG."""
    page = _Layers(Page("The whole table, its layers lifted off each other"))
    near = range(CELLS - COLUMNS, CELLS)
    page.layer(floor(pins), 0.0, "floor, with the boards and the Pi on\nit: goes in last, from below, eight screws")
    high = pins.frame + _LIFT
    page.layer(
        frame(pins),
        high,
        f"frame, boards of {WOOD:g} x {pins.frame:g} mm, round\nall fields: {PLATE[0]:g} x {PLATE[1]:g} mm outside",
    )
    high += _LIFT
    laths = (body for row in range(ROWS) for body in lath(pins, row))
    page.layer(
        laths, high, f"{ROWS} laths {LATH[0]:g} x {LATH[1]:g} mm, one below the\nbuttons of each row, on four blocks"
    )
    high += 0.7 * _LIFT
    parts = (part for cell in near for part in cell_parts(pins, cell))
    page.layer(parts, high, "reeds, pixels, buttons and tilt sensors,\nglued or held from below (one row of them)")
    high += 0.7 * _LIFT
    page.plate(pins, high, f"plate, {PLATE[0]:g} x {PLATE[1]:g} mm: its edges lie\non the frame")
    shown = [list(pieces(pins))[cell] for cell in near[:_SHOWN]]
    glass = next(list(pieces(pins))[cell] for cell in pins.parts.tilts[::-1])
    page.layer([glass, *shown], high + 1, "pieces and hourglasses, on the sheet")
    return page.page.svg()


class _Layers:
    """A page with bodies drawn from above, the left and the near edge, far bodies first."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, x: float, y: float, z: float) -> Point:
        """Return the point on the page of a place in space."""
        away = DEEP - y
        return (x + _LEAN * away) * _SCALE, (z + _FLAT * away) * _SCALE

    def layer(self, parts: Iterable[Body], lifted: float, name: str) -> None:
        """Draw some parts, lifted by so much, with their name at the right."""
        found = [(body, shape) for body in parts for shape in body.shapes]
        for body, shape in sorted(found, key=lambda each: _order(each[1])):
            fills = _FILLS.get(body.name.split()[0], tuple(_WOODS.values()))
            if isinstance(shape, Box):
                self._box(shape, lifted, fills)
            else:
                self._round(shape, lifted, fills)
        shapes = (shape for _, shape in found)
        tops = (shape.last[2] if isinstance(shape, Box) else shape.high for shape in shapes)
        self._name(lifted + min(tops), name)

    def plate(self, pins: PinMap, lifted: float, name: str) -> None:
        """Draw the plate as a whole, with its holes."""
        low = -pins.plate
        whole = Box((-WOOD, -WOOD, low), (WIDE + WOOD, DEEP + WOOD, 0.0))
        self._box(whole, lifted, tuple(_WOODS.values()))
        for body in plate(pins):
            for hole in body.holes:
                self.page.shape(self._circle(hole, lifted), fill="white", ink=GREY, width=0.4)
        self._name(lifted, name)

    def _name(self, high: float, name: str) -> None:
        edge = self.at(WIDE + WOOD, DEEP / 3, high)
        end = self.at(WIDE + 3 * WOOD, -WOOD, high)[0], edge[1]
        self.page.wire(edge, end, ink=GREY, width=0.7)
        self.page.text((end[0] + 0.15, end[1]), name, 9.5)

    def _box(self, box: Box, lifted: float, fills: tuple[str, ...]) -> None:
        (x, y, low), (right, near, high) = box
        low, high = low + lifted, high + lifted
        faces = (
            [(x, y, low), (x, y, high), (x, near, high), (x, near, low)],
            [(x, near, low), (x, near, high), (right, near, high), (right, near, low)],
            [(x, y, high), (right, y, high), (right, near, high), (x, near, high)],
        )
        for face, fill in zip(faces, fills[::-1], strict=True):
            self.page.shape([self.at(*corner) for corner in face], fill=fill, ink=BLACK, width=0.35)

    def _circle(self, one: Round, up: float) -> list[Point]:
        (x, y), r = one.at, one.radius
        turns = [2 * pi * n / _POINTS for n in range(_POINTS)]
        return [self.at(x + r * cos(a), y + r * sin(a), up) for a in turns]

    def _round(self, one: Round, lifted: float, fills: tuple[str, ...]) -> None:
        below, above = (self._circle(one, up + lifted) for up in (one.low, one.high))
        self.page.shape(_hull([*below, *above]), fill=fills[1], ink=BLACK, width=0.35)
        self.page.shape(above, fill=fills[0], ink=BLACK, width=0.35)


def _order(shape: Box | Round) -> tuple[float, float, float]:
    """Return the order of drawing: low shapes first, then far, then right."""
    if isinstance(shape, Box):
        return shape.first[2], shape.last[1], -shape.first[0]
    return shape.low, shape.at[1] + shape.radius, shape.radius - shape.at[0]


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the convex outline of some points."""
    found = sorted(points)
    outline: list[Point] = []
    for way in (found, found[::-1]):
        first = len(outline)
        for x, y in way:
            while len(outline) >= first + 2:
                (a, b), (c, d) = outline[-2:]
                if (c - a) * (y - b) - (d - b) * (x - a) > 0:
                    break
                outline.pop()
            outline.append((x, y))
        outline.pop()
    return outline
