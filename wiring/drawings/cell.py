"""The drawing of a cell of the matrix: its three contacts, their diodes and its pixel."""

from wiring.circuit import DATA, GND, V5, column_net, contact, row_net, sensor_net
from wiring.drawings.shapes import GREY, Page, ink_of, label, pin_label
from wiring.pins import PinMap
from wiring.read import COLUMNS

_EXAMPLE = (3, 7)  # row and column of the example cell


def draw(pins: PinMap) -> str:
    """Return the drawing of all parts of a cell, as SVG."""
    row, at = _EXAMPLE if not pins.partial else divmod(pins.cells[0], COLUMNS)
    page = Page("One cell")
    page.text((-1, 6.3), f"One cell: row {row}, column {at}", 13)
    ink = ink_of(row_net(row))
    page.wire((-1, 0), (18.8, 0), ink=ink, width=2.4)
    page.text((19, 0), f"row {row}\n{pin_label(pins.rows[row])}", 10, "left", ink)
    for n, layer in enumerate(pins.layers):
        x = 6.4 * n
        own = ink_of(column_net(layer, at))
        page.wire((x, 4.2), (x, -1.1), ink=own, width=2.4)
        page.text((x - 0.9, 4.75), f"{layer} column {at}\n{pin_label(pins.columns[layer][at])}", 10, "left", own)
        page.dot((x, 2.6), own)
        name = contact(layer, row, at)
        diode, closes = ((x + 2.8, x + 4.8), (x, x + 2.8))
        if layer == "tilt":  # its transistor is on the side of the row
            diode, closes = ((x, x + 2.0), (x + 2.0, x + 4.8))
            page.text((x + 0.2, 4.1), f"R_{sensor_net(at)}, 470 ohm, at the chip", 9, "left", GREY)
        page.part(layer, (closes[0], 2.6), (closes[1], 2.6))
        page.part("diode", (diode[0], 2.6), (diode[1], 2.6))
        page.wire((x + 4.8, 2.6), (x + 4.8, 0))
        page.dot((x + 4.8, 0), ink)
        page.text((sum(closes) / 2, 1.75), name, 10, "center")
        page.text((sum(diode) / 2, 1.75), f"D{name[1:]}\n{pins.parts.diode}", 10, "center")
        if layer == "reed":
            page.part(layer, (x, 3.6), (x + 2.8, 3.6))
            page.wire((x + 2.8, 3.6), (x + 2.8, 2.6))
            page.dot((x, 3.6), own)
            page.dot((x + 2.8, 2.6))
            page.text((x + 3.0, 3.6), f"{name}N, the near reed;\n{name} is the far one", 9, "left", GREY)
        else:
            said = {"button": "push button", "tilt": f"transistor,\nswitched by H{name[1:]}"}
            page.text((x + 2.4 if layer == "tilt" else x + 1.5, 3.4), said[layer], 9, "left", GREY)
    _pixel_of_cell(page, pins, COLUMNS * row + at)
    page.text(
        (-1, -5.6),
        "Wires are joined where there is a dot. The band of each diode is on the "
        "side of the row.\nAll cells are alike: the digits after SR, SB, ST and DR, DB, DT "
        "are the row and the two of the column;\nthe rest of the tilt sensor is drawn with "
        "the hourglass.",
        9.5,
        "left",
        GREY,
    )
    return page.svg(pins)


def _pixel_of_cell(page: Page, pins: PinMap, cell: int) -> None:
    """Draw the pixel of a cell, with its joints to the pixels before and after it in the chain."""
    pixel = pins.chain.index(cell)
    data = ink_of(DATA)
    page.box(4.2, -1.9, 8.2, -4.3)
    page.text((6.2, -2.8), f"LED{pixel}", 10.5, "center")
    page.text((6.2, -3.7), "WS2812B", 9, "center", GREY)
    before = f"LED{pixel - 1} DOUT" if pixel else "R1"
    after = f"LED{pixel + 1} DIN" if pixel + 1 < len(pins.cells) else "open"
    for y, net, left, right in ((-2.2, V5, "VDD", "VDD"), (-3.1, DATA, "DIN", "DOUT"), (-4.0, GND, "VSS", "VSS")):
        page.wire((2.4, y), (4.2, y), ink=ink_of(net))
        page.wire((8.2, y), (10.0, y), ink=ink_of(net))
        page.text((4.35, y), left, 9)
        page.text((8.05, y), right, 9, "right")
    page.text((2.2, -3.1), f"from {before}", 10, "right", data)
    page.text((10.2, -3.1), f"to {after}", 10, "left", data)
    for y, net in ((-2.2, V5), (-4.0, GND)):
        page.text((2.2, y), f"{label(net)}, {pins.supply.row:g} mm²", 10, "right", ink_of(net))
        page.text((10.2, y), "to the next cell", 10, "left", ink_of(net))
