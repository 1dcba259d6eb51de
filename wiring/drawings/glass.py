"""The drawing of an hourglass with its magnets, and of the tilt sensor of its hole: a picture with fields."""

from wiring.circuit import PLACED, circuit, contact
from wiring.drawings.shapes import pin_label
from wiring.pins import PinMap
from wiring.read import COLUMNS, read_overlay
from wiring.text import filled


def draw(pins: PinMap) -> str:
    """Return the drawing of an hourglass and of the tilt sensor below it, as SVG."""
    overlay = next(one for one in map(read_overlay, pins.pieces) if one.tilts)
    hole, cell = min(overlay.cells.items())
    row, column = divmod(cell, COLUMNS)
    wired = circuit(pins)
    hall, transistor = (
        [leg.name for leg in sorted(wired.of(kind)[0].legs, key=lambda leg: leg.number)] for kind in ("hall", "tilt")
    )
    return filled(
        "hourglass.svg",
        glass=pins.glass,
        hole=hole,
        row=row,
        column=column,
        name=contact("tilt", row, column)[1:],
        reads=pin_label(pins.columns["tilt"][column]),
        drives=pin_label(pins.rows[row]),
        diode=pins.parts.diode,
        hall=hall,
        transistor=transistor,
        wired=None if pins.parts.diode == PLACED else "",  # with wires, not flat on a board
        mark=pins.mark,
    )
