"""The tools of all drawings: a page, the colours and names of nets, a case with pins.

Colours are ``#rrggbb``; a point is x and y in schemdraw's units, y upwards.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal
from xml.etree.ElementTree import register_namespace

import schemdraw
from schemdraw import elements as elm
from schemdraw.segments import SegmentCircle, SegmentPoly, SegmentText

from wiring.circuit import BUFFERED, DAMPED, GND, MOSI, POWERED, REF, SCL, SDA, V5, V33, dip_pin, style_of
from wiring.expanders import Pin
from wiring.pins import LAYERS
from wiring.sheets.shapes import TYPEFACES

Point = tuple[float, float]
Side = Literal["left", "center", "right"]

BLACK, GREY, PALE = "#1a1a1a", "#6d6d6d", "#f3f1ec"
_FONT = TYPEFACES["sans-serif"]
_DECIMAL = re.compile(r"-?\d+\.\d+")
_CENTRED = re.compile(  # a text as schemdraw writes it, centred on its line
    r'<text x="(?P<x>[^"]+)" y="(?P<y>[^"]+)" dominant-baseline="central" (?P<ink>fill="[^"]+") '
    r'font-size="(?P<size>[^"]+)" font-family="[^"]+" (?P<anchor>text-anchor="[^"]+")>'
    r'<tspan x="[^"]+" dy="(?P<down>[^"]+)">(?P<told>[^<]*)</tspan></text>'
)
_BETWEEN_ELEMENTS = re.compile(r"><(?!/text)")  # where a line break changes no text


class Page:
    """A drawing that is being made. title: its name for screen readers."""

    def __init__(self, title: str) -> None:
        schemdraw.svgconfig.text = "text"  # not paths, which it makes where ziamath is installed
        self.title = title
        self._drawing = schemdraw.Drawing(canvas="svg", show=False)
        self._drawing.config(fontsize=10, font=_FONT, color=BLACK, lw=1.4, bgcolor="white", margin=0.8)

    def add(self, element: elm.Element) -> None:
        """Add an element that has its place."""
        self._drawing += element

    def wire(
        self, *points: Point, ink: str = BLACK, width: float = 1.4, dotted: bool = False, behind: bool = False
    ) -> None:
        """Draw a wire through these points. behind: below everything else."""
        style = ":" if dotted else "-"
        for start, end in pairwise(points):
            line = elm.Line(lw=width, color=ink, ls=style, zorder=0 if behind else 2)
            self.add(line.at(start).to(end))

    def dot(self, at: Point, ink: str = BLACK) -> None:
        """Draw a dot where wires are joined."""
        self.add(elm.Dot(radius=0.07, color=ink, fill=ink).at(at))

    def part(self, element: elm.Element2Term, start: Point, end: Point, ink: str = BLACK) -> None:
        """Draw a part with two ends."""
        self.add(element.at(start).to(end).color(ink))

    def text(self, at: Point, text: str, size: float = 10, anchor: Side = "left", ink: str = BLACK) -> None:
        """Write lines of text, their block centred vertically on `at`. size: in points."""
        lines = text.split("\n")
        step = size * 1.25 / 36
        for n, line in enumerate(lines):
            y = at[1] + step * ((len(lines) - 1) / 2 - n)
            element = elm.Element()
            element.segments.append(SegmentText((0, 0), line, align=(anchor, "center"), fontsize=size, color=ink))
            self.add(element.at((at[0], y)).right())

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
        element = elm.Element()
        element.segments.append(SegmentPoly(points, closed=True, fill=fill, color=ink, lw=width))
        self.add(element.at((0, 0)).right())

    def ring(self, at: Point, radius: float, *, fill: str | None = None, ink: str = BLACK, width: float = 1.4) -> None:
        """Draw a circle."""
        element = elm.Element()
        element.segments.append(SegmentCircle((0, 0), radius, fill=fill, color=ink, lw=width))
        self.add(element.at(at).right())

    def ground(self, at: Point) -> None:
        """Draw the symbol of 0 V."""
        self.add(symbol("Ground").at(at))

    def supply(self, at: Point, net: str) -> None:
        """Draw the symbol of a supply, upwards, with the name of its net."""
        self.add(symbol("Vdd").at(at).color(ink_of(net)))
        self.text((at[0], at[1] + 0.62), label(net), 9, "center", ink_of(net))

    def svg(self) -> str:
        """Return the drawing as SVG, the same bytes on every machine."""
        register_namespace("", "http://www.w3.org/2000/svg")  # build123d's own libraries rename it
        raw = self._drawing.get_imagedata("svg").decode()
        raw = raw.replace("stroke-dasharray:-;", "")
        raw = _CENTRED.sub(_on_its_line, raw)
        raw = _DECIMAL.sub(_rounded, raw)
        head, _, body = raw.partition(">")
        body = _BETWEEN_ELEMENTS.sub(">\n<", body)
        return f'{head} role="img">\n<title>{self.title}</title>\n{body}\n'


def symbol(name: str) -> Any:
    """Return a new element of schemdraw by its name, for elements that have no types."""
    return getattr(elm, name)()


def _on_its_line(found: re.Match[str]) -> str:
    """Return a text with its baseline as a number, which all programs understand alike.

    librsvg ignores dominant-baseline; of two dy, some programs add both and others take the inner.
    """
    size = float(found["size"])
    y = float(found["y"]) + float(found["down"]) + 0.35 * size
    font = f'font-size="{found["size"]}" font-family="{_FONT}"'
    return f'<text x="{found["x"]}" y="{y:.2f}" {found["ink"]} {font} {found["anchor"]}>{found["told"]}</text>'


def _rounded(found: re.Match[str]) -> str:
    """Return a length to a hundredth: further digits differ between machines."""
    text = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def ink_of(net: str | None) -> str:
    """Return the colour of a net. Grey for None."""
    return GREY if net is None else style_of(net).ink or GREY


def label(net: str | None) -> str:
    """Return the name of a net for builders. None: a pin that is not connected."""
    plain = {
        None: "leave open",
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
    if net is None or net in plain:
        return plain[net]
    for start, said in (("ROW", "row"), *((layer.upper(), f"{layer} column") for layer in LAYERS)):
        if net.startswith(start):
            return f"{said} {net.removeprefix(start)}"
    return net.removeprefix("KEY_")


def pin_label(pin: Pin) -> str:
    """Return the name of a pin with its number on the case: ``U1 GPA0 (pin 21)``."""
    return f"{pin} (pin {dip_pin(pin)})"


def case(
    page: Page,
    left: Sequence[tuple[str, str, str, str]],
    right: Sequence[tuple[str, str, str, str]],
    *,
    half: float,
    pitch: float = 0.5,
    notch: bool = True,
) -> None:
    """Draw a case seen from above, its top in the middle at 0, 0.

    left, right: the pins of that side from top to bottom: number, name, text of the net, and its
    colour (grey: not used). half: half the width. pitch: from pin to pin. notch: whether the case
    has a notch at the top.
    """
    high = pitch * len(left)
    page.box(-half, 0, half, -high)
    if notch:
        turn = [math.pi * n / 12 for n in range(13)]
        page.shape([(0.3 * math.cos(a), -0.3 * math.sin(a)) for a in turn], fill="white")
    sides: tuple[tuple[Sequence[tuple[str, str, str, str]], int, Side, Side], ...] = (
        (left, -1, "right", "left"),
        (right, 1, "left", "right"),
    )
    for legs, way, anchor, inside in sides:
        for n, (number, name, text, ink) in enumerate(legs):
            y = -pitch * (n + 0.5)
            used = ink != GREY
            page.box(way * (half + 0.42), y + 0.17, way * half, y - 0.17, fill=ink if used else "white", ink=ink)
            page.text((way * (half + 0.21), y), number, 9, "center", "white" if used else GREY)
            page.text((way * (half - 0.12), y), name, 9, inside, BLACK if used else GREY)
            page.text((way * (half + 0.58), y), text, 9.5, anchor, ink)


def contact_symbol(page: Page, layer: str, start: Point, end: Point) -> None:
    """Draw the symbol of a contact of this layer."""
    element = {"reed": elm.SwitchReed, "button": elm.Button, "tilt": elm.Switch}[layer]()
    page.part(element, start, end)
