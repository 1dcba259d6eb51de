"""The printed sheet of Das glorreiche Manöver: the track and the courtyard of the barracks."""

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from re import fullmatch
from typing import Any

from wiring.read import COLUMNS, PITCH, WiringError, read_overlay
from wiring.sheets.shapes import (
    SHEET_HEIGHT,
    SHEET_WIDTH,
    SMALLEST,
    Box,
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
    paragraph,
    polyline,
)
from wiring.sheets.signs import sign
from wiring.text import N_

PAPER = "#f8f4e6"
INK = "#2f3f57"
BRICK = "#a8523d"
OLIVE = "#7d8450"  # the fields beside the road
SAND = "#c9a45c"  # the road

TRACK = 84  # fields: GM-1
PLACES = 12
DIE = 6  # recruits come out to the first fields: GM-6
FACTORS = {"w": 2, "b": 3}  # GM-14

_GAP = 3.0  # between the track and the edges of the sheet
_FAR, _NEAR = 5.0, 3.0  # and between it and the far and near borders of its cells
_RIDGE = 279.6  # where the roof of the barracks begins
_GAP_WIDE, _GAP_MIDDLE = 30.0, 13.5  # between the lamps in the roof; their middle in a cell
_ON_SCREEN = 1.2, 1.2  # the same on a screen, where no landscape lies between the rows
_ARCH, _IN_ARCH = 0.9, 2.0  # there: size of places of the courtyard, and mm nearer
_BEND = 13.0  # the radius at which it turns


def on_screen(_options: Mapping[str, Any]) -> dict[int, Place]:
    """Return the places of the courtyard on a screen, by their cells: in their arches."""
    cells = read_overlay("manoeuvre").cells
    middles = {at: centre(at) for name, at in cells.items() if name.startswith("court-")}
    return {at: Place(x, y + _IN_ARCH, _ARCH) for at, (x, y) in middles.items()}


