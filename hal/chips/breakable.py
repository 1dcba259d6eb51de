"""A table of emulated chips; words break its parts, and mend them.

Hands act on it as on any :class:`hal.simulated.SimulatedTable`; its ports are the drivers of the
Pi, on emulated chips, and its log has the visible lamps. A word names a part and how it fails:

==========================================  =================================================
``reed3,7`` ``button3,7`` ``tilt3,7``       never closes; ``:stuck`` ``:inverted`` ``:jams``
                                            ``:restless`` ``:strong`` (a magnet beside it does)
``diode3,7`` ``lamp3,7``                    bridged; dark (``:data``: and all pixels behind it)
``reed7`` ``row3`` (a line)                 to ground; ``:open`` ``:high`` ``:cut4`` behind the 4th
``rows`` ``reed`` ``button`` ``tilt``       the plug is out; one pin ``:off`` ``:back``; ``:turned``
``U1``                                      no power; ``:restarts`` ``:forgets`` ``:mcp23008``
``UNDO`` ``buzzer``                         its pin is taken; ``:dead`` ``:jams`` ``:held``
``ONE=OTHER``, ``ONE+OTHER``                in each other's place; touching each other
``pixels1:turned`` ``ground``               row 1 of the chain the other way; a reed moves in full light
==========================================  =================================================
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeAlias

from hal.chips.emulated import EmulatedPi
from hal.chips.matrix import REFERENCES, Change, row_line
from hal.chips.mcp23017 import Mcp23008, Mcp23017, Twins
from hal.chips.ssd1306 import Sh1106, Ssd1306
from hal.contacts import Layer, layer_of, members, one_cell
from hal.pi.expander import REFERENCE
from hal.ports import Clock, Frame, Table, Tune
from hal.simulated import Log, Logged, SimulatedTable
from hal.snapshot import KEYS
from hal.trace import SECOND
from wiring import CELLS, COLUMNS, LAYERS, ROWS, PinMap, cell

Breaks: TypeAlias = Callable[[bool], object]
"""Breaks a part (True), or mends it."""
_BRIGHT = CELLS * 3 * 255 // 2  # levels of all lamps together from which the ground is disturbed
_BUZZ = SECOND // 7  # microseconds for which a disturbed contact stays as it is
_DISTURBED = cell(4, 2)  # whose reed is disturbed
_TWITCH = 3 * SECOND // 10  # microseconds for which a restless contact stays as it is
_CLAIMS = {"sound-card": ("i2s", "buzzer"), "onewire": ("onewire", "reset"), "fan": ("gpio-fan@0", "CONFIRM")}
_EXAMPLES = (
    "row3 row3:open row1+row5 row1=row5 reed7 reed3,7 reed3,7:stuck diode3,7 rows:turned reed:off reference i2c "
    "i2c:slow pixels lamp3,7 display display:moved pixels1:turned ground supply buzzer CONFIRM UNDO=HINT MENU:held "
    "sound-card"
)


class _Seen(Log):
    """The log of a table as people see its lamps and hear its buzzer.

    wrong: word -> changes a frame to the colours that people see. silent: whether the buzzer is.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.wrong: dict[str, Callable[[Frame], Frame]] = {}
        self.silent = False

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port."""
        for wrong in self.wrong.values():
            frame = wrong(frame)
        super().show(frame, brightness)

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port."""
        if not self.silent:
            super().play(tune, volume)


