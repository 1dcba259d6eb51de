"""What hands do at the table and what it makes of that, from raw contacts in virtual time."""

from collections.abc import Callable

import pytest
from support.at_table import AtTable

from firmware.games.forum_romanum import LIGHTS
from firmware.match.events import Played
from firmware.output.lamps import LAST, TARGET, WRONG
from hal import Tune
from rules.forum_romanum import Position

Sit = Callable[..., AtTable]


@pytest.fixture
def jumping(sit_down: Sit) -> AtTable:
    """Three players who have all their Romans on the forum; yellow is to jump.

    Yellow fills a b, blue c d, red e f from the far edge, leaving the rest free.
    """
    at_table = sit_down(players=3)
    homes = {"y": "ab", "b": "cd", "r": "ef"}
    for row in "7654":
        for side in (0, 1):
            for colour in "ybr":
                at_table.make(f"{colour}@{homes[colour][side]}{row}")
    assert len(at_table.moves) == 24
    at_table.table.log.assert_tunes(*[tune for _, tune in at_table.table.log.tunes])
    return at_table


# Placing


def test_a_piece_put_down_is_a_move_of_the_colour_whose_turn_it_is(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("d4", "e5", "a1", "g7"):
        at_table.place(field, 0.5)
    at_table.assert_moves("y@d4", "b@e5", "r@a1", "y@g7")
    at_table.assert_tunes(*[Tune.ACCEPTED] * 4)
    at_table.assert_at_rest()


def test_quick_replies_50_ms_apart_lose_no_move(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("d4", "e5", "a1", "g7", "g4", "c2"):
        at_table.place(field, 0.05)
    at_table.advance(0.5)
    at_table.assert_moves("y@d4", "b@e5", "r@a1", "y@g7", "b@g4", "r@c2")


def test_a_piece_that_slides_is_one_move_to_where_it_stays(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("c3", 0.08)
    for away, to in (("c3", "d4"), ("d4", "e5")):
        at_table.lift(away, 0.06)
        at_table.place(to, 0.08)
    at_table.advance(0.7)
    at_table.assert_moves("y@e5")
    assert at_table.taken_back == []


def test_a_piece_sensed_by_two_cells_on_its_way_is_still_one_piece(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("c3", 0.08)
    at_table.place("d3", 0.05)
    at_table.lift("c3", 1.0)
    at_table.assert_moves("y@d3")


def test_a_pause_on_the_way_changes_the_move_not_the_game(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("c3", 0.9)
    at_table.assert_moves("y@c3")
    at_table.lift("c3", 0.3)
    at_table.place("c5", 1.0)
    at_table.assert_moves("y@c5")
    at_table.place("a1", 0.5)
    at_table.assert_moves("y@c5", "b@a1")


def test_two_players_place_their_first_colour_first(sit_down: Sit) -> None:
    at_table = sit_down(players=2)
    for field in ("a1", "b1", "c1", "d1"):
        at_table.place(field, 0.5)
    at_table.assert_moves("y@a1", "r@b1", "b@c1", "g@d1")


def test_two_players_choose_the_other_colour_with_its_key(sit_down: Sit) -> None:
    at_table = sit_down(players=2)
    at_table.press("key-r")
    at_table.place("a1", 0.5)
    at_table.place("b1", 0.05)
    at_table.press("key-g")
    at_table.place("c1", 0.5)
    at_table.press("key-g", 0.2)
    at_table.press("key-b", 0.2)
    at_table.place("d1", 0.5)
    at_table.assert_moves("r@a1", "y@b1", "g@c1", "b@d1")


def test_the_last_key_pressed_counts(sit_down: Sit) -> None:
    at_table = sit_down(players=2)
    at_table.press("key-r")
    at_table.press("key-y")
    at_table.place("a1", 0.5)
    at_table.assert_moves("y@a1")


def test_a_key_that_chooses_nothing_is_ignored(sit_down: Sit) -> None:
    at_table = sit_down(players=2)
    at_table.press("key-b")
    at_table.press("key-w")
    at_table.press("d4")
    at_table.place("a1", 0.5)
    at_table.assert_moves("y@a1")


def test_magnets_beside_the_forum_are_no_pieces(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("steps-0", "steps-17", "key-y"):
        at_table.place(field, 1.5)
    at_table.assert_moves()
    at_table.assert_at_rest()
    at_table.assert_tunes()


# Jumping


def test_lift_and_place_is_a_jump(jumping: AtTable) -> None:
    jumping.make("a7-g1", 0.5)
    jumping.make("c4-a1", 0.5)
    assert jumping.moves[24:] == ["a7-g1", "c4-a1"]
    jumping.assert_at_rest()


def test_a_piece_may_stay_in_the_hand(jumping: AtTable) -> None:
    jumping.lift("a7", 20)
    jumping.assert_tunes()
    jumping.place("g1", 0.5)
    assert jumping.moves[24:] == ["a7-g1"]


def test_lift_and_place_on_the_same_field_is_nothing(jumping: AtTable) -> None:
    jumping.lift("a7", 0.5)
    jumping.place("a7", 1.5)
    jumping.lift("b7", 0.2)
    jumping.place("g1", 0.5)
    assert jumping.moves[24:] == ["b7-g1"]


def test_a_bumped_piece_put_right_does_not_block_a_move(jumping: AtTable) -> None:
    jumping.lift("a7", 0.2)
    jumping.lift("e5", 0.3)
    jumping.place("g1", 0.2)
    jumping.place("e5", 0.5)
    assert jumping.moves[24:] == ["a7-g1"]
    jumping.assert_at_rest()


def test_two_hands_may_overlap(jumping: AtTable) -> None:
    jumping.lift("a7", 0.1)
    jumping.lift("c7", 0.1)  # blue takes up his Roman before yellow has set hers down
    jumping.place("g1", 0.1)
    jumping.place("g2", 0.7)
    assert jumping.moves[24:] == ["a7-g1", "c7-g2"]


def test_quick_jumps_lose_nothing(jumping: AtTable) -> None:
    for move in ("a7-g1", "c7-g2", "e7-g3", "b7-g4"):
        jumping.lift(move[:2], 0.05)
        jumping.place(move[3:], 0.05)
    jumping.advance(0.5)
    assert jumping.moves[24:] == ["a7-g1", "c7-g2", "e7-g3", "b7-g4"]


def test_a_change_of_mind_replaces_the_move_until_the_next_acts(jumping: AtTable) -> None:
    jumping.make("a7-g1", 1)
    jumping.lift("g1", 0.5)
    jumping.place("g3", 1)
    assert jumping.moves[24:] == ["a7-g3"]
    assert jumping.taken_back == ["a7-g1"]
    jumping.make("c7-g1", 0.5)
    assert jumping.moves[24:] == ["a7-g3", "c7-g1"]


def test_two_romans_of_the_same_hand_in_the_air_are_not_guessed_apart(sit_down: Sit) -> None:
    """Both of seat 1's Romans are up; one comes down: was it the yellow or the red?"""
    at_table = sit_down(players=2)
    for n in range(32):
        at_table.place("abcdefg"[n % 6] + "765432"[n // 6], 0.4)
    position = at_table.session.position
    assert isinstance(position, Position)
    yellow, red = position.romans_of("y")[0], position.romans_of("r")[0]
    at_table.lift(yellow, 0.1)
    at_table.lift(red, 0.1)
    at_table.place("g1", 0.6)
    assert len(at_table.moves) == 32
    assert at_table.session.questions == 1
    assert at_table.prompt.startswith("Which was it? Press")
    at_table.press(red, 0.3)
    at_table.place("g2", 0.6)
    assert at_table.moves[32:] == [f"{red}-g1", f"{yellow}-g2"]


# Mistakes


def test_an_opponents_piece_is_guided_back(jumping: AtTable) -> None:
    jumping.lift("c7", 0.3)
    jumping.place("g1", 0.5)
    jumping.assert_tunes()
    jumping.advance(1)
    jumping.assert_tunes(Tune.REFUSED)
    assert jumping.prompt == "Please put the piece from g1 back to c7."
    jumping.advance(0.5 - jumping.table.clock.now() % 1_000_000 / 1_000_000 + 0.55)
    jumping.assert_lamp("g1", WRONG)
    jumping.assert_lamp("c7", LIGHTS["b"])
    jumping.lift("g1", 2)
    assert jumping.prompt == "Please put a piece back on c7."
    jumping.place("c7", 0.5)
    assert jumping.moves[24:] == []
    assert jumping.session.corrections == 1
    jumping.assert_tunes(Tune.PUT_RIGHT)
    jumping.assert_at_rest()


def test_any_legal_contacts_end_a_correction(jumping: AtTable) -> None:
    jumping.lift("c7", 0.3)
    jumping.place("g1", 2)
    jumping.lift("g1", 0.2)
    jumping.lift("a7", 0.2)
    jumping.place("c7", 0.2)
    jumping.place("g5", 1)
    assert jumping.moves[24:] == ["a7-g5"]
    jumping.assert_at_rest()


def test_a_magnet_too_many_is_asked_away(jumping: AtTable) -> None:
    jumping.place("g1", 2)
    assert jumping.prompt == "Please take the piece off g1."
    jumping.lift("g1", 0.5)
    jumping.assert_at_rest()
    assert jumping.moves[24:] == []


# Keys


def test_undo_takes_the_last_move_back_and_shows_what_to_put_where(jumping: AtTable) -> None:
    jumping.make("a7-g1", 0.5)
    jumping.key("UNDO")
    jumping.advance(1.5)
    assert jumping.moves[24:] == []
    assert jumping.prompt == "Please put the piece from g1 back to a7."
    jumping.lift("g1")
    jumping.place("a7", 0.5)
    jumping.assert_at_rest()
    jumping.make("b7-g1", 0.5)
    assert jumping.moves[24:] == ["b7-g1"]


def test_undo_comes_after_a_move_that_was_still_waiting(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("d4", 0.05)
    at_table.key("UNDO")
    at_table.lift("d4", 0.5)
    at_table.assert_moves()
    at_table.assert_at_rest()


def test_several_moves_can_be_taken_back_in_a_row(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("a1", "b1", "c1"):
        at_table.place(field, 0.5)
    at_table.key("UNDO")
    at_table.key("UNDO")
    at_table.lift("c1")
    at_table.lift("b1", 0.5)
    at_table.assert_moves("y@a1")
    at_table.assert_at_rest()
    at_table.place("d1", 0.5)
    at_table.assert_moves("y@a1", "b@d1")


def test_undo_before_the_first_move_is_refused(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.key("UNDO")
    at_table.assert_tunes(Tune.REFUSED)


def test_a_move_undone_by_hand_asks_for_confirm(jumping: AtTable) -> None:
    jumping.make("a7-g1", 1)
    jumping.lift("g1", 0.3)
    jumping.place("a7", 1.5)
    assert jumping.prompt.startswith("The last move has been undone on the table. CONFIRM")
    assert jumping.moves[24:] == ["a7-g1"]
    jumping.key("CONFIRM")
    assert jumping.moves[24:] == []
    jumping.assert_at_rest()


def test_two_moves_undone_by_hand_are_asked_about_as_one_question(jumping: AtTable) -> None:
    jumping.make("a7-g1", 0.9)
    jumping.make("c7-g2", 0.9)
    jumping.lift("g2", 0.3)
    jumping.place("c7", 0.5)
    jumping.lift("g1", 0.3)
    jumping.place("a7", 2)
    assert jumping.prompt.startswith("The last 2 moves have been undone on the table. CONFIRM")
    jumping.key("CONFIRM")
    assert jumping.moves[24:] == []
    jumping.assert_at_rest()


def test_menu_then_confirm_agrees_to_end_the_game(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("d4", 0.5)
    at_table.key("MENU")
    assert at_table.prompt.startswith("Do you all agree")
    at_table.key("CONFIRM")
    at_table.assert_moves("y@d4", "agree")
    at_table.assert_tunes(Tune.ACCEPTED, Tune.QUESTION, Tune.GAME_OVER)
    assert at_table.prompt == "The game is over: Anna, Bram and Carla share the win."


def test_playing_on_or_menu_again_means_no(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.key("MENU")
    at_table.key("MENU")
    at_table.key("CONFIRM")
    at_table.key("MENU")
    at_table.place("d4", 0.5)
    at_table.key("CONFIRM")
    at_table.assert_moves("y@d4")


def test_confirm_without_a_question_does_nothing(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.key("CONFIRM")
    at_table.key("HINT")
    at_table.assert_moves()
    at_table.assert_tunes()


def test_clearing_the_table_after_the_end_starts_and_undoes_nothing(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("d4", "e4", "f4"):
        at_table.place(field, 0.5)
    at_table.key("MENU")
    at_table.key("CONFIRM")
    for field in ("d4", "f4", "e4"):
        at_table.lift(field, 1.5)
    at_table.place("a1", 2)
    at_table.assert_moves("y@d4", "b@e4", "r@f4", "agree")
    at_table.assert_at_rest()


# Lamps and sounds


def test_the_lamps_show_whose_turn_it_is_and_the_last_move(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("d4", 0.4)
    at_table.advance(1.05 - at_table.table.clock.now() / 1_000_000)  # blinking lamps are on
    at_table.assert_lamp("d4", LAST)
    at_table.assert_lamp("key-b", LIGHTS["b"])
    at_table.assert_lamp("key-y", (0, 0, 0))
    at_table.advance(0.5)
    at_table.assert_lamp("key-b", (0, 0, 0))


def test_lifting_a_piece_lights_where_it_may_go(jumping: AtTable) -> None:
    jumping.lift("a7", 0.2)
    for field in ("g1", "a1", "f3"):
        jumping.assert_lamp(field, TARGET)
    assert jumping.table.log.lamp(jumping.cell("c7")) != TARGET


def test_a_scoring_move_sounds_different_and_moves_the_senators(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    row = ["a1", "b1", "c1", "d1", "a7", "g7", "e1", "c7", "f7", "f1", "e5", "b5"]
    for field in row:
        at_table.place(field, 0.4)
    at_table.assert_tunes(*[Tune.ACCEPTED] * len(row))
    at_table.place("g1", 0.4)
    at_table.assert_tunes(Tune.SCORED)
    assert at_table.scores == {"1": 7, "2": -4, "3": -2} or sum(at_table.scores.values()) != 0
    steps = at_table.scores["1"] % 40
    assert at_table.table.log.lamp(at_table.cell(f"steps-{steps}")) != (0, 0, 0)


def test_every_kept_move_is_told_with_its_seat_and_moment(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("d4", 0.5)
    at_table.place("d5", 0.5)
    kept = [effect for effect in at_table.effects if isinstance(effect, Played)]
    assert [(k.ply, k.seat, k.line) for k in kept] == [(1, "1", "y@d4"), (2, "2", "b@d5")]
    assert kept[0].at < kept[1].at <= at_table.table.clock.now()
