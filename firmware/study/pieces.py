"""Every kind of piece as shapes in millimetres round 0, 0, as seen from a chair at the table."""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt

from firmware.games import DrawnPiece, colour_text
from hal import Colour
from wiring.sheets.shapes import Circle, Ink, Line, Path, Rect, Shape, Text, mix, polyline

_DARK = "#2a1e14"  # edges and letters
_WHITE = "#ffffff"
_EDGE = Ink(stroke=_DARK, width=0.6)
_GOLD = "#e2b13c"
_SAND = "#d79a3c"
_PAINTS = {"#7800a0": "#43304f"}  # black cannot glow, so its lamps are violet
_MATT = "#6d6154"  # a lamp is brighter than paint

_CARDS = {False: ("#fff6e2", "#7c4a06"), True: ("#2c1d5e", "#e9e2ff")}  # by whether it is dark
_HOUSES: Mapping[str, tuple[tuple[float, float], ...]] = {  # the outlines of buildings
    "N": ((-12, 11), (-12, -9), (-8.5, -13), (-5, -9), (-5, -3), (5, -3), (5, -9), (8.5, -13), (12, -9), (12, 11)),
    "V": ((-13, 11), (-13, -2), (-8, -2), (-8, -5), (-6, -5), (0, -10), (6, -5), (8, -5), (8, -2), (13, -2), (13, 11)),
    "B": (
        (-13, 11),
        (-13, -10),
        (-10, -10),
        (-10, -7),
        (-8, -7),
        (-8, -10),
        (-5, -10),
        (-5, -4),
        (5, -4),
        (5, -10),
        (8, -10),
        (8, -7),
        (10, -7),
        (10, -10),
        (13, -10),
        (13, 11),
    ),
}
_GLASS_HIGH = 14.5  # of one bulb


def paint_of(lamp: str) -> str:
    """Return the colour of a piece from the colour of its lamp."""
    return mix(_PAINTS.get(lamp, lamp), _MATT, 0.88)


def piece(thing: DrawnPiece) -> list[Shape]:
    """Return the drawing of a piece, or of the pieces that stand on each other."""
    return list(_DRAWN.get(thing.kind, _counter)(thing))


def senator(lamp: str) -> list[Shape]:
    """Return the drawing of a counter that walks a scale in lamps: a bust."""
    paint = paint_of(lamp)
    steps = ((-6.5, 2.5, -3.5, 1.0, -1.8, -0.5), (1.8, -0.5), (3.5, 1.0, 6.5, 2.5, 6.5, 8.0))
    return [
        Path((-6.5, 8), steps, Ink(paint, _DARK, 0.6), closed=True),
        Circle(0, -4, 4, Ink(paint, _DARK, 0.6)),
        Path((-3.8, -4.8), ((-2.4, -7.0, 2.4, -7.0, 3.8, -4.8),), Ink(stroke=_GOLD, width=1.2)),
    ]


def coin(name: str) -> list[Shape]:
    """Return the drawing of a coin that can still be won, with its name."""
    return [Circle(0, 0, 3.6, Ink(_GOLD, "#7a5510", 0.6)), _word(name, 4.6, "#3a2806")]


def _paint(colour: Colour) -> str:
    return paint_of(colour_text(colour))


def _word(text: str, size: float, fill: str = _DARK, x: float = 0, y: float = 0) -> Text:
    """Return a text with its middle at x, y."""
    return Text(x, y + 0.34 * size, text, size, fill, "middle", bold=True)


def _ellipse(x: float, y: float, rx: float, ry: float, ink: Ink) -> Path:
    a, b = 0.5523 * rx, 0.5523 * ry
    steps = (
        (x + rx, y + b, x + a, y + ry, x, y + ry),
        (x - a, y + ry, x - rx, y + b, x - rx, y),
        (x - rx, y - b, x - a, y - ry, x, y - ry),
        (x + a, y - ry, x + rx, y - b, x + rx, y),
    )
    return Path((x + rx, y), steps, ink, closed=True)


def _roman(thing: DrawnPiece) -> Iterator[Shape]:
    paint = _paint(thing.colour)
    robe = (
        (-9.0, 3.0, -5.5, -1.0, -4.2, -5.5),
        (4.2, -5.5),
        (5.5, -1.0, 9.0, 3.0, 10.0, 11.5),
        (6.0, 15.5, -6.0, 15.5, -10.0, 11.5),
    )
    yield Path((-10, 11.5), robe, Ink(paint, _DARK, 0.7), closed=True)
    folds = Ink(stroke=mix(_DARK, paint, 0.4), width=0.8)
    yield Path((-3.6, -4.5), ((-1.0, 1.5, 2.5, 6.0, 8.6, 9.6),), folds)
    yield Path((-4.6, -1.5), ((-3.0, 4.0, -0.5, 8.5, 3.0, 12.6),), folds)
    yield Circle(0, -9.6, 5.6, Ink(paint, _DARK, 0.7))
    wreath = Ink(stroke=_GOLD, width=1.5)
    yield Path((-5.2, -10.6), ((-3.4, -13.6, 3.4, -13.6, 5.2, -10.6),), wreath)


