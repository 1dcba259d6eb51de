"""The printed sheet of Forum Romanum: seven buildings, the popularity loop, six keys."""

from collections.abc import Iterable, Iterator, Mapping
from math import dist
from typing import Any

from wiring.read import PITCH, WiringError, read_overlay
from wiring.sheets.shapes import (
    Circle,
    Drawing,
    Ink,
    Line,
    Path,
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
    polyline,
    scaled,
)
from wiring.sheets.signs import sign
from wiring.text import N_

PAPER = "#faf5ea"
INK = "#4b4038"  # lines and letters
TERRACOTTA = "#b5613c"
OCHRE = "#c1912f"
OLIVE = "#75803f"
STONE = mix(INK, PAPER, 0.72)  # no ink of its own

SIDE = 7
SCALE = 40  # fields of the popularity loop: FR-5
EDITIONS = {"variant": {"variant": True}}
LAYOUT = "1111222/1111222/3344455/3344455/3344455/6666777/6666777"  # FR-3
BUILDINGS = ("I", "II", "III", "IV", "V", "VI", "VII")
KEY_COLOURS = {"y": "#d9a300", "b": "#2f5fb3", "r": "#c0392b", "g": "#3f8f4f", "k": "#3a3634", "w": "#ffffff"}
LARGER = 1.14
"""The size of the forum on a screen, in times its size on the table; keys have no use there."""
SMALLER = 0.78
"""The same of the fields of the popularity loop, which are not touched there."""
_LOOP = SIDE * PITCH * LARGER + 4  # where the loop begins there
_ASIDE = 7.0  # mm that a medallion is right of a crossing of four fields
_Square = tuple[int, int]  # column and row of the forum, from the far left


def on_screen(_options: Mapping[str, Any]) -> dict[int, Place]:
    """Return the places of all fields on a screen, by their cells."""
    places = {}
    for field, at in read_overlay("forum_romanum").cells.items():
        x, y = centre(at)
        if field.startswith("key-"):
            places[at] = Place(0, 320, 0)
        elif field.startswith("steps-"):
            places[at] = Place(round(_LOOP + SMALLER * (x - SIDE * PITCH), 1), y, SMALLER)
        else:
            places[at] = Place(round(LARGER * x, 1), round(LARGER * y, 1), LARGER)
    return places


def draw(words: Words, layout: str = LAYOUT, *, variant: bool = False, screen: bool = False) -> Drawing:
    """Return the sheet with this layout. Raise WiringError when it is not 7 rows of 7.

    variant: whether sectors score by the variant (FR-17). screen: as it is drawn on a screen: the
    forum larger, without keys, title and legend.
    """
    rows = layout.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE or set(layout) - set("1234567/"):
        raise WiringError(f"layout {layout!r} should be 7 rows of 7 digits 1-7 joined by /")
    cells = read_overlay("forum_romanum").cells
    plan = {(c, r): int(digit) for r, row in enumerate(rows) for c, digit in enumerate(row)}
    shapes: list[Shape] = [Rect(0, 0, 480, 320, Ink(PAPER))]
    forum = list(_buildings(plan))
    for field, at in cells.items():
        if len(field) == 2:
            x, y = corner(at)
            forum.append(Text(x + 8.6, y + 13, field, 4.8, INK))
    if screen:
        shapes.extend(scaled(LARGER, forum))
        places = on_screen({})
        steps = [places[cells[f"steps-{n}"]] for n in range(SCALE)]
        loop = _loop([(step.x / SMALLER, step.y / SMALLER) for step in steps], 9.5)
        return Drawing("Forum Romanum", (*shapes, *scaled(SMALLER, loop)))
    shapes.extend(forum)
    shapes.extend(_loop([centre(cells[f"steps-{n}"]) for n in range(SCALE)]))
    for key, colour in KEY_COLOURS.items():
        shapes.extend(_key(centre(cells[f"key-{key}"]), key, colour))
    shapes.extend(_title(words, LEGEND[variant]))
    return Drawing("Forum Romanum", tuple(shapes))


def _buildings(plan: Mapping[_Square, int]) -> Iterator[Shape]:
    inks = _inks(plan)
    for (c, r), number in plan.items():
        yield Rect(PITCH * c, PITCH * r, PITCH, PITCH, Ink(mix(inks[number], PAPER, 0.2)))
    for number in sorted(set(plan.values())):
        for ring in _walls({square for square, n in plan.items() if n == number}):
            yield from _building(ring, inks[number])
    lines = Ink(stroke=mix(INK, PAPER, 0.3), width=0.25)
    for (c, r), number in plan.items():  # between the fields of a building
        x, y = PITCH * (c + 1), PITCH * (r + 1)
        if plan.get((c + 1, r)) == number:
            yield Line(x, y - PITCH + 4.6, x, y - 4.6, lines)
        if plan.get((c, r + 1)) == number:
            yield Line(x - PITCH + 4.6, y, x - 4.6, y, lines)
    size = SIDE * PITCH
    dots = Ink(stroke=mix(INK, PAPER, 0.55), width=0.5, dash=(0, 2.5))
    yield Line(6, 6, size - 6, size - 6, dots)
    yield Line(6, size - 6, size - 6, 6, dots)
    for number, name in enumerate(BUILDINGS, 1):
        if squares := {square for square, n in plan.items() if n == number}:
            yield from _number(squares, name, inks[number])


