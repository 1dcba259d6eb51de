"""The table as data: which cell is where, what is soldered where, what each game prints on it."""

from wiring.pins import LAYERS, Pin, PinMap, read_pins
from wiring.read import CELLS, COLUMNS, ROWS, Overlay, WiringError, cell, read_overlay

__all__ = [
    "CELLS",
    "COLUMNS",
    "LAYERS",
    "ROWS",
    "Overlay",
    "Pin",
    "PinMap",
    "WiringError",
    "cell",
    "read_overlay",
    "read_pins",
]
