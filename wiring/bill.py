"""The bill of materials, counted from the circuit."""

import csv
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import chain
from typing import NamedTuple

from wiring.circuit import Circuit, circuit
from wiring.frame import BLOCK, BLOCKS, FLOOR, LATH, LATH_DOWN, LATH_LONG, PLATE, STAND_OFF, WIDE, WOOD
from wiring.harness import FINE, JOINS, harness
from wiring.orders import order
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


_SPARE = {  # the share that breaks or gets lost, by the start of the part
    "reed switch": 0.06,
    "push button 6 x 6": 0.04,
    "Hall latch": 0.1,
    "transistor": 0.1,
    "BAT": 0.05,
    "1N4148": 0.05,
    "WS2812B": 0.04,
    "magnet": 0.04,
    "resistor": 0.2,
    "fuse": 3.0,
    "MCP23017": 0.3,
}
_DIODE_ITEMS = {
    "1N4148": ("0.1 A, 75 V, DO-35", "1N914"),
    "BAT85": ("Schottky, 0.2 A, 30 V, DO-34 or DO-35", "BAT43, BAT42, SD103A"),
    "BAT54": ("Schottky, 0.2 A, 30 V, SOD-323", "BAT85 (with wires)"),
}
_PARTS = {  # by kind: part, rating, substitutes, where; {value} comes from the circuit
    "pi": ("Raspberry Pi with header and its own supply", "3.3 V logic, 40 pins", "Zero 2 W, 3, 4 or 5", "J1"),
    "expander": ("{value}-E/SP, SPDIP-28, with socket", "I2C, 3.3 V", "none: MCP23S17 speaks SPI", "{refs}"),
    "reed": (
        "reed switch ORD228VL, normally open, {reed} mm glass",
        "{pull_in} AT, 0.1 A",
        "its band of 20 to 25 AT; not 10 to 15",
        "SRxyy and SRxyyN: row x, column yy, the far one and the near one",
    ),
    "button": (
        "push button 6 x 6 mm, {high} mm high, 1 N to 1.6 N",
        "momentary, normally open",
        "any with a cap of 3.5 mm or less across, as high",
        "SBxyy: row x, column yy",
    ),
    "hall": (
        "Hall latch {value}, TO-92 (LPG)",
        "on at {operate} mT or less, 5 V, open drain",
        "any latch of 9.5 mT or less with an open drain; not a switch of one pole",
        "HTxyy: row x, column yy",
    ),
    "tilt": (
        "transistor {value}, TO-92",
        "N-channel, on at 3 V or less",
        "BS170, other pins",
        "STxyy: row x, column yy",
    ),
    "47 kohm": ("resistor {value}", "0.1 W, 5 %", "33 to 100 kohm", "RTxyy: at the gate of STxyy"),
    "diode": ("{value}", "", "", "DRxyy, DBxyy, DTxyy and DREF"),
    "pull-up": ("resistor {value}", "0.1 W, 5 %", "resistor networks", "each column to 3.3 V"),
    "100 nF": (
        "ceramic capacitor {value}",
        "16 V, X7R",
        "any of 47 to 220 nF",
        "beside each chip, C_U.., and at each tilt sensor, CTxyy",
    ),
    "supply": ("power supply {value}", "closed, approved, with strain relief", "stronger ones; the fuse stays", "J2"),
    "fuse": (
        "fuse {value}",
        "5 x 20 mm, IEC 60127-2 sheet 2",
        "time-lag of the same current; not a car fuse, which opens at other currents",
        "F1",
    ),
    "1000 uF": ("electrolytic capacitor {value}", "10 V, low ESR", "up to 2200 uF", "C1"),
    "level shifter": (
        "{value}, DIP-14, with socket",
        "5 V supply, 3.3 V inputs",
        "none: 74HCT125 would feed the pixels from the Pi, 74HC125 reads no 3.3 V",
        "LS1",
    ),
    "47 ohm": ("resistor {value}", "0.25 W, 5 %", "33 to 100 ohm", "{refs}: in the pixels' data, at the Pi's end"),
    "330 ohm": ("resistor {value}", "0.25 W, 5 %", "220 to 470 ohm", "R1"),
    "pixel": (
        "{value} on a round board of {board} mm, with its 100 nF",
        "5 V, 60 mA",
        "WS2812B-V5, SK6812 (RGB)",
        "LED0 to LED{last}",
    ),
    "key": (
        "push button for a panel",
        "momentary, normally open, thread of 12 mm",
        "any; drill what it needs",
        "{refs}",
    ),
    "1 kohm": (
        "resistor {value}",
        "0.25 W, 5 %",
        "470 ohm to 2.2 kohm",
        "{refs}: against what a hand discharges, and for the buzzer",
    ),
    "10 kohm": (
        "resistor {value}",
        "0.25 W, 5 %",
        "9.1 to 11 kohm",
        "{refs}: RESET of the chips, and with 15 kohm the 5 V that a chip looks at",
    ),
    "15 kohm": ("resistor {value}", "0.25 W, 5 %", "13 to 16 kohm", "{refs}"),
    "470 ohm": ("resistor {value}", "0.25 W, 5 %", "330 to 560 ohm", "{refs}: each tilt column"),
    "buzzer": ("piezo disc, passive", "1 to 4 kHz, 3.3 V", "not one that beeps by itself", "BZ1"),
    "display": ("OLED {value}, I2C, 4 pins", "3.3 V", "SSD1309 with I2C; or none", "DS1"),
}


