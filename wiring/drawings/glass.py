"""The drawing of an hourglass with its magnets, and of the tilt sensor of its hole."""

from collections.abc import Sequence

from wiring.circuit import GND, PLACED, V5, circuit, contact, row_net, sensor_net
from wiring.drawings.shapes import GREY, Page, Point, ink_of, pin_label
from wiring.pins import PinMap
from wiring.read import COLUMNS, read_overlay


def draw(pins: PinMap) -> str:
    """Return the drawing of an hourglass and of the tilt sensor below it, as SVG."""
    page = Page("An hourglass and its tilt sensor")
    page.text((-4.0, 6.8), "An hourglass, and the tilt sensor below it", 13)
    _glass(page, pins)
    _sensor(page, pins)
    if pins.parts.diode != PLACED:  # with wires, not flat on a board
        _legs(page, pins)
    return page.svg(pins)


def _legs(page: Page, pins: PinMap) -> None:
    """Draw the legs of latch and transistor with their names, each from its marked side."""
    left, top, wired = 11.8, 4.6, circuit(pins)
    page.text((left, 5.6), "which leg is which, the marked side towards you", 11)
    for n, kind in enumerate(("hall", "tilt")):
        part = wired.of(kind)[0]
        names = [leg.name for leg in sorted(part.legs, key=lambda leg: leg.number)]
        x = left + 4.6 * n
        page.text((x, top - 0.1), f"{part.ref[0]}T.., {part.value}", 10)
        _case(page, (x + 0.3, top - 0.6), names)
    x, y = left + 0.3, top - 6.4
    page.text(
        (left, y + 1.9),
        "the latch from below, its marked side at the plate,\nits legs to the left (right, here) and bent down",
        10,
    )
    page.box(x, y + 0.9, x + 1.4, y - 0.9, fill="#f6ead2", ink=ink_of("TILT"))
    for n, leg in enumerate(sorted(wired.of("hall")[0].legs, key=lambda leg: leg.number)):
        at = y + 0.55 - 0.55 * n
        page.wire((x + 1.4, at), (x + 3.2, at), width=2.2)
        page.text((x + 3.4, at), f"{leg.number}  {leg.name}", 10, "left", ink_of(leg.net))
    page.text((x - 0.2, y + 1.15), "far", 8.5, "left", GREY)
    page.text((x - 0.2, y - 1.15), "near", 8.5, "left", GREY)


def _case(page: Page, corner: Point, names: Sequence[str]) -> None:
    """Draw a TO-92 with its legs down, each with its number and its name."""
    x, y = corner
    page.shape([(x, y), (x + 2.6, y), (x + 2.6, y - 1.5), (x, y - 1.5)])
    page.text((x + 1.3, y - 0.75), "marked", 8.5, "center", GREY)
    for n, name in enumerate(names):
        at = x + 0.4 + 0.9 * n
        page.wire((at, y - 1.5), (at, y - 2.7), width=2.2)
        page.text((at, y - 3.15), f"{n + 1}\n{name}", 9.5, "center")


def _glass(page: Page, pins: PinMap) -> None:
    """Draw the hourglass from the side, standing on its end B."""
    glass, ink = pins.glass, ink_of("TILT")
    size = f"{glass.magnet.across:g} x {glass.magnet.high:g} mm"
    page.text((0, 5.6), "from the side, end A up", 11, "center")
    for y, up in ((4.1, 1), (-3.2, -1)):
        page.box(-2.3, y + 0.4, 2.3, y - 0.4, fill="#e9dcc3")
        middle = y + 0.18 * up
        page.box(-1.2, middle + 0.1, 1.2, middle - 0.1, fill="#c9ccd1", width=1)
    page.shape(
        [(-1.7, 3.7), (1.7, 3.7), (0.15, 0.45), (1.7, -2.8), (-1.7, -2.8), (-0.15, 0.45)], fill="#f7f9fb", ink=GREY
    )
    page.text((2.6, 4.1), f"end A: printed cap, magnet {size},\nits south pole outwards (up)")
    page.text(
        (2.6, 0.5),
        f"sand timer {glass.across:g} x {glass.high:g} mm as it is sold;\n"
        "a cap is pushed on either end, with a drop of glue",
        9.5,
    )
    page.text((2.6, -2.8), "end B: the same, its magnet the same way\nround: north pole outwards (down)", 9.5)
    page.box(-4.0, -3.65, 2.5, -3.85, fill="#f1e6d2", width=1)
    page.box(-4.0, -3.85, 2.5, -4.45, fill="#d9c7a3", width=1)
    page.text((2.6, -3.95), "sheet and plate", 9)
    x = pins.cell.hall[0] * 0.19
    page.box(x - 0.35, -4.5, x + 0.35, -4.8, fill="#f6ead2", ink=ink, width=1)
    page.text((x, -5.3), "tilt sensor: a Hall latch in the middle of the hole,\nits marked face up", 9.5, "center", ink)


