"""A table of emulated chips with parts that break, and are mended, by name.

Hands act on it as on any :class:`hal.simulated.SimulatedTable`. Its ports are the drivers of the Pi
on emulated chips, and its log has the frames of the lamps.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from typing import Any

from hal.chips.emulated import EmulatedPi
from hal.contacts import NO_CELLS, Cells, Layer, one_cell
from hal.ports import Clock, Table
from hal.simulated import Logged, SimulatedTable
from hal.snapshot import Snapshot
from wiring import COLUMNS, ROWS, PinMap, cell


class BreakableTable(SimulatedTable):
    """A table of emulated chips.

    pins: its wiring.
    """

    def __init__(self, clock: Clock, pins: PinMap) -> None:
        super().__init__(clock)
        self._dead = dict.fromkeys(Layer, NO_CELLS)
        self._emulated = EmulatedPi(self, pins)
        self.parts = self._parts()

    @cached_property
    def ports(self) -> Table:
        """The ports of the table; it is opened with the parts that are broken at that time."""
        driven = self._emulated.open(patient=True).ports
        logged = Logged(driven, self.log)
        return replace(driven, lamps=logged, sound=logged)

    def scan(self) -> Snapshot:
        """Return the contacts that are closed, as the emulated matrix reads them."""
        at, *layers = super().scan()
        dead = self._dead.values()
        return Snapshot(at, *(one & ~gone for one, gone in zip(layers, dead, strict=True)))

    def _parts(self) -> Mapping[str, Callable[[bool], None]]:
        """Return for each part, by its name, the function that breaks it (True) or mends it."""
        pi, matrix, pins = self._emulated, self._emulated.matrix, self._emulated.pins
        taken = {"buzzer": pins.buzzer, **pins.keys}
        parts: dict[str, Callable[[bool], None]] = {
            **{name: partial(_unpower, chip) for name, chip in pi.chips.items()},
            "i2c": self._hang,
            "pixels": partial(setattr, pi.spi, "missing"),
            "display": partial(_unpower, pi.oled),
            "supply": lambda broken: setattr(matrix, "supplied", not broken),
            **{name: partial(_put, pi.gpio.broken, gpio) for name, gpio in taken.items()},
        }
        for row in range(ROWS):
            parts[f"row{row}"] = partial(_put, matrix.low_rows, row)
        for column in range(len(Layer) * COLUMNS):
            parts[f"column{column}"] = partial(_put, matrix.low_columns, column)
        for row, column in product(range(ROWS), range(COLUMNS)):
            parts[f"diode{row},{column}"] = partial(_put, matrix.bridged, (row, column))
            for layer in Layer:
                cells = one_cell(cell(row, column))
                parts[f"{layer.value}{row},{column}"] = partial(self._kill, layer, cells)
        return parts

    def _hang(self, broken: bool) -> None:
        self._emulated.i2c.held_from = self.clock.now() if broken else None

    def _kill(self, layer: Layer, cells: Cells, broken: bool) -> None:
        self._dead[layer] = self._dead[layer] & ~cells | (cells if broken else NO_CELLS)


def _unpower(chip: Any, broken: bool) -> None:
    chip.powered = not broken
    chip.reset()


def _put(among: set[Any], one: object, broken: bool) -> None:
    (among.add if broken else among.discard)(one)
