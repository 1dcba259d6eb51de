"""The magnetic figures of a table: closing of reeds, reading of hourglasses, and forces.

A reed is the rod of :mod:`wiring.rods`; the field of a magnet is the field of a cylinder magnetised
along its axis, by magpylib (M. Ortner and L. G. Coliado Bandeira, SoftwareX 11, 2020; Derby and
Olbert, American Journal of Physics 78, 229, 2010). Every figure is the worst of all places that a
piece may take in its field and of all tolerances together. No figure was measured: a bench test on
the first cell comes before the other 95.

Needs magpylib: ``pip install 'speeltafel[wiring]'``.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import pi

import magpylib
import numpy as np

from wiring.pins import PinMap
from wiring.places import CAP_HIGH, Point
from wiring.read import COLUMNS, PITCH, overlay_names, read_overlay
from wiring.reeds import Magnet
from wiring.rods import Floats, lying

PLATE, SHEET = 0.5, 0.05  # mm by which plate and sheet may be thicker or thinner
LIFT = 0.5  # mm by which a foot may stand higher, on a button's cap or a fold
OWN = 1.25  # least ratio of a piece's field at its own reed to the field that closes it
APART = 1.5  # ratio by which all reeds may be more or less sensitive, apart from their band
IRON = 0.22  # the part of a field that the iron of two reeds takes from the tilt sensor
LATCH = 1.5  # least ratio of the field at a tilt sensor to the field that switches it
STACKED = 3  # pieces on each other
SOLID, METAL = 1.24, 7.5  # g/cm3, of printed parts and of magnets
PRESS = 100.0  # gf, the least force of a button of the bill
INFILL = 0.5  # the part of a printed piece that is solid

NEIGHBOURS: tuple[Point, ...] = tuple((PITCH * x, PITCH * y) for x, y in product((-1, 0, 1), repeat=2) if x or y)


def felt(
    pins: PinMap,
    places: Sequence[Point],
    *,
    remanence: float,
    lifted: float = 0.0,
    thicker: float = 0.0,
    magnet: Magnet | None = None,
) -> Floats:
    """Return the field at each reed of a cell for a piece at each of these places, AT, signed.

    places: relative to the middle of the cell. remanence: T of its magnet. lifted: mm that the
    magnet is above the sheet. thicker: mm by which plate and sheet are. Shape: places, reeds.
    """
    magnet, rod = magnet or pins.magnet, lying(pins.reed.long)
    deep = thicker + pins.cell.sheet + pins.cell.plate + pins.reed.across / 2
    down = lifted + magnet.high / 2 + deep
    spots = np.array([(x, y, down) for x, y in places])
    reeds = np.array([(x, y, 0.0) for x, y in pins.cell.reed])
    seen = rod.middles + (reeds - spots[:, None])[:, :, None]
    found = _disc(magnet, remanence).getH(seen / 1e3)
    field = np.reshape(found, seen.shape)
    return np.asarray((field * rod.along).sum(axis=3) @ rod.weights, dtype=np.float64)


def _disc(magnet: Magnet, remanence: float) -> magpylib.magnet.Cylinder:
    return magpylib.magnet.Cylinder(dimension=(magnet.across / 1e3, magnet.high / 1e3), polarization=(0, 0, remanence))


def play(pins: PinMap) -> float:
    """Return how far off the middle of its cell a piece may stand, each way, mm."""
    return PITCH / 2 - pins.cell.foot


def _stands(pins: PinMap, number: int = 5, cell: Point = (0.0, 0.0)) -> list[Point]:
    """Return places all over the field of a cell, `number` each way, its corners among them."""
    steps = np.linspace(-play(pins), play(pins), number).tolist()
    return [(cell[0] + x, cell[1] + y) for x, y in product(steps, repeat=2)]


def weakest(pins: PinMap) -> float:
    """Return the least field of a piece, over all its places, at the reed that feels it most, AT."""
    field = felt(pins, _stands(pins, 11), remanence=pins.magnet.remanence[0], lifted=LIFT, thicker=PLATE + SHEET)
    return float(np.abs(field).max(axis=1).min())


def corners(pins: PinMap) -> tuple[float, float]:
    """Return the fields at the reeds for a piece in the corner that shows a dead reed, AT.

    It stands in the far right corner of its field for the near reed and in the near left corner for
    the far reed. The first value is the least field at the tested reed, the second the greatest at
    the other.
    """
    meant, other = [], []
    for spot, reed in (((play(pins), -play(pins)), 1), ((-play(pins), play(pins)), 0)):
        for thicker in (-PLATE - SHEET, PLATE + SHEET):
            least, most = (
                np.abs(felt(pins, [spot], remanence=remanence, lifted=lifted, thicker=thicker)[0])
                for remanence, lifted in zip(pins.magnet.remanence, (LIFT, 0.0), strict=True)
            )
            meant.append(float(least[reed]))
            other.append(float(most[1 - reed]))
    return min(meant), max(other)


def strongest(
    pins: PinMap, cells: Iterable[Point], *, magnet: Magnet | None = None, heights: Sequence[float] = (0.0,)
) -> float:
    """Return the greatest field of pieces in other cells together at a reed, AT.

    Each stands at the worst place of its own field. cells: their middles. heights: mm above the
    sheet of the magnets in each.
    """
    most = (magnet or pins.magnet).remanence[1]
    worst = 0.0
    for thicker in (-PLATE - SHEET, PLATE + SHEET):
        total = np.zeros(len(pins.cell.reed))
        for cell in cells:
            each = [
                felt(pins, _stands(pins, cell=cell), remanence=most, lifted=high, thicker=thicker, magnet=magnet)
                for high in heights
            ]
            total += np.abs(sum(each)).max(axis=0)
        worst = max(worst, float(total.max()))
    return worst


def glasses(pins: PinMap) -> float:
    """Return the greatest field of hourglasses in other holes of a board at a hole's reed, AT."""
    magnet, up = pins.glass.magnet, [pins.glass.floor]
    return max((strongest(pins, near, magnet=magnet, heights=up) for near in _holes_around()), default=0.0)