def bill(pins: PinMap, wired: Circuit | None = None) -> Iterator[Item]:
    """Return the items of the table, with spares and manufacturers."""
    wired = wired or circuit(pins)
    rest = (_bench(pins),) if pins.partial else (_pieces(pins), mechanical(pins))
    for item in chain(_soldered(pins, wired), _wires(pins, wired), *rest):
        part = next((share for part, share in _SPARE.items() if item.part.startswith(part)), 0.0)
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
    for kind, (name, rating, substitutes, where) in _PARTS.items():
        parts = wired.of(kind)
        if not parts:
            continue
        values = {
            "value": parts[0].value,
            "refs": " ".join(part.ref for part in parts),
            "last": str(len(parts) - 1),
            "board": f"{pins.board:g}",
            "high": f"{button_high(pins.plate):g}",
            "reed": f"{pins.reed.long:g}",
            "pull_in": "{:g} to {:g}".format(*pins.reed.pull_in),
            "operate": f"{pins.hall.operate[1]:g}",
        }
        own = _DIODE_ITEMS[parts[0].value] if kind == "diode" else (rating.format(**values), substitutes)
        yield Item(str(len(parts)), name.format(**values), *own, where.format(**values))


def _pieces(pins: PinMap) -> Iterator[Item]:
    """Return the items that go into the pieces."""
    glasses = sum(count for game, count in pins.pieces.items() if read_overlay(game).tilts)
    magnets = sum(pins.pieces.values()) - glasses
    games = ", ".join(f"{game} {count}" for game, count in pins.pieces.items() if not read_overlay(game).tilts)
    yield Item(
        str(magnets),
        _disc(pins.magnet),
        "neodymium N42, axial",
        "none: weaker ones are not seen, stronger ones hold the neighbours' reeds",
        f"in each foot: {games}",
    )
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


def _bench(pins: PinMap) -> Iterator[Item]:
    """Return the items of a starter build beside its circuit, and its measuring equipment."""
    for quantity, part, rating, substitutes, where in (
        ("3", "breadboard of 830 holes", "2.54 mm", "one for the first cell alone", "the bench"),
        ("80", "jumper wire", "pin to pin, 10 to 20 cm", "solid wire of 0.5 mm", "see harness.csv"),
        ("14", "jumper wire with a socket", "socket to pin, 20 cm", "", "from the Pi's header"),
        ("1", "roll of adhesive tape", "of paper", "", "holds reeds to the card"),
        ("1", "holder for a fuse of 5 x 20 mm", "in a cable", "", "F1, between J2 and the breadboard"),
        ("1", "screw terminal for the supply's plug", "as its plug is", "a cable cut open", "J2"),
        ("9", _disc(pins.magnet), "neodymium N42, axial", "none", "a piece, and eight around it"),
        ("2", _disc(pins.glass.magnet), "neodymium N42, axial", "N35", "both ends of a glass"),
        ("1", f"sand timer {pins.glass.across:g} x {pins.glass.high:g} mm", "", "", "a glass, for its tilt sensor"),
        ("1", "Hall latch DRV5013AD, TO-92 (LPG)", "5 V, open drain", "", "a tilt sensor"),
        ("1", "transistor 2N7000, TO-92", "N-channel, on at 3 V or less", "", "a tilt sensor"),
        ("1", "resistor 47 kohm", "0.1 W, 5 %", "33 to 100 kohm", "a tilt sensor"),
        ("1", "resistor 10 ohm", "1 W, 5 %", "2 W", "in line with the measuring coil"),
        ("4 m", "enamelled wire of 0.2 mm", "", "", "the measuring coil, 100 turns"),
        (
            "1",
            "bench supply, 0 to 5 V",
            "0.3 A, shows its current",
            "two cells of 1.5 V, a variable resistor of 100 ohm and 2 W, a second multimeter",
            "the measuring coil",
        ),
        ("1", "ceramic capacitor 100 nF", "16 V, X7R", "any of 47 to 220 nF", "a tilt sensor"),
        (
            "3",
            "card 1 mm thick, 120 x 500 mm",
            "three layers make the plate",
            "acrylic of 3 mm",
            "between magnet and reeds",
        ),
        ("1", "multimeter", "volts, ohms, diodes", "", "the builder's own"),
        ("1", "SD card of 16 GB or more", "class A1", "", "the Pi's system"),
    ):
        yield Item(quantity, part, rating, substitutes, where)


