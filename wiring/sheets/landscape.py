"""The landscape beside the track of Das glorreiche Manöver, past which an army marches.

Each sign stands on the given point, and is as high as the strip of 8 mm between two stretches of
the track allows.
"""

from collections.abc import Callable, Iterator
from math import sin

from wiring.sheets.shapes import Circle, Ink, Line, Path, Rect, Shape, mix, polyline

PAPER = "#f8f4e6"
INK = "#2f3f57"
GREEN = "#6f7f45"
BRICK = "#a8523d"
_LEAF = (mix(GREEN, PAPER, 0.55), mix(GREEN, PAPER, 0.7), mix(GREEN, PAPER, 0.42))
_EDGE = mix(GREEN, "#000000", 0.85)
_WOOD = mix(BRICK, "#3a2a18", 0.35)
_CANVAS = "#fffdf5"


def tree(x: float, y: float) -> Iterator[Shape]:
    """Draw a round tree."""
    yield Line(x, y, x, y - 2.6, Ink(stroke=_WOOD, width=0.7))
    for dx, dy, r, leaf in ((-1.2, -3.2, 1.5, 0), (1.2, -3.4, 1.5, 1), (0, -4.8, 1.7, 2)):
        yield Circle(x + dx, y + dy, r, Ink(_LEAF[leaf], _EDGE, 0.18))


def poplar(x: float, y: float) -> Iterator[Shape]:
    """Draw a slim tree, as along roads."""
    yield Line(x, y, x, y - 2, Ink(stroke=_WOOD, width=0.5))
    steps = ((x - 1.7, y - 2.2, x - 1.2, y - 5.4, x, y - 6.9), (x + 1.2, y - 5.4, x + 1.7, y - 2.2, x, y - 1))
    yield Path((x, y - 1), steps, Ink(_LEAF[1], _EDGE, 0.18), closed=True)


def bush(x: float, y: float) -> Iterator[Shape]:
    """Draw a bush."""
    for dx, r, leaf in ((-1.6, 1.2, 1), (1.6, 1.1, 0), (0, 1.6, 2)):
        yield Circle(x + dx, y - r, r, Ink(_LEAF[leaf], _EDGE, 0.18))


def hedge(x: float, y: float) -> Iterator[Shape]:
    """Draw a hedge of 14 mm."""
    for n in range(8):
        r = 1.15 + 0.2 * sin(5 * n)
        yield Circle(x - 7 + 2 * n, y - r, r, Ink(_LEAF[n % 3], _EDGE, 0.15))


def tent(x: float, y: float) -> Iterator[Shape]:
    """Draw a tent with a pennant."""
    yield Line(x, y - 4.6, x, y - 6.8, Ink(stroke=_WOOD, width=0.35))
    yield polyline([(x, y - 6.8), (x + 2.2, y - 6.2), (x, y - 5.6)], Ink(BRICK), closed=True)
    yield polyline([(x - 4, y), (x, y - 4.8), (x + 4, y)], Ink(_CANVAS, INK, 0.3), closed=True)
    yield polyline([(x - 0.9, y), (x, y - 3.2), (x + 0.9, y)], Ink(mix(INK, PAPER, 0.6)), closed=True)
    for side in (-1, 1):
        yield Line(x + side * 4, y, x + side * 4.9, y, Ink(stroke=INK, width=0.2))


def cannon(x: float, y: float) -> Iterator[Shape]:
    """Draw a field gun."""
    yield Line(x - 0.4, y - 1.9, x - 4.4, y - 0.4, Ink(stroke=_WOOD, width=0.7))
    yield Line(x - 1, y - 2.6, x + 4.2, y - 3.9, Ink(stroke=mix(INK, PAPER, 0.8), width=1.3))
    yield Circle(x, y - 1.8, 1.7, Ink(PAPER, _WOOD, 0.45))
    for dx, dy in ((1.7, 0), (0, 1.7), (1.2, 1.2), (1.2, -1.2)):
        yield Line(x - dx, y - 1.8 - dy, x + dx, y - 1.8 + dy, Ink(stroke=_WOOD, width=0.2))


