"""What the decoder makes of a press: of a key, of a field beside a piece, of an arm."""

import pytest
from support.touching import ALIKE, BUILDINGS, GAMES, PLACED, ROLLS, AtDecoder, sit

from firmware.recognition.findings import Broken, Meaning, MovePlayed, Question, Resolved
from firmware.recognition.hypothesis import Open
from firmware.sensing.events import Unread
from rules import Move

EACH = pytest.mark.parametrize("game", sorted(GAMES))


def test_a_key_counts_though_a_piece_was_knocked_up_as_it_was_pressed() -> None:
    played = (*BUILDINGS, "5@a2", "5@b1", "1@a4")  # a stone may be set, or the turn ended
    at = AtDecoder("revolution", 2, played)
    at.act("-light-7 .050")
    assert at.confirm() == []
    at.act("+light-7 .500")
    assert at.moves == ["end"]
    at.assert_quiet()


def test_a_key_pressed_for_the_next_move_decides_nothing_about_a_piece_between_two_cells() -> None:
    for pause in ("040", "110"):
        at = AtDecoder()
        at.act(f"+d4 .{pause} +d5 .900 !key-b .300 +a1 .600")
        assert at.moves == []
        at.act("-d5 .600")
        assert at.moves == ["y@d4", "b@a1"]


def test_a_stack_pressed_long_before_a_piece_is_lifted_is_asked_about_when_another_is_pressed() -> None:
    at = AtDecoder("manoeuvre", 2, ALIKE)
    at.act("!2 .1500 -1 .500 !5 .1500")  # 1-5; or 1-2, or 2-9 before it and nobody saw it land
    assert isinstance(at.decoder.trouble, Question)
    assert {*at.decoder.trouble.moves} == {"1-2", "1-5"}


@pytest.mark.parametrize("pressed", ["d4", "e1"])
def test_a_press_on_a_choice_answers_a_question(pressed: str) -> None:
    at = AtDecoder()
    at.act("+d4 .600 -d4 .300 +e1 .2500 +d4 .1500")
    question = at.decoder.trouble
    assert isinstance(question, Question)
    assert Meaning("y@d4", back=1) in question.meanings
    assert Resolved() in at.act(f"!{pressed} .500")
    assert at.moves == {"d4": ["y@d4", "b@e1"], "e1": ["y@e1", "b@d4"]}[pressed]
    at.assert_quiet()


@EACH
def test_a_long_press_makes_no_move_by_itself(game: str) -> None:
    at, _, ends, _, _ = sit(game)
    field = ends.split()[0][1:]
    at.act(f"[{field} .1300 ]{field} .1500")
    assert at.moves == []
    at.assert_quiet()


@EACH
def test_a_forearm_on_five_fields_makes_no_move(game: str) -> None:
    fields = {
        "forum_romanum": "a1 b1 c1 d1 e1",
        "revolution": "a1 b1 c1 d1 e1",
        "manoeuvre": "1 2 3 4 5",
        "hourglass": "d e f g h",
    }[game].split()
    at = sit(game)[0]
    down, up = (" .020 ".join(mark + field for field in fields) for mark in "[]")
    at.act(f"{down} .1600 {up} .1500")
    assert at.moves == []
    at.assert_quiet()


def test_a_press_too_long_to_be_one_and_too_short_for_leaning_is_asked_about() -> None:
    at = AtDecoder(players=2)
    at.act("[key-r .700 ]key-r .100 +a1 .1500")
    question = at.decoder.trouble
    assert at.moves == []
    assert isinstance(question, Question)
    assert {one.move for one in question.meanings} == {"y@a1", "r@a1"}


def test_a_key_that_was_not_felt_is_found_out_by_the_next_one_and_asked_about_afterwards() -> None:
    """Whose first Roman is red has pressed the red key before, and presses the yellow one after."""
    at = AtDecoder(players=2)
    at.act("+d3 .600 !key-y .300 +b5 .600")
    assert at.moves == ["r@d3", "y@b5"]
    at.act("!key-g .300 +b7 .1500 +g5 .1500 +f2 .1500")
    question = at.decoder.trouble
    assert isinstance(question, Question)
    assert {one.move for one in question.meanings} == {"y@f2", "r@f2"}


