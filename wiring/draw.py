"""What does a builder look at while soldering? Drawings of the wiring, made from the pin map.

Needs schemdraw: ``pip install 'speeltafel[wiring]'``. The same pin map gives the same bytes.
Lengths are schemdraw's units (an inch and a half of a screen), y upwards.
"""

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Literal

import schemdraw
from schemdraw import elements as elm
from schemdraw.segments import SegmentCircle, SegmentPoly, SegmentText

from wiring.circuit import (
    BUFFERED,
    DATA,
    GND,
    HEADER,
    MOSI,
    REFERENCE,
    SCL,
    SDA,
    V5,
    V33,
    Leg,
    Use,
    column_net,
    contact,
    dip_pin,
    expander,
    header_nets,
    header_pin,
    row_net,
    shifter,
)
from wiring.pins import LAYERS, Pin, PinMap
from wiring.places import (
    BODY,
    BODY_HIGH,
    CAP,
    CELL,
    DRILLED,
    FOOT,
    GLASS,
    LED,
    PROUD,
    RING,
    SPRING,
    button_high,
)
from wiring.power import budget
from wiring.read import CELLS, COLUMNS, ROWS, read_overlay

Point = tuple[float, float]
Side = Literal["left", "center", "right"]

BLACK, GREY, PALE = "#1a1a1a", "#6d6d6d", "#f3f1ec"
_INKS = {  # of the nets whose name begins so
    V33: "#b3261e", "+5V": "#c2570c", GND: BLACK, "ROW": "#1c4f9c", "REED": "#1b6e3a",
    "BUTTON": "#7a2d8b", "TILT": "#86560a", REFERENCE: "#1c4f9c", SDA: "#00707a", SCL: "#00707a",
    MOSI: "#a3195b", DATA[:4]: "#a3195b", "KEY": "#7a2d8b", "BUZZER": "#1b6e3a",
}  # fmt: skip
_FONT = "Helvetica, Arial, sans-serif"
_LONG = re.compile(r"-?\d+\.\d+")
_BETWEEN = re.compile(r"><(?!/?tspan|/text)")  # elements
# What a section shows besides, mm: how high are a WS2812B, its board, the sheet and a foot board;
# a magnet and a lath across and high, and how far below the plate a lath lies.
_LED_HIGH, _BOARD_HIGH, _SHEET = 1.6, 1.6, 0.2
_FOOT_HIGH, _MAGNET, _LATH, _LATH_DOWN = 1.0, (10.0, 3.0), (8.0, 10.0), 4.0
_SPRING_LONG = 16.0  # mm, a spring pin, most of it below the plate
_SCALE = 0.36  # units for a millimetre of a section
_FOOT_SCALE = 0.19  # units for a millimetre of a foot
_GAMES = {
    "revolution": "#86560a", "hourglass": "#b3261e", "forum_romanum": "#1b6e3a",
    "manoeuvre": "#1c4f9c",
}  # fmt: skip
_HIGH, _LOW = 4.0, -3.6  # where the pixels' two wires are drawn
_EXAMPLE = (3, 7)  # the cell that is drawn for all


def drawings(pins: PinMap) -> dict[str, str]:
    """Every drawing as SVG, by the name of its file."""
    drawn: dict[str, Callable[[PinMap], str]] = {
        "header.svg": header,
        "cell.svg": one_cell,
        "places.svg": places,
        "section.svg": section,
        "column.svg": column,
        "pixels.svg": pixels,
        "chain.svg": chain,
        "fields.svg": fields,
        "keys.svg": keys,
        "bus.svg": bus,
        "hourglass.svg": hourglass,
        "whole.svg": whole,
    }
    files = {name: draw(pins) for name, draw in drawn.items()}
    return files | {f"chip-{chip}.svg": chip_drawing(pins, chip) for chip in pins.chips}


class _Page:
    """A drawing that is being made."""

    def __init__(self, title: str) -> None:
        schemdraw.svgconfig.text = "text"  # whatever else is installed
        self.title = title
        self._drawing = schemdraw.Drawing(canvas="svg", show=False)
        self._drawing.config(
            fontsize=10, font=_FONT, color=BLACK, lw=1.4, bgcolor="white", margin=0.3
        )

    def add(self, element: elm.Element) -> None:
        """One element, placed."""
        self._drawing += element

    def wire(
        self, *points: Point, ink: str = BLACK, width: float = 1.4, dotted: bool = False,
        behind: bool = False,
    ) -> None:  # fmt: skip
        """A wire through these points. behind: under all else."""
        style = ":" if dotted else "-"
        for start, end in pairwise(points):
            line = elm.Line(lw=width, color=ink, ls=style, zorder=0 if behind else 2)
            self.add(line.at(start).to(end))

    def dot(self, at: Point, ink: str = BLACK) -> None:
        """Where wires are joined."""
        self.add(elm.Dot(radius=0.07, color=ink, fill=ink).at(at))

    def part(self, element: elm.Element2Term, start: Point, end: Point, ink: str = BLACK) -> None:
        """A part with two ends."""
        self.add(element.at(start).to(end).color(ink))

    def text(
        self, at: Point, text: str, size: float = 10, anchor: Side = "left", ink: str = BLACK
    ) -> None:
        """Lines of text, in the middle of their height at `at`."""
        lines = text.split("\n")
        step = size * 1.25 / 36
        for n, line in enumerate(lines):
            y = at[1] + step * ((len(lines) - 1) / 2 - n)
            element = elm.Element()
            element.segments.append(SegmentText(
                (0, 0), line, align=(anchor, "center"), fontsize=size, color=ink,
            ))  # fmt: skip
            self.add(element.at((at[0], y)).right())

    def box(
        self, left: float, top: float, right: float, bottom: float, *,
        fill: str | None = PALE, ink: str = BLACK, width: float = 1.4,
    ) -> None:  # fmt: skip
        """A rectangle."""
        self.shape([(left, top), (right, top), (right, bottom), (left, bottom)],
                   fill=fill, ink=ink, width=width)  # fmt: skip

    def shape(
        self, points: Sequence[Point], *, fill: str | None = PALE, ink: str = BLACK,
        width: float = 1.4,
    ) -> None:  # fmt: skip
        """A closed outline."""
        element = elm.Element()
        element.segments.append(SegmentPoly(points, closed=True, fill=fill, color=ink, lw=width))
        self.add(element.at((0, 0)).right())

    def ring(
        self, at: Point, radius: float, *, fill: str | None = None, ink: str = BLACK,
        width: float = 1.4,
    ) -> None:  # fmt: skip
        """A circle."""
        element = elm.Element()
        element.segments.append(SegmentCircle((0, 0), radius, fill=fill, color=ink, lw=width))
        self.add(element.at(at).right())

    def ground(self, at: Point) -> None:
        """A wire to 0 V."""
        self.add(_make("Ground").at(at))

    def supply(self, at: Point, net: str) -> None:
        """A wire to a supply, drawn upwards."""
        self.add(_make("Vdd").at(at).color(_ink(net)))
        self.text((at[0], at[1] + 0.62), _said(net), 9, "center", _ink(net))

    def svg(self) -> str:
        """The drawing, the same on every machine."""
        raw = self._drawing.get_imagedata("svg").decode()
        raw = raw.replace("stroke-dasharray:-;", "")
        raw = _LONG.sub(_short, raw)
        head, _, body = raw.partition(">")
        body = _BETWEEN.sub(">\n<", body)
        return f'{head} role="img">\n<title>{self.title}</title>\n{body}\n'


def _make(name: str) -> Any:
    """An element of schemdraw's that has no types."""
    return getattr(elm, name)()


