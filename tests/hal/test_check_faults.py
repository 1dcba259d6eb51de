"""What `check` finds at a table of emulated chips with one fault: that, and nothing else."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial, reduce
from itertools import permutations
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.emulation import MILLISECOND, PINS, named
from support.sh1106 import Sh1106

from firmware.app.loop import SCAN_RATE, Loop
from firmware.selftest.addresses import find_map, reads_press, scans, swapped_addresses
from firmware.selftest.check import SelfTest
from firmware.selftest.faults import report
from firmware.selftest.machine import Machine, faults_of, scans_a_second
from firmware.selftest.recording import RecordingSense
from firmware.words import find_words
from hal import (
    ALL_CELLS,
    KEYS,
    NO_CELLS,
    Cells,
    Layer,
    Snapshot,
    cell_set,
    cells_of_column,
    cells_of_row,
    members,
    one_cell,
    shifted,
)
from hal.chips.buses import Chip
from hal.chips.emulated import EmulatedPi
from hal.chips.matrix import REFERENCE, column_pins
from hal.chips.mcp23017 import GPPU, IODIR, OLAT, Mcp23017
from hal.chips.ssd1306 import Ssd1306
from hal.pi import device_tree
from hal.pi.core_clock import judge
from hal.pi.device_tree import claims
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import PinMap, cell

ENGLISH = find_words("en", {})


def crossings(rows: Iterable[int], columns: Iterable[int]) -> tuple[int, ...]:
    """The cells in these rows and columns."""
    return tuple(cell(row, column) for row in rows for column in columns)


TESTED = crossings((1, 5), (3, 4, 5))
EVERY = ALL_CELLS


class Bench:
    """A builder who does what the self-test asks for, at a table with a fault.

    dead, stuck, sensitive: contacts by layer that never close, always do, or, of reeds, that the
    magnet beside them closes. swapped: returns what the firmware's lines see of what is there.
    """

    def __init__(self, tree: Path, tested: tuple[int, ...]) -> None:
        self.simulated = SimulatedTable(bounce=0)
        self.tree = tree
        self.tested = tested
        self.core = judge("a desktop", {})
        self.build(PINS)
        self.dead = dict.fromkeys(Layer, NO_CELLS)
        self.stuck = dict.fromkeys(Layer, NO_CELLS)
        self.sensitive = NO_CELLS
        self.swapped: Callable[[Snapshot], Snapshot] = lambda found: found
        self.dark: set[int] = set()
        self.piezo = True
        self.deaf_keys: set[str] = set()
        self.wired_keys: dict[str, tuple[str, ...]] = {}  # what closes when a key is pressed
        self.jamming_key = ""
        self.twitches = NO_CELLS  # reeds that switch by themselves

    def build(self, pins: PinMap) -> None:
        """Wire the table so."""
        self.pi = EmulatedPi(self.simulated, pins)
        vars(self.pi.matrix)["_contacts"] = self._contacts

    def _answers(self, tried: PinMap) -> bool:
        with self.pi.open(tried) as table:
            return scans(table.ports)

    def _reads(self, tried: PinMap) -> bool:
        """Press the first field when that is asked for."""
        self.simulated.press(0, self.simulated.clock.now() + SECOND // 2, hold=0.1)
        with self.pi.open(tried) as table:
            reads = reads_press(table.ports, 0)
            table.ports.clock.sleep_until(table.ports.clock.now() + SECOND)
            return reads

    def _contacts(self) -> Snapshot:
        found = self.simulated.scan()
        beside = shifted(found.reeds, 1) & self.sensitive
        layers = [found.reeds | beside, found.buttons, found.tilts]
        if found.at // (300 * MILLISECOND) % 2:
            layers[0] |= self.twitches
        layers = [
            one & ~self.dead[layer] | self.stuck[layer]
            for one, layer in zip(layers, Layer, strict=True)
        ]
        return self.swapped(Snapshot(found.at, *layers))

    def check(self) -> list[str]:
        """Return what is told at the end."""
        found = find_map(PINS, self._answers, self._reads) or PINS
        machine = Machine(self.core, None, claims(PINS))
        with self.pi.open(found) as table:
            recording = RecordingSense(table.ports.sense, table.ports.unread, table.ports.keys)
            test = SelfTest(recording, self.tested, tuple(Layer), 2 * SECOND)
            ports = replace(table.ports, sense=recording, keys=recording)
            rate = scans_a_second(ports)
            loop = Loop(ports, test, test.hear, words=ENGLISH, begins_blind=True)
            clock = self.simulated.clock
            for _ in range(400):
                if test.done:
                    break
                if test.view.text.text.startswith("Take everything"):
                    loop.run_until(clock.now() + SECOND)
                else:
                    self._answer(test, lambda ms: loop.run_until(clock.now() + ms * MILLISECOND))
            assert test.done
            told = [*swapped_addresses(PINS, found), *report(test.faults, PINS.chain)]
            told += faults_of(machine, rate, SCAN_RATE, PINS)
            lines = [ENGLISH(line.text, **line.values) for line in told]
            return [*lines, *table.ports.notes()]

    def _answer(self, test: SelfTest, wait: Callable[[int], None]) -> None:
        """Do what the lamps and the small display ask for, once; if nothing follows, go on."""
        asks = ENGLISH(test.view.text.text, **test.view.text.values)
        place = re.match(r"Row (\d), column (\d+): (\w+)", asks)
        if place is not None:
            at, verb = cell(int(place[1]), int(place[2])), place[3]
            if at in self.dark and verb == "press" and at not in self._noted(test):
                self._key("HINT")
                wait(300)
            if verb == "press":
                self.simulated.press(at, hold=0.15)
            elif verb == "stand":
                self.simulated.place(at)
                self.simulated.turn(at, end_a_up=True)
            elif verb == "turn":
                self.simulated.turn(at, end_a_up=False)
                wait(200)
                self.simulated.turn(at, end_a_up=True)
            else:
                self.simulated.lift(at)
                self.simulated.turn(at, end_a_up=False)
            wait(700)
            if ENGLISH(test.view.text.text, **test.view.text.values) == asks:
                self._key("CONFIRM")
                wait(300)
            after = ENGLISH(test.view.text.text, **test.view.text.values)
            if not after.startswith(f"Row {place[1]}, column {place[2]}:"):
                self.simulated.lift(at)
                self.simulated.turn(at, end_a_up=False)
                wait(300)
        elif asks.startswith("Press the key"):
            key = next(one for one in KEYS if one in asks)
            if key not in self.deaf_keys:
                self._key(key)
            wait(300)
            if ENGLISH(test.view.text.text, **test.view.text.values) == asks:
                wait(15_000)
        else:
            tones = self.pi.gpio.tones if self.piezo else []
            heard = any(hertz and hertz > 200 for _, hertz in tones)
            self._key("CONFIRM" if heard else "MENU")
            wait(300)

    def _noted(self, test: SelfTest) -> set[int]:
        return {one for one in self.tested if test.faults.dark >> one & 1}

    def _key(self, key: str) -> None:
        for wired in self.wired_keys.get(key, (key,)):
            self.simulated.press_key(wired, hold=10_000 if key == self.jamming_key else 0.15)


def swap_columns(one: int, other: int, layer: int = 0) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        first, second = layers[layer] & cells_of_column(one), layers[layer] & cells_of_column(other)
        apart = other - one
        layers[layer] = (
            layers[layer] & ~(cells_of_column(one) | cells_of_column(other))
            | shifted(first, apart)
            | shifted(second, -apart)
        )
        return Snapshot(found.at, *layers)

    return swapped


def swap_rows(one: int, other: int) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        apart = 12 * (other - one)
        return Snapshot(found.at, *(
            layer & ~(cells_of_row(one) | cells_of_row(other))
            | shifted(layer & cells_of_row(one), apart)
            | shifted(layer & cells_of_row(other), -apart)
            for layer in found[1:]
        ))  # fmt: skip

    return swapped


def turn_columns(found: Snapshot) -> Snapshot:
    """The columns of the reeds, the last first."""
    return found._replace(reeds=cell_set(at + 11 - 2 * (at % 12) for at in members(found.reeds)))


def swap_layers(*columns: int) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        cells = reduce(or_, map(cells_of_column, columns))
        return Snapshot(
            found.at,
            found.reeds & ~cells | found.buttons & cells,
            found.buttons & ~cells | found.reeds & cells,
            found.tilts,
        )

    return swapped


def shift_columns(by: int, layer: int = 0) -> Callable[[Snapshot], Snapshot]:
    """Each column of a layer is read by the pin of another one, the last by none."""

    def moved(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        layers[layer] = cell_set(at + by for at in members(layers[layer]) if 0 <= at % 12 + by < 12)
        return Snapshot(found.at, *layers)

    return moved


def sees(swapped: Callable[[Snapshot], Snapshot]) -> Callable[[Bench], None]:
    """The lines of the firmware see something else than what is there."""
    return lambda bench: setattr(bench, "swapped", swapped)


def move_cells(to: Callable[[int], int]) -> Callable[[Bench], None]:
    """All contacts of each cell are wired to the place of another one."""

    def moved(found: Snapshot) -> Snapshot:
        return Snapshot(found.at, *(cell_set(map(to, members(one))) for one in found[1:]))

    return sees(moved)


def invert(layer: Layer, cells: Cells) -> Callable[[Bench], None]:
    """Contacts that are closed while they should be open, and open while they should be closed."""
    at = list(Layer).index(layer)

    def inverted(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        layers[at] ^= cells
        return Snapshot(found.at, *layers)

    return sees(inverted)


def jams(layer: Layer, cells: Cells) -> Callable[[Bench], None]:
    """Contacts that stay closed once they were."""
    at, jammed = list(Layer).index(layer), [NO_CELLS]

    def stays(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        jammed[0] |= layers[at] & cells
        layers[at] |= jammed[0]
        return Snapshot(found.at, *layers)

    return sees(stays)


class Fault(NamedTuple):
    """What is broken, the one line that `check` should tell, and the cells it tests."""

    breaks: Callable[[Bench], Any]
    told: str
    tested: tuple[int, ...] = TESTED


def dead(layer: Layer, cells: Cells) -> Callable[[Bench], None]:
    return lambda bench: bench.dead.update({layer: cells})


def stuck(layer: Layer, cells: Cells) -> Callable[[Bench], None]:
    return lambda bench: bench.stuck.update({layer: cells})


def open_row(bench: Bench) -> None:
    bench.dead = dict.fromkeys(Layer, cells_of_row(5))


def restarts(bench: Bench) -> None:
    levels, reset = bench.pi.chips["U2"].levels, [True]

    def brown_out() -> int:
        if bench.simulated.clock.now() > 3 * SECOND and reset:
            reset.clear()
            bench.pi.chips["U2"].reset()
        return levels()

    bench.pi.chips["U2"].levels = brown_out


def keeps_nothing(bench: Bench) -> None:
    chip = bench.pi.chips["U3"]
    write = chip.write

    def forgets(data: bytes) -> None:
        if bench.simulated.clock.now() < SECOND:
            write(data)
        elif bench.simulated.clock.now() < 2 * SECOND:
            chip.reset()

    vars(chip)["write"] = forgets


def comes_off(bench: Bench) -> None:
    levels = bench.pi.chips["U1"].levels

    def off() -> int:
        bench.pi.matrix.unreferenced = SECOND < 2 * bench.simulated.clock.now() < 2 * SECOND
        return levels()

    bench.pi.chips["U1"].levels = off


def touches_ground(bench: Bench, since: int = 500, until: int | None = None) -> None:
    """SCL, from and until these milliseconds, or for half a second: a wire that has come loose."""
    began, ended = since * MILLISECOND, (until or since + 500) * MILLISECOND
    bus = bench.pi.i2c
    lock = bus.try_lock

    def touched() -> bool:
        bus.held_from = 0 if began < bench.simulated.clock.now() < ended else None
        return lock()

    vars(bus)["try_lock"] = touched


class Twins:
    """Two chips at one address: both take what is written, and a low bit of either is read."""

    powered = True

    def __init__(self, address: int, *chips: Mcp23017) -> None:
        self.address = address
        self.chips = chips

    def write(self, data: bytes) -> None:
        """Let both take it."""
        for chip in self.chips:
            chip.write(data)

    def read(self, count: int) -> bytes:
        """Return what both let be high."""
        one, other = (chip.read(count) for chip in self.chips)
        return bytes(a & b for a, b in zip(one, other, strict=True))


class Mcp23008:
    """A chip with eight pins, whose registers are elsewhere than those of an MCP23017."""

    powered = True

    def __init__(self, address: int) -> None:
        self.address = address
        self.registers = bytearray(b"\xff" + bytes(10))
        self.pointer = 0

    def write(self, data: bytes) -> None:
        """Take a register's address, then bytes for it and the following ones."""
        self.pointer = data[0] if data else self.pointer
        for byte in data[1:]:
            if self.pointer < len(self.registers):
                self.registers[self.pointer] = byte
            self.pointer += 1

    def read(self, count: int) -> bytes:
        """Return so many registers; there is nothing beyond the last."""
        return bytes((*self.registers, *bytes(256))[self.pointer : self.pointer + count])


