"""The printed sheet of Révolution with hourglasses: its holes, lines and homes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import dist, floor
from typing import Any

from wiring.read import COLUMNS, PITCH, ROWS, WiringError, cell, read_overlay
from wiring.sheets.board import Board
from wiring.sheets.shapes import (
    SMALLEST,
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
    mix,
    moved,
    paragraph,
    polyline,
    scaled,
    text_width,
)
from wiring.sheets.signs import sign
from wiring.text import N_

PAPER = "#faf4e8"
BROWN = "#59432f"  # lines and letters
SAND = "#c79a55"
PINK = "#c2557d"


_LINES = (
    "a-e b-e b-f c-f b-d d-e d-f e-g e-h f-h f-i g-j g-k h-k h-l i-l i-m "
    "A-E B-E B-F C-F B-D D-E D-F E-G E-H F-H F-I G-m G-l H-l H-k I-k I-j"
)


_RADIUS = 17.0  # of a hole's ring: the foot of an hourglass, 15 mm, stands within with its play
_GROUND = 18.0  # of the coloured ground round a hole
_NAME, _SMALL = 5.2, SMALLEST  # type size of a hole's name, and of a name of many letters
_NAME_WIDE = 26.0  # room for a name beside the lamp
_Place = tuple[int, int, int, int]
"""Some cells: the row and the column of the far left cell, number of rows, number of columns."""

# Where title and legend may stand, the best place first.
_TITLE = ((0, 0, 2, 4), (0, 8, 2, 4), (6, 0, 2, 4), (6, 8, 2, 4), (0, 0, 1, 4), (7, 0, 1, 4))
_LEGEND = ((7, 6, 1, 6), (0, 6, 1, 6), (7, 0, 1, 6), (0, 0, 1, 6), (7, 3, 1, 6), (0, 3, 1, 6))


def default() -> Board:
    """Return the board of HG-3."""
    cells = read_overlay("hourglass").cells
    return Board(
        {hole: divmod(at, COLUMNS) for hole, at in cells.items()},
        tuple((line[0], line[2]) for line in _LINES.split()),
        ("abcd", "ABCD"),
    )


_LARGEST = 1.5  # greatest size of a hole on a screen, in times its size on the table
_EDGE = 1.0  # mm between the outer holes and the edge of the sheet there


def on_screen(options: Mapping[str, Any]) -> dict[int, Place]:
    """Return the places of the holes of a board on a screen, by their cells.

    The board fills the sheet, and its holes are as large as they can be side by side: the seconds
    left are read beside each glass.
    """
    board = options.get("board") or default()
    cells = [cell(*place) for place in board.holes.values()]
    middles = [centre(at) for at in cells]
    ways = [
        (min(axis), max(max(axis) - min(axis), 1.0), room - 2 * _EDGE)
        for axis, room in zip(zip(*middles, strict=True), (480, 320), strict=True)
    ]

    def largest(one: Point, other: Point) -> float:
        """Return the largest size at which two holes do not overlap in either direction."""
        limits: list[float] = []
        for a, b, (_, wide, room) in zip(one, other, ways, strict=True):
            apart = abs(a - b) / wide  # of the way from the first middle to the last
            limits.append(room * apart / (PITCH * (1 + apart)))
        return max(limits)

    size = min([_LARGEST, *(largest(one, other) for one, other in combinations(middles, 2))])
    size = floor(100 * size) / 100

    def shown(at: float, way: tuple[float, float, float]) -> float:
        first, wide, room = way
        return round(_EDGE + PITCH * size / 2 + (at - first) / wide * (room - PITCH * size), 1)

    return {at: Place(shown(x, ways[0]), shown(y, ways[1]), size) for at, (x, y) in zip(cells, middles, strict=True)}


def draw(words: Words, board: Board | None = None, *, screen: bool = False) -> Drawing:
    """Return the sheet of a board. Raise WiringError for a hole off the table or unknown.

    screen: as it is drawn on a screen: the board as large as it can be, without title and legend.
    """
    board = board or default()
    at = {hole: centre(cell(*place)) for hole, place in board.holes.items()}
    places = on_screen({"board": board}) if screen else {}
    size = next(iter(places.values())).size if screen else 1.0
    for hole, place in board.holes.items() if screen else ():
        x, y, _ = places[cell(*place)]
        at[hole] = (x / size, y / size)
    for hole in (hole for some in (*board.lines, *board.homes) for hole in some):
        if hole not in at:
            raise WiringError(f"the board of hourglass has no hole {hole!r}")
    lines = [(at[a], at[b]) for a, b in board.lines]
    paper = Rect(0, 0, 480, 320, Ink(PAPER))
    shapes: list[Shape] = [*_field(board, at)]
    for home, tint in zip(board.homes, (_WHITE_GROUND, _PINK_GROUND), strict=True):
        others = [middle for hole, middle in at.items() if hole not in home]
        shapes.extend(_ground([at[hole] for hole in home], others, tint))
    for ink in (Ink(stroke=BROWN, width=2.1), Ink(stroke=mix(SAND, PAPER, 0.5), width=1.4)):
        shapes.extend(Line(*a, *b, ink) for a, b in lines)
    for hole, middle in at.items():
        ring, fill, goal = _hole_inks(hole, board.homes)
        shapes.append(Circle(*middle, _RADIUS, Ink(fill, ring, 0.7)))
        shapes.append(Circle(*middle, _RADIUS - 2.2, Ink(stroke=goal, width=0.5, dash=(0, 1.6))))
        x, y = _beside(middle, hole, lines, screen=screen)
        type_size = _NAME if text_width(hole, _NAME) <= _NAME_WIDE else _SMALL
        shapes.append(Text(x, y + 1.8, hole, type_size, BROWN, "middle"))
    if screen:
        return Drawing("Révolution", (paper, *scaled(size, shapes)))
    return Drawing("Révolution", (paper, *shapes, *_beside_the_board(words, board, at, lines)))


_WHITE_GROUND = mix(SAND, PAPER, 0.25)
_PINK_GROUND = mix(PINK, PAPER, 0.2)
_FIELD = mix(SAND, PAPER, 0.1)
_FAINT = mix(BROWN, PAPER, 0.45)


def _hole_inks(hole: str, homes: tuple[Sequence[str], Sequence[str]]) -> tuple[str, str, str]:
    """Return the inks of a hole's ring, its ground, and the dots in the colour of its goal."""
    if hole in homes[0]:
        return BROWN, "#ffffff", PINK
    if hole in homes[1]:
        return PINK, mix(PINK, "#ffffff", 0.14), BROWN
    return _FAINT, mix(SAND, PAPER, 0.04), mix(BROWN, PAPER, 0.3)


