"""Natural ways of moving pieces at a simulated table, and the moves that must be read from them.

Each script lists touches with the pauses between them:

``+d4`` puts down, ``-d4`` lifts, ``!d4`` presses, ``UNDO`` is a key, ``.600`` waits 600 ms.
"""

import tomllib
from collections.abc import Callable

import pytest
from support.at_table import DATA, AtTable
from support.hands_at_work import act
from support.touching import PLACED, ROLLS

Sit = Callable[..., AtTable]
HANDS = tomllib.loads((DATA / "hands.toml").read_text("utf-8"))

# Two players: 32 Romans in turn y r b g on rows 7 to 2, leaving rows 2 (in part) and 1 free.
PLACED_BY_TWO = [f"{'yrbg'[n % 4]}@{'abcdef'[n % 6]}{'765432'[n // 6]}" for n in range(32)]


@pytest.mark.parametrize(("script", "meant"), HANDS["place"])
def test_three_players_place(sit_down: Sit, script: str, meant: str) -> None:
    at_table = act(sit_down(players=3), script)
    assert at_table.moves == meant.split()
    at_table.assert_at_rest()
    assert at_table.session.questions == 0


def test_a_piece_bumped_for_long_is_asked_about_not_guessed(sit_down: Sit) -> None:
    script = "+d4 .600 -d4 .300 +e1 .900 +d4"
    at_table = act(sit_down(players=3), script)
    assert at_table.prompt == "Which was it? Press d4 or e1."
    assert act(at_table, "!d4").moves == ["y@d4", "b@e1"]
    again = act(sit_down(players=3), script)
    assert act(again, "!e1").moves == ["y@e1", "b@d4"]


def test_neighbours_that_close_almost_at_once_are_asked_about(sit_down: Sit) -> None:
    """Two quick pieces, or one between the two fields?"""
    for pressed, meant in (("d4", ["y@d4", "b@d5"]), ("d5", ["y@d5", "b@d4"])):
        at_table = act(sit_down(players=3), "+d4 .050 +d5")
        assert at_table.prompt == "Which was it? Press d5 or d4."
        act(at_table, f"!{pressed}")
        if at_table.session.view.trouble is not None:
            act(at_table, f"!{meant[1][2:]}")
        assert at_table.moves[:1] == meant[:1]


def test_a_slide_while_the_next_player_is_quick_is_asked_about(sit_down: Sit) -> None:
    """Yellow to c4 and blue to e5, or blue over c3 to c4 while yellow put down on e5?"""
    script = "+c3 .080 +e5 .060 -c3 .060 +c4"
    for pressed, meant in (("c4", ["y@c4", "b@e5"]), ("e5", ["y@e5", "b@c4"])):
        at_table = act(sit_down(players=3), script)
        assert at_table.prompt == "Which was it? Press e5 or c4."
        assert act(at_table, f"!{pressed}").moves == meant


def test_a_piece_is_not_read_as_another_one_than_its_key_says(sit_down: Sit) -> None:
    """Green is announced when red has to be placed: is red still to come, or not seen?"""
    at_table = act(sit_down(players=2), "+a1 .500 !key-g .300 +b1")
    assert at_table.moves == ["y@a1"]
    assert at_table.session.corrections == 1
    at_table = act(sit_down(players=2), "+a1 .500 !key-g .300 +b1 .500 +c1")
    assert at_table.prompt == "Which was it? Press b1 or c1."
    assert act(at_table, "!b1").moves == ["y@a1", "r@b1", "g@c1"]


@pytest.mark.nightly
@pytest.mark.parametrize(("script", "meant"), HANDS["jump"])
def test_three_players_jump(sit_down: Sit, script: str, meant: str) -> None:
    at_table = act(sit_down(players=3, moves=PLACED), script)
    assert at_table.moves[24:] == meant.split()
    at_table.assert_at_rest()


