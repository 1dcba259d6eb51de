"""The places of the parts of a cell, their sizes, and a check that they fit into it."""

import math
from collections.abc import Mapping
from itertools import combinations

from wiring.read import PITCH, Entry, WiringError
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


class Cell(Entry, frozen=True):
    """A cell of the table: what is built into it, and where. All sizes are mm.

    Attributes:
        foot: the radius of every foot.
        board: the diameter of a pixel's board.
        plate, sheet: their thickness.
        frame: the height of its boards.
        pixel, button, hall: their places.
        reed: the places of the far reed and of the near reed, in parallel.
    """

    foot: float
    board: float
    plate: float
    sheet: float
    frame: float
    pixel: Point
    reed: tuple[Point, ...]
    button: Point
    hall: Point

    def each(self) -> dict[str, Point]:
        """Return the place of each part by its name."""
        reeds = dict(zip(REEDS, self.reed, strict=False))
        return {"pixel": self.pixel, **reeds, "button": self.button, "hall": self.hall}


def button_high(plate: float) -> float:
    """Return the height of a push button from the base of its body to the top of its cap, mm."""
    return BODY_HIGH + plate + PROUD


def check_cell(cell: Cell, reed: Reed) -> None:
    """Raise WiringError unless the parts fit into a cell and keep clear of each other."""
    if not 8 <= cell.board <= 20:
        raise WiringError(
            f"cell.board: no round board of a WS2812B is {cell.board:g} mm across; they are 8 to 20, most of them 10"
        )
    if not 2 <= cell.plate <= 5:
        raise WiringError(
            f"cell.plate: {cell.plate:g} mm; one of less than 2 bends, and through more than 5 a magnet closes no reed"
        )
    if not 5 <= cell.foot < PITCH / 2:
        raise WiringError(
            f"cell.foot: a foot of {cell.foot:g} mm radius does not stand in a cell of "
            f"{PITCH:g} mm; take 5 to {PITCH / 2 - 1:g}"
        )
    if not 0 < cell.sheet <= 3:
        raise WiringError(f"cell.sheet: {cell.sheet:g} mm; take one of up to 3 mm")
    if len(cell.reed) != len(REEDS):
        raise WiringError(f"cell.reed: {len(cell.reed)} places; give those of two reeds, the far one first")
    half = _halves(cell.board, reed)
    for name, (x, y) in cell.each().items():
        wide, deep = (PITCH / 2 - size for size in half[name])
        if abs(x) > wide or abs(y) > deep:
            raise WiringError(f"cell.{name}: {x:g}, {y:g} is out of its cell; stay within {wide:g}, {deep:g}")
    if math.hypot(*cell.button) - CAP < cell.foot:
        raise WiringError(
            f"cell.button: a foot of {cell.foot:g} mm radius would press it; put it "
            f"{cell.foot + CAP:g} mm or more from the middle"
        )
    for one, other in combinations(cell.each(), 2):
        gap = _gap(cell, half, one, other)
        if gap < CLEARANCE:
            raise WiringError(
                f"cell.{one}, cell.{other}: they lie on each other, or less than {CLEARANCE:g} mm "
                f"apart; move one of them {CLEARANCE - gap:.1f} mm or more"
            )


def _halves(board: float, reed: Reed) -> dict[str, tuple[float, float]]:
    """Return half the width and half the depth of each part below the plate, mm."""
    lying = reed.across / 2, reed.long / 2 + BEND
    return dict.fromkeys(REEDS, lying) | {"pixel": (board / 2, board / 2), "button": (BODY, BODY), "hall": HALL}


def _gap(cell: Cell, half: Mapping[str, tuple[float, float]], one: str, other: str) -> float:
    """Return the distance between two parts, mm: below 0 where they lie on each other."""
    (x1, y1), (x2, y2) = cell.each()[one], cell.each()[other]
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
