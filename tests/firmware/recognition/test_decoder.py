"""The decoder alone: what it finds in touches at given times, in each of the four games."""

import tomllib
from types import NoneType

import pytest
from support.at_table import DATA
from support.touching import ALIKE, BUILDINGS, GAMES, PLACED, ROLLS, AtDecoder, sit

from firmware.recognition.findings import Broken, Mismatch, MovePlayed, MoveReplaced, Question, Resolved, Unpressed
from hal import NO_CONTACTS, one_cell

EACH = pytest.mark.parametrize("game", sorted(GAMES))


def jumping() -> AtDecoder:
    """Three players of Forum Romanum when all Romans stand on rows 7 to 4: yellow jumps."""
    return AtDecoder("forum_romanum", 3, PLACED)


SITUATIONS = {
    "jumping": ("forum_romanum", 3, PLACED),
    "city": ("revolution", 2, BUILDINGS),
    "rolled": ("manoeuvre", 2, ROLLS),
    "stacked": ("manoeuvre", 2, ALIKE),
    "started": ("hourglass", 2, ("start",)),
}
SCRIPTS = tomllib.loads((DATA / "touches.toml").read_text("utf-8"))


def sat(words: str) -> AtDecoder:
    """A decoder of a situation, or of a game, its players and the moves before."""
    if words in SITUATIONS:
        return AtDecoder(*SITUATIONS[words])
    game, _, moves = words.partition(": ")
    return AtDecoder(game.split()[0], int(game.split()[1]), moves.split(", ") if moves else ())


@pytest.mark.parametrize("sentence", SCRIPTS)
def test_touches_are_read_as_they_are_meant(sentence: str) -> None:
    for play in SCRIPTS[sentence]["plays"]:
        at = sat(SCRIPTS[sentence]["sits"])
        for script, moves, says in play:
            at.act(script)
            assert moves in ("?", ", ".join(at.moves)), script
            if says == "quiet":
                at.assert_quiet()
            elif says:
                kind = {"clear": NoneType, "asked": Question, "wrong": Mismatch}[says]
                assert isinstance(at.decoder.trouble, kind), script


# Who is quick


def test_a_move_whose_piece_is_gone_is_not_committed() -> None:
    at = jumping()
    at.act("-a7 .300 +g1 .100 -g1")
    gone = next(one for one in at.hypotheses if one.moves == ("a7-g1",))
    at.decoder._beam.restart(gone, at.at)
    at.wait(900)
    assert at.moves == []


# A contact opens


@EACH
def test_a_piece_that_jumps_as_a_move_ends_and_comes_back_was_bumped(game: str) -> None:
    at, begins, ends, move, other = sit(game)
    at.act(f"{begins} .400 {ends} .010 -{other} .700 +{other} .600")
    assert at.moves == [move]
    at.assert_quiet()


@EACH
def test_a_piece_bumped_just_before_a_move_ends_and_back_later_makes_no_move(game: str) -> None:
    at, begins, ends, move, other = sit(game)
    at.act(f"{begins} .400 -{other} .010 {ends} .900 +{other} .600")
    assert at.moves == [move]
    at.assert_quiet()


def test_a_contact_that_opens_after_a_piece_passed_over_it_ends_no_move() -> None:
    at = jumping()
    at.act("-a7 .100 +g1 .080 -g1 .060 +g2 .080 -g2 .060 +g3 .500")
    assert at.moves == ["a7-g3"]
    assert at.kinds() == [MovePlayed]


def test_a_piece_lifted_and_put_back_can_be_followed_by_the_move_of_another() -> None:
    placed = [f"{'yrbg'[n % 4]}@{'abcdef'[n % 6]}{'765432'[n // 6]}" for n in range(32)]
    at = AtDecoder("forum_romanum", 2, placed)
    at.act("-a7 .300 +a7 .500 -b7 .300 +g1 .500")
    assert at.moves == ["b7-g1"]
    at.assert_quiet()


@EACH
def test_a_last_move_taken_up_and_put_down_elsewhere_is_replaced(game: str) -> None:
    other_end = {
        "forum_romanum": ("-g1 .300 +g3", "a7-g3"),
        "revolution": ("-c1 .300 +e1", "7@e1"),
        "manoeuvre": ("-1 .300 +3", "roll 3"),
        "hourglass": ("-e ~e .300 +f ~f", "d-f"),
    }
    at, begins, ends, move, _ = sit(game)
    at.act(f"{begins} .300 {ends} .900")
    assert at.moves == [move]
    script, instead = other_end[game]
    at.act(f"{script} .900")
    assert at.moves == [instead]
    (replaced,) = [one for one in at.found if isinstance(one, MoveReplaced)]
    assert replaced.back == 1


def test_a_take_back_that_nobody_confirms_is_settled_when_hands_go_on() -> None:
    at = jumping()
    at.act("-a7 .300 +g1 .900 -g1 .300 +a7 .1500")
    assert Resolved() in at.act("-a7 .300")
    at.act("+g2 .900")
    assert at.moves == ["a7-g2"]


