"""A table of emulated chips whose parts break, and are mended, by words.

Hands act on it as on any :class:`hal.simulated.SimulatedTable`; its ports are the drivers of the
Pi, on emulated chips, and its log has what the lamps show. A word names a part and how it fails:

==========================================  =================================================
``reed3,7`` ``button3,7`` ``tilt3,7``       never closes; ``:stuck`` ``:inverted`` ``:jams``
                                            ``:restless`` ``:strong`` (a magnet beside it does)
``reed7`` ``row3`` (a line)                 to ground; ``:open`` ``:high`` ``:cut4`` behind the 4th
``rows`` ``reed`` ``button`` ``tilt``       the plug is out; one pin ``:off`` ``:back``; ``:turned``
``U1``                                      no power; ``:restarts`` ``:forgets`` ``:mcp23008`` ...
``UNDO`` ``buzzer``                         its pin is taken; ``:dead`` ``:jams`` ``:held``
``ONE=OTHER``, ``ONE+OTHER``                in each other's place; touching each other
``pixels1:turned`` ``ground``               row 1 of the chain the other way; a reed moves in full light
==========================================  =================================================
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial, reduce
from operator import or_
from typing import Any, TypeAlias

from hal.chips.emulated import EmulatedPi
from hal.chips.matrix import REFERENCE
from hal.chips.mcp23017 import Mcp23017
from hal.chips.other_expanders import Mcp23008, Pcf8575, Twins
from hal.chips.sh1106 import Sh1106
from hal.chips.ssd1306 import Ssd1306
from hal.contacts import NO_CELLS, Cells, Layer, cell_set, members, one_cell, shifted
from hal.ports import Clock, Frame, Table
from hal.simulated import Logged, SimulatedTable
from hal.snapshot import KEYS, Snapshot
from hal.trace import SECOND
from wiring import CELLS, COLUMNS, ROWS, PinMap, cell

Breaks: TypeAlias = Callable[[bool], object]
"""Breaks a part (True), or mends it."""
Lines: TypeAlias = Mapping[int, int | None]
"""Where each line ends, by its number, None for nowhere; a column's counts on from layer to layer.
"""
_LAYERS = [layer.value for layer in Layer]
_BRIGHT = CELLS * 3 * 255 // 2  # levels of all lamps together from which the ground is disturbed
_BUZZ = SECOND // 7  # microseconds for which a disturbed contact stays as it is
_DISTURBED = cell(4, 2)
_TWITCH = 3 * SECOND // 10  # microseconds for which a restless contact stays as it is
_KINDS: Mapping[str, Callable[[int], Any]] = {"mcp23008": Mcp23008, "pcf8575": Pcf8575}
_CLAIMS = {"sound-card": ("i2s", "buzzer"), "onewire": ("onewire", "reset"), "fan": ("gpio-fan@0", "CONFIRM")}
_EXAMPLES = (
    "row3",
    "row3:open",
    "row1+row5",
    "row1=row5",
    "reed7",
    "reed3,7",
    "reed3,7:stuck",
    "diode3,7",
    "rows:turned",
    "reed:off",
    "reference",
    "i2c",
    "i2c:slow",
    "pixels",
    "lamp3,7",
    "display",
    "display:moved",
    "pixels1:turned",
    "ground",
    "supply",
    "buzzer",
    "CONFIRM",
    "UNDO=HINT",
    "MENU:held",
    "sound-card",
)


class _Parts(Mapping[str, Breaks]):
    """The parts of a table by the words that break them; it lists some of them."""

    def __init__(self, find: Callable[[str], Breaks | None], names: tuple[str, ...]) -> None:
        self._find, self._names = find, names
        self._found: dict[str, Breaks | None] = {}

    def __getitem__(self, word: str) -> Breaks:
        """Return what breaks a part. Raises KeyError for a word that names none."""
        if word not in self._found:
            self._found[word] = self._find(word)
        breaks = self._found[word]
        if breaks is None:
            raise KeyError(word)
        return breaks

    def __iter__(self) -> Iterator[str]:
        """Yield words that serve as examples, the chips first."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many examples there are."""
        return len(self._names)