class BreakableTable(SimulatedTable):
    """A table of emulated chips.

    pins: how it is wired. emulated: its chips. owners: the pins that Linux has given to a device,
    and its name. moving: whether the core clock of the Pi moves.
    """

    log: _Seen

    def __init__(self, clock: Clock, pins: PinMap, *, bounce: float = 0.005) -> None:
        super().__init__(clock, bounce=bounce)
        self.log = _Seen(clock)
        self.pins, self.emulated = pins, EmulatedPi(self, pins)
        self.owners: dict[int, str] = {}
        self.moving = False
        self._keys: dict[str, Change] = {}
        self.parts = (*self.emulated.chips, *_EXAMPLES.split())

    @cached_property
    def ports(self) -> Table:
        """The table as the firmware knows it; it is opened with the parts that are broken then."""
        return self.logged(self.emulated.open(patient=True).ports)

    def logged(self, driven: Table) -> Table:
        """Return the ports of an open table, which log the visible lamps and audible tunes."""
        logged = Logged(driven, self.log)
        return replace(driven, lamps=logged, sound=logged)

    def held(self) -> int:
        """The keys that are held, as the pins meet them."""
        found = super().held()
        for change in self._keys.values():
            found = change(found, self.clock.now())
        return found

    def break_part(self, word: str, *, broken: bool) -> bool:
        """Break the part that a word names, or mend it. Return whether there is such a part."""
        breaks = self._find(word)
        if breaks is not None:
            breaks(broken)
        return breaks is not None

    def _find(self, word: str) -> Breaks | None:
        """Return the function that breaks the part of this name, or nothing for an unknown word."""
        for pattern, find in _FINDERS:
            named = re.fullmatch(pattern, word)
            if named is not None:
                return find(self, word, *named.groups(""))
        return self._of_rest(word)

    # Contacts and lines

    def _changed(self, word: str, change: Change) -> Breaks:
        """Return a function that lets other contacts be closed than hands close."""
        return _kept(self.emulated.matrix.changes, word, change)

    def _of_contact(self, word: str, layer: str, row: str, column: str, how: str) -> Breaks:
        return self._changed(word, _failing(how, 1 << _contact(layer, int(row), int(column))))

    def _of_diode(self, word: str, row: str, column: str) -> Breaks | None:
        return partial(_put, self.emulated.matrix.bridged, (int(row), int(column)))

    def _of_lamp(self, word: str, row: str, column: str, data: str) -> Breaks | None:
        at, pixels = cell(int(row), int(column)), self.pins.chain
        dark = pixels[pixels.index(at) :] if data else (at,)
        return _kept(
            self.log.wrong, word, lambda frame: tuple((0, 0, 0) if n in dark else c for n, c in enumerate(frame))
        )

    def _of_chain(self, word: str, row: str) -> Breaks | None:
        first = cell(int(row), 0)
        there = slice(first, first + COLUMNS)
        return _kept(
            self.log.wrong, word, lambda frame: (*frame[:first], *frame[there][::-1], *frame[first + COLUMNS :])
        )

    def _of_row(self, word: str, row: str, how: str) -> Breaks:
        contacts, matrix = _row(int(row)), self.emulated.matrix
        if how in ("", "high"):
            return partial(_put, matrix.high_rows, int(row)) if how else partial(_put, matrix.low, row_line(int(row)))
        kept = 0 if how == "open" else 1 + int(how[3:])
        return self._changed(word, _led([one for one in contacts if one % COLUMNS >= kept]))

    def _of_column(self, word: str, layer: str, column: str, how: str) -> Breaks:
        if not how:
            return partial(_put, self.emulated.matrix.low, _line(layer + column))
        kept = 0 if how == "open" else 1 + int(how[3:])
        return self._changed(word, _led(_column(layer, int(column))[kept:]))

    def _of_plug(self, word: str, name: str, how: str) -> Breaks:
        lines = [_row(at) for at in range(ROWS)] if name == "rows" else [_column(name, at) for at in range(COLUMNS)]
        order = lines[::-1] if how == "back" else lines  # one pin off, the last line is open
        ends = {"": [], "turned": lines[::-1]}.get(how, order[1:])
        return self._changed(word, _led([*chain(*order)], [*chain(*ends)]))

    # Two parts in each other's place, or touching each other

    def _of_pair(self, word: str, one: str, sign: str, other: str) -> Breaks | None:
        if {one, other} <= self.emulated.chips.keys():
            return partial(self._place_chips, one, other, touch=sign == "+")
        keys = {one, other} <= {*KEYS}
        if keys and sign == "+":
            return _kept(self._keys, word, _together(1 << KEYS.index(one) | 1 << KEYS.index(other)))
        if sign == "+":
            lines = _line(one), _line(other)
            return None if None in lines else partial(_put, self.emulated.matrix.joined, lines)
        here, there = ([KEYS.index(part)] if keys else _contacts(part) for part in (one, other))
        if not here or len(here) != len(there):
            return None
        changes = self._keys if keys else self.emulated.matrix.changes
        return _kept(changes, word, _led([*here, *there], [*there, *here]))

    def _place_chips(self, one: str, other: str, broken: bool, *, touch: bool) -> None:
        """Exchange the addresses of two chips, or give the first that of the second."""
        chips = first, second = self.emulated.chips[one], self.emulated.chips[other]
        if not touch:
            first.address, second.address = second.address, first.address
        placed: list[Any] = [*chips]
        if touch and broken:
            gone = Mcp23017(first.address)
            gone.powered = False
            placed = [gone, Twins(second.address, *chips)]
        for chip in placed:
            self.emulated.i2c.connect(chip)

    # Chips and pins

    def _of_chip(self, word: str, name: str, how: str) -> Breaks | None:
        chip = self.emulated.chips.get(name)
        if chip is None:
            return None
        if how == "mcp23008":
            return lambda broken: self.emulated.i2c.connect(Mcp23008(chip.address) if broken else chip)
        return partial({"": _unpower, "restarts": _restart, "forgets": _forget}[how], chip)

    def _of_pin(self, word: str, name: str, how: str) -> Breaks | None:
        taken = {"buzzer": self.pins.buzzer, **self.pins.keys}
        if not how:
            return partial(_put, self.emulated.gpio.broken, taken[name])
        if name == "buzzer":
            return partial(setattr, self.log, "silent")
        return _kept(self._keys, word, _failing(how, 1 << KEYS.index(name)))

    def _of_rest(self, word: str) -> Breaks | None:
        pi = self.emulated
        if word in _CLAIMS:
            device, part = _CLAIMS[word]
            gpios = {"buzzer": pi.pins.buzzer, "reset": pi.pins.reset, **pi.pins.keys}
            return _kept(self.owners, gpios[part], device)
        rest: dict[str, Breaks] = {
            "i2c": lambda broken: setattr(pi.i2c, "held_from", self.clock.now() if broken else None),
            "i2c:low": lambda broken: setattr(pi.i2c, "low_from", self.clock.now() if broken else None),
            "i2c:slow": lambda broken: setattr(pi.i2c, "rate", 100_000 if broken else pi.pins.i2c_rate),
            "pixels": partial(setattr, pi.spi, "missing"),
            "display": lambda broken: _unpower(pi.oled, broken),
            "display:moved": lambda broken: self._show_at(Ssd1306, 0x3D if broken else 0x3C),
            "display:sh1106": lambda broken: self._show_at(Sh1106 if broken else Ssd1306, 0x3C),
            "supply": lambda broken: setattr(pi.matrix, "supplied", not broken),
            "reference": self._changed(word, _led([REFERENCES + row for row in range(ROWS)])),
            "core-clock": partial(setattr, self, "moving"),
            "ground": self._changed(word, self._disturb),
        }
        return rest.get(word)

    def _disturb(self, closed: int, at: int) -> int:
        """Move a reed while the lamps take much current."""
        moves = sum(map(sum, self.log.frames[-1][1])) >= _BRIGHT and at // _BUZZ % 2
        return closed ^ 1 << _contact("reed", *divmod(_DISTURBED, COLUMNS)) if moves else closed

    def _show_at(self, kind: type[Ssd1306], address: int) -> None:
        pi = self.emulated
        pi.oled.powered = False
        pi.oled = kind(address)
        pi.i2c.connect(pi.oled)


