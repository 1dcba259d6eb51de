"""Where the parts of one cell sit, how large they are, and whether they fit into it."""

import math
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from wiring.read import PITCH, WiringError
from wiring.reeds import Reed

# Sizes in mm. The foot of an hourglass stands within the ring that is printed on its sheet.
FOOT = 12.0  # the radius of an hourglass's foot
RING = 2.0  # half the width of a ring in that foot
CAP = 1.75  # the radius of a push button's cap
BODY = 3.0  # half the width of a push button
BODY_HIGH = 3.5  # the height of a push button's body below its cap
PROUD = 0.5
"""The height of a cap above the plate: twice the travel of its contact, so that a fingertip that
bends the sheet presses the button, and the sheet's own weight does not."""
LED = 5.0  # each side of a WS2812B
BEND = 3.0  # from the glass of a reed switch to where its wires are bent
SPRING = 0.8  # the radius of a spring pin with its solder
CLEARANCE = 0.5  # the least distance between any two parts below the plate
DRILLED = {"pixel": 8.0, "button": 4.0, "inner": 1.1, "outer": 1.1}
"""The diameters of the holes in the plate: 8 for a square of 5 mm (7.1 across its corners), 1.1 for
the body of a P75 spring pin (1.02)."""


class Places(NamedTuple):
    """Where the parts of a cell sit: mm to the right of its middle, and towards the near edge.

    inner, outer: the spring pins of the tilt contact, which meet two rings round the middle of an
    hourglass's foot.
    """

    pixel: tuple[float, float]
    reed: tuple[float, float]
    button: tuple[float, float]
    inner: tuple[float, float]
    outer: tuple[float, float]


def button_high(plate: float) -> float:
    """Return the height of a push button from the base of its body to the top of its cap, mm."""
    return BODY_HIGH + plate + PROUD


def check_places(places: Places, board: float, plate: float, reed: Reed) -> None:
    """Raise WiringError unless the parts fit into a cell and keep clear of each other.

    board: the diameter of a pixel's board, mm. plate: its thickness, mm.
    """
    if not 8 <= board <= 20:
        raise WiringError(f"cell.board: no round board of a WS2812B is {board:g} mm across; "
                          "they are 8 to 20, most of them 10")  # fmt: skip
    if not 2 <= plate <= 5:
        raise WiringError(f"cell.plate: {plate:g} mm; one of less than 2 bends, and through "
                          "more than 5 a magnet closes no reed")  # fmt: skip
    half = _halves(board, reed)
    for name, (x, y) in places._asdict().items():
        wide, deep = (PITCH / 2 - size for size in half[name])
        if abs(x) > wide or abs(y) > deep:
            raise WiringError(
                f"cell.{name}: {x:g}, {y:g} is out of its cell; stay within {wide:g}, {deep:g}"
            )
    inner, outer = math.hypot(*places.inner), math.hypot(*places.outer)
    if not (RING <= inner <= outer - 2 * RING and outer <= FOOT - RING):
        raise WiringError(
            f"cell.inner, cell.outer: spring pins {inner:g} and {outer:g} mm from the middle do "
            f"not meet two rings of {2 * RING:g} mm in a foot of {FOOT:g} mm radius; take 5 and 9.5"
        )
    if math.hypot(*places.button) - CAP < FOOT:
        raise WiringError(
            f"cell.button: a foot of {FOOT:g} mm radius would press it; put it "
            f"{FOOT + CAP:g} mm or more from the middle"
        )
    for one, other in combinations(places._fields, 2):
        gap = _gap(places, half, one, other)
        if gap < CLEARANCE:
            raise WiringError(
                f"cell.{one}, cell.{other}: they lie on each other, or less than {CLEARANCE:g} mm "
                f"apart; move one of them {CLEARANCE - gap:.1f} mm or more"
            )


def _halves(board: float, reed: Reed) -> dict[str, tuple[float, float]]:
    """Return half the width and half the depth of each part below the plate, mm."""
    round_ = {"pixel": board / 2, "inner": SPRING, "outer": SPRING}
    return {name: (r, r) for name, r in round_.items()} | {
        "reed": (reed.across / 2, reed.long / 2 + BEND),
        "button": (BODY, BODY),
    }


def _gap(places: Places, half: Mapping[str, tuple[float, float]], one: str, other: str) -> float:
    """Return the distance between two parts, mm: below 0 where they lie on each other."""
    at: dict[str, tuple[float, float]] = places._asdict()
    (x1, y1), (x2, y2) = at[one], at[other]
    across, along = abs(x1 - x2), abs(y1 - y2)
    radii = 0.0
    for name in (one, other):
        if name in ("reed", "button"):
            across, along = across - half[name][0], along - half[name][1]
        else:
            radii += half[name][0]
    if max(across, along) < 0:
        return max(across, along) - radii
    return math.hypot(max(across, 0), max(along, 0)) - radii
