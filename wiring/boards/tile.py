"""The tile: a board of 80 x 80 mm with 2 x 2 cells. 24 tiles have all contacts and pixels.

It hangs 3.5 mm below the plate on three screws in sleeves; the bodies of its buttons fill that gap,
and the reeds touch the plate. A board house places its flat parts; reeds, buttons and the headers,
which point down, are soldered by hand. Ribbons lead from header to header: W and E join tiles of a
row, F and N tiles of a column. All tiles are alike: of two rows the far row takes the pixels' data
from the left, the near row from the right.

Places are mm to the right of the middle of the far left cell, and towards the near edge.
"""

from collections.abc import Iterator
from itertools import product

from wiring.boards import controller
from wiring.boards.board import Board, Placed, Point, Text
from wiring.boards.route import routed
from wiring.circuit import CELL_PART, GND, PLACED, V5, Circuit, Leg, Part, Use, column_net, contact, row_net, sensor_net
from wiring.netlist import footprint
from wiring.pins import PinMap
from wiring.places import BEND, button_high
from wiring.read import COLUMNS, PITCH, ROWS

WIDE = 2 * PITCH
THICK = 1.6  # mm
CORNERS = (-PITCH / 2, -PITCH / 2), (WIDE - PITCH / 2, WIDE - PITCH / 2)
SCREWS: tuple[Point, ...] = (21.0, 21.0), (-16.0, -16.0), (-16.0, WIDE - 24.0)
"""Beside the tile's middle, and both left corners: in the right ones are a pixel and a button."""
POWER = 1.0  # mm, the width of the 5 V of a row
FUSE = 0.75  # A that the fuse of a row carries; it opens at twice as much
PIXEL_VOLTS = 3.7  # V, the least for the pixel that a board house places
HEADERS: dict[str, tuple[int, Point, int]] = {
    "W": (4, (-16.51, 3.81), 0),
    "E": (4, (53.975, 3.81), 0),
    "F": (3, (22.86, -17.78), 270),
    "N": (3, (22.86, 55.245), 270),
}
"""By name: pins in a row, place of pin 1, and turn, so that a ribbon leaves across the edge."""
_PIN = 2.54  # mm
_REED_HOLES = 1.0, 1.8  # drill and pad of a reed's wire of 0.5 mm
_BUTTON = 3.25, 2.25  # mm from its middle to its pins
_FLAT: dict[str, tuple[Point, int]] = {  # by the start of their refs: place, turn in degrees
    "DR": ((9.525, -4.445), 0),
    "DB": ((9.525, 5.715), 0),
    "DT": ((-9.525, 6.985), 0),
    "ST": ((-9.525, 0.0), 0),
    "RT": ((-9.525, -5.08), 0),
    "CT": ((-9.525, -9.525), 0),
    "HT": ((0.0, 0.0), 0),
}
_PIXEL_CAPACITOR = 6.985, -13.335


def tile(pins: PinMap) -> Board:
    """Return the tile with its tracks. Raise WiringError for a map that it cannot serve."""
    return routed(placed(pins), {five_net(row): POWER for row in (0, 1)})


def placed(pins: PinMap) -> Board:
    """Return the tile without its tracks. Raise WiringError."""
    wired = table(pins)
    cells = list(product((0, 1), repeat=2))
    parts = [part for cell in cells for part in _parts(pins, wired, *cell)]
    for name, (columns, at, turned) in HEADERS.items():
        shape = f"Connector_PinHeader_2.54mm:PinHeader_2x0{columns}_P2.54mm_Vertical"
        pads = {str(pin): net for pin, net in enumerate(headers(pins)[name], 1)}
        parts.append(Placed(name, shape, at, turned, pads, value=f"pin header 2 x {columns}", below=True))
    for number, at in enumerate(SCREWS, 1):
        parts.append(Placed(f"H{number}", "MountingHole:MountingHole_3.2mm_M3", at, 0, {}, value="M3"))
    return Board(CORNERS, tuple(parts), texts=tuple(_texts(pins)))


def table(pins: PinMap) -> Circuit:
    """Return the circuit of a table of tiles: flat parts, and the 5 V of each row behind a fuse."""
    wired = controller.table(pins._replace(parts=pins.parts._replace(diode=PLACED)))
    parts = {ref: _in_row(part, _row(pins, ref)) for ref, part in wired.parts.items()}
    for row in range(ROWS):
        legs = Leg("1", "1", Use.PASSIVE, V5), Leg("2", "2", Use.PASSIVE, five_net(row))
        parts[f"FROW{row}"] = Part(f"FROW{row}", "row fuse", f"{FUSE:g} A resettable", legs)
    return Circuit(parts)


def _row(pins: PinMap, ref: str) -> int | None:
    """Return the row of a part. None for a part that is not on a tile."""
    if found := CELL_PART.fullmatch(ref):
        return int(found["row"])
    return pins.chain[int(ref[3:])] // COLUMNS if ref.startswith("LED") else None


