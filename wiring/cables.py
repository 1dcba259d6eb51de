"""The cables of a table of tiles: their pins at both ends, their kind and their length.

A wire of a ribbon has the number of its pin, at both of its ends. Lengths follow the edges of the
tiles, with an allowance for stripped, pressed or crimped ends. Cables to the controller, which lies
on the floor, go round the near edge, so that the floor can be turned over it and lie beside the
table.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from wiring import tile
from wiring.controller import connector
from wiring.frame import KEY, KEYS_APART, WOOD, aside, header_of_pi
from wiring.harness import FINE
from wiring.kicad import Point
from wiring.pins import PinMap
from wiring.power import COPPER, FULL, ROW_OHMS, budget
from wiring.read import COLUMNS, PITCH, ROWS
from wiring.supply import DARK_PIXEL
from wiring.text import table_csv

RIBBON = 60  # mm from end to end, between two tiles that lie side by side
_ENDS = 60.0  # mm for both ends, and for the way up to the plugs
_TO_FUSE = 100  # mm from the plug to the fuse of a row
_CONTACT, _WIRE = 0.02, 0.22  # ohm of a contact of a plug, and of a metre of AWG 28
_TRACK = 0.06  # ohm of the 5 V of a row across a tile, 110 mm long, and of 0 V below it
_LAST = ROWS - 2, COLUMNS - 2  # row and column of the near right tile
_ZERO = "0 V of the left edge"


class Cable(NamedTuple):
    """A cable, or some wires of a cable.

    start, end: a plug, as ``2,0 W`` of the tile with its far left cell in row 2 and column 0, or
    ``ROWS`` of the controller. what: a ribbon, or the number of wires. length: mm. area: mm2 of
    each wire, 0 for a ribbon.
    """

    start: str
    start_pins: str
    end: str
    end_pins: str
    what: str
    length: int
    area: float = 0.0


def cables(pins: PinMap) -> list[Cable]:
    """Return all cables of a table of tiles, first from tile to tile."""
    return [*_between(), *_columns(pins), *_left(pins), *_panel(pins)]


def document(pins: PinMap) -> str:
    """Return the cables as CSV, with a line of headings."""
    rows = ((*one[:6], f"{one.area:g}" if one.area else "ribbon") for one in cables(pins))
    return table_csv(("from", "pins", "to", "pins", "what", "mm", "mm2"), rows)


def _between() -> Iterator[Cable]:
    """Yield the ribbons between tiles, and the jumpers at the right edge."""
    for row, column in tile.each():
        if column < _LAST[1]:
            yield Cable(f"{row},{column} E", "1-8", f"{row},{column + 2} W", "1-8", "ribbon of 8", RIBBON)
        else:
            yield Cable(f"{row},{column} E", "7", f"{row},{column} E", "8", "jumper", 0)
        if row < _LAST[0]:
            yield Cable(f"{row},{column} N", "1-6", f"{row + 2},{column} F", "1-6", "ribbon of 6", RIBBON)


def _columns(pins: PinMap) -> Iterator[Cable]:
    """Yield the cables from the near edge to the controller: three wires for each column."""
    for column in range(COLUMNS):
        even = column - column % 2
        wires = "1, 3, 5" if column == even else "2, 4, 6"
        yield Cable(
            f"{_LAST[0]},{even} N",
            wires,
            f"COL{column}",
            "1, 2, 3",
            "ribbon of 6",
            _way(_plug("N", _LAST[0], even), f"COL{column}"),
        )


def _left(pins: PinMap) -> Iterator[Cable]:
    """Yield the cables of the left edge: rows, data, and 5 V with the fuse of each row."""
    for row in range(0, ROWS, 2):
        at, name = _plug("W", row, 0), f"{row},0 W"
        yield Cable(name, "1, 2", "ROWS", f"{row + 1}, {row + 2}", "ribbon of 8", _way(at, "ROWS"))
        if row == 0:
            yield Cable(name, "7", "DATA", "1", "ribbon of 8", _way(at, "DATA"))
            yield Cable(_ZERO, "", "DATA", "2", "wire, twisted with that of the data", _way(at, "DATA"), FINE)
        if row < _LAST[0]:
            yield Cable(name, "8", f"{row + 2},0 W", "7", "ribbon of 8", _round_up(tile.WIDE + _ENDS))
        for pin in (3, 4):
            yield Cable(name, str(pin), f"FROW{row + pin - 3}", "either", "ribbon of 8", _TO_FUSE)
        yield Cable(name, "5, 6", _ZERO, "", "ribbon of 8", _TO_FUSE)
    edge = (0.0, ROWS * PITCH / 2)
    along = _round_up(ROWS * PITCH + _ENDS)
    for sign, end in (("+", "FROW0 to FROW7"), ("-", _ZERO)):
        yield Cable("FEED", sign, end, "", "wire to the left edge", _way(edge, "FEED"), pins.supply.feed)
        yield Cable(end, "", end, "", "wire along the left edge", along, pins.supply.feed)
        yield Cable("J2", sign, "the supply's jack", sign, "wire", _way((-WOOD, 0.0), "J2"), pins.supply.lead)


def _panel(pins: PinMap) -> Iterator[Cable]:
    """Yield the wires of keys, display and piezo in the near board of the frame."""
    panel = [*(f"SW_{key}" for key in pins.keys), *(["DS1"] if pins.display else []), "BZ1"]
    for n, name in enumerate(panel):
        legs = "1-4" if name == "DS1" else "1, 2"
        many = "four" if name == "DS1" else "two"
        at = KEY[0] - KEYS_APART * n, KEY[1]
        yield Cable(name, legs, "in the near board", legs, f"{many} wires", _way(at, name), FINE)


def _plug(name: str, row: int, column: int) -> Point:
    """Return the place of pin 1 of a tile's header, mm from the far left corner of the fields."""
    x, y = tile.pin(name, 1)
    return x + PITCH * (column + 0.5), y + PITCH * (row + 0.5)


