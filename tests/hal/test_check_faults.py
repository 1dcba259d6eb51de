"""What `check` finds at a table of emulated chips with one fault: that, and nothing else.

``data/check_faults.toml`` has the faults, by the words that break something at ``--table emulated``;
the drivers are those of the Pi.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from support.at_table import DATA
from support.emulation import MILLISECOND, PINS, named
from support.nightly import nightly_but
from support.scans import run_until

from firmware.app.loop import SCAN_RATE, Loop
from firmware.selftest.addresses import find_map, reads_press, scans, swapped_addresses
from firmware.selftest.check import SelfTest
from firmware.selftest.faults import report
from firmware.selftest.machine import emulated_machine, faults_of, scans_a_second
from firmware.selftest.recording import RecordingSense
from firmware.words import find_words
from hal import CELLS, KEYS, Frame, Layer
from hal.chips.breakable import BreakableTable
from hal.clock import VirtualClock
from hal.trace import SECOND
from wiring import PinMap, cell

ENGLISH = find_words("en", {})


def crossings(rows: Iterable[int], columns: Iterable[int]) -> tuple[int, ...]:
    """The cells in these rows and columns."""
    return tuple(cell(row, column) for row in rows for column in columns)


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
                assert self.table.break_part(part, broken=True)
                continue
            self.clock.at(float(begins), partial(self.table.break_part, part, broken=True))
            if ends:
                self.clock.at(float(ends), partial(self.table.break_part, part, broken=False))

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
                    run_until(loop, clock.now() + SECOND)
                else:
                    self._answer(test, lambda ms: run_until(loop, clock.now() + ms * MILLISECOND))
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
            dark = not any(self._seen_white()[at])
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

    def _seen_white(self) -> Frame:
        """The colours that people see where every lamp should be white."""
        frame: Frame = ((255, 255, 255),) * CELLS
        for wrong in self.table.log.wrong.values():
            frame = wrong(frame)
        return frame

    def _noted(self, test: SelfTest) -> set[int]:
        return {one for one in self.tested if test.faults.dark >> one & 1}

    def _key(self, key: str) -> None:
        self.simulated.press_key(key)


class Fault(NamedTuple):
    """Words that break something, what `check` tells, nothing else, and the cells it tests."""

    words: str
    told: list[str]
    tested: tuple[int, ...]


def read_faults() -> dict[str, Fault]:
    found = {}
    for name, one in tomllib.loads((DATA / "check_faults.toml").read_text("utf-8")).items():
        told = [re.sub(r"\{(\w+)\}", lambda chip: named(chip[1]), line) for line in one["told"]]
        found[name] = Fault(one["words"], told, crossings(*one.get("tested", ((1, 5), (3, 4, 5)))))
    return found


FAULTS = read_faults()


@pytest.mark.parametrize("what", nightly_but(FAULTS, "a dead reed", "a dark lamp", "a silent buzzer"))
def test_check_names_what_is_broken_and_nothing_else(what: str) -> None:
    told = FAULTS[what].told
    found = Bench(FAULTS[what]).check()
    assert len(found) == len(told), found
    for line, pattern in zip(found, told, strict=True):
        assert re.match(pattern, line), found
