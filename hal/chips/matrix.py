"""The levels on the lines of the matrix: 8 rows, 37 columns, contacts with diodes between them.

A row is driven by a push-pull pin (50 ohms), a column is pulled up. A closed contact lets its row
pull the column low. Its diode blocks current the other way. Where a diode is bridged, such current
flows too: from a row that is driven high through the contact into the low column. The chip sinks
better than it sources (8.5 mA at 0.6 V against 3 mA at 0.7 V below the supply), so such a row ends
below the middle, and reads low.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from hal.chips.mcp23017 import GPPU, IODIR, OLAT, Mcp23017
from hal.contacts import TILTS, Contacts, buttons_of, contacts_of, reeds_of, tilts_of
from hal.pi.expander import REFERENCE, column_pins
from hal.snapshot import Snapshot
from wiring import CELLS, COLUMNS, ROWS, Pin, PinMap

REFERENCES = 3 * CELLS  # in a set of contacts: the number of a reference contact in row 0
_FIRST_ROW = REFERENCE + 1
_ROW = (1 << COLUMNS) - 1
Change: TypeAlias = Callable[[int, int], int]
"""Returns the contacts, or the keys, that seem closed: of the closed ones, and the time in microseconds."""


def row_line(row: int) -> int:
    """Return the number of the line of a row; the lines of columns have the numbers of the columns."""
    return _FIRST_ROW + row


class Matrix:
    """The matrix between the chips' pins.

    contacts: returns the contacts that are closed now. floating: the level (0 or 1) of a pin that is
    neither driven nor pulled.

    Faults, to fill and empty: low: lines shorted to ground. high_rows: rows shorted to 3.3 V.
    joined: pairs of lines shorted together. bridged: (row, column) without a working diode.
    supplied: whether there are 5 V, without which all tilt contacts are open. changes: changes of the
    closed contacts, by any names; behind the contacts of the cells comes the reference contact,
    :data:`REFERENCES` and its row.
    """

    def __init__(
        self, pins: PinMap, chips: Mapping[str, Mcp23017], contacts: Callable[[], Snapshot], *, floating: int = 0
    ) -> None:
        self.floating = floating
        self.low: set[int] = set()
        self.high_rows: set[int] = set()
        self.joined: set[tuple[int, int]] = set()
        self.bridged: set[tuple[int, int]] = set()
        self.supplied = True
        self.changes: dict[str, Change] = {}
        self._pins = pins
        self._chips = chips
        self._contacts = contacts
        self._columns = column_pins(pins)
        self._drives: list[int | None] | None = None  # levels of the rows; None: not known
        self._closed_for: tuple[int, ...] = ()  # the contacts for which ...
        self._closed_now: list[int] = []  # ... these are the closed columns of each row
        self._words: list[tuple[int, int]] = []  # pins pulled or driven high, and low, of each chip
        self._mask = {name: sum(1 << pin.number for pin in self._columns if pin.chip == name) for name in chips}
        used = (*pins.rows, *self._columns, pins.powered)
        self._free = {name: sum(1 << at for at in range(16) if Pin(name, at) not in used) for name in chips}
        self._pulled = self._sunk = 0  # the columns that are pulled up, and driven low by a chip
        for name, chip in chips.items():
            chip.changed = self._forget
            chip.levels = partial(self.levels, name)
        self._of = {
            name: (
                [(1 << pin.number, at) for at, pin in enumerate(pins.rows) if pin.chip == name],
                [(1 << pin.number, 1 << at) for at, pin in enumerate(self._columns) if pin.chip == name],
            )
            for name in chips
        }

    def _forget(self) -> None:
        self._drives = None

    def levels(self, name: str) -> int:
        """Return the levels of the pins of a chip, pin 0 in bit 0."""
        if self._drives is None:
            self._drives = [self._driven(pin) for pin in self._pins.rows]
            self._ask_columns()
        low = self._solve(self._drives)
        rows, columns = self._of[name]
        word = 0
        for bit, row in rows:
            driven = 1 if row in self.high_rows else self._drives[row]
            if (self.floating if driven is None else driven) and not low >> _FIRST_ROW + row & 1:
                word |= bit
        high_columns = ~low & (self._pulled | -self.floating)
        for bit, column in columns:
            if high_columns & column:
                word |= bit
        word |= self._alone(self._chips[name]) & self._free[name]
        powered = self._pins.powered
        if self.supplied and powered is not None and powered.chip == name:
            word |= 1 << powered.number
        return word

    @staticmethod
    def _alone(chip: Mcp23017) -> int:
        """Return the levels of unconnected pins: as driven, or as pulled up."""
        inputs = chip.register(IODIR)
        return inputs & chip.register(GPPU) | ~inputs & chip.register(OLAT)

    def _driven(self, pin: Pin) -> int | None:
        """Return the level to which an output drives its line. None for an input."""
        chip = self._chips.get(pin.chip)  # missing while a build is incomplete
        if chip is None or not chip.powered or chip.register(IODIR) >> pin.number & 1:
            return None
        return chip.register(OLAT) >> pin.number & 1

    def _ask_columns(self) -> None:
        """Note which columns are pulled up by a pin, and which a pin drives low."""
        words = []
        for name, chip in self._chips.items():
            outputs = ~chip.register(IODIR) & self._mask[name] if chip.powered else 0
            latches = chip.register(OLAT)
            pulled = chip.register(GPPU) if chip.powered else 0
            high = outputs & latches | ~outputs & pulled
            words.append((high & self._mask[name], outputs & ~latches))
        if words != self._words:
            self._words = words
            by_name = dict(zip(self._chips, words, strict=True))
            self._pulled = self._sunk = 0
            for at, pin in enumerate(self._columns):
                high, low = by_name.get(pin.chip, (0, 0))
                self._pulled |= (high >> pin.number & 1) << at
                self._sunk |= (low >> pin.number & 1) << at

    def _closed(self) -> list[int]:
        """Return the columns with a closed contact, for each row."""
        state = self._contacts()
        key = (*state[1:], self.supplied)
        if key == self._closed_for and not self.changes:
            return self._closed_now
        closed: int = contacts_of(state.reeds, state.tilts, state.buttons)
        closed |= 1 << REFERENCES + self._pins.reference_row
        for change in self.changes.values():
            closed = change(closed, state.at)
        if not self.supplied:
            closed &= ~TILTS
        layers = [of(Contacts(closed)) for of in (reeds_of, buttons_of, tilts_of)]
        self._closed_now = [
            sum((cells >> COLUMNS * row & _ROW) << COLUMNS * at for at, cells in enumerate(layers))
            | (closed >> REFERENCES + row & 1) << REFERENCE
            for row in range(ROWS)
        ]
        self._closed_for = () if self.changes else key
        return self._closed_now

    def _solve(self, drives: list[int | None]) -> int:
        """Return the lines that are low: low spreads until nothing changes."""
        closed = self._closed()
        low = sum(1 << row_line(row) for row, level in enumerate(drives) if level == 0)
        low |= self._sunk | sum(1 << line for line in self.low)
        low &= ~sum(1 << row_line(row) for row in self.high_rows)
        while True:
            before = low
            for row in range(ROWS):
                if low >> _FIRST_ROW + row & 1:
                    low |= closed[row]
            if not self.bridged and not self.joined:
                return low  # it spreads no further
            for row, column in self.bridged:
                if low & closed[row] & 1 << column:
                    low |= 1 << row_line(row)
            for one, other in self.joined:
                if low & (1 << one | 1 << other):
                    low |= 1 << one | 1 << other
            if low == before:
                return low
