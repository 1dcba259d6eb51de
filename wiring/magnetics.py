"""Which piece closes which reed switch: the field of the magnets along the reeds, and its margins.

The field is that of a cylinder magnetised along its axis, by magpylib (M. Ortner and L. G. Coliado
Bandeira, SoftwareX 11, 2020; Derby and Olbert, American Journal of Physics 78, 229, 2010). What
closes a reed is its field along the glass, on average. Data sheets give ampere-turns of a test coil
instead: 20 AT are about 2 mT, right to a factor of two either way (Littelfuse, "Ampere*turn versus
mT and Gauss"). So a reed has to close where the coupling is the weakest, and to open where it is
the strongest; a bench test on the first cell comes before 96 of them.

Needs magpylib: ``pip install 'speeltafel[wiring]'``.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from math import cos, pi, sin

import magpylib
import numpy as np
from numpy.typing import NDArray

from wiring.field import ACROSS, ALONG
from wiring.pins import PinMap
from wiring.read import PITCH
from wiring.reeds import STRONGEST, USUAL, WEAKEST
from wiring.spice import Measured

PLAY = 4.0  # mm off the middle of its cell that a piece may stand
_SAMPLES = 15  # along the glass
_STEP = 0.25  # mm in which distances are found
_FAR = 45.0  # mm beyond which no piece closes a reed
_AROUND = [(cos(pi * n / 36), sin(pi * n / 36)) for n in range(72)]

Point = tuple[float, float]
"""Mm to the right of the middle of a cell, and towards the near edge."""

NEIGHBOURS: tuple[Point, ...] = tuple(
    (PITCH * x, PITCH * y) for x, y in product((-1, 0, 1), repeat=2) if x or y
)


def field(
    pins: PinMap, places: Sequence[Point], *, remanence: float, lifted: float = 0.0
) -> NDArray[np.float64]:
    """Return the field along the reed of a cell, mT, for a piece at each of these places.

    remanence: T of its magnet. lifted: mm that the magnet is above the sheet.
    """
    magnet, reed = pins.magnet, pins.reed
    disc = magpylib.magnet.Cylinder(
        dimension=(magnet.across / 1e3, magnet.high / 1e3), polarization=(0, 0, remanence)
    )
    down = lifted + magnet.high / 2 + pins.sheet + pins.plate + reed.across / 2
    x, y = pins.places.reed
    ends = np.linspace(-reed.long / 2, reed.long / 2, _SAMPLES)
    seen = [[(x - px, y - py + along, -down) for along in ends] for px, py in places]
    found = np.reshape(disc.getB(np.array(seen) / 1e3), (len(places), _SAMPLES, 3))
    return np.asarray(1e3 * np.abs(found[:, :, 1].mean(axis=1)), dtype=np.float64)


def judge(pins: PinMap) -> tuple[Measured, ...]:
    """Return what closes and what must not close a reed, each figure with its limit."""
    reed = pins.reed
    least, most = pins.magnet.remanence
    own = WEAKEST * field(pins, [(0, 0)], remanence=least, lifted=pins.foot_board)[0]
    others = STRONGEST * field(pins, NEIGHBOURS, remanence=most).sum()
    return (
        Measured("piece at its own reed", float(own), reed.pull_in[1], "AT", least=True),
        Measured("all eight neighbours at a reed", float(others), reed.drop_out, "AT"),
        Measured("reach of a piece", reach(pins), PITCH / 2, "mm"),
        Measured("play of a piece in its cell", play(pins), PLAY, "mm", least=True),
    )


def reach(pins: PinMap) -> float:
    """Return how far from a reed's middle a piece closes it at the most, mm.

    Below half of the pitch the zones of two reeds exclude each other.
    """
    x, y = pins.places.reed
    far = np.arange(_FAR, 0, -_STEP)
    for distance in far:
        ring = [(x + distance * a, y + distance * b) for a, b in _AROUND]
        strongest = STRONGEST * field(pins, ring, remanence=pins.magnet.remanence[1]).max()
        if strongest >= pins.reed.pull_in[0]:
            return float(distance)
    return 0.0


def play(pins: PinMap) -> float:
    """Return how far off its cell's middle a piece may stand and still close its reed, mm.

    With the usual coupling and the least sensitive reed of its band.
    """
    for distance, further in pairwise(np.arange(0, PITCH / 2, _STEP)):
        ring = [(further * a, further * b) for a, b in _AROUND]
        weakest = USUAL * field(pins, ring, remanence=pins.magnet.remanence[0]).min()
        if weakest < pins.reed.pull_in[1]:
            return float(distance)
    return PITCH / 2


def table(pins: PinMap) -> str:
    """Return the field along a reed for a piece beside it, as CSV: mT, for a usual magnet.

    A line for each mm along the glass from the middle of the reed, with a value for each mm across.
    """
    x, y = pins.places.reed
    usual = sum(pins.magnet.remanence) / 2
    spots = [(x + across, y + along) for along in range(ALONG + 1) for across in range(ACROSS + 1)]
    found = field(pins, spots, remanence=usual).reshape(ALONG + 1, ACROSS + 1)
    lines = [",".join(["mm", *map(str, range(ACROSS + 1))])]
    lines += [
        ",".join([str(along), *(f"{value:.3f}" for value in row)])
        for along, row in enumerate(found.tolist())
    ]
    return "\n".join(lines) + "\n"


def lobe(pins: PinMap, *, coupling: float, pull_in: float, remanence: float) -> list[Point]:
    """Return the outline of where a piece closes the reed of a cell, empty if it never does.

    That is the zone at the near end of the reed, round the middle of its cell. There is another at
    its far end, mirrored at the reed's middle, and over that middle a piece closes nothing.
    """
    x, y = pins.places.reed
    along = [(x, y + distance) for distance in np.arange(0, _FAR, _STEP)]
    seen = coupling * field(pins, along, remanence=remanence)
    middle = along[int(seen.argmax())]
    if seen.max() < pull_in:
        return []
    steps = np.arange(0, _FAR, _STEP)
    rays = [(middle[0] + s * a, middle[1] + s * b) for a, b in _AROUND for s in steps]
    closed = (coupling * field(pins, rays, remanence=remanence)).reshape(len(_AROUND), -1)
    ends = steps[(closed < pull_in).argmax(axis=1)]
    return [(middle[0] + e * a, middle[1] + e * b)
            for e, (a, b) in zip(ends.tolist(), _AROUND, strict=True)]  # fmt: skip
