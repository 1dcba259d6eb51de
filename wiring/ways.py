"""What to buy, a complete list for each way to build: starter, wired by hand, with the board."""

from collections.abc import Iterable, Iterator

from wiring.bill import Item, bill
from wiring.boards.controller import on_tiles, placed, table
from wiring.boards.fabricate import listed
from wiring.circuit import Circuit, circuit
from wiring.pins import PinMap
from wiring.read import WiringError

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
        if not item.part.startswith("perfboard"):
            yield item


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
