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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, TypeAlias

from hal.chips.emulated import EmulatedPi
from hal.chips.matrix import Change
from hal.chips.mcp23017 import Mcp23017
from hal.chips.other_expanders import Mcp23008, Twins
from hal.chips.ssd1306 import Sh1106, Ssd1306
from hal.contacts import members
from hal.pi.expander import REFERENCE
from hal.ports import Clock, Frame, Table, Tune
from hal.simulated import Log, Logged, SimulatedTable
from hal.snapshot import KEYS
from hal.trace import SECOND
from wiring import CELLS, COLUMNS, LAYERS, ROWS, PinMap, cell

Breaks: TypeAlias = Callable[[bool], object]
"""Breaks a part (True), or mends it."""
Way: TypeAlias = Callable[[int, int, int], int]
"""Returns the contacts or keys that seem closed: of the closed ones, the broken ones and the time."""
Lines: TypeAlias = Mapping[int, int | None]
"""The place where each line ends, None for nowhere. Columns count on from layer to layer."""
_BRIGHT = CELLS * 3 * 255 // 2  # levels of all lamps together from which the ground is disturbed
_BUZZ = SECOND // 7  # microseconds for which a disturbed contact stays as it is
_DISTURBED = 4, 2  # row and column of the reed that is disturbed
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
        self._keys: dict[str, Callable[[int], int]] = {}
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
        for wrong in self._keys.values():
            found = wrong(found)
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

    def _of_contact(self, word: str, layer: str, row: str, column: str, how: str) -> Breaks | None:
        way = _jam() if how == "jams" else _WAYS.get(how)
        if way is None or (how == "strong" and layer != "reed"):
            return None
        bit = 1 << _column(layer, column)

        def change(closed: list[int], at: int) -> None:
            closed[int(row)] = way(closed[int(row)], bit, at)

        return self._changed(word, change)

    def _of_diode(self, word: str, row: str, column: str) -> Breaks | None:
        return partial(_put, self.emulated.matrix.bridged, (int(row), int(column)))

    def _of_lamp(self, word: str, row: str, column: str, data: str) -> Breaks | None:
        at, chain = cell(int(row), int(column)), self.pins.chain
        dark = chain[chain.index(at) :] if data else (at,)
        return _kept(
            self.log.wrong, word, lambda frame: tuple((0, 0, 0) if n in dark else c for n, c in enumerate(frame))
        )

    def _of_chain(self, word: str, row: str) -> Breaks | None:
        first = cell(int(row), 0)
        there = slice(first, first + COLUMNS)
        return _kept(
            self.log.wrong, word, lambda frame: (*frame[:first], *frame[there][::-1], *frame[first + COLUMNS :])
        )

    def _of_row(self, word: str, row: str, how: str) -> Breaks | None:
        at, matrix = int(row), self.emulated.matrix
        if how == "open":
            return self._changed(word, _rewired({at: None}, {}))
        if how.startswith("cut"):
            after = sum(1 << line for line in range(REFERENCE) if line % COLUMNS > int(how[3:]))
            return self._changed(word, lambda closed, _: _open(closed, {at: after}))
        return partial(_put, matrix.high_rows if how else matrix.low_rows, at)

    def _of_column(self, word: str, layer: str, column: str, how: str) -> Breaks | None:
        line = _column(layer, column)
        if how == "open":
            return self._changed(word, _rewired({}, {line: None}))
        if how:
            after = dict.fromkeys(range(int(how[3:]) + 1, ROWS), 1 << line)
            return self._changed(word, lambda closed, _: _open(closed, after))
        return partial(_put, self.emulated.matrix.low_columns, line)

    def _of_plug(self, word: str, name: str, how: str) -> Breaks | None:
        lines = [*range(ROWS)] if name == "rows" else _columns(name)
        ends: dict[str, list[int | None]] = {
            "": [None] * len(lines),
            "off": [*lines[1:], None],
            "back": [None, *lines[:-1]],
            "turned": [*lines[::-1]],
        }
        moved = dict(zip(lines, ends[how], strict=True))
        return self._changed(word, _rewired(moved, {}) if name == "rows" else _rewired({}, moved))

    # Two parts in each other's place, or touching each other

    def _of_pair(self, word: str, one: str, sign: str, other: str) -> Breaks | None:
        touch = sign == "+"
        if {one, other} <= {*KEYS}:
            first, second = KEYS.index(one), KEYS.index(other)
            joined = _together if touch else _exchanged
            return _kept(self._keys, word, lambda held: joined(held, first, second))
        if {one, other} <= self.emulated.chips.keys():
            return partial(self._place_chips, one, other, touch=touch)
        if {one, other} <= {*LAYERS} and not touch:
            return self._changed(word, _rewired({}, _both(zip(_columns(one), _columns(other), strict=True))))
        places = [re.fullmatch(rf"reed{_PLACE}", part) for part in (one, other)]
        if not touch and places[0] is not None and places[1] is not None:
            (row, column), (other_row, other_column) = (map(int, place.groups()) for place in places if place)
            return self._changed(word, _places_exchanged((row, column), (other_row, other_column)))
        line, other_line = _line(one), _line(other)
        if line is None or other_line is None:
            return None
        if line[0] != other_line[0]:
            return self._row_to_column(word, *sorted((line, other_line), reverse=True)) if touch else None
        return self._two_lines(word, line[1], other_line[1], rows=line[0], touch=touch)

    def _row_to_column(self, word: str, row: tuple[bool, int], column: tuple[bool, int]) -> Breaks:
        """Return a function that shorts a row to a column, as a closed contact without diode does."""
        at, line = row[1], column[1]

        def change(closed: list[int], _: int) -> None:
            closed[at] |= 1 << line

        return _all(partial(_put, self.emulated.matrix.bridged, (at, line)), self._changed(word, change))

    def _two_lines(self, word: str, at: int, other: int, *, rows: bool, touch: bool) -> Breaks:
        matrix = self.emulated.matrix
        if touch:
            return partial(_put, matrix.joined if rows else matrix.joined_columns, (at, other))
        pair = _both([(at, other)])
        if not rows:
            return self._changed(word, _rewired({}, pair))

        def exchange(_: bool) -> None:
            matrix.reference_row = pair.get(matrix.reference_row, matrix.reference_row)

        return _all(self._changed(word, _rewired(pair, {})), exchange)

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
        way = {"dead": _WAYS[""], "held": _WAYS["stuck"], "jams": _jam()}[how]
        bit = 1 << KEYS.index(name)
        return _kept(self._keys, word, lambda held: way(held, bit, 0))

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
            "reference": partial(setattr, pi.matrix, "unreferenced"),
            "core-clock": partial(setattr, self, "moving"),
            "ground": self._changed(word, self._disturb),
        }
        return rest.get(word)

    def _disturb(self, closed: list[int], at: int) -> None:
        """Move a reed while the lamps take much current."""
        row, column = _DISTURBED
        if sum(map(sum, self.log.frames[-1][1])) >= _BRIGHT and at // _BUZZ % 2:
            closed[row] ^= 1 << column

    def _show_at(self, kind: type[Ssd1306], address: int) -> None:
        pi = self.emulated
        pi.oled.powered = False
        pi.oled = kind(address)
        pi.i2c.connect(pi.oled)


