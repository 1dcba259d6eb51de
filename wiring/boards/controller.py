"""The controller: the board with all parts of the table that are not on its tiles.

It is plugged onto the Pi's header from above, its socket below it, and held by the Pi's own four
screws; the Pi's USB plugs stand out at its right edge. Twelve cables of three wires lead to the
tiles, a cable for each column; rows, data and supply have connectors at the left and near edge.

Places are mm to the right of pin 1 of the Pi's header, and towards the near edge, from above.
"""

from collections.abc import Iterator
from functools import partial

from wiring.boards.board import BELOW, TOP, Board, Placed, Point, Text, Track
from wiring.boards.route import routed
from wiring.circuit import (
    CELL_PART,
    DATA,
    GND,
    RESET,
    SCL,
    SDA,
    V5,
    V5_RAW,
    V33,
    Circuit,
    circuit,
    column_net,
    row_net,
    sensor_net,
)
from wiring.netlist import footprint
from wiring.pins import HIGH_AT_START, PinMap
from wiring.read import CELLS, COLUMNS, ROWS, WiringError

CORNERS = (-70.5, -52.0), (56.5, 51.5)
PI_HOLES = (-4.87, -1.27), (53.13, -1.27), (-4.87, 47.73), (53.13, 47.73)
"""The Pi's mounting holes: 58 x 49 mm, 3.5 mm from its edges (its mechanical drawing)."""
_HOLES = (*PI_HOLES, (-66.5, 1.27), (-66.5, 24.13), (53.13, -34.0))
APART = 11.0  # mm from the Pi to the controller, the height of the stand-offs between them
POWER = 3.0  # mm, the width of the tracks from the supply through the fuse to the tiles
BRANCH = 1.2  # mm, the width of the level shifter's 5 V
_FIRST, _APART, _FAR = -64.77, 10.16, -45.72  # the first column's connector, and the next ones
_PARTS: dict[str, tuple[Point, int]] = {  # the place of pad 1, and the turn in degrees
    "J1": ((0.0, 0.0), 270),
    "DREF": ((-58.42, -5.08), 0),
    "J2": ((-63.5, 33.02), 270),
    "F1": ((-52.07, 33.02), 90),
    "C1": ((-43.18, 10.16), 0),
    "LS1": ((-36.83, 17.78), 0),
    "C_LS1": ((-27.94, 12.7), 0),
    "R1": ((-41.91, 22.86), 270),
    "R2": ((22.86, 31.75), 270),
    "BZ1": ((22.86, 46.99), 90),
    "DS1": ((33.02, 46.99), 90),
    "R_RESET": ((2.54, 7.62), 0),
    "R_FIVE": ((-12.7, 7.62), 0),
    "R_ZERO": ((-12.7, 12.7), 0),
}
_CHIPS = (-66.04, -25.4, 15.24)  # pin 1 of each chip, to the right
_KEYS = (-25.4, -15.24, 2.54, 12.7)
_FEED, _DATA, _ROWS = (-63.5, 10.16), (-62.23, 46.99), (-50.8, 46.99)
_PROBES = {
    V33: (10.16, 15.24),
    SDA: (17.78, 15.24),
    SCL: (25.4, 15.24),
    GND: (33.02, 15.24),
    RESET: (40.64, 15.24),
    V5: (-17.78, 12.7),
    DATA: (-45.72, 38.1),
}
_WORDS: tuple[tuple[str, Point, int], ...] = (
    ("DREF", (-54.61, -7.2), 0),
    ("10k", (7.62, 7.62), 0),
    ("10k", (-7.62, 7.62), 0),
    ("15k", (-7.62, 12.7), 0),
    ("5 V SUPPLY", (-63.5, 28.7), 0),
    ("+", (-60.6, 33.02), 0),
    ("-", (-60.6, 38.1), 0),
    ("5 V TO TILES", (-63.5, 19.7), 0),
    ("+", (-60.6, 10.16), 0),
    ("-", (-60.6, 15.24), 0),
    ("F1  {pins.supply.fuse:g} A fast", (-55.2, 21.8), 90),
    ("C1  1000 uF", (-40.7, 3.8), 0),
    ("LS1 74AHCT125", (-33.02, 25.4), 90),
    ("330", (-41.91, 27.94), 90),
    ("1k", (22.86, 36.83), 90),
    ("BUZZER", (24.13, 50.0), 0),
    ("DISPLAY", (36.83, 50.0), 0),
    ("ROWS", (-38.1, 40.9), 0),
    ("DATA", (-56.4, 46.99), 90),
    ("D", (-62.23, 42.6), 0),
    ("0V", (-59.69, 42.6), 0),
)
_BOUGHT = {  # by kind: the part to solder in for a part that is not itself on the board
    "pi": "socket 2 x 20, 2.54 mm, 8.5 mm high, from below",
    "supply": "terminal 2 x 5.08 mm",
    "fuse": "fuse holder 5 x 20 mm",
    "expander": "{value} in a socket",
    "level shifter": "{value} in a socket",
    "key": "pin header 1 x 2",
    "buzzer": "pin header 1 x 2",
    "display": "socket 1 x 4",
}
_KK = "Connector_Molex:Molex_KK-254_AE-6410-{0:02}A_1x{0:02}_P2.54mm_Vertical"
_TERMINAL = "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal"


