"""Where a piece closes which reed switch: its own surely, none of its neighbours'."""

from collections.abc import Sequence

from wiring.drawings.shapes import BLACK, GREY, Page, Point, ink_of
from wiring.magnetics import PLAY, judge, lobe
from wiring.pins import PinMap
from wiring.places import FOOT
from wiring.read import PITCH
from wiring.reeds import STRONGEST, WEAKEST

_SCALE = 0.12  # units for a millimetre


def draw(pins: PinMap) -> str:
    """Return the drawing of nine cells with the zones of the middle one's reed, as SVG."""
    page = Page("Where a piece closes which reed switch")
    half, ink = PITCH / 2, ink_of("REED")
    reed, magnet = pins.reed, pins.magnet
    page.text((-1.5 * PITCH * _SCALE, 1.5 * PITCH * _SCALE + 1.3),
              "Where the middle of a piece closes which reed switch, from above", 13)  # fmt: skip
    page.text((0, 1.5 * PITCH * _SCALE + 0.45), "far edge", 9, "center", GREY)
    sure = lobe(pins, coupling=WEAKEST, pull_in=reed.pull_in[1], remanence=magnet.remanence[0])
    may = lobe(pins, coupling=STRONGEST, pull_in=reed.pull_in[0], remanence=magnet.remanence[1])
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            x, y = column * PITCH, row * PITCH
            page.shape(_all((x - half, y - half), (x + half, y - half), (x + half, y + half),
                            (x - half, y + half)), fill=None, ink="#b5b5b5", width=1)  # fmt: skip
    for way in (1, -1):
        page.shape(_all(*_turned(pins, may, way)), fill="#eef6f0", ink=ink, width=1)
    for way in (1, -1):
        page.shape(_all(*_turned(pins, sure, way)), fill="#a9d6b6", ink=ink, width=1.4)
    for row in (-1, 0, 1):
        for column in (-1, 0, 1):
            _cell(page, pins, column * PITCH, row * PITCH)
    _told(page, pins)
    return page.svg()


def _at(x: float, y: float) -> Point:
    return x * _SCALE, -y * _SCALE


def _all(*points: Point) -> list[Point]:
    return [_at(*point) for point in points]


def _turned(pins: PinMap, outline: Sequence[Point], way: int) -> list[Point]:
    """Return an outline, or with -1 its mirror image at the middle of the reed."""
    middle = pins.places.reed[1]
    return [(x, middle + way * (y - middle)) for x, y in outline]


def _cell(page: Page, pins: PinMap, x: float, y: float) -> None:
    """Draw the reed of a cell, the foot of a piece in its middle and how far that may stand off."""
    ink = ink_of("REED")
    reed_x, reed_y = x + pins.places.reed[0], y + pins.places.reed[1]
    across, long = pins.reed.across / 2, pins.reed.long / 2
    page.shape(_all((reed_x - across, reed_y - long), (reed_x + across, reed_y - long),
                    (reed_x + across, reed_y + long), (reed_x - across, reed_y + long)),
               fill="white", ink=ink, width=1)  # fmt: skip
    page.ring(_at(x, y), FOOT * _SCALE, ink="#c5c5c5", width=0.8)
    page.ring(_at(x, y), PLAY * _SCALE, ink=BLACK, width=0.8)
    page.dot(_at(x, y))


def _told(page: Page, pins: PinMap) -> None:
    """Write what the shapes are, and the figures behind them."""
    reed, magnet = pins.reed, pins.magnet
    x, y = 1.5 * PITCH * _SCALE + 0.6, 1.5 * PITCH * _SCALE - 0.6
    page.text((x, y), f"disc {magnet.across:g} x {magnet.high:g} mm, reed switch of "
              f"{reed.pull_in[0]:g} to {reed.pull_in[1]:g} AT", 10.5)  # fmt: skip
    for n, (fill, said) in enumerate((
        ("#a9d6b6", "here a piece surely closes the middle reed"),
        ("#eef6f0", "here it may close it"),
        (None, "nowhere else, nor over the reed's middle"),
    )):  # fmt: skip
        top = y - 1.0 - 0.7 * n
        page.box(x, top + 0.2, x + 0.6, top - 0.2, fill=fill or "white", width=0.8)
        page.text((x + 0.8, top), said, 9.5)
    page.text((x, y - 3.2), f"small circle: a piece up to {PLAY:g} mm off its middle\n"
              "large circle: the foot of an hourglass", 9.5, "left", GREY)  # fmt: skip
    for n, one in enumerate(judge(pins)):
        page.text((x, y - 4.5 - 0.6 * n), str(one), 9.5)
    page.text((x, y - 7.6), "Ampere-turns from a field are right to a factor\n"
              "of two only: try one cell with your own magnet\nand reed before you glue 96.",
              9.5, "left", GREY)  # fmt: skip
