"""The drawing of the fields of all games over the cells of the table."""

from wiring.drawings.shapes import GREY, Page
from wiring.pins import PinMap
from wiring.read import CELLS, COLUMNS, ROWS, read_overlay


def draw(pins: PinMap) -> str:
    """Return the drawing of the games' fields over each cell, with its pixel, as SVG."""
    page = Page("What lies over each cell")
    wide, high = 1.9, 1.75
    overlays = [read_overlay(game) for game in pins.pieces]
    page.text((0, 1.5), "What lies over each cell, seen from above", 13)
    for n, overlay in enumerate(overlays):
        page.text((4.2 * n, 0.95), overlay.game, 9.5, "left", overlay.ink)
    page.text((4.2 * len(overlays), 0.95), "pixel", 9.5, "left", GREY)
    for column in range(COLUMNS):
        page.text((wide * (column + 0.5), 0.35), f"column {column}", 9, "center", GREY)
    for at in range(CELLS):
        row, column = divmod(at, COLUMNS)
        left, top = wide * column, -high * row
        if not column:
            page.text((-0.2, top - high / 2), f"row {row}", 9, "right", GREY)
        page.box(left, top, left + wide, top - high, fill="white", ink="#b5b5b5", width=0.8)
        if at in pins.cells:
            page.text((left + wide - 0.1, top - 0.2), str(pins.chain.index(at)), 7.5, "right", GREY)
        for n, overlay in enumerate(overlays):
            if at in overlay.names:
                page.text((left + 0.12, top - 0.45 - 0.33 * n), overlay.names[at], 9, "left", overlay.ink)
    page.text(
        (0, -high * ROWS - 0.45),
        "The far edge is at the top. The cells that have a letter of hourglass have a tilt sensor.",
        9.5,
        "left",
        GREY,
    )
    return page.svg(pins)