def solder_instead(name: str, kind: Callable[[int], Chip]) -> Callable[[Bench], None]:
    """A chip of another kind where one of the matrix should be."""

    def solder(bench: Bench) -> None:
        bench.pi.chips[name].powered = False
        bench.pi.i2c.connect(kind(PINS.chips[name]))

    return solder


def short_row_to_column(row: int, column: int) -> Callable[[Bench], None]:
    def short(bench: Bench) -> None:
        bench.stuck[Layer.REED] |= one_cell(cell(row, column))
        bench.pi.matrix.bridged.add((row, column))

    return short


def forget_bridge(moved: str, onto: str) -> Callable[[Bench], None]:
    """One chip at the address of another, as when a bridge at A0-A2 was not soldered."""

    def place(bench: Bench) -> None:
        pair = [bench.pi.chips[onto], bench.pi.chips[moved]]
        for name, chip in zip((onto, moved), pair, strict=True):
            chip.levels = partial(unjoined_too, chip, chip.levels, unjoined(name))
        bench.pi.i2c.connect(Twins(PINS.chips[onto], *pair))
        gone = Mcp23017(PINS.chips[moved])
        gone.powered = False
        bench.pi.i2c.connect(gone)

    return place


def unjoined(name: str) -> int:
    """The pins of a chip that no line is joined to."""
    joined = (pin.number for pin in (*PINS.rows, *column_pins(PINS)) if pin.chip == name)
    return 0xFFFF & ~sum(1 << number for number in joined)


