"""The drawing of the cables of a table of tiles, from below: ribbons, plugs, pins and lengths."""

from collections.abc import Sequence

from wiring import tile
from wiring.cables import RIBBON, Cable, cables
from wiring.circuit import GND
from wiring.drawings.shapes import GREY, Page, Point, ink_of, label
from wiring.pins import PinMap
from wiring.read import COLUMNS, ROWS

_TILE = 3.0  # units, the side of a tile
_SIDES = {"W": (1.0, 0.47), "E": (0.0, 0.47), "F": (0.41, 0.0), "N": (0.41, 1.0)}
"""The place of each plug on a tile, from below: parts of its side to the right, and down."""
_RIGHT, _NEAR = _TILE * COLUMNS / 2, -_TILE * ROWS / 2


def draw(pins: PinMap) -> str:
    """Return the drawing of all cables of a table of tiles, from below, as SVG."""
    page = Page("The cables of a table of tiles, from below")
    page.text((0, 2.0), "The cables of a table of tiles, from below; the far edge is at the top", 13)
    found = cables(pins)
    for row, column in tile.each():
        _tile(page, row, column)
    for one in found:
        if one.what == "jumper" or one.length == RIBBON:
            _between(page, one)
    _columns(page, [one for one in found if one.end.startswith("COL")])
    _left(page, pins, found)
    _plugs(page, pins)
    return page.svg(pins)


def _corner(row: int, column: int) -> Point:
    """Return the far corner of a tile that is at the left here."""
    return _RIGHT - _TILE * (column / 2 + 1), -_TILE * row / 2


def _plug(row: int, column: int, name: str) -> Point:
    (x, y), (across, down) = _corner(row, column), _SIDES[name]
    inwards = {"W": (-0.34, 0), "E": (0.34, 0), "F": (0, -0.3), "N": (0, 0.3)}[name]
    return x + _TILE * across + inwards[0], y - _TILE * down + inwards[1]


def _place(end: str) -> tuple[int, int, str]:
    """Return row, column and header of a plug with a name like ``2,0 W``."""
    cell, _, name = end.partition(" ")
    row, column = map(int, cell.split(","))
    return row, column, name


def _tile(page: Page, row: int, column: int) -> None:
    """Draw a tile with its four plugs; a dark corner of a plug is pin 1."""
    x, y = _corner(row, column)
    page.box(x + 0.04, y - 0.04, x + _TILE - 0.04, y - _TILE + 0.04, fill="#e9f1e9", ink=GREY, width=0.8)
    page.text((x + _TILE / 2, y - _TILE / 2), f"{row},{column}", 10, "center", GREY)
    for name in _SIDES:
        (px, py), upright = _plug(row, column, name), name in "WE"
        wide, deep = (0.2, 0.34) if upright else (0.3, 0.2)
        page.box(px - wide, py + deep, px + wide, py - deep, fill="white", width=1)
        page.text((px, py), name, 8, "center")
        one = _pin_one(name, (px, py), wide, deep)
        page.box(one[0] - 0.07, one[1] + 0.07, one[0] + 0.07, one[1] - 0.07, fill="#a3195b", ink="#a3195b", width=0.6)


def _pin_one(name: str, at: Point, wide: float, deep: float) -> Point:
    """Return the corner of a plug with pin 1, from below: right is left on the tile."""
    places = {number: tile.pin(name, number) for number in range(1, tile.HEADERS[name] + 1)}
    (x, y), others = places.pop(1), list(places.values())
    right = -1 if x > min(one[0] for one in others) else 1
    down = 1 if y > min(one[1] for one in others) else -1
    return at[0] + right * (wide - 0.07), at[1] - down * (deep - 0.07)


def _between(page: Page, one: Cable) -> None:
    """Draw a ribbon between two tiles, or the jumper of a tile at the right edge."""
    start = _plug(*_place(one.start))
    if one.what == "jumper":
        page.text((start[0] - 0.55, start[1] + 0.5), "jumper\n7 to 8", 8, "right", ink_of("DATA"))
        page.wire((start[0] - 0.5, start[1] + 0.4), start, ink=ink_of("DATA"), width=0.9)
        return
    end, name = _plug(*_place(one.end)), _place(one.start)[2]
    thick = 7.0 if name == "E" else 5.5
    way = (0.2, 0) if name == "E" else (0, 0.2)
    page.wire((start[0] - way[0], start[1] - way[1]), (end[0] + way[0], end[1] + way[1]), ink="#8b95a1", width=thick)


def _columns(page: Page, found: Sequence[Cable]) -> None:
    """Draw the cables of the columns at the near edge, with their pins and lengths."""
    for one in found:
        row, column, name = _place(one.start)
        x, y = _plug(row, column, name)
        number = int(one.end.removeprefix("COL"))
        aside = -0.75 if number % 2 else 0.75  # odd columns are left of even columns, from below
        ink = ink_of("REED")
        page.wire((x, y - 0.2), (x + aside, y - 1.3), (x + aside, y - 1.7), ink=ink, width=1.6)
        page.text((x + aside, y - 2.45), f"{one.start_pins}\nto {one.end}\n{one.length} mm", 8.5, "center", ink)
    page.text(
        (0, _NEAR - 3.1),
        "Each plug at the near edge: wires 1, 3, 5 of its ribbon go to the "
        "even column, 2, 4, 6 to the odd one, to pins 1, 2, 3 of COL..: tilt, button, reed.",
        9.5,
        "left",
        GREY,
    )