@pytest.mark.parametrize(
    "script",
    [
        "-a7 .100 +g1 .600 -c7 .300 UNDO .500 +c7",
        "-a7 .100 +g1 .600 UNDO .500 -c7 .400 +c7",
        "-a7 .100 +g1 .600 -e7 .300 +g2 .300 UNDO .500 -g2 .300 +e7",
        "-a7 .100 +g1 .600 UNDO .500 -g1 .300 +g1",
    ],
)
def test_a_move_taken_back_is_not_made_again_by_other_touches(sit_down: Sit, script: str) -> None:
    at_table = act(sit_down(players=3, moves=PLACED), script)
    assert at_table.moves[24:] == []
    assert at_table.prompt == "Please put the piece from g1 back to a7."


def test_two_players_put_one_back_and_move_the_other(sit_down: Sit) -> None:
    for pause in (".200", ".1300"):
        at_table = sit_down(players=2, moves=PLACED_BY_TWO)
        act(at_table, f"-a7 .200 +g1 .500 -g1 .300 +a7 {pause} -b7 .200 +g1")
        assert at_table.moves[32:] == ["b7-g1"]


def test_both_pieces_of_a_seat_in_the_air_are_asked_about(sit_down: Sit) -> None:
    at_table = sit_down(players=2, moves=PLACED_BY_TWO)
    act(at_table, "-a7 .100 -b7 .100 +g1 .100 +g2")
    assert at_table.prompt == "Which was it? Press b7, g2 or g1."
    act(at_table, "!b7")
    assert at_table.moves[32:] == ["b7-g1", "a7-g2"]


def test_a_broken_cell_elsewhere_does_not_hinder_a_change_of_mind(sit_down: Sit) -> None:
    at_table = sit_down("revolution", players=2, missing="dark-7")
    act(at_table, "-N .400 +c1 .700 -c1 .200 +e3 .300")
    assert at_table.moves == ["N@e3"]


def test_a_quick_press_of_the_next_player_is_not_taken_for_this_move(sit_down: Sit) -> None:
    at_table = sit_down("manoeuvre", players=2)
    act(
        at_table,
        "-court-1 .200 +1 .400 -court-2 .200 +2 .400 -court-3 .200 +3 .600 !2 .470 -court-4 .050 !3 .420 -court-5 .900",
    )
    assert at_table.moves == ["roll 1", "roll 2", "roll 3", "roll 2", "roll 3"]


ROLLED = " ".join(f"-court-{n} .200 +{n} .400" for n in (1, 2, 3, 4)) + " .300"


def test_a_press_just_after_a_lift_elsewhere_is_another_hand(sit_down: Sit) -> None:
    """Not a 3 corrected to 4: who lifts in the courtyard cannot press 4 at the same time."""
    script = f"{ROLLED} !3 .060 -1 .380 -court-5 .050 !4 .190 +1 .080 -court-6"
    at_table = act(sit_down("manoeuvre", players=2), script)
    assert at_table.moves[4:] == ["roll 3", "roll 4"]
    at_table.assert_at_rest()


def test_a_recruit_from_elsewhere_does_not_change_the_last_move(sit_down: Sit) -> None:
    """1-10 stands; 10 is bumped while 3 goes where 1 could have gone as well."""
    script = "!5 .300 +7 .600 !3 .300 +8 .600 !1 .300 +10 .800"
    at_table = act(sit_down("manoeuvre", players=2, moves=ROLLS), f"{script} -3 .240 -10 .040 +9 .700 +10")
    assert at_table.moves[14:] == ["1-10", "3-9"]
    at_table.assert_at_rest()


# A piece leaves before it arrives


@pytest.mark.parametrize(("told", "asked"), [(".300", None), (".1500", "Is the piece on f1? Then press it.")])
def test_a_piece_played_too_early_is_not_the_one_lifted_after_it(sit_down: Sit, told: str, asked: str | None) -> None:
    """Blue's c7 stands on g1 when yellow, whose turn it is, takes up a7, before or after the table leads."""
    at_table = act(sit_down(players=3, moves=PLACED), f"-c7 .200 +g1 {told} -a7 .900")
    assert at_table.moves[24:] == []
    act(at_table, "+f1 .1200")
    if asked:
        assert at_table.prompt == asked
        act(at_table, "!f1 .300")
    assert at_table.moves[24:] == ["a7-f1", "c7-g1"]
    at_table.assert_at_rest()


