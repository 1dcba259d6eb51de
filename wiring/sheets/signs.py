"""The signs on the sheets, such as a tree or Notre Dame: drawn in signs.svg, round 0, 0 or as they lie on a sheet."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring

from wiring.sheets.shapes import Circle, Ink, Line, Path, Rect, Shape

_SVG = "{http://www.w3.org/2000/svg}"


@cache
def _drawn() -> dict[str, tuple[Shape, ...]]:
    text = (files("wiring.sheets") / "signs.svg").read_text("utf-8")
    return {
        group.attrib["id"]: tuple(shape for element in group for shape in _shapes(element))
        for group in fromstring(text).iter(f"{_SVG}g")
    }


def sign(name: str) -> tuple[Shape, ...]:
    """Return the shapes of a sign, a group in signs.svg."""
    return _drawn()[name]


def _shapes(element: Element) -> Iterator[Shape]:
    """Yield the shapes of an element: of a path, each that begins with M.

    M, L and C of a path are absolute; no numbers but those of a step are side by side.
    """
    given = element.attrib
    ink = Ink(given.get("fill"), given.get("stroke"), float(given.get("stroke-width", 0)))

    def numbers(*names: str) -> list[float]:
        return [float(given.get(name, 0)) for name in names]

    match element.tag.removeprefix(_SVG):
        case "rect":
            x, y, width, height, radius = numbers("x", "y", "width", "height", "rx")
            yield Rect(x, y, width, height, ink, radius)
        case "circle":
            x, y, radius = numbers("cx", "cy", "r")
            yield Circle(x, y, radius, ink)
        case "line":
            x1, y1, x2, y2 = numbers("x1", "y1", "x2", "y2")
            yield Line(x1, y1, x2, y2, ink)
        case "path":
            for way in given["d"].split("M")[1:]:
                steps = re.split("[LC]", way.replace("Z", ""))
                start, *others = (tuple(map(float, step.split())) for step in steps)
                yield Path((start[0], start[1]), tuple(others), ink, closed="Z" in way)
