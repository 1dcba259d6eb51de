"""The controller: the board with all parts of the table that are not on its tiles.

It is plugged onto the Pi's header from above, its socket below it, and held by the Pi's own four
screws; the Pi's USB plugs stand out at its right edge. Twelve cables of three wires lead to the
tiles, a cable for each column; rows, data and supply have connectors at the left and near edge.

Places are mm to the right of pin 1 of the Pi's header, and towards the near edge, from above.
"""

from functools import partial

from wiring.circuit import (
    CELL_PART,
    DATA,
    GND,
    RESET,
    SCL,
    SDA,
    V5,
    V33,
    Circuit,
    circuit,
    column_net,
    row_net,
    sensor_net,
)
from wiring.kicad import Point, board, joints
from wiring.pins import HIGH_AT_START, PinMap
from wiring.read import CELLS, COLUMNS, ROWS

APART = 11.0  # mm from the Pi to the controller, the height of the stand-offs between them
_PROBES = V33, SDA, SCL, GND, RESET, V5, DATA


def at(x: float, y: float) -> Point:
    """Return a place on the board, mm from its far left corner, as mm from pin 1."""
    one = board("controller").pin("J1")
    return round(x - one[0], 3), round(y - one[1], 3)


def corners() -> tuple[Point, Point]:
    """Return the far left and the near right corner of the board."""
    return at(0.0, 0.0), at(*board("controller").size)


def pi_holes() -> tuple[Point, ...]:
    """Return the holes that lie above the Pi's holes."""
    return tuple(at(*place) for place in board("controller").holes()[:4])


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


def connector(name: str) -> Point:
    """Return the place of pin 1 of a connector for a cable."""
    return at(*board("controller").pin(name))


def nets(pins: PinMap) -> dict[tuple[str, str], str]:
    """Return the net of each pad, by part and number, for a table with this map."""
    wired = table(pins)
    plugged = {(name, str(pin)): net for name, nets in plugs().items() for pin, net in enumerate(nets, 1)}
    probed = {(f"TP_{net.strip('+')}", "1"): net for net in _PROBES}
    return (
        joints(wired, (ref for ref, part in wired.parts.items() if not on_tiles(ref) and part.kind != "row fuse"))
        | plugged
        | probed
    )
