"""The lists of parts to buy, complete for each way to build: starter, by hand, with boards."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from wiring import cables
from wiring.bill import Item, bill
from wiring.boards import controller, tile
from wiring.boards.controller import APART, on_tiles, plugs, table
from wiring.boards.fabricate import LCSC, flat, listed
from wiring.circuit import Circuit
from wiring.frame import NUT, SCREW, SLEEVE, STAND_OFF
from wiring.harness import FINE
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
)
_PLUGGED = ("pi", "supply", "key", "buzzer", "display")  # kinds that the board has a connector for


def with_boards(pins: PinMap) -> Iterator[Item]:
    """Return the items of a table of tiles with the controller's board.

    Raise WiringError for a map that the boards cannot serve: all cells have tilt sensors then.
    """
    check_supply(pins.supply, pins.limit, sensor_current(CELLS, pins.hall))
    yield Item(
        str(TILES),
        "circuit board, the tile",
        "two layers, 1.6 mm, copper of 35 um",
        "none",
        "boards/tile/gerber; its flat parts are placed by the house",
        "1",
    )
    yield from _on_tiles(pins)
    yield Item(
        "1", "circuit board, the controller", "two layers, 1.6 mm, copper of 35 um", "none", "boards/controller/gerber"
    )
    parts = {ref: part for ref, part in table(pins).parts.items() if not on_tiles(ref)}
    for value, _, found, number in listed(controller.placed(pins)):
        joins = [part.ref for part in found if part.ref not in parts or parts[part.ref].kind in _PLUGGED]
        if joins:
            yield Item(str(len(joins)), value, "", "", f"on the controller: {' '.join(joins)}", maker=number)
    for item in bill(pins, Circuit(parts)):
        if not item.part.startswith(_BY_HAND):
            yield item
    yield from _beside()


def _on_tiles(pins: PinMap) -> Iterator[Item]:
    """Yield the parts of all tiles, first the parts that the house places, and their cables."""
    board = tile.placed(pins)
    for value, _, parts, maker in sorted(listed(board), key=lambda one: not flat(one[2][0])):
        number = f"{maker}, LCSC {LCSC[value][0]}" if value in LCSC else maker
        by = "placed by the house" if flat(parts[0]) else "soldered by hand"
        spares = {"reed switch": 12, "push button": 4}
        spare = next((str(n) for start, n in spares.items() if value.startswith(start)), "")
        yield Item(str(TILES * len(parts)), value, "", "", f"{by}, {len(parts)} on each tile", spare, number)
    needed = cables.metres(pins)
    for name, many in cables.plugged().items():
        of = 2 * tile.HEADERS[name][0]
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
    yield Item(
        "8",
        f"resettable fuse {tile.FUSE:g} A",
        f"opens at {2 * tile.FUSE:g} A",
        "",
        "in the 5 V of each row, at the left edge",
        "1",
        "Littelfuse RXEF075",
    )
    screws = TILES * len(tile.SCREWS)
    for part, rating in (
        (f"screw M3 x {SCREW[1]:g} mm, countersunk", "brass or nylon, not of steel"),
        (f"nut M3, {NUT[1]:g} mm high", "brass or nylon, not of steel"),
        (f"sleeve {SLEEVE[1]:g} mm high, for M3", f"{2 * SLEEVE[0]:g} mm across at most, nylon"),
    ):
        yield Item(str(screws), part, rating, "", "three for each tile", "6")


def _beside() -> Iterator[Item]:
    """Yield the plugs of the controller's cables, and its fasteners."""
    counts = Counter(len(nets) for name, nets in plugs().items() if name != "FEED")
    for poles, many in sorted(counts.items()):
        yield Item(
            str(many),
            f"Molex KK 254, housing for {poles} crimps",
            "for wires",
            "",
            "on the cables",
            maker=f"Molex 22-01-30{poles}7",
        )
    crimps = sum(poles * many for poles, many in counts.items())
    yield Item(str(crimps), "Molex KK 254, crimp", "AWG 22 to 30", "", "in the housings", "10", "Molex 08-50-0114")
    yield Item(
        "1", "holder for a fuse of 5 x 20 mm", "for boards, pins 22.5 mm apart", "", "F1", maker="Schurter 0031.8201"
    )
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


def document(pins: PinMap, starter: PinMap) -> str:
    """Return the three lists as Markdown."""
    lines = [
        "# What to buy",
        "",
        "Made from `wiring/table.toml`: take the list of your way to build, whole. Prices change",
        "by dealer and month: they are not known here. What the starter has goes on into the",
        "table.",
        "",
    ]
    for title, items in (
        ("The starter: a row on a breadboard", _table(bill(starter))),
        ("The table, wired by hand", _table(bill(pins))),
        ("The table with boards: 24 tiles and a controller", _boards(pins)),
    ):
        lines += [f"## {title}", "", *items, ""]
    return "\n".join(lines)


def _boards(pins: PinMap) -> Iterable[str]:
    try:
        return [*_table(with_boards(pins))]
    except WiringError as error:
        return [f"There are no boards for this map: {error}."]


def _table(items: Iterable[Item]) -> Iterator[str]:
    yield "| number | part | it must have | spares | maker's number | where |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for item in items:
        cells = item.quantity, item.part, item.rating, item.spares, item.maker, item.where
        yield f"| {' | '.join(cells)} |"
