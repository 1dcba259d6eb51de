"""The shapes of sheets, as plain values in millimetres.

x runs to the right and y towards the near edge, from the far left corner of the table. Strokes have
round ends and round corners. Texts are set in either of two families that every browser and every
printer has; sizes are type sizes, so that capitals are two thirds of them high.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple
from unicodedata import east_asian_width

from wiring.read import COLUMNS, PITCH, ROWS

SHEET_WIDTH = COLUMNS * PITCH
SHEET_HEIGHT = ROWS * PITCH
A4 = (210.0, 297.0)  # width and height of the paper that is usual at home, mm
A3 = (297.0, 420.0)  # and in copy shops
SMALLEST = 3.8  # type with capitals 2.5 mm high: read by a person who sits at the table

TYPEFACES = {  # generic names would give another typeface in each program, and labels no longer fit
    "serif": "DejaVu Serif, Georgia, serif",
    "sans-serif": "DejaVu Sans, Verdana, sans-serif",
}

Point = tuple[float, float]
Words = Callable[[str], str]
"""Returns a text, English in the code, in the language of the players."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The fill and the outline of a shape: colours ``#rrggbb``, None for no fill or no outline.

    width: of the stroke. dash: lengths drawn and left out in turn; 0 draws a dot.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its far left corner at x, y; radius rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round x, y."""

    x: float
    y: float
    radius: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points.

    Each step after `start` is a point (x, y) to go straight to, or a Bézier curve: its two handles
    and its end (x1, y1, x2, y2, x, y).
    """

    start: Point
    steps: tuple[tuple[float, ...], ...]
    ink: Ink
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on the baseline y; `anchor` says which point of it is at x.

    spacing: added after each letter, the last too.
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Literal["start", "middle", "end"] = "start"
    family: Literal["serif", "sans-serif"] = "serif"
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0


Outline = Rect | Circle | Line | Path
Shape = Outline | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """All shapes printed on a sheet; later shapes cover earlier shapes."""

    title: str
    shapes: tuple[Shape, ...]
    width: float = SHEET_WIDTH
    height: float = SHEET_HEIGHT


class Place(NamedTuple):
    """The place of a field on a screen: its middle in mm, and its size in times a cell.

    A field of size 0 is not shown: it has no use there.
    """

    x: float
    y: float
    size: float


def corner(cell: int) -> Point:
    """Return the far left corner of a cell."""
    row, column = divmod(cell, COLUMNS)
    return PITCH * column, PITCH * row


def centre(cell: int) -> Point:
    """Return the middle of a cell, where its lamp shines and its piece stands."""
    x, y = corner(cell)
    return x + PITCH / 2, y + PITCH / 2


def mix(ink: str, paper: str, part: float) -> str:
    """Return the colour of an ink on paper. part: of the ink, 0-1."""
    pairs = zip(bytes.fromhex(ink[1:]), bytes.fromhex(paper[1:]), strict=True)
    return "#" + bytes(round(part * a + (1 - part) * b) for a, b in pairs).hex()


def polyline(points: Iterable[Point], ink: Ink, *, closed: bool = False) -> Path:
    """Return a path that runs straight from point to point."""
    start, *steps = points
    return Path(start, tuple(steps), ink, closed)


def scaled(by: float, shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Return the same shapes larger or smaller, with their strokes and letters; 0, 0 stays."""
    return moved(0, 0, shapes, by)


def moved(x: float, y: float, shapes: Iterable[Shape], by: float = 1.0) -> Iterator[Shape]:
    """Return the same shapes, scaled round 0, 0, and moved right by x and nearer by y: signs are drawn there."""
    for shape in shapes:
        if isinstance(shape, Text):
            size, spacing = by * shape.size, by * shape.spacing
            yield replace(shape, x=x + by * shape.x, y=y + by * shape.y, size=size, spacing=spacing)
            continue
        ink = replace(shape.ink, width=by * shape.ink.width, dash=tuple(by * n for n in shape.ink.dash))
        match shape:
            case Rect(left, top, width, height, _, radius):
                yield Rect(x + by * left, y + by * top, by * width, by * height, ink, by * radius)
            case Circle(left, top, radius):
                yield Circle(x + by * left, y + by * top, by * radius, ink)
            case Line(x1, y1, x2, y2):
                yield Line(x + by * x1, y + by * y1, x + by * x2, y + by * y2, ink)
            case Path((left, top), steps, _, closed):
                there = tuple(tuple(by * n + (y if at % 2 else x) for at, n in enumerate(step)) for step in steps)
                yield Path((x + by * left, y + by * top), there, ink, closed)


class Box(NamedTuple):
    """The rectangle that a shape covers, from its far left corner to its near right corner."""

    left: float
    top: float
    right: float
    bottom: float


def box(shape: Shape) -> Box:
    """Return the box of a shape without its stroke.

    For a curve it is the box of its handles, for a text somewhat more than the widest of the usual
    typefaces takes.
    """
    match shape:
        case Rect(x, y, width, height):
            return Box(x, y, x + width, y + height)
        case Circle(x, y, radius):
            return Box(x - radius, y - radius, x + radius, y + radius)
        case Line(x1, y1, x2, y2):
            return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        case Path(start, steps):
            xs = [start[0], *(x for step in steps for x in step[::2])]
            ys = [start[1], *(y for step in steps for y in step[1::2])]
            return Box(min(xs), min(ys), max(xs), max(ys))
        case Text():
            width = text_width(shape.text, shape.size, shape.spacing)
            left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
            return Box(left, shape.y - 0.8 * shape.size, left + width, shape.y + 0.25 * shape.size)


def reach(shape: Shape) -> Box:
    """Return the box of a shape with its stroke."""
    left, top, right, bottom = box(shape)
    more = 0.0 if isinstance(shape, Text) or not shape.ink.stroke else shape.ink.width / 2
    return Box(left - more, top - more, right + more, bottom + more)


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def fitted(text: str, size: float, width: float) -> str:
    """Return a text that is at most so wide; a longer text is cut, with an ellipsis."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


_NARROW = frozenset(" .,:;'|!ijlftrI-·()[]")
_WIDE = frozenset("MWmw—…")


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """Return the greatest width of a text over the usual typefaces."""
    ems = (
        0.42
        if sign in _NARROW
        else 1.0
        if sign in _WIDE or east_asian_width(sign) in "WF"
        else 0.78
        if sign.isupper()
        else 0.62
        for sign in text
    )
    return sum(ems) * size + spacing * len(text)


def paragraph(
    x: float,
    y: float,
    width: float,
    text: str,
    *,
    size: float,
    fill: str,
    anchor: Literal["start", "middle", "end"] = "start",
) -> list[Text]:
    """Return a text in lines of at most `width`, the first on the baseline y."""
    lines = [""]
    for part in (part for word in text.split(" ") for part in _parts(word, size, width)):
        longer = f"{lines[-1]} {part}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return [Text(x, y + n * 1.3 * size, line, size, fill, anchor) for n, line in enumerate(lines)]


def _parts(word: str, size: float, width: float) -> Iterator[str]:
    """Yield a word in parts that are at most so wide; it seldom has to be cut."""
    while text_width(word, size) > width and len(word) > 1:
        most = next(n for n in range(len(word), 0, -1) if n == 1 or text_width(word[:n], size) <= width)
        yield word[:most]
        word = word[most:]
    yield word
