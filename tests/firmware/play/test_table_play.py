"""What hands do at the table and what it makes of that, from raw contacts in virtual time."""

from collections.abc import Callable

import pytest
from support.at_table import AtTable

from firmware.games.forum_romanum import LIGHTS
from firmware.output.lamps import LAST, WRONG
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


def test_magnets_beside_the_forum_are_no_pieces(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("steps-0", "steps-17", "key-y"):
        at_table.place(field, 1.5)
    at_table.assert_moves()
    at_table.assert_at_rest()
    at_table.assert_tunes()


# Jumping


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


# Keys


def test_undo_comes_after_a_move_that_was_still_waiting(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.place("d4", 0.05)
    at_table.key("UNDO")
    at_table.lift("d4", 0.5)
    at_table.assert_moves()
    at_table.assert_at_rest()


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


def test_playing_on_or_menu_again_means_no(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    at_table.key("MENU")
    at_table.key("MENU")
    at_table.key("CONFIRM")
    at_table.key("MENU")
    at_table.place("d4", 0.5)
    at_table.key("CONFIRM")
    at_table.assert_moves("y@d4")


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
