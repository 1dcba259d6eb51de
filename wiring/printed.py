"""What a 3D printer makes: feet, cages, a jig and a bezel, from the sizes in the pin map, as STL.

All lie as they are printed, without supports, in mm. What depends on what you have bought stands
here as a number to change: the glass of an hourglass, the display's board.

Needs manifold3d and trimesh: ``pip install 'speeltafel[wiring]'``.
"""

from collections.abc import Iterable
from functools import reduce
from math import cos, pi, sin
from operator import add

import trimesh
from manifold3d import CrossSection, Manifold

from wiring.pins import PinMap
from wiring.places import BEND, FOOT, button_high
from wiring.read import read_overlay

FIT = 0.2  # mm that a pocket is wider than what goes into it
PIECE = 11.0  # the radius of the foot of a piece that is no hourglass
PIECE_HIGH = 6.0
GLASS = (20.0, 60.0)  # the diameter and height of an hourglass's glass: measure yours
WALL = 2.0
FOOT_HIGH = 5.5  # of an hourglass's foot, its board included
WIRE = 1.2  # the radius of a hole for the wires of a tilt switch
WINDOW = (24.0, 13.0)  # of the display: somewhat more than what shines of a 0.96 inch OLED
BOARD = (27.5, 28.0)  # of its board; there are several: measure yours
_ROUND = 96  # sides of a circle


def parts(pins: PinMap) -> dict[str, tuple[int, Manifold]]:
    """Return each printed part by its name, with how many of it a table needs."""
    glasses = sum(count for game, count in pins.pieces.items() if read_overlay(game).tilts)
    others = sum(pins.pieces.values()) - glasses
    return {
        "piece-foot": (others, piece_foot(pins)),
        "hourglass-foot": (2 * glasses, hourglass_foot(pins)),
        "hourglass-cage": (glasses, cage()),
        "reed-jig": (1, reed_jig(pins)),
        "button-gauge": (1, button_gauge(pins)),
        "display-bezel": (1 if pins.display is not None else 0, bezel()),
    }


def stl(part: Manifold) -> bytes:
    """Return a part as binary STL."""
    mesh = part.to_mesh()
    found = trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts)
    return bytes(found.export(file_type="stl"))


def _disc(radius: float, high: float, at: tuple[float, float, float] = (0, 0, 0)) -> Manifold:
    return Manifold.cylinder(high, radius, radius, _ROUND).translate(at)


def _box(
    wide: float, deep: float, high: float, at: tuple[float, float, float] = (0, 0, 0)
) -> Manifold:
    """Return a box that stands on `at`, in the middle of its base."""
    x, y, z = at
    return Manifold.cube((wide, deep, high)).translate((x - wide / 2, y - deep / 2, z))


def _all(some: Iterable[Manifold]) -> Manifold:
    return reduce(add, some)


def piece_foot(pins: PinMap) -> Manifold:
    """Return the foot of a piece, upside down: its magnet goes flush into the pocket on top."""
    magnet = pins.magnet
    rim = Manifold.cylinder(1.0, PIECE - 1.0, PIECE, _ROUND)  # no sharp edge
    body = rim + _disc(PIECE, PIECE_HIGH - 1.0, (0, 0, 1.0))
    return body - _disc(magnet.across / 2 + FIT / 2, magnet.high + 0.1,
                        (0, 0, PIECE_HIGH - magnet.high))  # fmt: skip


def hourglass_foot(pins: PinMap) -> Manifold:
    """Return the foot of an hourglass, upside down: magnet, then its board of rings, flush."""
    magnet, board = pins.magnet, pins.foot_board
    body = _disc(FOOT, FOOT_HIGH)
    board_pocket = _disc(FOOT - WALL / 2, board + 0.1, (0, 0, FOOT_HIGH - board))
    magnet_pocket = _disc(magnet.across / 2 + FIT / 2, magnet.high + board + 0.1,
                          (0, 0, FOOT_HIGH - board - magnet.high))  # fmt: skip
    seat = _disc(GLASS[0] / 2 + FIT, 1.5, (0, 0, -0.1))  # the glass stands in it
    wires = [_disc(WIRE, FOOT_HIGH + 1, ((FOOT - 4.5) * way, 0, -0.5)) for way in (-1, 1)]
    return body - board_pocket - magnet_pocket - seat - _all(wires)


def cage() -> Manifold:
    """Return the cage round the glass, between its feet: three posts and a ring at either end."""
    radius, high = FOOT, GLASS[1] - 2 * 1.4
    ring = _disc(radius, high) - _disc(GLASS[0] / 2 + FIT, high + 2, (0, 0, -1))
    windows = []
    for n in range(3):
        wedge = Manifold.extrude(_sector(2 * pi * n / 3, 2 * pi / 3 - 0.35), high - 2 * 4.0)
        windows.append(wedge.translate((0, 0, 4.0)))
    return ring - _all(windows)


def _sector(middle: float, wide: float) -> CrossSection:
    steps = [middle - wide / 2 + wide * n / 24 for n in range(25)]
    far = 2 * FOOT
    return CrossSection([[(0.0, 0.0), *((far * cos(a), far * sin(a)) for a in steps)]])


def reed_jig(pins: PinMap) -> Manifold:
    """Return the jig for reed switches: lay the glass into the groove, bend its wires at the ends.

    The ends of the block are where the wires are bent; never bend them nearer to the glass.
    """
    reed = pins.reed
    long = reed.long + 2 * BEND
    block = _box(12, long, 8)
    groove = _box(reed.across + FIT, reed.long + FIT, reed.across, (0, 0, 8 - reed.across + 0.01))
    wires = _box(1.0, long + 2, reed.across / 2 + 0.5, (0, 0, 8 - reed.across / 2 - 0.49))
    return block - groove - wires


def button_gauge(pins: PinMap) -> Manifold:
    """Return a gauge: a button that is as high as this plate wants goes under it, a higher not."""
    high = button_high(pins.plate)
    return _box(24, 10, high + 3) - _box(9, 12, high + FIT / 2, (0, 0, -0.01))


def bezel() -> Manifold:
    """Return the bezel of the display, face down: a window, and a pocket for its board."""
    (wide, deep), (across, down) = WINDOW, BOARD
    face = _box(across + 8, down + 8, 4)
    pocket = _box(across + FIT, down + FIT, 3, (0, 0, 1.5))
    slope = Manifold.cube((1, 1, 1)).translate((-0.5, -0.5, 0))
    window = slope.scale((wide, deep, 6)).translate((0, 3.0, -1))
    cable = _box(12, 10, 3, (0, -(down + 8) / 2, 1.5))
    return face - pocket - window - cable
