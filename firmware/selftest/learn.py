"""The pin map learnt from touches: the builder touches cell after cell.

Like the self-test it takes events and returns effects, but it reads the contacts undebounced: any
contact of any layer may answer a touch. First come the columns and rows of one layer, then the
columns of the other layers, then the pixels, lit one after the other:

=======  ======================================================
CONFIRM  go on; a wire that has not answered stays as the map says
UNDO     back to the touch before
MENU     end here; a wire that was not asked for stays as the map says
=======  ======================================================
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from firmware.games import LampState
from firmware.play.effects import Effect, Play
from firmware.selftest.check import SelfTestView
from firmware.selftest.lines import Contact
from firmware.selftest.recording import RecordingSense
from firmware.sensing.events import Event, Key
from firmware.words import N_, Text
from hal import CELLS, NO_CONTACTS, REEDS, Contacts, Layer, Tune, find_contact, members
from hal.trace import SECOND
from wiring import COLUMNS, ROWS, Pin, PinMap

PRESSED = 60_000  # microseconds that a button must be closed alone before it counts
LYING = SECOND // 2  # the same for a magnet, which may come near other reeds on its way
_WHITE = LampState((255, 255, 255))
_ASKS = {
    Layer.BUTTON: N_("Row {row}, column {column}: press the field."),
    Layer.REED: N_("Row {row}, column {column}: lay a magnet on its middle, then take it away."),
    Layer.TILT: N_("Row {row}, column {column}: put an hourglass there, end A up, then take it away."),
}

_Place = TypeVar("_Place")


class Learning:
    """The learning of a table's pin map.

    Args:
        recording: the sense port that the loop reads.
        pins: the map by which it reads.
        layers: the layers of contacts that the table has so far.
    """

    def __init__(self, recording: RecordingSense, pins: PinMap, layers: Sequence[Layer] = tuple(Layer)) -> None:
        self._recording = recording
        self._pins = pins
        self._touches = _touches(pins, layers)
        self._pixels = range(len(pins.cells) if layers else 0)
        self._at = 0  # number of touches and pixels asked for so far
        self._answers: dict[int, Contact] = {}  # by touch or pixel number
        self._standing = NO_CONTACTS  # contacts closed since the beginning
        self._closed = NO_CONTACTS  # contacts that closed since
        self._since = 0  # when that set last changed, microseconds
        self._over = False  # whether the closed contacts have answered: they must open first

    @property
    def done(self) -> bool:
        """Whether all touches and pixels have been asked for."""
        return self._at == len(self._touches) + len(self._pixels)

    @property
    def due(self) -> int | None:
        """Always 0, since answers count by time. None when the learning is over."""
        return None if self.done else 0

    @property
    def view(self) -> SelfTestView:
        """The lamp and the text to show now."""
        if self.done:
            return SelfTestView({}, Text(N_("The map is learnt."), {}))
        if self._at < len(self._touches):
            layer, cell = self._touches[self._at]
            row, column = divmod(cell, COLUMNS)
            return SelfTestView({}, Text(_ASKS[layer], {"row": row, "column": column}))
        pixel = self._at - len(self._touches)
        text = N_("Press the lit field: pixel {pixel} of {last}. MENU: stop here.")
        return SelfTestView(
            {self._pins.chain[pixel]: _WHITE}, Text(text, {"pixel": pixel, "last": len(self._pixels) - 1})
        )

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin; contacts that are closed now answer no touch."""
        self._standing = self._recording.closed
        self._since = at
        return [Play(Tune.QUESTION)]

    def feed(self, event: Event) -> list[Effect]:
        """Take an event, of which only keys count, and return its effects."""
        if not isinstance(event, Key) or self.done:
            return []
        self._over = True  # a contact still closed belongs to the touch before
        if event.name == "CONFIRM":
            return self._advance()
        if event.name == "MENU":
            self._at = len(self._touches) + len(self._pixels)
        elif event.name == "UNDO" and self._at:
            self._at -= 1
            self._answers.pop(self._at, None)
        return []

    def wait(self, at: int) -> list[Effect]:
        """Return the effects of the contacts' changes until `at` (microseconds)."""
        if self.done:
            return []
        bits = self._recording.closed
        self._standing &= bits
        closed = bits & ~self._standing & ~self._known
        if closed != self._closed:
            self._closed, self._since = closed, at
        if not closed:
            self._over = False
        elif not self._over and at - self._since >= self._patience:
            self._over = True
            if closed.bit_count() > 1:  # several contacts: the touched one is not known
                return [Play(Tune.REFUSED)]
            self._answers[self._at] = Contact(*find_contact(members(closed)[0]))
            return self._advance()
        return []

    @property
    def answered(self) -> tuple[int, int]:
        """How many of the touches and pixels have answered, and how many there are."""
        return len(self._answers), len(self._touches) + len(self._pixels)

    @property
    def learnt(self) -> "Learnt":
        """The map learnt so far, and the contradictions."""
        pins = self._pins
        clashes: list[Text] = []
        rows: dict[int, int] = {}
        columns: dict[tuple[str, int], tuple[str, int]] = {}
        for number, (layer, cell) in enumerate(self._touches):
            row, column = divmod(cell, COLUMNS)
            answer = self._answers.get(number)
            if answer is None:
                continue
            seen_row, seen_column = divmod(answer.cell, COLUMNS)
            if row not in rows:
                rows[row] = seen_row
            elif rows[row] != seen_row:
                text = N_(
                    "{layer} at ({row},{column}) answered in row {other} of the map, others of its "
                    "row in row {usual}: its diode is on the wrong row, or was another field meant?"
                )
                values: dict[str, str | int] = {
                    "layer": layer.value,
                    "row": row,
                    "column": column,
                    "other": seen_row,
                    "usual": rows[row],
                }
                clashes.append(Text(text, values))
            columns.setdefault((layer.value, column), (answer.layer.value, seen_column))
        row_of = _completed(rows, range(ROWS))
        places = [(layer.value, column) for layer in Layer for column in range(COLUMNS)]
        column_of = _completed(columns, places)
        if row_of is None or column_of is None:
            text = N_("Two rows or columns answered alike: a bridge, or was one touched twice?")
            return Learnt(pins, (*clashes, Text(text, {})))
        cells = self._lit(row_of, column_of)
        chain = _completed(cells, range(CELLS))
        if chain is None:
            text = N_("Two pixels lit up at one field; the chain stays as on the map.")
            clashes.append(Text(text, {}))
            chain = {cell: cell for cell in range(CELLS)}
        new = pins._replace(
            rows=tuple(pins.rows[row_of[row]] for row in range(ROWS)),
            columns={
                layer: tuple(_pin(pins, column_of[layer, column]) for column in range(COLUMNS))
                for layer in pins.columns
            },
            chain=tuple(chain[cell] for cell in pins.chain),
            reference_row=next(r for r in range(ROWS) if row_of[r] == pins.reference_row),
        )
        return Learnt(new, tuple(clashes))

    def _lit(self, row_of: Mapping[int, int], column_of: Mapping[tuple[str, int], tuple[str, int]]) -> dict[int, int]:
        """Return the cell where each lamp shone, by the cell where the map has that lamp."""
        row_at = {seen: row for row, seen in row_of.items()}
        column_at = {seen: column for (_, column), seen in column_of.items()}
        found = {}
        for pixel in self._pixels:
            answer = self._answers.get(len(self._touches) + pixel)
            if answer is not None:
                row, column = divmod(answer.cell, COLUMNS)
                found[self._pins.chain[pixel]] = COLUMNS * row_at[row] + column_at[answer.layer.value, column]
        return found

    @property
    def _known(self) -> Contacts:
        """The contacts that may close besides the asked tilt contact: the reed under the glass."""
        if self._at >= len(self._touches) or self._touches[self._at].layer is not Layer.TILT:
            return NO_CONTACTS
        cell = self._touches[self._at].cell
        known = NO_CONTACTS
        for number, answer in self._answers.items():
            asked = self._touches[number] if number < len(self._touches) else None
            if asked and asked.layer is Layer.REED and asked.cell % COLUMNS == cell % COLUMNS:
                for row in range(ROWS):
                    known |= Contact(answer.layer, COLUMNS * row + answer.cell % COLUMNS).bit
        return known or REEDS

    @property
    def _patience(self) -> int:
        if self._at >= len(self._touches) or self._touches[self._at].layer is Layer.BUTTON:
            return PRESSED
        return LYING

    def _advance(self) -> list[Effect]:
        self._at += 1
        return [Play(Tune.GAME_OVER if self.done else Tune.ACCEPTED)]