def _short(found: re.Match[str]) -> str:
    """A length to a hundredth: what lies beyond differs between machines."""
    text = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _ink(net: str | None) -> str:
    """The colour of a net."""
    found = [ink for name, ink in _INKS.items() if net is not None and net.startswith(name)]
    return found[0] if found else GREY


def _said(net: str | None) -> str:
    """What a builder calls a net."""
    plain = {None: "leave open", V33: "3.3 V", V5: "5 V pixels", GND: "0 V", SDA: "SDA", SCL: "SCL",
             MOSI: "pixel data", BUFFERED: "pixel data, 5 V", REFERENCE: "reference",
             "BUZZER": "buzzer"}  # fmt: skip
    if net is None or net in plain:
        return plain[net]
    for start, said in (("ROW", "row"), *((layer.upper(), f"{layer} column") for layer in LAYERS)):
        if net.startswith(start):
            return f"{said} {net.removeprefix(start)}"
    return net.removeprefix("KEY_")


def _on_chip(pin: Pin) -> str:
    return f"{pin} (pin {dip_pin(pin)})"


# Cases with pins on both sides


def _case(
    page: _Page, left: Sequence[tuple[str, str, str, str]],
    right: Sequence[tuple[str, str, str, str]], *, half: float, pitch: float = 0.5,
    notch: bool = True,
) -> None:  # fmt: skip
    """A case seen from above. left, right: number, name, what it is joined to, and its colour."""
    high = pitch * len(left)
    page.box(-half, 0, half, -high)
    if notch:
        turn = [math.pi * n / 12 for n in range(13)]
        page.shape([(0.3 * math.cos(a), -0.3 * math.sin(a)) for a in turn], fill="white")
    sides: tuple[tuple[Sequence[tuple[str, str, str, str]], int, Side, Side], ...] = (
        (left, -1, "right", "left"), (right, 1, "left", "right"),
    )  # fmt: skip
    for legs, way, anchor, inside in sides:
        for n, (number, name, told, ink) in enumerate(legs):
            y = -pitch * (n + 0.5)
            used = ink != GREY
            page.box(way * (half + 0.42), y + 0.17, way * half, y - 0.17,
                     fill=ink if used else "white", ink=ink)  # fmt: skip
            page.text((way * (half + 0.21), y), number, 9, "center", "white" if used else GREY)
            page.text((way * (half - 0.12), y), name, 9, inside, BLACK if used else GREY)
            page.text((way * (half + 0.58), y), told, 9.5, anchor, ink)


def header(pins: PinMap) -> str:
    """The Pi's header: what goes to which of its 40 pins."""
    page = _Page("The Raspberry Pi's header")
    nets = header_nets(pins)
    told = {SDA: "SDA: chips and display", SCL: "SCL: chips and display",
            MOSI: "pixel data, to LS1 pin 2", "BUZZER": "buzzer, through 1k"}  # fmt: skip
    told |= {f"KEY_{name}": f"key {name}" for name in pins.keys}
    sides: tuple[list[tuple[str, str, str, str]], ...] = ([], [])
    grounds = [at for at, what in enumerate(HEADER, 1) if what == "GND"]
    uses = dict(zip(grounds, ("0 V: chips, display", "0 V: keys", "0 V: buzzer",
                              "0 V: pixels' supply"), strict=False))  # fmt: skip
    for at, what in enumerate(HEADER, 1):
        net = nets.get(at)
        name = (
            f"GPIO {what}"
            if isinstance(what, int)
            else what.replace("3V3", "3.3 V").replace("5V", "5 V")
        )
        said = told.get(net or "", _said(net) if net else "")
        if net == V33:
            said = "3.3 V: chips, display" if at == 1 else ""
        if net == GND:
            said = uses.get(at, "")
        ink = _ink(net) if said else GREY
        sides[(at - 1) % 2].append((str(at), name.replace("GND", "0 V"), said, ink))
    _case(page, *sides, half=1.5, pitch=0.48, notch=False)
    page.text((0, 0.9), "Raspberry Pi, 40-pin header", 13, "center")
    page.text((0, 0.4), "seen from above, pin 1 at the end away from the USB sockets", 9,
              "center", GREY)  # fmt: skip
    page.text((0, -10.1), "Pins in white stay free. Never join 5 V (pins 2, 4) to the pixels' 5 V.",
              9, "center", GREY)  # fmt: skip
    return page.svg()


def chip_drawing(pins: PinMap, chip: str) -> str:
    """One port expander with its 28 pins."""
    page = _Page(f"Port expander {chip}")
    legs = {int(leg.number): leg for leg in expander(pins, chip)}
    sides = [[_row_of(legs[at]) for at in some] for some in (range(1, 15), range(28, 14, -1))]
    _case(page, *sides, half=1.35)
    page.text((0, 0.95), f"{chip}: MCP23017, DIP-28, I2C address {pins.chips[chip]:#x}", 13,
              "center")  # fmt: skip
    page.text((0, 0.4), "seen from above, notch at the top", 9, "center", GREY)
    page.text((0, -7.6), f"C_{chip}: 100 nF between pins 9 and 10, close to the chip.\n"
              "Rows are driven; columns are read, held high by the chip itself.", 9,
              "center", GREY)  # fmt: skip
    return page.svg()


def _row_of(leg: Leg) -> tuple[str, str, str, str]:
    name = "NC" if leg.name.startswith("NC") else leg.name
    told = {SDA: f"SDA, Pi pin {header_pin(2)}", SCL: f"SCL, Pi pin {header_pin(3)}"}
    said = told.get(leg.net or "") or (
        "free" if leg.use is Use.OPEN and leg.name.startswith("GP") else _said(leg.net)
    )
    return leg.number, name, said, _ink(leg.net)


# The matrix


def _contact(page: _Page, layer: str, start: Point, end: Point) -> None:
    """The symbol of a contact."""
    element = {
        "reed": elm.SwitchReed, "button": elm.Button, "tilt": elm.Switch
    }[layer]()  # fmt: skip
    page.part(element, start, end)


def one_cell(pins: PinMap) -> str:
    """All that is soldered in one cell."""
    row, at = _EXAMPLE
    page = _Page("One cell")
    page.text((-1, 6.3), f"One cell: row {row}, column {at}", 13)
    ink = _ink(row_net(row))
    page.wire((-1, 0), (18.8, 0), ink=ink, width=2.4)
    page.text((19, 0), f"row {row}\n{_on_chip(pins.rows[row])}", 10, "left", ink)
    for n, layer in enumerate(LAYERS):
        x = 6.4 * n
        own = _ink(column_net(layer, at))
        page.wire((x, 4.2), (x, -1.1), ink=own, width=2.4)
        page.text((x - 0.9, 4.75), f"{layer} column {at}\n{_on_chip(pins.columns[layer][at])}", 10,
                  "left", own)  # fmt: skip
        page.dot((x, 2.6), own)
        name = contact(layer, row, at)
        _contact(page, layer, (x, 2.6), (x + 2.8, 2.6))
        page.part(_make("Diode"), (x + 2.8, 2.6), (x + 4.8, 2.6))
        page.wire((x + 4.8, 2.6), (x + 4.8, 0))
        page.dot((x + 4.8, 0), ink)
        page.text((x + 1.4, 1.75), name, 10, "center")
        page.text((x + 3.8, 1.75), f"D{name[1:]}\n{pins.parts.diode}", 10, "center")
        page.text((x + 1.5, 3.4), {"reed": "reed switch", "button": "push button",
                  "tilt": "spring pins,\njoined by a glass"}[layer], 9, "center", GREY)  # fmt: skip
    _pixel_of_cell(page, pins, COLUMNS * row + at)
    page.text((-1, -5.6), "Wires are joined where there is a dot. The band of each diode is on the "
              "side of the row.\nAll cells are alike: the digits after SR, SB, ST and DR, DB, DT "
              "are the row and the two of the column.", 9.5, "left", GREY)  # fmt: skip
    return page.svg()


