"""All lamps shine as brightly as they ever do, and the builder says whether the supply bears it."""

from dataclasses import replace

import pytest
from support.at_table import ENGLISH
from support.emulation import broken
from support.pixels import lit
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.output.prompts import prompt
from firmware.selftest.full_light import FullLight
from firmware.selftest.recording import RecordingSense
from hal import CELLS
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import read_pins
from wiring.power import FULL, budget

PINS = read_pins()
VOLTS = f"{budget(PINS).farthest:.2f}"


class Builder:
    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        recording = RecordingSense(table.ports.sense)
        self.test = FullLight(recording, PINS)
        self.loop = Loop(replace(table.ports, sense=recording), self.test, lambda _: None)
        self.wait(0.5)

    def wait(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def key(self, name: str) -> None:
        self.table.press_key(name)
        self.wait(0.4)

    @property
    def prompt(self) -> str:
        return prompt(self.test.view, ENGLISH)

    @property
    def white(self) -> bool:
        return all(self.table.log.lamp(cell) == (255, 255, 255) for cell in range(CELLS))

    @property
    def found(self) -> list[str]:
        return [ENGLISH(line.text, **line.values) for line in self.test.report]


def test_all_lamps_are_white_for_a_minute_and_the_voltage_to_expect_is_said() -> None:
    builder = Builder(SimulatedTable())
    assert not builder.white
    assert builder.prompt.startswith("Connect the multimeter to 5 V and 0 V of the farthest pixel.")
    builder.key("CONFIRM")
    assert builder.white
    assert f"should have {VOLTS} V or more" in builder.prompt
    builder.wait(58)
    assert builder.white
    builder.wait(2)
    assert not builder.white
    builder.key("CONFIRM")
    assert builder.test.done
    assert builder.found == []


def test_it_can_be_seen_once_more_and_a_no_is_told_with_what_to_do() -> None:
    builder = Builder(SimulatedTable())
    builder.key("CONFIRM")
    builder.wait(60)
    builder.key("HINT")
    assert builder.white
    builder.wait(60)
    builder.key("MENU")
    assert builder.test.done
    (line,) = builder.found
    assert line.startswith(f"supply: less than {VOLTS} V at the farthest pixel")


@pytest.mark.nightly
def test_a_contact_that_the_current_disturbs_is_found() -> None:
    builder = Builder(broken("ground"))
    builder.wait(5)
    builder.key("CONFIRM")
    builder.wait(60)
    builder.key("CONFIRM")
    (line,) = builder.found
    assert line.startswith("reed at (4,2): switches while all lamps are lit; is the 0 V")


def test_nobody_is_waited_for_without_end() -> None:
    builder = Builder(SimulatedTable())
    builder.key("CONFIRM")
    builder.wait(60 + 121)
    assert builder.test.done
    assert builder.found == ["supply: nobody confirmed that it can power all lamps"]


def test_the_pixels_draw_what_the_limit_allows_and_no_more() -> None:
    """White through the driver: `hal.pi.lamps` dims it to `lamps.limit`, not to a test pattern."""
    pi = EmulatedPi(SimulatedTable(), PINS)
    with pi.open() as table:
        recording = RecordingSense(table.ports.sense)
        test = FullLight(recording, PINS)
        loop = Loop(replace(table.ports, sense=recording), test, lambda _: None)
        run_until(loop, SECOND)
        pi.simulated.press_key("CONFIRM")
        run_until(loop, 2 * SECOND)
        draws = sum(map(sum, lit(pi))) * FULL / 255
    assert 0.95 * PINS.limit < draws <= PINS.limit