def test_a_contact_that_opens_by_itself_is_shown_and_a_long_press_names_it_broken() -> None:
    at = jumping()
    assert at.act("-c7 .3500") == [Mismatch()]
    assert Broken(at.cell("c7")) in at.act("[c7 .1200 ]c7")
    assert at.decoder.trust.found == at.reeds("c7")
    at.act(".500 -a7 .300 +g1 .500")
    assert at.moves == ["a7-g1"]


# A contact closes


@EACH
def test_a_piece_put_down_completes_the_move(game: str) -> None:
    at, begins, ends, move, _ = sit(game)
    at.act(f"{begins} .300 {ends} .500")
    assert at.moves == [move]
    assert at.kinds() == [MovePlayed]
    at.assert_quiet()
    at.assert_legal()


def test_a_piece_put_down_between_two_cells_and_left_so_is_asked_about() -> None:
    at = jumping()
    at.act("-a7 .300 +g1 +g2 .1500")
    question = at.decoder.trouble
    assert isinstance(question, Question)
    assert question.choices == at.cells("g1 g2")
    assert {one.move for one in question.meanings} == {"a7-g1", "a7-g2"}
    assert at.moves == []


@pytest.mark.parametrize(
    ("game", "astray", "first", "then"),
    [
        ("revolution", "-light-5 .300 -light-6 .400 +a2 .300 +b2", "-b2 .500 +light-6", "-a2 .500 +light-5"),
        ("forum_romanum", "-a7 .300 -b6 .200 +g1 .300 +g2", "-g2 .500 +b6", "-g1 .500 +a7"),
    ],
)
def test_pieces_on_their_way_back_make_no_move_though_one_of_them_might(
    game: str, astray: str, first: str, then: str
) -> None:
    at = AtDecoder(game, *{"revolution": (2, BUILDINGS), "forum_romanum": (3, PLACED)}[game])
    at.act(f"{astray} .1500")
    assert isinstance(at.decoder.trouble, Mismatch)
    at.act(f"{first} .700 {then} .700")
    assert at.moves == []
    at.assert_quiet()


def test_a_magnet_put_where_it_means_nothing_is_shown_until_it_is_gone() -> None:
    at = jumping()
    assert at.act("+g1 .2000") == [Mismatch()]
    assert at.act("-g1 .500") == [Resolved(put_right=True)]
    at.assert_quiet()


def test_a_reed_that_did_not_close_twice_is_named_and_its_piece_no_longer_asked_about() -> None:
    at = sit("hourglass")[0]
    at.act("-d .500 -D .300 +E ~E .1000")
    assert isinstance(at.decoder.trouble, Question)
    assert set(at.decoder.trouble.moves) == {"d-e", "d-f"}
    at.act("!e .600 +h ~h .800 -E .300 +G .800")
    assert at.moves == ["d-e", "D-E", "e-h", "E-G"]
    found = at.act("-b .500 -A .300 +E .500")
    assert Broken(at.cell("e")) in found
    assert at.moves[4:] == ["b-e"]


def test_a_reed_that_opens_under_a_stack_is_no_piece_put_down_unseen() -> None:
    at = AtDecoder("manoeuvre", 2, ROLLS)
    at.act("-1 .450 -2 .100")
    assert [one.moves for one in at.hypotheses] == [()]


# A tilt contact moves


def test_a_glass_that_flickers_after_the_beginning_does_not_begin_the_game_again() -> None:
    at = AtDecoder("hourglass", 2)
    at.act("~a ~b ~c ~A ~B ~C .600")
    zero = at.decoder.best.clock
    at.act(".900 .900 -C .050 +C .100")
    assert {one.clock for one in at.hypotheses if one.moves} == {zero}


def test_a_glass_put_down_unturned_is_shown_and_turning_it_makes_the_move() -> None:
    at = sit("hourglass")[0]
    at.act("-d .300 +e .1500")
    assert at.decoder.trouble == Mismatch(turn=one_cell(at.cell("e")))
    turned = at.at
    at.act("~e .500")
    assert at.moves == ["d-e"]
    assert at.steps[-1].at == turned  # its sand runs since then
    at.assert_quiet()


def test_a_tilt_sensor_keeps_its_state_over_an_empty_hole_and_counts_soon_after_a_glass() -> None:
    at = AtDecoder("hourglass", 2)
    at.act(" ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abcCBA"))
    at.act("-d .300 +e ~e .600 -D .300 +E ~E .600 -e .300 +h .600 -E .300 +G .600")  # e, E: closed
    found = len(at.found)
    assert at.moves == ["start", "d-e", "D-E", "e-h", "E-G"]
    at.act("-b .300 +f .020 ~f .2000")  # not turned, and felt after the reed has closed
    assert at.found[found:] == [Mismatch(turn=one_cell(at.cell("f")))]
    at.act("-f .300 +f .020 ~f .600 -A .300 +E .020 ~E .600")
    assert at.moves[5:] == ["b-f", "A-E"]


