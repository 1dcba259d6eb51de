"""The 3D-printed parts: feet, caps, a jig and a bezel, from the sizes in the pin map.

Each part is a single solid, written as STL, to print, and as STEP, to change it in a CAD program.
All lie as they are printed, without supports, in mm. The size of the display's board depends on
your display: it is a number here, to change. The timer of an hourglass is in the map.

Needs build123d: ``pip install 'speeltafel[wiring]'``.
"""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from build123d import Align, Box, Cone, Cylinder, Part, Pos, export_step, export_stl

from wiring.pins import PinMap
from wiring.places import BEND, CAP_HIGH, button_high
from wiring.read import read_overlay

FIT = 0.2  # mm that a pocket is wider than the part that goes into it
TIMER_FIT = 0.3  # mm that the bore of a cap is wider than the timer
RIM = 0.8  # mm that the edge of a piece is cut off in a height of 1 mm: it overhangs by 39 degrees
LEDGE = 1.0  # mm from a cap's magnet to the timer, which so never presses on it
WINDOW = (24.0, 13.0)  # of the display: somewhat more than the lit area of a 0.96 inch OLED
BOARD = (27.5, 28.0)  # of its board; there are several: measure yours
_FINE = 0.01  # mm that a flat of the STL is off the round at the most
_BASE = (Align.CENTER, Align.CENTER, Align.MIN)
_DATED = "2026-01-01T00:00:00"  # in each STEP file: the same bytes for the same map


def parts(pins: PinMap) -> dict[str, tuple[int, Part]]:
    """Return each printed part by its name, with the number of them that a table needs."""
    glasses = sum(count for game, count in pins.pieces.items() if read_overlay(game).tilts)
    others = sum(pins.pieces.values()) - glasses
    return {
        "piece-foot": (others, piece_foot(pins)),
        "hourglass-cap": (2 * glasses, hourglass_cap(pins)),
        "reed-jig": (1, reed_jig(pins)),
        "button-gauge": (int("button" in pins.layers), button_gauge(pins)),
        "display-bezel": (1 if pins.display is not None else 0, bezel()),
    }


def stl(part: Part) -> bytes:
    """Return a part as binary STL, to print."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "part.stl"
        export_stl(part, file, tolerance=_FINE)
        return file.read_bytes()


def step(name: str, part: Part) -> bytes:
    """Return a part as STEP, to change it: AP214, mm. name: its label in a CAD program."""
    body = part.solid()
    body.label = name
    file = BytesIO()
    export_step(body, file, timestamp=_DATED)
    return file.getvalue()


def _disc(radius: float, high: float, at: tuple[float, float, float] = (0, 0, 0)) -> Part:
    return Pos(*at) * Cylinder(radius, high, align=_BASE)


def _box(wide: float, deep: float, high: float, at: tuple[float, float, float] = (0, 0, 0)) -> Part:
    """Return a box that stands on `at`, in the middle of its base."""
    return Pos(*at) * Box(wide, deep, high, align=_BASE)


def piece_foot(pins: PinMap) -> Part:
    """Return a piece, upside down: its magnet goes flush into the pocket on top.

    It is so high that the magnets of two stacked pieces do not stick.
    """
    magnet, high = pins.magnet, float(pins.stack)
    rim = Cone(pins.cell.foot - RIM, pins.cell.foot, 1.0, align=_BASE)  # no sharp edge
    body = rim + _disc(pins.cell.foot, high - 1.0, (0, 0, 1.0))
    return body - _disc(magnet.across / 2 + FIT / 2, magnet.high + 0.1, (0, 0, high - magnet.high))


def hourglass_cap(pins: PinMap) -> Part:
    """Return the cap of an hourglass as it stands: floor, pocket for the magnet, bore.

    The magnet is dropped in, the timer pushed in after it, down to a ledge: both from above.
    """
    glass, magnet = pins.glass, pins.glass.magnet
    seat = glass.floor + magnet.high + 0.1 + LEDGE
    pocket = _disc(magnet.across / 2 + FIT / 2, CAP_HIGH, (0, 0, glass.floor))
    bore = _disc((glass.across + TIMER_FIT) / 2, CAP_HIGH, (0, 0, seat))
    return _disc(pins.cell.foot, CAP_HIGH) - [pocket, bore]


def reed_jig(pins: PinMap) -> Part:
    """Return the jig for reed switches: lay the glass into the groove, bend its wires at the ends.

    The ends of the block are where the wires are bent; never bend them nearer to the glass.
    """
    reed = pins.reed
    long = reed.long + 2 * BEND
    groove = _box(reed.across + FIT, reed.long + FIT, reed.across, (0, 0, 8 - reed.across + 0.01))
    wires = _box(1.0, long + 2, reed.across / 2 + 0.5, (0, 0, 8 - reed.across / 2 - 0.49))
    return _box(12, long, 8) - [groove, wires]


def button_gauge(pins: PinMap) -> Part:
    """Return a gauge: a button of the height for this plate goes under it, no higher button.

    It is printed lying on its side, and stands as an arch.
    """
    high = button_high(pins.cell.plate) + FIT / 2
    return _box(24, high + 3, 10) - _box(9, high, 12, (0, -1.5 - 0.01, -1))


def bezel() -> Part:
    """Return the bezel of the display, face down: a window, and a pocket for its board."""
    (wide, deep), (across, down) = WINDOW, BOARD
    pocket = _box(across + FIT, down + FIT, 3, (0, 0, 1.5))
    window = _box(wide, deep, 6, (0, 3.0, -1))
    cable = _box(12, 10, 3, (0, -(down + 8) / 2, 1.5))
    return _box(across + 8, down + 8, 4) - [pocket, window, cable]
