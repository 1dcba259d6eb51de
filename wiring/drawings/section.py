"""One cell cut open: which part lies how deep."""

import math
from collections.abc import Sequence

from wiring.circuit import DATA
from wiring.drawings.shapes import BLACK, GREY, Page, Point, Side, ink_of
from wiring.pins import PinMap
from wiring.places import (
    BEND,
    BODY,
    BODY_HIGH,
    CAP,
    DRILLED,
    FOOT,
    LED,
    PROUD,
    RING,
    button_high,
)
from wiring.read import PITCH

# Sizes in mm beside those of wiring/places.py: the heights of a WS2812B and its board, the width
# and height of a lath; how far below the plate a lath lies.
_LED_HIGH, _BOARD_HIGH = 1.6, 1.6
_LATH, _LATH_DOWN = (8.0, 10.0), 4.0
_SPRING_LONG = 16.0  # mm, a spring pin, most of it below the plate
_SECTION_SCALE = 0.36  # units for a millimetre


def draw(pins: PinMap) -> str:
    """Return the drawing of a cell cut open, from the left and from the near edge, as SVG."""
    page = Page("One cell cut open")
    page.text((-PITCH / 2 * _SECTION_SCALE, 4.4), "One cell cut open, an hourglass on it", 13)
    _from_the_left(_Cut(page, pins, 0, 1))
    _from_the_near_edge(_Cut(page, pins, 58 * _SECTION_SCALE, 0))
    return page.svg()


class _Cut:
    """A cell seen from one side, all its parts in one plane: millimetres, up from the plate's top.

    at: where its middle is drawn, x on the page. along: which coordinate of the places runs from
    left to right: 0 for x, 1 for y.
    """

    def __init__(self, page: Page, pins: PinMap, at: float, along: int) -> None:
        self.page, self.pins, self.at = page, pins, at
        self.middle = {name: place[along] for name, place in pins.places._asdict().items()}

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the section is on the page."""
        return self.at + x * _SECTION_SCALE, y * _SECTION_SCALE

    def box(
        self, x: float, half: float, top: float, bottom: float, *, fill: str, ink: str = BLACK
    ) -> None:
        """Draw a part that is cut through. half: half of its width, on both sides of x."""
        (left, high), (right, low) = self.point(x - half, top), self.point(x + half, bottom)
        self.page.box(left, high, right, low, fill=fill, ink=ink, width=0.9)

    def told(self, at: Point, to: Point, text: str, ink: str, side: Side = "left") -> None:
        """Write a part's name at `to`, and draw a line from there to the part."""
        end = self.point(*to)
        self.page.wire(self.point(*at), end, ink=ink, width=0.8)
        shift = {"left": 0.1, "right": -0.1, "center": 0.0}[side]
        lift = 0.0 if side != "center" else -0.35 if to[1] < at[1] else 0.35
        self.page.text((end[0] + shift, end[1] + lift), text, 9.5, side, ink)

    def span(self, x: float, top: float, bottom: float, text: str) -> None:
        """Draw how far it is from one height to another, with what that is."""
        for y in (top, bottom):
            self.page.wire(self.point(x - 0.8, y), self.point(x + 0.8, y), ink=GREY, width=0.8)
        self.page.wire(self.point(x, top), self.point(x, bottom), ink=GREY, width=0.8)
        at = self.point(x - 1.4, (top + bottom) / 2)
        self.page.text(at, f"{text}{top - bottom:.1f} mm", 9, "right", GREY)

    def plate(self, names: Sequence[str]) -> None:
        """Draw the plate with the holes for these parts."""
        edge, at = PITCH / 2, -PITCH / 2
        for x, half in sorted((self.middle[name], DRILLED[name] / 2) for name in names):
            if x - half > at:
                self._piece(at, x - half)
            at = max(at, x + half)
        self._piece(at, edge)

    def _piece(self, left: float, right: float) -> None:
        self.box((left + right) / 2, (right - left) / 2, 0, -self.pins.plate, fill="#d9c7a3")

    def foot(self) -> None:
        """Draw the foot of an hourglass with its magnet."""
        top = self.pins.sheet + self.pins.foot_board
        self.box(0, FOOT, top + 4.5, top, fill="#e9dcc3")
        self.box(0, self.pins.magnet.across / 2, top + self.pins.magnet.high, top, fill="#c9ccd1")
        self.box(0, FOOT, top, self.pins.sheet, fill="#f7f4ec")
        self.page.text(self.point(0, top + self.pins.magnet.high / 2), "magnet", 8.5, "center")

    def spring(self, name: str) -> None:
        """Draw a spring pin, pressed down by the glass that stands on it."""
        x, ink = self.middle[name], ink_of("TILT")
        self.box(
            x, DRILLED[name] / 2, self.pins.sheet, self.pins.sheet - _SPRING_LONG, fill=ink, ink=ink
        )

    def pixel(self) -> None:
        """Draw the pixel in its hole, and its board below."""
        x, under, ink = self.middle["pixel"], -self.pins.plate, ink_of(DATA)
        self.box(x, self.pins.board / 2, under, under - _BOARD_HIGH, fill="#fbeef4", ink=ink)
        self.box(x, LED / 2, under + _LED_HIGH, under, fill="white", ink=ink)


