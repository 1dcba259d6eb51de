"""The tile: a board of 80 x 80 mm with 2 x 2 cells, 24 of which make the matrix and the pixels.

It lies 3.5 mm below the plate, on which the bodies of its buttons rest; a reed switch stands on its
bent wires and touches the plate, so that what the map says of magnet and reed holds for it, too.
Rows, supply and data run across it on the upper copper, columns along it on the lower; all end in
holes at the edges, from which short wires lead to the next tile. All tiles are alike: of two rows
the far one takes the pixels' data from the left, the near one from the right.

Places are mm to the right of the middle of the far left cell, and towards the near edge.
"""

from collections.abc import Iterator

from wiring.boards.board import BELOW, TOP, Board, Placed, Point, Text, Track, Via
from wiring.circuit import GND, V5, Circuit, circuit, column_net, contact, row_net
from wiring.netlist import footprint
from wiring.pins import LAYERS, PinMap
from wiring.places import button_high
from wiring.read import CELLS, COLUMNS, PITCH, WiringError

WIDE = 2 * PITCH
_EDGE = 18.5  # from the middle of a cell to a hole at the edge of its tile
_LINE, _POWER = 0.4, 1.4  # mm, how wide tracks are
_COLUMN = {"reed": -11.0, "button": -13.54, "tilt": -16.08}  # where the columns run: 2.54 mm apart
_DIODE = {"reed": 11.8, "button": 14.3, "tilt": 16.8}  # and where each diode is
_ROW, _ANODE = -12.0, -4.38  # its band's end, on the row, and its other end
_PIN, _WIRE = (1.0, 1.6), (1.3, 2.2)  # drill and pad: for a pin, and for a wire of 0.75 mm2
_REED_PADS = 10.16  # half of the way between the ends of a reed's wires


def tile(pins: PinMap) -> Board:
    """Return the tile. Raises WiringError for a map whose cells a tile does not have."""
    wanted = {"pixel": (0.0, 7.5), "reed": (0.0, -8.0), "button": (0.0, 16.0),
              "inner": (-5.0, 0.0), "outer": (9.5, 0.0)}  # fmt: skip
    for name, place in wanted.items():
        if getattr(pins.places, name) != place:
            raise WiringError(f"cell.{name}: the tile has it at {place[0]:g}, {place[1]:g}")
    wired = circuit(pins._replace(parts=pins.parts._replace(tilts=tuple(range(CELLS)))))
    cells = [(row, column) for row in (0, 1) for column in (0, 1)]
    parts = [part for row, column in cells for part in _parts(pins, wired, row, column)]
    ways = [way for row, column in cells for way in _ways(row, column)]
    ways += _lines(pins)
    parts += [Placed(name, "", at, 0, {"1": net}, size) for name, net, at, size in _ends(pins)]
    return Board(
        ((-PITCH / 2, -PITCH / 2), (WIDE - PITCH / 2, WIDE - PITCH / 2)),
        tuple(parts),
        tuple(way for way in ways if isinstance(way, Track)),
        tuple(way for way in ways if isinstance(way, Via)),
        tuple(_texts(pins)),
    )


def pixel_of(pins: PinMap, row: int, column: int) -> int:
    """Return the number of the pixel of a cell of the far left tile."""
    return pins.chain.index(COLUMNS * row + column)


def five_net(row: int) -> str:
    """Return the net of the 5 V of a row: rows meet in the wires along the left edge alone."""
    return f"{V5}_{row}"


def whole_net(net: str) -> str:
    """Return the net of the table that a net of a tile is a part of."""
    return V5 if net.startswith(f"{V5}_") and net[-1].isdigit() else net


def data_net(pins: PinMap, row: int, column: int, *, out: bool) -> str:
    """Return the net on the input or the output of a pixel."""
    return f"DATA{pixel_of(pins, row, column) + out}"


def _at(row: int, column: int, x: float, y: float) -> Point:
    return round(PITCH * column + x, 3), round(PITCH * row + y, 3)


