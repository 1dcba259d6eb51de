"""The faults of the matrix's lines, as sentences for people."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import and_

from hal.contacts import members
from hal.pi.expander import REFERENCE, column_pins
from wiring import COLUMNS, LAYERS, PinMap
from wiring.text import Told, label


class MatrixFaults:
    """The sentences about a table. Columns are numbered from layer to layer, the reference last."""

    def __init__(self, pins: PinMap) -> None:
        self._pins = pins
        self._columns = column_pins(pins)

    def column(self, number: int) -> Told:
        """Return the name of a column and its pin."""
        pin = str(self._columns[number])
        if number == REFERENCE:
            return label("the reference contact ({pin})", pin=pin)
        layer, at = divmod(number, COLUMNS)
        return label("{layer} column {column} ({pin})", layer=LAYERS[layer], column=at, pin=pin)

    def reference(self, *, closed: bool) -> Told:
        """Return the fault of a reference contact that is closed without its row, or open with it."""
        row = self._pins.reference_row
        contact, pin = str(self._pins.reference), str(self._pins.rows[row])
        if closed:
            return label(
                "the reference contact ({contact} to row {row}, {pin}) is closed without its row: check that "
                "wire and its diode, then the bus and its rate",
                contact=contact,
                row=row,
                pin=pin,
            )
        return label(
            "the reference contact ({contact} to row {row}, {pin}) is open with its row: check that wire "
            "and its diode, then the bus and its rate",
            contact=contact,
            row=row,
            pin=pin,
        )

    def darkness(self) -> Told:
        """Return the fault of tilt sensors without 5 V."""
        return label(
            "the tilt sensors have no 5 V ({pin} is low): check the plug of the pixels' supply and "
            "the fuse; which end of an hourglass is up is not known until then",
            pin=str(self._pins.powered),
        )

    def rows(
        self, low: Mapping[int, int], closed: Mapping[int, int], bridged: Iterable[tuple[int, int]]
    ) -> Iterator[Told]:
        """Yield the faults of rows that are not low alone and in their turn.

        low: the rows that go low with each. closed: the columns that do. bridged: row and column of
        each diode that conducts both ways.
        """
        stuck = reduce(and_, low.values())
        rows = self._pins.rows
        pairs = set()
        for step, lows in low.items():
            if stuck >> step & 1:
                yield label(
                    "row {row} ({pin}) stays low: check it for a short to ground; where it has "
                    "a closed contact the others of that column are out of play",
                    row=step,
                    pin=str(rows[step]),
                )
            elif not lows >> step & 1:
                yield label(
                    "row {row} ({pin}) stays high: check it for a short to 3.3 V; its contacts are out of play",
                    row=step,
                    pin=str(rows[step]),
                )
            pairs |= {
                (min(step, row), max(step, row))
                for row in low
                if row != step and lows >> row & 1 and not stuck >> row & 1
                if not any(at == row and closed[step] >> col & 1 for at, col in bridged)
            }
        for one, other in sorted(pairs):
            yield label(
                "rows {one} and {other} ({first}, {second}) go low together: check them for a "
                "short, and their diodes; contacts that they may share are out of play",
                one=one,
                other=other,
                first=str(rows[one]),
                second=str(rows[other]),
            )

    def columns(self, shorted: int) -> Iterator[Told]:
        """Yield the faults of columns that are shorted to ground."""
        for column in members(shorted):
            yield label(
                "{column} stays low: check it for a short to ground; its contacts are out of play",
                column=self.column(column),
            )

    def pairs(self, joined: Iterable[tuple[int, int]]) -> Iterator[Told]:
        """Yield the faults of columns that are shorted to each other."""
        for one, other in joined:
            yield label(
                "{one} and {other} are shorted to each other: look for a solder bridge; their contacts are out of play",
                one=self.column(one),
                other=self.column(other),
            )

    def bridge(self, row: int, column: int, *, ever_open: bool) -> Told:
        """Return the fault of a diode that conducts both ways. ever_open: whether its contact ever was."""
        if ever_open:
            return label(
                "the diode of {column} at row {row} conducts both ways: replace it, or look "
                "for a solder bridge across it",
                column=self.column(column),
                row=row,
            )
        return label(
            "row {row} ({pin}) and {column} are shorted to each other: look for a solder "
            "bridge; the contact where they cross is out of play",
            row=row,
            pin=str(self._pins.rows[row]),
            column=self.column(column),
        )