def _inks(plan: Mapping[_Square, int]) -> dict[int, str]:
    """Return an ink of four for each building, never the ink of a neighbour (four are enough)."""
    near: dict[int, set[int]] = {number: set() for number in sorted(plan.values())}
    for (c, r), number in plan.items():
        for beside in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)):
            if plan.get(beside, number) != number:
                near[number].add(plan[beside])

    def painted(inks: dict[int, str]) -> dict[int, str] | None:
        left = [number for number in near if number not in inks]
        if not left:
            return inks
        worn = list(inks.values())
        for ink in sorted((TERRACOTTA, OCHRE, OLIVE, STONE), key=worn.count):
            if ink not in {inks.get(beside) for beside in near[left[0]]} and (whole := painted({**inks, left[0]: ink})):
                return whole
        return None

    # Buildings in several pieces, which the rules refuse, may need more than four inks.
    return painted({}) or dict.fromkeys(near, OCHRE)


def _walls(squares: set[_Square]) -> list[list[Point]]:
    """Return the outlines of a set of squares, in fields: clockwise, inner courts not."""
    ways: dict[_Square, list[_Square]] = {}
    for c, r in squares:
        for outside, a, b in (
            ((c, r - 1), (c, r), (c + 1, r)),
            ((c + 1, r), (c + 1, r), (c + 1, r + 1)),
            ((c, r + 1), (c + 1, r + 1), (c, r + 1)),
            ((c - 1, r), (c, r + 1), (c, r)),
        ):
            if outside not in squares:
                ways.setdefault(a, []).append(b)
    rings = []
    while ways:
        start = min(ways)
        ring = [start]
        heading = (0, 0)
        while True:
            here = ring[-1]
            ahead = ways[here]
            # where two squares touch only by their corners, stay with the same square
            right = (here[0] - heading[1], here[1] + heading[0])
            step = right if right in ahead else ahead[0]
            ahead.remove(step)
            if not ahead:
                del ways[here]
            heading = (step[0] - here[0], step[1] - here[1])
            if step == start:
                break
            ring.append(step)
        rings.append([(float(x), float(y)) for x, y in ring])
    return rings


def _building(ring: list[Point], ink: str) -> Iterator[Shape]:
    """Draw a building as on a floor plan: its wall, and columns along it."""
    wall = _inset(ring, 1.7)
    yield polyline(wall, Ink(stroke=ink, width=1.1), closed=True)
    yield polyline(_inset(ring, 3.0), Ink(stroke=ink, width=0.3), closed=True)
    steps = zip(ring, [*ring[1:], ring[0]], strict=True)
    inner = Ink(PAPER, ink, 0.45)
    for (x1, y1), (x2, y2) in steps:
        dx, dy = x2 - x1, y2 - y1
        for along in (0.3, 0.5, 0.7):
            x = PITCH * (x1 + dx * along) - 5.4 * dy
            y = PITCH * (y1 + dy * along) + 5.4 * dx
            yield Circle(x, y, 1.0, inner)


def _inset(ring: list[Point], by: float) -> list[Point]:
    """Return an outline in millimetres, moved inwards, without the points on straight walls."""
    corners = []
    before = [ring[-1], *ring[:-1]]
    after = [*ring[1:], ring[0]]
    for (x0, y0), (x, y), (x1, y1) in zip(before, ring, after, strict=True):
        a, b = (x - x0, y - y0), (x1 - x, y1 - y)
        if a != b:
            corners.append((PITCH * x - by * (a[1] + b[1]), PITCH * y + by * (a[0] + b[0])))
    return corners


