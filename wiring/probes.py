"""The test points of a voltmeter, with the voltages to expect: they show most faults soonest.

All are measured against 0 V, with the black wire of the meter on pin 10 of a chip.
"""

from collections.abc import Iterator
from typing import NamedTuple

from wiring.circuit import dip_pin
from wiring.pins import PinMap
from wiring.power import budget


class Point(NamedTuple):
    """A test point. where: a part and its pin. idle: with no program. running: while `check` runs.

    fault: a wrong reading, and its reason.
    """

    what: str
    where: str
    idle: str
    running: str
    fault: str


def points(pins: PinMap) -> Iterator[Point]:
    """Return the points of a table, in the order in which they are built."""
    chip = next(iter(pins.chips))
    supply = "3.2 to 3.4 V"
    chips = ", ".join(pins.chips)
    yield Point(
        "supply of the chips", f"each chip, pin 9 ({chips})", supply, supply, "a short, or the wire to pin 1 of the Pi"
    )
    for name, pin in (("SCL", 12), ("SDA", 13)):
        yield Point(
            f"bus, {name}",
            f"{chip} pin {pin}",
            supply,
            "somewhat less, and restless",
            "0 V: a short, or a chip that holds it",
        )
    if pins.reset is not None:
        yield Point(
            "RESET",
            f"each chip, pin 18 ({chips})",
            supply,
            supply,
            "0 V: its wire is on the wrong pin of the Pi; no chip answers",
        )
    row = pins.rows[0]
    yield Point(
        "row 0",
        f"{row.chip} pin {dip_pin(row)}",
        "0 V or 3.3 V",
        "3.0 to 3.3 V",
        "steady while the program runs: it is not scanned",
    )
    column = pins.columns["reed"][0]
    yield Point(
        "reed column 0, no piece on it",
        f"{column.chip} pin {dip_pin(column)}",
        "0 V or 3.3 V",
        "3.2 V or more",
        "less: a bridge, or a diode the wrong way round",
    )
    yield Point(
        "reference",
        f"{pins.reference.chip} pin {dip_pin(pins.reference)}",
        "0 V or 3.3 V",
        "somewhat less than that column",
        f"the same: DREF is open, or not on row {pins.reference_row}",
    )
    five = f"{0.97 * pins.supply.volts:.2f} to {1.05 * pins.supply.volts:.2f} V"
    drawn = budget(pins)
    near = pins.supply.volts - drawn.joints - drawn.lead
    yield Point(
        "5 V of the pixels", "C1, its plus", five, f"{near:.2f} V or more, all white", "0 V: the fuse, or the plug"
    )
    yield Point(
        "5 V at the farthest pixel",
        f"LED{pins.chain.index(max(pins.cells))}, VDD",
        five,
        f"{drawn.farthest:.2f} V or more, all white",
        "less: a joint that is warm, or a wire too thin",
    )
    if (seen := pins.powered) is not None:
        yield Point(
            "5 V, as a chip sees it",
            f"{seen.chip} pin {dip_pin(seen)}",
            "2.8 to 3.2 V",
            "2.8 to 3.2 V",
            "below 0.5 V: no 5 V, or R_FIVE is open; tilts are not read",
        )
    yield Point(
        "data to the pixels", "LS1 pin 3", "below 0.2 V", "restless, below 2 V", "5 V: pin 1 of LS1 is not on 0 V"
    )
    yield Point(
        "0 V of both supplies",
        "J2, its 0 V",
        "below 0.02 V",
        "below 0.05 V",
        "more: the wire from pin 20 of the Pi is missing",
    )


def document(pins: PinMap) -> str:
    """Return the points as Markdown."""
    rows = (f"| {' | '.join(point)} |" for point in points(pins))
    return "\n".join(
        [
            "# Test points",
            "",
            "Made from `wiring/table.toml`. A multimeter on volts, its black wire on pin 10 of a chip",
            "(0 V); the first column of figures with no program running, the second while",
            "`speeltafel check --table pi` runs with nothing on the table; all white: `check --full`.",
            "",
            "| what | where | no program | `check` runs | if not |",
            "| --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )
