"""The drawing of a column of the matrix with all its rows, and of the pins of all columns."""

from wiring.circuit import REF, V33, column_net, contact, roles, row_net
from wiring.drawings.shapes import BLACK, GREY, Page, Point, contact_symbol, ink_of, pin_label, symbol
from wiring.pins import LAYERS, PinMap
from wiring.read import COLUMNS, ROWS


def draw(pins: PinMap) -> str:
    """Return the drawing of a column, the reference, and the pins of all columns, as SVG."""
    page = Page("One column of the matrix")
    pin = pins.columns["reed"][0]
    own = ink_of(column_net("reed", 0))
    page.text((-3.2, 6.0), "One column of the matrix, with all rows; and the pins of all columns", 13)
    page.box(-3.2, 4.9, 1.3, 1.1)
    page.text((-3.05, 1.45), f"{pin_label(pin)}, reads", 9.5)
    page.supply((0.5, 3.9), V33)
    page.part(symbol("Resistor"), (0.5, 3.9), (0.5, 1.9), GREY)
    page.text((-3.05, 3.4), "the chip's own\npull-up, about 100k", 9, "left", GREY)
    page.wire((0.5, 1.9), (0.5, -11.2), ink=own, width=2.4)
    page.text((0.25, 0.6), "reed column 0", 10, "right", own)
    if pins.parts.pull_up is not None:
        page.supply((3.5, 2.2), V33)
        page.part(symbol("Resistor"), (3.5, 2.2), (3.5, 0.6), BLACK)
        page.wire((3.5, 0.6), (0.5, 0.6))
        page.dot((0.5, 0.6), own)
        page.text((3.9, 1.4), f"{pins.parts.pull_up} ohm, one for each column", 9.5)
    for row in range(ROWS):
        y = -1.5 * row - 0.5
        page.dot((0.5, y), own)
        contact_symbol(page, "reed", (0.5, y), (3.5, y))
        page.part(symbol("Diode"), (3.5, y), (6, y))
        ink = ink_of(row_net(row))
        page.wire((6, y), (7, y), ink=ink, width=2.4)
        page.text((7.2, y), f"row {row}, {pin_label(pins.rows[row])}, drives", 10, "left", ink)
        name = contact("reed", row, 0)
        page.text((2, y - 0.6), name, 9.5, "center")
        page.text((4.75, y - 0.6), f"D{name[1:]} {pins.parts.diode}", 9.5, "center")
    y = -13
    page.text((-3.2, y), f"reference\n{pin_label(pins.reference)}", 10, "left", ink_of(REF))
    page.wire((-0.1, y), (3.5, y), ink=ink_of(REF), width=2.4)
    page.part(symbol("Diode"), (3.5, y), (6, y))
    page.text((4.75, y - 0.6), f"DREF {pins.parts.diode}", 9.5, "center")
    page.wire((6, y), (7, y), ink=ink_of(REF), width=2.4)
    page.text(
        (7.2, y),
        f"row {pins.reference_row}, {pin_label(pins.rows[pins.reference_row])}: a contact that is always closed",
        10,
        "left",
        ink_of("ROW"),
    )
    _pin_table(page, pins, (16.2, 2.9))
    page.text(
        (16.2, -8.6),
        "Between the chip's pin and each tilt column: 470 ohm, close to the "
        "chip.\nColumns in grey have no tilt sensors: leave those pins open.\n"
        "Each reed switch stands for two in parallel,\n"
        "as SR307 and SR307N in the drawing of a cell.",
        9.5,
        "left",
        GREY,
    )
    return page.svg()


def _pin_table(page: Page, pins: PinMap, corner: Point) -> None:
    """Draw a table of the pins of all columns."""
    x, y = corner
    step, wide = 0.86, 3.1
    used = roles(pins)
    page.text((x, y), "column", 10, "left", GREY)
    for n, layer in enumerate(LAYERS):
        page.text((x + 1.7 + wide * n, y), layer, 10, "left", ink_of(layer.upper()))
    for at in range(COLUMNS):
        line = y - step * (at + 1)
        page.wire((x, line + step / 2), (x + 10.8, line + step / 2), ink="#cccccc", width=0.6)
        page.text((x, line), str(at), 10)
        for n, layer in enumerate(LAYERS):
            pin = pins.columns[layer][at]
            ink = ink_of(layer.upper() if pin in used else None)
            page.text((x + 1.7 + wide * n, line), pin_label(pin), 10, "left", ink)