def _pixel_of_cell(page: _Page, pins: PinMap, cell: int) -> None:
    """The pixel of a cell, between those before and after it in the chain."""
    pixel = pins.chain.index(cell)
    data = _ink(DATA)
    page.box(4.2, -1.9, 8.2, -4.3)
    page.text((6.2, -2.8), f"LED{pixel}", 10.5, "center")
    page.text((6.2, -3.7), "WS2812B", 9, "center", GREY)
    before = f"LED{pixel - 1} DOUT" if pixel else "R1"
    after = f"LED{pixel + 1} DIN" if pixel + 1 < len(pins.chain) else "open"
    for y, net, left, right in ((-2.2, V5, "VDD", "VDD"), (-3.1, DATA, "DIN", "DOUT"),
                                (-4.0, GND, "VSS", "VSS")):  # fmt: skip
        page.wire((2.4, y), (4.2, y), ink=_ink(net))
        page.wire((8.2, y), (10.0, y), ink=_ink(net))
        page.text((4.35, y), left, 9)
        page.text((8.05, y), right, 9, "right")
    page.text((2.2, -3.1), f"from {before}", 10, "right", data)
    page.text((10.2, -3.1), f"to {after}", 10, "left", data)
    for y, net in ((-2.2, V5), (-4.0, GND)):
        page.text((2.2, y), f"{_said(net)}, {pins.supply.row:g} mm²", 10, "right", _ink(net))
        page.text((10.2, y), "to the next cell", 10, "left", _ink(net))


def column(pins: PinMap) -> str:
    """One column of the matrix with its rows, the reference, and the pins of all columns."""
    page = _Page("One column of the matrix")
    pin = pins.columns["reed"][0]
    own = _ink(column_net("reed", 0))
    page.text((-3.2, 6.0), "One column of the matrix, with all rows; and the pins of all columns",
              13)  # fmt: skip
    page.box(-3.2, 4.9, 1.3, 1.1)
    page.text((-3.05, 1.45), f"{_on_chip(pin)}, reads", 9.5)
    page.supply((0.5, 3.9), V33)
    page.part(_make("Resistor"), (0.5, 3.9), (0.5, 1.9), GREY)
    page.text((-3.05, 3.4), "the chip's own\npull-up, about 100k", 9, "left", GREY)
    page.wire((0.5, 1.9), (0.5, -11.2), ink=own, width=2.4)
    page.text((0.25, 0.6), "reed column 0", 10, "right", own)
    if pins.parts.pull_up is not None:
        page.supply((3.5, 2.2), V33)
        page.part(_make("Resistor"), (3.5, 2.2), (3.5, 0.6), BLACK)
        page.wire((3.5, 0.6), (0.5, 0.6))
        page.dot((0.5, 0.6), own)
        page.text((3.9, 1.4), f"{pins.parts.pull_up} ohm, one for each column", 9.5)
    for row in range(ROWS):
        y = -1.5 * row - 0.5
        page.dot((0.5, y), own)
        _contact(page, "reed", (0.5, y), (3.5, y))
        page.part(_make("Diode"), (3.5, y), (6, y))
        ink = _ink(row_net(row))
        page.wire((6, y), (7, y), ink=ink, width=2.4)
        page.text((7.2, y), f"row {row}, {_on_chip(pins.rows[row])}, drives", 10, "left", ink)
        name = contact("reed", row, 0)
        page.text((2, y - 0.6), name, 9.5, "center")
        page.text((4.75, y - 0.6), f"D{name[1:]} {pins.parts.diode}", 9.5, "center")
    y = -13
    page.text((-3.2, y), f"reference\n{_on_chip(pins.reference)}", 10, "left", _ink(REFERENCE))
    page.wire((-0.1, y), (3.5, y), ink=_ink(REFERENCE), width=2.4)
    page.part(_make("Diode"), (3.5, y), (6, y))
    page.text((4.75, y - 0.6), f"DREF {pins.parts.diode}", 9.5, "center")
    page.wire((6, y), (7, y), ink=_ink(REFERENCE), width=2.4)
    page.text((7.2, y), f"row {pins.reference_row}, {_on_chip(pins.rows[pins.reference_row])}: "
              "a contact that is always closed", 10, "left", _ink("ROW"))  # fmt: skip
    _pin_table(page, pins, (16.2, 2.9))
    return page.svg()


def _pin_table(page: _Page, pins: PinMap, corner: Point) -> None:
    """The pins of all columns."""
    x, y = corner
    step, wide = 0.86, 3.1
    page.text((x, y), "column", 10, "left", GREY)
    for n, layer in enumerate(LAYERS):
        page.text((x + 1.7 + wide * n, y), layer, 10, "left", _ink(layer.upper()))
    for at in range(COLUMNS):
        line = y - step * (at + 1)
        page.wire((x, line + step / 2), (x + 10.8, line + step / 2), ink="#cccccc", width=0.6)
        page.text((x, line), str(at), 10)
        for n, layer in enumerate(LAYERS):
            pin = pins.columns[layer][at]
            page.text((x + 1.7 + wide * n, line), _on_chip(pin), 10, "left", _ink(layer.upper()))


def places(pins: PinMap) -> str:
    """Where the parts of a cell sit, seen from above."""
    page = _Page("Where things sit in a cell")
    scale = 0.22  # units for a millimetre
    at = {name: (x * scale, -y * scale) for name, (x, y) in pins.places._asdict().items()}
    half = CELL / 2 * scale
    page.box(-half, half, half, -half, fill="white")
    page.wire((-half, 0), (half, 0), ink="#cccccc", width=0.8, dotted=True)
    page.wire((0, half), (0, -half), ink="#cccccc", width=0.8, dotted=True)
    page.ring((0, 0), FOOT * scale, ink="#bbbbbb", width=1)
    for name in ("inner", "outer"):
        x, y = getattr(pins.places, name)
        for edge in (-RING, RING):
            page.ring((0, 0), (math.hypot(x, y) + edge) * scale, ink="#d8c79a", width=1)
    x, y = at["pixel"]
    size = LED / 2 * scale
    page.ring((x, y), pins.board / 2 * scale, fill="#fbeef4", ink=_ink(DATA), width=1)
    page.ring((x, y), DRILLED["pixel"] / 2 * scale, ink=_ink(DATA), width=2)
    page.box(x - size, y + size, x + size, y - size, fill="white", ink=_ink(DATA), width=1)
    for name in ("inner", "outer"):
        page.ring(at[name], SPRING * scale, fill="white", ink=_ink("TILT"), width=1)
        page.ring(at[name], DRILLED[name] / 2 * scale, fill=_ink("TILT"), ink=_ink("TILT"))
    x, y = at["reed"]
    wide, long = (size * scale for size in GLASS)
    page.box(x - wide, y + long, x + wide, y - long, fill="#e4f1e8", ink=_ink("REED"),
             width=1)  # fmt: skip
    x, y = at["button"]
    size = BODY * scale
    page.box(x - size, y + size, x + size, y - size, fill="#f3e6f5", ink=_ink("BUTTON"),
             width=1)  # fmt: skip
    page.ring((x, y), CAP * scale, ink=_ink("BUTTON"), width=1)
    page.ring((x, y), DRILLED["button"] / 2 * scale, ink=_ink("BUTTON"), width=2)
    told = {
        "reed": (
            "reed switch, 14 mm, from far to near:\none end lies under the magnet; no hole",
            "REED",
            3.2,
        ),
        "pixel": (f"pixel on its board of {pins.board:g} mm, shining up", DATA, 1.2),
        "inner": ("spring pin for the inner ring", "TILT", -0.4),
        "outer": ("spring pin for the outer ring", "TILT", -0.6),
        "button": ("push button 6 x 6 mm, clear of every foot", "BUTTON", -2.6),
    }
    for name, (said, net, y) in told.items():
        place = getattr(pins.places, name)
        lines = [said, f"drill {DRILLED[name]:g} mm"] if name in DRILLED else [said]
        lines.append(_place(place))
        if name == "inner":
            page.wire(at[name], (-half - 0.6, at[name][1] - 0.0), ink=_ink(net), width=0.8)
            page.text((-half - 0.75, at[name][1]), "\n".join(lines), 9.5, "right",
                      _ink(net))  # fmt: skip
            continue
        page.wire(at[name], (half + 0.6, y), ink=_ink(net), width=0.8)
        page.text((half + 0.75, y), "\n".join(lines), 9.5, "left", _ink(net))
    page.text((0, half + 1.0), "One cell of 40 x 40 mm, seen from above", 13, "center")
    page.text((0, half + 0.4), "far edge", 9, "center", GREY)
    page.text((0, -half - 0.4), "near edge", 9, "center", GREY)
    page.text((0, -half - 1.1), "Thick: what is drilled. Thin circles: an hourglass's foot "
              "and the two rings in it.", 9.5,
              "center", GREY)  # fmt: skip
    return page.svg()


