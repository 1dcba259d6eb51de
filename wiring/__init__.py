"""The table as data: its cells, the wires on each pin, and each game's printed sheet."""

from wiring.expanders import Pin
from wiring.pins import LAYERS, PinMap, read_pins
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
