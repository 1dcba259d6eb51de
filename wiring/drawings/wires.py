"""The drawing of a column's wires below the plate: a cell large, and all eight cells."""

from wiring.circuit import DATA, contact, row_net
from wiring.drawings.shapes import GREY, Page, Point, ink_of, pin_label, symbol
from wiring.pins import PinMap
from wiring.places import BEND, BODY, HALL
from wiring.read import COLUMNS, PITCH, ROWS

_LARGE, _SMALL = 0.25, 0.062  # units for a millimetre
_ROW = 19.0  # mm near of a cell's middle: the wire of its row, over the lath
_ASIDE = {"reed": 13.0, "button": 15.5, "tilt": 18.0}  # mm right of the middle, from below
_BODY = 4.0  # mm, a diode without its wires

Leg = tuple[float, float]
"""Mm to the right of a cell's middle as seen from below, and towards the near edge."""


def draw(pins: PinMap) -> str:
    """Return the drawing of the wires of a column, from below, as SVG."""
    page = Page("The wires of one column, from below")
    at = next((at for at in pins.parts.tilts if at // COLUMNS), COLUMNS)
    row, column = divmod(at, COLUMNS)
    page.text((-5, 7.9), f"The wires of column {column}, from below; the far edge is at the top", 13)
    _cell(page, pins, row, column)
    _column(page, pins, column, (14.0, 5.6))
    page.text(
        (-5, -7.4),
        "Diodes stand on their own wires, with a sleeve over what could touch; "
        "the band is at the row.\nColumn wires cross the row wires insulated, and run "
        "between plate and lath like these.\nIt is one way to lay them: what is joined to "
        "what is in the drawings of cell and column.",
        9.5,
        "left",
        GREY,
    )
    return page.svg()


def _ends(pins: PinMap) -> dict[str, tuple[Leg, Leg]]:
    """Return, for each contact, its joint with its column, and its joint with its diode."""
    places = pins.places
    (far, near), reach = places.reeds, pins.reed.long / 2 + BEND
    (x, y), (right, down) = places.button, places.hall
    return {
        "reed": ((-far[0], far[1] - reach), (-near[0], near[1] + reach)),
        "button": ((-x + BODY, y), (-x - BODY, y)),
        "tilt": ((-right + HALL[0], down), (-right - HALL[0], down)),
    }


def _cell(page: Page, pins: PinMap, row: int, column: int) -> None:
    """Draw a cell with its parts, their diodes and the wires that cross it."""
    half = PITCH / 2

    def point(x: float, y: float) -> Point:
        return x * _LARGE, -y * _LARGE

    def box(at: Leg, wide: float, deep: float, fill: str, net: str) -> None:
        x, y = at
        page.box(*point(-x - wide, y - deep), *point(-x + wide, y + deep), fill=fill, ink=ink_of(net), width=1)

    page.box(*point(-half, -half), *point(half, half), fill="#faf6ec", ink=GREY, width=0.8)
    page.text((0, half * _LARGE + 0.5), f"row {row}, column {column}", 11, "center")
    places, reed = pins.places, pins.reed
    x, y = places.pixel
    page.ring(point(-x, y), pins.board / 2 * _LARGE, fill="#fbeef4", ink=ink_of(DATA), width=1)
    page.text(point(-x, y), "pixel", 8.5, "center", ink_of(DATA))
    for place in places.reeds:
        box(place, reed.across / 2, reed.long / 2, "#e4f1e8", "REED")
    box(places.button, BODY, BODY, "#f3e6f5", "BUTTON")
    box(places.hall, *HALL, "#f6ead2", "TILT")
    ink = ink_of("REED")  # from reed to reed, at both of their ends
    (x1, y1), (x2, y2) = places.reeds
    reach = reed.long / 2 + BEND
    for way in (-reach, reach):
        page.wire(point(-x1, y1 + way), point(-x2, y2 + way), ink=ink, width=1.2)
        page.dot(point(-x1, y1 + way), ink)
    ink = ink_of(row_net(row))
    page.wire(point(-half - 1, _ROW), point(half + 1, _ROW), ink=ink, width=2.6)
    page.text(point(-half - 1.6, _ROW), f"row {row},\nbare wire", 9.5, "right", ink)
    lines = {"reed": -7.0, "button": -18.5, "tilt": -10.0}  # places of the diodes, mm
    for layer, (own, other) in _ends(pins).items():
        ink, aside = ink_of(layer.upper()), _ASIDE[layer]
        page.wire(point(aside, -half - 1), point(aside, half + 1), ink=ink, width=2.4)
        page.wire(point(*own), point(aside, own[1]), ink=ink, width=1.6)
        if layer == "tilt":  # its diode is on the side of the column
            page.part(symbol("Diode"), point(11.5, own[1]), point(11.5 - _BODY, own[1]))
        for end in (own, other):
            page.dot(point(*end), ink)
        page.dot(point(aside, own[1]), ink)
        x, name = lines[layer], contact(layer, row, column)
        high = min(other[1], _ROW - _BODY - 1)
        low = _ROW if layer == "tilt" else _ROW - _BODY - 0.8
        page.wire(point(*other), point(x, high), point(x, low), width=1.4)
        if low < _ROW:
            page.part(symbol("Diode"), point(x, low), point(x, _ROW))
        page.dot(point(x, _ROW), ink_of(row_net(row)))
        below = (11.5 - _BODY / 2, own[1] - 2.2) if layer == "tilt" else (x, half + 1.8)
        page.text(point(*below), f"D{name[1:]}", 8, "center")
    for n, (layer, aside) in enumerate(reversed(_ASIDE.items())):
        ink = ink_of(layer.upper())
        page.wire(point(aside, -half - 1), point(half + 3, -half + 3 + 5 * n), ink=ink, width=0.7)
        page.text(point(half + 3.6, -half + 3 + 5 * n), f"{layer} column {column}", 9.5, "left", ink)
    page.text(
        point(half + 3.6, 2.0),
        "a tilt sensor's transistor,\nresistor and capacitor are soldered\nto its own leads",
        9,
        "left",
        GREY,
    )


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
            up = 0.14 if layer == "button" else 0.0  # its wire begins here
            page.text((left + 0.12, y + up), contact(layer, row, column), 7.5, "left", ink)
    for n, (layer, aside) in enumerate(_ASIDE.items()):
        ink, x = ink_of(layer.upper()), left + wide / 2 + aside * _SMALL
        y = low - 0.5 - 0.55 * n
        page.wire((x, top + 0.2), (x, y), (left + wide + 0.7, y), ink=ink, width=1.8)
        text = f"{layer} column {column}: {pin_label(pins.columns[layer][column])}"
        text += ",\nthrough 470 ohm" if layer == "tilt" else ""
        page.text((left + wide + 0.85, y), text, 9, "left", ink)
    page.text(
        (left + wide + 0.85, top - 0.4),
        "Measure each contact from\nits column's wire to its row's,\nclosed and open, before\nyou go on to the next.",
        9.5,
    )
