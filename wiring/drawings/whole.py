"""The drawing of the whole table from below: frame, supply, pixels, matrix, chips and panel."""

from wiring.circuit import DATA, GND, SDA, V5
from wiring.drawings.shapes import GREY, Page, Point, ink_of, symbol
from wiring.pins import LAYERS, PinMap
from wiring.power import budget
from wiring.read import CELLS, COLUMNS, ROWS, read_overlay


def draw(pins: PinMap) -> str:
    """Return the drawing of the whole table from below, as SVG."""
    page = Page("The whole table, from below")
    size = 1.15
    page.text((-0.2, 2.0), "The whole table from below; the far edge is at the top", 13)
    for column in range(COLUMNS):
        x = size * (COLUMNS - 0.5 - column)
        page.text((x, 0.37), f"col {column}", 9, "center", GREY)
    page.box(-1.9, 0.75, size * COLUMNS + 1.5, -size * ROWS - 1.5, fill="#efe3cb")
    page.text((size * COLUMNS + 1.35, -size * ROWS - 1.2), f"frame boards, {pins.frame:g} mm high", 9, "right", GREY)
    page.box(0, 0, size * COLUMNS, -size * ROWS, fill="#faf6ec")
    _matrix(page, pins, size)
    _rows_of_pixels(page, pins, size)
    _feed(page, pins, size * COLUMNS)
    _read(page, pins, size)
    _feet(page, pins, (size * COLUMNS + 4.3, -5.4))
    return page.svg()


def _matrix(page: Page, pins: PinMap, size: float) -> None:
    """Draw the lines of rows and columns, and their bundles to the chips."""
    low, row_ink, side = -size * ROWS, ink_of("ROW"), -1.0
    for row in range(ROWS):
        y = -size * (row + 0.5)
        page.wire((side, y), (size * COLUMNS - 0.3, y), ink=row_ink, width=0.7)
        page.dot((side, y), row_ink)
    page.wire((side, -size / 2), (side, low - 2.0), (_BUNDLE, low - 2.0), ink=row_ink, width=2.4)
    page.text((side + 0.15, low - 1.75), f"{ROWS} rows, to all chips", 9, "left", row_ink)
    chips = list(pins.chips)
    for n, layer in enumerate(LAYERS):
        ink, shift, bar = ink_of(layer.upper()), 0.14 * (n - 1), low - 0.3 - 0.25 * n
        used = _used(pins, layer)
        places = [size * (COLUMNS - 0.5 - column) + shift for column in used]
        for x in places:
            page.wire((x, -0.15), (x, bar), ink=ink, width=0.7)
        chip = chips.index(pins.columns[layer][0].chip)
        ends = [*places, _chip_left(chip) + 2.4]
        page.wire((min(ends), bar), (max(ends), bar), ink=ink, width=1.8)
        page.wire((_chip_left(chip) + 2.4, bar), (_chip_left(chip) + 2.4, low - 2.3), ink=ink, width=2.4)
        page.text((_chip_left(chip) + 2.55, low - 1.2), f"{len(used)} {layer}", 9, "left", ink)
    for n in range(len(chips)):
        page.wire((_chip_left(n) + 1.0, low - 2.0), (_chip_left(n) + 1.0, low - 2.3), ink=row_ink, width=2.4)


def _used(pins: PinMap, layer: str) -> list[int]:
    """Return the columns in which a layer has contacts."""
    cells = pins.parts.tilts if layer == "tilt" else pins.cells
    return sorted({cell % COLUMNS for cell in cells})


_CHIP_WIDE, _CHIP_STEP = 3.4, 3.9
_BUNDLE = 2 * _CHIP_STEP + 1.0  # where the bundle of rows ends, at the last chip


def _chip_left(number: int) -> float:
    return _CHIP_STEP * number


def _rows_of_pixels(page: Page, pins: PinMap, size: float) -> None:
    """Draw each row of pixels between its two wires, which come from the left edge."""
    right, ink = size * COLUMNS, ink_of(DATA)
    for row in range(ROWS):
        y = -size * (row + 0.5)
        page.text((-1.1, y), f"row {row}", 9, "right", GREY)
        page.wire((0.4, y + 0.3), (right + 0.9, y + 0.3), ink=ink_of(V5), width=1.2)
        page.wire((0.4, y - 0.3), (right + 0.5, y - 0.3), ink=ink_of(GND), width=1.2)
        page.dot((right + 0.9, y + 0.3), ink_of(V5))
        page.dot((right + 0.5, y - 0.3), ink_of(GND))
        for column in range(COLUMNS):
            page.ring((size * (COLUMNS - 0.5 - column), y), 0.16, fill="white", ink=ink, width=1)
    page.ring((size / 2, -size * (ROWS - 0.5)), 0.24, fill=ink, ink=ink)
    last = pins.chain.index(CELLS - 1)
    page.wire((size / 2 - 0.24, -size * (ROWS - 0.5)), (-2.2, -size * (ROWS - 0.5) - 0.75), ink=ink, width=0.8)
    page.text(
        (-2.3, -size * (ROWS - 0.5) - 0.75),
        f"farthest pixel,\nLED{last}: measure\n{budget(pins).farthest:.2f} V or more",
        10,
        "right",
        ink,
    )


