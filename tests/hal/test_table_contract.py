"""The contract of the ports, kept by each of this project's own tables."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from support.serial_line import Line

from hal import OpenError, Snapshot, Table
from hal.chips.emulated import EmulatedPi
from hal.clock import RealClock, VirtualClock
from hal.contract import Backend, TestTable
from hal.pi import open_pi_table
from hal.sampling import Sampler
from hal.simulated import SimulatedTable
from wiring import read_pins

__all__ = ["TestTable"]


def movable(table: SimulatedTable, ports: Table) -> Backend:
    return Backend(
        ports,
        table.place,
        table.lift,
        lambda cell: table.press(cell, hold=5),
        table.turn,
        lambda key: table.press_key(key, hold=5),
    )


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


def serial(contacts: str) -> Backend:
    """A board behind a serial line, with some layers of contacts."""
    line = Line(contacts)
    return movable(line.table, line.board().ports)


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


BOARDS = [partial(serial, contacts) for contacts in ("rbt", "rb", "r", "b")]


@pytest.fixture(params=[simulated, emulated, sampled, real, *BOARDS])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    made: Backend = request.param()
    yield made
    made.close()


@pytest.mark.parametrize("clock", [RealClock(), VirtualClock(), VirtualClock(speed=100)])
def test_a_clock_sleeps_until_it_is_time_and_not_backwards(clock: RealClock) -> None:
    before = clock.now()
    clock.sleep_until(before + 2000)
    after = clock.now()
    assert after >= before + 2000
    clock.sleep_until(before)
    assert clock.now() >= after
