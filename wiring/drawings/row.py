"""The drawing of the row of a starter build: cells side by side, with all their parts."""

from wiring.circuit import DATA, GND, V5, column_net, contact, row_net
from wiring.drawings.shapes import GREY, Page, contact_symbol, ink_of, label, pin_label, symbol
from wiring.pins import PinMap
from wiring.read import COLUMNS

_STEP = 3.6  # units from cell to cell
_SHOWN = 3  # cells that are drawn; the others are alike


def draw(pins: PinMap) -> str:
    """Return the drawing of the first cells of the row, and a table of the pins of all, as SVG."""
    page = Page("The row of a starter build")
    row = pins.cells[0] // COLUMNS
    page.text((-2.4, 3.4), f"Row {row} on a breadboard: build the first cell, prove it, go on", 13)
    cells = pins.cells[:_SHOWN]
    end = _STEP * (len(cells) - 1) * len(pins.layers) / 2 + 1.4
    page.wire((-2.2, -3.2), (end, -3.2), ink=ink_of(row_net(row)), width=2.4)
    page.text((end + 0.2, -3.2), f"row {row}\n{pin_label(pins.rows[row])}", 10, "left", ink_of(row_net(row)))
    for n, cell in enumerate(cells):
        _cell(page, pins, cell, _STEP * n * len(pins.layers) / 2 - 1.6)
    x = end + 4.2
    page.text((x, 1.9), "cell", 10, "left", GREY)
    for n, layer in enumerate(pins.layers):
        page.text((x + 1.4 + 3.3 * n, 1.9), f"{layer} column", 10, "left", ink_of(layer.upper()))
    page.text((x + 1.4 + 3.3 * len(pins.layers), 1.9), "pixel", 10, "left", ink_of(DATA))
    for n, cell in enumerate(pins.cells):
        y = 1.2 - 0.62 * n
        page.text((x, y), f"{row},{cell % COLUMNS}", 10)
        for at, layer in enumerate(pins.layers):
            text = pin_label(pins.columns[layer][cell % COLUMNS])
            page.text((x + 1.4 + 3.3 * at, y), text, 10, "left", ink_of(layer.upper()))
        page.text((x + 1.4 + 3.3 * len(pins.layers), y), f"LED{pins.chain.index(cell)}", 10, "left", ink_of(DATA))
    page.text(
        (-2.4, -6.6),
        f"Reference: {pin_label(pins.reference)} through DREF, a "
        f"{pins.parts.diode} with its band\n"
        f"towards row {pins.reference_row}: build it first, without it no scan counts.",
        9.5,
        "left",
        GREY,
    )
    return page.svg()


def _cell(page: Page, pins: PinMap, cell: int, left: float) -> None:
    """Draw a cell: each contact from its column down through its diode to the row."""
    row, column = divmod(cell, COLUMNS)
    for n, layer in enumerate(pins.layers):
        x = left + 1.7 * n
        own = ink_of(column_net(layer, column))
        name = contact(layer, row, column)
        page.text((x, 2.25), f"{layer} {column}", 9, "center", own)
        page.dot((x, 1.9), own)
        contact_symbol(page, layer, (x, 1.9), (x, -0.6))
        page.part(symbol("Diode"), (x, -0.6), (x, -3.2))
        page.dot((x, -3.2), ink_of(row_net(row)))
        page.text((x + 0.45, 0.2), name, 8.5)
        page.text((x + 0.35, -2.5), f"D{name[1:]}", 8.5)
    x, pixel = left + 0.2, pins.chain.index(cell)
    page.box(x, -4.1, x + 2.0, -5.5)
    page.text((x + 1.0, -4.55), f"LED{pixel}", 9.5, "center")
    page.text((x + 1.0, -5.1), f"{label(V5)}, {label(GND)}", 8, "center", GREY)
    page.wire((x - 0.7, -4.8), (x, -4.8), ink=ink_of(DATA))
    page.wire((x + 2.0, -4.8), (x + 2.9, -4.8), ink=ink_of(DATA))
