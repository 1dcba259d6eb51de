"""The templates for drilling and cutting: the plate with its holes, from above and from below.

They are drawings in true size for paper and screens, see :mod:`wiring.sheet` and
:mod:`wiring.printing`, and DXF for a laser or a router (``pip install 'speeltafel[wiring]'``). The
holes are for the parts in table.toml; the reed switches and tilt sensors, which are glued, are
outlined.
"""

from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple

from wiring import tile
from wiring.frame import SCREW_HOLE, WOOD
from wiring.pins import PinMap
from wiring.places import DRILLED, HALL
from wiring.read import CELLS, COLUMNS, PITCH
from wiring.sheets.shapes import SHEET_HEIGHT, SHEET_WIDTH, Circle, Drawing, Ink, Line, Rect, Shape, Text, Words, centre
from wiring.text import N_

_CUT, _GLUE, _GRID = Ink(stroke="#000000", width=0.2), Ink(stroke="#1b6e3a", width=0.2), "#b5b5b5"
_TILES = Ink(stroke="#1f4fa3", width=0.2)
_CROSS = 1.5  # mm that the lines through a hole's middle are longer than its radius
_TITLES = {
    False: N_("The plate from above, to drill and to cut"),
    True: N_("The plate from below, mirrored, to drill and to glue"),
}


class Hole(NamedTuple):
    """A hole in the plate. x, y: its middle, mm from the far left corner. part: its part."""

    x: float
    y: float
    across: float
    part: str


def holes(pins: PinMap) -> Iterator[Hole]:
    """Return every hole of the plate, seen from above, cell by cell."""
    for cell in pins.cells:
        x, y = centre(cell)
        for part, across in DRILLED.items():
            if part == "button" and part not in pins.layers:
                continue
            right, near = getattr(pins.cell, part)
            yield Hole(x + right, y + near, across, part)


def screws(pins: PinMap) -> Iterator[Hole]:
    """Yield the holes for the screws of tiles, which a table wired by hand does not need."""
    if pins.partial:
        return
    for row, column in tile.each():
        x, y = centre(COLUMNS * row + column)
        for right, near in tile.screws():
            yield Hole(x + right, y + near, SCREW_HOLE, "screw")


def plate(pins: PinMap, *, below: bool, words: Words = str) -> Drawing:
    """Return the plate in true size. below: mirrored, as it lies with its underside up."""
    title = f"{words(_TITLES[below])}, {pins.mark}"
    return Drawing(title, tuple(_shapes(pins, title, below=below)))


def _shapes(pins: PinMap, title: str, *, below: bool) -> Iterator[Shape]:
    yield Rect(0, 0, SHEET_WIDTH, SHEET_HEIGHT, Ink("#ffffff", "#000000", 0.3))
    for column in range(1, COLUMNS):
        yield Line(PITCH * column, 0, PITCH * column, SHEET_HEIGHT, Ink(stroke=_GRID, width=0.1))
    for row in range(1, CELLS // COLUMNS):
        yield Line(0, PITCH * row, SHEET_WIDTH, PITCH * row, Ink(stroke=_GRID, width=0.1))
    for cell in range(CELLS):
        x, y = centre(cell)
        x = _turned(x, below=below)
        name = f"{cell // COLUMNS},{cell % COLUMNS}"
        if cell not in pins.cells:
            continue
        name += f"  LED{pins.chain.index(cell)}"
        yield Text(x - 4, y - PITCH / 2 + 4, name, 2.6, "#6d6d6d", "middle", "sans-serif")
        glued = [(place, pins.reed.across, pins.reed.long) for place in pins.cell.reed]
        if cell in pins.parts.tilts:
            glued.append((pins.cell.hall, 2 * HALL[0], 2 * HALL[1]))
        for (right, near), wide, long in glued:
            middle = x - right if below else x + right
            yield Rect(middle - wide / 2, y + near - long / 2, wide, long, _GLUE)
    for hole in (*holes(pins), *screws(pins)):
        x, arm = _turned(hole.x, below=below), hole.across / 2 + _CROSS
        ink = _TILES if hole.part == "screw" else _CUT
        yield Circle(x, hole.y, hole.across / 2, ink)
        yield Line(x - arm, hole.y, x + arm, hole.y, Ink(stroke=ink.stroke, width=0.1))
        yield Line(x, hole.y - arm, x, hole.y + arm, Ink(stroke=ink.stroke, width=0.1))
    yield Text(SHEET_WIDTH - 2, SHEET_HEIGHT - 1.5, title, 3, "#000000", "end", "sans-serif")


def _turned(x: float, *, below: bool) -> float:
    return SHEET_WIDTH - x if below else x


def dxf(pins: PinMap) -> bytes:
    """Return the plate from above as DXF (R2010, mm): a layer for each diameter, and the outline.

    y runs away from the near edge, as in DXF; 0, 0 is the near left corner of the fields, beyond
    which the plate has an edge that lies on the frame. Needs ezdxf.
    """
    import ezdxf
    from ezdxf import units

    fixed = ezdxf.options  # type: ignore[attr-defined]
    fixed.write_fixed_meta_data_for_testing = True  # the same bytes for the same map
    document = ezdxf.new("R2010", units=units.MM)  # type: ignore[attr-defined]
    space = document.modelspace()
    right, far = SHEET_WIDTH + WOOD, SHEET_HEIGHT + WOOD
    corners = [(-WOOD, -WOOD), (right, -WOOD), (right, far), (-WOOD, far)]
    document.layers.add("OUTLINE", color=7)
    space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "OUTLINE"})
    for color, across in enumerate(sorted({*DRILLED.values(), SCREW_HOLE}), 1):
        document.layers.add(_layer(across), color=color)
    for hole in (*holes(pins), *screws(pins)):
        space.add_circle((hole.x, SHEET_HEIGHT - hole.y), hole.across / 2, dxfattribs={"layer": _layer(hole.across)})
    for kind in sorted(document.entitydb.dxf_types_in_use()):  # ezdxf itself takes them in the order of a set
        document.classes.add_class(kind)
    file = StringIO()
    document.write(file)
    return file.getvalue().encode()


def _layer(across: float) -> str:
    return f"HOLE_{across:g}_MM".replace(".", "_")