def _parts(pins: PinMap, wired: Circuit, row: int, column: int) -> Iterator[Placed]:
    """Return the parts of one cell, with the nets that the circuit gives their pins."""

    def nets(ref: str) -> dict[str, str]:
        found = {leg.number: leg.net for leg in wired.parts[ref].legs if leg.net is not None}
        return {number: five_net(row) if net == V5 else net for number, net in found.items()}

    def put(ref: str, x: float, y: float, turned: int = 0) -> Placed:
        part = wired.parts[ref]
        high = f"{button_high(pins.plate):g} mm high"
        bought = {"reed": "reed switch, normally open", "button": f"push button 6 x 6 mm, {high}"}
        return Placed(ref, footprint(part), _at(row, column, x, y), turned, nets(ref),
                      value=bought.get(part.kind, part.value))  # fmt: skip

    names = {layer: contact(layer, row, column) for layer in LAYERS}
    yield put(names["reed"], 0, -8 + _REED_PADS, 90)
    yield put(names["button"], -3.25, 13.75)
    tilt = nets(names["tilt"])
    for number, (x, y) in (("1", (-5.0, 0.0)), ("2", (9.5, 0.0))):
        yield Placed(f"{names['tilt']}_{number}", "", _at(row, column, x, y), 0,
                     {"1": tilt[number]}, (1.1, 1.9))  # fmt: skip
    for layer in LAYERS:
        yield put(f"D{names[layer][1:]}", _DIODE[layer], _ROW, 270)
    yield put(f"LED{pixel_of(pins, row, column)}", 0, 7.5, 180 if row == 0 else 0)
    y = 10.25 if row == 0 else 3.35
    yield Placed(f"C_LED{pixel_of(pins, row, column)}", "Capacitor_SMD:C_0805_2012Metric",
                 _at(row, column, 7.5, y), 90,
                 {"1": five_net(row), "2": GND}, value="100 nF")  # fmt: skip


def _ways(row: int, column: int) -> Iterator[Track | Via]:
    """Return the tracks within one cell."""

    def track(net: str, layer: str, *points: Point, width: float = _LINE) -> Track:
        return Track(net, layer, width, tuple(_at(row, column, *point) for point in points))

    def between(layer: str) -> str:
        return f"N{contact(layer, row, column)[1:]}"

    reed, button = column_net("reed", column), column_net("button", column)
    tilt = f"PINS{column}"
    far, near = -8 - _REED_PADS, -8 + _REED_PADS
    yield track(reed, TOP, (0, near), (_COLUMN["reed"], near))
    yield Via(reed, _at(row, column, _COLUMN["reed"], near))
    yield track(
        between("reed"), BELOW, (0, far), (10.3, far), (10.3, _ANODE), (_DIODE["reed"], _ANODE)
    )
    yield track(button, TOP, (-3.25, 13.75), (_COLUMN["button"], 13.75))
    yield Via(button, _at(row, column, _COLUMN["button"], 13.75))
    yield track(button, TOP, (-3.25, 13.75), (3.25, 13.75))
    yield track(
        between("button"),
        BELOW,
        (-3.25, 18.25),
        (_DIODE["button"], 18.25),
        (_DIODE["button"], _ANODE),
    )
    yield track(tilt, TOP, (-5, 0), (_COLUMN["tilt"], 0))
    yield Via(tilt, _at(row, column, _COLUMN["tilt"], 0))
    yield track(between("tilt"), TOP, (9.5, 0), (_DIODE["tilt"], 0), (_DIODE["tilt"], _ANODE))
    if row == 0:  # turned, so that it takes its data from the left
        yield track(five_net(row), TOP, (2.45, 9.1), (2.45, 11.2), width=0.8)
        zero, left = (-2.45, 5.9), (-4.6, 5.9)
    else:
        yield track(five_net(row), TOP, (-2.45, 5.9), (-2.45, 4.4), width=0.8)
        zero, left = (2.45, 9.1), (4.6, 9.1)
    yield track(GND, TOP, zero, left, width=0.6)
    yield Via(GND, _at(row, column, *left))
    for x in (-18.0, 5.0):  # join the 0 V of both layers, between all lines
        for y in (-5.0, -15.0):
            yield Via(GND, _at(row, column, x, y))