def _number(squares: set[_Square], name: str, ink: str) -> Iterator[Shape]:
    """Draw the Roman number of a building in a medallion, between its fields near the middle.

    At a crossing of four fields it stands aside, clear of the lamp and the button left of there.
    """
    x = sum(c + 0.5 for c, _ in squares) / len(squares)
    y = sum(r + 0.5 for _, r in squares) / len(squares)
    crossings: list[Point] = [(c, r) for c, r in squares if {(c - 1, r), (c, r - 1), (c - 1, r - 1)} <= squares]
    sides: list[Point] = [(c, r + 0.5) for c, r in squares if (c - 1, r) in squares]
    sides += [(c + 0.5, r) for c, r in squares if (c, r - 1) in squares]
    alone = [(c + 0.5, r + 0.5) for c, r in squares]
    at = min(crossings or sides or alone, key=lambda at: (round(dist(at, (x, y)), 6), at))
    aside = _ASIDE if crossings else 0.0
    middle = PITCH * at[0] + aside, PITCH * at[1]
    yield Circle(*middle, 8.2, Ink(mix(ink, PAPER, 0.10), ink, 0.7))
    yield Circle(*middle, 7.2, Ink(stroke=ink, width=0.25))
    yield Text(middle[0], middle[1] + 2.6, name, 7.6, mix(ink, INK, 0.55), "middle")


def _loop(fields: list[Point], size: float = 6.6) -> Iterator[Shape]:
    """Draw the popularity scale: a winding ribbon, a column at the start, two leaves for a field.

    size: of the numbers; each fifth is larger.
    """
    wide = 27.0
    for extra, colour in ((0.9, INK), (0.0, mix(OCHRE, PAPER, 0.13))):
        yield _ribbon(fields, Ink(stroke=colour, width=wide + extra))
    (x0, y0), (_, y1) = fields[0], fields[-1]
    back = x0 - 17.3  # the way back to the start, along the forum
    yield Path(
        (x0 - wide / 2 - 0.6, y1),
        (
            (back + 1.5, y1, back, y1 - 1.5, back, y1 - 4),
            (back, y0 + 4),
            (back, y0 + 1.5, back + 1.5, y0, x0 - wide / 2 - 1.4, y0),
        ),
        Ink(stroke=INK, width=0.5),
    )
    for y in (y0 + 90, y0 + 190):
        yield polyline([(back - 1.8, y + 4), (back, y), (back + 1.8, y + 4)], Ink(INK, INK, 0.3), closed=True)
    tip = x0 + PITCH / 2 + 1.5
    yield polyline([(tip - 3, y0 - 1.8), (tip, y0), (tip - 3, y0 + 1.8)], Ink(INK, INK, 0.3), closed=True)
    for n, (x, y) in enumerate(fields):
        if n == 0:
            yield from moved(x, y, sign("column"))
        else:
            turns = n % 5 in (0, 4) and n < SCALE - 1
            onwards = "near" if turns else "left" if n // 5 % 2 else "right"
            yield from moved(x, y, sign(f"laurel-{onwards}"))
        high = size + 0.8 * (n % 5 == 0)
        yield Text(x, y + 0.34 * high, str(n), high, INK, "middle", bold=n % 5 == 0)


def _ribbon(fields: list[Point], ink: Ink) -> Path:
    return polyline([at for n, at in enumerate(fields) if n % 5 in (0, 4)], ink)


def _key(middle: Point, letter: str, colour: str) -> Iterator[Shape]:
    """Draw the key of a colour: a shield of that colour with its letter."""
    x, y = middle
    yield Circle(x, y, 14.4, Ink(stroke=mix(INK, PAPER, 0.6), width=0.3))
    yield Circle(x, y, 12.6, Ink(mix(colour, "#ffffff", 0.16), colour, 2.4))
    yield Circle(x, y, 11.2, Ink(stroke=mix(INK, PAPER, 0.6), width=0.3))
    yield Text(x, y + 3.4, letter, 10, INK, "middle")


# Scores of a full sector, as usual (FR-9, FR-10, FR-11) and in the variant (FR-17).
LEGEND = {
    False: (N_("most: +1 per field"), N_("tied for most: not yet"), N_("fewest: −4"), N_("tied for fewest: −2")),
    True: (N_("most: +4"), N_("tied for most: +2"), N_("fewest: −1 per field"), N_("tied for fewest: −4")),
}


def _title(words: Words, legend: Iterable[str]) -> Iterator[Shape]:
    """Draw the title, and the scores of a sector, in the only free cell."""
    middle, y = PITCH * 6.5, PITCH * 7
    yield Text(middle, y + 5.7, "FORVM", 5.2, INK, "middle", spacing=0.3)
    yield Text(middle, y + 11.4, "ROMANVM", 5.2, INK, "middle", spacing=0.3)
    yield Text(middle, y + 15.9, "W. Kramer, 1994", 3.8, INK, "middle", italic=True)
    yield Line(middle - 12, y + 17.4, middle + 12, y + 17.4, Ink(stroke=INK, width=0.25))
    for n, text in enumerate(legend):
        yield Text(middle, y + 22 + 4.8 * n, words(text), 3.8, INK, "middle")
