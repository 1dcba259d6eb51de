"""Deaths of hourglasses clause by clause: what they cost, when a turn passes, who declares them."""

import pytest
from support.glasses import glass, moves_of, played, runs, stalled, start
from support.random_games import load

from rules import IllegalError
from rules.hourglass import Glass, hourglass


def test_hg12_letting_ones_own_glass_die_is_recorded_and_play_goes_on() -> None:
    position = played(start(), "start", "5 d-e", "6 D-E", "10 c-f", "11 C-F", "20")
    assert stalled(position) == {"white": ["c"], "pink": []}
    assert position.to_move == "white"
    both = played(position, "21 b-d", "22")
    assert stalled(both) == {"white": ["c"], "pink": ["C"]}
    again = hourglass.position(repr(both))
    assert stalled(again) == stalled(both)


def test_hg12_a_glass_that_could_not_be_moved_or_dies_in_the_others_turn_is_no_fault() -> None:
    waiting = played(start(), "start", "130")
    assert stalled(waiting) == {"white": [], "pink": []}  # the first move is with d: HG-9
    shut_in = "white 1 a:5,b:120,-,e:120 A:5,B:9,-,E:9 plies:9 stalled:-"
    assert stalled(hourglass.position(shut_in).play("6")) == {"white": [], "pink": []}
    open_ = "white 1 a:5,b:120,-,f:120 A:5,B:9,-,F:9 plies:9 stalled:-"
    assert stalled(hourglass.position(open_).play("6")) == {"white": ["a"], "pink": []}


def test_hg12_who_dies_at_the_same_second_does_not_make_room_in_time() -> None:
    text = "white 1 a:5,b:120,-,e:5 A:50,B:50,-,E:50 plies:9 stalled:-"
    assert stalled(hourglass.position(text).play("6")) == {"white": ["d"], "pink": []}


def test_hg12_a_glass_in_the_goal_may_die_without_blame() -> None:
    text = "white 1 C:5,b:99,-,e:99 k:50,B:50,-,E:50 plies:9 stalled:-"
    position = hourglass.position(text)
    assert "C-F" in position.legal_moves()
    assert glass(position.play("6"), "a") == Glass("a", "white", "C", None, 0, dead=True)
    assert stalled(position.play("6")) == {"white": [], "pink": []}


STALLS = "white 1 a:5,b:120,-,f:120 A:50,B:9,-,F:9 plies:9 stalled:-"  # a dies at second 6


def test_hg12_stalling_passes_the_turn_at_the_second_of_the_death() -> None:
    position = hourglass.position(f"{STALLS} stalling:passes")
    assert position.play("5.999").to_move == "white"
    passed = position.play("6")
    assert stalled(passed) == {"white": ["a"], "pink": []}
    assert (passed.to_move, passed.plies) == ("pink", 9)
    assert set(passed.legal_moves()) == moves_of(passed, *"ABF")
    assert position.play("6 F-D") == passed.play("F-D")
    with pytest.raises(IllegalError, match="the glass in b is white's"):
        position.play("6 b-d")


def test_hg12_stalling_passes_no_turn_for_a_death_without_blame() -> None:
    for text in (
        "white 1 a:5,b:120,-,e:120 A:5,B:9,-,E:9 plies:9 stalled:-",  # a is shut in
        "pink 1 a:5,b:120,-,f:120 A:50,B:9,-,F:9 plies:9 stalled:-",  # the turn is the other's
    ):
        position = hourglass.position(f"{text} stalling:passes")
        assert position.play("6").to_move == position.to_move


def test_hg12_stalling_loses_at_the_second_of_the_death() -> None:
    position = hourglass.position(f"{STALLS} stalling:loses")
    assert position.play("5.999").outcome is None
    over = position.play("200")
    assert over.outcome == ("stalled", ("pink",))
    assert (over.to_move, over.now, list(over.legal_moves())) == (None, 6000, [])
    assert stalled(over) == {"white": ["a"], "pink": []}
    assert hourglass.position(repr(over)) == over


def test_hg12_an_end_by_hg14_in_the_same_second_comes_before_the_loss() -> None:
    text = "white 1 B:dead,C:9,-,f:5 A:50,B:9,-,F:9 plies:9 stalled:- stalling:loses"
    over = hourglass.position(text.replace("A:50,B:9", "a:50,k:9")).play("6")
    assert stalled(over) == {"white": ["d"], "pink": []}
    assert over.outcome == ("finished", ("white",))


def test_hg12_stalling_goes_for_declared_deaths_too() -> None:
    position = hourglass.position(f"{STALLS} declared stalling:passes")
    assert position.play("90").to_move == "white"
    assert position.play("90 dead a").to_move == "pink"
    lost = hourglass.position(f"{STALLS} declared stalling:loses").play("90 dead a")
    assert lost.outcome == ("stalled", ("pink",))