def _field(board: Board, at: Mapping[str, Point]) -> Iterator[Shape]:
    """Draw a ground under the holes between the homes, where these leave room for it."""
    homes = [at[hole] for home in board.homes for hole in home]
    between = [middle for middle in at.values() if middle not in homes]
    hull = _hull(between) if len(between) > 1 else []
    if hull and all(_from_hull(middle, hull) >= PITCH for middle in homes):
        yield polyline(hull, Ink(_FIELD, _FIELD, 2 * _GROUND), closed=True)


def _ground(home: Sequence[Point], others: Iterable[Point], tint: str) -> Iterator[Shape]:
    """Draw a ground under the holes of a home, undivided unless another hole lies there."""
    hull = _hull(home)
    ink = Ink(tint, tint, 2 * _GROUND)
    if all(_from_hull(other, hull) >= PITCH / 2 for other in others):
        yield polyline(hull, ink, closed=True)
    else:
        yield from (Circle(x, y, _GROUND, Ink(tint)) for x, y in home)


def _side(a: Point, b: Point, c: Point) -> float:
    """Return a number above 0 if c is on the right of the way from a to b, with y downwards."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull of two points or more: its corners in order."""
    hull: list[Point] = []
    for way in (sorted(points), sorted(points, reverse=True)):
        first = len(hull)
        for point in way:
            while len(hull) >= first + 2 and _side(hull[-2], hull[-1], point) <= 0:
                hull.pop()
            hull.append(point)
        hull.pop()
    return hull


