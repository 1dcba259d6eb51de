"""The table as data: which cell is where, and what each game prints on it."""

from wiring.read import CELLS, COLUMNS, ROWS, Overlay, WiringError, cell, read_overlay

__all__ = ["CELLS", "COLUMNS", "ROWS", "Overlay", "WiringError", "cell", "read_overlay"]