_LAYER = f"({'|'.join(LAYERS)})"
_PLACE = r"([0-7]),(\d|1[01])"
_FINDERS: tuple[tuple[str, Callable[..., Breaks | None]], ...] = (
    (rf"{_LAYER}{_PLACE}(?::(stuck|inverted|jams|restless))?", BreakableTable._of_contact),
    (r"(reed)([0-7]),([1-9]|1[01]):(strong)", BreakableTable._of_contact),
    (rf"diode{_PLACE}", BreakableTable._of_diode),
    (rf"lamp{_PLACE}(:data)?", BreakableTable._of_lamp),
    (r"pixels([0-7]):turned", BreakableTable._of_chain),
    (r"row([0-7])(?::(open|high|cut\d+))?", BreakableTable._of_row),
    (rf"{_LAYER}(\d|1[01])(?::(open|cut\d+))?", BreakableTable._of_column),
    (rf"(rows|{_LAYER[1:-1]})(?::(off|back|turned))?", BreakableTable._of_plug),
    (r"([^=+]+)([=+])([^=+]+)", BreakableTable._of_pair),
    (r"(U\d+)(?::(restarts|forgets|mcp23008))?", BreakableTable._of_chip),
    (r"(buzzer)(?::(silent))?", BreakableTable._of_pin),
    (rf"({'|'.join(KEYS)})(?::(dead|jams|held))?", BreakableTable._of_pin),
)
"""The words of each kind, and the method that is called with the word and its parts."""

