"""A part that fails costs its function, is named once, and never stops the game."""

import random
from dataclasses import replace
from typing import Any

import pytest
from support.at_table import ENGLISH
from support.scans import run_until

from firmware.app.loop import FRAMES, SCAN_RATE, Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.output.assistance import Assistance
from firmware.output.lamps import LAST
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from hal import Frame, HalError, PartError, Snapshot
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header

HEADER = make_header("forum_romanum", ("Anna", "Bram", "Carla"))


class Loose:
    """Wraps a part whose cable somebody unplugs and plugs in again."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self.unplugged = False

    def _check(self) -> None:
        if self.unplugged:
            raise HalError("no answer: check the cable")

    def scan(self) -> Snapshot:
        if self.unplugged:
            raise PartError("no reference contact: check the bus")
        return self.table.scan()

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        self._check()
        self.table.log.show(frame, brightness)


def warnings(told: list[Effect]) -> list[str]:
    return [ENGLISH(effect.text, **effect.values) for effect in told if isinstance(effect, Warn)]


def a_session() -> Session:
    return Session(at_table(HEADER, HEADER.start()), find_adapter(HEADER.start(), "forum_romanum"))


def test_pixels_that_lost_power_for_a_moment_are_lit_again_within_a_second() -> None:
    table = SimulatedTable()
    sent: list[Frame] = []

    class Pixels:
        def show(self, frame: Frame, brightness: float = 1.0) -> None:
            assert brightness == 1
            sent.append(frame)

    session = a_session()
    steady = Assistance(turn=False)
    loop = Loop(replace(table.ports, lamps=Pixels()), session, lambda _: None, assistance=steady)
    run_until(loop, SECOND // 10)
    table.place(39)
    run_until(loop, 4 * SECOND)  # what was scored is no longer shown, and nothing blinks
    sent.clear()  # the pixels have forgotten
    run_until(loop, 5 * SECOND + SECOND // FRAMES)
    assert 1 <= len(sent) <= 2
    assert sent[0][39] == LAST
    for _ in range(9 * SCAN_RATE):
        loop.step()
    assert 9 <= len(sent) <= 11  # no more often than that


@pytest.mark.parametrize(("part", "named"), [("sense", "sensors"), ("lamps", "lamps")])
def test_a_part_that_flaps_is_named_once_and_works_again_when_it_is_calm(part: str, named: str) -> None:
    table = SimulatedTable()
    loose = Loose(table)
    told: list[Effect] = []
    parts: dict[str, Any] = {part: loose}
    loop = Loop(replace(table.ports, **parts), a_session(), told.append)
    chance = random.Random(1)
    for _ in range(3000):
        loose.unplugged = chance.random() < 0.9
        loop.step()
    assert len(warnings(told)) == 1
    loose.unplugged = False
    run_until(loop, table.clock.now() + 4 * SECOND)
    assert warnings(told)[1].startswith(f"{named}: work")
    assert len(warnings(told)) == 2


def test_a_chattering_cell_is_named_and_the_game_goes_on() -> None:
    table = SimulatedTable(bounce=0)
    told: list[Effect] = []
    session = a_session()
    loop = Loop(table.ports, session, told.append)
    run_until(loop, SECOND // 10)
    for n in range(300):  # a loose reed under g1
        at = SECOND // 5 + n * 30_000
        (table.place if n % 2 == 0 else table.lift)(78, at)
    run_until(loop, 4 * SECOND)
    table.place(0)
    run_until(loop, 5 * SECOND)
    table.place(1)
    run_until(loop, 6 * SECOND)
    (warning,) = warnings(told)
    assert warning.startswith("the reed switch at row 6, column 6 ")
    assert [ply.line for ply in session.plies][-2:] == ["y@a7", "b@b7"]
