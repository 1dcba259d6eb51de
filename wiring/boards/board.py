"""The data of a circuit board: parts with the nets on their pads, tracks, vias and texts.

Places are mm to the right and towards the near edge, on the upper side; each board has its own
origin.
"""

from typing import NamedTuple

TOP, BELOW = "F.Cu", "B.Cu"

Point = tuple[float, float]


class Placed(NamedTuple):
    """A part on the board.

    Attributes:
        turned: degrees, counterclockwise.
        pads: the net of each pad, by number.
        footprint: of KiCad's library; empty for one or two holes, with drill, pad and the way from
            pad 1 to pad 2 in `hole`.
        below: whether it is soldered in from below, mirrored from far to near before it is turned.
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
    """A track of a net on a layer, through these points."""

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
    """A board; its copper is 0 V wherever it has no track. corners: of its outline."""

    corners: tuple[Point, Point]
    parts: tuple[Placed, ...]
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    texts: tuple[Text, ...] = ()
