"""The drawing of a cell cut open: the depth of each part."""

from collections.abc import Sequence

from wiring.circuit import DATA
from wiring.drawings.shapes import BLACK, GREY, Page, Point, Side, ink_of
from wiring.frame import BOARD_HIGH, HALL_HIGH, LATH, LATH_DOWN, LATH_FAR, LED_HIGH
from wiring.pins import PinMap
from wiring.places import BEND, BODY, BODY_HIGH, CAP, DRILLED, HALL, LED, PROUD, REEDS, button_high
from wiring.read import PITCH

_SECTION_SCALE = 0.36  # units for a millimetre


def draw(pins: PinMap) -> str:
    """Return the drawing of a cell cut open, seen from the left, as SVG."""
    page = Page("One cell cut open")
    page.text((-PITCH / 2 * _SECTION_SCALE, 4.4), "One cell cut open, an hourglass on it", 13)
    _from_the_left(_Cut(page, pins))
    return page.svg(pins)


class _Cut:
    """A cell seen from the left, with all its parts in a plane: mm, upwards from the plate's top."""

    def __init__(self, page: Page, pins: PinMap) -> None:
        self.page, self.pins = page, pins
        self.middle = {name: near for name, (_, near) in pins.cell.each().items()}

    def point(self, x: float, y: float) -> Point:
        """Return the point on the page of a point of the section."""
        return x * _SECTION_SCALE, y * _SECTION_SCALE

    def box(self, x: float, half: float, top: float, bottom: float, *, fill: str, ink: str = BLACK) -> None:
        """Draw a part that is cut through. half: half of its width, on both sides of x."""
        (left, high), (right, low) = self.point(x - half, top), self.point(x + half, bottom)
        self.page.box(left, high, right, low, fill=fill, ink=ink, width=0.9)

    def label(self, at: Point, to: Point, text: str, ink: str, side: Side = "left") -> None:
        """Write a part's name at `to`, and draw a line from there to the part."""
        end = self.point(*to)
        self.page.wire(self.point(*at), end, ink=ink, width=0.8)
        shift = {"left": 0.1, "right": -0.1, "center": 0.0}[side]
        lift = 0.0 if side != "center" else -0.35 if to[1] < at[1] else 0.35
        self.page.text((end[0] + shift, end[1] + lift), text, 9.5, side, ink)

    def span(self, x: float, top: float, bottom: float, text: str) -> None:
        """Draw the distance between two heights, with a text."""
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
        self.box((left + right) / 2, (right - left) / 2, 0, -self.pins.cell.plate, fill="#d9c7a3")

    def foot(self) -> None:
        """Draw a cap of an hourglass with its magnet."""
        glass, bottom = self.pins.glass, self.pins.cell.sheet
        self.box(0, self.pins.cell.foot, bottom + 5, bottom, fill="#e9dcc3")
        under, half = bottom + glass.floor, glass.magnet.across / 2
        self.box(0, half, under + glass.magnet.high, under, fill="#c9ccd1")
        self.page.text(self.point(0, under + 2.2), "magnet", 8.5, "center")

    def reed(self, name: str) -> None:
        """Draw a reed at the plate, its wires bent down."""
        x, under, reed, ink = self.middle[name], -self.pins.cell.plate, self.pins.reed, ink_of("REED")
        half = reed.long / 2
        self.box(x, half, under, under - reed.across, fill="#e4f1e8", ink=ink)
        for way in (-1, 1):
            y, far = under - reed.across / 2, x + way * (reed.long / 2 + BEND)
            self.page.wire(
                self.point(x + way * half, y), self.point(far, y), self.point(far, y - 4), ink=ink, width=1.6
            )

    def hall(self) -> None:
        """Draw the tilt sensor, flat at the plate."""
        x, under, ink = self.middle["hall"], -self.pins.cell.plate, ink_of("TILT")
        self.box(x, HALL[1], under, under - HALL_HIGH, fill="#f6ead2", ink=ink)

    def pixel(self) -> None:
        """Draw the pixel in its hole, and its board below."""
        x, under, ink = self.middle["pixel"], -self.pins.cell.plate, ink_of(DATA)
        self.box(x, self.pins.cell.board / 2, under, under - BOARD_HIGH, fill="#fbeef4", ink=ink)
        self.box(x, LED / 2, under + LED_HIGH, under, fill="white", ink=ink)


