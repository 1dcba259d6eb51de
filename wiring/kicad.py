"""The circuit boards, read from their KiCad projects in wiring/boards.

A board is drawn once and kept; :mod:`wiring.tile` and :mod:`wiring.controller` say which nets its
pads must be on. ``.ci/boards.py`` makes gerbers, drill files and pictures from the projects; bill
and placement are made here. Places are mm to the right and near of a board's far left corner.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import cos, radians, sin
from typing import NamedTuple

from wiring.circuit import Circuit
from wiring.orders import order
from wiring.text import table_csv

Point = tuple[float, float]
Tree = list["str | Tree"]
"""A list of KiCad's file: its first word says of what."""
NAMES = "tile", "controller"
_WORD = re.compile(r'[()]|"(?:[^"\\]|\\.)*"|[^\s()]+')
_FILL = re.compile(r"\(filled_polygon.*?\n    \)\n", re.DOTALL)


class Pad(NamedTuple):
    """A pad of a part. net: empty for a pad on no net."""

    number: str
    net: str
    at: Point


class Placed(NamedTuple):
    """A part on a board.

    Attributes:
        turned: degrees, counterclockwise.
        flat: whether a board house places it; all others are soldered by hand.
    """

    ref: str
    value: str
    footprint: str
    at: Point
    turned: float
    flat: bool
    pads: tuple[Pad, ...]

    @property
    def middle(self) -> Point:
        """The middle between its outermost pads."""
        x, y = ((min(along) + max(along)) / 2 for along in zip(*(pad.at for pad in self.pads), strict=True))
        return x, y


class Board(NamedTuple):
    """A board. size: mm to the right and near. parts: by ref. tracks: net and width of each."""

    size: Point
    parts: Mapping[str, Placed]
    tracks: tuple[tuple[str, float], ...]

    def pin(self, ref: str, number: str = "1") -> Point:
        """Return the place of a pad."""
        return next(pad.at for pad in self.parts[ref].pads if pad.number == number)

    def holes(self) -> tuple[Point, ...]:
        """Return the places of the holes for its screws."""
        return tuple(part.at for ref, part in self.parts.items() if re.fullmatch(r"H\d", ref))


@cache
def board(name: str) -> Board:
    """Return a board of NAMES."""
    text = (files("wiring") / "boards" / name / f"{name}.kicad_pcb").read_text("utf-8")
    whole = _tree(_FILL.sub("", text))
    edges = [_point(line, "start") for line in _all(whole, "gr_line")]
    (left, right), (far, near) = ((min(along), max(along)) for along in zip(*edges, strict=True))
    nets = {str(net[1]): str(net[2]) for net in _all(whole, "net")}
    parts = sorted(_placed(given, (left, far)) for given in _all(whole, "footprint"))
    tracks = tuple(
        (nets[str(_one(track, "net")[1])], float(str(_one(track, "width")[1]))) for track in _all(whole, "segment")
    )
    return Board((right - left, near - far), {part.ref: part for part in parts}, tracks)


def differences(name: str, wanted: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield each pad of a board with another net than it should have, in words.

    wanted: the net of each pad, by its part and number.
    """
    found = {(part.ref, pad.number): pad.net for part in board(name).parts.values() for pad in part.pads if pad.net}
    for ref, pad in sorted(wanted.keys() | found.keys()):
        if (net := wanted.get((ref, pad))) != (there := found.get((ref, pad))):
            yield f"{name}: {ref} pad {pad} is on {there or 'no net'}, not on {net or 'none'}"


def joints(wired: Circuit, refs: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return the nets of some parts of a circuit, by part and number."""
    return {
        (ref, leg.number): leg.net
        for ref in refs
        if ref in wired.parts
        for leg in wired.parts[ref].legs
        if leg.net is not None
    }


def listed(name: str) -> list[tuple[str, str, list[Placed]]]:
    """Return groups of equal parts of a board, without its test points: name, footprint, parts."""
    alike: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    for part in board(name).parts.values():
        if not part.footprint.startswith(("MountingHole:", "TestPoint:")):
            alike[part.value, part.footprint.partition(":")[2]].append(part)
    return [(*named, parts) for named, parts in sorted(alike.items())]


def lists(name: str) -> dict[str, str]:
    """Return the bill of a board, and the places of its flat parts for a board house, as CSV by their names."""
    rows: list[tuple[object, ...]] = [
        (
            value,
            ",".join(sorted(part.ref for part in parts)),
            footprint,
            len(parts),
            "placed" if parts[0].flat else "by hand",
            order(value).lcsc,
        )
        for value, footprint, parts in listed(name)
    ]
    rows.sort(key=lambda row: row[4] != "placed")
    headings = "Comment", "Designator", "Footprint", "Quantity", "Assembly", "JLCPCB Part #"
    found = {f"{name}-bom.csv": table_csv(headings, rows)}
    places = sorted(_place(part, board(name).size[1]) for part in board(name).parts.values() if part.flat)
    if places:
        headings = "Designator", "Footprint", "Mid X", "Mid Y", "Layer", "Rotation"
        found[f"{name}-placement.csv"] = table_csv(headings, places)
    return found


def _place(part: Placed, near: float) -> tuple[str, ...]:
    """Return the line of a part in the placement: from the near left corner to its pads' middle."""
    x, y = part.middle
    name = part.footprint.partition(":")[2]
    return part.ref, name, f"{x:.3f}", f"{near - y:.3f}", "top", f"{part.turned % 360:g}"


def _tree(text: str) -> Tree:
    """Return a file of KiCad as lists in lists."""
    inside: list[Tree] = [[]]
    for word in _WORD.findall(text):
        if word == "(":
            inside.append([])
        elif word == ")":
            inside[-2].append(inside.pop())
        else:
            inside[-1].append(word.strip('"'))
    (whole,) = inside[0]
    assert isinstance(whole, list)
    return whole


def _all(tree: Tree, name: str) -> Iterator[Tree]:
    """Yield the lists in a list that are named so."""
    return (one for one in tree if isinstance(one, list) and one[0] == name)


def _one(tree: Tree, name: str) -> Tree:
    return next(_all(tree, name), [name, "", ""])


def _point(tree: Tree, name: str) -> Point:
    _, x, y, *_ = _one(tree, name)
    return float(str(x)), float(str(y))


def _placed(given: Tree, corner: Point) -> Placed:
    """Return a part of the file. corner: the far left corner of the board, on KiCad's page."""
    said = {str(text[1]).lower(): str(text[2]) for kind in ("fp_text", "property") for text in _all(given, kind)}
    (x, y), turn = _point(given, "at"), [*_one(given, "at"), "0"][3]
    turned = float(str(turn))
    along, across = cos(radians(turned)), sin(radians(turned))
    middle = x - corner[0], y - corner[1]

    def there(place: Point) -> Point:
        return (
            round(middle[0] + along * place[0] + across * place[1], 3),
            round(middle[1] - across * place[0] + along * place[1], 3),
        )

    pads = tuple(Pad(str(pad[1]), str(_one(pad, "net")[2]), there(_point(pad, "at"))) for pad in _all(given, "pad"))
    return Placed(
        said["reference"], said["value"], str(given[1]), there((0.0, 0.0)), turned, "smd" in _one(given, "attr"), pads
    )
