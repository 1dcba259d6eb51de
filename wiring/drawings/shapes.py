"""The tools of all drawings: a page, the colours and names of nets.

Colours are ``#rrggbb``; a point is x and y in units of half an inch, y upwards. Sizes of type and
widths of lines are points.
"""

from collections.abc import Sequence
from typing import Literal

from wiring.circuit import BUFFERED, DAMPED, GND, MOSI, POWERED, REF, SCL, SDA, V5, V33, dip_pin, style_of
from wiring.expanders import Pin
from wiring.pins import LAYERS, PinMap
from wiring.sheet import svg
from wiring.sheets.shapes import Circle, Drawing, Ink, Rect, Shape, Text, moved, polyline, reach

Point = tuple[float, float]
Side = Literal["left", "center", "right"]

BLACK, GREY, PALE = "#1a1a1a", "#6d6d6d", "#f3f1ec"
_UNIT = 12.7  # mm
_POINT = 25.4 / 72  # mm
_MARGIN = 10.0  # mm round a drawing
_ANCHORS: dict[Side, Literal["start", "middle", "end"]] = {"left": "start", "center": "middle", "right": "end"}
_FILLS, _LINES, _TEXTS, _DOTS = range(4)  # later layers cover earlier layers


class Page:
    """A drawing that is being made. title: its name for screen readers."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._shapes: list[tuple[int, Shape]] = []

    def wire(self, *points: Point, ink: str = BLACK, width: float = 1.4) -> None:
        """Draw a wire through these points."""
        self._shapes.append((_LINES, polyline(map(_at, points), Ink(stroke=ink, width=width * _POINT))))

    def dot(self, at: Point, ink: str = BLACK) -> None:
        """Draw a dot where wires are joined."""
        self._shapes.append((_DOTS, Circle(*_at(at), 0.07 * _UNIT, Ink(ink))))

    def text(self, at: Point, text: str, size: float = 10, anchor: Side = "left", ink: str = BLACK) -> None:
        """Write lines of text, their block centred vertically on `at`. size: in points."""
        (x, y), lines, high = _at(at), text.split("\n"), size * _POINT
        for n, line in enumerate(lines if text else ()):
            base = y + high * (0.35 + 1.25 * (n - (len(lines) - 1) / 2))
            self._shapes.append((_TEXTS, Text(x, base, line, high, ink, _ANCHORS[anchor], "sans-serif")))

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        *,
        fill: str | None = PALE,
        ink: str = BLACK,
        width: float = 1.4,
    ) -> None:
        """Draw a rectangle. fill: None for no fill. width: of its outline."""
        self.shape([(left, top), (right, top), (right, bottom), (left, bottom)], fill=fill, ink=ink, width=width)

    def shape(self, points: Sequence[Point], *, fill: str | None = PALE, ink: str = BLACK, width: float = 1.4) -> None:
        """Draw a closed outline through these points."""
        outline = polyline(map(_at, points), Ink(fill, ink, width * _POINT), closed=True)
        self._shapes.append((_FILLS, outline))

    def ring(self, at: Point, radius: float, *, fill: str | None = None, ink: str = BLACK, width: float = 1.4) -> None:
        """Draw a circle."""
        self._shapes.append((_FILLS, Circle(*_at(at), radius * _UNIT, Ink(fill, ink, width * _POINT))))

    def svg(self, pins: PinMap) -> str:
        """Return the drawing as SVG, the map that it belongs to below it."""
        shapes = [shape for _, shape in sorted(self._shapes, key=lambda one: one[0])]
        boxes = [reach(shape) for shape in shapes]
        left, top = (min(sides) - _MARGIN for sides in ([box.left for box in boxes], [box.top for box in boxes]))
        wide = max(box.right for box in boxes) + _MARGIN - left
        high = max(box.bottom for box in boxes) + _MARGIN - top
        paper = Rect(0, 0, wide, high, Ink("#ffffff"))
        foot = Text(wide - 2, high - 2, f"map {pins.mark}", 8 * _POINT, GREY, "end", "sans-serif")
        return svg(Drawing(self.title, (paper, *moved(-left, -top, shapes), foot), wide, high))


def _at(point: Point) -> Point:
    """Return a point as mm, y downwards."""
    return point[0] * _UNIT, -point[1] * _UNIT


def ink_of(net: str | None) -> str:
    """Return the colour of a net. Grey for None."""
    return GREY if net is None else style_of(net).ink or GREY


def label(net: str) -> str:
    """Return the name of a net for builders."""
    plain = {
        V33: "3.3 V",
        V5: "5 V pixels",
        GND: "0 V",
        SDA: "SDA",
        SCL: "SCL",
        MOSI: "pixel data",
        DAMPED: "pixel data",
        BUFFERED: "pixel data, 5 V",
        REF: "reference",
        POWERED: "powered",
        "BUZZER": "buzzer",
    }
    if net in plain:
        return plain[net]
    for start, said in (("ROW", "row"), *((layer.upper(), f"{layer} column") for layer in LAYERS)):
        if net.startswith(start):
            return f"{said} {net.removeprefix(start)}"
    return net.removeprefix("KEY_")


def pin_label(pin: Pin) -> str:
    """Return the name of a pin with its number on the case: ``U1 GPA0 (pin 21)``."""
    return f"{pin} (pin {dip_pin(pin)})"