def section(pins: PinMap) -> str:
    """One cell cut open, from the left and from the near edge: what lies how deep."""
    page = _Page("One cell cut open")
    page.text((-CELL / 2 * _SCALE, 4.4), "One cell cut open, an hourglass on it", 13)
    _from_the_left(_Cut(page, pins, 0, 1))
    _from_the_near_edge(_Cut(page, pins, 58 * _SCALE, 0))
    return page.svg()


class _Cut:
    """A cell seen from one side, all its parts in one plane: millimetres, up from the plate's top.

    at: where its middle is drawn. along: which number of a place is drawn from left to right.
    """

    def __init__(self, page: _Page, pins: PinMap, at: float, along: int) -> None:
        self.page, self.pins, self.at = page, pins, at
        self.middle = {name: place[along] for name, place in pins.places._asdict().items()}

    def point(self, x: float, y: float) -> Point:
        """A place of the section on the page."""
        return self.at + x * _SCALE, y * _SCALE

    def box(
        self, x: float, half: float, top: float, bottom: float, *, fill: str, ink: str = BLACK
    ) -> None:
        """A part that is cut through, about x."""
        (left, high), (right, low) = self.point(x - half, top), self.point(x + half, bottom)
        self.page.box(left, high, right, low, fill=fill, ink=ink, width=0.9)

    def told(self, at: Point, to: Point, text: str, ink: str, side: Side = "left") -> None:
        """A part's name at the place `to`, and a line from there to the part."""
        end = self.point(*to)
        self.page.wire(self.point(*at), end, ink=ink, width=0.8)
        shift = {"left": 0.1, "right": -0.1, "center": 0.0}[side]
        lift = 0.0 if side != "center" else -0.35 if to[1] < at[1] else 0.35
        self.page.text((end[0] + shift, end[1] + lift), text, 9.5, side, ink)

    def plate(self, names: Sequence[str]) -> None:
        """The plate with the holes for these parts."""
        edge, at = CELL / 2, -CELL / 2
        for x, half in sorted((self.middle[name], DRILLED[name] / 2) for name in names):
            if x - half > at:
                self._piece(at, x - half)
            at = max(at, x + half)
        self._piece(at, edge)

    def _piece(self, left: float, right: float) -> None:
        self.box((left + right) / 2, (right - left) / 2, 0, -self.pins.plate, fill="#d9c7a3")

    def foot(self) -> None:
        """The foot of an hourglass with its magnet."""
        top = _SHEET + _FOOT_HIGH
        self.box(0, FOOT, top + 4.5, top, fill="#e9dcc3")
        self.box(0, _MAGNET[0] / 2, top + _MAGNET[1], top, fill="#c9ccd1")
        self.box(0, FOOT, top, _SHEET, fill="#f7f4ec")
        self.page.text(self.point(0, top + _MAGNET[1] / 2), "magnet", 8.5, "center")

    def spring(self, name: str) -> None:
        """A spring pin, pressed down by what stands on it."""
        x, ink = self.middle[name], _ink("TILT")
        self.box(x, DRILLED[name] / 2, _SHEET, _SHEET - _SPRING_LONG, fill=ink, ink=ink)

    def pixel(self) -> None:
        """The pixel in its hole, its board below."""
        x, under, ink = self.middle["pixel"], -self.pins.plate, _ink(DATA)
        self.box(x, self.pins.board / 2, under, under - _BOARD_HIGH, fill="#fbeef4", ink=ink)
        self.box(x, LED / 2, under + _LED_HIGH, under, fill="white", ink=ink)


def _from_the_left(cut: _Cut) -> None:
    """Reed, pixel and button lie one behind the other, from the far edge to the near one."""
    page, pins, middle = cut.page, cut.pins, cut.middle
    under, edge = -pins.plate, CELL / 2
    reed, button = middle["reed"], middle["button"]
    page.text(cut.point(0, 9.8), "seen from the left", 11, "center")
    page.text(cut.point(-edge, 8.0), "far", 9, "left", GREY)
    page.text(cut.point(edge, 8.0), "near", 9, "right", GREY)
    cut.spring("inner")
    cut.plate(("pixel", "button", "inner"))
    cut.foot()
    bump = ((-edge, 0.0), (button - CAP - 1, 0.0), (button - CAP, PROUD), (button + CAP, PROUD),
            (button + CAP + 1, 0.0), (edge, 0.0))  # fmt: skip
    sheet = [*bump, *((x, y + _SHEET) for x, y in reversed(bump))]
    page.shape([cut.point(*each) for each in sheet], fill="white", width=0.9)
    cut.pixel()
    ink = _ink("REED")
    cut.box(reed, GLASS[1], under, under - 2 * GLASS[0], fill="#e4f1e8", ink=ink)
    for way in (-1, 1):
        x, y = reed + way * GLASS[1], under - GLASS[0]
        page.wire(cut.point(x, y), cut.point(x + way * 3, y), cut.point(x + way * 3, y - 3),
                  ink=ink, width=1.6)  # fmt: skip
    ink = _ink("BUTTON")
    cut.box(button, BODY, under, under - BODY_HIGH, fill="#f3e6f5", ink=ink)
    cut.box(button, CAP, PROUD, under, fill="#f3e6f5", ink=ink)
    lath = under - _LATH_DOWN
    cut.box(button, BODY + 1, under - BODY_HIGH, lath, fill=ink, ink=ink)
    cut.box(button, _LATH[0] / 2, lath, lath - _LATH[1], fill="#f1e6d2")
    page.wire(cut.point(button, 6), cut.point(button, PROUD + _SHEET + 0.3), ink=ink, width=2)
    tip = (button, PROUD + _SHEET + 0.3)
    for lean in (-0.6, 0.6):
        page.wire(cut.point(*tip), cut.point(button + lean, tip[1] + 1.2), ink=ink, width=2)
    page.text(cut.point(button, 6.8), "press", 9.5, "center", ink)
    right = edge + 1.5
    cut.told((edge - 0.5, _SHEET / 2), (right, 3.0), f"sheet, about {_SHEET:g} mm", BLACK)
    cut.told((edge - 0.5, under / 2), (right, 0.4), f"plate, {pins.plate:g} mm", BLACK)
    cut.told((button + BODY - 0.3, under - 2), (right, -3.4),
             f"button, {button_high(pins.plate):g} mm high: its cap\nrises {PROUD:g} mm above the "
             "plate", ink)  # fmt: skip
    cut.told((button + 3, lath - 7), (right, -9.4),
             f"lath under the buttons of a row,\non blocks of {_LATH_DOWN:g} mm: it holds\n"
             "them, legs bent flat, to the plate", BLACK)  # fmt: skip
    cut.told((middle["pixel"], under - 1), (middle["pixel"] - 1, -14.8), "pixel's board, glued\nto "
             "the plate", _ink(DATA), "center")  # fmt: skip
    cut.told((reed, under - 1.5), (reed - 2, -14.8), "reed switch, glued to the\nplate; wires bent "
             "3 mm off the glass", _ink("REED"), "center")  # fmt: skip