def _way(start: Point, end: str) -> int:
    """Return the length of a cable from the plate to the controller, mm."""
    (x, y), (right, near) = connector(end), header_of_pi()
    across, along = aside(right + x, near + y)
    return _round_up(abs(across - start[0]) + along - start[1] + _ENDS)


def _round_up(length: float) -> int:
    return 10 * math.ceil(length / 10)


def metres(pins: PinMap) -> dict[str, float]:
    """Return the length of each kind of ribbon and of wire of each thickness, m.

    For a ribbon that is torn apart its longest wire counts.
    """
    found: dict[str, float] = {}
    torn: dict[tuple[str, str], int] = {}
    for one in cables(pins):
        if one.what.startswith("ribbon"):
            torn[one.start, one.what] = max(one.length, torn.get((one.start, one.what), 0))
        elif one.area:
            wires = {"two": 2, "four": 4}.get(one.what.split()[0], 1)
            name = f"{one.area:g}"
            found[name] = found.get(name, 0.0) + wires * one.length / 1000
    for (_, what), length in torn.items():
        found[what] = found.get(what, 0.0) + length / 1000
    return found


def plugged(pins: PinMap) -> Counter[str]:
    """Return the number of plugs pressed on ribbons, by the name of a header at their end."""
    ribbons = (one for one in cables(pins) if one.what.startswith("ribbon"))
    headers = {end for one in ribbons for end in (one.start, one.end) if "," in end}
    return Counter("W" if header[-1] in "WE" else "N" for header in headers)


def farthest(pins: PinMap) -> float:
    """Return the voltage at the farthest pixel of a row with all its pixels white, V."""
    drawn, tiles = budget(pins), COLUMNS // 2
    row = COLUMNS * (3 * FULL * pins.brightness + DARK_PIXEL) / 1000
    feed = sum(one.length for one in cables(pins) if one.area and "the left edge" in one.what)
    before = pins.supply.volts - drawn.joints - drawn.lead
    before -= drawn.load * COPPER * feed / 1000 / pins.supply.feed
    first = ROW_OHMS + 2 * (_CONTACT + _TO_FUSE / 1000 * _WIRE)
    ribbon = 2 * (2 * _CONTACT + RIBBON / 1000 * _WIRE)
    # each ribbon bears the current of the tiles behind it
    return before - row * (first + ribbon * (tiles - 1) / 2 + _TRACK * tiles / 2)