def mechanical(pins: PinMap) -> Iterator[Item]:
    """Return the items for plate, frame, floor and assembly, with sheets and the Pi's SD card."""
    (wide, deep), (across, high), blocks = PLATE, LATH, ROWS * len(BLOCKS)
    whole = f"{wide:g} x {deep:g}"
    for quantity, part, rating, substitutes, where in (
        (
            "1",
            f"plate {whole} x {pins.plate:g} mm",
            "plywood or acrylic, no metal",
            "MDF",
            "the plate: its edges lie on the frame",
        ),
        (str(ROWS), f"lath {across:g} x {high:g} x {LATH_LONG:g} mm", "wood", "acrylic", "under the buttons of a row"),
        (
            str(blocks),
            f"block {BLOCK:g} x {BLOCK:g} x {LATH_DOWN:g} mm",
            "wood",
            "cut from a lath",
            "between lath and plate",
        ),
        (str(blocks), "wood screw 2.5 x 16 mm", "countersunk, brass or stainless", "not of magnetic steel", "laths"),
        ("2", f"frame board {WIDE:g} x {pins.frame:g} x {WOOD:g} mm", "wood", "", "far and near side of the frame"),
        ("2", f"frame board {deep:g} x {pins.frame:g} x {WOOD:g} mm", "wood", "", "left and right side of the frame"),
        ("8", "wood screw 3.5 x 30 mm", "countersunk", "", "the frame's corners"),
        (
            "16",
            "wood screw 3 x 16 mm",
            "countersunk, brass or stainless",
            "not of magnetic steel",
            "plate and floor on the frame, 8 each",
        ),
        ("1", f"floor {whole} x {FLOOR:g} mm", "plywood, with holes for air", "", "below the frame"),
        ("4", "foot, felt or rubber, 15 mm", "self-adhesive", "", "below the floor"),
        (
            "1",
            "panel jack for the supply's plug",
            "5.5 x 2.1 mm, 5 A or more",
            "a terminal adapter",
            "J2, in the frame's far left corner",
        ),
        (
            "1",
            "power strip of two sockets with a switch",
            "approved",
            "",
            "both supplies: it is the table's key for off",
        ),
        ("1", "SD card of 16 GB or more", "class A1", "", "the Pi's system"),
        ("1", "set of printed sheets", "matt, 0.2 mm", "canvas", "one for each game"),
        ("1", "glue", "epoxy for magnets, silicone for reeds", "hot glue for reeds", "magnets, reeds, boards"),
        (
            "1",
            "set of printed parts",
            "PLA or PETG: printed/*.stl; 1 kg of filament does",
            "changed from printed/*.step",
            "caps, feet, jig, bezel",
        ),
        ("1", "paint pen, or paper labels of 25 mm", "dry in a day", "", "digits and letters of pieces"),
        ("1", "roll of adhesive tape", "of paper", "", "template, and stops for the sheet"),
        ("1", "cable clamp", "for a cable of 4 mm, with its screw", "a cable tie as a knot", "the Pi's cable, inside"),
        (
            "1",
            "heat-shrink sleeve 1.5 mm, 5 m",
            "insulates what could touch",
            "PVC sleeve",
            "wires of reeds and diodes",
        ),
        ("2", "perfboard 100 x 160 mm", "2.54 mm", "", "chips, level shifter"),
        (
            "1",
            "socket 2 x 20, 2.54 mm, with ribbon cable of 30 cm",
            "for the Pi's header",
            "jumper wires with sockets",
            "J1",
        ),
        ("1", "holder for a fuse of 5 x 20 mm", "in a cable or for a panel, 250 V, 6 A or more", "", "F1"),
        (
            "12",
            f"stand-off M2.5 x {STAND_OFF:g} mm with two screws M2.5 x 6 mm",
            "nylon or brass",
            "",
            "four below each perfboard and below the Pi",
        ),
    ):
        yield Item(quantity, part, rating, substitutes, where)


def document(pins: PinMap, wired: Circuit | None = None) -> str:
    """Return the bill as CSV, with a line of headings."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(Item._fields)
    writer.writerows(bill(pins, wired))
    return file.getvalue()