def _feed(page: Page, pins: PinMap, right: float) -> None:
    """Draw the supply of the pixels, its fuse, and the wires along the left edge."""
    supply, five, zero = pins.supply, ink_of(V5), ink_of(GND)
    low = -1.15 * (ROWS - 0.5)
    page.wire((right + 0.9, 1.3), (right + 0.9, low + 0.3), ink=five, width=2.4)
    page.wire((right + 0.5, 0.7), (right + 0.5, low - 0.3), ink=zero, width=2.4)
    page.part(symbol("Fuse"), (right + 3.3, 1.3), (right + 5.7, 1.3), five)
    page.wire((right + 0.9, 1.3), (right + 3.3, 1.3), ink=five, width=2.4)
    page.wire((right + 5.7, 1.3), (right + 6.3, 1.3), ink=five, width=2.4)
    page.wire((right + 0.5, 0.7), (right + 6.3, 0.7), ink=zero, width=2.4)
    page.box(right + 6.3, 1.8, right + 9.7, 0.2)
    page.text((right + 8.0, 1.0), f"J2, {supply.volts:g} V\n{supply.amps:g} A", 10, "center")
    page.text((right + 4.5, 1.85), f"F1, {supply.fuse:g} A fast", 9.5, "center")
    page.text(
        (right + 1.9, -0.1),
        f"two wires of {supply.lead:g} mm², {supply.lead_length:g} m: feel that they stay cool",
        9.5,
        "left",
        five,
    )
    page.text((right + 1.9, -1.1), f"along the left edge {supply.feed:g} mm²,\nalong each row {supply.row:g} mm²", 9.5)
    page.text((right + 1.9, -2.3), "5 V in colour, 0 V in black;\nthe data's way stands in step 5", 9.5, "left", GREY)


def _read(page: Page, pins: PinMap, size: float) -> None:
    """Draw the chips that drive the rows and read the columns, on the Pi's bus."""
    top, wide = -size * ROWS - 2.3, _CHIP_WIDE
    for n, chip in enumerate(pins.chips):
        x = _chip_left(n)
        page.box(x, top, x + wide, top - 2.6)
        rows = [str(row) for row, pin in enumerate(pins.rows) if pin.chip == chip]
        reads = {layer: sum(pins.columns[layer][at].chip == chip for at in _used(pins, layer)) for layer in LAYERS}
        lines = [f"{count} {layer} columns" for layer, count in reads.items() if count]
        drives = f"drives row{'s' * (len(rows) > 1)} {', '.join(rows)}"
        page.text((x + wide / 2, top - 0.4), chip, 11, "center")
        page.text((x + wide / 2, top - 1.5), "\n".join((drives, "reads", *lines)), 9, "center", GREY)
        page.wire((x + wide / 2, top - 2.6), (x + wide / 2, top - 3.2), ink=ink_of(SDA), width=2)
        page.dot((x + wide / 2, top - 3.2), ink_of(SDA))
    end = _chip_left(len(pins.chips))
    page.wire((wide / 2, top - 3.2), (end + 1, top - 3.2), ink=ink_of(SDA), width=2)
    page.box(end + 1, top - 1.6, end + 5.4, top - 4.0)
    page.text((end + 3.2, top - 2.5), "Raspberry Pi,\na supply of its own", 10, "center")
    panel = ["LS1, R1: data to LED0 (step 5)", f"{len(pins.keys)} keys (step 2)", "BZ1, buzzer"]
    if pins.display is not None:
        panel.append("DS1, display, on I2C")
    for n, said in enumerate(panel):
        y = top - 0.6 - 1.1 * n
        page.wire((end + 5.4, top - 2.8), (end + 6.2, y))
        page.box(end + 6.2, y + 0.4, end + 12.2, y - 0.4)
        page.text((end + 6.4, y), said, 9.5)
    said = "I2C" if pins.display is None else "I2C, with the display on it"
    page.text((wide / 2, top - 3.65), said, 9, "left", ink_of(SDA))


def _feet(page: Page, pins: PinMap, corner: Point) -> None:
    """Draw a piece with the magnet in its foot, and write how many pieces each game has."""
    x, y = corner
    page.text((x - 2.1, y + 1.7), "a piece from the side", 10.5)
    page.box(x - 1.6, y, x + 1.6, y - 1.3, fill="#e9dcc3")
    page.ring((x, y + 0.55), 0.6, fill="#e9dcc3")
    page.box(x - 1.0, y - 0.7, x + 1.0, y - 1.3, fill="#c9ccd1", width=1)
    page.text((x, y - 1.0), "magnet", 8.5, "center")
    lines = [
        f"{game.replace('_', ' ')}: {count}" for game, count in pins.pieces.items() if not read_overlay(game).tilts
    ]
    size = f"{pins.magnet.across:g} x {pins.magnet.high:g} mm"
    page.text(
        (x + 2.1, y - 0.4), f"{size}, glued in flush with\nthe foot, one pole down in all\n" + "\n".join(lines), 9.5
    )