def controller(pins: PinMap) -> Board:
    """Return the controller with its tracks. Raise WiringError for a map that it cannot serve."""
    return routed(placed(pins), {V5: BRANCH})


def placed(pins: PinMap) -> Board:
    """Return the controller without the tracks that a program finds. Raise WiringError."""
    wired = table(pins)
    return Board(CORNERS, tuple(_parts(pins, wired)), tuple(_power()), texts=tuple(_texts(pins)))


def table(pins: PinMap) -> Circuit:
    """Return the circuit of a table of boards.

    It has tilt sensors at every cell. RESET of the chips is on a GPIO, even where the map has it on
    3.3 V.
    """
    taken = {*pins.keys.values(), pins.buzzer}
    free = next((gpio for gpio in HIGH_AT_START if gpio not in taken), None)
    reset = pins.reset if pins.reset is not None else free
    parts = pins.parts._replace(tilts=tuple(range(CELLS)))
    return circuit(pins._replace(parts=parts, reset=reset))


def on_tiles(ref: str) -> bool:
    """Return whether a part of the circuit is in a cell: a part of a contact, or a pixel."""
    return CELL_PART.fullmatch(ref) is not None or ref.startswith("LED")


def plugs() -> dict[str, tuple[str, ...]]:
    """Return the connectors for the tiles, by name, with their nets from pin 1."""
    layers = sensor_net, partial(column_net, "button"), partial(column_net, "reed")
    columns = {f"COL{column}": tuple(net(column) for net in layers) for column in range(COLUMNS)}
    rows = tuple(row_net(row) for row in range(ROWS))
    return columns | {"ROWS": rows, "DATA": (DATA, GND), "FEED": (V5, GND)}


def connectors(pins: PinMap) -> dict[str, Point]:
    """Return the place of pin 1 of each connector for a cable."""
    where = _PARTS | dict(_repeated(pins))
    panel = (name for name in where if name.startswith("SW_"))
    return {name: where[name][0] for name in (*plugs(), *panel, "J2", "BZ1", "DS1")}


def beside() -> dict[tuple[str, str], str]:
    """Return the nets of parts that the controller has beside the circuit, by part and pad."""
    plugged = {(name, str(pin)): net for name, nets in plugs().items() for pin, net in enumerate(nets, 1)}
    return plugged | {(_probe(net), "1"): net for net in _PROBES}


def _probe(net: str) -> str:
    """Return the name of the test point of a net."""
    return f"TP_{net.strip('+')}"


def _parts(pins: PinMap, wired: Circuit) -> Iterator[Placed]:
    """Yield the parts, with the nets that the circuit gives their pins."""
    where = _PARTS | dict(_repeated(pins))
    for part in wired.parts.values():
        if on_tiles(part.ref):
            continue
        if part.ref not in where:
            raise WiringError(f"the controller has no place for {part.ref} ({part.kind})")
        at, turned = where[part.ref]
        nets = {leg.number: leg.net for leg in part.legs if leg.net is not None}
        bought = _BOUGHT.get(part.kind, "{value}").format(value=part.value)
        yield Placed(part.ref, footprint(part), at, turned, nets, value=bought, below=part.kind == "pi")
    for name, nets_ in plugs().items():
        shape = _TERMINAL if name == "FEED" else _KK.format(len(nets_))
        at, turned = where[name]
        pads = {str(pin): net for pin, net in enumerate(nets_, 1)}
        bought = _BOUGHT["supply"] if name == "FEED" else f"Molex KK 254, {len(nets_)} pins"
        yield Placed(name, shape, at, turned, pads, value=bought)
    for net, at in _PROBES.items():
        yield Placed(_probe(net), "TestPoint:TestPoint_THTPad_D2.0mm_Drill1.0mm", at, 0, {"1": net}, value="test point")
    for number, at in enumerate(_HOLES, 1):
        yield Placed(f"H{number}", "MountingHole:MountingHole_2.7mm_M2.5", at, 0, {}, value="M2.5")


