"""The pictures with fields: a template of each, and the values of its fields from the map."""

from wiring.cables import cables
from wiring.circuit import GND, HEADER, PLACED, V5, circuit, contact, header_pin, shifter
from wiring.drawings.shapes import pin_label
from wiring.frame import LATH_DOWN
from wiring.pins import LAYERS, PinMap
from wiring.places import BEND, PROUD, button_high
from wiring.read import COLUMNS, read_overlay
from wiring.supply import ROW_FUSE
from wiring.text import filled

_EXAMPLE = 43  # row 3, column 7
_ZERO = tuple(at for at, what in enumerate(HEADER, 1) if what == "GND")  # pins of the Pi's header


def cell(pins: PinMap) -> str:
    """Return the drawing of a cell of the matrix, with its contacts, diodes and pixel, as SVG."""
    at = pins.cells[0] if pins.partial else _EXAMPLE
    (row, column), pixel = divmod(at, COLUMNS), pins.chain.index(at)
    return filled(
        "cell.svg",
        row=row,
        column=column,
        place=f"{row}{column:02}",
        drives=pin_label(pins.rows[row]),
        reads={layer: pin_label(columns[column]) for layer, columns in pins.columns.items()},
        diode=pins.parts.diode,
        pixel=pixel,
        before=f"LED{pixel - 1} DOUT" if pixel else "R1",
        after=f"LED{pixel + 1} DIN" if pixel + 1 < len(pins.cells) else "open",
        wire=pins.supply.row,
        mark=pins.mark,
        **{layer: "" if layer in pins.layers else None for layer in LAYERS},
    )


def hourglass(pins: PinMap) -> str:
    """Return the drawing of an hourglass with its magnets, and of the tilt sensor of its hole, as SVG."""
    overlay = next(one for one in map(read_overlay, pins.pieces) if one.tilts)
    hole, at = min(overlay.cells.items())
    row, column = divmod(at, COLUMNS)
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


def keys(pins: PinMap) -> str:
    """Return the drawing of the keys and the buzzer as SVG."""
    gpios = {**pins.keys, "buzzer": pins.buzzer}
    return filled(
        "keys.svg",
        keys=pins.keys,
        buzzer=pins.buzzer,
        pins={name: header_pin(gpio) for name, gpio in gpios.items()},
        zero=_ZERO,
        mark=pins.mark,
    )


def pixels(pins: PinMap) -> str:
    """Return the drawing of the chain of pixels with its level shifter and its supply, as SVG."""
    legs, fused = shifter(), pins.supply.row_fused
    high, low = (", ".join(leg.number for leg in legs if leg.net == net and leg.name[0] in "234") for net in (V5, GND))
    return filled(
        "pixels.svg",
        supply=pins.supply,
        row_fuse=ROW_FUSE,
        fused="" if fused else None,
        plain=None if fused else "",
        legs={leg.name: leg.number for leg in legs},
        high=high,
        low=low,
        mosi=header_pin(10),
        zero=_ZERO[3],
        last=len(pins.cells) - 1,
        mark=pins.mark,
    )


def section(pins: PinMap) -> str:
    """Return the drawing of a cell cut open, seen from the left, not to scale, as SVG."""
    return filled(
        "section.svg",
        cell=pins.cell,
        deep=pins.cell.sheet + pins.cell.plate + pins.reed.across / 2,
        button=button_high(pins.cell.plate),
        proud=PROUD,
        block=LATH_DOWN,
        bend=BEND,
        mark=pins.mark,
    )


def tiles(pins: PinMap) -> str:
    """Return the drawing of all cables of a table of tiles, from below, as SVG.

    It shows the boards as they are kept; a board that is drawn anew wants it drawn anew.
    """
    lengths = {f"{one.start} {one.end}": one.length for one in cables(pins)}
    return filled("tiles.svg", mm=lengths, feed=pins.supply.feed, mark=pins.mark)
