"""The drawing of the zones in which a piece closes reeds: surely its own, no neighbour's."""

from wiring.drawings.shapes import BLACK, GREY, Page, Point, ink_of
from wiring.judge import judge
from wiring.magnetics import play, zone
from wiring.pins import PinMap
from wiring.read import PITCH

_SCALE = 0.12  # units for a millimetre


def draw(pins: PinMap) -> str:
    """Return the drawing of nine cells with the zones of the middle cell's reeds, as SVG."""
    page = Page("Where a piece closes which reed switch")
    half, ink = PITCH / 2, ink_of("REED")
    least, most = pins.magnet.remanence
    page.text(
        (-1.5 * PITCH * _SCALE, 1.5 * PITCH * _SCALE + 1.3),
        "Where the middle of a piece closes which reed switch, from above",
        13,
    )
    page.text((0, 1.5 * PITCH * _SCALE + 0.45), "far edge", 9, "center", GREY)
    sure = zone(pins, pull_in=pins.reed.pull_in[1], remanence=least, farthest=False)
    may = zone(pins, pull_in=pins.reed.pull_in[0], remanence=most, farthest=True)
    middles = [(PITCH * x, PITCH * y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    for x, y in middles:
        _box(page, (x, y), (half, half), None, "#b5b5b5")
    page.shape(_all(*may), fill="#eef6f0", ink=ink, width=1)
    page.shape(_all(*sure), fill="#a9d6b6", ink=ink, width=1.4)
    for x, y in middles:
        _cell(page, pins, x, y)
    _told(page, pins)
    return page.svg()


def _at(x: float, y: float) -> Point:
    return x * _SCALE, -y * _SCALE


def _all(*points: Point) -> list[Point]:
    return [_at(*point) for point in points]


def _box(page: Page, at: Point, half: Point, fill: str | None, ink: str) -> None:
    """Draw a rectangle round a point. half: of its sides, mm."""
    (left, top), (right, low) = (_at(at[0] + way * half[0], at[1] + way * half[1]) for way in (-1, 1))
    page.box(left, top, right, low, fill=fill, ink=ink, width=0.8)


def _cell(page: Page, pins: PinMap, x: float, y: float) -> None:
    """Draw the reeds of a cell, the foot of a piece and its play off the middle."""
    for right, near in pins.places.reeds:
        half = pins.reed.across / 2, pins.reed.long / 2
        _box(page, (x + right, y + near), half, "white", ink_of("REED"))
    page.ring(_at(x, y), pins.foot * _SCALE, ink="#c5c5c5", width=0.8)
    _box(page, (x, y), (play(pins), play(pins)), None, BLACK)


def _told(page: Page, pins: PinMap) -> None:
    """Write the meaning of the shapes, and the figures behind them."""
    reed, magnet = pins.reed, pins.magnet
    x, y = 1.5 * PITCH * _SCALE + 0.6, 1.5 * PITCH * _SCALE - 0.6
    page.text(
        (x, y),
        f"disc {magnet.across:g} x {magnet.high:g} mm,\ntwo reed switches of "
        f"{reed.pull_in[0]:g} to {reed.pull_in[1]:g} AT",
        10.5,
    )
    for n, (fill, said) in enumerate(
        (
            ("#a9d6b6", "here a piece surely closes a middle reed"),
            ("#eef6f0", "here it may close one, and nowhere else"),
        )
    ):
        top = y - 1.0 - 0.7 * n
        page.box(x, top + 0.2, x + 0.6, top - 0.2, fill=fill, width=0.8)
        page.text((x + 0.8, top), said, 9.5)
    page.text(
        (x, y - 2.6),
        f"small square: a piece up to {play(pins):g} mm off its middle\ncircle: its foot",
        9.5,
        "left",
        GREY,
    )
    judged = judge(pins)
    for n, one in enumerate(judged):
        page.text((x, y - 4.0 - 0.55 * n), str(one), 9.5)
    page.text(
        (x, y - 4.8 - 0.55 * len(judged)),
        "All this is computed, nothing was measured:\ntry one cell with your own magnet and reeds\nbefore you buy 192.",
        9.5,
        "left",
        GREY,
    )