def _sensor(page: Page, pins: PinMap) -> None:
    """Draw the circuit of the tilt sensor of a hole."""
    left, y = -4.0, -11.4
    overlay = next(one for one in map(read_overlay, pins.pieces) if one.tilts)
    hole, cell = min(overlay.cells.items())
    row, at = divmod(cell, COLUMNS)
    own, ink, name = ink_of("TILT"), ink_of(row_net(row)), contact("tilt", row, at)[1:]
    page.text((left, y + 5.2), f"the tilt sensor of hole {hole}, row {row}, column {at}", 11)
    page.text(
        (left, y),
        f"tilt column {at}\n{pin_label(pins.columns['tilt'][at])},\nthrough R_{sensor_net(at)}, 470 ohm",
        10,
        "left",
        own,
    )
    page.wire((left + 4.2, y), (left + 5.6, y), ink=own, width=2.4)
    page.part("diode", (left + 5.6, y), (left + 8.2, y))
    page.text((left + 6.9, y - 0.65), f"D{name}\n{pins.parts.diode}", 9.5, "center")
    page.part("switch", (left + 8.2, y), (left + 11.4, y))
    page.text((left + 8.3, y + 0.45), "D", 9)
    page.text((left + 11.2, y + 0.45), "S", 9, "right")
    page.text((left + 9.8, y - 0.65), f"S{name} 2N7000:\nclosed while its gate is high", 9.5, "center", own)
    page.wire((left + 11.4, y), (left + 14.2, y), ink=ink, width=2.4)
    page.text((left + 14.4, y), f"row {row}\n{pin_label(pins.rows[row])}", 10, "left", ink)
    page.wire((left + 9.8, y + 0.5), (left + 9.8, y + 2.4), ink=own)
    page.text((left + 10.0, y + 0.9), "G", 9)
    page.dot((left + 9.8, y + 2.4), own)
    page.part("resistor", (left + 9.8, y + 2.4), (left + 9.8, y + 4.2))
    page.text((left + 10.3, y + 3.3), f"R{name}\n47 kohm", 9.5)
    page.supply((left + 9.8, y + 4.2), V5)
    page.box(left + 3.6, y + 3.2, left + 7.4, y + 1.6)
    page.text((left + 5.5, y + 2.4), f"H{name}\nDRV5013AD", 10, "center")
    page.wire((left + 7.4, y + 2.4), (left + 9.8, y + 2.4), ink=own)
    page.text((left + 7.6, y + 2.75), "OUT", 9)
    page.wire((left + 3.6, y + 2.9), (left + 2.6, y + 2.9), ink=ink_of(V5))
    page.text((left + 2.4, y + 2.9), f"VCC: 5 V, C{name} 100 nF to 0 V", 9, "right", ink_of(V5))
    page.wire((left + 3.6, y + 1.9), (left + 2.6, y + 1.9), ink=ink_of(GND))
    page.text((left + 2.4, y + 1.9), "GND: 0 V", 9, "right")
    page.text(
        (left, y - 2.2),
        "North pole above the sensor (end A up): its output lets go, the "
        "contact is closed.\nSouth pole (end B up): its output is low, the contact is open. "
        "It keeps that when the glass is gone:\n"
        "over an empty hole it says nothing.",
        9.5,
        "left",
        GREY,
    )
