"""The lists of parts to buy, complete for each way to build: the hourglass table, tiles, by hand."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from wiring import cables, controller, tile
from wiring.bill import Item, bill, ordered, total
from wiring.circuit import Circuit
from wiring.controller import APART, on_tiles, plugs
from wiring.frame import NUT, PILLAR, SCREW, SLEEVE, STAND_OFF, pillar_high
from wiring.harness import FINE
from wiring.kicad import differences, listed
from wiring.orders import estimated
from wiring.pins import PinMap
from wiring.read import CELLS, WiringError
from wiring.reeds import sensor_current
from wiring.supply import check_supply

TILES = CELLS // 4
_BY_HAND = (  # items that boards replace, by the start of their names
    "perfboard",
    "socket 2 x 20",
    "holder for a fuse",
    "stand-off",
    "lath",
    "block",
    "wood screw 2.5",
    "wire for",
    "tinned bare",
    "pillar",
)
_PLUGGED = ("pi", "supply", "key", "buzzer", "display")  # kinds that the board has a connector for


def with_boards(pins: PinMap) -> list[Item]:
    """Return the items of a table of tiles with the controller's board.

    Raise WiringError for a map that the boards do not fit: all cells have tilt sensors then.
    """
    check_supply(pins.supply, pins.limit, sensor_current(CELLS, pins.hall), CELLS)
    check_boards(pins)
    return [ordered(item) for item in _with_boards(pins)]


def check_boards(pins: PinMap) -> None:
    """Raise WiringError for a pad of a board on another net than the map has it on."""
    for name, nets in (("tile", tile.nets(pins)), ("controller", controller.nets(pins))):
        for wrong in differences(name, nets):
            raise WiringError(f"they are drawn for the table's own map: {wrong}")


def _with_boards(pins: PinMap) -> Iterator[Item]:
    yield Item(
        str(TILES),
        "circuit board, the tile",
        "two layers, 1.6 mm, copper of 35 um",
        "none",
        "boards/tile; its flat parts are placed by the house",
        "1",
    )
    yield Item(
        "1",
        "assembly by the house",
        "set-up, stencil and joints; freight comes to it",
        "by hand",
        "flat parts of 24 tiles",
    )
    yield from _on_tiles(pins)
    yield Item("1", "circuit board, the controller", "two layers, 1.6 mm, copper of 35 um", "none", "boards/controller")
    parts = {ref: part for ref, part in tile.table(pins).parts.items() if not on_tiles(ref)}
    for value, _, found in listed("controller"):
        joins = [part.ref for part in found if part.ref not in parts or parts[part.ref].kind in _PLUGGED]
        if joins:
            yield Item(str(len(joins)), value, "", "", f"on the controller: {' '.join(joins)}")
    for item in bill(pins, Circuit(parts)):
        if not item.part.startswith(_BY_HAND):
            yield item
    yield from _beside(pins)


def _on_tiles(pins: PinMap) -> Iterator[Item]:
    """Yield the parts of all tiles, first the parts that the house places, and their cables."""
    for value, _, parts in sorted(listed("tile"), key=lambda one: not one[2][0].flat):
        by = "placed by the house" if parts[0].flat else "soldered by hand"
        spares = {"reed switch": 12, "push button": 4}
        spare = next((str(n) for start, n in spares.items() if value.startswith(start)), "")
        yield Item(str(TILES * len(parts)), value, "", "", f"{by}, {len(parts)} on each tile", spare)
    needed = cables.metres(pins)
    for name, many in sorted(cables.plugged(pins).items(), reverse=True):
        of = tile.HEADERS[name]
        yield Item(
            str(many),
            f"plug 2 x {of // 2} for ribbon cable, 2.54 mm",
            "pressed on, no latch, 13 mm high at most with its ribbon",
            "",
            "ribbons, and the cables at the left and near edge",
            "4",
        )
        yield Item(
            f"{1.1 * needed.pop(f'ribbon of {of}'):.1f} m",
            f"ribbon cable of {of} wires, 1.27 mm",
            "AWG 28",
            "a wider one, torn",
            "cables.csv has each with its length",
        )
    for area, length in needed.items():
        yield Item(
            f"{math.ceil(1.1 * length)} m",
            f"wire of {area} mm²",
            "AWG 26" if area == f"{FINE:g}" else "or thicker",
            "",
            "cables.csv has each with its length",
        )
    yield Item("4", "jumper, 2.54 mm", "", "a drop of solder", "pins 7 and 8 of E at the right edge")
    screws = TILES * len(tile.screws())
    for part, rating in (
        (f"screw M3 x {SCREW[1]:g} mm, countersunk", "brass or nylon, not of steel"),
        (f"nut M3, {NUT[1]:g} mm high", "brass or nylon, not of steel"),
        (f"sleeve {SLEEVE[1]:g} mm high, for M3", f"{2 * SLEEVE[0]:g} mm across at most, nylon"),
    ):
        yield Item(str(screws), part, rating, "", "three for each tile", "6")


def _beside(pins: PinMap) -> Iterator[Item]:
    """Yield the plugs of the controller's cables, its fasteners, and the pillar."""
    pillar = f"pillar {2 * PILLAR:g} mm across, {pillar_high(pins, tiles=True):g} mm high"
    yield Item("1", pillar, "wood", "printed", "below the middle of the tiles, on the floor")
    counts = Counter(len(nets) for name, nets in plugs().items() if name != "FEED")
    for poles, many in sorted(counts.items()):
        yield Item(str(many), f"Molex KK 254, housing for {poles} crimps", "for wires", "", "on the cables")
    crimps = sum(poles * many for poles, many in counts.items())
    yield Item(str(crimps), "Molex KK 254, crimp", "AWG 22 to 30", "", "in the housings", "10")
    yield Item("1", "holder for a fuse of 5 x 20 mm, on a board", "pins 22.5 mm apart", "", "F1")
    yield Item(
        "4",
        f"stand-off M2.5 x {STAND_OFF:g} mm with a screw M2.5 x 6 mm",
        "one end a thread of 6 mm",
        "",
        "below the Pi",
    )
    yield Item(
        "4",
        f"stand-off M2.5 x {APART:g} mm with a screw M2.5 x 6 mm",
        "nylon or brass",
        "",
        "between the Pi and the controller",
    )


def document(pins: PinMap, small: PinMap) -> str:
    """Return the three lists as Markdown."""
    lines = [
        "# What to buy",
        "",
        "Made from `wiring/table.toml` and `wiring/parts.toml`: take the list of your way to",
        f"build, whole. Prices are estimates of {estimated()} with tax, without postage.",
        "",
    ]
    for title, items in (
        ("The hourglass table", _table(bill(small))),
        ("The table of tiles: 24 tiles and a controller", _boards(pins)),
        ("The table, wired by hand", _table(bill(pins))),
    ):
        lines += [f"## {title}", "", *items, ""]
    return "\n".join(lines)


def _boards(pins: PinMap) -> Iterable[str]:
    try:
        return [*_table(with_boards(pins))]
    except WiringError as error:
        return [f"There are no boards for this map: {error}."]


def _table(items: Iterable[Item]) -> Iterator[str]:
    yield "| number | part | it must have | spares | EUR each | order number | where |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for item in (found := list(items)):
        cells = (item.quantity, item.part, item.rating, item.spares, item.price, item.maker, item.where)
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield f"Together some {total(found):.0f} EUR, with the spares."