def _from_hull(point: Point, hull: Sequence[Point]) -> float:
    """Return the distance of a point from a convex shape, 0 inside."""
    edges = list(zip(hull, [*hull[1:], hull[0]], strict=True))
    inside = all(_side(a, b, point) > 0 for a, b in edges)
    return 0.0 if inside else min(_distance(point, a, b) for a, b in edges)


def _beside(middle: Point, name: str, lines: Iterable[tuple[Point, Point]], *, screen: bool) -> Point:
    """Return the place of a hole's name: where lines leave room, clear of ring and lamp.

    Lamp and button are in the right corners of the cell; a name stands at its left, on a screen clear
    of an hourglass, too.
    """
    x, y = middle
    offs = [(-5.5, -17.2), (-5.5, 16.6)]
    if len(name) == 1:
        offs = [(-16, -14.5), (-16, 15.5)] if screen else [(-10.9, -17.2), (-10.9, 16.6), (-16.5, -16.5)]
    places = [(x + right, y + near) for right, near in offs]

    def room(place: Point) -> float:
        return min((_distance(place, *line) for line in lines), default=PITCH)

    return next((place for place in places if room(place) > 4), max(places, key=room))


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0), 1)
    return dist(point, (a[0] + along * dx, a[1] + along * dy))


def _beside_the_board(
    words: Words, board: Board, at: Mapping[str, Point], lines: Iterable[tuple[Point, Point]]
) -> Iterator[Shape]:
    """Draw title, legend and the signs of the seats, each where the board leaves room for it."""
    taken = {(int(y // PITCH), int(x // PITCH)) for x, y in at.values()}
    for (x1, y1), (x2, y2) in lines:
        for n in range(1, 100):
            x, y = x1 + (x2 - x1) * n / 100, y1 + (y2 - y1) * n / 100
            if min(x % PITCH, -x % PITCH, y % PITCH, -y % PITCH) > 2:  # not just at its edge
                taken.add((int(y // PITCH), int(x // PITCH)))

    def room(places: Iterable[_Place]) -> Point | None:
        for row, column, rows, columns in places:
            wanted = set(product(range(row, row + rows), range(column, column + columns)))
            if not wanted & taken:
                taken.update(wanted)
                return PITCH * column, PITCH * row
        return None

    if place := room(_TITLE):
        x, y = place[0] + 14, place[1] + 27
        yield Text(x, y, "Révolution", 22, BROWN, italic=True)
        yield Text(x + 1, y + 10, "Pierre Berloquin, 1980", 4.6, BROWN, italic=True)
    if place := room(_LEGEND):
        x, y = place[0] + 186, place[1] + 15
        texts = (
            N_("Take an hourglass out, turn it over, plant it along a line."),
            N_("Your goal is where the other starts."),
        )
        for text in texts:
            lines_of_it = paragraph(x, y, 180, words(text), size=5, fill=BROWN, anchor="end")
            yield from lines_of_it
            y += 7.5 * len(lines_of_it)
    for home, glass in zip(board.homes, ("white-glass", "pink-glass"), strict=True):
        hull = _hull([at[hole] for hole in home])
        middle = sum(x for x, _ in hull) / len(hull), sum(y for _, y in hull) / len(hull)
        free = sorted(
            (dist(centre(cell(*here)), middle), here)
            for here in set(product(range(ROWS), range(COLUMNS))) - taken
            if _from_hull(centre(cell(*here)), hull) >= 0.9 * PITCH
        )
        if free:
            taken.add(free[0][1])
            x, y = centre(cell(*free[0][1]))
            yield from moved(x, y, sign(glass))
