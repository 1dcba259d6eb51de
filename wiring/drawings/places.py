"""Where the parts of a cell sit, seen from above, and what is drilled for them."""

import math

from wiring.circuit import DATA
from wiring.drawings.shapes import GREY, Page, Point, ink_of
from wiring.pins import PinMap
from wiring.places import BODY, CAP, DRILLED, FOOT, LED, RING, SPRING
from wiring.read import PITCH

_SCALE = 0.22  # units for a millimetre
_BELOW = 20.0  # where the view from below has its middle


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
    for name, (x, y) in pins.places._asdict().items():
        if name not in ("inner", "outer"):
            beside = 0.9 if name == "reed" else 1.5
            page.text((_BELOW - x * _SCALE + beside, -y * _SCALE), name, 9, "left", GREY)
    at = {name: (x * _SCALE, -y * _SCALE) for name, (x, y) in pins.places._asdict().items()}
    told = {
        "reed": (
            (
                f"reed switch, {pins.reed.long:g} mm, from far to near:\none end lies under the "
                "magnet; no hole"
            ),
            "REED",
            3.2,
        ),
        "pixel": (f"pixel on its board of {pins.board:g} mm, shining up", DATA, 1.2),
        "inner": ("spring pin for\nthe inner ring", "TILT", -0.4),
        "outer": ("spring pin for the outer ring", "TILT", -0.6),
        "button": ("push button 6 x 6 mm, clear of every foot", "BUTTON", -2.6),
    }
    for name, (said, net, y) in told.items():
        place = getattr(pins.places, name)
        lines = [said, f"drill {DRILLED[name]:g} mm"] if name in DRILLED else [said]
        lines.append(_place(place))
        if name == "inner":
            page.wire(at[name], (-half - 0.6, at[name][1] - 0.0), ink=ink_of(net), width=0.8)
            page.text((-half - 0.75, at[name][1]), "\n".join(lines), 9.5, "right",
                      ink_of(net))  # fmt: skip
            continue
        page.wire(at[name], (half + 0.6, y), ink=ink_of(net), width=0.8)
        page.text((half + 0.75, y), "\n".join(lines), 9.5, "left", ink_of(net))
    page.text((0, -half - 1.1), "Thick: what is drilled. Thin circles: an hourglass's foot "
              "and the two rings in it.", 9.5,
              "center", GREY)  # fmt: skip
    return page.svg()


def _parts(page: Page, pins: PinMap, middle: float, way: int) -> None:
    """Draw the parts of a cell round `middle`. way: 1 from above, -1 from below, mirrored."""
    scale, half = _SCALE, PITCH / 2 * _SCALE
    at = {
        name: (middle + way * x * scale, -y * scale)
        for name, (x, y) in pins.places._asdict().items()
    }
    page.box(middle - half, half, middle + half, -half, fill="white")
    page.wire((middle - half, 0), (middle + half, 0), ink="#cccccc", width=0.8, dotted=True)
    page.wire((middle, half), (middle, -half), ink="#cccccc", width=0.8, dotted=True)
    page.ring((middle, 0), FOOT * scale, ink="#bbbbbb", width=1)
    for name in ("inner", "outer"):
        x, y = getattr(pins.places, name)
        for edge in (-RING, RING):
            page.ring((middle, 0), (math.hypot(x, y) + edge) * scale, ink="#d8c79a", width=1)
    x, y = at["pixel"]
    size = LED / 2 * scale
    page.ring((x, y), pins.board / 2 * scale, fill="#fbeef4", ink=ink_of(DATA), width=1)
    page.ring((x, y), DRILLED["pixel"] / 2 * scale, ink=ink_of(DATA), width=2)
    page.box(x - size, y + size, x + size, y - size, fill="white", ink=ink_of(DATA), width=1)
    for name in ("inner", "outer"):
        page.ring(at[name], SPRING * scale, fill="white", ink=ink_of("TILT"), width=1)
        page.ring(at[name], DRILLED[name] / 2 * scale, fill=ink_of("TILT"), ink=ink_of("TILT"))
    x, y = at["reed"]
    wide, long = pins.reed.across / 2 * scale, pins.reed.long / 2 * scale
    page.box(x - wide, y + long, x + wide, y - long, fill="#e4f1e8", ink=ink_of("REED"),
             width=1)  # fmt: skip
    x, y = at["button"]
    size = BODY * scale
    page.box(x - size, y + size, x + size, y - size, fill="#f3e6f5", ink=ink_of("BUTTON"),
             width=1)  # fmt: skip
    page.ring((x, y), CAP * scale, ink=ink_of("BUTTON"), width=1)
    page.ring((x, y), DRILLED["button"] / 2 * scale, ink=ink_of("BUTTON"), width=2)


def _place(place: Point) -> str:
    x, y = place
    words = [f"{abs(x):g} mm {'right' if x > 0 else 'left'}"] if x else []
    words += [f"{abs(y):g} mm {'near' if y > 0 else 'far'}"] if y else []
    return " and ".join(words) + " of the middle" if words else "in the middle"