def unjoined_too(chip: Mcp23017, levels: Callable[[], int], pins: int) -> int:
    """The levels of all pins: those without a line are as the chip drives or pulls them."""
    inputs = chip.register(IODIR)
    return levels() | pins & (~inputs & chip.register(OLAT) | inputs & chip.register(GPPU))


def exchange_reeds(one: int, other: int) -> Callable[[Snapshot], Snapshot]:
    def exchanged(found: Snapshot) -> Snapshot:
        differ = (found.reeds >> one ^ found.reeds >> other) & 1
        return found._replace(reeds=found.reeds ^ cell_set((one, other) if differ else ()))

    return exchanged


def swap_addresses(*order: str) -> Callable[[Bench], None]:
    """Chips at the addresses of those that are named in their places."""
    chips = {name: PINS.chips[other] for name, other in zip(PINS.chips, order, strict=True)}
    return lambda bench: bench.build(PINS._replace(chips=chips))


def overlay(device: str, *gpios: int, names: bool = False) -> Callable[[Bench], None]:
    """A device to which config.txt gives these pins; as a Pi 5 writes them, or as others do."""

    def load(bench: Bench) -> None:
        group, node = bench.tree / "soc/gpio/group", bench.tree / "soc" / device
        for folder in (group, node):
            folder.mkdir(parents=True)
        for file in (group / "phandle", node / "pinctrl-0"):
            file.write_bytes(b"\0\0\0\x2a")
        (node / "status").write_bytes(b"okay\0")
        if names:
            (group / "pins").write_bytes(b"".join(b"gpio%d\0" % gpio for gpio in gpios))
        else:
            (group / "brcm,pins").write_bytes(b"".join(gpio.to_bytes(4) for gpio in gpios))

    return load


