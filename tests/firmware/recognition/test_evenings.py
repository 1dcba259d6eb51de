"""The ordinary things of an evening: read, or asked about, and no sound where nothing is wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.at_table import AtTable
from support.hands_at_work import act
from support.touching import PLACED, AtDecoder

from firmware.recognition.findings import Question
from firmware.simulation.replay import replay
from hal import read_trace

Sit = Callable[..., AtTable]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("trace", "last"),
    [
        ("sticky", ["f5-a7"]),  # the reed of f5 opens 0.1 s after a7 has closed
        ("back_two", ["*e5", "0@d3"]),  # two cards put back, one of them 1.1 s in the hand; CONFIRM
        ("dead_stone", ["2@c3", "*c3"]),  # a card on a dead reed, told by holding it, and its stone
    ],
)
def test_the_last_moves_of_an_evening_are_read(data: Path, trace: str, last: list[str]) -> None:
    found = replay(read_trace((data / "evenings" / f"{trace}.trace").read_bytes()))
    assert [ply.line for ply in found.session.plies[-len(last) :]] == last


def test_hands_that_cross_are_asked_who_holds_which_piece(data: Path) -> None:
    """Lifted 4 and 6, put down 7 and 11: 4-7 and 6-11, or 6-7 and 4-11."""
    session = replay(read_trace((data / "evenings" / "crossed.trace").read_bytes())).session
    assert isinstance(session.view.trouble, Question)
    assert set(session.view.trouble.moves) == {"4-7", "4-11"}


def test_hands_too_quick_to_rest_are_asked_as_soon_as_two_readings_stay_possible(data: Path) -> None:
    """Moves 50 ms apart: 1-10, then 10 pressed again, or 1-10 and 1-8?"""
    session = replay(read_trace((data / "evenings" / "quick.trace").read_bytes())).session
    assert isinstance(session.view.trouble, Question)
    assert set(session.view.trouble.moves) == {"1-8", "1-10"}


def test_a_phone_is_nobodys_move_and_what_is_played_around_it_is_read(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.act("+b3 .2000 +d4 .010 +e4 .010 +f4 .2000")
    assert at_table.session.corrections == 1
    at_table.act("+b1 .1500")
    assert at_table.moves == ["y@b3", "b@b1"]
    act(at_table, "-d4 .010 -e4 .010 -f4 .2000 +f1")
    assert at_table.moves == ["y@b3", "b@b1", "r@f1"]


def test_a_key_counts_for_four_seconds_while_its_roman_is_fetched(sit_down: Sit) -> None:
    at_table = act(sit_down(players=2), "+b3 .2000 +b1 .2000 !key-g .4000 +g1")
    assert at_table.moves == ["y@b3", "r@b1", "g@g1"]
    assert at_table.session.questions == 0


def test_pieces_looked_at_for_two_seconds_bring_no_lead(sit_down: Sit) -> None:
    at_table = act(sit_down(players=3, moves=PLACED), "-a7 .100 -b7 .2000 +a7 .100 +b7")
    assert at_table.session.corrections == 0
    act(at_table, "-a7 .100 -b7 .3500")
    assert at_table.session.corrections == 1


def test_a_held_field_is_offered_as_the_new_piece_not_as_the_last(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.act("+a1 .2000 +d4 .2000 +b3 .1000")
    at_table.table.press(at_table.cell("b6"), hold=1.6)
    act(at_table, ".2500 +f1")
    assert at_table.prompt == "Which was it? Press b6 or f1."
    assert act(at_table, "!b6").moves == ["y@a1", "b@d4", "r@b3", "y@b6", "b@f1"]


def test_a_glass_on_a_dead_hole_was_planted_when_its_tilt_contact_moved() -> None:
    """The press two seconds later only tells of it."""
    at = AtDecoder("hourglass", 2, ("start",), broken=AtDecoder("hourglass", 2).reeds("f"))
    at.act("-d .400 ~f .2000 [f .150 ]f .1500")
    assert [(step.move, step.at) for step in at.steps] == [("d-f", 1_400_000)]
