"""The signs on the sheets, such as a tree or Notre Dame: drawn in signs.svg, each around 0, 0."""

from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring

from wiring.sheets.shapes import Circle, Ink, Line, Path, Rect, Shape

_SVG = "{http://www.w3.org/2000/svg}"


@cache
def _drawn() -> dict[str, tuple[Shape, ...]]:
    text = (files("wiring.sheets") / "signs.svg").read_text("utf-8")
    return {group.attrib["id"]: tuple(map(_shape, group)) for group in fromstring(text).iter(f"{_SVG}g")}


def sign(name: str) -> tuple[Shape, ...]:
    """Return the shapes of a sign, a group in signs.svg."""
    return _drawn()[name]


def _shape(element: Element) -> Shape:
    """Return a shape of the file: of a path each M, L and C is absolute and has a space before the next."""
    given = element.attrib
    ink = Ink(given.get("fill"), given.get("stroke"), float(given.get("stroke-width", 0)))

    def numbers(*names: str) -> list[float]:
        return [float(given.get(name, 0)) for name in names]

    match element.tag.removeprefix(_SVG):
        case "rect":
            x, y, width, height, radius = numbers("x", "y", "width", "height", "rx")
            return Rect(x, y, width, height, ink, radius)
        case "circle":
            x, y, radius = numbers("cx", "cy", "r")
            return Circle(x, y, radius, ink)
        case "line":
            x1, y1, x2, y2 = numbers("x1", "y1", "x2", "y2")
            return Line(x1, y1, x2, y2, ink)
    way = given["d"].removesuffix(" Z")
    start, *steps = (tuple(map(float, step.split())) for step in way[1:].replace("C", "L").split("L"))
    return Path((start[0], start[1]), tuple(steps), ink, closed=way != given["d"])