# Time


@EACH
def test_a_piece_may_stay_in_the_hand_for_long(game: str) -> None:
    at, begins, ends, move, _ = sit(game)
    at.act(f"{begins} .15000")
    assert Mismatch() not in at.found
    at.act(f"{ends} .500")
    assert at.moves == [move]


def test_a_piece_of_another_seat_may_be_looked_at_for_three_seconds() -> None:
    at = jumping()
    assert at.act("-c7 .2900") == []
    assert at.act(".300") == [Mismatch()]


def test_a_bumped_piece_that_does_not_come_back_is_shown_and_the_move_stands() -> None:
    at = jumping()
    at.act("-a7 .400 +g1 .010 -e7 .3500")
    assert at.moves == ["a7-g1"]
    assert isinstance(at.decoder.trouble, Mismatch)
    assert at.decoder.difference == at.reeds("e7")
    at.act("+e7 .500")
    at.assert_quiet()


def test_a_move_that_can_be_extended_is_told_when_it_has_rested_a_quarter_of_a_second() -> None:
    at = AtDecoder()
    assert at.act("+d4 .200") == []
    at.act(".100")
    assert at.moves == ["y@d4"]


def test_what_is_shown_as_wrong_for_long_may_be_a_broken_contact() -> None:
    at = jumping()
    at.act("+g1 .5500")
    assert not at.decoder.stubborn
    at.act(".800")
    assert at.decoder.stubborn


# A contact that misses


def test_a_stack_that_was_not_pressed_is_asked_for_and_confirm_is_yes_when_it_is_one() -> None:
    at = AtDecoder("manoeuvre", 2, ["roll 1"])
    at.act("-court-2 .5000")
    assert at.decoder.trouble == Unpressed(at.cells("1"))
    at.confirm()
    assert at.moves == ["roll 1"]


# From outside


def test_a_piece_too_many_at_the_start_is_named_when_somebody_plays_all_the_same() -> None:
    stuck = AtDecoder().reeds("d4")
    at = AtDecoder(set_up=stuck)
    assert at.decoder.difference == stuck
    found = at.act(".1000 +e5 .500")
    assert found[0] == Broken(at.cell("d4"))
    assert at.moves == ["y@e5"]


def test_nothing_is_a_move_before_the_pieces_are_set_up() -> None:
    at = AtDecoder("revolution", 2, set_up=NO_CONTACTS)
    at.act("+a1 .500 +b1 .500 -a1 .500")
    assert at.moves == []
    assert isinstance(at.decoder.trouble, Mismatch)


def test_the_way_back_from_a_move_undone_by_key_is_not_that_move_again() -> None:
    at = jumping()
    at.act("-a7 .300 +g1 .900")
    before_jump = at.closed ^ at.reeds("a7 g1")
    at.decoder.follow(at.line.position, before_jump, at=at.at, undone=at.closed)
    assert at.decoder.pairs == ((at.cell("g1"), at.cell("a7")),)
    before = at.moves
    assert at.act("-g1 .400 +a7 .1500") == [Resolved(put_right=True)]
    assert at.moves == before
    at.assert_quiet()


# A knock at the table


@pytest.mark.parametrize("back", [20, 60, 90])
def test_a_knock_that_opens_many_reeds_for_a_moment_is_no_move(back: int) -> None:
    at = AtDecoder(players=3, moves=PLACED)
    fields = ["a7", "b7", "c7", "d7", "e7", "f7", "a6", "b6"]
    opened, closed = (" .3 ".join(f"{sign}{field}" for field in fields) for sign in "-+")
    at.act(f"-a5 .100 {opened} .{back} {closed} .200 +g3 .600")
    assert at.moves == ["a5-g3"]
    assert at.decoder.trouble is None


# A move that was complete is made


def test_a_glass_that_dies_as_it_is_turned_in_its_hole_has_moved() -> None:
    at = AtDecoder("hourglass", 2, ("start", "d-f", "D-F"))
    at.decoder.run_clock(at.at)
    at.act(".119200 ~e .500 -a .200 +e .190 ~e .600")
    assert at.moves == ["a-e"]


def test_a_piece_that_slides_home_has_moved_there_and_is_not_led_back() -> None:
    at = AtDecoder(players=3, moves=PLACED)
    found = at.act("-b7 .500 +g2 +g3 .100 -g2 .1100")
    assert at.moves == ["b7-g3"]
    assert not any(isinstance(one, Mismatch | Question) for one in found)


def test_a_piece_put_back_after_long_thought_has_moved_nowhere() -> None:
    at = AtDecoder("manoeuvre", 2, ALIKE)
    at.act("-1 .45000 +1 .900")
    assert at.moves == []
    assert at.decoder.trouble is None
    assert all(one.cost <= at.decoder.costs.mind for one in at.decoder.best.paid)