def drum(x: float, y: float) -> Iterator[Shape]:
    """Draw a drum."""
    yield Rect(x - 1.8, y - 3.4, 3.6, 3.4, Ink(mix(BRICK, PAPER, 0.55), INK, 0.25), 0.3)
    points = [(x - 1.8 + 0.9 * n, y - (3.0 if n % 2 else 0.4)) for n in range(5)]
    yield polyline(points, Ink(stroke=_CANVAS, width=0.3))
    yield Line(x - 2.6, y - 4.9, x + 0.6, y - 3.6, Ink(stroke=_WOOD, width=0.35))
    yield Line(x + 2.6, y - 4.9, x - 0.6, y - 3.6, Ink(stroke=_WOOD, width=0.35))


def fence(x: float, y: float) -> Iterator[Shape]:
    """Draw a fence of 13 mm."""
    for up in (1.0, 2.2):
        yield Line(x - 6.5, y - up, x + 6.5, y - up, Ink(stroke=_WOOD, width=0.3))
    for n in range(6):
        post = x - 6 + 2.4 * n
        yield Line(post, y, post, y - 3, Ink(stroke=_WOOD, width=0.5))


def flag(x: float, y: float) -> Iterator[Shape]:
    """Draw a flag on its pole."""
    yield Line(x, y, x, y - 7, Ink(stroke=_WOOD, width=0.45))
    steps = (
        (x + 1.6, y - 7.6, x + 2.6, y - 6.2, x + 4.6, y - 6.8),
        (x + 4.6, y - 4.2),
        (x + 2.6, y - 3.6, x + 1.6, y - 5, x, y - 4.2),
    )
    yield Path((x, y - 6.8), steps, Ink(mix(BRICK, PAPER, 0.75), BRICK, 0.2), closed=True)


Sign = Callable[[float, float], Iterator[Shape]]
STRIPS: tuple[tuple[Sign, ...], ...] = (  # the signs along each strip, from the left
    (
        tree,
        bush,
        fence,
        fence,
        poplar,
        tree,
        hedge,
        bush,
        tent,
        tent,
        flag,
        tent,
        drum,
        poplar,
        tree,
        fence,
        bush,
        tree,
    ),
    (
        poplar,
        poplar,
        poplar,
        hedge,
        tree,
        bush,
        cannon,
        cannon,
        drum,
        fence,
        tree,
        tree,
        hedge,
        bush,
        poplar,
        poplar,
        flag,
        bush,
    ),
    (
        bush,
        tree,
        tree,
        hedge,
        flag,
        tent,
        tent,
        tent,
        drum,
        bush,
        poplar,
        fence,
        fence,
        tree,
        cannon,
        bush,
        hedge,
        tree,
    ),
    (
        tree,
        cannon,
        drum,
        cannon,
        bush,
        hedge,
        tree,
        poplar,
        poplar,
        poplar,
        bush,
        fence,
        tree,
        tree,
        tent,
        flag,
        tent,
        bush,
    ),
    (
        hedge,
        tree,
        bush,
        fence,
        fence,
        tree,
        poplar,
        tent,
        flag,
        tent,
        cannon,
        bush,
        hedge,
        tree,
        poplar,
        drum,
        bush,
        tree,
    ),
    (
        poplar,
        bush,
        tree,
        tree,
        fence,
        hedge,
        bush,
        drum,
        flag,
        cannon,
        cannon,
        tree,
        poplar,
        poplar,
        hedge,
        bush,
        tree,
        fence,
    ),
)


def strip(number: int, left: float, right: float, y: float) -> Iterator[Shape]:
    """Draw the signs along a strip of the landscape, evenly from left to right, on the line y."""
    signs = STRIPS[number]
    for n, sign in enumerate(signs):
        x = left + (n + 0.5) * (right - left) / len(signs)
        yield from sign(x, y - 0.4 + 0.5 * sin(7 * n + number))
