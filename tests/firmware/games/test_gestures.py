"""The gestures of each game, touch by touch, as the table must read them.

``+d4`` puts down, ``-d4`` lifts, ``!d4`` presses, ``~d`` stands an hourglass on its other end,
``UNDO`` is a key, ``.600`` waits 600 ms.
"""

from collections.abc import Callable
from typing import Any

import pytest
from support.at_table import AtTable
from support.nightly import nightly_but
from support.touching import ROLLS

from firmware.recognition.findings import Question
from hal import Edge, Layer

Sit = Callable[..., AtTable]


def play(sit_down: Sit, game: str, script: str, players: int = 2, **more: Any) -> AtTable:
    at_table: AtTable = sit_down(game, players=players, **more)
    at_table.act(script)
    at_table.advance(1.5)
    return at_table


def spoken(at_table: AtTable) -> list[str]:
    """The moves without their seconds."""
    return [move.split(" ", 1)[1] if move[0].isdigit() and " " in move else move for move in at_table.moves]


# Manoeuvre


def test_any_of_ones_own_recruits_may_come_out_and_no_other(sit_down: Sit) -> None:
    at_table = play(sit_down, "manoeuvre", "-court-11 .200 +4 .500 -court-1 .300 +5 .2000")
    assert at_table.moves == ["roll 4"]
    assert "back to court-1" in at_table.prompt


@pytest.mark.parametrize(
    ("script", "meant"),
    [
        ("!5 .300 +7", "5-7"),  # off a stack to a free field
        ("+7 .200 !5", "5-7"),  # in any order
        ("!1 .300 !2", "1-2"),  # off a stack onto a stack
        ("!5 .300 +7 .600 !3 .300 +8", "5-7 3-8"),
        ("!5 .300 +7 .600 !3 .300 !7", "5-7"),  # nobody jumps onto 7 from 3: then it waits
    ],
)
def test_recruits_move_off_and_onto_stacks(sit_down: Sit, script: str, meant: str) -> None:
    at_table = play(sit_down, "manoeuvre", f"{script} .600", moves=ROLLS)
    moves = at_table.moves[12:]
    assert moves[: len(meant.split())] == meant.split()


@pytest.mark.parametrize("pause", [100, 300, 800])
def test_a_bumped_recruit_is_not_the_one_that_moves(sit_down: Sit, pause: int) -> None:
    """A stack is pressed, a lone recruit is knocked up, the stack's top is put down, ..."""
    at_table = play(sit_down, "manoeuvre", "!5 .300 +7 .600 !3 .300 +8 .600", moves=ROLLS)
    position = at_table.session.position
    assert position.to_move == "1"
    move = next(m for m in position.legal_moves() if m in ("1-9", "1-10", "3-9", "3-10", "1-11"))
    stack, end = move.split("-")
    at_table.act(f"!{stack} .120 -8 .200 +{end} .{pause} +8 .900")
    assert at_table.moves[14:] == [move]
    at_table.assert_at_rest()


@pytest.mark.parametrize(
    ("script", "meant"),
    nightly_but(
        [
            ("!6 .060 -5 .300 !1 .300 +5", "1-6"),
            ("!6 .060 -5 .300 -3 .300 +5", "3-6"),
            ("!6 .060 -3 .300 -5 .300 +3", "5-6"),
            ("!1 .100 -3 .300 +9 .300 +3", "1-9"),
            ("!1 .100 -5 .300 +9 .570 +5", "1-9"),
            ("!4 .260 -3 .010 !1 .170 +3", "1-4"),
            ("+9 .020 -3 .330 !1 .340 +3", "1-9"),
            ("-5 .200 !6", "5-6"),
            ("!6 .200 -5", "5-6"),
        ],
        ("!4 .260 -3 .010 !1 .170 +3", "1-4"),
        ("!6 .200 -5", "5-6"),
    ),
)
def test_a_press_and_a_bump_are_told_apart_or_asked_about(sit_down: Sit, script: str, meant: str) -> None:
    """Seat 1 stands on top of 1, alone on 3 and 5; seat 2 on 2, 4, 6 and alone on 7 and 8."""
    at_table = play(sit_down, "manoeuvre", f"!5 .300 +7 .600 !3 .300 +8 .600 {script}", moves=ROLLS)
    trouble = at_table.session.view.trouble
    if isinstance(trouble, Question):
        told = {one.move: cell for cell, one in zip(*trouble[:2], strict=True)}
        at_table.table.press(told[meant])
        at_table.advance(1.5)
    assert at_table.moves[14:] == [meant]
    at_table.assert_at_rest()


def test_a_roll_of_the_die_is_led_on_when_its_recruit_goes_back(sit_down: Sit) -> None:
    script = "-court-1 .300 +3 .600 -court-2 .300 +4 .600 -4 .300 +court-2 3."
    at_table = play(sit_down, "manoeuvre", script)
    assert at_table.prompt == "Please put the piece from court-2 back to 4."
    at_table.act("CONFIRM .300")
    assert at_table.moves == ["roll 3", "roll 4"]
    at_table.act("-court-2 .300 +4 1.")
    at_table.assert_at_rest()