def _from_the_near_edge(cut: _Cut) -> None:
    """The two spring pins and the rings that they meet."""
    page, pins = cut.page, cut.pins
    ink, edge = _ink("TILT"), CELL / 2
    page.text(cut.point(0, 9.8), "seen from the near edge, without pixel and button", 11, "center")
    page.text(cut.point(-edge, 8.0), "left", 9, "left", GREY)
    page.text(cut.point(edge, 8.0), "right", 9, "right", GREY)
    cut.plate(("inner", "outer"))
    cut.foot()
    cut.box(0, edge, _SHEET, 0, fill="white")
    for name in ("inner", "outer"):
        radius = math.hypot(*getattr(pins.places, name))
        for way in (-1, 1):
            cut.box(way * radius, RING, _SHEET + 0.35, _SHEET, fill="#e0bd6b", ink=ink)
    for name in ("inner", "outer"):
        cut.spring(name)
        x = cut.middle[name]
        cut.told((x, -13), (x, -17.5), f"spring pin,\n{name} ring", ink, "center")
    cut.told((FOOT - 1, _SHEET + 3.6), (edge + 1.5, 5.4), "foot of the glass", BLACK)
    cut.told((FOOT - 0.4, _SHEET + 0.7), (edge + 1.5, 3.0), "foot board, its rings below", ink)
    cut.told((cut.middle["outer"] + 0.3, -4.5), (edge + 1.5, -6.0),
             f"a free pin stands {PROUD:g} mm above\nthe sheet; a glass presses it down\nand "
             "rests on the sheet", ink)  # fmt: skip


def _place(place: Point) -> str:
    x, y = place
    words = [f"{abs(x):g} mm {'right' if x > 0 else 'left'}"] if x else []
    words += [f"{abs(y):g} mm {'near' if y > 0 else 'far'}"] if y else []
    return " and ".join(words) + " of the middle" if words else "in the middle"


# Pixels


def pixels(pins: PinMap) -> str:
    """The chain of pixels with its level shifter and its supply."""
    page = _Page("The pixels with level shifter and supply")
    page.text((-7.6, 5.9), "The chain of pixels, its level shifter and its supply", 13)
    _fed(page, pins)
    _shifted(page)
    _chained(page, len(pins.chain) - 1)
    return page.svg()


def _fed(page: _Page, pins: PinMap) -> None:
    """The supply, its fuse and the two wires that all pixels hang on."""
    supply, high, low = pins.supply, _HIGH, _LOW
    five, zero = _ink(V5), _ink(GND)
    page.box(-7.6, high + 0.8, -4.9, low - 0.8)
    page.text((-6.25, 0.7), f"J2\n{supply.volts:g} V, {supply.amps:g} A\nfor pixels alone", 10,
              "center")  # fmt: skip
    page.text((-5.0, high), "5 V", 10, "right", five)
    page.text((-5.0, low), "0 V", 10, "right", zero)
    page.part(_make("Fuse"), (-4.9, high), (-2.5, high), five)
    page.text((-3.7, high + 0.75), f"F1 {supply.fuse:g} A slow", 10, "center")
    page.wire((-2.5, high), (19.4, high), ink=five, width=2.4)
    page.wire((-4.9, low), (19.4, low), ink=zero, width=2.4)
    page.text((-4.6, low + 0.4), f"{supply.lead:g} mm² from the supply", 9, "left", GREY)
    page.part(elm.Capacitor2(polar=True), (-1.6, high), (-1.6, low))
    page.text((-1.2, 1.3), "C1\n1000 uF", 10)
    page.dot((-1.6, high), five)
    page.dot((-1.6, low), zero)
    page.text((8.8, high + 0.45), f"{supply.row:g} mm² along each row, fed from that "
              f"of {supply.feed:g} mm² at the left edge", 9, "left", GREY)  # fmt: skip


def _shifted(page: _Page) -> None:
    """The Pi and the level shifter."""
    high, low = _HIGH, _LOW
    five, zero, data = _ink(V5), _ink(GND), _ink(DATA)
    page.box(-7.6, -5.4, -4.0, -8.4)
    page.text((-7.4, -5.8), "Raspberry Pi", 10)
    page.text((-4.15, -6.6), f"GPIO 10 MOSI, pin {header_pin(10)}", 9, "right", data)
    ground = [at for at, what in enumerate(HEADER, 1) if what == "GND"][3]
    page.text((-4.15, -7.8), f"0 V, pin {ground}", 9, "right", zero)
    page.wire((-4.0, -7.8), (-2.9, -7.8), (-2.9, low), ink=zero)
    page.dot((-2.9, low), zero)
    page.wire((-4.0, -6.6), (1.6, -6.6), ink=data)
    page.text((-1.6, -7.0), "3.3 V", 9, "center", GREY)
    page.box(1.6, -5.2, 5.4, -8.4)
    page.text((3.5, -7.9), "LS1 74AHCT125", 10, "center")
    legs = {leg.name: leg for leg in shifter()}
    page.text((1.75, -6.6), f"{legs['1A'].name}, {legs['1A'].number}", 9)
    page.text((5.25, -6.6), f"{legs['1Y'].name}, {legs['1Y'].number}", 9, "right")
    page.text((2.4, -5.5), f"1OE, {legs['1OE'].number}\nGND, {legs['GND'].number}", 8.5, "center")
    page.text((4.5, -5.5), f"VCC, {legs['VCC'].number}", 8.5, "center")
    page.wire((2.4, -5.2), (2.4, low), ink=zero)
    page.dot((2.4, low), zero)
    page.wire((4.5, -5.2), (4.5, high), ink=five)
    page.dot((4.5, high), five)
    told = {
        what: ", ".join(
            leg.number for leg in legs.values() if leg.net == what and leg.name[0] in "234"
        )
        for what in (V5, GND)
    }
    page.text((3.5, -8.9), f"C_LS1: 100 nF between pins {legs['GND'].number} and "
              f"{legs['VCC'].number}; pins {told[V5]} to 5 V; {told[GND]} to 0 V", 9,
              "center", GREY)  # fmt: skip
    page.part(_make("Resistor"), (5.4, -6.6), (7.8, -6.6), data)
    page.text((6.6, -7.2), "R1 330 ohm", 10, "center")
    page.wire((7.8, -6.6), (8.2, -6.6), (8.2, 0.2), (8.8, 0.2), ink=data)


