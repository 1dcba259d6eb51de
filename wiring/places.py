"""The places of the parts of a cell, their sizes, and a check that they fit into it."""

import math
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from wiring.read import PITCH, WiringError
from wiring.reeds import Reed

# Sizes in mm.
CAP = 1.75  # the radius of a push button's cap
BODY = 3.0  # half the width of a push button
BODY_HIGH = 3.5  # the height of a push button's body below its cap
PROUD = 0.5
"""The height of a cap above the plate: twice the travel of its contact, so that a fingertip that
bends the sheet presses the button, and the sheet's own weight does not."""
LED = 5.0  # each side of a WS2812B
BEND = 3.0  # from the glass of a reed switch to where its wires are bent
HALL = 1.6, 2.0  # half of each side of a tilt sensor that lies flat (TO-92, LPG)
CAP_HIGH = 14.0  # the cap of an hourglass
CLEARANCE = 0.5  # the least distance between any two parts below the plate
DRILLED = {"pixel": 8.0, "button": 4.0}
"""The diameters of the holes in the plate: 8 for a square of 5 mm (7.1 across its corners)."""

REEDS = "far reed", "near reed"

Point = tuple[float, float]
"""Mm to the right of the middle of a cell, and towards the near edge."""


class Places(NamedTuple):
    """The places of a cell's parts: mm to the right of its middle, and towards the near edge.

    reeds: the far reed and the near reed, in parallel.
    """

    pixel: Point
    reeds: tuple[Point, ...]
    button: Point
    hall: Point

    def each(self) -> dict[str, Point]:
        """Return the place of each part by its name."""
        reeds = dict(zip(REEDS, self.reeds, strict=False))
        return {"pixel": self.pixel, **reeds, "button": self.button, "hall": self.hall}


def button_high(plate: float) -> float:
    """Return the height of a push button from the base of its body to the top of its cap, mm."""
    return BODY_HIGH + plate + PROUD


def check_places(places: Places, foot: float, board: float, plate: float, reed: Reed) -> None:
    """Raise WiringError unless the parts fit into a cell and keep clear of each other.

    foot: its radius, mm. board: the diameter of a pixel's board, mm. plate: its thickness, mm.
    """
    if not 8 <= board <= 20:
        raise WiringError(
            f"cell.board: no round board of a WS2812B is {board:g} mm across; they are 8 to 20, most of them 10"
        )
    if not 2 <= plate <= 5:
        raise WiringError(
            f"cell.plate: {plate:g} mm; one of less than 2 bends, and through more than 5 a magnet closes no reed"
        )
    if not 5 <= foot < PITCH / 2:
        raise WiringError(
            f"cell.foot: a foot of {foot:g} mm radius does not stand in a cell of "
            f"{PITCH:g} mm; take 5 to {PITCH / 2 - 1:g}"
        )
    if len(places.reeds) != len(REEDS):
        raise WiringError(f"cell.reed: {len(places.reeds)} places; give those of two reeds, the far one first")
    half = _halves(board, reed)
    for name, (x, y) in places.each().items():
        wide, deep = (PITCH / 2 - size for size in half[name])
        if abs(x) > wide or abs(y) > deep:
            raise WiringError(f"cell.{name}: {x:g}, {y:g} is out of its cell; stay within {wide:g}, {deep:g}")
    if math.hypot(*places.button) - CAP < foot:
        raise WiringError(
            f"cell.button: a foot of {foot:g} mm radius would press it; put it "
            f"{foot + CAP:g} mm or more from the middle"
        )
    for one, other in combinations(places.each(), 2):
        gap = _gap(places, half, one, other)
        if gap < CLEARANCE:
            raise WiringError(
                f"cell.{one}, cell.{other}: they lie on each other, or less than {CLEARANCE:g} mm "
                f"apart; move one of them {CLEARANCE - gap:.1f} mm or more"
            )


def _halves(board: float, reed: Reed) -> dict[str, tuple[float, float]]:
    """Return half the width and half the depth of each part below the plate, mm."""
    lying = reed.across / 2, reed.long / 2 + BEND
    return dict.fromkeys(REEDS, lying) | {"pixel": (board / 2, board / 2), "button": (BODY, BODY), "hall": HALL}


def _gap(places: Places, half: Mapping[str, tuple[float, float]], one: str, other: str) -> float:
    """Return the distance between two parts, mm: below 0 where they lie on each other."""
    (x1, y1), (x2, y2) = places.each()[one], places.each()[other]
    across, along = abs(x1 - x2), abs(y1 - y2)
    radii = 0.0
    for name in (one, other):
        if name == "pixel":
            radii += half[name][0]
        else:
            across, along = across - half[name][0], along - half[name][1]
    if max(across, along) < 0:
        return max(across, along) - radii
    return math.hypot(max(across, 0), max(along, 0)) - radii
