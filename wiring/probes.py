"""The test points of a voltmeter, with the voltages to expect: they show most faults soonest."""

from wiring.circuit import dip_pin
from wiring.expanders import Pin
from wiring.pins import PinMap
from wiring.power import budget
from wiring.read import COLUMNS

_CHIPS = """\
| supply of the chips | each chip, pin 9 ({chips}) | 3.2 to 3.4 V | the same | a short, or the wire to pin 1 of the Pi |
| bus, SCL | {chip} pin 12 | 3.2 to 3.4 V | somewhat less, and restless | 0 V: a short, or a chip that holds it |
| bus, SDA | {chip} pin 13 | 3.2 to 3.4 V | somewhat less, and restless | 0 V: a short, or a chip that holds it |
"""
_RESET = """\
| RESET | each chip, pin 18 ({chips}) | 3.2 to 3.4 V | the same | 0 V: its wire is on a wrong pin of the Pi |
"""
_MATRIX = """\
| row {row} | {driver} | 0 V or 3.3 V | 3.0 to 3.3 V | steady while the program runs: it is not scanned |
| reed column {column}, no piece on it | {reader} | 0 V or 3.3 V | 3.2 V or more | less: a bridge, or a diode reversed |
| reference | {reference} | 0 V or 3.3 V | less than that column | the same: DREF is open, or not on row {at} |
| 5 V of the pixels | C1, its plus | {five} | {near:.2f} V or more, all white | 0 V: the fuse, or the plug |
| 5 V at the farthest pixel | LED{last}, VDD | {five} | {far:.2f} V or more, all white | less: a joint that is warm |
"""
_POWERED = """\
| 5 V, as a chip sees it | {seen} | 2.8 to 3.2 V | the same | below 0.5 V: no 5 V, or R_FIVE is open; no tilt is read |
"""
_LAST = """\
| data to the pixels | LS1 pin 3 | below 0.2 V | restless, below 2 V | 5 V: pin 1 of LS1 is not on 0 V |
| 0 V of both supplies | J2, its 0 V | below 0.02 V | below 0.05 V | more: the wire from pin 20 of the Pi is missing |
"""
_PAGE = """\
# Test points

Made from `wiring/table.toml`. A multimeter on volts, its black wire on pin 10 of a chip
(0 V); the first column of figures with no program running, the second while
`speeltafel check --table pi` runs with nothing on the table; all white: `check --full`.

| what | where | no program | `check` runs | if not |
| --- | --- | --- | --- | --- |
"""


def document(pins: PinMap) -> str:
    """Return the points as Markdown, in the order in which a table is built."""
    row, column = divmod(min(pins.cells), COLUMNS)
    drawn, volts = budget(pins), pins.supply.volts
    text = _PAGE + _CHIPS + ("" if pins.reset is None else _RESET) + _MATRIX
    text += ("" if pins.powered is None else _POWERED) + _LAST
    return text.format(
        chips=", ".join(pins.chips),
        chip=next(iter(pins.chips)),
        row=row,
        driver=_leg(pins.rows[row]),
        column=column,
        reader=_leg(pins.columns["reed"][column]),
        reference=_leg(pins.reference),
        at=pins.reference_row,
        five=f"{0.97 * volts:.2f} to {1.05 * volts:.2f} V",
        near=volts - drawn.joints - drawn.lead,
        far=drawn.farthest,
        last=pins.chain.index(max(pins.cells)),
        seen="" if pins.powered is None else _leg(pins.powered),
    )


def _leg(pin: Pin) -> str:
    return f"{pin.chip} pin {dip_pin(pin)}"