def test_a_press_after_hint_enters_a_piece_that_no_contact_shows() -> None:
    at = AtDecoder()
    broken, played = at.enter("e5")
    assert broken == Broken(at.cell("e5"))
    assert isinstance(played, MovePlayed)
    assert at.moves == ["y@e5"]


def test_a_press_after_hint_enters_a_piece_whose_reed_cannot_be_read_though_it_may_be_a_stack() -> None:
    """A recruit stands alone on 5: it is lifted, and nobody can read that."""
    rolls = tuple(f"roll {n}" for n in (1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6))
    at = AtDecoder("manoeuvre", 2, rolls)
    at.decoder.begin(at.at, broken=False, unread=Unread(at.at, at.reeds("5"), at.closed))
    at.enter("5")
    at.act(".400 +7 .500")
    assert at.moves == ["5-7"]


def test_a_piece_entered_by_a_key_may_have_come_before_those_that_were_seen() -> None:
    at = AtDecoder(players=2)
    at.act("!key-y .400 +a1 .500")
    at.act("!key-r .1500 !key-b .300 +d7 .700 !key-g .300 +a7 .1500")  # red on d4, unseen
    assert at.moves == ["y@a1"]
    at.enter("d4")
    assert at.moves == ["y@a1", "r@d4", "b@d7", "g@a7"]


def test_a_press_on_the_cell_of_a_contact_known_to_be_broken_tells_of_a_piece() -> None:
    broken = AtDecoder().reeds("e5")
    at = AtDecoder(broken=broken)
    at.act("!e5 .500 +d4 .500")
    assert at.moves == ["y@e5", "b@d4"]


def test_a_press_sets_a_stone_and_a_key_ends_the_turn() -> None:
    position, moves = AtDecoder("revolution", 2).start, list[Move]()
    while not {"*", "e"} <= {move[0] for move in position.legal_moves()}:
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    stone = next(move for move in position.legal_moves() if move.startswith("*"))
    at = AtDecoder("revolution", 2, moves)
    at.act(f"!{stone[1:]} .500")
    assert at.moves == [stone]
    at = AtDecoder("revolution", 2, moves)
    at.confirm()
    assert at.moves == ["end"]
    said, besides = at.hypotheses
    assert (said.moves, besides.moves) == (("end",), ())
    assert besides.cost - said.cost >= at.decoder.costs.overruled  # what is said can be wrong


def test_a_button_that_stays_down_is_no_press_any_more() -> None:
    at = AtDecoder("manoeuvre", 2, ROLLS)
    at.act("[1 .9000")
    assert at.decoder.pressed == 0
    at.act("+7 .600")
    assert at.moves == []


def test_a_short_press_is_one_though_an_arm_has_leant_on_the_table_for_longer() -> None:
    position, moves = AtDecoder("revolution", 2).start, list[Move]()
    while not any(move[0] == "*" for move in position.legal_moves()):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    stone = next(move for move in position.legal_moves() if move.startswith("*"))
    for pause, told in (("300", [stone]), ("050", [])):
        at = AtDecoder("revolution", 2, moves)
        at.act(f"[dark-1 .{pause} !{stone[1:]} .900 ]dark-1 .500")
        assert at.moves == told


def test_a_field_pressed_instead_of_a_roman_that_comes_is_asked_about() -> None:
    at = AtDecoder(players=3)
    at.act("+d4 .1500 !a3 .1500 +g1 .1500")
    question = at.decoder.trouble
    assert isinstance(question, Question)
    assert {one.move for one in question.meanings} == {"b@a3", "b@g1"}
    at.act("!a3 .500")
    assert at.moves == ["y@d4", "b@a3", "r@g1"]


def test_a_field_without_a_contact_may_be_pressed_once_more_after_its_piece_has_left() -> None:
    at = AtDecoder(players=3, moves=PLACED, broken=AtDecoder().reeds("a7"))
    at.act("[a7 .150 ]a7 .300 +g1 .800 [a7 .150 ]a7 .1200")
    assert at.moves == ["a7-g1"]
    assert at.decoder.trouble is None


def test_two_fingers_that_press_shortly_one_after_the_other_are_no_arm() -> None:
    at = AtDecoder(players=3, moves=PLACED)
    at.act("-a7 .300 +g1 .600 [b7 .050 [c7 .100 ]b7 .050 ]c7 .200")
    presses = [one for one in at.hypotheses[0].open if one.kind is Open.PRESS]
    assert presses
    assert not any(one.together for one in presses)