def _from_the_left(cut: _Cut) -> None:
    """Draw the cell from the left, from its far edge to its near one: reed, pixel and button."""
    page, pins, middle = cut.page, cut.pins, cut.middle
    under, edge = -pins.plate, PITCH / 2
    reed, button = middle["reed"], middle["button"]
    page.text(cut.point(0, 9.8), "seen from the left", 11, "center")
    page.text(cut.point(-edge, 8.0), "far", 9, "left", GREY)
    page.text(cut.point(edge, 8.0), "near", 9, "right", GREY)
    cut.spring("inner")
    cut.plate(("pixel", "button", "inner"))
    cut.foot()
    bump = ((-edge, 0.0), (button - CAP - 1, 0.0), (button - CAP, PROUD), (button + CAP, PROUD),
            (button + CAP + 1, 0.0), (edge, 0.0))  # fmt: skip
    sheet = [*bump, *((x, y + pins.sheet) for x, y in reversed(bump))]
    page.shape([cut.point(*each) for each in sheet], fill="white", width=0.9)
    cut.pixel()
    ink = ink_of("REED")
    cut.box(reed, pins.reed.long / 2, under, under - pins.reed.across, fill="#e4f1e8", ink=ink)
    for way in (-1, 1):
        x, y = reed + way * pins.reed.long / 2, under - pins.reed.across / 2
        page.wire(cut.point(x, y), cut.point(x + way * BEND, y), cut.point(x + way * BEND, y - 3),
                  ink=ink, width=1.6)  # fmt: skip
    ink = ink_of("BUTTON")
    cut.box(button, BODY, under, under - BODY_HIGH, fill="#f3e6f5", ink=ink)
    cut.box(button, CAP, PROUD, under, fill="#f3e6f5", ink=ink)
    lath = under - _LATH_DOWN
    cut.box(button, BODY + 1, under - BODY_HIGH, lath, fill=ink, ink=ink)
    cut.box(button, _LATH[0] / 2, lath, lath - _LATH[1], fill="#f1e6d2")
    page.wire(cut.point(button, 6), cut.point(button, PROUD + pins.sheet + 0.3), ink=ink, width=2)
    tip = (button, PROUD + pins.sheet + 0.3)
    for lean in (-0.6, 0.6):
        page.wire(cut.point(*tip), cut.point(button + lean, tip[1] + 1.2), ink=ink, width=2)
    page.text(cut.point(button, 6.8), "press", 9.5, "center", ink)
    axis = under - pins.reed.across / 2
    cut.span(-edge - 1.5, pins.sheet + pins.foot_board, axis, "magnet to\nreed's axis\n")
    right = edge + 1.5
    cut.told((edge - 0.5, pins.sheet / 2), (right, 3.0), f"sheet, about {pins.sheet:g} mm", BLACK)
    cut.told((edge - 0.5, under / 2), (right, 0.4), f"plate, {pins.plate:g} mm", BLACK)
    cut.told((button + BODY - 0.3, under - 2), (right, -3.4),
             f"button, {button_high(pins.plate):g} mm high: its cap\nrises {PROUD:g} mm above the "
             "plate", ink)  # fmt: skip
    cut.told((button + 3, lath - 7), (right, -9.4),
             f"lath under the buttons of a row,\non blocks of {_LATH_DOWN:g} mm: it holds\n"
             "them, legs bent flat, to the plate", BLACK)  # fmt: skip
    cut.told((middle["pixel"], under - 1), (middle["pixel"] - 1, -14.8), "pixel's board, glued\nto "
             "the plate", ink_of(DATA), "center")  # fmt: skip
    cut.told((reed, under - 1.5), (reed - 2, -14.8), "reed switch, glued to the\nplate; wires bent "
             "3 mm off the glass", ink_of("REED"), "center")  # fmt: skip


def _from_the_near_edge(cut: _Cut) -> None:
    """Draw the cell from the near edge: the two spring pins and the rings that they meet."""
    page, pins = cut.page, cut.pins
    ink, edge = ink_of("TILT"), PITCH / 2
    page.text(cut.point(0, 9.8), "seen from the near edge, without pixel and button", 11, "center")
    page.text(cut.point(-edge, 8.0), "left", 9, "left", GREY)
    page.text(cut.point(edge, 8.0), "right", 9, "right", GREY)
    cut.plate(("inner", "outer"))
    cut.foot()
    cut.box(0, edge, pins.sheet, 0, fill="white")
    for name in ("inner", "outer"):
        radius = math.hypot(*getattr(pins.places, name))
        for way in (-1, 1):
            cut.box(way * radius, RING, pins.sheet + 0.35, pins.sheet, fill="#e0bd6b", ink=ink)
    for name in ("inner", "outer"):
        cut.spring(name)
        x = cut.middle[name]
        cut.told((x, -13), (x, -17.5), f"spring pin,\n{name} ring", ink, "center")
    cut.told((FOOT - 1, pins.sheet + 3.6), (edge + 1.5, 5.4), "foot of the glass", BLACK)
    cut.told((FOOT - 0.4, pins.sheet + 0.7), (edge + 1.5, 3.0), "foot board, its rings below", ink)
    cut.told((cut.middle["outer"] + 0.3, -4.5), (edge + 1.5, -6.0),
             f"a free pin stands {PROUD:g} mm above\nthe sheet; a glass presses it down\nand "
             "rests on the sheet", ink)  # fmt: skip