def _recruits(thing: DrawnPiece) -> Iterator[Shape]:
    top = 5.0
    for level, colour in enumerate(thing.stack):
        paint, top = _paint(colour), 5 - 5.4 * level
        side = ((-13.0, top + 4), (-13.0, top + 12.3, 13.0, top + 12.3, 13.0, top + 4), (13.0, top))
        yield Path((-13, top), side, Ink(mix(_DARK, paint, 0.25), _DARK, 0.6), closed=True)
        yield _ellipse(0, top, 13, 6.2, Ink(paint, _DARK, 0.6))
    for rise in (1.6, -1.4):
        chevron = ((-5, top + rise), (0, top + rise - 3), (5, top + rise))
        yield polyline(chevron, Ink(stroke=_WHITE, width=1.3))
    if len(thing.stack) > 1:
        yield Circle(13, top - 7, 5, Ink("#fff8e8", _DARK, 0.6))
        yield _word(str(len(thing.stack)), 7, x=13, y=top - 7)


def _card(thing: DrawnPiece) -> Iterator[Shape]:
    paper, ink = _CARDS[thing.seat == "dark"]
    paint = _paint(thing.colour)
    yield Rect(-13.5, -16, 27, 32, Ink(paper, _DARK, 0.5), 2.6)
    yield Rect(-11.4, -13.9, 22.8, 27.8, Ink(stroke=mix(ink, paint, 0.4), width=1.0), 1.4)
    if thing.label == "F":
        yield Line(-6.5, 10.5, -6.5, -10.5, Ink(stroke=ink, width=1.4))
        cloth = ((-2.0, -12.5, 2.0, -6.5, 8.0, -9.2), (8.0, 1.6), (2.0, 4.0, -2.0, -2.0, -6.0, 0.8))
        yield Path((-6, -10), cloth, Ink(paint, _DARK, 0.5), closed=True)
    else:
        yield _word(thing.label, 19, ink)
        yield _word(thing.label, 5, ink, -8.6, -10.6)
        yield _word(thing.label, 5, ink, 8.6, 10.9)


def _building(thing: DrawnPiece) -> Iterator[Shape]:
    paint = _paint(thing.colour)
    yield polyline(_HOUSES[thing.label], Ink(paint, _DARK, 0.7), closed=True)
    door = ((-2.5, 5.0), (-2.5, 1.0, 2.5, 1.0, 2.5, 5.0), (2.5, 11.0))
    dark = Ink(mix(_DARK, paint, 0.7))
    yield Path((-2.5, 11), door, dark, closed=True)
    yield from (Rect(x, 2, 2, 4, dark) for x in (-10, 8))


def _stone(thing: DrawnPiece) -> Iterator[Shape]:
    yield _ellipse(7, 9, 7.8, 6.4, Ink(_paint(thing.colour), _DARK, 0.7))
    yield _ellipse(4.6, 6.8, 2.6, 1.6, Ink(mix(_WHITE, _paint(thing.colour), 0.6)))


def _half_width(y: float) -> float:
    """Return half the inner width of an hourglass at a distance from its neck."""
    return 0.9 + 1.63 * sqrt(y)


def _hourglass(thing: DrawnPiece) -> Iterator[Shape]:
    bulbs = (
        (-8.0, -7.0, -1.4, -4.0, -1.4, 0.0),
        (-1.4, 4.0, -8.0, 7.0, -8.0, 15.0),
        (8.0, 15.0),
        (8.0, 7.0, 1.4, 4.0, 1.4, 0.0),
        (1.4, -4.0, 8.0, -7.0, 8.0, -15.0),
    )
    yield Path((-8, -15), bulbs, Ink("#e4f2f6"), closed=True)
    sand = thing.sand
    full = sand.remaining / sand.full if sand and sand.full else 0
    upper, lower = 12 * sqrt(full), 12 * (1 - sqrt(full))  # a bulb is wider far from its neck
    if upper > 0:
        yield _heap([-upper * n / 6 for n in range(7)])
    if lower > 0:
        yield _heap([_GLASS_HIGH - lower * n / 6 for n in range(7)])
    yield Path((-8, -15), bulbs, _EDGE, closed=True)
    dead = sand is not None and sand.dead
    ends = Ink("#8d8780" if dead else _paint(thing.colour), _DARK, 0.6)
    yield from (Rect(-10.5, y, 21, 3.6, ends, 1.4) for y in (-17.5, 14.5))


def _heap(levels: list[float]) -> Path:
    """Return sand that fills an hourglass between the first and the last of these heights."""
    left = [(-_half_width(abs(y)), y) for y in levels]
    right = [(-x, y) for x, y in reversed(left)]
    return polyline([*left, *right], Ink(_SAND), closed=True)


def _reward(thing: DrawnPiece) -> Iterator[Shape]:
    points = [(-7, 5), (-4.5, -2.5), (2, -4.5), (7, 0), (6, 6.5), (-1, 8.5)]
    yield polyline(points, Ink("#a9a9ab", _DARK, 0.6), closed=True)
    yield _word(thing.label, 7.5, "#2b2b2e", y=2.2)


def _bonus(thing: DrawnPiece) -> Iterator[Shape]:
    paint = _paint(thing.colour)
    pale = sum(thing.colour) < 3 * 128
    yield _ellipse(0, 2.5, 7.6, 5.4, Ink(paint, _DARK, 0.6))
    text = thing.label.replace("x", "×")
    yield _word(text, 6.4, _WHITE if pale else _DARK, y=2.5)


def _counter(thing: DrawnPiece) -> Iterator[Shape]:
    yield _ellipse(0, 2, 10, 7, Ink(_paint(thing.colour), _DARK, 0.6))
    yield _word(thing.label, 8)


_DRAWN: Mapping[str, Callable[[DrawnPiece], Iterator[Shape]]] = {
    "roman": _roman,
    "recruit": _recruits,
    "card": _card,
    "building": _building,
    "stone": _stone,
    "hourglass": _hourglass,
    "reward": _reward,
    "bonus": _bonus,
}