@pytest.mark.parametrize(("told", "press"), [(".300", ""), (".1500", "!c2")])
def test_a_card_laid_too_early_is_not_the_other_players(sit_down: Sit, told: str, press: str) -> None:
    buildings = "-N .300 +a1 .500 -V .300 +d3 .500 -B .300 +d5 .500"
    script = f"{buildings} -dark-5 .300 +b3 {told} -light-7 .900"
    at_table = act(sit_down("revolution", players=2), script)
    assert at_table.moves[3:] == []
    act(at_table, f"+c2 .1200 {press}")
    assert at_table.moves[3:] == ["7@c2", "5@b3"]


@pytest.mark.parametrize("told", [".300", ".1500"])
def test_a_magnet_on_a_free_field_is_no_piece_of_anybody(sit_down: Sit, told: str) -> None:
    """It looks like a reed that opens late until the Roman is put down elsewhere."""
    at_table = act(sit_down(players=3, moves=PLACED), f"+g1 {told} -a7 .900 +f1 .900")
    assert at_table.prompt == "Which was it? Press f1 or g1."
    act(at_table, "-g1")
    assert at_table.moves[24:] == ["a7-f1"]
    at_table.assert_at_rest()


def test_a_stack_may_be_pressed_after_its_recruit_was_shown_as_out_of_place(sit_down: Sit) -> None:
    """Recruits stand in pairs on 1 to 6; one put on 9 is shown, and then its stack pressed."""
    at_table = act(sit_down("manoeuvre", players=2, moves=ROLLS), "+9 .1500")
    reach = [move for move in at_table.session.position.legal_moves() if move.endswith("-9")]
    assert at_table.prompt == "Please take the piece off 9."
    act(at_table, f"!{reach[0].partition('-')[0]}")
    assert at_table.moves[12:] == [reach[0]]


def test_who_placed_is_asked_when_a_jump_may_have_come_before_the_last_placing(sit_down: Sit) -> None:
    """Red puts its last Roman down, and yellow's a7 jumps: which of them went to g1?"""
    for pressed, meant in (("g1", ["r@g1", "a7-g2"]), ("g2", ["r@g2", "a7-g1"])):
        at_table = act(sit_down(players=3, moves=PLACED[:-1]), "-a7 .300 +g1 .900 +g2 .300")
        assert at_table.moves[23:] == []
        assert at_table.prompt == "Which was it? Press g2 or g1."
        act(at_table, f"!{pressed}")
        assert at_table.moves[23:] == meant
        at_table.assert_at_rest()


@pytest.mark.parametrize("pause", ["300", "1500"])
def test_a_recruit_nudged_after_its_move_and_another_lifted_change_no_mind(sit_down: Sit, pause: str) -> None:
    """9 is put back before 3 is lifted, so that 3 cannot have gone to 9."""
    script = "!5 .300 +7 .600 !3 .300 +8 .600 !1 .300 +9 .800 -9 .300 +9 .400"
    at_table = act(sit_down("manoeuvre", players=2, moves=ROLLS), f"{script} -3 .{pause} +10")
    assert at_table.moves[14:] == ["1-9", "3-10"]
    assert at_table.taken_back == []


def test_who_waits_long_enough_before_the_next_move_did_not_knock_the_last_piece(sit_down: Sit) -> None:
    """A recruit is lifted for a stack; two thirds of a second later the next player lifts one."""
    rolls = "-court-7 .500 +5 .900 !5 .300 -court-8 .700 -court-9 .600 +6 .800 -court-4 .600 +2"
    at_table = act(sit_down("manoeuvre", players=2), f"{rolls} .700 !5 .400 -court-1 .700 !6")
    assert at_table.moves[:4] == ["roll 5", "roll 5", "roll 6", "roll 2"]
    assert at_table.session.corrections == 0


def test_a_reply_played_before_the_move_leaves_that_its_time(sit_down: Sit) -> None:
    """Yellow's piece rests on f1, and goes on though blue has replied."""
    script = "-c7 .200 +g1 .400 -a7 .300 +f1 .900 -f1 .300 +f2 .500"
    at_table = act(sit_down(players=3, moves=PLACED), script)
    assert at_table.moves[24:] == ["a7-f2", "c7-g1"]
    at_table.assert_at_rest()
