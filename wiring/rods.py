"""A reed switch as a rod of iron with a gap: the ampere-turns that the field of a magnet is worth.

Its blades and wires are a single thin permeable rod, bent where they are soldered. Its pieces
magnetise each other (magnetic charges at their ends); the flux in the gap closes it. The same rod,
straight and in the test coil of the reed's maker, gives the flux of an ampere-turn. So no
"ampere-turns for each millitesla" are assumed. The rod is linear: the flux is the weighted sum of
the fields at its pieces. Lengths are mm, places relative to the middle of the glass; a reed lies
from far to near, its wires bent down.

Needs numpy: ``pip install 'speeltafel[wiring]'``.
"""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wiring.frame import LEG
from wiring.places import BEND

WHOLE = 44.3  # mm from end to end of a reed's wires, before they are cut and bent
COIL = 15.0, 8.0  # mm, length and diameter of the coil in which makers test reeds
BLADE = 0.25  # mm, the radius of a blade or a wire
GAP = 8e-3  # mm between the blades
PERMEABILITY = 3000.0
_STEP = 0.2  # mm, a piece of the rod

Floats = NDArray[np.float64]


class Rod(NamedTuple):
    """A reed. middles: of its pieces, mm. along: their directions. weights: AT for each A/m."""

    middles: Floats
    along: Floats
    weights: Floats


@cache
def lying(glass: float) -> Rod:
    """Return a reed with a glass of this length that lies from far to near, its wires bent."""
    half = glass / 2 + BEND
    rod = _rod([(0, -half, -LEG), (0, -half, 0), (0, half, 0), (0, half, -LEG)])
    return rod._replace(weights=rod.weights / _turn())


def straight(whole: float) -> Rod:
    """Return a reed that lies from far to near, its wires cut to this length from end to end."""
    rod = _rod([(0, -whole / 2, 0), (0, whole / 2, 0)])
    return rod._replace(weights=rod.weights / _turn())


@cache
def _turn() -> float:
    """Return the flux of an ampere-turn of the test coil in a reed with whole wires."""
    rod = _rod([(0, -WHOLE / 2, 0), (0, WHOLE / 2, 0)])
    long, radius = COIL[0] / 1e3, COIL[1] / 2e3
    ahead, behind = long / 2 - rod.middles[:, 1] / 1e3, long / 2 + rod.middles[:, 1] / 1e3
    field = (ahead / np.hypot(ahead, radius) + behind / np.hypot(behind, radius)) / (2 * long)
    return abs(float(rod.weights @ field))


def _rod(corners: list[tuple[float, float, float]]) -> Rod:
    """Return the rod through these corners, its gap at 0, 0, 0; weights are Wb for each A/m."""
    points = _points(corners) / 1e3
    steps = np.diff(points, axis=0)
    long = np.linalg.norm(steps, axis=1)
    along, middles = steps / long[:, None], (points[1:] + points[:-1]) / 2
    area, number = np.pi * (BLADE / 1e3) ** 2, len(long)
    apart = ((points[:, None] - points[None]) ** 2).sum(2) + (BLADE / 1e3) ** 2
    ends = np.arange(number)
    charges = np.zeros((number + 1, number))
    charges[ends + 1, ends], charges[ends, ends] = 1, -1
    slope = np.zeros((number, number + 1))
    slope[ends, ends + 1], slope[ends, ends] = 1 / long, -1 / long
    resists = np.full(number, 1 / PERMEABILITY)
    gap = int(np.argmin((middles**2).sum(1)))
    resists[gap] += GAP / 1e3 / long[gap]
    flux = np.zeros(number)
    flux[gap] = 4e-7 * np.pi * area
    pieces = np.diag(resists) + slope @ (1 / (4 * np.pi * np.sqrt(apart))) @ (area * charges)
    return Rod(middles * 1e3, along, np.linalg.solve(pieces.T, flux))


def _points(corners: list[tuple[float, float, float]]) -> Floats:
    """Return the ends of the pieces of a rod."""
    points = [np.array(corners[0], float)]
    for one, other in pairwise(np.array(corners, float)):
        number = max(round(float(np.linalg.norm(other - one)) / _STEP), 1)
        points += [one + (other - one) * n / number for n in range(1, number + 1)]
    return np.array(points)
