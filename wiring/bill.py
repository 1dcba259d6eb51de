"""The bill of materials, counted from the circuit."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from wiring.circuit import Circuit, circuit
from wiring.frame import (
    BLOCK,
    BLOCKS,
    FLOOR,
    LATH,
    LATH_DOWN,
    LATH_LONG,
    PILLAR,
    PLATE,
    STAND_OFF,
    WIDE,
    WOOD,
    pillar_high,
)
from wiring.harness import FINE, JOINS, harness
from wiring.orders import entries, order
from wiring.pins import PinMap
from wiring.places import button_high
from wiring.read import PITCH, ROWS, read_overlay
from wiring.reeds import Magnet


class Item(NamedTuple):
    """A line of the bill.

    Attributes:
        quantity: a number, or metres of a wire.
        part: its name at a dealer.
        rating: the load that it must bear, or a property that it must have.
        substitutes: parts that do as well.
        where: its place or name in the table.
        spares: how many more to order.
        maker: a manufacturer's number to search for, and LCSC's; other makes are as good.
        price: EUR of one part or of a metre, as parts.toml estimates it.
    """

    quantity: str
    part: str
    rating: str
    substitutes: str
    where: str
    spares: str = ""
    maker: str = ""
    price: str = ""


def bill(pins: PinMap, wired: Circuit | None = None) -> Iterator[Item]:
    """Return the items of the table, with spares and manufacturers."""
    wired = wired or circuit(pins)
    for item in chain(_soldered(pins, wired), _wires(pins, wired), _pieces(pins), mechanical(pins)):
        part = next((share for part, share in entries()["spares"].items() if item.part.startswith(part)), 0.0)
        spares = str(math.ceil(part * int(item.quantity))) if part else ""
        yield ordered(item._replace(spares=spares))


def ordered(item: Item) -> Item:
    """Return an item with its order number and its price."""
    maker, lcsc, price = order(item.part)
    number = f"{maker}, LCSC {lcsc}" if lcsc else maker
    return item._replace(maker=number, price="" if price is None else f"{price:.2f}")


def total(items: Iterable[Item]) -> float:
    """Return the estimated price of items with their spares, EUR."""
    return sum(
        float(item.price or 0) * (float(item.quantity.removesuffix(" m")) + int(item.spares or 0)) for item in items
    )


def _soldered(pins: PinMap, wired: Circuit) -> Iterator[Item]:
    """Return the items of the circuit."""
    for kind, (name, rated, instead, where) in entries()["soldered"].items():
        parts = wired.of(kind)
        if not parts:
            continue
        values = {
            "value": parts[0].value,
            "refs": " ".join(part.ref for part in parts),
            "last": str(len(parts) - 1),
            "board": f"{pins.cell.board:g}",
            "high": f"{button_high(pins.cell.plate):g}",
            "reed": f"{pins.reed.long:g}",
            "pull_in": "{:g} to {:g}".format(*pins.reed.pull_in),
            "operate": f"{pins.hall.operate[1]:g}",
        }
        rating, substitutes = entries()["diodes"][parts[0].value] if kind == "diode" else (rated, instead)
        part, rating, place = (text.format(**values) for text in (name, rating, where))
        yield Item(str(len(parts)), part, rating, substitutes, place)


def _pieces(pins: PinMap) -> Iterator[Item]:
    """Return the items that go into the pieces."""
    glasses = sum(count for game, count in pins.pieces.items() if read_overlay(game).tilts)
    magnets = sum(pins.pieces.values()) - glasses
    games = ", ".join(f"{game} {count}" for game, count in pins.pieces.items() if not read_overlay(game).tilts)
    if magnets:
        weaker = "none: weaker ones are not seen, stronger ones hold the neighbours' reeds"
        yield Item(str(magnets), _disc(pins.magnet), "neodymium N42, axial", weaker, f"in each foot: {games}")
    if not glasses:
        return
    glass = pins.glass
    yield Item(str(2 * glasses), _disc(glass.magnet), "neodymium N42, axial", "N35", "in both caps of each hourglass")
    yield Item(
        str(glasses),
        f"sand timer {glass.across:g} x {glass.high:g} mm",
        "2 minutes, all alike within a few seconds: each is measured",
        "others: see glass in table.toml",
        "hourglasses",
    )


def _wires(pins: PinMap, wired: Circuit) -> Iterator[Item]:
    """Return the wires, in metres: the sums of the harness, and a tenth for cuttings."""
    where = {
        2: "the chips, the display, keys and buzzer",
        3: "rows",
        4: "columns",
        5: "the pixels' data",
        0: "both 0 V",
        1: "5 V and 0 V of the pixels",
    }
    metres: dict[tuple[int, float], float] = defaultdict(float)
    for wire in harness(pins, wired):
        use = 3 if wire.net.startswith("ROW") else {4: 4, 5: 5}.get(wire.step, 2)
        if wire.area > FINE:
            use = 0 if wire.area == JOINS else 1
        metres[use, wire.area] += wire.length / 1000
    instead = {2: "ribbon cable", 3: "bare wire along the rows, and this to the chips"}
    length_told = "harness.csv has each with its length and colour"
    for (use, area), length in sorted(metres.items(), reverse=True):
        size = f"{area:g} mm² or AWG 26" if area == FINE else f"{area:g} mm² or more"
        yield Item(
            f"{math.ceil(1.1 * length)} m",
            f"wire for {where[use]}",
            size,
            instead.get(use, "the next thicker"),
            length_told,
        )
    bare = math.ceil(len(pins.cells) * PITCH / 1000)
    yield Item(
        f"{bare} m", "tinned bare wire", "0.5 to 0.8 mm", "wire for rows without its insulation", "along the rows"
    )


def _disc(magnet: Magnet) -> str:
    """Return the name of a magnet."""
    return f"magnet, disc {magnet.across:g} x {magnet.high:g} mm"


def mechanical(pins: PinMap) -> Iterator[Item]:
    """Return the items for plate, frame, floor and assembly, with sheets and the Pi's SD card."""
    blocks, pillar = ROWS * len(BLOCKS), pillar_high(pins)
    fields = {
        "whole": f"{PLATE[0]:g} x {PLATE[1]:g}",
        "plate": pins.cell.plate,
        "rows": ROWS,
        "games": len(pins.pieces),
        "blocks": blocks,
        "lath": f"{LATH[0]:g} x {LATH[1]:g} x {LATH_LONG:g}",
        "block": f"{BLOCK:g} x {BLOCK:g} x {LATH_DOWN:g}",
        "wide": WIDE,
        "deep": PLATE[1],
        "frame": pins.cell.frame,
        "wood": WOOD,
        "floor": FLOOR,
        "stand_off": STAND_OFF,
        "pillar": f"{2 * PILLAR:g} mm across, {pillar:g} mm high",
    }
    for words in entries()["mechanical"]["items"]:
        if set(words[5:]) <= set(pins.layers):
            quantity, part, rating, instead, where = (word.format(**fields) for word in words[:5])
            yield Item(quantity, part, rating, instead, where)
