"""What every backend must keep: the contracts of the ports, run over each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from hal import CELLS, KEYS, Frame, OpenError, Snapshot, Table, Tune
from hal.chips.emulated import EmulatedPi
from hal.clock import RealClock, VirtualClock
from hal.pi import open_pi_table
from hal.sampling import Sampler
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import read_pins


def nobody(*_: Any) -> None:
    pytest.skip("nobody here moves magnets at a real table")


@dataclass
class Backend:
    """A backend under test: its ports, and what moves its contacts."""

    table: Table
    place: Callable[[int], None] = nobody
    lift: Callable[[int], None] = nobody
    press: Callable[[int], None] = nobody
    turn: Callable[[int, bool], None] = nobody
    press_key: Callable[[str], None] = nobody
    close: Callable[[], None] = field(default=lambda: None)

    def settle(self) -> Snapshot:
        """The contacts once nothing bounces any more."""
        self.table.clock.sleep_until(self.table.clock.now() + SECOND)
        return self.table.sense.scan()


def movable(table: SimulatedTable, ports: Table) -> Backend:
    return Backend(
        ports, table.place, table.lift, lambda cell: table.press(cell, hold=5), table.turn,
        lambda key: table.press_key(key, hold=5),
    )  # fmt: skip


def simulated() -> Backend:
    table = SimulatedTable(seed=3)
    return movable(table, table.ports)


def emulated() -> Backend:
    """The Pi's drivers, on emulated chips."""
    table = SimulatedTable(seed=3)
    opened = EmulatedPi(table, read_pins()).open()
    backend = movable(table, opened.ports)
    backend.close = opened.close
    return backend


def sampled() -> Backend:
    """The same, scanned beside what its caller does: here whenever a scan is asked for."""
    table = SimulatedTable(seed=3)
    opened = EmulatedPi(table, read_pins()).open()
    sampler = Sampler(opened.ports, opened.turn)

    class Sampling:
        def scan(self) -> Snapshot:
            sampler.sample()
            return sampler.scan()

    backend = movable(table, replace(sampler.ports, sense=Sampling()))
    backend.close = opened.close
    return backend


def real() -> Backend:
    """The table that this machine is built into."""
    model = Path("/proc/device-tree/model")
    if not model.exists() or "Raspberry Pi" not in model.read_text("utf-8"):
        pytest.skip("this machine is no Raspberry Pi")
    try:
        opened = open_pi_table(read_pins())
    except OpenError as error:
        pytest.skip(f"no table is built into this Pi: {error}")
    return Backend(opened.ports, close=opened.close)


@pytest.fixture(params=[simulated, emulated, sampled, real])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    made: Backend = request.param()
    yield made
    made.close()


@pytest.mark.parametrize("cell", [0, 11, 12, 40, 84, 95])
def test_each_contact_of_a_cell_is_sensed_alone(backend: Backend, cell: int) -> None:
    assert backend.settle()[1:] == (0, 0, 0)
    backend.place(cell)
    assert backend.settle()[1:] == (1 << cell, 0, 0)
    backend.press(cell)
    assert backend.settle()[1:] == (1 << cell, 1 << cell, 0)
    backend.turn(cell, True)
    assert backend.settle()[1:] == (1 << cell, 1 << cell, 1 << cell)
    backend.lift(cell)
    assert backend.settle().reeds == 0


def test_any_number_of_pieces_is_sensed_without_ghosts(backend: Backend) -> None:
    cells = [cell for cell in range(CELLS) if cell % 7 != 3]
    for cell in cells:
        backend.place(cell)
    assert backend.settle().reeds == sum(1 << cell for cell in cells)


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_sensed_alone(backend: Backend, key: str) -> None:
    backend.press_key(key)
    backend.settle()
    assert backend.table.keys.held() == 1 << KEYS.index(key)


def test_the_time_of_a_scan_never_decreases(backend: Backend) -> None:
    times = [backend.settle().at for _ in range(3)]
    assert times == sorted(times)
    assert times[0] < times[-1]


def frame(*colours: tuple[int, int, int]) -> Frame:
    return (*colours, *((0, 0, 0),) * (CELLS - len(colours)))


def test_a_frame_of_96_colours_is_shown(backend: Backend) -> None:
    backend.table.lamps.show(frame((255, 0, 1)))


@pytest.mark.parametrize(
    "bad", [(), ((0, 0, 0),) * 95, frame((256, 0, 0)), frame((-1, 0, 0)), ((0, 0),) * 96]
)
def test_any_other_frame_is_refused(backend: Backend, bad: Any) -> None:
    with pytest.raises(ValueError, match=r"colours|numbers"):
        backend.table.lamps.show(bad)


@pytest.mark.parametrize("tune", Tune)
def test_every_tune_can_be_played(backend: Backend, tune: Tune) -> None:
    backend.table.sound.play(tune)


def test_a_display_takes_any_text(backend: Backend) -> None:
    if backend.table.display is not None:
        backend.table.display.write(("Anna: zet één Romein", "", "x" * 100, "ДΩ→"))
        backend.settle()
        backend.table.display.write(())


def test_a_table_in_order_has_no_faults(backend: Backend) -> None:
    backend.settle()
    backend.table.keys.held()
    assert backend.table.faults() == ()


def test_the_clock_of_a_table_sleeps_until_it_is_time_whatever_it_has_to_do(
    backend: Backend,
) -> None:
    backend.table.sound.play(Tune.GAME_OVER)
    start = backend.table.clock.now()
    for milliseconds in (1, 100, 101, 300):
        backend.table.clock.sleep_until(start + milliseconds * 1000)
        assert backend.table.clock.now() >= start + milliseconds * 1000


@pytest.mark.parametrize("clock", [RealClock(), VirtualClock(), VirtualClock(speed=100)])
def test_a_clock_sleeps_until_it_is_time_and_not_backwards(clock: RealClock) -> None:
    before = clock.now()
    clock.sleep_until(before + 2000)
    after = clock.now()
    assert after >= before + 2000
    clock.sleep_until(before)
    assert clock.now() >= after