class BreakableTable(SimulatedTable):
    """A table of emulated chips.

    pins: how it is wired. emulated: its chips. owners: the pins that Linux has given to a device,
    and its name. moving: whether the core clock of the Pi moves. silent: whether the buzzer is.
    """

    def __init__(self, clock: Clock, pins: PinMap, *, bounce: float = 0.005) -> None:
        super().__init__(clock, bounce=bounce)
        self.pins, self.emulated = pins, EmulatedPi(self, pins)
        self.owners: dict[int, str] = {}
        self.moving = self.silent = False
        self._wrong: dict[str, Callable[[Snapshot], Snapshot]] = {}
        self._keys: dict[str, Callable[[int], int]] = {}
        self._dark: dict[str, Cells] = {}
        self.turned: dict[str, int] = {}  # rows whose pixels run the other way
        self.parts = _Parts(self._find, (*self.emulated.chips, *_EXAMPLES))

    @cached_property
    def ports(self) -> Table:
        """The table as the firmware knows it; it is opened with the parts that are broken then."""
        return self.logged(self.emulated.open(patient=True).ports)

    def logged(self, driven: Table) -> Table:
        """Return the ports of an open table, with what people see and hear of it in the log."""
        logged = Logged(driven, _Seen(self))  # type: ignore[arg-type]
        return replace(driven, lamps=logged, sound=logged)

    def scan(self) -> Snapshot:
        """The contacts that are closed, as the emulated matrix meets them."""
        found = super().scan()
        for wrong in self._wrong.values():
            found = wrong(found)
        return found

    def held(self) -> int:
        """The keys that are held, as the pins meet them."""
        found = super().held()
        for wrong in self._keys.values():
            found = wrong(found)
        return found

    def _find(self, word: str) -> Breaks | None:
        """Return what breaks the part that a word names, None where it names none."""
        pair = re.fullmatch(r"([^=+]+)([=+])([^=+]+)", word)
        if pair is not None:
            return self._of_two(word, pair[1], pair[3], touch=pair[2] == "+")
        name, _, how = word.partition(":")
        place = re.fullmatch(r"([a-z]+)([0-7]),(\d|1[01])", name)
        if place is not None:
            return self._of_cell(word, place[1], cell(int(place[2]), int(place[3])), how)
        finders = (self._of_line, self._of_plug, self._of_chip, self._of_pin, self._of_rest)
        found = (find(word, name, how) for find in finders)
        return next((one for one in found if one is not None), None)

    @property
    def dark(self) -> Cells:
        """The cells whose lamps stay dark."""
        return reduce(or_, self._dark.values(), NO_CELLS)

    # Contacts and lines

    def _of_cell(self, word: str, kind: str, at: int, how: str) -> Breaks | None:
        cells, matrix = one_cell(at), self.emulated.matrix
        if kind == "diode" and not how:
            return partial(_put, matrix.bridged, divmod(at, COLUMNS))
        if kind == "lamp" and how in ("", "data"):
            chain = self.emulated.pins.chain
            dark = cell_set(chain[chain.index(at) :]) if how else cells
            return lambda broken: _keep(self._dark, word, dark, broken)
        wrong = _WAYS.get(how)
        if kind not in _LAYERS or wrong is None or (how == "strong" and kind != "reed"):
            return None
        return self._wrongly(word, lambda: _on_layer(_LAYERS.index(kind), wrong(cells)))

    def _wrongly(self, word: str, makes: Callable[[], Callable[[Snapshot], Snapshot]]) -> Breaks:
        """Return what lets the contacts be other ones than hands close."""
        return lambda broken: _keep(self._wrong, word, makes(), broken)

    def _of_line(self, word: str, name: str, how: str) -> Breaks | None:
        line = self._line(name)
        if line is None or name == "reference":
            return None
        row, at = line
        matrix = self.emulated.matrix
        cut = re.fullmatch(r"cut(\d+)", how)
        if cut is not None:
            return self._wrongly(word, lambda: _cut(row=row, line=at, after=int(cut[1])))
        if how == "open":
            rows, columns = ({at: None}, {}) if row else ({}, {at: None})
            return self._wrongly(word, lambda: _rewired(rows, columns))
        if how not in ("", "high") or (how and not row):
            return None
        shorted = matrix.high_rows if how else matrix.low_rows if row else matrix.low_columns
        return partial(_put, shorted, at)

    @staticmethod
    def _line(name: str) -> tuple[bool, int] | None:
        """Return whether a name is that of a row, and the number of its line; None for neither."""
        found = re.fullmatch(r"(row|reed|button|tilt)(\d|1[01])", name)
        if found is None:
            return (False, REFERENCE) if name == "reference" else None
        at = int(found[2])
        if found[1] == "row":
            return (True, at) if at < ROWS else None
        return False, COLUMNS * _LAYERS.index(found[1]) + at

    def _of_plug(self, word: str, name: str, how: str) -> Breaks | None:
        if name not in ("rows", *_LAYERS) or how not in ("", "off", "back", "turned"):
            return None
        lines = [*range(ROWS)] if name == "rows" else _columns(name)
        ends: dict[str, list[int | None]] = {
            "": [None] * len(lines),
            "off": [*lines[1:], None],
            "back": [None, *lines[:-1]],
            "turned": [*lines[::-1]],
        }
        moved = dict(zip(lines, ends[how], strict=True))
        return self._wrongly(word, lambda: _rewired(*((moved, {}) if name == "rows" else ({}, moved))))

    def _of_two(self, word: str, one: str, other: str, *, touch: bool) -> Breaks | None:
        """Return what lets two parts be in each other's place, or touch each other."""
        if {one, other} <= {*KEYS}:
            first, second = KEYS.index(one), KEYS.index(other)
            return lambda broken: _keep(
                self._keys, word, lambda held: _two_keys(held, first, second, touch=touch), broken
            )
        if {one, other} <= self.emulated.chips.keys():
            return partial(self._place, one, other, touch=touch)
        line, other_line = self._line(one), self._line(other)
        if line is not None and other_line is not None:
            return self._two_lines(word, line, other_line, touch=touch)
        if {one, other} <= {*_LAYERS} and not touch:
            pairs = dict(zip(_columns(one), _columns(other), strict=True))
            return self._wrongly(word, lambda: _rewired({}, _both(pairs)))
        places = [re.fullmatch(r"reed([0-7]),(\d|1[01])", part) for part in (one, other)]
        if touch or places[0] is None or places[1] is None:
            return None
        first, second = (cell(int(place[1]), int(place[2])) for place in places if place)
        swap = lambda reeds: _exchanged(reeds, first, second)  # noqa: E731
        return self._wrongly(word, lambda: _on_layer(0, swap))

    def _two_lines(self, word: str, one: tuple[bool, int], other: tuple[bool, int], *, touch: bool) -> Breaks | None:
        matrix, (row, at), (other_row, other_at) = self.emulated.matrix, one, other
        if row != other_row:
            if not touch:
                return None
            at, other_at = (at, other_at) if row else (other_at, at)
            layer, column = divmod(other_at, COLUMNS)
            closed = one_cell(cell(at, column))

            def join(broken: bool) -> None:
                _put(matrix.bridged, (at, other_at), broken)
                stuck = _on_layer(layer, lambda cells: cells | closed)
                _keep(self._wrong, word, stuck, broken)

            return join
        if touch:
            return partial(_put, matrix.joined if row else matrix.joined_columns, (at, other_at))
        pair = _both({at: other_at})
        if not row:
            return self._wrongly(word, lambda: _rewired({}, pair))

        def exchange(broken: bool) -> None:
            _keep(self._wrong, word, _rewired(pair, {}), broken)
            matrix.reference_row = pair.get(matrix.reference_row, matrix.reference_row)

        return exchange

    # Chips and pins

    def _of_chip(self, word: str, name: str, how: str) -> Breaks | None:
        chip = self.emulated.chips.get(name)
        if chip is None:
            return None
        if how == "restarts":
            return partial(_restart, chip)
        if how == "forgets":
            return partial(_forget, chip)
        if how in _KINDS:
            return lambda broken: self.emulated.i2c.connect(_KINDS[how](chip.address) if broken else chip)
        return None if how else partial(_unpower, chip)

    def _place(self, one: str, other: str, broken: bool, *, touch: bool) -> None:
        """Exchange the addresses of two chips, or give the first that of the second."""
        bus = self.emulated.i2c
        chips = [self.emulated.chips[name] for name in (one, other)]
        first, second = chips
        if not touch:
            first.address, second.address = second.address, first.address
        placed: list[Any] = [*chips]
        if touch and broken:
            gone = Mcp23017(first.address)
            gone.powered = False
            placed = [gone, Twins(second.address, *chips)]
        for chip in placed:
            bus.connect(chip)

    def _of_pin(self, word: str, name: str, how: str) -> Breaks | None:
        pins = self.emulated.pins
        taken = {"buzzer": pins.buzzer, **pins.keys}
        if name == "buzzer" and how == "silent":
            return partial(setattr, self, "silent")
        if name in taken and not how:
            return partial(_put, self.emulated.gpio.broken, taken[name])
        if name not in pins.keys or how not in ("dead", "jams", "held"):
            return None
        bit = 1 << KEYS.index(name)
        wrong = {"dead": _never, "jams": _jam, "held": _stuck}[how]
        return lambda broken: _keep(self._keys, word, wrong(bit), broken)

    def _of_rest(self, word: str, name: str, how: str) -> Breaks | None:
        pi = self.emulated
        rest: dict[str, Breaks] = {
            "i2c": self._hang,
            "i2c:slow": lambda broken: setattr(pi.i2c, "rate", 100_000 if broken else pi.pins.i2c_rate),
            "pixels": partial(setattr, pi.spi, "missing"),
            "display": lambda broken: _unpower(pi.oled, broken),
            "display:moved": lambda broken: self._show_at(Ssd1306, 0x3D if broken else 0x3C),
            "display:sh1106": lambda broken: self._show_at(Sh1106 if broken else Ssd1306, 0x3C),
            "supply": lambda broken: setattr(pi.matrix, "supplied", not broken),
            "reference": partial(setattr, pi.matrix, "unreferenced"),
            "core-clock": partial(setattr, self, "moving"),
            "ground": self._wrongly(word, lambda: self._disturbed),
        }
        if (place := re.fullmatch(r"pixels([0-7]):turned", word)) is not None:
            return lambda broken: _keep(self.turned, word, int(place[1]), broken)
        if word in _CLAIMS:
            device, part = _CLAIMS[word]
            gpios = {"buzzer": pi.pins.buzzer, "reset": pi.pins.reset, **pi.pins.keys}
            return lambda broken: _keep(self.owners, gpios[part], device, broken)
        return rest.get(word)

    def _disturbed(self, found: Snapshot) -> Snapshot:
        """Return the contacts with a reed that moves while the lamps take much current."""
        bright = sum(map(sum, self.log.frames[-1][1])) >= _BRIGHT
        moved = one_cell(_DISTURBED) if bright and found.at // _BUZZ % 2 else NO_CELLS
        return found._replace(reeds=found.reeds ^ moved)

    def _hang(self, broken: bool) -> None:
        self.emulated.i2c.held_from = self.clock.now() if broken else None

    def _show_at(self, kind: type[Ssd1306], address: int) -> None:
        pi = self.emulated
        pi.oled.powered = False
        pi.oled = kind(address)
        pi.i2c.connect(pi.oled)