# Hourglass

TURNED = " ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abcCBA")


def test_both_hands_turn_the_first_six_and_the_clock_runs(sit_down: Sit) -> None:
    at_table = play(sit_down, "hourglass", TURNED)
    assert at_table.moves == ["start"]
    at_table.assert_at_rest()


def test_five_are_not_enough(sit_down: Sit) -> None:
    at_table = play(sit_down, "hourglass", TURNED.rsplit("-", 1)[0])
    assert at_table.moves == []


def test_a_move_bears_the_second_at_which_the_glass_was_planted(sit_down: Sit) -> None:
    at_table = play(sit_down, "hourglass", f"{TURNED} 3. -d .300 +e ~e .300 .1000")
    assert spoken(at_table) == ["start", "d-e"]
    second = float(at_table.moves[1].split()[0])
    assert second == pytest.approx(0.25 + 3 + 0.3, abs=0.05)


@pytest.mark.parametrize("phase", [15, 25, 40, 60])
def test_a_glass_planted_unturned_has_to_be_turned_however_its_contact_chatters(sit_down: Sit, phase: int) -> None:
    at_table = play(sit_down, "hourglass", f"{TURNED} .1000 -d .300 +e")
    planted, cell = at_table.table.clock.now(), at_table.cell("e")
    edges = [Edge(planted + at * 1000, Layer.TILT, cell, at // phase % 2 == 0) for at in range(0, 4 * phase, phase)]
    at_table.table.feed(edges)
    at_table.advance(3)
    assert at_table.prompt == "Please turn over the hourglass in hole e."
    at_table.act("~e .800")
    assert spoken(at_table) == ["start", "d-e"]
    at_table.assert_at_rest()


def test_a_declared_death_is_lift_and_confirm(sit_down: Sit) -> None:
    at_table = play(sit_down, "hourglass", f"{TURNED} 20. -b ~b .300 CONFIRM .400", options={"deaths": "declared"})
    assert spoken(at_table) == ["start", "dead b"]
    at_table.assert_at_rest()


def test_a_change_of_mind_for_which_the_sand_has_run_out_leaves_the_move(sit_down: Sit) -> None:
    moves = "-d .300 +e ~e .600 -D .300 +E ~E .600 5. -b ~b .300 +d 1."
    at_table = play(sit_down, "hourglass", f"{TURNED} .600 {moves} -d .300 +f .800", options={"sand": "9"})
    assert spoken(at_table) == ["start", "d-e", "D-E", "b-d"]
    assert at_table.taken_back == []
    assert at_table.prompt == "Please put the piece from f back to d."


def test_with_sand_running_only_the_last_move_is_taken_back(sit_down: Sit) -> None:
    script = f"{TURNED} .1000 -d .300 +e ~e .600 -D .300 +E ~E .600 UNDO .300 -E ~E .300 +D .600"
    at_table = play(sit_down, "hourglass", script)
    assert spoken(at_table) == ["start", "d-e"]
    at_table.assert_at_rest()
    at_table.act("UNDO .600")
    assert spoken(at_table) == ["start", "d-e"]


# White stands on k, from g; pink on I may go to j.
FACING = (
    f"{TURNED} 1. -d .300 +e ~e .600 -D .300 +F ~F .600 40. -e ~e .300 +g .600 -F ~F .300 +I .600 -g .300 +k ~k .600"
)
INTO_EACH_OTHER = "-I .439 -k ~k .233 +j ~j .189 +I"


def test_two_glasses_that_change_places_are_two_moves(sit_down: Sit) -> None:
    """Pink to j and white to where pink stood; a glass is hardly knocked out of its hole."""
    at_table = play(sit_down, "hourglass", f"{FACING} {INTO_EACH_OTHER}")
    assert spoken(at_table)[5:] == ["g-k", "I-j", "k-I"]
    at_table.assert_at_rest()


@pytest.mark.nightly
def test_a_dead_glass_may_be_cleared_away_during_a_change_of_mind(sit_down: Sit) -> None:
    script = (
        f"{TURNED} 1. -d .300 +e ~e .600 -D .300 +E ~E .600 100. -e ~e .300 +g .600 "
        "-E ~E .300 +G .600 25. -g .300 +k ~k .600 -a ~a .600 -k ~k .300 +j ~j .900"
    )
    at_table = play(sit_down, "hourglass", script)
    assert spoken(at_table)[5:] == ["g-j"]
    at_table.assert_at_rest()


@pytest.mark.parametrize(
    "script", ["-e ~e .300 +e ~e .400 -D .300 +E ~E", "-e ~e .300 +e ~e .400 -D .300 +E ~E .500 -E ~E .300 +E ~E .500"]
)
def test_a_nudge_of_the_glass_moved_last_changes_no_mind(sit_down: Sit, script: str) -> None:
    at_table = play(sit_down, "hourglass", f"{TURNED} 1. -d .300 +e ~e .600 {script}")
    assert spoken(at_table) == ["start", "d-e", "D-E"]
    assert at_table.taken_back == []
    at_table.assert_at_rest()
