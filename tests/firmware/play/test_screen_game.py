"""A game on a screen: moves are moves, each for the seats of who makes them."""

import random

import pytest
from conftest import NAMES

from firmware.play.screen_game import FinalError, NotYoursError, ScreenGame
from firmware.play.seats import Seat, Seats, read_seats, write_seats
from firmware.play.steps import Ended, Kept, TakenBack
from hal.trace import SECOND
from rules import GameError, IllegalError, find_game, make_header


def game(name: str, players: int = 2, levels: str = "", **options: str) -> ScreenGame:
    """A new game. levels: of the seats, a digit each; 0, as for all that follow, for a person."""
    header = make_header(name, NAMES[:players], options)
    names = find_game(name).seats(players)
    seats = {
        seat: Seat(int(level)) for seat, level in zip(names, levels.ljust(6, "0"), strict=False)
    }
    return ScreenGame(header, header.start(), Seats(seats))


def test_a_move_is_kept_for_the_seat_that_makes_it() -> None:
    forum = game("forum_romanum", 3)
    assert forum.move(["1"], "y@d4", 5) == [Kept(1, "1", "y@d4", 5, 0)]
    assert forum.lines == ("y@d4",)
    assert forum.position.to_move == "2"


def test_nobody_moves_for_a_seat_that_is_not_theirs() -> None:
    forum = game("forum_romanum", 3)
    for seats in (["2"], ["2", "3"], []):
        with pytest.raises(NotYoursError):
            forum.move(seats, "y@d4", 0)
    assert forum.lines == ()


def test_what_the_rules_forbid_changes_nothing() -> None:
    forum = game("forum_romanum", 3)
    forum.move(["1"], "y@d4", 0)
    with pytest.raises(IllegalError) as refused:
        forum.move(["2"], "b@d4", 0)
    assert refused.value.why is not None
    assert str(refused.value.why) == "d4 is occupied"
    assert forum.lines == ("y@d4",)


def test_a_die_is_rolled_and_no_roll_is_chosen() -> None:
    march = game("manoeuvre")
    with pytest.raises(GameError):
        march.move(["1"], "roll 3", 0)
    [kept] = march.roll(["1"], 0, random.Random(1).choice)
    assert isinstance(kept, Kept)
    assert kept.move.startswith("roll ")
    with pytest.raises(NotYoursError):
        march.roll(["1"], 0, random.Random(1).choice)


def test_a_roll_is_not_taken_back() -> None:
    march = game("manoeuvre")
    march.roll(["1"], 0, random.Random(1).choice)
    with pytest.raises(FinalError):
        march.propose(["1", "2"], "take back", 0)


def test_against_the_computer_a_move_is_taken_back_with_the_answer_to_it() -> None:
    forum = game("forum_romanum", 3, "033")
    for seat, move in (("1", "y@d4"), ("2", "b@a1"), ("3", "r@b2")):
        forum.move([seat], move, 0)
    dropped = forum.propose(["1"], "take back", 0)
    assert dropped == [TakenBack(3, "r@b2"), TakenBack(2, "b@a1"), TakenBack(1, "y@d4")]
    assert forum.position.to_move == "1"
    with pytest.raises(GameError):
        forum.propose(["1"], "take back", 0)


def test_other_people_are_asked_before_a_move_is_taken_back() -> None:
    forum = game("forum_romanum", 3)
    forum.move(["1"], "y@d4", 0)
    assert forum.propose(["1"], "take back", 0) == []
    assert forum.proposal is not None
    assert forum.proposal.waits_for == ("2", "3")
    assert forum.answer(["2"], 0, yes=True) == []
    with pytest.raises(NotYoursError):
        forum.answer(["1"], 0, yes=True)
    assert forum.answer(["3"], 0, yes=True) == [TakenBack(1, "y@d4")]


