"""The table as solids: a check for parts that collide, in place or on their way into it.

Needs build123d: ``pip install 'speeltafel[wiring]'``.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import NamedTuple

from build123d import Align, Box, Cylinder, Part, Pos

from wiring import frame
from wiring.frame import Body, Way

LEAST = 0.01  # mm3 that two parts have in common before they are said to collide
_LOOSE = 1e-6  # mm
_AWAY = 150.0  # mm from which a part is brought in
_CORNER = (Align.MIN, Align.MIN, Align.MIN)
_BASE = (Align.CENTER, Align.CENTER, Align.MIN)

Shape = frame.Box | frame.Round
_Span = tuple[float, float, float, float, float, float]


class Clash(NamedTuple):
    """Two parts that collide. moving: whether they meet only on the way. volume: mm3."""

    one: str
    other: str
    moving: bool
    volume: float

    def __str__(self) -> str:
        how = "cannot be put in past" if self.moving else "is in the place of"
        return f"{self.one} {how} {self.other} ({self.volume:.2g} mm3)"


def clashes(parts: Sequence[Body]) -> Iterator[Clash]:
    """Yield each pair of parts that collide, in place or on the way of the later part."""
    swept = [tuple(_swept(shape, body.way) for shape in body.shapes) for body in parts]
    spans = [_round(body.shapes) for body in parts]
    ways = [_round(shapes) for shapes in swept]
    for one, other in combinations(range(len(parts)), 2):
        if not _meet(spans[one], ways[other]):
            continue
        earlier, later = parts[one], parts[other]
        if (volume := _common(earlier, swept[other], later.holes)) > LEAST:
            placed = _common(earlier, later.shapes, later.holes)
            moving = placed <= LEAST
            yield Clash(later.name, earlier.name, moving, volume if moving else placed)


def _swept(shape: Shape, way: Way) -> Shape:
    """Return the space that a shape takes on its way into its place."""
    up = _AWAY if way is Way.ABOVE else 0.0
    down = _AWAY if way is Way.BELOW else 0.0
    if isinstance(shape, frame.Round):
        return shape._replace(low=shape.low - down, high=shape.high + up)
    (x, y, low), (right, near, high) = shape
    return frame.Box((x, y, low - down), (right, near, high + up))


def _span(shape: Shape) -> _Span:
    """Return the box round a shape: left, far, low, right, near, high."""
    if isinstance(shape, frame.Round):
        (x, y), r = shape.at, shape.radius
        return x - r, y - r, shape.low, x + r, y + r, shape.high
    return *shape.first, *shape.last


def _round(shapes: Iterable[Shape]) -> _Span:
    """Return the box round some shapes."""
    spans = [_span(shape) for shape in shapes]
    least = (min(span[n] for span in spans) for n in range(3))
    most = (max(span[n] for span in spans) for n in range(3, 6))
    left, far, low, right, near, high = *least, *most
    return left, far, low, right, near, high


def _meet(one: _Span, other: _Span) -> bool:
    """Return whether two boxes overlap."""
    return all(one[n] < other[n + 3] and other[n] < one[n + 3] for n in range(3))


def _common(one: Body, shapes: Sequence[Shape], holes: Sequence[Shape]) -> float:
    """Return the volume that a part has in common with some shapes, mm3."""
    met = [
        shape
        for shape in shapes
        if any(_meet(_span(shape), _span(mine)) and not _through(shape, mine, one.holes) for mine in one.shapes)
    ]
    if not met:
        return 0.0
    shared = _solid(one.shapes, one.holes) & _solid(met, holes)
    return 0.0 if shared is None else float(shared.volume)


def _through(shape: Shape, other: Shape, holes: Sequence[Shape]) -> bool:
    """Return whether a shape meets another only where that has a hole."""
    left, far, low, right, near, high = _span(shape)
    low, high = max(low, _span(other)[2]), min(high, _span(other)[5])
    for hole in holes:
        if isinstance(hole, frame.Round) and hole.low <= low and high <= hole.high:
            x, y = hole.at
            if isinstance(shape, frame.Round):
                farthest = hypot(shape.at[0] - x, shape.at[1] - y) + shape.radius
            else:
                farthest = hypot(max(x - left, right - x), max(y - far, near - y))
            if farthest <= hole.radius + _LOOSE:
                return True
    return False


def _solid(shapes: Iterable[Shape], holes: Iterable[Shape]) -> Part:
    """Return the solid of some shapes; y runs away from the near edge, as in CAD."""
    whole = Part() + [_made(shape) for shape in shapes]
    drilled = [_made(hole) for hole in holes]
    return whole - drilled if drilled else whole


def _made(shape: Shape) -> Part:
    left, far, low, right, near, high = _span(shape)
    if isinstance(shape, frame.Round):
        x, y = shape.at
        return Pos(x, -y, low) * Cylinder(shape.radius, high - low, align=_BASE)
    return Pos(left, -near, low) * Box(right - left, near - far, high - low, align=_CORNER)
