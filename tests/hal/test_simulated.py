"""The simulated table: its contacts behave like contacts, its log is strict."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal import Layer, Tune, read_trace, write_trace
from hal.simulated import DARK, SimulatedTable
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


def test_bounces_differ_from_seed_to_seed_and_not_from_run_to_run() -> None:
    def edges(seed: int) -> list[object]:
        table = SimulatedTable(seed=seed)
        table.place(1)
        table.lift(1, at=SECOND)
        settle(table)
        return list(table.edges)

    assert edges(1) == edges(1)
    assert len({tuple(edges(seed)) for seed in range(10)}) == 10


@given(st.integers(0, 200))
def test_the_tilt_of_a_turned_hourglass_chatters_for_up_to_200_ms(seed: int) -> None:
    table = SimulatedTable(seed=seed)
    table.turn(5, end_a_up=True)
    settle(table)
    lasted = table.edges[-1].at - table.edges[0].at
    assert 0 < lasted <= 200 * MILLISECOND
    assert all(b.at - a.at >= 2 * MILLISECOND for a, b in pairwise(table.edges))
    assert table.scan().tilts == 1 << 5


def test_ideal_contacts_do_not_bounce() -> None:
    table = SimulatedTable(bounce=0)
    table.place(3)
    table.press(4)
    settle(table)
    assert [(edge.layer, edge.closed) for edge in table.edges] == [
        (Layer.REED, True),
        (Layer.BUTTON, True),
        (Layer.BUTTON, False),
    ]


def test_a_second_magnet_on_a_stack_changes_no_contact() -> None:
    table = SimulatedTable(bounce=0)
    table.place(3)
    table.place(3, at=SECOND // 2)
    settle(table)
    assert len(table.edges) == 1


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


def test_pieces_set_up_before_the_game_leave_no_edge() -> None:
    table = SimulatedTable()
    table.set_up(1 << 7 | 1 << 8)
    assert table.scan().reeds == 1 << 7 | 1 << 8
    assert table.edges == []


def test_the_log_is_strict_about_lamps() -> None:
    table = SimulatedTable()
    shown = ((9, 8, 7), *DARK[1:])
    table.log.show(shown)
    table.log.show(shown)
    assert len(table.log.frames) == 2
    table.log.assert_lamp(0, (9, 8, 7))
    with pytest.raises(AssertionError, match=r"lamp \(0, 1\) is \(0, 0, 0\), not \(9, 8, 7\)"):
        table.log.assert_lamp(1, (9, 8, 7))


def test_the_log_is_strict_about_tunes() -> None:
    log = SimulatedTable().log
    log.play(Tune.ACCEPTED)
    log.play(Tune.SCORED)
    with pytest.raises(AssertionError):
        log.assert_tunes(Tune.ACCEPTED)
    log.assert_tunes()
    log.play(Tune.REFUSED)
    log.assert_tunes(Tune.REFUSED)
