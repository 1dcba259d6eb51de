"""The driver carries effects out, and plays on when a part fails."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware.match.events import Ran
from firmware.output.driver import REPEAT, Driver
from firmware.output.lasting_faults import CALM
from firmware.play.effects import Effect, IntensityChosen, Play, Warn
from firmware.play.intensity import SOUND, Intensity
from hal import CELLS, Frame, HalError, Tune
from hal.simulated import SimulatedTable

DARK: Frame = ((0, 0, 0),) * CELLS
LIT: Frame = ((9, 9, 9), *DARK[1:])


class Parts:
    """Lamps, a buzzer and a display that note what they are told, and may fail."""

    def __init__(self) -> None:
        self.fails = False
        self.done: list[object] = []
        self.levels: list[float] = []  # of brightness and volume

    def _do(self, what: object) -> None:
        if self.fails:
            raise HalError("no answer")
        self.done.append(what)

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        self.levels.append(brightness)
        self._do(frame)

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        self.levels.append(volume)
        self._do(tune)

    def write(self, lines: Sequence[str]) -> None:
        self._do(lines)


class At:
    """A driver at a table with such parts."""

    def __init__(self, *, sounds: bool = True, display: bool = True) -> None:
        self.table = SimulatedTable()
        self.parts = Parts()
        self.effects: list[Effect] = []
        ports = replace(self.table.ports, lamps=self.parts, sound=self.parts, display=self.parts if display else None)
        self.driver = Driver(ports, self.effects.append, sounds=sounds)

    def wait(self, microseconds: int) -> None:
        self.table.clock.sleep_until(self.table.clock.now() + microseconds)


@pytest.fixture
def at() -> At:
    return At()


def test_tunes_are_played_and_all_else_is_told_in_its_order(at: At) -> None:
    warning = Warn("careful")
    at.driver.perform([Ran(5000), Play(Tune.SCORED), warning, Play(Tune.REFUSED)])
    assert at.parts.done == [Tune.SCORED, Tune.REFUSED]
    assert at.effects == [Ran(5000), warning]


def test_lamps_are_as_bright_and_tunes_as_loud_as_was_chosen(at: At) -> None:
    at.driver.show(LIT)
    for sound in SOUND:
        at.driver.perform([IntensityChosen(Intensity(20, sound)), Play(Tune.SCORED)])
        at.driver.show(LIT)  # at once, though nothing else has changed
    assert at.parts.done == [LIT, Tune.SCORED, LIT, Tune.SCORED, LIT, LIT]
    assert at.parts.levels == [1, 1, 0.2, 0.25, 0.2, 0.2]


def test_a_frame_is_sent_when_it_is_another_and_again_after_a_while(at: At) -> None:
    at.driver.show(DARK)
    at.driver.show(DARK)
    at.driver.show(LIT)
    assert at.parts.done == [DARK, LIT]
    at.wait(REPEAT - 1)
    at.driver.show(LIT)
    assert at.parts.done == [DARK, LIT]
    at.wait(1)
    at.driver.show(LIT)
    assert at.parts.done == [DARK, LIT, LIT]


def test_lines_are_written_when_they_are_others(at: At) -> None:
    for lines in (("a",), ("a",), ("b",)):
        at.driver.write(lines)
    assert at.parts.done == [("a",), ("b",)]


def test_a_part_that_fails_is_warned_of_once_tried_again_and_said_to_work(at: At) -> None:
    at.parts.fails = True
    for _ in range(3):
        at.driver.show(LIT)
    (fails,) = at.effects
    assert fails == Warn("lamps: {error}", {"error": "no answer"}, "lamps")
    at.parts.fails = False
    at.driver.show(LIT)
    assert at.parts.done == [LIT]
    assert at.effects[1:] == []
    at.wait(CALM)
    at.driver.show(LIT)
    assert at.effects[1:] == [Warn("lamps: working again", about="lamps", over=True)]
