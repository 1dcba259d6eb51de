"""The lists of parts to buy, complete for each way to build: of tiles, or by hand."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from wiring import cables, controller, tile
from wiring.bill import Item, bill, ordered, total
from wiring.circuit import Circuit
from wiring.controller import APART, on_tiles, plugs
from wiring.frame import NUT, PILLAR, SCREW, SLEEVE, STAND_OFF, pillar_high
from wiring.harness import FINE
from wiring.kicad import differences, listed
from wiring.orders import entries, estimated
from wiring.pins import PinMap
from wiring.read import CELLS, WiringError
from wiring.reeds import sensor_current
from wiring.supply import check_supply

TILES = CELLS // 4
_PLUGGED = ("pi", "supply", "key", "buzzer", "display")  # kinds that the board has a connector for


def with_boards(pins: PinMap) -> list[Item]:
    """Return the items of a table of tiles with the controller's board.

    Raise WiringError for a map that the boards do not fit: all cells have tilt sensors then.
    """
    check_supply(pins.supply, pins.limit, sensor_current(CELLS, pins.hall), CELLS)
    check_boards(pins)
    return [ordered(item) for item in _with_boards(pins)]


def check_boards(pins: PinMap) -> None:
    """Raise WiringError for a pad of a board on another net than the map has it on, or a part at another place."""
    nets = {"tile": tile.nets(pins), "controller": controller.nets(pins)}
    for wrong in chain(*(differences(name, wanted) for name, wanted in nets.items()), tile.misplaced(pins)):
        raise WiringError(f"they are drawn for the table's own map: {wrong}")


def _with_boards(pins: PinMap) -> Iterator[Item]:
    yield from _worded(pins, "boards")
    yield from _on_tiles()
    yield from _cables(pins)
    parts = {ref: part for ref, part in tile.table(pins).parts.items() if not on_tiles(ref)}
    for value, _, found in listed("controller"):
        joins = [part.ref for part in found if part.ref not in parts or parts[part.ref].kind in _PLUGGED]
        if joins:
            yield Item(str(len(joins)), value, "", "", f"on the controller: {' '.join(joins)}")
    replaced = tuple(entries()["tiled"]["replaces"])
    yield from (item for item in bill(pins, Circuit(parts)) if not item.part.startswith(replaced))
    yield from _crimped()
    yield from _worded(pins, "items")


def _worded(pins: PinMap, name: str) -> Iterator[Item]:
    """Yield the items that stand in parts.toml under this name."""
    fields = {
        "tiles": TILES,
        "screws": TILES * len(tile.screws()),
        "screw": SCREW,
        "nut": NUT,
        "sleeve": SLEEVE[1],
        "across": 2 * SLEEVE[0],
        "pillar": f"{2 * PILLAR:g} mm across, {pillar_high(pins, tiles=True):g} mm high",
        "below": STAND_OFF,
        "apart": APART,
    }
    yield from (Item(*(word.format(**fields) for word in words)) for words in entries()["tiled"][name])


def _on_tiles() -> Iterator[Item]:
    """Yield the parts of all tiles, first the parts that the house places."""
    for value, _, parts in sorted(listed("tile"), key=lambda one: not one[2][0].flat):
        by = "placed by the house" if parts[0].flat else "soldered by hand"
        spares = {"reed switch": 12, "push button": 4}
        spare = next((str(n) for start, n in spares.items() if value.startswith(start)), "")
        yield Item(str(TILES * len(parts)), value, "", "", f"{by}, {len(parts)} on each tile", spare)


def _cables(pins: PinMap) -> Iterator[Item]:
    """Yield ribbons with their plugs, and wires."""
    needed, listed_in = cables.metres(pins), "cables.csv has each with its length"
    for name, many in sorted(cables.plugged(pins).items(), reverse=True):
        of = tile.HEADERS[name]
        plug, rating = (
            f"plug 2 x {of // 2} for ribbon cable, 2.54 mm",
            "pressed on, no latch, 13 mm high at most with its ribbon",
        )
        yield Item(str(many), plug, rating, "", "ribbons, and the cables at the left and near edge", "4")
        length = f"{1.1 * needed.pop(f'ribbon of {of}'):.1f} m"
        yield Item(length, f"ribbon cable of {of} wires, 1.27 mm", "AWG 28", "a wider one, torn", listed_in)
    for area, metres in needed.items():
        rating = "AWG 26" if area == f"{FINE:g}" else "or thicker"
        yield Item(f"{math.ceil(1.1 * metres)} m", f"wire of {area} mm²", rating, "", listed_in)


def _crimped() -> Iterator[Item]:
    """Yield the plugs of the controller's cables."""
    counts = Counter(len(nets) for name, nets in plugs().items() if name != "FEED")
    for poles, many in sorted(counts.items()):
        yield Item(str(many), f"Molex KK 254, housing for {poles} crimps", "for wires", "", "on the cables")
    crimps = sum(poles * many for poles, many in counts.items())
    yield Item(str(crimps), "Molex KK 254, crimp", "AWG 22 to 30", "", "in the housings", "10")


def document(pins: PinMap, wired: Circuit) -> str:
    """Return the lists of a map as Markdown: of tiles and by hand where all cells are built, else by hand."""
    lists = [] if pins.partial else [("The table of tiles: 24 tiles and a controller", _boards(pins))]
    lists.append(("The table, wired by hand", [*_table(bill(pins, wired))]))
    lines = [
        "# What to buy",
        "",
        f"Made for the map {pins.mark} from `wiring/parts.toml`: take the list of your way to build, whole.",
        f"Prices are estimates of {estimated()} with tax, without postage. An order number is one to search for:",
        'other makes do as well, and behind "any make" stand the words to search for. Compare it with',
        'the columns "part" and "it must have" before you order: nobody has ordered by this list yet.',
        "",
    ]
    for title, items in lists:
        lines += [f"## {title}", "", *items, ""]
    return "\n".join(lines)


def _boards(pins: PinMap) -> list[str]:
    try:
        return [*_table(with_boards(pins))]
    except WiringError as error:
        return [f"There are no boards for this map: {error}."]


def _table(items: Iterable[Item]) -> Iterator[str]:
    yield "| number | part | it must have | or | spares | EUR each | order number | where |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for item in (found := list(items)):
        cells = item.quantity, item.part, item.rating, item.substitutes, item.spares, item.price, item.maker, item.where
        yield f"| {' | '.join(cells)} |"
    yield from ("", f"Together some {total(found):.0f} EUR, with the spares.", "")
    yield from (
        "Numbers to paste into the list of a dealer in electronics, with spares (sockets of chips extra):",
        "",
        "```",
    )
    yield from (f"{int(item.quantity) + int(item.spares or 0)}\t{item.maker}" for item in found if item.maker)
    yield "```"
