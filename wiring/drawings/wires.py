"""How the wires of a column run below the plate: one cell large, and its eight cells."""

from wiring.circuit import DATA, contact, row_net
from wiring.drawings.shapes import GREY, Page, Point, ink_of, pin_label, symbol
from wiring.pins import PinMap
from wiring.places import BEND, BODY
from wiring.read import COLUMNS, PITCH, ROWS

_LARGE, _SMALL = 0.25, 0.062  # units for a millimetre
_ROW = 19.0  # mm near of a cell's middle, where the wire of its row runs, over the lath
_ASIDE = {"reed": 13.0, "button": 15.5, "tilt": 18.0}  # mm right of the middle, from below
_BODY = 4.0  # mm, a diode without its wires

Leg = tuple[float, float]
"""Mm to the right of a cell's middle as seen from below, and towards the near edge."""


def draw(pins: PinMap) -> str:
    """Return the drawing of the wires of one column, from below, as SVG."""
    page = Page("The wires of one column, from below")
    at = next((at for at in pins.parts.tilts if at // COLUMNS), COLUMNS)
    row, column = divmod(at, COLUMNS)
    page.text((-5, 7.9), f"The wires of column {column}, from below; the far edge is at the top",
              13)  # fmt: skip
    _cell(page, pins, row, column)
    _column(page, pins, column, (14.0, 5.6))
    page.text((-5, -7.4), "Diodes stand on their own wires, with a sleeve over what could touch; "
              "the band is at the row.\nColumn wires cross the row wires insulated, and run "
              "between plate and lath like these.\nIt is one way to lay them: what is joined to "
              "what is in the drawings of cell and column.", 9.5, "left", GREY)  # fmt: skip
    return page.svg()


def _ends(pins: PinMap) -> dict[str, tuple[Leg, Leg]]:
    """Return, for each contact, where it is joined to its column, and to its diode."""
    places = pins.places
    reed, reach = places.reed, pins.reed.long / 2 + BEND
    x, y = places.button
    return {
        "reed": ((-reed[0], reed[1] - reach), (-reed[0], reed[1] + reach)),
        "button": ((-x + BODY, y), (-x - BODY, y)),
        "tilt": ((-places.inner[0], places.inner[1]), (-places.outer[0], places.outer[1])),
    }


def _cell(page: Page, pins: PinMap, row: int, column: int) -> None:
    """Draw one cell with its parts, their diodes and the wires that cross it."""
    half = PITCH / 2

    def point(x: float, y: float) -> Point:
        return x * _LARGE, -y * _LARGE

    page.box(*point(-half, -half), *point(half, half), fill="#faf6ec", ink=GREY, width=0.8)
    page.text((0, half * _LARGE + 0.5), f"row {row}, column {column}", 11, "center")
    places, reed = pins.places, pins.reed
    x, y = places.pixel
    page.ring(point(-x, y), pins.board / 2 * _LARGE, fill="#fbeef4", ink=ink_of(DATA), width=1)
    x, y = places.reed
    page.box(*point(-x - reed.across / 2, y - reed.long / 2),
             *point(-x + reed.across / 2, y + reed.long / 2), fill="#e4f1e8",
             ink=ink_of("REED"), width=1)  # fmt: skip
    x, y = places.button
    page.box(*point(-x - BODY, y - BODY), *point(-x + BODY, y + BODY), fill="#f3e6f5",
             ink=ink_of("BUTTON"), width=1)  # fmt: skip
    ink = ink_of(row_net(row))
    page.wire(point(-half - 1, _ROW), point(half + 1, _ROW), ink=ink, width=2.6)
    page.text(point(-half - 1.6, _ROW), f"row {row},\nbare wire", 9.5, "right", ink)
    lines = {"reed": -10.0, "button": -5.5, "tilt": -14.5}  # where the diodes stand, mm
    for layer, (own, other) in _ends(pins).items():
        ink, aside = ink_of(layer.upper()), _ASIDE[layer]
        page.wire(point(aside, -half - 1), point(aside, half + 1), ink=ink, width=2.4)
        page.wire(point(*own), point(aside, own[1]), ink=ink, width=1.6)
        for end in (own, other):
            page.dot(point(*end), ink)
        page.dot(point(aside, own[1]), ink)
        x, name = lines[layer], contact(layer, row, column)
        high = min(other[1], _ROW - _BODY - 1)
        page.wire(point(*other), point(x, high), point(x, _ROW - _BODY - 0.8), width=1.4)
        page.part(symbol("Diode"), point(x, _ROW - _BODY - 0.8), point(x, _ROW))
        page.dot(point(x, _ROW), ink_of(row_net(row)))
        page.text(point(x, half + 1.8), f"D{name[1:]}", 8, "center")
    for n, (layer, aside) in enumerate(reversed(_ASIDE.items())):
        ink = ink_of(layer.upper())
        page.wire(point(aside, -half - 1), point(half + 3, -half + 3 + 5 * n), ink=ink, width=0.7)
        page.text(point(half + 3.6, -half + 3 + 5 * n), f"{layer} column {column}", 9.5, "left",
                  ink)  # fmt: skip
    page.text(point(2.2, -9.0), "reed", 8.5, "left", ink_of("REED"))
    page.text(point(-pins.places.pixel[0], pins.places.pixel[1]), "pixel", 8.5, "center",
              ink_of(DATA))  # fmt: skip
    for name in ("inner", "outer"):
        x, y = getattr(places, name)
        page.text(point(-x, y - 1.6), f"{name} pin", 8.5, "center", ink_of("TILT"))


def _column(page: Page, pins: PinMap, column: int, corner: Point) -> None:
    """Draw the cells of a column with its wires down to the chips, and the rows that cross it."""
    left, top = corner
    wide = PITCH * _SMALL
    page.text((left + wide / 2, top + 0.9), f"all of column {column}", 11, "center")
    ends = _ends(pins)
    low = top - ROWS * wide
    for row in range(ROWS):
        high = top - row * wide
        page.box(left, high, left + wide, high - wide, fill="#faf6ec", ink=GREY, width=0.8)
        ink, y = ink_of(row_net(row)), high - wide / 2 - _ROW * _SMALL
        page.wire((left - 0.5, y), (left + wide + 0.5, y), ink=ink, width=1.8)
        page.text((left - 0.65, y), f"row {row}: {pin_label(pins.rows[row])}", 9, "right", ink)
        for layer, (own, _) in ends.items():
            cell = COLUMNS * row + column
            if layer == "tilt" and cell not in pins.parts.tilts:
                continue
            x = left + wide / 2
            ink, y = ink_of(layer.upper()), high - wide / 2 - own[1] * _SMALL
            page.wire((x + own[0] * _SMALL, y), (x + _ASIDE[layer] * _SMALL, y), ink=ink, width=1)
            page.dot((x + _ASIDE[layer] * _SMALL, y), ink)
            page.text((left + 0.12, y), contact(layer, row, column), 7.5, "left", ink)
    for n, (layer, aside) in enumerate(_ASIDE.items()):
        ink, x = ink_of(layer.upper()), left + wide / 2 + aside * _SMALL
        y = low - 0.5 - 0.55 * n
        page.wire((x, top + 0.2), (x, y), (left + wide + 0.7, y), ink=ink, width=1.8)
        told = f"{layer} column {column}: {pin_label(pins.columns[layer][column])}"
        told += ",\nthrough 470 ohm" if layer == "tilt" else ""
        page.text((left + wide + 0.85, y), told, 9, "left", ink)
    page.text(
        (left + wide + 0.85, top - 0.4),
        "Measure each contact from\nits column's wire to "
        "its row's,\nclosed and open, before\nyou go on to the next.",
        9.5,
    )
