"""The perfboards of a table wired by hand: the hole of each leg that is soldered to them.

Holes are counted from 1, to the right and towards the near edge. The drawing of the boards and the
lengths of the wires are made from these.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.circuit import Circuit, Part
from wiring.pins import PinMap

HOLE = 2.54  # mm from hole to hole
WIDE, DEEP = 61, 38  # holes of a board of 160 x 100 mm
CHIPS, DATA = "perfboard, chips", "perfboard, data"  # as the frame has them
LONG, SHORT = 4, 2  # holes from end to end of a resistor, a diode; of a ceramic capacitor
_CHIP, _CHIPS_APART = (11, 5), 16  # pin 1 of the first chip, and columns to the next
_HEADER = 57, 2  # pin 1 of the socket for the ribbon of the Pi's header
_BANK, _BANKS_APART, _APART = (
    23,
    8,
    4,
)  # the first row of resistors and diodes, rows to the next, and columns to the next part
_SHIFTER = 10, 3  # pin 1 of the level shifter
# R_FIVE is there, so that no long thin wire has the 5 V that a large fuse protects.
_NEAR_SHIFTER = {"C_LS1": ((3, 3), SHORT), "R1": ((4, 12), LONG), "R_FIVE": ((10, 12), LONG)}


class Soldered(NamedTuple):
    """A part on a perfboard. holes: of its legs, by their numbers."""

    board: str
    part: Part
    holes: dict[str, tuple[int, int]]


def soldered(pins: PinMap, wired: Circuit) -> Iterator[Soldered]:
    """Yield each part on a perfboard."""
    column, row = _CHIP
    for chip in pins.chips:
        yield _dip(CHIPS, wired.parts[chip], (column, row))
        yield _standing(CHIPS, wired.parts[f"C_{chip}"], (column - 6, row + 8), SHORT)
        column += _CHIPS_APART
    column, row = _HEADER
    ribbon = wired.parts["J1"]
    numbers = {leg.number: int(leg.number) - 1 for leg in ribbon.legs}  # odd pins left, even pins right
    yield Soldered(CHIPS, ribbon, {leg: (column + at % 2, row + at // 2) for leg, at in numbers.items()})
    for n, part in enumerate(_banked(wired)):
        bank, place = divmod(n, (WIDE - 3) // _APART)
        yield _standing(CHIPS, part, (3 + _APART * place, _BANK + _BANKS_APART * bank), LONG)
    yield _dip(DATA, wired.parts["LS1"], _SHIFTER)
    for ref, (at, long) in _NEAR_SHIFTER.items():
        if ref in wired.parts:
            yield _standing(DATA, wired.parts[ref], at, long)


def _banked(wired: Circuit) -> list[Part]:
    """Return the resistors of the chips' board, and the reference diode."""
    there = [part for part in wired.parts.values() if part.ref.startswith("R_") and part.ref not in _NEAR_SHIFTER]
    return [*there, wired.parts["R2"], wired.parts["DREF"]]


def _dip(board: str, part: Part, at: tuple[int, int]) -> Soldered:
    """Return a chip in its socket, notch up. at: the hole of pin 1."""
    (column, row), half = at, len(part.legs) // 2
    numbers = [int(leg.number) for leg in part.legs]
    left = {str(n): (column, row + n - 1) for n in numbers if n <= half}
    return Soldered(board, part, left | {str(n): (column + 3, row + 2 * half - n) for n in numbers if n > half})


def _standing(board: str, part: Part, at: tuple[int, int], long: int) -> Soldered:
    """Return a part of two legs, leg 1 at a hole and leg 2 nearer by so many holes."""
    return Soldered(board, part, {"1": at, "2": (at[0], at[1] + long)})