def move_display(bench: Bench, address: int) -> None:
    bench.pi.oled.powered = False
    bench.pi.oled = Ssd1306(address)
    bench.pi.i2c.connect(bench.pi.oled)


def an_sh1106(bench: Bench) -> None:
    bench.pi.oled = Sh1106(bench.pi.oled.address)
    bench.pi.i2c.connect(bench.pi.oled)


SWAPPED = {
    order: ", ".join(name for name, other in zip(PINS.chips, order, strict=True) if name != other)
    for order in permutations(PINS.chips)
    if order != tuple(PINS.chips)
}
NEVER = "never closed; check its diode"
FAULTS: dict[str, Fault] = {
    "nothing": Fault(lambda _: None, ""),
    "a dead reed": Fault(dead(Layer.REED, one_cell(cell(1, 4))), rf"reed at \(1,4\): {NEVER}"),
    "a reed that is always closed": Fault(
        stuck(Layer.REED, one_cell(cell(5, 3))), r"reed at \(5,3\): always closed"
    ),
    "a reed that switches by itself": Fault(
        lambda bench: setattr(bench, "twitches", one_cell(cell(3, 9))),
        r"reed at \(3,9\): switches by itself",
    ),
    "a dark lamp": Fault(lambda bench: bench.dark.add(cell(1, 4)), r"lamp at \(1,4\): off"),
    "a dead key": Fault(lambda bench: bench.deaf_keys.add("UNDO"), "key UNDO: no answer"),
    "two keys wired to each other's pin": Fault(
        lambda bench: bench.wired_keys.update(UNDO=("HINT",), HINT=("UNDO",)),
        "the keys HINT and UNDO are exchanged",
    ),
    "two keys whose wires touch": Fault(
        lambda bench: bench.wired_keys.update(UNDO=("UNDO", "HINT"), HINT=("UNDO", "HINT")),
        "the keys HINT and UNDO answer together",
    ),
    "a key that jams": Fault(
        lambda bench: setattr(bench, "jamming_key", "UNDO"), "key UNDO: stays pressed"
    ),
    "a silent buzzer": Fault(lambda bench: setattr(bench, "piezo", False), "buzzer: silent"),
    "a buzzer whose pin another program has": Fault(
        lambda bench: bench.pi.gpio.broken.add(PINS.buzzer), r"sound: buzzer at GPIO 18: GPIO"
    ),
    "a display at the other address": Fault(
        lambda bench: move_display(bench, 0x3D),
        "the small display is at 0x3d, not at 0x3c, and is used there",
    ),
    "a dead display": Fault(
        lambda bench: setattr(bench.pi.oled, "powered", False),
        r"display: .*: check the display's plug, that it is at 0x3c",
    ),
    "an open row": Fault(open_row, "row 5: none of its contacts closes; check its wire"),
    "an open reed column": Fault(
        dead(Layer.REED, cells_of_column(4)), "reed column 4: none of its contacts closes"
    ),
    "the plug of the reeds' cable out": Fault(
        dead(Layer.REED, EVERY), "reed: none of its contacts closes; check the cable of its columns"
    ),
    "two reeds wired to each other's place": Fault(
        lambda bench: setattr(bench, "swapped", exchange_reeds(cell(1, 4), cell(5, 5))),
        r"reed at \(1,4\) and reed at \(5,5\) answer for each other: these two",
    ),
    "two reeds wired to each other's place, of which one is tested": Fault(
        lambda bench: setattr(bench, "swapped", exchange_reeds(cell(1, 4), cell(1, 9))),
        r"reed at \(1,4\): reed at \(1,9\) answered instead; test these too",
    ),
    "a tilt contact that is inverted": Fault(
        invert(Layer.TILT, one_cell(cell(1, 4))), r"tilt at \(1,4\): inverted"
    ),
    "the plug of the reeds one pin off": Fault(
        sees(shift_columns(1)), "reed: the plug of its columns is one pin off"
    ),
    "the plug of the rows one pin off": Fault(
        move_cells(lambda at: at + 12), "the plug of the rows is one pin off"
    ),
    "a cracked joint of a reed column": Fault(
        dead(Layer.REED, cell_set((cell(4, 4), cell(5, 4)))),
        "reed column 4 is broken between rows 3 and 4",
        crossings((1, 3, 4, 5), (4,)),
    ),
    "a cracked joint of a row": Fault(
        lambda bench: bench.dead.update(
            dict.fromkeys(Layer, cell_set(cell(5, column) for column in range(5, 12)))
        ),
        "row 5 is broken between columns 4 and 5",
        crossings((1, 5), (3, 4, 5, 6)),
    ),
    "a button that jams": Fault(
        jams(Layer.BUTTON, one_cell(cell(1, 4))), r"button at \(1,4\): stays closed after"
    ),
    "SCL that touches ground for a moment": Fault(
        touches_ground, r"sensors: the I2C bus hangs at .*: check SDA and SCL for a short"
    ),
    "SCL that touches ground for good": Fault(
        partial(touches_ground, until=10**9),
        r"sensors: the I2C bus hangs at .*: check SDA and SCL for a short",
    ),
    "a reference contact that is not soldered": Fault(
        lambda bench: setattr(bench.pi.matrix, "unreferenced", True),
        "sensors: the reference contact .* is open with its row",
    ),
    "U2 at the address of U1 too": Fault(
        forget_bridge("U2", "U1"),
        rf"sensors: {named('U2')} .* does not answer: .* its address pins",
    ),
    "a column shorted to ground": Fault(
        lambda bench: bench.pi.matrix.low_columns.add(4),
        r"sensors: reed column 4 \(U1 GPA4\) stays low",
    ),
    "a row shorted to ground": Fault(
        lambda bench: bench.pi.matrix.low_rows.add(5), r"sensors: row 5 \(.*\) stays low"
    ),
    "two rows shorted together": Fault(
        lambda bench: bench.pi.matrix.joined.add((1, 5)),
        r"sensors: rows 1 and 5 .* go low together",
    ),
    "two reed columns shorted together": Fault(
        lambda bench: bench.pi.matrix.joined_columns.add((3, 4)),
        r"sensors: reed column 3 .* and reed column 4 .* are shorted to each other",
    ),
    "a shorted diode": Fault(
        lambda bench: bench.pi.matrix.bridged.add((5, 4)),
        r"sensors: the diode of reed column 4 .* at row 5 conducts both ways",
    ),
    "a row shorted to a column": Fault(
        short_row_to_column(5, 4),
        r"sensors: row 5 \(.*\) and reed column 4 .* are shorted to each other",
    ),
    "a reed column shorted to the reference contact": Fault(
        lambda bench: bench.pi.matrix.joined_columns.add((11, REFERENCE)),
        r"sensors: reed column 11 \(U1 GPB5\) and the reference contact .* are shorted",
        crossings((1, 7), (3, 11)),
    ),
    "an MCP23008 instead of an MCP23017": Fault(
        solder_instead("U2", Mcp23008), rf"sensors: {named('U2')} .* does not keep .* an MCP23017"
    ),
    "a dead chip": Fault(
        lambda bench: setattr(bench.pi.chips["U3"], "powered", False),
        rf"sensors: {named('U3')} .* does not answer",
    ),
    "a chip that restarts": Fault(restarts, rf"sensors: {named('U2')} .* has restarted"),
    "a chip that keeps no settings": Fault(
        keeps_nothing, rf"sensors: {named('U3')} .* does not keep what is written to it"
    ),
    "swapped reed columns": Fault(
        sees(swap_columns(3, 9)),
        "reed column 3 and reed column 9 answer for each other",
        crossings((1, 5), (3, 5, 9)),
    ),
    "swapped rows": Fault(
        sees(swap_rows(1, 6)), "row 1 and row 6 answer for each other", crossings((1, 5, 6), (3, 5))
    ),
    "a reed column swapped with a button column": Fault(
        sees(swap_layers(4)), "button column 4 and reed column 4 answer for each other"
    ),
    "too strong a magnet": Fault(
        lambda bench: setattr(bench, "sensitive", one_cell(cell(1, 5))),
        r"a magnet at \(1,4\) also closed the reed at \(1,5\): it is too strong",
    ),
    "a reference that comes off for a moment": Fault(
        comes_off, "sensors: the reference contact .* is open with its row"
    ),
    "swapped rows, one of them that of the reference": Fault(
        lambda bench: bench.build(
            PINS._replace(rows=(PINS.rows[0], PINS.rows[7], *PINS.rows[2:7], PINS.rows[1]))
        ),
        "row 1 and row 7 answer for each other",
        crossings((1, 5, 7), (3, 5)),
    ),
    "swapped rows that look like swapped addresses": Fault(
        lambda bench: bench.build(
            PINS._replace(rows=(*PINS.rows[:5], PINS.rows[7], PINS.rows[6], PINS.rows[5]))
        ),
        "row 5 and row 7 answer for each other",
        crossings((1, 5, 7), (3, 5)),
    ),
    "an I2C bus at 100 kHz": Fault(
        lambda bench: setattr(bench.pi.i2c, "rate", 100_000),
        r"The contacts can be read only \d\d times a second.*i2c_arm_baudrate=400000",
    ),
    "an SH1106 sold as an SSD1306": Fault(an_sh1106, "the small display is an SH1106"),
    "a sound card on the buzzer's pin": Fault(
        overlay("i2s@7e203000", 18, 19, 20, 21),
        r"machine: GPIO 18, where the buzzer is, belongs to a sound card \(I2S\)",
    ),
    "a 1-wire overlay on RESET's pin": Fault(
        overlay("onewire@4", 4),
        r"machine: GPIO 4, where RESET of the chips is, belongs to 1-wire \(dtoverlay=w1-gpio",
    ),
    "a core clock that moves": Fault(
        lambda bench: setattr(
            bench, "core", judge("Raspberry Pi 4", {"core_freq": 500, "core_freq_min": 200})
        ),
        r"machine: the core clock varies .*core_freq_min=500",
    ),
}
# Invented when all above were named.
FAULTS |= {
    "a table wired as seen from below": Fault(
        move_cells(lambda at: at + 11 - 2 * (at % 12)), "all columns are wired mirrored"
    ),
    "rows counted from the near edge": Fault(
        move_cells(lambda at: 84 - at + 2 * (at % 12)),
        "all rows are wired mirrored",
        crossings((1, 3, 5), (4, 5)),
    ),
    "a tabletop that lies turned round on its box": Fault(
        move_cells(lambda at: 95 - at), "the table is wired turned round"
    ),
    "the plug of the reeds turned round": Fault(
        sees(turn_columns), "reed: the plug of its columns is turned round"
    ),
    "the cables of reeds and buttons in each other's place": Fault(
        lambda bench: setattr(bench, "swapped", swap_layers(*range(12))),
        "reed and button: the cables of their columns are exchanged",
    ),
    "the plug of the rows out": Fault(
        lambda bench: bench.dead.update(dict.fromkeys(Layer, EVERY)),
        "no contact in any row closes: check the cable of the rows",
    ),
    "the three wires of a column torn off": Fault(
        lambda bench: bench.dead.update(dict.fromkeys(Layer, cells_of_column(4))),
        "column 4: none of its contacts closes; check its cable",
    ),
    "a push button of the kind that opens": Fault(
        invert(Layer.BUTTON, one_cell(cell(5, 4))), r"button at \(5,4\): inverted"
    ),
    "a reed that sticks to its magnet": Fault(
        jams(Layer.REED, one_cell(cell(5, 4))), r"reed at \(5,4\): stays closed after"
    ),
    "data into the wrong end of the pixels": Fault(
        lambda bench: bench.dark.update(TESTED), "lamps: none shines; check the 5 V"
    ),
    "a cold joint in the pixels' data": Fault(
        lambda bench: bench.dark.update(crossings((5,), (3, 4, 5))),
        r"lamps: dark from \(5,5\) on; check the data line from pixel 20 to pixel 66",
    ),
    "a pixel bus that is not switched on": Fault(
        lambda bench: setattr(bench.pi.spi, "missing", True), "lamps: .*"
    ),
    "a key's pin that another program has": Fault(
        lambda bench: bench.pi.gpio.broken.add(PINS.keys["UNDO"]),
        r"sensors: key UNDO at GPIO 27: GPIO busy",
    ),
}
FAULTS |= {
    f"chips at the addresses of {order}": Fault(
        swap_addresses(*order), f"{wrong} have each other's address"
    )
    for order, wrong in SWAPPED.items()
}


@pytest.mark.nightly
@pytest.mark.parametrize("what", list(FAULTS))
def test_check_names_what_is_broken_and_nothing_else(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_tree, "_TREE", tmp_path)
    breaks, told, tested = FAULTS[what]
    bench = Bench(tmp_path, tested)
    breaks(bench)
    found = bench.check()
    assert [bool(re.match(told, line)) for line in found] == [True] * bool(told), found
