"""What `check` finds at a table of emulated chips with one fault: that, and nothing else.

The faults are those that a word breaks at ``--table emulated``; the drivers are those of the Pi.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import permutations
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from support.emulation import MILLISECOND, PINS, named

from firmware.app.loop import SCAN_RATE, Loop
from firmware.selftest.addresses import find_map, reads_press, scans, swapped_addresses
from firmware.selftest.check import SelfTest
from firmware.selftest.faults import report
from firmware.selftest.machine import emulated_machine, faults_of, scans_a_second
from firmware.selftest.recording import RecordingSense
from firmware.words import find_words
from hal import KEYS, Layer
from hal.chips.breakable import BreakableTable
from hal.clock import VirtualClock
from hal.trace import SECOND
from wiring import PinMap, cell

ENGLISH = find_words("en", {})


def crossings(rows: Iterable[int], columns: Iterable[int]) -> tuple[int, ...]:
    """The cells in these rows and columns."""
    return tuple(cell(row, column) for row in rows for column in columns)


TESTED = crossings((1, 5), (3, 4, 5))


class TimedClock(VirtualClock):
    """A clock at whose moments something is done."""

    def __init__(self) -> None:
        super().__init__()
        self._coming: list[tuple[int, Callable[[], object]]] = []

    def at(self, seconds: float, do: Callable[[], object]) -> None:
        self._coming.append((int(seconds * SECOND), do))

    def sleep_until(self, at: int) -> None:
        super().sleep_until(at)
        due = [one for one in self._coming if one[0] <= self.now()]
        self._coming = [one for one in self._coming if one not in due]
        for _, do in due:
            do()


class Bench:
    """A builder who does what the self-test asks for, at a table whose parts break by words."""

    def __init__(self, fault: "Fault") -> None:
        self.clock = TimedClock()
        self.table = BreakableTable(self.clock, PINS, bounce=0)
        self.simulated, self.pi = self.table, self.table.emulated
        self.tested = fault.tested
        for word in fault.words.split():
            seconds, at, part = word.rpartition("@")
            begins, _, ends = seconds.partition("-")
            if not at:
                self.table.parts[part](True)
                continue
            self.clock.at(float(begins), partial(self.table.parts[part], True))
            if ends:
                self.clock.at(float(ends), partial(self.table.parts[part], False))

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

    def check(self) -> list[str]:
        """Return what is told at the end."""
        found = find_map(PINS, self._answers, self._reads) or PINS
        machine = emulated_machine(self.table)
        with self.pi.open(found) as opened:
            table = SimpleNamespace(ports=self.table.logged(opened.ports))
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
            dark = self.table.dark >> at & 1
            if dark and verb == "press" and at not in self._noted(test):
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
            self._key(key)
            wait(300)
            if ENGLISH(test.view.text.text, **test.view.text.values) == asks:
                wait(15_000)
        else:
            heard = bool(self.table.log.tunes)
            self._key("CONFIRM" if heard else "MENU")
            wait(300)

    def _noted(self, test: SelfTest) -> set[int]:
        return {one for one in self.tested if test.faults.dark >> one & 1}

    def _key(self, key: str) -> None:
        self.simulated.press_key(key)


class Fault(NamedTuple):
    """Words that break something, what `check` tells, nothing else, and the cells it tests."""

    words: str
    told: tuple[str, ...]
    tested: tuple[int, ...] = TESTED


SWAPPED = {
    order: ", ".join(name for name, other in zip(PINS.chips, order, strict=True) if name != other)
    for order in permutations(PINS.chips)
    if order != tuple(PINS.chips)
}
NEVER = "never closed; check its diode"
FAULTS: dict[str, Fault] = {
    "nothing": Fault("", ()),
    "a dead reed": Fault("reed1,4", (rf"reed at \(1,4\): {NEVER}",)),
    "a dead button": Fault("button1,4", (rf"button at \(1,4\): {NEVER}",)),
    "a dead tilt": Fault("tilt1,4", (rf"tilt at \(1,4\): {NEVER}",)),
    "two dead reeds": Fault("reed1,3 reed5,5", (rf"reed at \(1,3\) \(5,5\): {NEVER}",)),
    "a reed that is always closed": Fault("reed5,3:stuck", (r"reed at \(5,3\): always closed",)),
    "a button that is always closed": Fault("button5,3:stuck", (r"button at \(5,3\): always closed",)),
    "a tilt that is always closed": Fault("tilt5,3:stuck", (r"tilt at \(5,3\): always closed",)),
    "a reed that switches by itself": Fault("reed3,9:restless", (r"reed at \(3,9\): switches by itself",)),
    "a dark lamp": Fault("lamp1,4", (r"lamp at \(1,4\): off",)),
    "a dead key": Fault("UNDO:dead", ("key UNDO: no answer",)),
    "two keys wired to each other's pin": Fault("UNDO=HINT", ("the keys HINT and UNDO are exchanged",)),
    "the keys that answer questions wired to each other's pin": Fault(
        "CONFIRM=MENU", ("the keys CONFIRM and MENU are exchanged",)
    ),
    "two keys whose wires touch": Fault("UNDO+HINT", ("the keys HINT and UNDO answer together",)),
    "a key that jams": Fault("UNDO:jams", ("key UNDO: stays pressed",)),
    "a key shorted to ground": Fault("MENU:held", ("key MENU: stays pressed",)),
    "a silent buzzer": Fault("buzzer:silent", ("buzzer: silent",)),
    "a buzzer whose pin another program has": Fault("buzzer", (r"sound: buzzer at GPIO 18: GPIO",)),
    "a display at the other address": Fault(
        "display:moved", ("the small display is at 0x3d, not at 0x3c, and is used there",)
    ),
    "a dead display": Fault("display", (r"display: .*: check the display's plug, that it is at 0x3c",)),
    "an open row": Fault("row5:open", ("row 5: none of its contacts closes; check its wire",)),
    "an open reed column": Fault("reed4:open", ("reed column 4: none of its contacts closes",)),
    "an open button column": Fault("button4:open", ("button column 4: none of its contacts closes",)),
    "an open tilt column": Fault("tilt4:open", ("tilt column 4: none of its contacts closes",)),
    "the plug of the reeds' cable out": Fault(
        "reed", ("reed: none of its contacts closes; check the cable of its columns",)
    ),
    "two reeds wired to each other's place": Fault(
        "reed1,4=reed5,5", (r"reed at \(1,4\) and reed at \(5,5\) answer for each other: these two",)
    ),
    "two reeds of a row wired to each other's place": Fault(
        "reed1,3=reed1,5", (r"reed at \(1,3\) and reed at \(1,5\) answer for each other: these two",)
    ),
    "two reeds of a column wired to each other's place": Fault(
        "reed1,4=reed5,4", (r"reed at \(1,4\) and reed at \(5,4\) answer for each other: these two",)
    ),
    "two reeds wired to each other's place, of which one is tested": Fault(
        "reed1,4=reed1,9", (r"reed at \(1,4\): reed at \(1,9\) answered instead; test these too",)
    ),
    "a tilt contact that is inverted": Fault("tilt1,4:inverted", (r"tilt at \(1,4\): inverted",)),
    "the plug of the reeds one pin off": Fault("reed:off", ("reed: the plug of its columns is one pin off",)),
    "the plug of the buttons one pin off, the other way": Fault(
        "button:back", ("button: the plug of its columns is one pin off",), crossings((1, 5), (0, 1, 2))
    ),
    "the plug of the rows one pin off": Fault("rows:off", ("the plug of the rows is one pin off",)),
    "a cracked joint of a reed column": Fault(
        "reed4:cut3", ("reed column 4 is broken between rows 3 and 4",), crossings((1, 3, 4, 5), (4,))
    ),
    "a cracked joint of a row": Fault(
        "row5:cut4", ("row 5 is broken between columns 4 and 5",), crossings((1, 5), (3, 4, 5, 6))
    ),
    "a button that jams": Fault("button1,4:jams", (r"button at \(1,4\): stays closed after",)),
    "SCL that touches ground for a moment": Fault(
        "0.5-1@i2c", (r"sensors: the I2C bus hangs at .*: check SDA and SCL for a short",)
    ),
    "SCL that touches ground while a reed is tested": Fault(
        "4.5-5@i2c", (r"sensors: the I2C bus hangs at .*: check SDA and SCL for a short",)
    ),
    "SCL that touches ground for good": Fault(
        "0.5@i2c", (r"sensors: the I2C bus hangs at .*: check SDA and SCL for a short",)
    ),
    "a reference contact that is not soldered": Fault(
        "reference", ("sensors: the reference contact .* is open with its row",)
    ),
    "U2 at the address of U1 too": Fault(
        "U2+U1", (rf"sensors: {named('U2')} .* does not answer: .* its address pins",)
    ),
    "U3 at the address of U2 too": Fault(
        "U3+U2", (rf"sensors: {named('U3')} .* does not answer: .* its address pins",)
    ),
    "a column shorted to ground": Fault("reed4", (r"sensors: reed column 4 \(U1 GPA4\) stays low",)),
    "a row shorted to ground": Fault("row5", (r"sensors: row 5 \(.*\) stays low",)),
    "a row shorted to the supply": Fault("row5:high", (r"sensors: row 5 \(.*\) stays high",)),
    "two rows shorted together": Fault("row1+row5", (r"sensors: rows 1 and 5 .* go low together",)),
    "two reed columns shorted together": Fault(
        "reed3+reed4", (r"sensors: reed column 3 .* and reed column 4 .* are shorted to each other",)
    ),
    "a reed column shorted to a button column": Fault(
        "reed3+button4", (r"sensors: reed column 3 .* and button column 4 .* are shorted to each other",)
    ),
    "a shorted diode": Fault("diode5,4", (r"sensors: the diode of reed column 4 .* at row 5 conducts both ways",)),
    "a row shorted to a column": Fault(
        "row5+reed4", (r"sensors: row 5 \(.*\) and reed column 4 .* are shorted to each other",)
    ),
    "a reed column shorted to the reference contact": Fault(
        "reed11+reference",
        (r"sensors: reed column 11 \(U1 GPB5\) and the reference contact .* are shorted",),
        crossings((1, 7), (3, 11)),
    ),
    "an MCP23008 instead of an MCP23017": Fault(
        "U2:mcp23008", (rf"sensors: {named('U2')} .* does not keep .* an MCP23017",)
    ),
    "a PCF8575 instead of an MCP23017": Fault(
        "U3:pcf8575", (rf"sensors: {named('U3')} .* does not keep .* an MCP23017",)
    ),
    "a dead chip": Fault("U3", (rf"sensors: {named('U3')} .* does not answer",)),
    "a chip that restarts": Fault("3@U2:restarts", (rf"sensors: {named('U2')} .* has restarted",)),
    "a chip that keeps no settings": Fault(
        "1@U3:forgets", (rf"sensors: {named('U3')} .* does not keep what is written to it",)
    ),
    "swapped reed columns": Fault(
        "reed3=reed9", ("reed column 3 and reed column 9 answer for each other",), crossings((1, 5), (3, 5, 9))
    ),
    "swapped neighbouring reed columns": Fault(
        "reed3=reed4", ("reed column 3 and reed column 4 answer for each other",)
    ),
    "swapped tilt columns": Fault(
        "tilt3=tilt9", ("tilt column 3 and tilt column 9 answer for each other",), crossings((1, 5), (3, 5, 9))
    ),
    "swapped rows": Fault("row1=row6", ("row 1 and row 6 answer for each other",), crossings((1, 5, 6), (3, 5))),
    "a reed column swapped with a button column": Fault(
        "reed4=button4", ("button column 4 and reed column 4 answer for each other",)
    ),
    "too strong a magnet": Fault(
        "reed1,5:strong", (r"a magnet at \(1,4\) also closed the reed at \(1,5\): it is too strong",)
    ),
    "a reference that comes off for a moment": Fault(
        "0.5-1@reference", ("sensors: the reference contact .* is open with its row",)
    ),
    "swapped rows, one of them that of the reference": Fault(
        "row1=row7", ("row 1 and row 7 answer for each other",), crossings((1, 5, 7), (3, 5))
    ),
    "swapped rows that look like swapped addresses": Fault(
        "row5=row7", ("row 5 and row 7 answer for each other",), crossings((1, 5, 7), (3, 5))
    ),
    "an I2C bus at 100 kHz": Fault(
        "i2c:slow", (r"The contacts can be read only \d\d times a second.*i2c_arm_baudrate=400000",)
    ),
    "an SH1106 sold as an SSD1306": Fault("display:sh1106", ("the small display is an SH1106",)),
    "a sound card on the buzzer's pin": Fault(
        "sound-card", (r"machine: GPIO 18, where the buzzer is, belongs to a sound card \(I2S\)",)
    ),
    "a 1-wire overlay on RESET's pin": Fault(
        "onewire", (r"machine: GPIO 4, where RESET of the chips is, belongs to 1-wire \(dtoverlay=w1-gpio",)
    ),
    "a fan on a key's pin": Fault("fan", ("machine: GPIO 17, where the key CONFIRM is, .* gpio-fan@0",)),
    "a core clock that moves": Fault("core-clock", (r"machine: the core clock varies .*core_freq_min=500",)),
    "a table wired as seen from below": Fault(
        "reed:turned button:turned tilt:turned", ("all columns are wired mirrored",)
    ),
    "rows counted from the near edge": Fault(
        "rows:turned", ("all rows are wired mirrored",), crossings((1, 3, 5), (4, 5))
    ),
    "a tabletop that lies turned round on its box": Fault(
        "rows:turned reed:turned button:turned tilt:turned", ("the table is wired turned round",)
    ),
    "the plug of the reeds turned round": Fault("reed:turned", ("reed: the plug of its columns is turned round",)),
    "the cables of reeds and buttons in each other's place": Fault(
        "reed=button", ("reed and button: the cables of their columns are exchanged",)
    ),
    "the plug of the rows out": Fault("rows", ("no contact in any row closes: check the cable of the rows",)),
    "the three wires of a column torn off": Fault(
        "reed4:open button4:open tilt4:open", ("column 4: none of its contacts closes; check its cable",)
    ),
    "a push button of the kind that opens": Fault("button5,4:inverted", (r"button at \(5,4\): inverted",)),
    "a reed that sticks to its magnet": Fault("reed5,4:jams", (r"reed at \(5,4\): stays closed after",)),
    "data into the wrong end of the pixels": Fault("lamp0,0:data", ("lamps: none shines; check the 5 V",)),
    "a cold joint in the pixels' data": Fault(
        "lamp5,5:data", (r"lamps: dark from \(5,5\) on; check the data line from pixel 20 to pixel 66",)
    ),
    "a pixel bus that is not switched on": Fault("pixels", ("lamps: .*",)),
    "a key's pin that another program has": Fault("UNDO", (r"sensors: key UNDO at GPIO 27: GPIO busy",)),
}
CYCLES: dict[tuple[str, ...], str] = {  # chips by the places of others, and the words for that
    ("U1", "U3", "U2"): "U2=U3",
    ("U2", "U1", "U3"): "U1=U2",
    ("U3", "U2", "U1"): "U1=U3",
    ("U2", "U3", "U1"): "U1=U2 U2=U3",
    ("U3", "U1", "U2"): "U1=U3 U2=U3",
}
FAULTS |= {
    f"chips at the addresses of {order}": Fault(CYCLES[order], (f"{wrong} have each other's address",))
    for order, wrong in SWAPPED.items()
}


@pytest.mark.nightly
@pytest.mark.parametrize("what", list(FAULTS))
def test_check_names_what_is_broken_and_nothing_else(what: str) -> None:
    told = FAULTS[what].told
    found = Bench(FAULTS[what]).check()
    assert len(found) == len(told), found
    for line, pattern in zip(found, told, strict=True):
        assert re.match(pattern, line), found