def _left(page: Page, pins: PinMap, found: Sequence[Cable]) -> None:
    """Draw the cables of the left edge, which is at the right here."""
    five, zero = _RIGHT + 3.2, _RIGHT + 3.9
    ink = ink_of("+5V"), ink_of(GND)
    page.wire((five, -0.4), (five, _NEAR + 0.2), ink=ink[0], width=2.4)
    page.wire((zero, -0.4), (zero, _NEAR + 0.2), ink=ink[1], width=2.4)
    along, to = (_length(found, f"wire {way} the left edge") for way in ("along", "to"))
    page.text(
        (zero + 0.3, _NEAR + 0.35),
        "along the left edge: two wires of\n"
        f"{pins.supply.feed:g} mm², {along} mm, and {to} mm to\n5 V TO TILES, + and -",
        9,
    )
    for one in found:
        if not one.start.endswith("W") or "," not in one.start or one.length == RIBBON:
            continue
        row, column, name = _place(one.start)
        if column:
            continue
        x, y = _plug(row, column, name)
        if one.end.startswith("FROW"):
            at = y + (0.32 if one.start_pins == "3" else -0.28)
            page.wire((x + 0.2, at), (_RIGHT + 0.9, at), ink=ink[0])
            page.part("fuse", (_RIGHT + 0.9, at), (_RIGHT + 2.5, at), ink[0])
            page.wire((_RIGHT + 2.5, at), (five, at), ink=ink[0])
            page.dot((five, at), ink[0])
            page.text((_RIGHT + 0.15, at + 0.16), f"{one.start_pins}  {one.end}", 7.5, "left", ink[0])
        elif one.end == "ROWS":
            page.wire((x + 0.2, y + 0.75), (zero + 0.9, y + 0.75), ink=ink_of("ROW0"), width=1.4)
            page.wire((x, y + 0.34), (x + 0.2, y + 0.75), ink=ink_of("ROW0"), width=1.4)
            page.text(
                (zero + 1.05, y + 0.75),
                f"{one.start_pins} to ROWS, pins {one.end_pins}; {one.length} mm",
                9,
                "left",
                ink_of("ROW0"),
            )
        elif one.end == "DATA":
            page.wire((x, y + 0.34), (x + 0.2, y + 1.3), (zero + 0.9, y + 1.3), ink=ink_of("DATA"), width=1.4)
            page.text(
                (zero + 1.05, y + 1.3),
                f"{one.start_pins} to DATA, D, {one.length} mm; twisted\nwith a wire from 0 V here to DATA, 0V",
                9,
                "left",
                ink_of("DATA"),
            )
        elif one.end.endswith("W"):
            low = _plug(*_place(one.end))
            page.wire(
                (x + 0.2, y - 0.3),
                (x + 0.65, y - 0.7),
                (x + 0.65, low[1] + 0.7),
                (low[0] + 0.2, low[1] + 0.3),
                ink=ink_of("DATA"),
                width=1.4,
            )
            page.text((x + 0.8, (y + low[1]) / 2 - 0.35), f"8 to 7, {one.length} mm", 8.5, "left", ink_of("DATA"))
        else:
            at = y - 0.72
            page.wire((x + 0.2, y - 0.2), (x + 0.3, at), (zero, at), ink=ink[1])
            page.dot((zero, at), ink[1])
            page.text((_RIGHT + 1.0, at - 0.17), one.start_pins, 7.5, "left", ink[1])


def _length(found: Sequence[Cable], what: str) -> int:
    return next(one.length for one in found if one.what == what)


def _plugs(page: Page, pins: PinMap) -> None:
    """Draw the pins of each plug as they are seen from below, with their nets."""
    top = _NEAR - 4.4
    page.text(
        (0, top + 0.4),
        "The pins of the headers of tile 0,0, from below: pin 1 is the square pad, and a dark corner above",
        11,
    )
    for (name, nets), left in zip(tile.headers(pins).items(), (0.0, 5.6, 11.6, 18.6), strict=True):
        said = {"W": "W, at the left edge", "E": "E, at the right edge", "F": "F, far", "N": "N, near"}
        page.text((left + 0.2, top - 0.35), said[name], 10)
        places = {number: tile.pin(name, number) for number in range(1, len(nets) + 1)}
        across = sorted({-x for x, _ in places.values()})
        along = sorted({y for _, y in places.values()})
        for number, (x, y) in places.items():
            at = left + 0.9 + 0.62 * across.index(-x), top - 1.1 - 0.62 * along.index(y)
            ink = ink_of(nets[number - 1])
            page.box(
                at[0] - 0.25,
                at[1] + 0.25,
                at[0] + 0.25,
                at[1] - 0.25,
                fill="#f7dce8" if number == 1 else "white",
                ink=ink,
                width=1,
            )
            page.text(at, str(number), 9, "center", ink)
        x = left + 1.0 + 0.62 * len(across)
        for number, net in enumerate(nets, 1):
            page.text((x, top - 1.0 - 0.38 * (number - 1)), f"{number} {_net(net)}", 8.5, "left", ink_of(net))


def _net(net: str) -> str:
    """Return the text of a header's net, for the two rows or columns of a tile."""
    if net.startswith("SENSOR"):
        return f"tilt, column {net[-1]}"
    if net.startswith("DATA"):
        return "data, row 0" if net in ("DATA0", "DATA2") else "data, row 1"
    if net.startswith("+5V_"):
        return f"5 V, row {net[-1]}"
    for name in ("REED", "BUTTON"):
        if net.startswith(name):
            return f"{name.lower()}, column {net[-1]}"
    return label(net)
