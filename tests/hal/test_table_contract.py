"""What every backend must keep: the contracts of the ports, run over each of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from hal import CELLS, KEYS, Frame, Snapshot, Table, Tune
from hal.clock import RealClock, VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND


@dataclass
class Bench:
    """A backend on the bench: its ports, and hands to move its contacts with."""

    table: Table
    place: Callable[[int], None]
    lift: Callable[[int], None]
    press: Callable[[int], None]
    turn: Callable[[int, bool], None]
    press_key: Callable[[str], None]

    def settle(self) -> Snapshot:
        """The contacts once nothing bounces any more."""
        self.table.clock.sleep_until(self.table.clock.now() + SECOND)
        return self.table.sense.scan()


def simulated() -> Bench:
    table = SimulatedTable(seed=3)
    return Bench(
        table.ports, table.place, table.lift, lambda cell: table.press(cell, hold=5), table.turn,
        lambda key: table.press_key(key, hold=5),
    )  # fmt: skip


@pytest.fixture(params=[simulated])
def bench(request: pytest.FixtureRequest) -> Bench:
    made: Bench = request.param()
    return made


@pytest.mark.parametrize("cell", [0, 11, 12, 40, 84, 95])
def test_each_contact_of_a_cell_is_sensed_alone(bench: Bench, cell: int) -> None:
    assert bench.settle()[1:] == (0, 0, 0)
    bench.place(cell)
    assert bench.settle()[1:] == (1 << cell, 0, 0)
    bench.press(cell)
    assert bench.settle()[1:] == (1 << cell, 1 << cell, 0)
    bench.turn(cell, True)
    assert bench.settle()[1:] == (1 << cell, 1 << cell, 1 << cell)
    bench.lift(cell)
    assert bench.settle().reeds == 0


def test_any_number_of_pieces_is_sensed_without_ghosts(bench: Bench) -> None:
    cells = [cell for cell in range(CELLS) if cell % 7 != 3]
    for cell in cells:
        bench.place(cell)
    assert bench.settle().reeds == sum(1 << cell for cell in cells)


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_sensed_alone(bench: Bench, key: str) -> None:
    bench.press_key(key)
    bench.settle()
    assert bench.table.keys.held() == 1 << KEYS.index(key)


def test_the_time_of_a_scan_never_decreases(bench: Bench) -> None:
    times = [bench.settle().at for _ in range(3)]
    assert times == sorted(times)
    assert times[0] < times[-1]


def frame(*colours: tuple[int, int, int]) -> Frame:
    return (*colours, *((0, 0, 0),) * (CELLS - len(colours)))


def test_a_frame_of_96_colours_is_shown(bench: Bench) -> None:
    bench.table.lamps.show(frame((255, 0, 1)))


@pytest.mark.parametrize(
    "bad", [(), ((0, 0, 0),) * 95, frame((256, 0, 0)), frame((-1, 0, 0)), ((0, 0),) * 96]
)
def test_any_other_frame_is_refused(bench: Bench, bad: Any) -> None:
    with pytest.raises(ValueError, match=r"colours|numbers"):
        bench.table.lamps.show(bad)


@pytest.mark.parametrize("tune", Tune)
def test_every_tune_can_be_played(bench: Bench, tune: Tune) -> None:
    bench.table.sound.play(tune)


@pytest.mark.parametrize("clock", [RealClock(), VirtualClock(), VirtualClock(speed=100)])
def test_a_clock_sleeps_until_it_is_time_and_not_backwards(clock: RealClock) -> None:
    before = clock.now()
    clock.sleep_until(before + 2000)
    after = clock.now()
    assert after >= before + 2000
    clock.sleep_until(before)
    assert clock.now() >= after
