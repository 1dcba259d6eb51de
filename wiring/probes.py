"""The test points of a voltmeter, with the voltages to expect: they show most faults soonest."""

from wiring.circuit import dip_pin
from wiring.expanders import Pin
from wiring.pins import PinMap
from wiring.power import budget
from wiring.read import COLUMNS
from wiring.text import filled


def document(pins: PinMap) -> str:
    """Return the points as Markdown, in the order in which a table is built."""
    row, column = divmod(min(pins.cells), COLUMNS)
    drawn, volts = budget(pins), pins.supply.volts
    chips = ", ".join(pins.chips)
    return filled(
        "test-points.md",
        chips=chips,
        reset=None if pins.reset is None else chips,
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
        seen=None if pins.powered is None else _leg(pins.powered),
    )


def _leg(pin: Pin) -> str:
    return f"{pin.chip} pin {dip_pin(pin)}"
