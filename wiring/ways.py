"""What to buy, a complete list for each way to build: starter, wired by hand, with the board."""

from collections import Counter
from collections.abc import Iterable, Iterator

from wiring.bill import Item, bill
from wiring.boards.controller import APART, on_tiles, placed, plugs, table
from wiring.boards.fabricate import listed
from wiring.circuit import Circuit, circuit
from wiring.frame import STAND_OFF
from wiring.pins import PinMap
from wiring.read import WiringError

_BY_HAND = ("perfboard", "socket 2 x 20", "holder for a fuse", "stand-off")
_PLUGGED = ("pi", "supply", "key", "buzzer", "display")  # kinds that the board has a connector for


def with_board(pins: PinMap) -> Iterator[Item]:
    """Return the items of a table with the controller's board, its cells wired by hand.

    Raises WiringError for a map that the board cannot serve.
    """
    parts = {ref: part for ref, part in circuit(pins).parts.items() if on_tiles(ref)}
    parts |= {ref: part for ref, part in table(pins).parts.items() if not on_tiles(ref)}
    yield Item("1", "circuit board, the controller", "two layers, 1.6 mm, copper of 35 um",
               "none", "boards/controller/gerber")  # fmt: skip
    for value, _, refs, number in listed(placed(pins)):
        joins = [ref for ref in refs if ref not in parts or parts[ref].kind in _PLUGGED]
        if joins:
            yield Item(str(len(joins)), value, "", "", f"on the controller: {' '.join(joins)}",
                       maker=number)  # fmt: skip
    for item in bill(pins, Circuit(parts)):
        if not item.part.startswith(_BY_HAND):
            yield item
    yield from _beside()


def _beside() -> Iterator[Item]:
    """Return what the controller is plugged together and held with."""
    counts = Counter(len(nets) for name, nets in plugs().items() if name != "FEED")
    for poles, many in sorted(counts.items()):
        yield Item(str(many), f"Molex KK 254, housing for {poles} crimps", "for wires", "",
                   "on the cables", maker=f"Molex 22-01-30{poles}7")  # fmt: skip
    crimps = sum(poles * many for poles, many in counts.items())
    yield Item(str(crimps), "Molex KK 254, crimp", "AWG 22 to 30", "", "in the housings", "10",
               "Molex 08-50-0114")  # fmt: skip
    yield Item("1", "holder for a fuse of 5 x 20 mm", "for boards, pins 22.5 mm apart", "", "F1",
               maker="Schurter 0031.8201")  # fmt: skip
    yield Item("4", f"stand-off M2.5 x {STAND_OFF:g} mm with a screw M2.5 x 6 mm",
               "one end a thread of 6 mm", "", "below the Pi")  # fmt: skip
    yield Item("4", f"stand-off M2.5 x {APART:g} mm with a screw M2.5 x 6 mm", "nylon or brass", "",
               "between the Pi and the controller")  # fmt: skip


def document(pins: PinMap, starter: PinMap) -> str:
    """Return the three lists as Markdown."""
    lines = [
        "# What to buy", "",
        "Made from `wiring/table.toml`: take the list of your way to build, whole. Prices change",
        "by dealer and month: they are not known here. What the starter has goes on into the",
        "table.", "",
    ]  # fmt: skip
    for title, items in (
        ("The starter: a row on a breadboard", _table(bill(starter))),
        ("The table, wired by hand", _table(bill(pins))),
        ("The table with the controller's board, its cells wired by hand", _board(pins)),
    ):
        lines += [f"## {title}", "", *items, ""]
    return "\n".join(lines)


def _board(pins: PinMap) -> Iterable[str]:
    try:
        return [*_table(with_board(pins))]
    except WiringError as error:
        return [f"There is no board for this map: {error}."]


def _table(items: Iterable[Item]) -> Iterator[str]:
    yield "| number | part | it must have | spares | maker's number | where |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for item in items:
        cells = item.quantity, item.part, item.rating, item.spares, item.maker, item.where
        yield f"| {' | '.join(cells)} |"
