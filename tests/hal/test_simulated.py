"""The simulated table: its contacts behave like contacts, its log is strict."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal import Cells, one_cell, read_trace, write_trace
from hal import clock as clocks
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND, Trace

MILLISECOND = SECOND // 1000


def settle(table: SimulatedTable) -> None:
    table.clock.sleep_until(table.clock.now() + 2 * SECOND)
    assert table.settled


@given(st.integers(0, 1000))
def test_a_contact_bounces_for_at_most_5_ms_and_then_stays(seed: int) -> None:
    table = SimulatedTable(seed=seed)
    table.place(40)
    settle(table)
    assert [edge.closed for edge in table.edges] == [n % 2 == 0 for n in range(len(table.edges))]
    assert table.edges[-1].closed
    assert table.edges[-1].at - table.edges[0].at <= 5 * MILLISECOND
    assert table.scan().reeds == 1 << 40


@given(st.integers(0, 200))
def test_the_tilt_of_a_turned_hourglass_chatters_for_up_to_200_ms(seed: int) -> None:
    table = SimulatedTable(seed=seed)
    table.turn(5, end_a_up=True)
    settle(table)
    lasted = table.edges[-1].at - table.edges[0].at
    assert 0 < lasted <= 200 * MILLISECOND
    assert all(b.at - a.at >= 2 * MILLISECOND for a, b in pairwise(table.edges))
    assert table.scan().tilts == 1 << 5


def test_what_happened_can_be_written_as_a_trace_and_happens_again() -> None:
    first = SimulatedTable(seed=9)
    first.place(12)
    first.press(13, at=300 * MILLISECOND)
    first.press_key("UNDO", at=600 * MILLISECOND)
    settle(first)
    text = write_trace(Trace((), True, tuple(first.edges)))
    second = SimulatedTable()
    second.feed(read_trace(text.encode()).edges)
    settle(second)
    assert second.edges == first.edges
    assert second.scan() == first.scan()


class Machine:
    """A machine whose time passes when it sleeps, or is busy with something else."""

    def __init__(self) -> None:
        self.nanoseconds = 0

    def monotonic_ns(self) -> int:
        return self.nanoseconds

    def sleep(self, seconds: float) -> None:
        self.nanoseconds += int(seconds * 1e9)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(clocks, "time", machine)
    return machine


def scans(table: SimulatedTable, seconds: float) -> list[Cells]:
    """The cells that are pressed in each of 100 scans a second."""
    seen = []
    for _ in range(int(seconds * 100)):
        table.clock.sleep_until(table.clock.now() + SECOND // 100)
        seen.append(table.scan().buttons)
    return seen


@given(st.floats(0, 0.9))
def test_a_busy_machine_overlooks_no_press(late: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine()
        patch.setattr(clocks, "time", machine)
        table = SimulatedTable(VirtualClock(speed=1), bounce=0)
        table.press(40)
        machine.sleep(late)
        assert scans(table, 0.2).count(one_cell(40)) == 14


def test_what_a_machine_slept_through_is_not_caught_up(machine: Machine) -> None:
    table = SimulatedTable(VirtualClock(speed=1))
    machine.sleep(3600)
    scans(table, 3)
    assert machine.nanoseconds == pytest.approx(3602e9, abs=0.1e9)
