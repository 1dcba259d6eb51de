"""The printed sheet of Revolution: Paris and its 25 districts, as on an old map."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wiring.read import PITCH, read_overlay
from wiring.sheets.shapes import (
    Circle,
    Drawing,
    Ink,
    Line,
    Place,
    Point,
    Rect,
    Shape,
    Text,
    Words,
    centre,
    corner,
    mix,
    moved,
    paragraph,
    scaled,
)
from wiring.sheets.signs import sign
from wiring.text import N_

PAPER = "#fbf6ea"
SEPIA = "#4d4136"  # lines and letters
OCHRE = "#a8741f"  # light, the Jacobins
INDIGO = "#45478c"  # dark, the Royalists
WATER = "#4c7f86"  # the river, and the buildings

SIDE = 5
WEST, NORTH = 120.0, 40.0  # the far left corner of the city

LARGER = 1.35
"""The size of the city on a screen, in times its size on the table: no reed fixes it there."""
LEFT, FAR = (480.0 - LARGER * SIDE * PITCH) / 2, 7.0  # its far left corner there

HAIR = Ink(stroke=SEPIA, width=0.25)
THIN = Ink(PAPER, SEPIA, 0.4)


def on_screen(_options: Mapping[str, Any]) -> dict[int, Place]:
    """Return the places of the districts on a screen, by their cells; others as on the table."""
    cells = read_overlay("revolution").cells
    return {at: _enlarged(centre(at)) for field, at in cells.items() if len(field) == 2}


def _enlarged(middle: Point) -> Place:
    x, y = middle
    return Place(LEFT + LARGER * (x - WEST), FAR + LARGER * (y - NORTH), LARGER)


def draw(words: Words, *, screen: bool = False) -> Drawing:
    """Return the sheet: the city in the middle, the seats' cards and the buildings beside it.

    screen: as it is drawn on a screen: the city larger, without title, compass and legend.
    """
    cells = read_overlay("revolution").cells
    city = [
        *sign("city"),
        *sign("screen-border" if screen else "border"),
        *(
            Text(x + 5.5, y + 9.5, field, 5, SEPIA)
            for field, (x, y) in ((field, corner(at)) for field, at in cells.items())
            if len(field) == 2
        ),
    ]
    if screen:
        city = list(moved(LEFT, FAR, scaled(LARGER, moved(-WEST, -NORTH, city))))
    shapes = [Rect(0, 0, 480, 320, Ink(PAPER)), *city]
    for seat, ink in (("light", OCHRE), ("dark", INDIGO)):
        for card in "0123456789F":
            shapes.extend(_card(centre(cells[f"{seat}-{card}"]), card, ink))
    for cell, seat, ink in ((cells["light-F"], N_("Jacobins"), OCHRE), (cells["dark-F"], N_("Royalists"), INDIGO)):
        x, y = centre(cell)
        shapes.append(Text(x, y + 25.5, words(seat), 5.2, ink, "middle", italic=True))
    for building, name, drawn in (
        ("N", N_("Notre Dame"), "notre-dame"),
        ("V", N_("Versailles"), "versailles"),
        ("B", N_("Bastille"), "bastille"),
    ):
        shapes.extend(_building(centre(cells[building]), building, words(name), sign(drawn)))
    if screen:
        return Drawing("Revolution", tuple(shapes))
    # Left of 240, where A4 tiles are joined.
    shapes.append(Text(WEST, 17.5, "REVOLUTION", 12, SEPIA, spacing=2.6))
    shapes.append(Text(WEST + 0.5, 25, "Reiner Knizia, 1992", 4.2, SEPIA, italic=True))
    shapes.extend(_compass(76, 200))
    shapes.extend(_legend(words))
    return Drawing("Revolution", tuple(shapes))


def _card(middle: Point, card: str, ink: str) -> Iterator[Shape]:
    """Draw the place of a card: a frame, and its number as large as on the card."""
    x, y = middle
    yield Rect(x - 16, y - 16, 32, 32, Ink(mix(ink, PAPER, 0.10), ink, 0.5), 2.5)
    yield Rect(x - 14.2, y - 14.2, 28.4, 28.4, Ink(stroke=mix(ink, PAPER, 0.5), width=0.2), 1.4)
    if card == "F":
        yield from moved(x, y, sign("light-flag" if ink == OCHRE else "dark-flag"))
        yield Text(x + 8, y + 11, card, 5, ink, "middle")
    else:
        yield Text(x, y + 5.4, card, 16, ink, "middle")


def _building(middle: Point, letter: str, name: str, drawn: Sequence[Shape]) -> Iterator[Shape]:
    """Draw the place of a building: its sign, its letter and its name."""
    x, y = middle
    yield Rect(x - 17, y - 17, 34, 34, Ink(mix(WATER, PAPER, 0.10), WATER, 0.5), 2.5)
    yield Text(x - 14.8, y - 10, letter, 5.8, WATER, bold=True)
    yield from moved(x, y + 6.5, drawn)
    yield Text(x - 14.8, y + 13.2, name, 3.9, SEPIA)  # left of the button


_WALL = Ink(PAPER, WATER, 0.4)


def _compass(x: float, y: float) -> Iterator[Shape]:
    """Draw a compass rose: north is at the far edge."""
    yield from moved(x, y, sign("compass"))
    yield Text(x, y - 24.5, "N", 6, SEPIA, "middle")


def _legend(words: Words) -> Iterator[Shape]:
    """Draw the legend: how far a card reaches, and the three ways to win."""
    left, wide, far = 347.0, 82.0, 148.0
    for out in (7.0, 8.2):
        yield Rect(left - out, far - out, wide + 2 * out, 94 + 2 * out, HAIR)
    yield from _reach(left + 16.5, far + 17)
    yield from paragraph(
        left + 38,
        far + 10,
        wide - 38,
        words(N_("A card counts on its own field and on those beside it")),
        size=4.2,
        fill=SEPIA,
    )
    yield Line(left, far + 43, left + wide, far + 43, HAIR)
    yield Text(left, far + 53.5, words(N_("Three ways to win")), 5.2, SEPIA, italic=True)
    ways = (N_("the opponent's flag"), N_("the three buildings"), N_("eleven stones and your flag"))
    for n, text in enumerate(ways):
        y = far + 65 + 12 * n
        if n == 0:
            yield from moved(left + 4, y - 1.2, sign("small-flag"))
        elif n == 1:
            yield from (Rect(left + 0.6 + 2.6 * k, y - 3, 2, 2.6, _WALL) for k in range(3))
        else:
            yield from (Circle(left + 1.6 + 2.6 * k, y - 1.4, 1.1, THIN) for k in range(3))
        yield from paragraph(left + 12, y, wide - 12, words(text), size=4.2, fill=SEPIA)


def _reach(x: float, y: float) -> Iterator[Shape]:
    """Draw five fields in a cross round x, y, the number 7 in each."""
    size = 11.0
    for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1), (0, 0)):
        own = dx == dy
        at = (x + dx * size, y + dy * size)
        tint = mix(OCHRE, PAPER, 0.3 if own else 0.1)
        yield Rect(at[0] - size / 2, at[1] - size / 2, size, size, Ink(tint, SEPIA, 0.3))
        yield Text(at[0], at[1] + 2, "7", 6, SEPIA if own else mix(SEPIA, PAPER, 0.6), "middle")