def _chained(page: _Page, last: int) -> None:
    """The first two pixels and the last."""
    high, low = _HIGH, _LOW
    five, zero, data = _ink(V5), _ink(GND), _ink(DATA)
    for x, name in zip((8.8, 12.4, 16.6), ("LED0", "LED1", f"LED{last}"), strict=True):
        page.box(x, 1.6, x + 2.4, -1.2)
        page.text((x + 1.2, 0.75), name, 10.5, "center")
        page.text((x + 0.12, 0.2), "DIN", 8.5)
        page.text((x + 2.28, 0.2), "DOUT", 8.5, "right")
        page.text((x + 1.2, 1.3), "VDD", 8.5, "center")
        page.text((x + 1.2, -0.95), "VSS", 8.5, "center")
        page.wire((x + 1.2, 1.6), (x + 1.2, high), ink=five)
        page.wire((x + 1.2, -1.2), (x + 1.2, low), ink=zero)
        page.dot((x + 1.2, high), five)
        page.dot((x + 1.2, low), zero)
    page.wire((11.2, 0.2), (12.4, 0.2), ink=data)
    page.wire((14.8, 0.2), (15.2, 0.2), ink=data)
    page.wire((16.2, 0.2), (16.6, 0.2), ink=data)
    page.text((15.7, 0.2), "...", 12, "center", data)
    page.text((19.15, 0.2), "open", 9, "left", GREY)


def chain(pins: PinMap) -> str:
    """Which pixel lies in which cell, and the way of the data, from above and from below."""
    page = _Page("The way of the data from pixel to pixel")
    size = 1.15
    for top, title, mirrored in ((0.0, "from above", False), (-12.4, "from below, as you solder",
                                                              True)):  # fmt: skip

        def middle(at: int, top: float = top, mirrored: bool = mirrored) -> Point:
            row, col = divmod(at, COLUMNS)
            col = COLUMNS - 1 - col if mirrored else col
            return size * (col + 0.5), top - size * (row + 0.5)

        page.text((size * COLUMNS / 2, top + 1.0), f"Seen {title}; the far edge is at the top", 12,
                  "center")  # fmt: skip
        for n in range(COLUMNS):
            col = COLUMNS - 1 - n if mirrored else n
            page.text((size * (n + 0.5), top + 0.35), f"col {col}", 9, "center", GREY)
        for row in range(ROWS):
            page.text((-0.2, top - size * (row + 0.5)), f"row {row}", 9, "right", GREY)
        ink = _ink(DATA)
        for one, other in pairwise(pins.chain):
            page.wire(middle(one), middle(other), ink="#e3a9c4", width=3, behind=True)
        for pixel, at in enumerate(pins.chain):
            x, y = middle(at)
            edge = pixel in (0, len(pins.chain) - 1)
            page.box(x - 0.36, y + 0.3, x + 0.36, y - 0.3, fill=ink if edge else "white", ink=ink,
                     width=1)  # fmt: skip
            page.text((x, y), str(pixel), 9.5, "center", "white" if edge else BLACK)
    return page.svg()


def fields(pins: PinMap) -> str:
    """Which fields of the games lie over each cell, with its pixel."""
    page = _Page("What lies over each cell")
    wide, high = 1.9, 1.75
    overlays = [(read_overlay(game), ink) for game, ink in _GAMES.items()]
    page.text((0, 1.5), "What lies over each cell, seen from above", 13)
    for n, (overlay, ink) in enumerate(overlays):
        page.text((4.2 * n, 0.95), overlay.game, 9.5, "left", ink)
    page.text((4.2 * len(_GAMES), 0.95), "pixel", 9.5, "left", GREY)
    for column in range(COLUMNS):
        page.text((wide * (column + 0.5), 0.35), f"column {column}", 9, "center", GREY)
    for at in range(CELLS):
        row, column = divmod(at, COLUMNS)
        left, top = wide * column, -high * row
        if not column:
            page.text((-0.2, top - high / 2), f"row {row}", 9, "right", GREY)
        page.box(left, top, left + wide, top - high, fill="white", ink="#b5b5b5", width=0.8)
        page.text((left + wide - 0.1, top - 0.2), str(pins.chain.index(at)), 7.5, "right", GREY)
        for n, (overlay, ink) in enumerate(overlays):
            if at in overlay.names:
                page.text((left + 0.12, top - 0.45 - 0.33 * n), overlay.names[at], 9, "left", ink)
    page.text((0, -high * ROWS - 0.45), "The far edge is at the top. Through the sheet of "
        "hourglass the spring pins come up, in the cells that have a letter of it.",
              9.5, "left", GREY)  # fmt: skip
    return page.svg()


# What players touch and read


def keys(pins: PinMap) -> str:
    """The keys and the buzzer."""
    page = _Page("Keys and buzzer")
    lines = [(f"key {name}", gpio, _ink("KEY")) for name, gpio in pins.keys.items()]
    high = 1.7 * (len(lines) + 1)
    page.text((-4.6, 1.6), "Keys and buzzer", 13)
    page.box(-4.6, 0.9, 0, -high - 0.3)
    page.text((-4.4, 0.45), "Raspberry Pi", 11)
    for n, (name, gpio, ink) in enumerate(lines):
        y = -1.7 * n - 0.6
        page.text((-0.15, y), f"GPIO {gpio}, pin {header_pin(gpio)}", 10, "right", ink)
        page.wire((0, y), (2, y), ink=ink)
        page.part(elm.Button(), (2, y), (5, y))
        page.text((3.5, y - 0.5), name, 10, "center", ink)
        page.wire((5, y), (6.6, y))
        page.dot((6.6, y))
    y = -1.7 * len(lines) - 0.6
    ink = _ink("BUZZER")
    page.text((-0.15, y), f"GPIO {pins.buzzer}, pin {header_pin(pins.buzzer)}", 10, "right", ink)
    page.part(_make("Resistor"), (0, y), (2.6, y), ink)
    page.text((1.3, y - 0.5), "R2 1 kohm", 10, "center")
    page.wire((2.6, y), (3.1, y))
    page.box(3.1, y + 0.45, 4.0, y - 0.45)
    page.text((3.55, y), "BZ1", 9.5, "center")
    page.text((3.55, y - 0.75), "piezo, passive", 9.5, "center", ink)
    page.wire((4.0, y), (6.6, y))
    page.dot((6.6, y))
    page.wire((6.6, -0.6), (6.6, y - 0.6))
    page.ground((6.6, y - 0.6))
    grounds = [at for at, what in enumerate(HEADER, 1) if what == "GND"]
    page.text((6.9, y - 0.5), f"0 V, Pi pins {grounds[1]} and {grounds[2]}", 10)
    page.text((6.9, -0.6), "The Pi's own pull-ups\nhold the keys high.", 9.5, "left", GREY)
    return page.svg()


