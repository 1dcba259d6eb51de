"""Drawings as PDF in their true size, sheets also for a print shop and in tiles to be joined.

Needs reportlab: ``pip install 'speeltafel[wiring]'``. The shapes are the same as on the screen;
this module only draws them. The same drawing gives the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from wiring.fonts import typeface
from wiring.read import CELLS, PITCH, WiringError
from wiring.sheets.shapes import (
    A4,
    Box,
    Circle,
    Drawing,
    Ink,
    Line,
    Path,
    Rect,
    Shape,
    Text,
    Words,
    box,
    centre,
    meet,
    moved,
    reach,
)
from wiring.text import N_

MM = 72 / 25.4  # points in a millimetre
OVERLAP = 10.0  # mm that a tile shows of its neighbours to the right and nearer, to be joined on
EDGE = 8.0  # mm that an ordinary printer leaves white at each side
STRIP = 24.0  # mm for the ruler, the map and the name below a tile
CHECK = 100.0  # mm, the length of the ruler
BLEED = 3.0  # mm printed beyond the edges for a print shop, which cuts them off
WINDOW = 0.7  # of the pitch of keys: the width of the window around each
SLUG = 7.0  # mm beyond that, for the marks where it cuts

_BLACK = "#000000"
_GREY = "#8a8a8a"
_MARK = Ink(stroke=_BLACK, width=0.2)


class Tile(NamedTuple):
    """A page of a sheet that is printed in parts.

    name: its row from the far edge as a letter, its column from the left as a number. part: the
    part of the sheet that it shows. right, near: how much of that belongs to the tiles that are
    laid on its right and its near edge. x, y: its place on the page.
    """

    name: str
    part: Box
    right: float
    near: float
    x: float
    y: float


class Tiling(NamedTuple):
    """The cut of a sheet into pages of this width and height, in millimetres, row by row."""

    width: float
    height: float
    tiles: tuple[Tile, ...]


def whole_pdf(first: Drawing, *more: Drawing) -> bytes:
    """Return drawings of equal size on pages of exactly that size, with the title of the first."""
    page = _Page(first.title, first.width, first.height)
    for drawing in (first, *more):
        page.draw(drawing.shapes)
        page.end()
    return page.pdf()


def shop_pdf(sheet: Drawing) -> bytes:
    """Return the sheet for a print shop: with bleed, cutting marks, and PDF boxes for both."""
    more = BLEED + SLUG
    page = _Page(sheet.title, sheet.width + 2 * more, sheet.height + 2 * more)
    trim = (more, more, more + sheet.width, more + sheet.height)
    bleed = (SLUG, SLUG, page.width - SLUG, page.height - SLUG)
    page.canvas.setTrimBox([MM * side for side in trim])
    page.canvas.setArtBox([MM * side for side in trim])
    page.canvas.setBleedBox([MM * side for side in bleed])
    printed = Tile("", Box(-BLEED, -BLEED, sheet.width + BLEED, sheet.height + BLEED), 0, 0, SLUG, SLUG)
    page.draw_part(tuple(_bled(shape, sheet) for shape in sheet.shapes), printed)
    page.draw(_cuts(*trim))
    page.end()
    return page.pdf()


def keys_pdf(sheet: Drawing, names: Mapping[int, str], pitch: float) -> bytes:
    """Return a sheet on A4 that lies between keys, with the windows to be cut out for them.

    names: of its fields, by cell, each printed below its window. pitch: mm from key to key.
    """
    (height, width), scale, half = A4, pitch / PITCH, WINDOW * pitch / 2
    left, top = (width - scale * sheet.width) / 2, (height - scale * sheet.height) / 2
    middles = [(left + scale * x, top + scale * y) for x, y in map(centre, range(CELLS))]
    windows = (Rect(x - half, y - half, 2 * half, 2 * half, _MARK) for x, y in middles)
    texts = (
        Text(middles[at][0], middles[at][1] + half + 1.8, name.rpartition("-")[2], 1.8, _BLACK, "middle")
        for at, name in names.items()
    )
    return whole_pdf(Drawing(sheet.title, (*moved(left, top, sheet.shapes, scale), *windows, *texts), width, height))


def _bled(shape: Shape, sheet: Drawing) -> Shape:
    """Return a shape; a rectangle that ends at an edge of the sheet goes on beyond it."""
    if not isinstance(shape, Rect) or shape.radius:
        return shape
    left, top, right, bottom = box(shape)
    left, top = left - BLEED * (left <= 0), top - BLEED * (top <= 0)
    right += BLEED * (right >= sheet.width)
    bottom += BLEED * (bottom >= sheet.height)
    return Rect(left, top, right - left, bottom - top, shape.ink)


def _cuts(left: float, top: float, right: float, bottom: float) -> Iterator[Shape]:
    """Yield the marks at the corners of the sheet after cutting, outside of the bleed."""
    for x, out in ((left, -1), (right, 1)):
        for y, up in ((top, -1), (bottom, 1)):
            yield Line(x + out * (BLEED + 0.5), y, x + out * (more := BLEED + SLUG - 1), y, _MARK)
            yield Line(x, y + up * (BLEED + 0.5), x, y + up * more, _MARK)


def tiled_pdf(sheet: Drawing, paper: tuple[float, float] = A4, words: Words = str) -> bytes:
    """Return the sheet in tiles on pages of `paper` (width, height in mm), for a printer at home.

    A tile is cut along its far and its left edge and laid on the marks of the tiles before it;
    seams run between cells. Each has marks for cutting and joining, its name, a ruler to check the
    scale with, and a map that shows where it belongs. words: says these texts in another language.
    Raise WiringError when not even a single cell fits on the paper.
    """
    tiling = tiles(sheet, paper)
    page = _Page(sheet.title, tiling.width, tiling.height)
    for tile in tiling.tiles:
        page.draw_part(sheet.shapes, tile)
        page.draw((*_marks(tile), *_strip(sheet, tiling, tile, words)))
        page.end()
    return page.pdf()


def tiles(sheet: Drawing, paper: tuple[float, float] = A4) -> Tiling:
    """Return the cut of a sheet for this paper: upright or lying, whichever takes fewer pages."""
    short, long = sorted(paper)
    choices = [tiling for width, height in ((long, short), (short, long)) if (tiling := _tiling(sheet, width, height))]
    if not choices:
        raise WiringError(f"no cell fits on paper of {short:g} x {long:g} mm; take a larger one")
    return min(choices, key=lambda tiling: len(tiling.tiles))


def _tiling(sheet: Drawing, width: float, height: float) -> Tiling | None:
    """Return the tiling of pages of this width and height. None when no cell fits on a page."""
    columns = _lengths(sheet.width, width - 2 * EDGE)
    rows = _lengths(sheet.height, height - 2 * EDGE - STRIP)
    if not columns or not rows:
        return None
    cut = [
        Tile(
            f"{chr(ord('A') + r)}{c + 1}",
            Box(left, top, right + over_right, near + over_near),
            over_right,
            over_near,
            (width - (right + over_right - left)) / 2,
            EDGE + 0.5 * (height - 2 * EDGE - STRIP - (near + over_near - top)),
        )
        for r, (top, near, over_near) in enumerate(rows)
        for c, (left, right, over_right) in enumerate(columns)
    ]
    return Tiling(width, height, tuple(cut))


def _lengths(whole: float, room: float) -> list[tuple[float, float, float]]:
    """Cut a length between cells into about equal parts that fit: from, to, and the overlap.

    Empty when no part fits.
    """
    if room >= whole:
        return [(0.0, whole, 0.0)]
    most = int((room - OVERLAP) // PITCH)
    if most < 1:
        return []
    cells = round(whole / PITCH)
    count = -(-cells // most)
    ends = [PITCH * (cells * n // count) for n in range(count + 1)]
    return [(start, end, OVERLAP if end < whole else 0.0) for start, end in pairwise(ends)]


def _marks(tile: Tile) -> Iterator[Shape]:
    """Return the marks for cutting, at each edge of the part, and for joining the next tiles."""
    left, top = tile.x, tile.y
    right, near = left + tile.part.right - tile.part.left, top + tile.part.bottom - tile.part.top
    gap, long = 0.8, 3.0
    for x in (left, right - tile.right):
        for y, way in ((top, -1), (near, 1)):
            yield Line(x, y + way * gap, x, y + way * (gap + long), _MARK)
    for y in (top, near - tile.near):
        for x, way in ((left, -1), (right, 1)):
            yield Line(x + way * gap, y, x + way * (gap + long), y, _MARK)
    if tile.right:  # diamonds: here lies the edge of the next tile
        for y, way in ((top, -1), (near, 1)):
            yield _diamond(right - tile.right, y + way * (gap + long / 2))
    if tile.near:
        for x, way in ((left, -1), (right, 1)):
            yield _diamond(x + way * (gap + long / 2), near - tile.near)


def _diamond(x: float, y: float) -> Path:
    size = 1.1
    steps = ((x + size, y), (x, y + size), (x - size, y))
    return Path((x, y - size), steps, Ink("#ffffff", _BLACK, 0.2), closed=True)


def _strip(sheet: Drawing, tiling: Tiling, tile: Tile, words: Words) -> Iterator[Shape]:
    """Return the name, the ruler and the map below a tile."""
    y = tiling.height - EDGE - 3
    left, right = tile.x, tiling.width - tile.x
    yield Text(left, y, tile.name, 9, _BLACK, family="sans-serif", bold=True)
    yield Text(left + 16, y - 4.4, sheet.title, 3.8, _BLACK, family="sans-serif")
    text = words(N_("Cut at the marks, join at the diamonds."))
    yield Text(left + 16, y, text, 3.2, _GREY, family="sans-serif")
    yield from _map(sheet, tiling, tile, right, y)
    yield from _ruler(right - sheet.width / 20 - 8 - CHECK, y - 2, words)


def _ruler(x: float, y: float, words: Words) -> Iterator[Shape]:
    yield Line(x, y, x + CHECK, y, _MARK)
    for n in range(int(CHECK / 10) + 1):
        high = 3.0 if n % 5 == 0 else 1.8
        yield Line(x + 10 * n, y, x + 10 * n, y - high, _MARK)
    text = words(N_("100 mm if printed at 100%"))
    yield Text(x + CHECK / 2, y - 4.2, text, 3.2, _GREY, "middle", "sans-serif")


def _map(sheet: Drawing, tiling: Tiling, here: Tile, right: float, y: float) -> Iterator[Shape]:
    """Return the map: the sheet at a twentieth of its size, this tile's part shaded."""
    x, far = right - sheet.width / 20, y - sheet.height / 20
    for tile in tiling.tiles:
        part = tile.part
        own = tile.name == here.name
        frame = Rect(
            x + part.left / 20,
            far + part.top / 20,
            (part.right - tile.right - part.left) / 20,
            (part.bottom - tile.near - part.top) / 20,
            Ink("#d0d0d0" if own else "#ffffff", _BLACK, 0.2),
        )
        yield frame
        yield Text(
            frame.x + frame.width / 2,
            frame.y + frame.height / 2 + 1.1,
            tile.name,
            3.2,
            _BLACK if own else _GREY,
            "middle",
            "sans-serif",
        )


