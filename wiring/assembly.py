"""The check for parts of the table that collide, in place or on their way into it.

All parts are upright boxes and cylinders, so it takes no solids: two of them meet where they do in
height and from above, unless one is within a hole of the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import NamedTuple

from wiring.frame import Body, Box, Round, Way

_LOOSE = 1e-6  # mm
_AWAY = 150.0  # mm from which a part is brought in

Shape = Box | Round


class Clash(NamedTuple):
    """Two parts that collide. moving: whether they meet only on the way of the first."""

    one: str
    other: str
    moving: bool

    def __str__(self) -> str:
        return f"{self.one} {'cannot be put in past' if self.moving else 'is in the place of'} {self.other}"


def clashes(parts: Sequence[Body]) -> Iterator[Clash]:
    """Yield each pair of parts that collide, in place or on the way of the later part."""
    swept = [part._replace(shapes=tuple(_swept(shape, part.way) for shape in part.shapes)) for part in parts]
    spans = [_span(part.shapes) for part in parts]
    ways = [_span(part.shapes) for part in swept]
    for one, other in combinations(range(len(parts)), 2):
        if _overlap(spans[one], ways[other]) and _meet(parts[one], swept[other]):
            yield Clash(parts[other].name, parts[one].name, not _meet(parts[one], parts[other]))


def _swept(shape: Shape, way: Way) -> Shape:
    """Return the space that a shape takes on its way into its place."""
    up = _AWAY if way is Way.ABOVE else 0.0
    down = _AWAY if way is Way.BELOW else 0.0
    if isinstance(shape, Round):
        return shape._replace(low=shape.low - down, high=shape.high + up)
    (x, y, low), (right, near, high) = shape
    return Box((x, y, low - down), (right, near, high + up))


def _span(shapes: Iterable[Shape]) -> Box:
    """Return the box round some shapes."""
    boxes = [_box(shape) if isinstance(shape, Round) else shape for shape in shapes]
    left, far, low = map(min, zip(*(box.first for box in boxes), strict=True))
    right, near, high = map(max, zip(*(box.last for box in boxes), strict=True))
    return Box((left, far, low), (right, near, high))


def _box(one: Round) -> Box:
    (x, y), radius = one.at, one.radius
    return Box((x - radius, y - radius, one.low), (x + radius, y + radius, one.high))


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more in common than a face."""
    return all(one.first[n] < other.last[n] - _LOOSE and other.first[n] < one.last[n] - _LOOSE for n in range(3))


def _meet(one: Body, other: Body) -> bool:
    """Return whether two parts have a space in common."""
    return any(
        _touch(a, b) and not _within(a, b, other.holes) and not _within(b, a, one.holes)
        for a in one.shapes
        for b in other.shapes
    )


def _touch(one: Shape, other: Shape) -> bool:
    """Return whether two shapes without holes have a space in common."""
    if not _overlap(_span([one]), _span([other])):
        return False
    if isinstance(one, Round):
        return _nearest(other, one.at) < one.radius - _LOOSE
    return not isinstance(other, Round) or _nearest(one, other.at) < other.radius - _LOOSE


def _nearest(shape: Shape, at: tuple[float, float]) -> float:
    """Return the distance of a shape, seen from above, from a point: 0 within it, mm."""
    if isinstance(shape, Round):
        return max(hypot(shape.at[0] - at[0], shape.at[1] - at[1]) - shape.radius, 0.0)
    return hypot(*(max(shape.first[n] - at[n], at[n] - shape.last[n], 0.0) for n in range(2)))


def _farthest(shape: Shape, at: tuple[float, float]) -> float:
    """Return the distance of the farthest point of a shape, seen from above, from a point, mm."""
    if isinstance(shape, Round):
        return hypot(shape.at[0] - at[0], shape.at[1] - at[1]) + shape.radius
    return hypot(*(max(at[n] - shape.first[n], shape.last[n] - at[n]) for n in range(2)))


def _within(shape: Shape, other: Shape, holes: Iterable[Round]) -> bool:
    """Return whether a shape meets another only in a hole of the other."""
    mine, its = _span([shape]), _span([other])
    low, high = max(mine.first[2], its.first[2]), min(mine.last[2], its.last[2])
    return any(
        hole.low <= low + _LOOSE and high - _LOOSE <= hole.high and _farthest(shape, hole.at) <= hole.radius + _LOOSE
        for hole in holes
    )