class _Seen:
    """The log of a table as people see its lamps and hear its buzzer."""

    def __init__(self, table: BreakableTable) -> None:
        self._table = table

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Log a frame without what stays dark."""
        dark, rows = self._table.dark, [frame[at : at + COLUMNS] for at in range(0, CELLS, COLUMNS)]
        for row in self._table.turned.values():
            rows[row] = rows[row][::-1]
        frame = tuple(colour for row in rows for colour in row)
        seen = tuple((0, 0, 0) if dark >> at & 1 else one for at, one in enumerate(frame))
        self._table.log.show(seen, brightness)

    def play(self, tune: Any, volume: float = 1.0) -> None:
        """Log a tune that is heard."""
        if not self._table.silent:
            self._table.log.play(tune, volume)


Wrong: TypeAlias = Callable[[int], int]
"""Returns which of some contacts or keys seem closed where these are."""


def _never(bits: int) -> Wrong:
    return lambda closed: closed & ~bits


def _stuck(bits: int) -> Wrong:
    return lambda closed: closed | bits


def _jam(bits: int) -> Wrong:
    jammed = [0]

    def stays(closed: int) -> int:
        jammed[0] |= closed & bits
        return closed | jammed[0]

    return stays


_WAYS: Mapping[str, Callable[[Cells], Callable[..., int]]] = {
    "": _never,
    "stuck": _stuck,
    "inverted": lambda cells: lambda closed: closed ^ cells,
    "jams": _jam,
    "restless": lambda cells: lambda closed, at: closed | cells * (at // _TWITCH % 2),
    "strong": lambda cells: lambda closed: closed | shifted(closed, 1) & cells,
}


def _on_layer(layer: int, wrong: Callable[..., int]) -> Callable[[Snapshot], Snapshot]:
    """Return what changes one layer of a snapshot. wrong: takes its cells, and perhaps the time."""
    timed = wrong.__code__.co_argcount > 1

    def changed(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        given = (layers[layer], found.at) if timed else (layers[layer],)
        layers[layer] = Cells(wrong(*given))
        return Snapshot(found.at, *layers)

    return changed


def _rewired(rows: Lines, columns: Lines) -> Callable[[Snapshot], Snapshot]:
    """Return what lets contacts answer where their lines end."""

    def moved(found: Snapshot) -> Snapshot:
        ends: list[list[int]] = [[], [], []]
        for layer, cells in enumerate(found[1:]):
            for at in members(cells):
                row, column = divmod(at, COLUMNS)
                line = COLUMNS * layer + column
                new_row, new_line = rows.get(row, row), columns.get(line, line)
                if new_row is not None and new_line is not None:
                    ends[new_line // COLUMNS].append(cell(new_row, new_line % COLUMNS))
        return Snapshot(found.at, *map(cell_set, ends))

    return moved


def _cut(*, row: bool, line: int, after: int) -> Callable[[Snapshot], Snapshot]:
    """Return what leaves the contacts of a line open that lie behind a place of it."""
    layer, column = divmod(line, COLUMNS)
    if row:
        gone = cell_set(cell(line, at) for at in range(after + 1, COLUMNS))
        return lambda found: Snapshot(found.at, *(one & ~gone for one in found[1:]))
    gone = cell_set(cell(at, column) for at in range(after + 1, ROWS))
    return _on_layer(layer, _never(gone))


def _columns(layer: str) -> list[int]:
    first = COLUMNS * _LAYERS.index(layer)
    return [*range(first, first + COLUMNS)]


def _both(pairs: Mapping[int, int]) -> dict[int, int]:
    return {**pairs, **{other: one for one, other in pairs.items()}}


def _exchanged(closed: int, one: int, other: int) -> int:
    differ = (closed >> one ^ closed >> other) & 1
    return closed ^ (differ << one | differ << other)


def _two_keys(held: int, one: int, other: int, *, touch: bool) -> int:
    if touch:
        either = (held >> one | held >> other) & 1
        return held | either << one | either << other
    return _exchanged(held, one, other)


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


def _keep(among: dict[Any, Any], word: object, what: object, broken: bool) -> None:
    among.pop(word, None)
    if broken:
        among[word] = what