_WAYS: Mapping[str, Callable[[int, int, int], int]] = {
    "": lambda closed, bits, _: closed & ~bits,
    "stuck": lambda closed, bits, _: closed | bits,
    "inverted": lambda closed, bits, _: closed ^ bits,
    "restless": lambda closed, bits, at: closed | bits * (at // _TWITCH % 2),
    "strong": lambda closed, bits, _: closed | closed << 1 & bits,
}
"""The ways in which contacts or keys fail: functions of the closed ones, the failing ones and the time."""
_KEY_WAYS = {"dead": "", "held": "stuck"}


def _failing(how: str, bits: int) -> Change:
    """Return the change of contacts or keys that fail in this way from now on."""
    jammed = 0

    def jam(closed: int, _: int) -> int:
        nonlocal jammed
        jammed |= closed & bits
        return closed | jammed

    if how == "jams":
        return jam
    way = _WAYS[_KEY_WAYS.get(how, how)]
    return lambda closed, at: way(closed, bits, at)


def _led(contacts: Sequence[int], ends: Sequence[int] = ()) -> Change:
    """Return the change of contacts, or keys, whose wires end where others should; without an end they are open."""
    moved = sum(1 << one for one in contacts)
    end_of = dict(zip(contacts, ends, strict=False))
    return lambda closed, _: closed & ~moved | sum(1 << end_of[one] for one in members(closed & moved) if one in end_of)


def _together(keys: int) -> Change:
    """Return the change of keys whose wires touch."""
    return lambda held, _: held | keys if held & keys else held


def _contact(layer: str, row: int, column: int) -> int:
    """Return the number of a contact."""
    return layer_of(Layer(layer), one_cell(cell(row, column))).bit_length() - 1


def _row(row: int) -> list[int]:
    return [_contact(layer, row, column) for layer in LAYERS for column in range(COLUMNS)]


def _column(layer: str, column: int) -> list[int]:
    return [_contact(layer, row, column) for row in range(ROWS)]


def _contacts(name: str) -> list[int]:
    """Return the contacts of a place, a line or a layer in a fixed order; empty for any other name."""
    found = re.fullmatch(rf"row([0-7])|{_LAYER}(?:{_PLACE}|(\d|1[01]))?", name)
    if found is None:
        return []
    line, layer, row, column, whole = found.groups()
    if line:
        return [*_row(int(line)), REFERENCES + int(line)]
    if row:
        return [_contact(layer, int(row), int(column))]
    return [one for at in ([int(whole)] if whole else range(COLUMNS)) for one in _column(layer, at)]


def _line(name: str) -> int | None:
    """Return the number of the line of a row or a column. None for any other name."""
    found = re.fullmatch(rf"row([0-7])|{_LAYER}(\d|1[01])", name)
    if found is None:
        return REFERENCE if name == "reference" else None
    return row_line(int(found[1])) if found[1] else COLUMNS * LAYERS.index(found[2]) + int(found[3])


def _unpower(chip: Any, broken: bool) -> None:
    chip.powered = not broken
    chip.reset()


def _restart(chip: Mcp23017, broken: bool) -> None:
    if broken:
        chip.reset()


def _forget(chip: Mcp23017, broken: bool) -> None:
    chip.reset()
    chip.deaf = broken


def _put(among: set[Any], one: object, broken: bool) -> None:
    (among.add if broken else among.discard)(one)


def _kept(among: dict[Any, Any], word: object, wrong: object) -> Breaks:
    """Return a function that puts something wrong among others, and takes it away."""

    def breaks(broken: bool) -> None:
        among.pop(word, None)
        if broken:
            among[word] = wrong

    return breaks