def test_hg12a_a_turn_passes_at_its_last_second_before_a_move_of_that_second() -> None:
    position = played(start(turn="20"), "start", "4 d-e")
    assert position.detail()["turn_ends"] == 24
    assert position.play("23.999").to_move == "pink"
    passed = position.play("24")
    assert (passed.to_move, passed.plies) == ("white", 2)
    assert position.play("24 e-g") == passed.play("e-g")
    with pytest.raises(IllegalError, match="the glass in D is pink's"):
        position.play("24 D-E")


def test_hg12a_every_turn_is_counted_from_its_own_beginning() -> None:
    position = start(turn="20").play("start")
    assert [position.play(second).to_move for second in ("19.9", "20", "39.9", "40", "60")] == [
        "white",
        "pink",
        "pink",
        "white",
        "pink",
    ]
    moved = played(position, "25 D-E")
    assert [moved.play(second).to_move for second in ("44.9", "45")] == ["white", "pink"]
    stalls = hourglass.position(f"{STALLS} stalling:passes turn:20 since:1").play("6")
    assert stalls.detail()["turn_ends"] == 26


def test_hg12a_deaths_of_that_second_come_in_the_turn_that_ends() -> None:
    position = hourglass.position(f"{STALLS} turn:5 since:1").play("6")
    assert stalled(position) == {"white": ["a"], "pink": []}
    assert position.to_move == "pink"
    both = hourglass.position(f"{STALLS} stalling:passes turn:5 since:1").play("6")
    assert both.to_move == "pink"  # it passes once


def test_hg12a_a_turn_passes_only_to_a_seat_that_can_move_and_then_as_soon_as_it_can() -> None:
    text = "white 1 m:50,n:4,-,b:70 A:50,B:90,C:60,D:90 plies:9 stalled:- turn:3 since:1"
    shut_in = hourglass.position(text.replace("m:50,n:4,-,b:70", "m:3.5,n:90,a:90,b:70") + " board:small.toml", load)
    assert shut_in.play("4.4").to_move == "white"
    assert shut_in.play("4.5").to_move == "pink"
    assert shut_in.play("4.5").detail()["turn_ends"] == 7.5


def test_hg12a_a_turn_passes_where_deaths_are_declared_too() -> None:
    position = played(start(turn="2.5", deaths="declared"), "start", "1 d-e")
    assert position.play("3.5").to_move == "white"
    assert position.play("6").to_move == "pink"


def test_hg12a_a_turn_lasts_some_seconds_or_for_ever() -> None:
    assert hourglass.canonical({"turn": "20.00"})["turn"] == "20"
    assert start(turn="none").play("start").detail()["turn_ends"] is None


def test_hg16_declared_no_glass_dies_until_somebody_says_so() -> None:
    position = played(start(deaths="declared"), "start", "5 d-e", "6 D-E", "500")
    assert not any(g.dead for g in position.glasses)
    assert runs(position, "a") == 0  # a forecast, never below 0
    turned = position.play("b-d")
    assert runs(turned, "b") == 120_000
    told = turned.play("501 dead d").play("501 dead A")
    assert (glass(told, "b").hole, glass(told, "A").hole) == (None, None)
    assert told.plies == 4
    assert told.to_move == "pink"
    assert "dead" not in " ".join(told.legal_moves())


def test_hg16_a_glass_in_the_goal_declared_dead_stays_and_the_last_one_ends_the_game() -> None:
    text = "white 1 A:5,-,-,d:5 k:50,l:50,m:50,E:50 plies:9 stalled:- declared"
    position = hourglass.position(text)
    goal = position.play("dead A")
    assert glass(goal, "a").hole == "A"
    assert goal.scores() == {"white": 1, "pink": 0}
    over = goal.play("8.25 dead d")
    assert over.outcome == ("finished", ("white",))
    assert over.now == 8250
    assert stalled(over) == {"white": ["d"], "pink": []}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7 dead D", "was never turned"),
        ("7 dead g", "no glass is in g"),
        ("7 dead B", "no glass is in B"),
        ("4 dead a", "runs backwards"),
    ],
)
def test_hg16_only_a_running_glass_can_be_declared(line: str, why: str) -> None:
    position = played(start(deaths="declared"), "start", "5 d-e", "5 dead B")
    with pytest.raises(IllegalError, match=why):
        position.play(line)
    text = "white 1 A:dead,-,-,d:5 k:50,l:50,m:50,E:50 plies:9 stalled:- declared"
    with pytest.raises(IllegalError, match="the glass in A is dead"):
        hourglass.position(text).play("dead A")


def test_hg16_where_the_clock_decides_nobody_declares() -> None:
    with pytest.raises(IllegalError, match="the clock decides"):
        start().play("start").play("7 dead a")
