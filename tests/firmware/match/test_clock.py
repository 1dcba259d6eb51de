"""The clock of a game in real time: what it shows depends on the times handed in alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.match.state import NOTE_EVERY, GameClock

times = st.integers(0, 10**10)  # microseconds


def test_a_new_clock_does_not_run_and_shows_the_time_of_the_move_before() -> None:
    clock = GameClock()
    assert not clock.running
    assert not clock.paused
    assert clock.milliseconds(5_000_000) == 0
    assert clock.milliseconds(5_000_000, 700) == clock.nearest(5_000_000, 700) == 700


@pytest.mark.parametrize(
    ("passed", "full", "nearest"), [(0, 0, 0), (1_499, 1, 1), (1_501, 1, 2), (2_999_999, 2999, 3000)]
)
def test_a_started_clock_counts_milliseconds(passed: int, full: int, nearest: int) -> None:
    clock = GameClock().start(40_000)
    assert clock.running
    assert clock.milliseconds(40_000 + passed) == full
    assert clock.nearest(40_000 + passed) == nearest


def test_a_paused_clock_stands_still_and_is_not_started_but_resumed() -> None:
    clock = GameClock(noted=7_000, paused=True)
    assert not clock.running
    assert clock.start(50_000) == clock
    resumed = clock.resume(50_000)
    assert resumed.running
    assert not resumed.paused
    assert resumed.milliseconds(50_000) == 7_000
    assert resumed.milliseconds(1_050_000) == 8_000


@given(times, times, times, st.integers(0, 10**6))
def test_time_never_runs_backwards(zero: int, one: int, other: int, least: int) -> None:
    clock = GameClock().start(zero)
    first, second = sorted((one, other))
    assert least <= clock.milliseconds(first, least) <= clock.milliseconds(second, least)
    assert clock.nearest(first, least) - clock.milliseconds(first, least) in (0, 1)


def test_how_far_it_has_come_is_to_be_noted_from_time_to_time() -> None:
    clock = GameClock().start(0)
    assert not clock.needs_note(NOTE_EVERY - 1)
    assert clock.needs_note(NOTE_EVERY)
    noted = clock.note(NOTE_EVERY)
    assert not noted.needs_note(2 * NOTE_EVERY - 1)
    assert noted.needs_note(2 * NOTE_EVERY)
    assert noted.milliseconds(8_000_000) == clock.milliseconds(8_000_000)