class _Page:
    """A canvas that takes shapes in millimetres, y downwards."""

    def __init__(self, title: str, width: float, height: float) -> None:
        self.width, self.height, self._file = width, height, BytesIO()
        font: Any = typeface("serif")  # or Helvetica, not embedded
        self.canvas = Canvas(self._file, pagesize=(width * MM, height * MM), invariant=1, initialFontName=font)
        self.canvas.setTitle(title)
        self.canvas.setCreator("speeltafel")

    def draw(self, shapes: Iterable[Shape], x: float = 0, y: float = 0) -> None:
        """Draw shapes, moved by x and y."""
        canvas = self.canvas
        canvas.saveState()
        # A single turn of the axes for all: millimetres, from the top left, y downwards.
        canvas.transform(MM, 0, 0, -MM, x * MM, (self.height - y) * MM)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for shape in shapes:
            if isinstance(shape, Text):
                self._text(shape)
            else:
                self._shape(shape)
        canvas.restoreState()

    def draw_part(self, shapes: tuple[Shape, ...], tile: Tile) -> None:
        """Draw the part of a sheet on a tile, clipped."""
        part = tile.part
        self.canvas.saveState()
        clip = self.canvas.beginPath()
        clip.rect(
            tile.x * MM,
            (self.height - tile.y - (part.bottom - part.top)) * MM,
            (part.right - part.left) * MM,
            (part.bottom - part.top) * MM,
        )
        self.canvas.clipPath(clip, stroke=0, fill=0)
        self.draw((shape for shape in shapes if meet(reach(shape), part)), tile.x - part.left, tile.y - part.top)
        self.canvas.restoreState()

    def end(self) -> None:
        """Begin the next page."""
        self.canvas.showPage()

    def pdf(self) -> bytes:
        """Return the file."""
        self.canvas.save()
        return self._file.getvalue()

    def _shape(self, shape: Rect | Circle | Line | Path) -> None:
        canvas, ink = self.canvas, shape.ink
        if ink.fill:
            canvas.setFillColor(HexColor(ink.fill))
        if ink.stroke:
            canvas.setStrokeColor(HexColor(ink.stroke))
            canvas.setLineWidth(ink.width)
            canvas.setDash(list(ink.dash))
        stroke, fill = int(ink.stroke is not None), int(ink.fill is not None)
        match shape:
            case Rect(x, y, width, height, _, radius) if radius:
                canvas.roundRect(x, y, width, height, radius, stroke=stroke, fill=fill)
            case Rect(x, y, width, height):
                canvas.rect(x, y, width, height, stroke=stroke, fill=fill)
            case Circle(x, y, radius):
                canvas.circle(x, y, radius, stroke=stroke, fill=fill)
            case Line(x1, y1, x2, y2):
                canvas.line(x1, y1, x2, y2)
            case Path():
                canvas.drawPath(self._path(shape), stroke=stroke, fill=fill)

    def _path(self, shape: Path) -> PDFPathObject:
        path = self.canvas.beginPath()
        path.moveTo(*shape.start)
        for step in shape.steps:
            if len(step) == 2:
                path.lineTo(*step)
            else:
                path.curveTo(*step)
        if shape.closed:
            path.close()
        return path

    def _text(self, shape: Text) -> None:
        font = typeface(shape.family, bold=shape.bold, italic=shape.italic)
        width = stringWidth(shape.text, font, shape.size) + shape.spacing * len(shape.text)
        left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
        text = self.canvas.beginText()
        text.setTextTransform(1, 0, 0, -1, left, shape.y)  # upright again
        text.setFont(font, shape.size)
        text.setFillColor(HexColor(shape.fill))
        text.setCharSpace(shape.spacing)
        text.textOut(shape.text)
        self.canvas.drawText(text)
