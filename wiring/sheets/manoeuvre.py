"""The printed sheet of Das glorreiche Manöver: the track and the courtyard of the barracks."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from re import fullmatch

from wiring.read import COLUMNS, PITCH, WiringError, read_overlay
from wiring.sheets.shapes import (
    SHEET_HEIGHT,
    SHEET_WIDTH,
    Box,
    Circle,
    Drawing,
    Ink,
    Line,
    Path,
    Point,
    Rect,
    Shape,
    Text,
    Words,
    centre,
    corner,
    mix,
    polyline,
    say,
)

PAPER = "#f8f4e6"
INK = "#2f3f57"  # Prussian blue: lines and letters
OLIVE = "#7d8450"  # the field
BRICK = "#a8523d"  # the barracks

TRACK = 84  # fields: GM-1
PLACES = 12
DIE = 6  # recruits come out to the first fields: GM-6
FACTORS = {"w": 2, "b": 3}  # GM-14

_GAP = 3.0  # between the track and the borders of its cells
_BEND = 13.0  # the radius at which it turns


def draw(words: Words, rewards: str = "", bonuses: str = "") -> Drawing:
    """Return the sheet with these stones. Raises WiringError for one that cannot be printed."""
    stones = _stones_on(rewards, bonuses)
    cells = read_overlay("manoeuvre").cells
    track = {n: cells[str(n)] for n in range(1, TRACK + 1)}
    shapes: list[Shape] = [Rect(0, 0, SHEET_WIDTH, SHEET_HEIGHT, Ink(PAPER))]
    shapes.extend(_tile(n, at, Ink(stroke=INK, width=1.9)) for n, at in track.items())
    shapes.extend(_tile(n, at, Ink(_tint(n), _FAINT, 0.3)) for n, at in track.items())
    for n, at in track.items():
        x, y = corner(at)
        ten = n % 10 == 0
        if n <= DIE:
            shapes.extend(_die(centre(at), n))
        if n in stones:
            shapes.extend(_stone(centre(at), stones[n]))
        shapes.append(
            Text(x + (8.5 if x == 0 else 6), y + 13, str(n), 8.2 if ten else 6.6, INK, bold=ten)
        )
    shapes.extend(_arrows())
    for place in range(1, PLACES + 1):
        shapes.extend(_arch(centre(cells[f"court-{place}"]), str(place)))
    shapes.extend(_title(words))
    return Drawing("Das glorreiche Manöver", tuple(shapes))


_FAINT = mix(INK, PAPER, 0.38)


def _stones_on(rewards: str, bonuses: str) -> dict[int, str]:
    """Return the stone on each field: the worth of a reward stone, or a bonus stone's w or b."""
    stones = {}
    for text, form in ((rewards, "([0-9]+):([123])"), (bonuses, "([0-9]+)([wb])")):
        for word in text.split():
            match = fullmatch(form, word)
            if not match or not 1 <= int(match[1]) <= TRACK:
                raise WiringError(
                    f"{word!r} should be a field 1-{TRACK} and its stone, such as 21:1 or 10w"
                )
            stones[int(match[1])] = match[2]
    return stones


def _tint(field: int) -> str:
    """Return the colour of a field: it changes every ten; fields that a die reaches are grey."""
    dark = (field - 1) // 10 % 2
    if field <= DIE:
        return mix(INK, PAPER, 0.14)
    return mix(OLIVE, PAPER, 0.38 if dark else 0.16)


def _tile(field: int, at: int, ink: Ink) -> Path:
    """Return one field of the track, joined to its neighbours, rounded where the track turns."""
    column = at % COLUMNS
    x, y = corner(at)
    first, last = (column == 0, column == COLUMNS - 1)
    left, right = x + _GAP * first, x + PITCH - _GAP * last
    top, bottom = y + _GAP, y + PITCH - _GAP
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
    """Return a rectangle with a radius for each corner, clockwise from the far left one."""
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
            steps.append(
                (x - h * to_x, y - h * to_y, x + h * from_x, y + h * from_y,
                 x + r * from_x, y + r * from_y)
            )  # fmt: skip
    return Path((steps[0][0], steps[0][1]), tuple(steps[1:]), ink, closed=True)


def _stone(middle: Point, sign: str) -> Iterator[Shape]:
    """Draw the place of a stone, in light colours so that the stone itself is seen."""
    x, y = middle
    if sign in FACTORS:
        fill = "#fffefa" if sign == "w" else mix(INK, PAPER, 0.34)
        text = f"×{FACTORS[sign]}"  # noqa: RUF001
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
        home = row == TRACK // COLUMNS - 1
        yield _chevron(x, y + PITCH / 2 - (4 if home else 0), (0, 1), INK)


def _chevron(x: float, y: float, way: tuple[int, int], colour: str) -> Path:
    """Return a small arrow head at x, y. way: its direction, one of x and y being 0."""
    dx, dy = way
    points = [
        (x + 2.6 * (across * dy - dx / 2), y + 2.6 * (across * dx - dy / 2)) for across in (-1, 1)
    ]
    tip = (x + 1.3 * dx, y + 1.3 * dy)
    return polyline([points[0], tip, points[1]], Ink(stroke=colour, width=0.9))


_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _die(middle: Point, number: int) -> Iterator[Shape]:
    """Draw the die that brings a recruit to this field."""
    x, y = middle[0], middle[1] + 4.5
    yield Rect(x - 6, y - 6, 12, 12, Ink(PAPER, INK, 0.35), 2.2)
    yield from (Circle(x + 3.2 * a, y + 3.2 * b, 1.05, Ink(INK)) for a, b in _PIPS[number])


def _arch(middle: Point, number: str) -> Iterator[Shape]:
    """Draw a place of the courtyard: an arch of the barracks with what it is worth."""
    x, _ = middle
    for half, far, ink in (
        (17.5, 290.6, Ink(mix(BRICK, PAPER, 0.16), BRICK, 0.6)),
        (14.4, 293.7, Ink("#fdfaf0", mix(BRICK, PAPER, 0.6), 0.3)),
    ):
        rise, k = 304.0, 0.552
        high = rise - far
        steps = (
            (x - half, rise),
            (x - half, rise - k * high, x - k * half, far, x, far),
            (x + k * half, far, x + half, rise - k * high, x + half, rise),
            (x + half, 318.0),
        )
        yield Path((x - half, 318), steps, ink, closed=True)
    for n in range(1, 6):  # the stones of the arch
        a = pi * n / 6
        c, s = cos(a), sin(a)
        yield Line(x + 14.4 * c, 304 - 10.3 * s, x + 17.5 * c, 304 - 13.4 * s,
                   Ink(stroke=BRICK, width=0.3))  # fmt: skip
    yield Text(x, 308.6, number, 11, INK, "middle")


def _title(words: Words) -> Iterator[Shape]:
    """Draw title and legend between track and courtyard: no cell is free."""
    yield Line(2.5, 288, 437, 288, Ink(stroke=BRICK, width=0.6))
    yield Text(4, 286, "DAS GLORREICHE MANÖVER", 7.2, INK, spacing=1.1)
    yield Text(152, 286, "Roland Siegers", 4.2, INK, italic=True)
    told = words(
        say("Reach: place × height of the stack × bonus stone")  # noqa: RUF001
    )
    yield Text(434, 286, told, 4.2, INK, "end", italic=True)