def _from_the_left(cut: _Cut) -> None:
    """Draw the cell from the left, far edge on the left: pixel, reeds and button."""
    page, pins, middle = cut.page, cut.pins, cut.middle
    under, edge = -pins.cell.plate, PITCH / 2
    button = middle["button"]
    page.text(cut.point(0, 9.8), "seen from the left", 11, "center")
    page.text(cut.point(-edge, 8.0), "far", 9, "left", GREY)
    page.text(cut.point(edge, 8.0), "near", 9, "right", GREY)
    cut.plate(("pixel", "button"))
    cut.foot()
    bump = (
        (-edge, 0.0),
        (button - CAP - 1, 0.0),
        (button - CAP, PROUD),
        (button + CAP, PROUD),
        (button + CAP + 1, 0.0),
        (edge, 0.0),
    )
    sheet = [*bump, *((x, y + pins.cell.sheet) for x, y in reversed(bump))]
    page.shape([cut.point(*each) for each in sheet], fill="white", width=0.9)
    cut.pixel()
    cut.hall()
    ink = ink_of("BUTTON")
    cut.box(button, BODY, under, under - BODY_HIGH, fill="#f3e6f5", ink=ink)
    cut.box(button, CAP, PROUD, under, fill="#f3e6f5", ink=ink)
    for name in REEDS:
        cut.reed(name)
    lath = under - LATH_DOWN
    cut.box(button, BODY, under - BODY_HIGH, lath, fill=ink, ink=ink)
    cut.box(button - LATH_FAR, LATH[0] / 2, lath, lath - LATH[1], fill="#f1e6d2")
    tip = (button, PROUD + pins.cell.sheet + 0.3)
    page.wire(cut.point(button, 6), cut.point(*tip), ink=ink, width=2)
    for lean in (-0.6, 0.6):
        page.wire(cut.point(*tip), cut.point(button + lean, tip[1] + 1.2), ink=ink, width=2)
    page.text(cut.point(button, 6.8), "press, beside the foot", 9.5, "center", ink)
    cut.span(-edge - 1.5, pins.cell.sheet, under - pins.reed.across / 2, "foot to\nreed's axis\n")
    right = edge + 1.5
    cut.label((edge - 0.5, pins.cell.sheet / 2), (right, 3.0), f"sheet, about {pins.cell.sheet:g} mm", BLACK)
    cut.label((edge - 0.5, under / 2), (right, 0.4), f"plate, {pins.cell.plate:g} mm", BLACK)
    cut.label(
        (button + BODY - 0.3, under - 2),
        (right, -3.4),
        f"button, {button_high(pins.cell.plate):g} mm high: its cap\nrises {PROUD:g} mm above the plate",
        ink,
    )
    cut.label(
        (button + 3, lath - 7),
        (right, -9.4),
        f"lath under the buttons of a row,\non blocks of {LATH_DOWN:g} mm: it holds\n"
        "them, legs bent flat, to the plate",
        BLACK,
    )
    cut.label(
        (middle["pixel"], under - 1),
        (middle["pixel"] - 1, -14.8),
        "pixel's board, glued\nto the plate",
        ink_of(DATA),
        "center",
    )
    cut.label(
        (middle["far reed"] + 5, under - 1.5),
        (0.5, -14.8),
        "two reed switches side by side, glued to the\nplate; wires bent 3 mm off the glass",
        ink_of("REED"),
        "center",
    )