_LAYER = f"({'|'.join(LAYERS)})"
_PLACE = r"([0-7]),(\d|1[01])"
_FINDERS: tuple[tuple[str, Callable[..., Breaks | None]], ...] = (
    (rf"{_LAYER}{_PLACE}(?::(\w+))?", BreakableTable._of_contact),
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

_WAYS: Mapping[str, Way] = {
    "": lambda closed, bits, _: closed & ~bits,
    "stuck": lambda closed, bits, _: closed | bits,
    "inverted": lambda closed, bits, _: closed ^ bits,
    "restless": lambda closed, bits, at: closed | bits * (at // _TWITCH % 2),
    "strong": lambda closed, bits, _: closed | closed << 1 & bits,
}


def _jam() -> Way:
    """Return the way of contacts that stay closed from then on."""
    jammed = 0

    def stays(closed: int, bits: int, _: int) -> int:
        nonlocal jammed
        jammed |= closed & bits
        return closed | jammed

    return stays


def _line(name: str) -> tuple[bool, int] | None:
    """Return whether a name is that of a row, and the number of its line. None for neither."""
    if name == "reference":
        return False, REFERENCE
    found = re.fullmatch(rf"row([0-7])|{_LAYER}(\d|1[01])", name)
    if found is None:
        return None
    return (True, int(found[1])) if found[1] else (False, _column(found[2], found[3]))


def _column(layer: str, column: str) -> int:
    return COLUMNS * LAYERS.index(layer) + int(column)


def _columns(layer: str) -> list[int]:
    return [_column(layer, str(at)) for at in range(COLUMNS)]


def _open(closed: list[int], gone: Mapping[int, int]) -> None:
    """Open the contacts of some columns in some rows."""
    for row, columns in gone.items():
        closed[row] &= ~columns


def _rewired(rows: Lines, columns: Lines) -> Change:
    """Return a change that lets contacts answer where their lines end."""

    def change(closed: list[int], _: int) -> None:
        answers = [0] * ROWS
        for row, lines in enumerate(closed):
            end = rows.get(row, row)
            if end is not None:
                ends = (columns.get(line, line) for line in members(lines))
                answers[end] |= sum(1 << one for one in ends if one is not None)
        closed[:] = answers

    return change


def _places_exchanged(one: tuple[int, int], other: tuple[int, int]) -> Change:
    """Return a change that lets the reeds of two places, by row and column, answer for each other."""

    def change(closed: list[int], _: int) -> None:
        if (closed[one[0]] >> one[1] ^ closed[other[0]] >> other[1]) & 1:
            closed[one[0]] ^= 1 << one[1]
            closed[other[0]] ^= 1 << other[1]

    return change


def _both(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return pairs of lines in both directions."""
    return {one: end for first, second in pairs for one, end in ((first, second), (second, first))}


def _exchanged(held: int, one: int, other: int) -> int:
    differ = (held >> one ^ held >> other) & 1
    return held ^ (differ << one | differ << other)


def _together(held: int, one: int, other: int) -> int:
    either = (held >> one | held >> other) & 1
    return held | either << one | either << other


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


def _all(*breaks: Breaks) -> Breaks:
    """Return a function that breaks several parts."""
    return lambda broken: [one(broken) for one in breaks]
