"""The drawing of a cell of the matrix, with its contacts, diodes and pixel: a picture with fields."""

from wiring.drawings.shapes import pin_label
from wiring.pins import LAYERS, PinMap
from wiring.read import COLUMNS
from wiring.text import filled

_EXAMPLE = 43  # row 3, column 7


def draw(pins: PinMap) -> str:
    """Return the drawing of all parts of a cell, as SVG."""
    cell = pins.cells[0] if pins.partial else _EXAMPLE
    (row, column), pixel = divmod(cell, COLUMNS), pins.chain.index(cell)
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
