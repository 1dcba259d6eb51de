"""What `check` finds at a table of emulated chips with one fault: that, and nothing else."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from emulation import MILLISECOND, PINS, column_of, named, row_of

from firmware.app.loop import Loop
from firmware.selftest.check import RecordingSense, SelfTest, report
from firmware.words import find_words
from hal import CELLS, KEYS, Layer, Snapshot
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import cell

ENGLISH = find_words("en", {})
TESTED = tuple(cell(row, column) for row in (1, 5) for column in (3, 4, 5))
EVERY = (1 << CELLS) - 1


class Bench:
    """A builder who does what the self-test asks for, at a table with a fault.

    dead, stuck, sensitive: contacts by layer that never close, always do, or, of reeds, that the
    magnet beside them closes. swapped: returns what the firmware's lines see of what is there.
    """

    def __init__(self) -> None:
        self.simulated = SimulatedTable(bounce=0)
        self.pi = EmulatedPi(self.simulated, PINS)
        self.dead = dict.fromkeys(Layer, 0)
        self.stuck = dict.fromkeys(Layer, 0)
        self.sensitive = 0
        self.swapped: Callable[[Snapshot], Snapshot] = lambda found: found
        self.dark: set[int] = set()
        self.deaf_keys: set[str] = set()
        self.twitches = 0  # reeds that switch by themselves
        vars(self.pi.matrix)["_contacts"] = self._contacts

    def _contacts(self) -> Snapshot:
        found = self.simulated.scan()
        beside = found.reeds << 1 & self.sensitive
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
        with self.pi.open() as table:
            recording = RecordingSense(table.ports.sense, table.ports.unread)
            test = SelfTest(recording, TESTED, tuple(Layer), 2 * SECOND)
            ports = replace(table.ports, sense=recording)
            loop = Loop(ports, test, lambda _: None)
            clock = self.simulated.clock
            for _ in range(400):
                if test.done:
                    break
                if test.view.told.text.startswith("Take everything"):
                    loop.run_until(clock.now() + SECOND)
                else:
                    self._answer(test, lambda ms: loop.run_until(clock.now() + ms * MILLISECOND))
            assert test.done
            return [ENGLISH(line.text, **line.values) for line in report(test.faults)]

    def _answer(self, test: SelfTest, wait: Callable[[int], None]) -> None:
        """Do what the lamps and the small display ask for, once; if nothing follows, go on."""
        asks = ENGLISH(test.view.told.text, **test.view.told.values)
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
            if ENGLISH(test.view.told.text, **test.view.told.values) == asks:
                self._key("CONFIRM")
                wait(300)
            after = ENGLISH(test.view.told.text, **test.view.told.values)
            if not after.startswith(f"Row {place[1]}, column {place[2]}:"):
                self.simulated.lift(at)
                self.simulated.turn(at, end_a_up=False)
                wait(300)
        elif asks.startswith("Press the key"):
            key = next(one for one in KEYS if one in asks)
            if key in self.deaf_keys:
                wait(15_500)
            else:
                self._key(key)
                wait(300)
        else:
            heard = any(hertz and hertz > 200 for _, hertz in self.pi.gpio.tones)
            self._key("CONFIRM" if heard else "MENU")
            wait(300)

    def _noted(self, test: SelfTest) -> set[int]:
        return {one for one in TESTED if test.faults.dark >> one & 1}

    def _key(self, key: str) -> None:
        self.simulated.press_key(key)


def swap_columns(one: int, other: int, layer: int = 0) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        layers = list(found[1:])
        first, second = layers[layer] & column_of(one), layers[layer] & column_of(other)
        apart = other - one
        layers[layer] = (
            layers[layer] & ~(column_of(one) | column_of(other)) | first << apart | second >> apart
        )
        return Snapshot(found.at, *layers)

    return swapped


def swap_rows(one: int, other: int) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        apart = 12 * (other - one)
        return Snapshot(found.at, *(
            layer & ~(row_of(one) | row_of(other))
            | (layer & row_of(one)) << apart | (layer & row_of(other)) >> apart
            for layer in found[1:]
        ))  # fmt: skip

    return swapped


def swap_layers(column: int) -> Callable[[Snapshot], Snapshot]:
    def swapped(found: Snapshot) -> Snapshot:
        cells = column_of(column)
        return Snapshot(
            found.at,
            found.reeds & ~cells | found.buttons & cells,
            found.buttons & ~cells | found.reeds & cells,
            found.tilts,
        )

    return swapped


class Fault(NamedTuple):
    """What is broken, and the lines that `check` should tell, no others."""

    breaks: Callable[[Bench], Any]
    told: tuple[str, ...]


def dead(layer: Layer, cells: int) -> Callable[[Bench], None]:
    return lambda bench: bench.dead.update({layer: cells})


def stuck(layer: Layer, cells: int) -> Callable[[Bench], None]:
    return lambda bench: bench.stuck.update({layer: cells})


def open_row(bench: Bench) -> None:
    bench.dead = dict.fromkeys(Layer, row_of(5))


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


NEVER = "never closed; check its diode"
FAULTS: dict[str, Fault] = {
    "nothing": Fault(lambda _: None, ()),
    "a dead reed": Fault(dead(Layer.REED, 1 << cell(1, 4)), (rf"reed at \(1,4\): {NEVER}",)),
    "a dead button": Fault(dead(Layer.BUTTON, 1 << cell(1, 4)), (rf"button at \(1,4\): {NEVER}",)),
    "a dead tilt": Fault(dead(Layer.TILT, 1 << cell(1, 4)), (rf"tilt at \(1,4\): {NEVER}",)),
    "two dead reeds": Fault(
        dead(Layer.REED, 1 << cell(1, 3) | 1 << cell(5, 5)),
        (rf"reed at \(1,3\) \(5,5\): {NEVER}",),
    ),
    "a reed that is always closed": Fault(
        stuck(Layer.REED, 1 << cell(5, 3)), (r"reed at \(5,3\): always closed",)
    ),
    "a button that is always closed": Fault(
        stuck(Layer.BUTTON, 1 << cell(5, 3)), (r"button at \(5,3\): always closed",)
    ),
    "a tilt that is always closed": Fault(
        stuck(Layer.TILT, 1 << cell(5, 3)), (r"tilt at \(5,3\): always closed",)
    ),
    "a reed that switches by itself": Fault(
        lambda bench: setattr(bench, "twitches", 1 << cell(3, 9)),
        (r"reed at \(3,9\): switches by itself",),
    ),
    "a dark lamp": Fault(lambda bench: bench.dark.add(cell(1, 4)), (r"lamp at \(1,4\): off",)),
    "a dead key": Fault(lambda bench: bench.deaf_keys.add("UNDO"), ("key UNDO: no answer",)),
    "a silent buzzer": Fault(
        lambda bench: bench.pi.gpio.broken.add(PINS.buzzer), ("buzzer: silent",)
    ),
    "an open row": Fault(open_row, ("row 5: none of its contacts closes; check its wire",)),
    "an open reed column": Fault(
        dead(Layer.REED, column_of(4)), ("reed column 4: none of its contacts closes",)
    ),
    "an open button column": Fault(
        dead(Layer.BUTTON, column_of(4)), ("button column 4: none of its contacts closes",)
    ),
    "an open tilt column": Fault(
        dead(Layer.TILT, column_of(4)), ("tilt column 4: none of its contacts closes",)
    ),
    "a column shorted to ground": Fault(
        lambda bench: bench.pi.matrix.low_columns.add(4),
        (r"sensors: reed column 4 \(U1 GPA4\) stays low",),
    ),
    "a row shorted to ground": Fault(
        lambda bench: bench.pi.matrix.low_rows.add(5), (r"sensors: row 5 \(.*\) stays low",)
    ),
    "a row shorted to the supply": Fault(
        lambda bench: bench.pi.matrix.high_rows.add(5), (r"sensors: row 5 \(.*\) stays high",)
    ),
    "two rows shorted together": Fault(
        lambda bench: bench.pi.matrix.joined.add((1, 5)),
        (r"sensors: rows 1 and 5 .* go low together",),
    ),
    "two reed columns shorted together": Fault(
        lambda bench: bench.pi.matrix.joined_columns.add((3, 4)),
        (r"sensors: reed column 3 .* and reed column 4 .* are shorted to each other",),
    ),
    "a reed column shorted to a button column": Fault(
        lambda bench: bench.pi.matrix.joined_columns.add((3, 16)),
        (r"sensors: reed column 3 .* and button column 4 .* are shorted to each other",),
    ),
    "a shorted diode": Fault(
        lambda bench: bench.pi.matrix.bridged.add((5, 4)),
        (r"sensors: the diode of reed column 4 .* at row 5 conducts both ways",),
    ),
    "a dead chip": Fault(
        lambda bench: setattr(bench.pi.chips["U3"], "powered", False),
        (rf"sensors: {named('U3')} .* does not answer",),
    ),
    "a chip that restarts": Fault(restarts, (rf"sensors: {named('U2')} .* has restarted",)),
    "a chip that keeps no settings": Fault(
        keeps_nothing,
        (rf"sensors: {named('U3')} .* restarted",
         rf"sensors: {named('U3')} .* does not keep what is written to it"),
    ),
    "swapped reed columns": Fault(
        lambda bench: setattr(bench, "swapped", swap_columns(3, 9)),
        ("reed column 3 and reed column 9 answer for each other",),
    ),
    "swapped neighbouring reed columns": Fault(
        lambda bench: setattr(bench, "swapped", swap_columns(3, 4)),
        ("reed column 3 and reed column 4 answer for each other",),
    ),
    "swapped tilt columns": Fault(
        lambda bench: setattr(bench, "swapped", swap_columns(3, 9, 2)),
        ("tilt column 3 and tilt column 9 answer for each other",),
    ),
    "swapped rows": Fault(
        lambda bench: setattr(bench, "swapped", swap_rows(1, 6)),
        ("row 1 and row 6 answer for each other",),
    ),
    "a reed column swapped with a button column": Fault(
        lambda bench: setattr(bench, "swapped", swap_layers(4)),
        ("button column 4 and reed column 4 answer for each other",),
    ),
    "too strong a magnet": Fault(
        lambda bench: setattr(bench, "sensitive", 1 << cell(1, 5)),
        (r"a magnet at \(1,4\) also closed the reed at \(1,5\): it is too strong",),
    ),
    "a reference that comes off for a moment": Fault(
        comes_off, ("sensors: the reference contact .* is open with its row",)
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", FAULTS)
def test_check_names_what_is_broken_and_nothing_else(what: str) -> None:
    breaks, told = FAULTS[what]
    bench = Bench()
    breaks(bench)
    found = bench.check()
    assert len(found) == len(told), found
    for line, pattern in zip(found, told, strict=True):
        assert re.match(pattern, line), found
