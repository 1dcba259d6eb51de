"""The board of a game with all that stands on it: the printed sheet, coins, senators, pieces."""

from collections import Counter
from collections.abc import Iterator

from firmware.games import AnyAdapter
from firmware.games.kit import find_kit
from firmware.study.pieces import coin, piece, senator
from firmware.words import Words
from rules import Position
from wiring.sheet import drawing
from wiring.sheets.shapes import Drawing, Ink, Rect, Shape, centre, moved

RIM = 9.0  # mm of wood round the sheet
_WOOD = Ink("#8a5930", "#4a301b", 0.8)


def board(adapter: AnyAdapter, position: Position, words: Words) -> Drawing:
    """Return the table with a position of a game on it."""
    sheet = drawing(adapter.overlay.game, words=words.catalogue.gettext, **adapter.sheet)
    width, height = sheet.width + 2 * RIM, sheet.height + 2 * RIM
    shapes: list[Shape] = [
        Rect(0, 0, width, height, _WOOD, 5),
        *moved(RIM, RIM, sheet.shapes),
        *moved(RIM, RIM, _on_it(adapter, position)),
    ]
    return Drawing(words("The board"), tuple(shapes), width, height)


def _on_it(adapter: AnyAdapter, position: Position) -> Iterator[Shape]:
    """Yield the pieces and coins on the sheet, in millimetres from its far left corner."""
    page = find_kit(adapter.overlay.game).page.for_page(position, adapter.overlay.cells)
    for name, place in page.coins.items():
        yield from moved(*place, coin(name))
    crowd: Counter[int] = Counter()
    for one in adapter.extras(position).get("scale", {}).values():
        x, y = centre(one["cell"])
        rank = crowd[one["cell"]]
        crowd[one["cell"]] += 1
        yield from moved(x + rank % 3 * 12 - 10, y + rank // 3 * 14 - 4, senator(one["colour"]))
    for thing in sorted(adapter.things(position), key=lambda thing: thing.cell):
        yield from moved(*centre(thing.cell), piece(thing))