def bus(pins: PinMap) -> str:
    """The I2C bus: the Pi, the port expanders and the display."""
    page = _Page("The I2C bus")
    lines = ((V33, 0.0), (GND, -0.9), (SDA, -1.8), (SCL, -2.7))
    heads = {V33: 1, GND: 6, SDA: header_pin(2), SCL: header_pin(3)}
    width = 4.4
    count = len(pins.chips) + (pins.display is not None)
    end = 1.2 + width * count
    page.text((-4.2, 1.6), "The I2C bus: chips and display", 13)
    page.box(-4.2, 0.9, 0, -3.3)
    page.text((-4.0, 0.5), "Raspberry Pi", 11)
    for net, y in lines:
        page.wire((0, y), (end - 0.6, y), ink=_ink(net), width=2)
        page.text((-0.15, y), f"{_said(net)}, pin {heads[net]}", 10, "right", _ink(net))
    boxes: list[tuple[str, dict[str, str], str]] = []
    for chip, address in pins.chips.items():
        legs = {leg.name: leg for leg in expander(pins, chip)}
        by_net = {V33: f"VDD {legs['VDD'].number}", GND: f"VSS {legs['VSS'].number}",
                  SDA: f"SDA {legs['SDA'].number}", SCL: f"SCL {legs['SCL'].number}"}  # fmt: skip
        straps = "\n".join(f"{name}, pin {legs[name].number}: {_said(legs[name].net)}"
                           for name in ("A0", "A1", "A2", "RESET"))  # fmt: skip
        boxes.append((f"{chip} MCP23017\naddress {address:#x}", by_net, straps))
    if pins.display is not None:
        by_net = {V33: "VCC", GND: "GND", SDA: "SDA", SCL: "SCL"}
        boxes.append((f"DS1 SSD1306\naddress {pins.display:#x}", by_net,
                      "128 x 64 OLED;\ncheck the order of\nits four pins"))  # fmt: skip
    for n, (title, by_net, straps) in enumerate(boxes):
        left = 1.2 + width * n
        page.box(left, -4.6, left + 3.8, -8.9)
        page.text((left + 1.9, -6.1), title, 10.5, "center")
        page.text((left + 1.9, -7.7), straps, 9.5, "center", GREY)
        for at, (net, y) in enumerate(lines):
            x = left + 0.5 + 0.93 * at
            page.wire((x, y), (x, -4.6), ink=_ink(net))
            page.dot((x, y), _ink(net))
            page.text((x, -4.95), by_net[net], 8, "center", _ink(net))
    page.text((-4.2, -9.5), "The Pi has pull-ups of 1.8k on SDA and SCL: add none. Keep the bus "
              f"short: it runs at {pins.i2c_rate // 1000} kHz.", 9.5, "left", GREY)  # fmt: skip
    return page.svg()


def hourglass(pins: PinMap) -> str:
    """An hourglass with its tilt switch, its foot, and the table's contacts below it."""
    page = _Page("An hourglass and its contacts")
    page.text((-4.0, 6.8), "An hourglass, and the contacts that it stands on", 13)
    _glass(page, pins)
    _foot(page, pins)
    _tilt_circuit(page, pins)
    return page.svg()


def _glass(page: _Page, pins: PinMap) -> None:
    """The hourglass from the side, standing on its end B."""
    page.text((0, 5.6), "from the side, end A up", 11, "center")
    for y in (4.4, -3.2):
        page.box(-2.3, y + 0.3, 2.3, y - 0.3, fill="#e9dcc3")
        page.box(-0.9, y + 0.2, 0.9, y - 0.2, fill="#c9ccd1", width=1)
        page.text((0, y), "magnet", 8.5, "center")
    page.shape([(-1.5, 4.1), (1.5, 4.1), (0.15, 0.6), (1.5, -2.9), (-1.5, -2.9), (-0.15, 0.6)],
               fill="#f7f9fb", ink=GREY)  # fmt: skip
    for x in (-2.0, 2.0):
        page.wire((x, 4.1), (x, -2.9), ink="#b08d57", width=4, behind=True)
    ink = _ink("TILT")
    page.box(1.72, 1.5, 2.28, -0.3, fill="white", ink=ink)
    page.ring((2.0, -0.06), 0.18, fill=ink, ink=ink)
    page.text((2.6, 0.95), "ball tilt switch, in or at a post:", 9.5, "left", ink)
    page.text((2.6, 0.5), "its ball rests on its wires with end A up (closed)\n"
              "and rolls off them with end B up (open)", 9.5, "left", ink)  # fmt: skip
    page.text((2.6, 4.4), "end A: foot board with two rings,\nmagnet behind it", 9.5)
    page.text((2.6, -3.2), "end B: the same", 9.5)
    page.wire((1.86, 1.5), (1.86, 4.1), ink=ink, width=1)
    page.wire((2.14, 1.5), (2.14, 4.1), ink=ink, width=1)
    page.wire((1.86, -0.3), (1.86, -2.9), ink=ink, width=1)
    page.wire((2.14, -0.3), (2.14, -2.9), ink=ink, width=1)
    page.box(-4.0, -3.5, 6.5, -3.75, fill="#f1e6d2", width=1)
    page.text((6.7, -3.55), "sheet, with two holes of 2 mm", 9)
    page.box(-4.0, -3.75, 6.5, -4.35, fill="#d9c7a3", width=1)
    page.text((6.7, -4.1), "top of the table", 9)
    for place in (pins.places.inner, pins.places.outer):
        x = place[0] * _FOOT_SCALE
        page.wire((x, -3.5), (x, -5.1), ink=ink, width=3.5)
    page.text(
        (pins.places.outer[0] * _FOOT_SCALE + 0.3, -4.85), "two spring pins", 9.5, "left", ink
    )
    x = pins.places.reed[0] * _FOOT_SCALE
    page.box(x - 0.22, -4.4, x + 0.22, -4.8, fill="#e4f1e8", ink=_ink("REED"), width=1)
    page.wire((x, -4.8), (x, -5.3), ink=_ink("REED"), width=0.8)
    page.text((x, -5.55), "reed switch, end on", 9.5, "center", _ink("REED"))


def _foot(page: _Page, pins: PinMap) -> None:
    """The foot board from below, in true proportion."""
    scale, (x, y) = _FOOT_SCALE, (13.6, 1.6)
    ink = _ink("TILT")
    page.text((x, 5.6), "a foot board, from below", 11, "center")
    page.ring((x, y), FOOT * scale, fill="#f7f4ec")
    for name in ("outer", "inner"):
        middle = math.hypot(*getattr(pins.places, name))
        page.ring((x, y), (middle + RING) * scale, fill="#e0bd6b", ink=ink, width=1)
        page.ring((x, y), (middle - RING) * scale, fill="#f7f4ec", ink=ink, width=1)
    radii = {name: math.hypot(*getattr(pins.places, name)) for name in ("inner", "outer")}
    told = [f"{name} ring, {2 * (r - RING):g} to {2 * (r + RING):g} mm across"
            for name, r in radii.items()]  # fmt: skip
    page.text((x, y - 3.0), "\n".join((f"foot {2 * FOOT:g} mm across", *told)), 9.5, "center")


def _tilt_circuit(page: _Page, pins: PinMap) -> None:
    """The circuit of a glass and of the hole it stands in."""
    left, y = -4.0, -9.0
    hole, cell = min(read_overlay("hourglass").cells.items())
    row, at = divmod(cell, COLUMNS)
    own, ink = _ink("TILT"), _ink(row_net(row))
    page.text(
        (left, y + 1.6),
        f"the circuit: a glass in hole {hole}, row {row}, column {at}",
        11,
    )
    page.text((left, y), f"tilt column {at}\n{_on_chip(pins.columns['tilt'][at])}", 10, "left", own)
    page.wire((left + 3.7, y), (left + 5.2, y), ink=own, width=2.4)
    page.box(left + 6.6, y + 0.8, left + 13.0, y - 1.75, fill="#faf6ec", ink=GREY)
    page.text(
        (left + 9.8, y - 1.2),
        "in the glass: inner rings of both ends\non one wire, outer rings on the other",
        9,
        "center",
        GREY,
    )
    page.wire((left + 5.2, y), (left + 5.9, y))
    page.add(elm.Dot(open=True, radius=0.12).at((left + 5.6, y)))
    page.text((left + 5.6, y + 0.5), "pin", 9, "center")
    page.text((left + 5.6, y - 0.55), "inner\nring", 9, "center")
    page.wire((left + 5.9, y), (left + 8.2, y))
    page.part(elm.Switch(), (left + 8.2, y), (left + 11.4, y))
    page.text((left + 9.8, y - 0.5), "tilt switch", 9.5, "center", own)
    page.wire((left + 11.4, y), (left + 14.6, y))
    page.add(elm.Dot(open=True, radius=0.12).at((left + 14.0, y)))
    page.text((left + 14.0, y + 0.5), "pin", 9, "center")
    page.text((left + 14.0, y - 0.55), "outer\nring", 9, "center")
    page.part(_make("Diode"), (left + 14.6, y), (left + 17.2, y))
    page.text((left + 15.9, y - 0.65), f"D{contact('tilt', row, at)[1:]}\n{pins.parts.diode}", 9.5,
              "center")  # fmt: skip
    page.wire((left + 17.2, y), (left + 18.4, y), ink=ink, width=2.4)
    page.text((left + 18.6, y), f"row {row}\n{_on_chip(pins.rows[row])}", 10, "left", ink)


