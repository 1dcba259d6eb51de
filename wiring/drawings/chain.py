"""The drawing of the order of the pixels in the chain, from above and from below."""

from itertools import pairwise

from wiring.circuit import DATA
from wiring.drawings.shapes import BLACK, GREY, Page, Point, ink_of
from wiring.pins import PinMap
from wiring.read import COLUMNS, ROWS


def draw(pins: PinMap) -> str:
    """Return the drawing of each cell's pixel and the way of the data, as SVG."""
    page = Page("The path of the data from pixel to pixel")
    size = 1.15
    for top, title, mirrored in ((0.0, "from above", False), (-12.4, "from below, as you solder", True)):

        def middle(at: int, top: float = top, mirrored: bool = mirrored) -> Point:
            row, col = divmod(at, COLUMNS)
            col = COLUMNS - 1 - col if mirrored else col
            return size * (col + 0.5), top - size * (row + 0.5)

        page.text((size * COLUMNS / 2, top + 1.0), f"Seen {title}; the far edge is at the top", 12, "center")
        for n in range(COLUMNS):
            col = COLUMNS - 1 - n if mirrored else n
            page.text((size * (n + 0.5), top + 0.35), f"col {col}", 9, "center", GREY)
        for row in range(ROWS):
            page.text((-0.2, top - size * (row + 0.5)), f"row {row}", 9, "right", GREY)
        ink = ink_of(DATA)
        for one, other in pairwise(pins.chain):
            page.wire(middle(one), middle(other), ink="#e3a9c4", width=3, behind=True)
        for pixel, at in enumerate(pins.chain):
            x, y = middle(at)
            edge = pixel in (0, len(pins.chain) - 1)
            page.box(x - 0.36, y + 0.3, x + 0.36, y - 0.3, fill=ink if edge else "white", ink=ink, width=1)
            page.text((x, y), str(pixel), 9.5, "center", "white" if edge else BLACK)
    return page.svg()