def test_a_no_ends_what_was_proposed_and_so_does_a_move() -> None:
    forum = game("forum_romanum", 3)
    forum.move(["1"], "y@d4", 0)
    forum.propose(["1"], "take back", 0)
    forum.answer(["2"], 0, yes=False)
    assert forum.proposal is None
    forum.propose(["1"], "abandon", 0)
    forum.move(["2"], "b@a1", 0)
    assert forum.proposal is None
    assert len(forum.lines) == 2


def test_all_may_agree_to_end_a_game_where_the_rules_let_them() -> None:
    forum = game("forum_romanum", 3)
    forum.move(["1"], "y@d4", 0)
    forum.propose(["2"], "agree", 0)
    forum.answer(["1"], 0, yes=True)
    steps = forum.answer(["3"], 9, yes=True)
    assert isinstance(steps[-1], Ended)
    assert forum.over
    with pytest.raises(GameError):
        game("revolution").propose(["light", "dark"], "agree", 0)


def test_a_game_is_given_up_by_all_people_together() -> None:
    forum = game("forum_romanum", 3, "005")
    forum.propose(["2"], "abandon", 0)
    assert not forum.abandoned
    [ended] = forum.answer(["1"], 0, yes=True)
    assert forum.abandoned
    assert isinstance(ended, Ended)
    assert ended.outcome is None


def test_sand_runs_for_all_once_somebody_has_started_it() -> None:
    sand = game("hourglass")
    assert sand.for_all == "start"
    sand.move(["pink"], "start", 7 * SECOND)
    assert sand.for_all is None
    with pytest.raises(NotYoursError):
        sand.move(["pink"], "D-E", 8 * SECOND)
    [kept] = sand.move(["white"], "d-e", 9 * SECOND + 400_000)
    assert isinstance(kept, Kept)
    assert kept.move == "2.4 d-e"


def test_sand_alone_ends_a_game() -> None:
    sand = game("hourglass", sand="10")
    sand.move(["white"], "start", 0)
    sand.move(["white"], "d-e", SECOND)
    sand.move(["pink"], "D-E", 2 * SECOND)
    [ended] = sand.wait(60 * SECOND)
    assert isinstance(ended, Ended)
    assert sand.over
    assert sand.lines[-1] == ended.line


def test_with_sand_running_only_the_last_move_is_taken_back() -> None:
    sand = game("hourglass", levels="05")
    sand.move(["white"], "start", 0)
    sand.move(["white"], "d-e", SECOND)
    assert sand.can_take_back(["white"])
    sand.move(["pink"], "D-E", 2 * SECOND)
    assert not sand.can_take_back(["white"])
    with pytest.raises(FinalError):
        sand.propose(["white"], "take back", 3 * SECOND)


def test_sand_stands_still_in_a_game_that_is_taken_up_until_it_is_let_run() -> None:
    sand = game("hourglass")
    sand.move(["white"], "start", 0)
    sand.move(["white"], "d-e", SECOND)
    again = ScreenGame(
        sand.header, sand.header.start(), sand.seats, line=sand.line, milliseconds=4000
    )
    assert again.paused
    assert again.wait(100 * SECOND) == []
    with pytest.raises(GameError):
        again.move(["pink"], "D-E", 100 * SECOND)
    again.resume(100 * SECOND)
    [kept] = again.move(["pink"], "D-E", 101 * SECOND)
    assert isinstance(kept, Kept)
    assert kept.move == "5 D-E"


def test_seats_are_read_as_they_are_written() -> None:
    seats = Seats({"1": Seat(), "2": Seat(3), "3": Seat(0, "abc", "def")})
    assert read_seats(write_seats(seats)) == seats
    assert seats.people == ("1", "3")
    assert seats.held_by("abc") == ("3",)
    assert seats.held_by("") == ()
    for text in ("", "[]", '{"1": 5}', '{"1": []}'):
        with pytest.raises(ValueError, match=r".*"):
            read_seats(text)
