"""The clocks of a match: when they run, what is added, and what happens when one has run out."""

import pytest
from support.matches import Played, at, new_match

from firmware.match.commands import Play, Propose
from firmware.match.events import Ended
from firmware.match.match import apply, evolve, stop
from firmware.match.state import Phase
from firmware.match.time_control import Clocks, TimeControl, clock_text, new_clocks, read_time_control
from hal.trace import SECOND
from rules import MalformedError

BOTH = [("dark", "N@a5"), ("light", "V@b5")]  # then it is the turn of dark


def timed(control: str, game: str = "revolution") -> Played:
    """A match of two with clocks; nobody has moved."""
    match = new_match(game)
    clocks = new_clocks(read_time_control(control), match.seats.by_name)
    return Played(match._replace(clocks=clocks))


def clocks_of(played: Played) -> Clocks:
    assert played.match.clocks is not None
    return played.match.clocks


def shown(played: Played, seconds: float) -> dict[str, float]:
    """What both clocks show at a time, in seconds."""
    clocks = clocks_of(played)
    return {seat: clocks.shown(seat, int(seconds * SECOND)) / 1000 for seat in clocks.left}


@pytest.mark.parametrize(
    ("text", "control"),
    [("300", TimeControl(300)), ("300+5", TimeControl(300, increment=5)), ("300d5", TimeControl(300, delay=5))],
)
def test_a_time_control_is_read_as_it_is_written(text: str, control: TimeControl) -> None:
    assert read_time_control(text) == control
    assert str(control) == text


@pytest.mark.parametrize("text", ["", "0", "-5", "300+", "300+181", "10801", "5 min", "3.5", "٣"])
def test_any_other_text_is_refused_in_words(text: str) -> None:
    with pytest.raises(MalformedError, match=r"should be a time control: .* as in 300, 300\+5"):
        read_time_control(text)


def test_no_clock_runs_before_each_player_has_moved_once() -> None:
    city = timed("60")
    city.move("dark", "N@a5", 50 * SECOND)
    assert shown(city, 500) == {"dark": 60, "light": 60}
    city.move("light", "V@b5", 500 * SECOND)
    assert shown(city, 507) == {"dark": 53, "light": 60}


def test_an_increment_is_added_when_the_turn_has_passed() -> None:
    city = timed("60+5")
    city.moves(BOTH)
    city.move("dark", "B@c5", 20 * SECOND)
    assert shown(city, 30) == {"dark": 45, "light": 50}


def test_a_delay_is_not_counted_in_any_turn() -> None:
    city = timed("60d5")
    city.moves(BOTH)
    assert shown(city, 4) == {"dark": 60, "light": 60}
    city.move("dark", "B@c5", 4 * SECOND)
    assert shown(city, 12) == {"dark": 60, "light": 57}


@pytest.mark.parametrize(("control", "left"), [("60+5", [58, 56 + 5]), ("60d3", [60, 59])])
def test_a_turn_of_several_moves_has_one_increment_and_one_delay(control: str, left: list[int]) -> None:
    city = timed(control)
    city.moves([*BOTH, ("dark", "B@c5")])
    city.move("light", "9@d5", 2 * SECOND)
    city.move("light", "*d5", 4 * SECOND)
    assert [ply.left for ply in city.match.line.plies[3:]] == [1000 * one for one in left]


def test_the_time_of_who_has_run_out_ends_the_match_and_the_other_wins() -> None:
    city = timed("60")
    city.moves(BOTH)
    city.running.wait(59_999_000)
    assert not city.match.over
    [ended] = city.running.wait(60 * SECOND)
    assert isinstance(ended, Ended)
    assert ended.how == "timed-out"
    assert ended.outcome is not None
    assert ended.outcome.winners == ("light",)
    assert city.match.phase is Phase.CLOSED
    assert shown(city, 90) == {"dark": 0, "light": 60}


def test_a_move_that_is_under_way_when_the_time_runs_out_still_counts() -> None:
    city = timed("60")
    city.moves(BOTH)
    late = 60 * SECOND + 100_000
    city.running.wait(late, credit=200_000)
    city.running.do(Play(3, "B@c5", credit=200_000), at("dark"), late)
    assert shown(city, 60.1) == {"dark": 0.1, "light": 60}


def taken_back(control: str) -> Played:
    """Dark moves after 10 s, regrets it after 25 s, and may move anew after 30 s."""
    city = timed(control)
    city.moves(BOTH)
    city.move("dark", "B@c5", 10 * SECOND)
    city.do(Propose("take back"), at("dark"), 25 * SECOND)
    city.answer("light", yes=True, at=30 * SECOND)
    return city


def test_a_move_taken_back_gives_no_time_back() -> None:
    city = taken_back("60")
    assert city.match.now.to_move == "dark"
    assert shown(city, 33) == {"dark": 47, "light": 40}


def test_an_interruption_before_the_first_move_leaves_the_clocks_as_they_were() -> None:
    city = timed("60")
    city.do(Propose("abandon"), at("light"))
    assert clocks_of(Played(apply(city.match, stop(city.match, 0)))).left == {"dark": 60_000, "light": 60_000}


def test_who_follows_a_match_by_its_events_has_the_same_clocks() -> None:
    city = taken_back("60d5")
    followed = city.first
    for event in city.events:
        followed = evolve(followed, event)
    assert followed.clocks == city.match.clocks


def test_a_time_is_written_as_a_clock_shows_it() -> None:
    assert [clock_text(one) for one in (0, 59_999, 298_000, 3_898_000)] == ["0:00", "0:59", "4:58", "1:04:58"]
