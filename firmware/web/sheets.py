"""What does a printed sheet look like under a page's pieces?

Millimetres: the cell in row r and column c is the square of 40 mm at x = 40 c, y = 40 r.
"""

from xml.sax.saxutils import escape

from firmware.games import find_sheet
from firmware.web.state import colour_text
from rules import Position
from wiring import COLUMNS, ROWS

CELL = 40  # millimetres
_BARE = "#181818"
_LABEL = "#c8c0b4"


def svg(game: str, position: Position) -> str:
    """The sheet on which a game lies that stands so, as an SVG image of 480 by 320 mm."""
    sheet = find_sheet(position, game)
    width, height = CELL * COLUMNS, CELL * ROWS
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="{_BARE}"/>',
        '<g stroke="#000" stroke-width="0.5">',
    ]
    for cell, colour in sorted(sheet.printed.items()):
        row, column = divmod(cell, COLUMNS)
        parts.append(
            f'<rect x="{CELL * column}" y="{CELL * row}" width="{CELL}" height="{CELL}" '
            f'fill="{colour_text(colour)}"/>'
        )
    parts.append(f'</g><g fill="{_LABEL}" font-family="sans-serif" font-size="6">')
    for cell, name in sorted(sheet.overlay.names.items()):
        row, column = divmod(cell, COLUMNS)
        label = escape(name.rpartition("-")[2])
        parts.append(f'<text x="{CELL * column + 2}" y="{CELL * row + 38}">{label}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])