# All of it


def whole(pins: PinMap) -> str:
    """The whole table from below: what feeds the pixels, what reads the fields, what to measure."""
    page = _Page("The whole table, from below")
    size = 1.15
    page.text((-0.2, 2.0), "The whole table from below; the far edge is at the top", 13)
    for column in range(COLUMNS):
        x = size * (COLUMNS - 0.5 - column)
        page.text((x, 0.35), f"col {column}", 9, "center", GREY)
    page.box(0, 0, size * COLUMNS, -size * ROWS, fill="#faf6ec")
    _rows_of_pixels(page, pins, size)
    _feed(page, pins, size * COLUMNS)
    _read(page, pins, size)
    _feet(page, pins, (size * COLUMNS + 3.3, -5.4))
    return page.svg()


def _rows_of_pixels(page: _Page, pins: PinMap, size: float) -> None:
    """Each row of pixels between its two wires, which come from the left edge."""
    right, ink = size * COLUMNS, _ink(DATA)
    for row in range(ROWS):
        y = -size * (row + 0.5)
        page.text((-0.2, y), f"row {row}", 9, "right", GREY)
        page.wire((0.4, y + 0.3), (right + 0.9, y + 0.3), ink=_ink(V5), width=1.2)
        page.wire((0.4, y - 0.3), (right + 0.5, y - 0.3), ink=_ink(GND), width=1.2)
        page.dot((right + 0.9, y + 0.3), _ink(V5))
        page.dot((right + 0.5, y - 0.3), _ink(GND))
        for column in range(COLUMNS):
            page.ring((size * (COLUMNS - 0.5 - column), y), 0.16, fill="white", ink=ink, width=1)
    page.ring((size / 2, -size * (ROWS - 0.5)), 0.24, fill=ink, ink=ink)
    last = pins.chain.index(CELLS - 1)
    page.wire((size / 2, -size * (ROWS - 0.5) - 0.24), (size / 2, -size * ROWS - 0.7), ink=ink,
              width=0.8)  # fmt: skip
    page.text((-1.2, -size * ROWS - 1.1), f"farthest pixel, LED{last}: measure "
              f"{budget(pins).farthest:.2f} V or more", 10, "left", ink)  # fmt: skip


def _feed(page: _Page, pins: PinMap, right: float) -> None:
    """The supply of the pixels, its fuse, and the wires along the left edge."""
    supply, five, zero = pins.supply, _ink(V5), _ink(GND)
    low = -1.15 * (ROWS - 0.5)
    page.wire((right + 0.9, 1.3), (right + 0.9, low + 0.3), ink=five, width=2.4)
    page.wire((right + 0.5, 0.7), (right + 0.5, low - 0.3), ink=zero, width=2.4)
    page.part(_make("Fuse"), (right + 3.3, 1.3), (right + 5.7, 1.3), five)
    page.wire((right + 0.9, 1.3), (right + 3.3, 1.3), ink=five, width=2.4)
    page.wire((right + 5.7, 1.3), (right + 6.3, 1.3), ink=five, width=2.4)
    page.wire((right + 0.5, 0.7), (right + 6.3, 0.7), ink=zero, width=2.4)
    page.box(right + 6.3, 1.8, right + 9.7, 0.2)
    page.text((right + 8.0, 1.0), f"J2, {supply.volts:g} V\n{supply.amps:g} A", 10, "center")
    page.text((right + 4.5, 1.85), f"F1, {supply.fuse:g} A slow", 9.5, "center")
    page.text((right + 1.2, -0.1), f"two wires of {supply.lead:g} mm², {supply.lead_length:g} m: "
              "feel that they stay cool", 9.5, "left", five)  # fmt: skip
    page.text((right + 1.2, -1.1), f"along the left edge {supply.feed:g} mm²,\n"
              f"along each row {supply.row:g} mm²", 9.5)  # fmt: skip
    page.text((right + 1.2, -2.3), "5 V in colour, 0 V in black;\n"
              "the data's way stands in step 5", 9.5, "left", GREY)  # fmt: skip


def _read(page: _Page, pins: PinMap, size: float) -> None:
    """The chips that drive the rows and read the columns, on the Pi's bus."""
    top, wide = -size * ROWS - 2.3, 3.4
    for n, chip in enumerate(pins.chips):
        x = (wide + 0.5) * n
        page.box(x, top, x + wide, top - 2.6)
        rows = [str(row) for row, pin in enumerate(pins.rows) if pin.chip == chip]
        reads = {layer: sum(pin.chip == chip for pin in pins.columns[layer]) for layer in LAYERS}
        told = [f"{count} {layer} columns" for layer, count in reads.items() if count]
        drives = f"drives row{'s' * (len(rows) > 1)} {', '.join(rows)}"
        page.text((x + wide / 2, top - 0.4), chip, 11, "center")
        page.text((x + wide / 2, top - 1.5), "\n".join((drives, "reads", *told)), 9, "center", GREY)
        page.wire((x + wide / 2, top - 2.6), (x + wide / 2, top - 3.2), ink=_ink(SDA), width=2)
        page.dot((x + wide / 2, top - 3.2), _ink(SDA))
    end = (wide + 0.5) * len(pins.chips)
    page.wire((wide / 2, top - 3.2), (end + 1, top - 3.2), ink=_ink(SDA), width=2)
    page.box(end + 1, top - 1.6, end + 5.4, top - 4.0)
    page.text((end + 3.2, top - 2.5), "Raspberry Pi,\na supply of its own", 10, "center")
    said = "I2C" if pins.display is None else "I2C, with the display on it"
    page.text((wide / 2, top - 3.65), said, 9, "left", _ink(SDA))


def _feet(page: _Page, pins: PinMap, corner: Point) -> None:
    """A piece with the magnet in its foot, and how many of them each game has."""
    x, y = corner
    page.text((x - 2.1, y + 1.7), "a piece from the side", 10.5)
    page.box(x - 1.6, y, x + 1.6, y - 1.3, fill="#e9dcc3")
    page.ring((x, y + 0.55), 0.6, fill="#e9dcc3")
    page.box(x - 1.0, y - 0.7, x + 1.0, y - 1.3, fill="#c9ccd1", width=1)
    page.text((x, y - 1.0), "magnet", 8.5, "center")
    told = [f"{game.replace('_', ' ')}: {count}" for game, count in pins.pieces.items()
            if game != "hourglass"]  # fmt: skip
    page.text((x + 2.1, y - 0.4), "10 x 3 mm, glued in flush\nwith the foot, either pole up\n"
              + "\n".join(told), 9.5)  # fmt: skip
