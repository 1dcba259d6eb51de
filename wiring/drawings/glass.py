"""An hourglass with its tilt switch and its foot, and the contacts below it."""

import math

from schemdraw import elements as elm

from wiring.circuit import contact, row_net
from wiring.drawings.shapes import GREY, Page, ink_of, pin_label, symbol
from wiring.pins import PinMap
from wiring.places import FOOT, RING
from wiring.read import COLUMNS, read_overlay

_FOOT_SCALE = 0.19  # units for a millimetre of a foot


def draw(pins: PinMap) -> str:
    """Return the drawing of an hourglass and the table's contacts below it, as SVG."""
    page = Page("An hourglass and its contacts")
    page.text((-4.0, 6.8), "An hourglass, and the contacts that it stands on", 13)
    _glass(page, pins)
    _foot(page, pins)
    _tilt_circuit(page, pins)
    return page.svg()


def _glass(page: Page, pins: PinMap) -> None:
    """Draw the hourglass from the side, standing on its end B."""
    page.text((0, 5.6), "from the side, end A up", 11, "center")
    for y in (4.4, -3.2):
        page.box(-2.3, y + 0.3, 2.3, y - 0.3, fill="#e9dcc3")
        page.box(-0.9, y + 0.2, 0.9, y - 0.2, fill="#c9ccd1", width=1)
        page.text((0, y), "magnet", 8.5, "center")
    page.shape([(-1.5, 4.1), (1.5, 4.1), (0.15, 0.6), (1.5, -2.9), (-1.5, -2.9), (-0.15, 0.6)],
               fill="#f7f9fb", ink=GREY)  # fmt: skip
    for x in (-2.0, 2.0):
        page.wire((x, 4.1), (x, -2.9), ink="#b08d57", width=4, behind=True)
    ink = ink_of("TILT")
    page.box(1.72, 1.5, 2.28, -0.3, fill="white", ink=ink)
    page.ring((2.0, -0.06), 0.18, fill=ink, ink=ink)
    page.text((2.6, 0.95), "ball tilt switch, in or at a post:", 9.5, "left", ink)
    page.text((2.6, 0.5), "its ball rests on its wires with end A up (closed)\n"
              "and rolls off them with end B up (open)", 9.5, "left", ink)  # fmt: skip
    page.text((2.6, 4.4), "end A: foot board with two rings,\nmagnet behind it", 9.5)
    page.text((2.6, -3.2), "end B: the same", 9.5)
    page.wire((1.86, 1.5), (1.86, 4.1), ink=ink, width=1)
    page.wire((2.14, 1.5), (2.14, 4.1), ink=ink, width=1)
    page.wire((1.86, -0.3), (1.86, -2.9), ink=ink, width=1)
    page.wire((2.14, -0.3), (2.14, -2.9), ink=ink, width=1)
    page.box(-4.0, -3.5, 6.5, -3.75, fill="#f1e6d2", width=1)
    page.text((6.7, -3.55), "sheet, with two holes of 2 mm", 9)
    page.box(-4.0, -3.75, 6.5, -4.35, fill="#d9c7a3", width=1)
    page.text((6.7, -4.1), "top of the table", 9)
    for place in (pins.places.inner, pins.places.outer):
        x = place[0] * _FOOT_SCALE
        page.wire((x, -3.5), (x, -5.1), ink=ink, width=3.5)
    page.text(
        (pins.places.outer[0] * _FOOT_SCALE + 0.3, -4.85), "two spring pins", 9.5, "left", ink
    )
    x = pins.places.reed[0] * _FOOT_SCALE
    page.box(x - 0.22, -4.4, x + 0.22, -4.8, fill="#e4f1e8", ink=ink_of("REED"), width=1)
    page.wire((x, -4.8), (x, -5.3), ink=ink_of("REED"), width=0.8)
    y = pins.places.reed[1]
    page.text((x, -5.75), f"reed switch, end on: its middle is\n{abs(y):g} mm "
              f"{'behind' if y < 0 else 'before'} the magnet's", 9.5, "center",
              ink_of("REED"))  # fmt: skip


def _foot(page: Page, pins: PinMap) -> None:
    """Draw the foot board from below, in true proportion."""
    scale, (x, y) = _FOOT_SCALE, (13.6, 1.6)
    ink = ink_of("TILT")
    page.text((x, 5.6), "a foot board, from below", 11, "center")
    page.ring((x, y), FOOT * scale, fill="#f7f4ec")
    for name in ("outer", "inner"):
        middle = math.hypot(*getattr(pins.places, name))
        page.ring((x, y), (middle + RING) * scale, fill="#e0bd6b", ink=ink, width=1)
        page.ring((x, y), (middle - RING) * scale, fill="#f7f4ec", ink=ink, width=1)
    radii = {name: math.hypot(*getattr(pins.places, name)) for name in ("inner", "outer")}
    told = [f"{name} ring, {2 * (r - RING):g} to {2 * (r + RING):g} mm across"
            for name, r in radii.items()]  # fmt: skip
    page.text((x, y - 3.0), "\n".join((f"foot {2 * FOOT:g} mm across", *told)), 9.5, "center")


def _tilt_circuit(page: Page, pins: PinMap) -> None:
    """Draw the circuit of a glass and of the hole that it stands in."""
    left, y = -4.0, -9.0
    overlay = next(one for one in map(read_overlay, pins.pieces) if one.tilts)
    hole, cell = min(overlay.cells.items())
    row, at = divmod(cell, COLUMNS)
    own, ink = ink_of("TILT"), ink_of(row_net(row))
    page.text(
        (left, y + 1.6),
        f"the circuit: a glass in hole {hole}, row {row}, column {at}",
        11,
    )
    page.text(
        (left, y),
        f"tilt column {at}\n{pin_label(pins.columns['tilt'][at])},\nthrough 470 ohm",
        10,
        "left",
        own,
    )
    page.wire((left + 3.7, y), (left + 5.2, y), ink=own, width=2.4)
    page.box(left + 6.6, y + 0.8, left + 13.0, y - 1.75, fill="#faf6ec", ink=GREY)
    page.text(
        (left + 9.8, y - 1.2),
        "in the glass: inner rings of both ends\non one wire, outer rings on the other",
        9,
        "center",
        GREY,
    )
    page.wire((left + 5.2, y), (left + 5.9, y))
    page.add(elm.Dot(open=True, radius=0.12).at((left + 5.6, y)))
    page.text((left + 5.6, y + 0.5), "pin", 9, "center")
    page.text((left + 5.6, y - 0.55), "inner\nring", 9, "center")
    page.wire((left + 5.9, y), (left + 8.2, y))
    page.part(elm.Switch(), (left + 8.2, y), (left + 11.4, y))
    page.text((left + 9.8, y - 0.5), "tilt switch", 9.5, "center", own)
    page.wire((left + 11.4, y), (left + 14.6, y))
    page.add(elm.Dot(open=True, radius=0.12).at((left + 14.0, y)))
    page.text((left + 14.0, y + 0.5), "pin", 9, "center")
    page.text((left + 14.0, y - 0.55), "outer\nring", 9, "center")
    page.part(symbol("Diode"), (left + 14.6, y), (left + 17.2, y))
    page.text((left + 15.9, y - 0.65), f"D{contact('tilt', row, at)[1:]}\n{pins.parts.diode}", 9.5,
              "center")  # fmt: skip
    page.wire((left + 17.2, y), (left + 18.4, y), ink=ink, width=2.4)
    page.text((left + 18.6, y), f"row {row}\n{pin_label(pins.rows[row])}", 10, "left", ink)