def draw(words: Words, rewards: str = "", bonuses: str = "", *, screen: bool = False) -> Drawing:
    """Return the sheet with these stones. Raise WiringError for stones that cannot be printed.

    screen: as it is drawn on a screen: fields as large as they can be, without landscape and texts.
    """
    wide = _ON_SCREEN if screen else (_FAR, _NEAR)
    stones = _stones_on(rewards, bonuses)
    cells = read_overlay("manoeuvre").cells
    track = {n: cells[str(n)] for n in range(1, TRACK + 1)}
    shapes: list[Shape] = [Rect(0, 0, SHEET_WIDTH, SHEET_HEIGHT, Ink(mix(OLIVE, PAPER, 0.22)))]
    shapes.extend(_tile(n, at, Ink(stroke=_VERGE, width=2.2), wide) for n, at in track.items())
    shapes.extend(_tile(n, at, Ink(_tint(n), _tint(n), 0.3), wide) for n, at in track.items())
    shapes.extend(_lines(track) if screen else _borders(track))
    for row in () if screen else range(1, TRACK // COLUMNS):
        left, right = (8.0, 436.0) if row % 2 else (44.0, 472.0)
        shapes.extend(_strip(row - 1, left, right, PITCH * row + _FAR - 0.6))
    for n, at in track.items():
        x, y = corner(at)
        ten = n % 10 == 0
        if n <= DIE:
            shapes.extend(moved(*centre(at), sign(f"die-{n}")))
        if n in stones:
            shapes.extend(_stone(centre(at), stones[n]))
        if ten and not screen:
            shapes.extend(moved(x + 26, y + 13.5, sign("flag")))
        far, size = (11.0, 9.4 if ten else 7.8) if screen else (13.0, 8.2 if ten else 6.6)
        shapes.append(Text(x + (8.5 if x == 0 else 5), y + far, str(n), size, INK, bold=ten))
    shapes.extend(_arrows())
    shapes.extend(_walls() if screen else _barracks(words))
    for place in range(1, PLACES + 1):
        shapes.extend(_arch(centre(cells[f"court-{place}"]), str(place), screen=screen))
    return Drawing("Das glorreiche Manöver", tuple(shapes))


_VERGE = mix(SAND, INK, 0.6)  # the ditch on either side of the road
_FAINT = mix(INK, PAPER, 0.38)
_STRIPS = """
tree bush fence fence poplar tree hedge bush tent tent flag tent drum poplar tree fence bush tree
poplar poplar poplar hedge tree bush cannon cannon drum fence tree tree hedge bush poplar poplar flag bush
bush tree tree hedge flag tent tent tent drum bush poplar fence fence tree cannon bush hedge tree
tree cannon drum cannon bush hedge tree poplar poplar poplar bush fence tree tree tent flag tent bush
hedge tree bush fence fence tree poplar tent flag tent cannon bush hedge tree poplar drum bush tree
poplar bush tree tree fence hedge bush drum flag cannon cannon tree poplar poplar hedge bush tree fence
"""
"""The landscape between two rows of the track, past which the army marches: its signs from the left."""


def _strip(number: int, left: float, right: float, y: float) -> Iterator[Shape]:
    """Draw the signs of a strip of the landscape, evenly from left to right, on the line y."""
    names = _STRIPS.strip().splitlines()[number].split()
    for n, name in enumerate(names):
        x = left + (n + 0.5) * (right - left) / len(names)
        yield from moved(x, y - 0.4 + 0.5 * sin(7 * n + number), sign(name))


def _stones_on(rewards: str, bonuses: str) -> dict[int, str]:
    """Return the stone on each field: the worth of a reward stone, or a bonus stone's w or b."""
    stones = {}
    for text, form in ((rewards, "([0-9]+):([123])"), (bonuses, "([0-9]+)([wb])")):
        for word in text.split():
            match = fullmatch(form, word)
            if not match or not 1 <= int(match[1]) <= TRACK:
                raise WiringError(f"{word!r} should be a field 1-{TRACK} and its stone, such as 21:1 or 10w")
            stones[int(match[1])] = match[2]
    return stones


def _tint(field: int) -> str:
    """Return the colour of a field: it changes every ten; fields that a die reaches are grey."""
    dark = (field - 1) // 10 % 2
    if field <= DIE:
        return mix(INK, PAPER, 0.14)
    return mix(SAND, PAPER, 0.44 if dark else 0.2)


def _borders(track: Mapping[int, int]) -> Iterator[Shape]:
    """Draw the border of each field with the field before: stones at both sides of the road."""
    for n, at in track.items():
        if n == 1:
            continue
        x, y = corner(at)
        if at // COLUMNS != track[n - 1] // COLUMNS:  # the track comes from the row before
            left, right = x + _GAP * (x == 0), x + PITCH - _GAP * (x > 0)
            ends = [(left + 2, y), (right - 2, y)]
        else:
            edge = max(at, track[n - 1]) % COLUMNS * PITCH
            ends = [(edge, y + _FAR + 2), (edge, y + PITCH - _NEAR - 2)]
        yield Line(*ends[0], *ends[1], Ink(stroke=_FAINT, width=0.5, dash=(0, 2.4)))
        yield from (Circle(*end, 0.9, Ink(PAPER, _VERGE, 0.35)) for end in ends)


def _lines(track: Mapping[int, int]) -> Iterator[Shape]:
    """Draw the border of each field with the field before, on a screen: a line between two dots."""
    for n, at in track.items():
        if n > 1 and at // COLUMNS == track[n - 1] // COLUMNS:
            edge, y = max(at, track[n - 1]) % COLUMNS * PITCH, corner(at)[1]
            yield Line(edge, y + 3, edge, y + PITCH - 3, Ink(stroke=_VERGE, width=0.4))


def _tile(field: int, at: int, ink: Ink, wide: tuple[float, float]) -> Path:
    """Return a field of the track, joined to its neighbours, rounded where the track turns.

    wide: how far from the far and the near border of its cell it ends, mm.
    """
    column = at % COLUMNS
    x, y = corner(at)
    first, last = (column == 0, column == COLUMNS - 1)
    left, right = x + _GAP * first, x + PITCH - _GAP * last
    top, bottom = y + wide[0], y + PITCH - wide[1]
    leaves = field % COLUMNS == 0  # towards the next row, or home
    comes = field % COLUMNS == 1 and field > 1
    round_ = [0.0] * 4  # far left, far right, near right, near left
    if leaves:
        bottom = y + PITCH
        round_[1 if last else 0] = _BEND
    if comes:
        top = y
        round_[2 if last else 3] = _BEND
    if field == 1:
        round_[0] = round_[3] = _BEND
    return _rounded(Box(left, top, right, bottom), round_, ink)


def _rounded(box: Box, radii: Iterable[float], ink: Ink) -> Path:
    """Return a rectangle with a radius for each corner, clockwise from the far left corner."""
    left, top, right, bottom = box
    hold = 0.448  # of the radius: how far a handle lies from the corner
    # Each corner, and the ways to it and from it.
    corners = (
        (left, top, 0, -1, 1, 0),
        (right, top, 1, 0, 0, 1),
        (right, bottom, 0, 1, -1, 0),
        (left, bottom, -1, 0, 0, -1),
    )
    steps: list[tuple[float, ...]] = []
    for (x, y, to_x, to_y, from_x, from_y), r in zip(corners, radii, strict=True):
        steps.append((x - r * to_x, y - r * to_y))
        if r:
            h = r * hold
            steps.append((x - h * to_x, y - h * to_y, x + h * from_x, y + h * from_y, x + r * from_x, y + r * from_y))
    return Path((steps[0][0], steps[0][1]), tuple(steps[1:]), ink, closed=True)


def _stone(middle: Point, sign: str) -> Iterator[Shape]:
    """Draw the place of a stone, in light colours so that the stone itself is seen."""
    x, y = middle
    if sign in FACTORS:
        fill = "#fffefa" if sign == "w" else mix(INK, PAPER, 0.34)
        text = f"×{FACTORS[sign]}"
        yield Circle(x, y + 4.5, 8.2, Ink(fill, INK, 0.35))
        yield Text(x, y + 6.6, text, 6.2, INK, "middle")
    else:
        points = [(x + 9 * cos(n * pi / 3), y + 4.5 + 9 * sin(n * pi / 3)) for n in range(6)]
        yield polyline(points, Ink(mix(BRICK, PAPER, 0.22), BRICK, 0.5), closed=True)
        yield Text(x, y + 6.7, f"+{sign}", 6.2, BRICK, "middle")


def _arrows() -> Iterator[Shape]:
    """Draw the arrows along the track: at every turn, and twice in every row."""
    for row in range(TRACK // COLUMNS):
        y = PITCH * row + PITCH / 2
        ahead = 1 if row % 2 == 0 else -1
        for x in (PITCH * 4, PITCH * 8):
            yield _chevron(x, y, (ahead, 0), _FAINT)
        x = SHEET_WIDTH - PITCH / 2 if ahead > 0 else PITCH / 2
        if row < TRACK // COLUMNS - 1:
            yield _chevron(x, y + PITCH / 2, (0, 1), INK)


def _chevron(x: float, y: float, way: tuple[int, int], colour: str) -> Path:
    """Return a small arrow head at x, y. way: its direction, with x or y 0."""
    dx, dy = way
    points = [(x + 2.6 * (across * dy - dx / 2), y + 2.6 * (across * dx - dy / 2)) for across in (-1, 1)]
    tip = (x + 1.3 * dx, y + 1.3 * dy)
    return polyline([points[0], tip, points[1]], Ink(stroke=colour, width=0.9))


def _barracks(words: Words) -> Iterator[Shape]:
    """Draw the barracks, along all of the near edge: roof with title, walls, gate for the road."""
    yield from sign("barracks")
    for gap, word in enumerate(("DAS", "GLORREICHE", "MANÖVER"), 1):
        yield Text(_between(gap), 286.7, word, 4.1, INK, "middle")
    reach = words(N_("Reach: position × height of the stack × bonus stone"))
    yield from _in_gaps(4, "Roland Siegers")
    yield from _in_gaps(6, reach)


def _walls() -> Iterator[Shape]:
    """Draw the walls of the barracks on a screen, and the gate for the road."""
    yield Rect(2, _RIDGE + 4, 476, 318.5 - _RIDGE - 4, Ink(mix(BRICK, PAPER, 0.1), BRICK, 0.5))
    yield Line(1.5, _RIDGE + 4, 441, _RIDGE + 4, Ink(stroke=BRICK, width=1.6))
    yield _chevron(460, 286, (0, 1), INK)


def _between(gap: int) -> float:
    """Return the middle between two lamps of the roof. gap: its number; 0 is left of all lamps."""
    return PITCH * gap + _GAP_MIDDLE


def _in_gaps(first: int, text: str) -> Iterator[Text]:
    """Write a text between the lamps of the roof, two lines in each gap from the first on."""
    for n, line in enumerate(paragraph(0, 0, _GAP_WIDE, text, size=SMALLEST, fill=INK)):
        x, y = _between(first + n // 2), 284.3 + 4.7 * (n % 2)
        yield Text(x, y, line.text, SMALLEST, INK, "middle", italic=True)


def _arch(middle: Point, number: str, *, screen: bool) -> Iterator[Shape]:
    """Draw a place of the courtyard: a gate of the barracks with its worth, on a screen beside its recruit."""
    x, _ = middle
    yield from moved(x, 0, sign("gate"))
    yield Text(x - 12.6, 290.2, number, 7.8, INK, "middle") if screen else Text(x, 308.8, number, 11, INK, "middle")