def _holes_around() -> Iterable[list[Point]]:
    """Yield for each hole of the shipped boards the places of the holes around it, mm."""
    for overlay in map(read_overlay, overlay_names()):
        holes = {divmod(at, COLUMNS) for at in overlay.names} if overlay.tilts else set()
        near = {
            tuple(
                (PITCH * x, PITCH * y)
                for x, y in product((-1, 0, 1), repeat=2)
                if (x or y) and (row + y, column + x) in holes
            )
            for row, column in holes
        }
        yield from map(list, sorted(near))


def turned(pins: PinMap) -> float:
    """Return the least field of an hourglass at the tilt sensor of its hole, mT.

    It may stand anywhere in its field. The loss in the reeds' iron and the opposing fields of other
    glasses are subtracted: below 0 it might be read the wrong way round.
    """
    magnet, (x, y) = pins.glass.magnet, pins.cell.hall

    def at(places: list[Point], remanence: float, lifted: float) -> Floats:
        down = pins.hall.depth + lifted + pins.glass.floor + magnet.high / 2
        seen = np.array([(x - px, y - py, -down) for px, py in places]) / 1e3
        found = np.reshape(_disc(magnet, remanence).getB(seen), (len(places), 3))
        return np.asarray(1e3 * found[:, 2], dtype=np.float64)

    own = at(_stands(pins, 11), magnet.remanence[0], LIFT + PLATE).min() * (1 - IRON)
    against = max(
        (
            sum(float(np.abs(at(_stands(pins, cell=cell), magnet.remanence[1], -PLATE)).max()) for cell in near)
            for near in _holes_around()
        ),
        default=0.0,
    )
    return float(own) - against


def pull(pins: PinMap) -> float:
    """Return the force between the magnets of two pieces on each other, gf."""
    lower, upper = (_disc(pins.magnet, pins.magnet.remanence[1]) for _ in range(2))
    force, _ = magpylib.getFT(lower, upper.move((0, 0, pins.stack / 1e3)), meshing=1000)
    return abs(float(force[2])) / 9.81 * 1e3


def weights(pins: PinMap) -> tuple[float, float]:
    """Return the weights of the lightest and the heaviest piece, g: a printed disc, a glass."""
    light = _cylinder(2 * pins.cell.foot, pins.stack) * SOLID * INFILL
    light += _cylinder(pins.magnet.across, pins.magnet.high) * METAL
    glass = pins.glass
    cap = _cylinder(2 * pins.cell.foot, CAP_HIGH) - _cylinder(glass.across, CAP_HIGH - glass.floor)
    ends = 2 * cap * SOLID + 2 * _cylinder(glass.magnet.across, glass.magnet.high) * METAL
    return light, max(light, glass.weight + ends)


def _cylinder(across: float, high: float) -> float:
    """Return the volume of a cylinder, cm3."""
    return pi * (across / 20) ** 2 * high / 10