class Learnt(NamedTuple):
    """The learnt map, and texts about answers that contradict each other."""

    pins: PinMap
    clashes: tuple[Text, ...]

    def report(self, before: PinMap) -> list[Text]:
        """Return a line for each wire that is soldered elsewhere than the map `before` says."""
        pins = self.pins
        lines = list(self.clashes)
        row_told = N_("row {row} is driven by {pin}, not by {old}")
        lines += [
            Text(row_told, {"row": row, "pin": str(new), "old": str(old)})
            for row, (new, old) in enumerate(zip(pins.rows, before.rows, strict=True))
            if new != old
        ]
        column_told = N_("{layer} column {column} is read by {pin}, not by {old}")
        for layer, wires in pins.columns.items():
            lines += [
                Text(column_told, {"layer": layer, "column": at, "pin": str(new), "old": str(old)})
                for at, (new, old) in enumerate(zip(wires, before.columns[layer], strict=True))
                if new != old
            ]
        moved = [at for at in range(CELLS) if pins.chain[at] != before.chain[at]]
        if moved:
            text = N_("the pixels {first} to {last} are not where the map says: {number} of them")
            values = {"first": moved[0], "last": moved[-1], "number": len(moved)}
            lines.append(Text(text, dict(values)))
        return lines


def _touches(pins: PinMap, layers: Sequence[Layer]) -> list[Contact]:
    """Return the touches: a row and a column of the first layer, then a row of each other layer."""
    order = [one for one in (Layer.BUTTON, Layer.REED, Layer.TILT) if one in layers]
    touches: list[Contact] = []
    for layer in order:
        cells = pins.parts.tilts if layer is Layer.TILT else pins.cells
        by_column = {cell % COLUMNS: cell for cell in sorted(cells, reverse=True)}
        touches += [Contact(layer, by_column[column]) for column in sorted(by_column)]
        if layer is order[0]:
            by_row = {cell // COLUMNS: cell for cell in sorted(cells, reverse=True)}
            touches += [
                Contact(layer, cell) for _, cell in sorted(by_row.items()) if Contact(layer, cell) not in touches
            ]
    return touches


def _completed(learnt: Mapping[_Place, _Place], places: Sequence[_Place]) -> dict[_Place, _Place] | None:
    """Return a permutation of `places` that extends `learnt` and otherwise changes little.

    None if two places were learnt to be the same place.
    """
    taken = set(learnt.values())
    if len(taken) < len(learnt):
        return None
    all_of = dict(learnt) | {one: one for one in places if one not in learnt and one not in taken}
    left = [one for one in places if one not in set(all_of.values())]
    return all_of | dict(zip((one for one in places if one not in all_of), left, strict=True))


def _pin(pins: PinMap, column: tuple[str, int]) -> Pin:
    layer, number = column
    return pins.columns[layer][number]
