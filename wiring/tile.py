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

from wiring import controller
from wiring.circuit import CELL_PART, GND, PLACED, Circuit, column_net, five_net, row_net, sensor_net
from wiring.kicad import Point, board, joints
from wiring.pins import PinMap
from wiring.read import COLUMNS, PITCH, ROWS
from wiring.supply import DENSITY, ROW_OPENS

WIDE = 2 * PITCH
THICK = 1.6  # mm
_OFF = 0.05  # mm that a part may be off its place
CORNERS = (-PITCH / 2, -PITCH / 2), (WIDE - PITCH / 2, WIDE - PITCH / 2)
HEADERS = {"W": 8, "E": 8, "F": 6, "N": 6}
"""The pins of each, in two rows, so that a ribbon leaves across the edge of its letter."""


def each() -> Iterator[tuple[int, int]]:
    """Yield row and column of the far left cell of each tile."""
    yield from product(range(0, ROWS, 2), range(0, COLUMNS, 2))


def screws() -> tuple[Point, ...]:
    """Return the holes for screws: beside the tile's middle, and both left corners."""
    return tuple((x - PITCH / 2, y - PITCH / 2) for x, y in board("tile").holes())


def pin(name: str, number: int) -> Point:
    """Return the place of a header's pin on the tile; the header points down."""
    x, y = board("tile").pin(name, str(number))
    return round(x - PITCH / 2, 3), round(y - PITCH / 2, 3)


def table(pins: PinMap) -> Circuit:
    """Return the circuit of a table of tiles: flat parts, and the 5 V of each row behind a fuse."""
    return controller.table(_tiled(pins))


def _tiled(pins: PinMap) -> PinMap:
    supply = pins.supply._replace(row=min(pins.supply.row, ROW_OPENS / DENSITY))
    return pins._replace(parts=pins.parts._replace(diode=PLACED), supply=supply)


def headers(pins: PinMap) -> dict[str, tuple[str, ...]]:
    """Return the nets on the pins of each header of the far left tile."""
    columns = tuple(
        net
        for pair in zip(
            *((sensor_net(at), column_net("button", at), column_net("reed", at)) for at in (0, 1)), strict=True
        )
        for net in pair
    )
    rows = row_net(0), row_net(1), *(five_net(_tiled(pins), row) for row in (0, 1)), GND, GND

    def data(column: int, *, out: int) -> tuple[str, ...]:
        return tuple(f"DATA{pixel_of(pins, row, column) + (row ^ out)}" for row in (0, 1))

    return {"W": (*rows, *data(0, out=0)), "E": (*rows, *data(1, out=1)), "F": columns, "N": columns}


def pixel_of(pins: PinMap, row: int, column: int) -> int:
    """Return the number of the pixel of a cell of the far left tile."""
    return pins.chain.index(COLUMNS * row + column)


def nets(pins: PinMap) -> dict[tuple[str, str], str]:
    """Return the net of each pad of the far left tile, by part and number, with this map."""
    wired, cells = table(pins), list(product((0, 1), repeat=2))
    fives = [five_net(_tiled(pins), row) for row in (0, 1)]
    pixels = {f"LED{pixel_of(pins, *cell)}": cell[0] for cell in cells}
    in_cells = (
        ref
        for ref in wired.parts
        if (found := CELL_PART.fullmatch(ref)) and (int(found["row"]), int(found["column"])) in cells
    )
    plugged = {(name, str(number)): net for name, nets in headers(pins).items() for number, net in enumerate(nets, 1)}
    beside = {(f"C_{pixel}", pad): net for pixel, row in pixels.items() for pad, net in (("1", fives[row]), ("2", GND))}
    return joints(wired, (*pixels, *in_cells)) | plugged | beside


def misplaced(pins: PinMap) -> Iterator[str]:
    """Yield each part of the tile that is not where the map has it in its cell, in words."""
    cell = pins.cell
    for row, column in product((0, 1), repeat=2):
        at, (far, near) = f"{row}{column:02}", cell.reed
        places = {f"SR{at}": far, f"SR{at}N": near, f"SB{at}": cell.button, f"HT{at}": cell.hall}
        for ref, (x, y) in (places | {f"LED{pixel_of(pins, row, column)}": cell.pixel}).items():
            there = board("tile").parts[ref].middle
            found = there[0] - PITCH * (column + 0.5), there[1] - PITCH * (row + 0.5)
            if max(abs(found[0] - x), abs(found[1] - y)) > _OFF:
                yield f"tile: {ref} is at {found[0]:g}, {found[1]:g} of its cell, not at {x:g}, {y:g}"