def _lines(pins: PinMap) -> Iterator[Track]:
    """Return the tracks across the tile and along it, from edge to edge."""
    left, right = -_EDGE, PITCH + _EDGE
    for row in (0, 1):
        y = PITCH * row + _ROW
        yield Track(row_net(row), TOP, _LINE, ((left, y), (right, y)))
        y = _supply_at(row)
        yield Track(five_net(row), TOP, _POWER, ((left, y), (right, y)))
        first, last = (0, 1) if row == 0 else (1, 0)
        right_pad, left_pad, middle = (PITCH * row + y for y in (5.9, 9.1, 7.5))
        ends = (data_net(pins, row, first, out=False), data_net(pins, row, first, out=True),
                data_net(pins, row, last, out=True))  # fmt: skip
        west, between, east = ends if row == 0 else ends[::-1]
        yield Track(west, TOP, _LINE, ((left, left_pad), (-2.45, left_pad)))
        yield Track(between, TOP, _LINE, (
            (2.45, right_pad), (5.8, right_pad), (5.8, middle), (34, middle), (34, left_pad),
            (PITCH - 2.45, left_pad),
        ))  # fmt: skip
        yield Track(east, TOP, _LINE, (
            (PITCH + 2.45, right_pad), (PITCH + 5.8, right_pad), (PITCH + 5.8, middle),
            (right, middle),
        ))  # fmt: skip
    for column in (0, 1):
        for layer, at in _COLUMN.items():
            net = f"PINS{column}" if layer == "tilt" else column_net(layer, column)
            x = PITCH * column + at
            yield Track(net, BELOW, _LINE, ((x, -_EDGE), (x, PITCH + _EDGE)))


def _supply_at(row: int) -> float:
    """Return where the 5 V of a row run: on the side of the pixels' pin."""
    return PITCH * row + (11.2 if row == 0 else 4.4)


def _ends(pins: PinMap) -> Iterator[tuple[str, str, Point, tuple[float, float]]]:
    """Yield the holes at the edges, by which tiles are joined: name, net, place, and its size."""
    left, right = -_EDGE, PITCH + _EDGE
    for row in (0, 1):
        y = PITCH * row
        sides = {"W": (left, 9.1, row == 1), "E": (right, 7.5, row == 0)}
        for side, (x, data, out) in sides.items():
            column = 0 if side == "W" else 1
            yield f"ROW{row}{side}", row_net(row), (x, y + _ROW), _PIN
            yield f"V{row}{side}", five_net(row), (x, _supply_at(row)), _WIRE
            yield f"GND{row}{side}", GND, (x, y - 1.5), _WIRE
            yield f"D{row}{side}", data_net(pins, row, column, out=out), (x, y + data), _PIN
    for column in (0, 1):
        for layer, at in _COLUMN.items():
            net = f"PINS{column}" if layer == "tilt" else column_net(layer, column)
            for side, y in (("F", -_EDGE), ("N", PITCH + _EDGE)):
                yield f"{layer[0].upper()}{column}{side}", net, (PITCH * column + at, y), _PIN


def beside(pins: PinMap) -> dict[tuple[str, str], str]:
    """Return the nets of what the tile has beside the circuit, by part and pad."""
    found = {(name, "1"): whole_net(net) for name, net, _, _ in _ends(pins)}
    for row in (0, 1):
        for column in (0, 1):
            ref = f"C_LED{pixel_of(pins, row, column)}"
            found |= {(ref, "1"): V5, (ref, "2"): GND}
    return found


def _texts(pins: PinMap) -> Iterator[Text]:
    """Yield what a builder reads on the tile: its sides, and the holes at its edges."""
    for words, y in (("far", -18.6), ("near", PITCH + 18.4)):
        yield Text(words, (8.0, y))
    yield Text(f"speeltafel tile   map {pins.mark}", (PITCH / 2, PITCH / 2))
    for name, _, (x, y), _ in _ends(pins):
        if name[0] in "RBT" and name[-1] in "FN":
            yield Text(name[0], (x, y + (1.9 if y < 0 else -1.9)), high=0.8)
        elif name[0] in "VD" or name.endswith("W"):
            words = {"R": "ROW", "V": "5V", "G": "0V"}.get(name[0]) or (
                "DIN" if name in ("D0W", "D1E") else "DOUT")  # fmt: skip
            yield Text(words, (x + (2.9 if x < 0 else -2.9), y - 1.0), high=0.8)