def _in_row(part: Part, row: int | None) -> Part:
    """Return a part of a row on the row's 5 V."""
    if row is None:
        return part
    legs = (leg._replace(net=five_net(row)) if leg.net == V5 else leg for leg in part.legs)
    return part._replace(legs=tuple(legs))


def headers(pins: PinMap) -> dict[str, tuple[str, ...]]:
    """Return the nets on the pins of each header of the far left tile."""
    columns = tuple(
        net(column)
        for net in (sensor_net, lambda at: column_net("button", at), lambda at: column_net("reed", at))
        for column in (0, 1)
    )
    rows = row_net(0), row_net(1), five_net(0), five_net(1), GND, GND

    def data(column: int, *, out: int) -> tuple[str, ...]:
        return tuple(f"DATA{pixel_of(pins, row, column) + (row ^ out)}" for row in (0, 1))

    return {"W": (*rows, *data(0, out=0)), "E": (*rows, *data(1, out=1)), "F": columns, "N": columns}


def pin(name: str, number: int) -> Point:
    """Return the place of a header's pin on the tile; the header points down."""
    _, (x, y), turned = HEADERS[name]
    across, along = _PIN * ((number - 1) % 2), -_PIN * ((number - 1) // 2)
    return (x - along, y + across) if turned == 270 else (x + across, y + along)


def pixel_of(pins: PinMap, row: int, column: int) -> int:
    """Return the number of the pixel of a cell of the far left tile."""
    return pins.chain.index(COLUMNS * row + column)


def five_net(row: int) -> str:
    """Return the net of the 5 V of a row. Rows meet only behind their fuses, at the left edge."""
    return f"{V5}_{row}"


def beside(pins: PinMap) -> dict[tuple[str, str], str]:
    """Return the nets of parts that the tile has beside the circuit, by part and pad."""
    found = {(name, str(pin)): net for name, nets in headers(pins).items() for pin, net in enumerate(nets, 1)}
    for row, column in product((0, 1), repeat=2):
        ref = f"C_LED{pixel_of(pins, row, column)}"
        found |= {(ref, "1"): five_net(row), (ref, "2"): GND}
    return found


def _parts(pins: PinMap, wired: Circuit, row: int, column: int) -> Iterator[Placed]:
    """Yield the parts of a cell, with the nets that the circuit gives their pins."""
    x, y = PITCH * column, PITCH * row

    def put(ref: str, at: Point, turned: int = 0) -> Placed:
        part = wired.parts[ref]
        nets = {leg.number: leg.net for leg in part.legs if leg.net is not None}
        where = round(x + at[0], 3), round(y + at[1], 3)
        return Placed(ref, footprint(part), where, turned, nets, value=part.value)

    reed, button, tilt = (contact(layer, row, column) for layer in ("reed", "button", "tilt"))
    half = pins.reed.long / 2 + BEND
    for ref, (right, near) in zip((reed, f"{reed}N"), pins.places.reeds, strict=True):
        yield put(ref, (right, near + half), 90)._replace(
            footprint="", hole=(*_REED_HOLES, 2 * half), value="reed switch, normally open"
        )
    right, near = pins.places.button
    yield put(button, (right - _BUTTON[0], near - _BUTTON[1]))._replace(
        value=f"push button 6 x 6 mm, {button_high(pins.plate):g} mm high"
    )
    for what, (at, turned) in _FLAT.items():
        yield put(f"{what}{tilt[2:]}", at, turned)
    pixel = f"LED{pixel_of(pins, row, column)}"
    yield put(pixel, pins.places.pixel, 180 if row == 0 else 0)
    at = round(x + _PIXEL_CAPACITOR[0], 3), round(y + _PIXEL_CAPACITOR[1], 3)
    yield Placed(
        f"C_{pixel}", "Capacitor_SMD:C_0805_2012Metric", at, 90, {"1": five_net(row), "2": GND}, value="100 nF 0805"
    )


def _texts(pins: PinMap) -> Iterator[Text]:
    """Yield the texts on the tile for a builder: its sides, and names of parts."""
    yield Text(f"speeltafel tile\nmap {pins.mark}", (20.0, 33.5), 90)
    for words, at, turned in (
        ("W", (-15.2, 6.6), 0),
        ("E", (55.2, 6.6), 0),
        ("F  far", (25.4, -13.0), 0),
        ("N  near", (25.4, 53.0), 0),
    ):
        yield Text(words, at, turned)
    for row, column in product((0, 1), repeat=2):
        x, y = PITCH * column, PITCH * row
        for word, (right, near) in (("reed", (-6.0, -8.0)), ("reed", (1.2, 12.0))):
            yield Text(word, (x + right, y + near), 90, 0.8)
