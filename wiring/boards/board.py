"""What a board is made of: parts with the nets on their pads, tracks, vias, and what is printed.

Places are mm to the right and towards the near edge, on the upper side; each board says from where.
"""

from typing import NamedTuple

TOP, BELOW = "F.Cu", "B.Cu"

Point = tuple[float, float]


class Placed(NamedTuple):
    """A part on the board. turned: degrees, counterclockwise. pads: the net of each, by number.

    footprint: of KiCad's library; empty for one or two holes, with drill, pad and the way from pad
    1 to pad 2 in `hole`. below: whether it is soldered in from below, mirrored from far to near
    before it is turned.
    """

    ref: str
    footprint: str
    at: Point
    turned: int
    pads: dict[str, str]
    hole: tuple[float, float, float] = (0.0, 0.0, 0.0)
    value: str = ""
    below: bool = False


class Track(NamedTuple):
    """A track of one net on one layer, through these points."""

    net: str
    layer: str
    width: float
    points: tuple[Point, ...]


class Via(NamedTuple):
    """A hole that joins both layers."""

    net: str
    at: Point


class Text(NamedTuple):
    """Words that are printed on the upper side. at: their middle. turned: counterclockwise."""

    words: str
    at: Point
    turned: int = 0
    high: float = 1.0


class Board(NamedTuple):
    """A board, all of whose rest is 0 V on both layers. corners: of its outline."""

    corners: tuple[Point, Point]
    parts: tuple[Placed, ...]
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    texts: tuple[Text, ...] = ()
