"""A match: what people, computers and time may bring about in it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support.matches import Played, at, new_match

from firmware.match import refusals as why
from firmware.match.commands import Abort, Answer, Correct, Play, Propose, Resign, RunClock, Sit
from firmware.match.events import Ended, Proposed, Seated, Stopped, TakenBack
from firmware.match.events import Played as MovePlayed
from firmware.match.far import MirroredMatch
from firmware.match.line import GameLine
from firmware.match.match import evolve
from firmware.match.refusals import CommandError
from firmware.match.rights import may, rights_of
from firmware.match.seats import Seat, Seats
from firmware.match.state import COMPUTER, HOST, TABLE, Phase
from hal.trace import SECOND
from rules import IllegalError, MalformedError, Outcome, find_game

PLACED = [("1", "y@d4"), ("2", "b@a1"), ("3", "r@b2")]


def game(name: str, players: int = 2, levels: str = "", **options: str) -> Played:
    return Played(new_match(name, players, levels, **options))


@contextmanager
def refused(played: Played, code: str) -> Iterator[None]:
    """What is done here is refused with this code, and changes nothing but the time."""
    before = played.match
    with pytest.raises(CommandError, match=f"^{code}$"):
        yield
    assert played.match.line == before.line
    assert played.match.proposal == before.proposal


def test_a_move_is_kept_for_the_seat_that_makes_it() -> None:
    forum = game("forum_romanum", 3)
    [played] = forum.move("1", "y@d4", 5)
    assert isinstance(played, MovePlayed)
    assert (played.ply, played.seat, played.line, played.at, played.clock) == (1, "1", "y@d4", 5, 0)
    assert forum.match.lines == ("y@d4",)
    assert forum.match.now.to_move == "2"


def test_nobody_moves_for_a_seat_that_is_not_theirs() -> None:
    forum = game("forum_romanum", 3)
    for seat in ("2", "3"):
        with pytest.raises(CommandError) as refusal:
            forum.move(seat, "y@d4")
        assert (refusal.value.code, refusal.value.values["seat"]) == (why.NOT_YOUR_TURN, "1")
    with refused(forum, why.NOT_SEATED):
        forum.move("nobody", "y@d4")
    assert forum.match.lines == ()


def test_a_move_that_comes_too_late_is_refused() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED)
    with pytest.raises(CommandError) as refusal:
        forum.do(Play(1, "y@e5"), at("1"))
    assert (refusal.value.code, refusal.value.values["ply"]) == (why.STALE, 1)


def test_what_the_rules_forbid_changes_nothing() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:1])
    with pytest.raises(IllegalError) as illegal:
        forum.move("2", "b@d4")
    assert illegal.value.why is not None
    assert str(illegal.value.why) == "d4 is occupied"
    assert forum.match.lines == ("y@d4",)


def test_a_die_is_rolled_by_the_host_and_no_roll_is_chosen() -> None:
    march = game("manoeuvre")
    with refused(march, why.DIE_FIRST):
        march.do(Play(1, "roll 3"), at("1"))
    march.do(Play(1, "roll 3"), HOST)
    assert march.match.lines == ("roll 3",)
    at_a_table = march.match.seats.replace("2", Seat(0, TABLE.id))
    march.running.match = march.match._replace(seats=at_a_table)
    march.do(Play(2, "roll 4"), TABLE)  # where a real one lies


def test_against_the_computer_a_move_is_taken_back_with_the_answer_to_it() -> None:
    forum = game("forum_romanum", 3, "033")
    forum.move("1", "y@d4")
    for move in ("b@a1", "r@b2"):
        forum.do(Play(len(forum.match.lines) + 1, move), COMPUTER)
    dropped = forum.do(Propose("take back"), at("1"))
    assert dropped == (TakenBack(3, "r@b2"), TakenBack(2, "b@a1"), TakenBack(1, "y@d4"))
    assert forum.match.now.to_move == "1"
    with refused(forum, why.NOTHING):
        forum.do(Propose("take back"), at("1"))


def test_at_a_table_one_move_is_taken_back_at_once() -> None:
    forum = game("forum_romanum", 3)
    seats = forum.match.seats.by_name
    forum.running.match = forum.match._replace(seats=Seats({name: Seat(0, TABLE.id) for name in seats}))
    for number, (_, move) in enumerate(PLACED, 1):
        forum.do(Play(number, move), TABLE)
    assert forum.do(Propose("take back", 1), TABLE) == (TakenBack(3, "r@b2"),)


def test_other_people_are_asked_before_a_move_is_taken_back() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:1])
    assert forum.do(Propose("take back"), at("1")) == (Proposed("take back", ("1",), ("2", "3"), 1, number=2),)
    forum.answer("2", yes=True)
    with refused(forum, why.NOT_ASKED):
        forum.answer("1", yes=True)
    assert forum.answer("3", yes=True)[1:] == (TakenBack(1, "y@d4"),)


def test_who_sits_down_may_be_called_otherwise() -> None:
    forum = game("forum_romanum", 2)
    sit = Sit("2", holder="2", name="Carla")
    assert forum.do(sit, HOST) == (Seated(forum.match.seats, ("Anna", "Carla")),)
    assert forum.match.header.players == ("Anna", "Carla")
    assert forum.do(sit, HOST) == (Seated(forum.match.seats),)
    with pytest.raises(MalformedError, match="two players are called 'Anna'"):
        forum.do(sit._replace(name="Anna"), HOST)


def test_a_no_ends_what_was_proposed_and_so_does_a_move() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:1])
    forum.do(Propose("take back"), at("1"))
    with refused(forum, why.ASKED_ALREADY):
        forum.do(Propose("abandon"), at("2"))
    forum.answer("2", yes=False)
    assert forum.match.proposal is None
    forum.do(Propose("abandon"), at("1"))
    forum.move("2", "b@a1")
    assert forum.match.proposal is None
    assert len(forum.match.lines) == 2


def test_a_match_has_no_more_moves_than_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.match.match.MOST_MOVES", 1)
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:1])
    with refused(forum, why.TOO_LONG):
        forum.move("2", "b@a1")


@pytest.mark.parametrize("yes", [True, False])
def test_an_answer_counts_for_the_question_that_it_answers_alone(yes: bool) -> None:
    four = game("forum_romanum", 4)
    four.moves(PLACED[:1])
    four.do(Propose("take back"), at("1"))
    assert four.match.proposal is not None
    late = Answer(yes, four.match.proposal.number)
    four.answer("1", yes=False)
    for asks, answers in (("1", "2"), ("3", "4")):
        four.do(Propose("abandon"), at(asks))
        asked = four.match.proposal
        for seat in (answers, asks):
            with refused(four, why.OTHER_QUESTION):
                four.do(late, at(seat))
        assert four.match.proposal == asked
        four.answer(asks, yes=False)


def test_who_proposed_something_may_take_that_back() -> None:
    forum = game("forum_romanum", 3)
    forum.do(Propose("abandon"), at("1"))
    forum.answer("1", yes=False)
    assert forum.match.proposal is None
    assert forum.match.phase is Phase.OPEN


def test_all_may_agree_to_end_a_game_where_the_rules_let_them() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:1])
    forum.do(Propose("agree"), at("2"))
    forum.answer("1", yes=True)
    *_, ended = forum.answer("3", yes=True)
    assert isinstance(ended, Ended)
    assert ended.how == "over"
    assert forum.match.phase is Phase.OVER
    revolution = game("revolution")
    with refused(revolution, why.NO_AGREEMENT):
        revolution.do(Propose("agree"), at("light"))


def test_a_game_is_given_up_by_all_people_together() -> None:
    forum = game("forum_romanum", 3, "005")
    forum.do(Propose("abandon"), at("2"))
    _, ended = forum.answer("1", yes=True)
    assert isinstance(ended, Ended)
    assert (ended.how, ended.outcome) == ("abandoned", None)
    assert forum.match.phase is Phase.CLOSED


def test_who_resigns_loses_to_the_other_side() -> None:
    revolution = game("revolution")
    with refused(revolution, why.NOT_YOUR_SEAT):
        revolution.do(Resign("dark"), at("light"))
    [ended] = revolution.do(Resign("light"), at("light"))
    assert isinstance(ended, Ended)
    assert (ended.how, ended.outcome) == ("resigned", Outcome("resigned", ("dark",)))
    forum = game("forum_romanum", 3)
    with refused(forum, why.RESIGN_SIDES):
        forum.do(Resign("1"), at("1"))


def test_a_match_is_called_off_only_before_everybody_has_moved() -> None:
    forum = game("forum_romanum", 3)
    forum.moves(PLACED[:2])
    assert may(forum.match, "abort", at("2"))
    forum.move("3", "r@b2")
    with refused(forum, why.TOO_LATE):
        forum.do(Abort(), at("1"))


def test_sand_runs_for_all_once_somebody_has_started_it() -> None:
    sand = game("hourglass")
    assert sand.match.for_all == "start"
    sand.move("pink", "start", 7 * SECOND)
    assert sand.match.for_all is None
    with refused(sand, why.NOT_YOUR_TURN):
        sand.move("pink", "D-E", 8 * SECOND)
    [played] = sand.move("white", "d-e", 9 * SECOND + 400_600)
    assert isinstance(played, MovePlayed)
    assert played.line == "2.401 d-e"  # to the nearest millisecond


def test_sand_alone_ends_a_game_even_if_the_command_with_it_is_refused() -> None:
    sand = game("hourglass", sand="10")
    for seat, move, second in (("white", "start", 0), ("white", "d-e", 1), ("pink", "D-E", 2)):
        sand.move(seat, move, second * SECOND)
    with refused(sand, why.OVER):
        sand.move("white", "e-d", 60 * SECOND)
    assert sand.match.phase is Phase.OVER
    ended = sand.events[-1]
    assert isinstance(ended, Ended)
    assert sand.match.lines[-1] == ended.line


def test_the_seat_that_moved_is_right_where_turns_pass_by_time() -> None:
    """HG-12a: who does not move for so long passes the turn."""
    sand = game("hourglass", turn="20", stalling="passes")
    for seat, move, second in (("white", "start", 0), ("white", "d-e", 1), ("pink", "D-E", 2)):
        sand.move(seat, move, second * SECOND)
    assert sand.match.now.to_move == "white"
    [played] = sand.move("pink", "B-F", 24 * SECOND)
    assert isinstance(played, MovePlayed)
    assert played.seat == "pink"
    last = sand.match.line.last
    assert last is not None
    assert (last.seat, last.before.to_move) == ("pink", "pink")


def test_who_moves_while_the_seat_to_move_cannot_is_said_to_have_moved() -> None:
    """HG-11: nobody but the other seat moves the hourglasses of the other seat."""
    match = new_match("hourglass")
    text = "pink 143 -,F:8,-,- C:9,-,-,- plies:6 stalled:- sand:40"
    stuck = find_game("hourglass").position(text)
    assert (stuck.to_move, stuck.mover) == ("pink", "white")
    sand = Played(match._replace(line=GameLine(stuck), now=stuck))
    assert [rights_of(sand.match, (seat,))["play"] for seat in match.now.seats] == ["", why.NOT_YOUR_TURN]
    for move in stuck.legal_moves():
        with refused(sand, why.NOT_YOUR_TURN):
            sand.move("pink", move)
    [played] = sand.move("white", "F-H")
    assert isinstance(played, MovePlayed)
    assert played.seat == "white"
    assert sand.match.now.to_move == "pink"


def test_with_sand_running_only_the_last_move_is_taken_back() -> None:
    sand = game("hourglass", levels="05")
    sand.move("white", "start", 0)
    sand.move("white", "d-e", SECOND)
    assert may(sand.match, "take back", at("white"))
    sand.do(Play(3, "D-E"), COMPUTER, 2 * SECOND)
    assert rights_of(sand.match, ("white",))["take back"] == why.FINAL


def test_sand_stands_still_in_a_game_that_is_taken_up_until_it_is_let_run() -> None:
    sand = game("hourglass")
    sand.move("white", "start", 0)
    sand.move("white", "d-e", SECOND)
    old = sand.match
    again = Played(evolve(old, Stopped(4000)))
    assert again.match.phase is Phase.STILL
    with refused(again, why.PAUSED):
        again.move("pink", "D-E", 100 * SECOND)
    again.do(RunClock(), at("white"), 100 * SECOND)
    assert again.do(RunClock(), at("white"), 100 * SECOND) == ()
    [played] = again.move("pink", "D-E", 101 * SECOND)
    assert isinstance(played, MovePlayed)
    assert played.line == "5 D-E"


def test_only_a_table_says_when_a_move_was_made_and_corrects_it() -> None:
    sand = game("hourglass")
    sand.running.match = sand.match._replace(seats=Seats({"white": Seat(0, TABLE.id), "pink": Seat(0, "pink")}))
    sand.do(Play(1, "start", 0), TABLE, SECOND)
    assert sand.match.clock.zero == 0
    sand.do(Play(2, "d-e", SECOND), TABLE, 3 * SECOND)
    assert sand.match.lines[-1] == "1 d-e"
    gone, played = sand.do(Correct(1, 2, "d-f", 2 * SECOND), TABLE, 4 * SECOND)
    assert gone == TakenBack(2, "1 d-e")
    assert isinstance(played, MovePlayed)
    assert played.line == "2 d-f"
    sand.do(Play(3, "D-E", 3 * SECOND), at("pink"), 5 * SECOND)
    assert sand.match.lines[-1] == "5 D-E"
    with refused(sand, why.NO_HANDS):
        sand.do(Correct(1, 3, "D-F"), at("pink"), 6 * SECOND)
    assert len({batch.seq for batch in sand.batches}) == len(sand.batches)


def test_what_somebody_else_has_answered_to_is_not_corrected() -> None:
    forum = game("forum_romanum", 3)
    forum.running.match = forum.match._replace(seats=forum.match.seats.replace("1", Seat(0, TABLE.id)))
    forum.do(Play(1, "y@d4"), TABLE)
    forum.move("2", "b@a1")
    with refused(forum, why.ANSWERED):
        forum.do(Correct(2, 1, "y@e5"), TABLE)


def test_a_rematch_is_proposed_when_it_is_over() -> None:
    forum = game("forum_romanum", 2)
    with refused(forum, why.NOT_OVER):
        forum.do(Propose("rematch"), at("1"))
    forum.do(Abort(), at("1"))
    assert forum.do(Propose("rematch"), at("1")) == (Proposed("rematch", ("1",), ("2",), number=2),)
    forum.answer("2", yes=True)
    assert forum.match.proposal is None


def test_seats_are_read_as_they_are_written() -> None:
    seats = Seats({"1": Seat(), "2": Seat(3), "3": Seat(0, "abc", "def")})
    assert seats.people == ("1", "3")
    assert seats.held_by("abc") == ("3",)
    assert seats.held_by("") == ()


def test_the_log_of_a_mirrored_match_leads_to_where_it_stands() -> None:
    host = game("forum_romanum")
    far = MirroredMatch(host.match, ("1",), lambda _: None)
    for _ in range(2):
        before, now = far.log, host.match.now
        host.move(now.to_move or "", now.legal_moves()[0])
        far.held = host.match
        far.catch_up(0)
        assert far.match.lines == host.match.lines
        assert far.log is not before
        assert far.log[-1].seq == far.match.seq
