"""The drawing of the places of a cell's parts, from above, and of the holes for them."""

from wiring.circuit import DATA
from wiring.drawings.shapes import GREY, Page, ink_of
from wiring.magnetics import play
from wiring.pins import PinMap
from wiring.places import BODY, CAP, DRILLED, HALL, LED, REEDS, Point
from wiring.read import PITCH

_SCALE = 0.22  # units for a millimetre
_BELOW = 20.0  # middle of the view from below


def draw(pins: PinMap) -> str:
    """Return the drawing of a cell's parts, seen from above and from below, as SVG."""
    page = Page("Where things sit in a cell")
    half = PITCH / 2 * _SCALE
    _parts(page, pins, 0, 1)
    _parts(page, pins, _BELOW, -1)
    for x, side in ((0.0, "above"), (_BELOW, "below, as you work")):
        page.text((x, half + 1.0), f"One cell of 40 x 40 mm, from {side}", 12, "center")
        page.text((x, half + 0.4), "far edge", 9, "center", GREY)
        page.text((x, -half - 0.4), "near edge", 9, "center", GREY)
    reed = f"reed switch, {pins.reed.long:g} mm, from far to near;\nno hole"
    labels = {
        "pixel": (f"pixel on its board of {pins.cell.board:g} mm, shining up", DATA, 3.4),
        "far reed": (reed, "REED", 1.7),
        "hall": ("tilt sensor, where hourglasses stand,\nits marked face up; no hole", "TILT", 0.1),
        "near reed": (reed, "REED", -1.4),
        "button": ("push button 6 x 6 mm, clear of a centred foot", "BUTTON", -3.0),
    }
    for name, (x, y) in pins.cell.each().items():
        said, net, line = labels[name]
        at, below = (x * _SCALE, -y * _SCALE), (_BELOW - x * _SCALE, -y * _SCALE)
        lines = [said, f"drill {DRILLED[name]:g} mm"] if name in DRILLED else [said]
        page.wire(at, (half + 0.6, line), ink=ink_of(net), width=0.8)
        page.text((half + 0.75, line), "\n".join([*lines, _place((x, y))]), 9.5, "left", ink_of(net))
        if name in DRILLED:
            page.text((below[0] + 1.1, below[1]), name, 9, "left", GREY)
        else:
            page.text((below[0] + 0.5, below[1]), name.replace("hall", "tilt sensor"), 9, "left", GREY)
    page.text(
        (0, -half - 1.1),
        f"Thick: what is drilled. Large circle: a foot;\nsquare: where its middle may be, {play(pins):g} mm off.",
        9.5,
        "center",
        GREY,
    )
    return page.svg(pins)


def _parts(page: Page, pins: PinMap, middle: float, way: int) -> None:
    """Draw the parts of a cell round `middle`. way: 1 from above, -1 from below, mirrored."""
    scale, half, free = _SCALE, PITCH / 2 * _SCALE, play(pins) * _SCALE
    at = {name: (middle + way * x * scale, -y * scale) for name, (x, y) in pins.cell.each().items()}
    page.box(middle - half, half, middle + half, -half, fill="white")
    page.ring((middle, 0), pins.cell.foot * scale, ink="#bbbbbb", width=1)
    page.box(middle - free, free, middle + free, -free, fill=None, ink="#bbbbbb", width=0.8)
    page.ring(at["pixel"], pins.cell.board / 2 * scale, fill="#fbeef4", ink=ink_of(DATA), width=1)
    page.ring(at["pixel"], DRILLED["pixel"] / 2 * scale, ink=ink_of(DATA), width=2)
    sizes = dict.fromkeys(REEDS, ((pins.reed.across / 2, pins.reed.long / 2), "#e4f1e8", "REED"))
    sizes |= {
        "pixel": ((LED / 2, LED / 2), "white", DATA),
        "hall": (HALL, "#f6ead2", "TILT"),
        "button": ((BODY, BODY), "#f3e6f5", "BUTTON"),
    }
    for name, ((wide, deep), fill, net) in sizes.items():
        (x, y), wide, deep = at[name], wide * scale, deep * scale  # noqa: PLW2901
        page.box(x - wide, y + deep, x + wide, y - deep, fill=fill, ink=ink_of(net), width=1)
    page.ring(at["button"], CAP * scale, ink=ink_of("BUTTON"), width=1)
    page.ring(at["button"], DRILLED["button"] / 2 * scale, ink=ink_of("BUTTON"), width=2)


def _place(place: Point) -> str:
    x, y = place
    words = [f"{abs(x):g} mm {'right' if x > 0 else 'left'}"] if x else []
    words += [f"{abs(y):g} mm {'near' if y > 0 else 'far'}"] if y else []
    return " and ".join(words) + " of the middle" if words else "in the middle"
