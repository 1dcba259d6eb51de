"""The voltages at the chips that read the matrix, and the time of a column, at the worst ends of all data sheets.

Every figure supposes every part at the end of its tolerance that is worst for that figure, and every
contact closed, so that all pull-ups together lift the one row that is driven low.
"""

from math import log, log10

from wiring.pins import PinMap
from wiring.read import COLUMNS, ROWS

VDD = 3.3
VIL, VIH = 0.2 * VDD, 0.8 * VDD  # D030 and D040 of DS20001952
LEAK = 1e-6  # A into or out of an input, D060
PULLS = 5 / 115e-6, 5 / 40e-6  # ohms of the chips' own pull-ups, D070: 40 to 115 uA at 5 V
DRIVER = 110.0
"""Ohms of a pin that drives low. D080 gives 0.6 V at 8 mA, 75 ohms, for a chip at 4.5 V. It gives
no value at 3.3 V, where a transistor is weaker, so half as much again is assumed.
"""
CLOSED = {"reed": 0.2, "button": 100.0, "tilt": 470.0}  # ohms from a column to the diode of a closed contact
SETTLE = 30
"""Bits on the bus from the write that pulls the next row low to the read of the first port: stop,
start, address and register, start, address; nine bits a byte.
"""
DROPS = {"BAT85": 0.24, "BAT54": 0.24, "1N4148": 0.62}  # V of a diode at 0.1 mA and 25 degrees, at most
DECADE = 0.08  # V more at ten times the current
COLDER = 0.03  # V more at 10 degrees
DIODE = 10.0  # pF of a diode that does not conduct, at most


def low(pins: PinMap) -> float:
    """Return the highest voltage of a column that should read low, V."""
    pull = _pull(pins, PULLS[0])
    most = VDD / pull + LEAK  # A of a column
    across = DRIVER * _joined(pins) + max(CLOSED[layer] for layer in pins.layers)  # ohms as one column feels them
    drop = DROPS[pins.parts.diode] + DECADE * max(log10(most / 1e-4), 0) + COLDER
    return (across * most + drop) / (1 + across / pull)


def recovery(pins: PinMap) -> float:
    """Return the time from the release of a row until its columns read high again, from 0 V on, us."""
    pull = _pull(pins, PULLS[1])
    end = VDD - LEAK * pull
    farads = (pins.parts.line + (ROWS - 1) * DIODE) * 1e-12  # the contacts of all rows but the next are closed
    return 1e6 * pull * farads * log(end / (end - VIH))


def settle(pins: PinMap) -> float:
    """Return the time that a scan leaves a column to recover, us."""
    return 1e6 * SETTLE / pins.i2c_rate


def _pull(pins: PinMap, own: float) -> float:
    """Return the ohms of a pull-up of a chip, with the resistor beside it."""
    more = pins.parts.pull_up
    return own if more is None else 1 / (1 / own + 1 / more)


def _joined(pins: PinMap) -> int:
    """Return the greatest number of columns that closed contacts join to a row, with the reference.

    A tilt sensor is in every cell, as tiles have it.
    """
    rows = [cell // COLUMNS for cell in pins.cells]
    return len(pins.layers) * max(map(rows.count, rows)) + 1