def _repeated(pins: PinMap) -> Iterator[tuple[str, tuple[Point, int]]]:
    """Yield the places of connectors and of parts of which there are several."""
    for column in range(COLUMNS):
        x = round(_FIRST + _APART * column, 3)
        yield f"COL{column}", ((x, _FAR), 0)
        yield f"R_{sensor_net(column)}", ((x, _FAR + 15.24), 90)
    for chip, x in zip(pins.chips, _CHIPS, strict=False):
        yield chip, ((x, -12.7), 90)
        yield f"C_{chip}", ((x + 20.32, -8.89), 0)  # at its pins 9 and 10
    for name, x in zip(pins.keys, _KEYS, strict=False):
        yield f"SW_{name}", ((x, 46.99), 90)
        yield f"R_{name}", ((x, 31.75), 270)
    yield "FEED", (_FEED, 270)
    yield "DATA", (_DATA, 0)
    yield "ROWS", (_ROWS, 0)


def _power() -> Iterator[Track]:
    """Yield the wide tracks, which bear the current of the fuse."""
    (supply, _), (fuse, _), (bulk, _) = _PARTS["J2"], _PARTS["F1"], _PARTS["C1"]
    blown = fuse[0], fuse[1] - 22.5  # the fuse's other end
    yield Track(V5_RAW, TOP, POWER, (supply, fuse))
    yield Track(V5, TOP, POWER, (blown, _FEED))
    yield Track(V5, TOP, POWER, (blown, bulk))
    zero, between = 5.08, -58.42
    yield Track(
        GND,
        BELOW,
        POWER,
        (
            (_FEED[0], _FEED[1] + zero),
            (between, _FEED[1] + zero),
            (between, supply[1] + zero),
            (supply[0], supply[1] + zero),
        ),
    )


def _texts(pins: PinMap) -> Iterator[Text]:
    """Yield the texts on the board for a builder."""
    yield Text(f"speeltafel controller   map {pins.mark}", (24.13, 24.13), high=1.5)
    yield Text("on top of the Raspberry Pi; its USB here", (54.6, 24.13), 90)
    for column in range(COLUMNS):
        x = _FIRST + _APART * column
        yield Text(f"COL{column}", (x + 4.3, _FAR + 5.08))
        for pin, letter in enumerate("TBR"):
            yield Text(letter, (x + 2.54 * pin, _FAR - 4.6))
        yield Text("470", (x, _FAR + 10.16), 90)
    for (chip, address), x in zip(pins.chips.items(), _CHIPS, strict=False):
        yield Text(f"{chip}  MCP23017  0x{address:x}", (x + 16.51, -16.51), high=1.2)
        yield Text("1", (x, -10.4))
        yield Text("100n", (x + 22.82, -8.89), high=0.7)
    for name, x in zip(pins.keys, _KEYS, strict=False):
        yield Text(name, (x + 1.27, 50.0))
        yield Text("1k", (x, 36.83), 90)
    for place, number in (((0, 2.2), 1), ((0, -5.0), 2), ((48.26, 2.2), 39), ((48.26, -5.0), 40)):
        yield Text(str(number), place)
    for net, (x, y) in _PROBES.items():
        yield Text({V33: "3V3", V5: "5V", DATA: "DATA"}.get(net, net), (x, y - 2.2))
    for row in range(ROWS):
        yield Text(str(row), (_ROWS[0] + 2.54 * row, _ROWS[1] - 4.2))
    shown = ("GND", "3V3", "SCL", "SDA") if pins.display is not None else ()
    for pin, name in enumerate(shown):
        yield Text(name, (33.02 + 2.54 * pin, 43.3), 90, 0.9)
    yield Text("100n", (-25.44, 12.7), high=0.7)
    for words, place, turned in _WORDS:
        yield Text(words.format(pins=pins), place, turned)
