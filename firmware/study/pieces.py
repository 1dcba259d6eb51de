"""Every kind of piece as shapes in millimetres round 0, 0, as seen from a chair at the table.

The outlines are those of ``pieces.svg``, which the page draws with, too.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import sqrt
from pathlib import Path as File
from xml.etree import ElementTree as ET

from firmware.games import DrawnPiece, colour_text
from wiring.sheets.shapes import Ink, Path, Rect, Shape, Text, mix, moved, polyline

DRAWINGS = File(__file__).with_name("pieces.svg")

_DARK = "#2a1e14"  # edges and letters
_SAND = "#d79a3c"
_DEAD = "#8d8780"
_STONE = "#a9a9ab"
_PAINTS = {"#7800a0": "#43304f"}  # black cannot glow, so its lamps are violet
_MATT = "#6d6154"  # a lamp is brighter than paint
_CARDS = {False: ("light", "#7c4a06"), True: ("dark", "#e9e2ff")}  # by whether it is dark
_LEVEL = 6.0  # the height of one recruit, mm
_GLASS_HIGH = 14.5  # of one bulb
_SHADE = "url("  # begins the fill of light that falls on a piece


def paint_of(lamp: str) -> str:
    """Return the colour of a piece from the colour of its lamp."""
    return mix(_PAINTS.get(lamp, lamp), _MATT, 0.88)


def piece(thing: DrawnPiece) -> list[Shape]:
    """Return the drawing of a piece, or of the pieces that stand on each other."""
    return list(_DRAWN.get(thing.kind, _counter)(thing, paint_of(colour_text(thing.colour))))


def senator(lamp: str) -> list[Shape]:
    """Return the drawing of a counter that walks a scale in lamps: a bust."""
    return list(_part("senator", paint_of(lamp)))


def coin(name: str) -> list[Shape]:
    """Return the drawing of a coin that can still be won, with its name."""
    return [*_part("coin"), _word(name, 4.6, "#3a2806")]


# Parts of the file


@cache
def _parts() -> Mapping[str, ET.Element]:
    root = ET.parse(DRAWINGS).getroot()
    return {one.get("id", "").removeprefix("piece-"): one for one in root[0]}


def _part(name: str, paint: str = _DARK) -> Iterator[Shape]:
    """Yield the shapes of a part: flat, without light and shadow."""
    for one in _parts()[name]:
        ink = _ink(one.attrib, paint)
        if one.get("class") == "shadow" or ink == Ink():
            continue
        x, y, rx, ry, width, height = (float(one.get(key, 0)) for key in ("x", "y", "rx", "ry", "width", "height"))
        kind = one.tag.rpartition("}")[2]
        if kind == "rect":
            yield Rect(x, y, width, height, ink, rx)
        elif kind == "path":
            yield from _paths(one.get("d", ""), ink)
        else:  # ellipse, or circle
            radius = float(one.get("r", 0))
            yield _ellipse(float(one.get("cx", 0)), float(one.get("cy", 0)), rx or radius, ry or radius, ink)


def _ink(look: Mapping[str, str], paint: str) -> Ink:
    """Return the ink of an element; colours that are seen through lie on the paint."""

    def colour(name: str) -> str | None:
        found = look.get(name, "none")
        if found == "none" or found.startswith(_SHADE):
            return None
        return paint if found == "currentColor" else mix(found, paint, float(look.get(f"{name}-opacity", 1)))

    if look.get("class") == "edge":
        return Ink(colour("fill"), _DARK, 0.65)
    return Ink(colour("fill"), colour("stroke"), float(look.get("stroke-width", 0)))


def _paths(way: str, ink: Ink) -> Iterator[Path]:
    """Yield the lines of a path of the commands M, L, C and Z."""
    for line in way.split("M")[1:]:
        steps = [tuple(map(float, re.findall(r"-?[\d.]+", step))) for step in re.findall(r"(?:^|[LC])[^LCZ]+", line)]
        (x, y), *more = steps
        yield Path((x, y), tuple(more), ink, closed=line.endswith("Z"))


def _ellipse(x: float, y: float, rx: float, ry: float, ink: Ink) -> Path:
    a, b = 0.5523 * rx, 0.5523 * ry
    steps = (
        (x + rx, y + b, x + a, y + ry, x, y + ry),
        (x - a, y + ry, x - rx, y + b, x - rx, y),
        (x - rx, y - b, x - a, y - ry, x, y - ry),
        (x + a, y - ry, x + rx, y - b, x + rx, y),
    )
    return Path((x + rx, y), steps, ink, closed=True)


def _word(text: str, size: float, fill: str = _DARK, x: float = 0, y: float = 0) -> Text:
    """Return a text with its middle at x, y."""
    return Text(x, y + 0.34 * size, text, size, fill, "middle", bold=True)


# Kinds of pieces


def _recruits(thing: DrawnPiece, _: str) -> Iterator[Shape]:
    top = 2 * _LEVEL - _LEVEL * len(thing.stack)
    for level, colour in enumerate(thing.stack):
        yield from moved(0, _LEVEL * (1 - level), _part("recruit", paint_of(colour_text(colour))))
    yield from moved(0, top, [_word(str(len(thing.stack)), 11)] if len(thing.stack) > 1 else _part("chevron"))


def _card(thing: DrawnPiece, paint: str) -> Iterator[Shape]:
    side, ink = _CARDS[thing.seat == "dark"]
    yield from _part(f"card-{side}")
    if thing.label == "F":
        yield from _part(f"flag-{side}", paint)
    else:
        yield _word(thing.label, 19, ink)
        yield _word(thing.label, 5, ink, -8.6, -10.6)
        yield _word(thing.label, 5, ink, 8.6, 10.9)


def _half_width(y: float) -> float:
    """Return half the inner width of an hourglass at a distance from its neck."""
    return 0.9 + 1.63 * sqrt(y)


def _hourglass(thing: DrawnPiece, paint: str) -> Iterator[Shape]:
    yield from _part("bulbs", "#ffffff")
    sand = thing.sand
    full = sand.remaining / sand.full if sand and sand.full else 0
    upper, lower = 12 * sqrt(full), 12 * (1 - sqrt(full))  # a bulb is wider far from its neck
    if upper > 0:
        yield _heap([-upper * n / 6 for n in range(7)])
    if lower > 0:
        yield _heap([_GLASS_HIGH - lower * n / 6 for n in range(7)])
    yield from _part("glass", _DEAD if sand is not None and sand.dead else paint)


def _heap(levels: list[float]) -> Path:
    """Return sand that fills an hourglass between the first and the last of these heights."""
    left = [(-_half_width(abs(y)), y) for y in levels]
    right = [(-x, y) for x, y in reversed(left)]
    return polyline([*left, *right], Ink(_SAND), closed=True)


def _reward(thing: DrawnPiece, _: str) -> Iterator[Shape]:
    yield from _part("reward", _STONE)
    yield _word(thing.label, 7.5, "#2b2b2e", y=2.2)


def _bonus(thing: DrawnPiece, paint: str) -> Iterator[Shape]:
    yield from _part("bonus", paint)
    yield _word(thing.label.replace("x", "×"), 6.4, "#ffffff" if sum(thing.colour) < 3 * 128 else _DARK, y=2.5)


def _counter(thing: DrawnPiece, paint: str) -> Iterator[Shape]:
    yield from _part("counter", paint)
    yield _word(thing.label, 8)


_DRAWN: Mapping[str, Callable[[DrawnPiece, str], Iterator[Shape]]] = {
    "roman": lambda _, paint: _part("roman", paint),
    "recruit": _recruits,
    "card": _card,
    "building": lambda thing, paint: _part(f"building-{thing.label}", paint),
    "stone": lambda _, paint: _part("stone", paint),
    "hourglass": _hourglass,
    "reward": _reward,
    "bonus": _bonus,
}
