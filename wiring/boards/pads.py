"""The places of the pads of placed parts, by KiCad's footprint library."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from wiring.boards.board import Placed, Point
from wiring.read import WiringError

LIBRARY = Path("/usr/share/kicad/footprints")
HEADS = {"M2.5": 5.0, "M3": 6.5}
"""Mm across for a screw: its head (ISO 7380, ISO 4762), or the corners of its nut (ISO 4032)."""
_PAD = re.compile(
    r'\(pad "(?P<number>[^"]*)" (?P<kind>\w+) \w+\s+\(at (?P<x>\S+?) (?P<y>[^\s)]+)[^)]*\)\s+'
    r"\(size (?P<wide>\S+) (?P<high>[^\s)]+)\)"
)


class Pad(NamedTuple):
    """A pad on the board.

    net: empty for no net. wide, high: mm of the box around it. flat: on the upper copper only.
    """

    ref: str
    number: str
    net: str
    at: Point
    wide: float
    high: float
    flat: bool = False

    def holds(self, point: Point) -> bool:
        """Return whether a point lies on the pad."""
        return self.far(point) == 0

    def far(self, point: Point) -> float:
        """Return the distance of a point from the pad, mm."""
        across = max(0.0, abs(point[0] - self.at[0]) - self.wide / 2)
        along = max(0.0, abs(point[1] - self.at[1]) - self.high / 2)
        return float((across * across + along * along) ** 0.5)


def pads(part: Placed) -> Iterator[Pad]:
    """Yield the pads and holes of a part on the board. Raise WiringError for an unknown part."""
    for number, (x, y), (wide, high), flat in _shape(part):
        turned = x, -y if part.below else y
        for _ in range(part.turned // 90 % 4):
            turned = turned[1], -turned[0]
        if part.turned % 180:
            wide, high = high, wide  # noqa: PLW2901 - of the turned pad
        if part.footprint.startswith("MountingHole:"):
            # no track below the head of a screw
            wide = high = HEADS[part.footprint.rpartition("_")[2]]  # noqa: PLW2901
        at = round(part.at[0] + turned[0], 3), round(part.at[1] + turned[1], 3)
        yield Pad(part.ref, number, part.pads.get(number, ""), at, wide, high, flat)


_Shape = tuple[tuple[str, Point, Point, bool], ...]


def _shape(part: Placed) -> _Shape:
    """Return number, middle and size of each pad of a part, and whether it is flat."""
    if part.footprint:
        return _footprint(part.footprint)
    _, across, apart = part.hole
    return tuple((number, (apart * at, 0.0), (across, across), False) for at, number in enumerate(part.pads))


@cache
def _footprint(name: str) -> _Shape:
    """Return the pads of a footprint of the library."""
    library, _, what = name.partition(":")
    try:
        text = (LIBRARY / f"{library}.pretty" / f"{what}.kicad_mod").read_text("utf-8")
    except OSError:
        raise WiringError(f"KiCad's library has no {name}") from None
    return tuple(
        (
            found["number"],
            (float(found["x"]), float(found["y"])),
            (float(found["wide"]), float(found["high"])),
            found["kind"] == "smd",
        )
        for found in _PAD.finditer(text)
    )
