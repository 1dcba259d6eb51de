"""What the table shows and says without being asked, and what it does about broken cells."""

from collections.abc import Callable

import pytest
from support.at_table import AtTable
from support.nightly import nightly_but
from support.touching import BUILDINGS, PLACED

from firmware.games import dim
from firmware.games.forum_romanum import LIGHTS, SCORED
from firmware.games.hourglass import FRESH
from firmware.games.manoeuvre import REWARD
from firmware.output.assistance import Assistance
from firmware.output.lamps import ASKED, HINT, LAST, OUT, TARGET, WRONG
from hal import Colour, Tune

Sit = Callable[..., AtTable]

WHITE, PINK = (230, 230, 230), (255, 60, 140)


def lit(at_table: AtTable, colour: Colour) -> set[str]:
    """The fields whose lamp has this colour at one of the next four beats (blinking)."""
    names = at_table.adapter.overlay.names
    found = set()
    for _ in range(4):
        at_table.advance(0.5)
        found |= {names[at] for at in names if at_table.table.log.lamp(at) == colour}
    return found


def test_a_scored_sector_and_its_senators_are_shown_for_a_while(sit_down: Sit) -> None:
    at_table = sit_down(players=3)
    for field in ("a1", "b1", "c1", "d1", "a7", "g7", "e1", "c7", "f7", "f1", "e5", "b5", "g1"):
        at_table.place(field, 0.4)
    scored = {f"{column}1" for column in "abcdef"}  # g1 itself shows the last move
    assert scored <= lit(at_table, SCORED)
    assert f"steps-{at_table.scores['1'] % 40}" in lit(at_table, LIGHTS["y"])
    at_table.advance(3)
    assert not lit(at_table, SCORED)


def stacks_of_two(sit_down: Sit) -> AtTable:
    """All recruits are out, and a reward stone lies on 9.

    On 1, 3 and 5 stand two with yellow on top, on 2, 4 and 6 two with red on top.
    """
    bonuses = "10w 17w 24b 31w 38w 45b 52w 59w 66b 73b"
    layout = {"rewards": "9:1 42:2 63:3", "bonuses": bonuses}
    rolls = [f"roll {number}" for number in (1, 2, 3, 4, 5, 6, 2, 1, 4, 3, 6, 5)]
    at_table: AtTable = sit_down("manoeuvre", players=2, moves=rolls, options=layout)
    return at_table


def test_a_pressed_stack_shows_its_reach_and_what_stands_there(sit_down: Sit) -> None:
    at_table = stacks_of_two(sit_down)
    position = at_table.session.position
    reach = {move.split("-")[1] for move in position.legal_moves() if move.startswith("2-")}
    tops = at_table.adapter.pieces(position)
    taken = {field for field in reach if at_table.cell(field) in tops}
    assert taken == {"3", "4", "5", "6"}
    assert "9" in reach
    assert not lit(at_table, TARGET)
    at_table.act("!2 .300")
    assert lit(at_table, TARGET) == reach
    for field in taken:  # by turns with the colour of who stands there
        assert field in lit(at_table, tops[at_table.cell(field)])
    assert "9" in lit(at_table, dim(REWARD))


@pytest.mark.parametrize("deaths", ["clock", "declared"])
def test_each_seat_is_told_to_begin_with_its_fourth_glass_and_then_of_empty_ones(sit_down: Sit, deaths: str) -> None:
    at_table = sit_down("hourglass", players=2, options={"deaths": deaths})
    at_table.act(" ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abcCBA"))
    for only, touches in (("d-", "-d .300 +e ~e .900"), ("D-", "-D .300 +E ~E .900")):
        moves = at_table.session.position.legal_moves()
        assert moves
        assert all(move.startswith(only) for move in moves)
        assert "turn over your fourth hourglass" in at_table.prompt
        assert "CONFIRM" not in at_table.prompt
        at_table.act(touches)
    assert "turn over one of your hourglasses" in at_table.prompt
    assert ("take it out and press CONFIRM" in at_table.prompt) == (deaths == "declared")


def start_the_sand(at_table: AtTable) -> None:
    """Turn the six glasses over in their holes."""
    at_table.act(" ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abcCBA"))


@pytest.mark.nightly
def test_a_glass_that_dies_by_waiting_is_said_in_words_and_once(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2)
    start_the_sand(at_table)
    for start, end in ("de", "DE"):
        at_table.act(f"3. -{start} .080 +{end} ~{end} .600")
    assert len(at_table.moves) == 3
    at_table.advance(110)
    assert at_table.warnings == []
    at_table.advance(5)
    said = [line for line in at_table.warnings if "die by waiting" in line]
    assert sorted(said) == [  # that in a could not have been moved
        f"White let the hourglass in {hole} die by waiting, which is forbidden." for hole in "bc"
    ]


def test_running_sand_lets_through_whose_turn_it_is(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2)
    start_the_sand(at_table)
    at_table.act("-d .200 +e ~e .500 -D .200 +E ~E .500")  # all run; a is shut in
    assert (lit(at_table, WHITE), lit(at_table, PINK)) == (set("bce"), set())
    assert lit(at_table, FRESH) == set("abceABCE")  # and it is still seen how much sand is left
    at_table.act("-b .200 ~b +d .500")
    assert (lit(at_table, WHITE), lit(at_table, PINK)) == (set(), set("BCE"))


def test_a_dead_glass_is_lit_until_a_hand_takes_it_away(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2, options={"sand": "20"})
    start_the_sand(at_table)
    at_table.advance(10)
    assert not lit(at_table, OUT)
    at_table.advance(14)
    assert lit(at_table, OUT) == set("abcABC")
    at_table.act("-b .100 ~b .500")
    assert lit(at_table, OUT) == set("acABC")
    at_table.assert_at_rest()
    at_table.act("-d .400 +b ~b .500")  # another glass goes where it stood
    assert lit(at_table, OUT) == set("acABC")
    assert len(at_table.moves) == 2


@pytest.mark.parametrize("key", ["HINT", "CONFIRM"])
@pytest.mark.parametrize("field", ["e5", "a1"])
def test_a_piece_on_a_dead_cell_is_entered_by_one_press_after_a_key(sit_down: Sit, field: str, key: str) -> None:
    at_table = sit_down(players=3)
    at_table.act(f"+d4 .500 {key} .300 !{field} .500")  # the reed under the field says nothing
    at_table.assert_moves("y@d4", f"b@{field}")
    assert at_table.warnings == [f"the sensor under {field} does not work: press {field} instead"]
    at_table.place("g7", 0.5)
    at_table.assert_moves("y@d4", f"b@{field}", "r@g7")
    at_table.assert_at_rest()


GAMES = ["forum_romanum", "revolution", "hourglass", "manoeuvre"]
NOTHING = Assistance(**dict.fromkeys(Assistance._fields, False))
OPENINGS = {
    "forum_romanum": "+d4 .500 +e4 .500",
    "revolution": "-N .300 +a1 .500 -V .300 +d3 .500 -B .300 +d5 .500 -light-5 .300 +a2 .600",
    "hourglass": " ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abcCBA") + " 115. 10.",
    "manoeuvre": "-court-1 .200 +4 .500 -court-2 .300 +3 .500 -court-3 .300",
}

ASTRAY = {  # a piece that should not be there, or one that is missing
    "forum_romanum": (LIGHTS["y"], "-d4"),
    "revolution": (WRONG, "+c4"),
    "hourglass": (WRONG, "+m"),
    "manoeuvre": (WRONG, "+50"),
}


@pytest.mark.parametrize("game", nightly_but(GAMES, "revolution"))
def test_all_help_can_be_switched_off_but_questions_and_corrections(sit_down: Sit, game: str) -> None:
    at_table = sit_down(game, players=2, assistance=NOTHING)
    at_table.act(OPENINGS[game])
    assert at_table.moves
    assert all(lamp == (0, 0, 0) for _, frame in at_table.table.log.frames for lamp in frame)
    at_table.assert_tunes()
    at_table.act("HINT .300")
    assert lit(at_table, HINT)
    colour, what = ASTRAY[game]
    at_table.act(f"{what} 7.")
    assert at_table.prompt.startswith("Please")
    assert lit(at_table, colour) == {what[1:]}


def test_each_kind_of_help_has_a_name_of_its_own(sit_down: Sit) -> None:
    def shows(without: str) -> set[str]:
        """Which of them a game in which a sector is scored shows."""
        assistance = Assistance()._replace(**{without: False}) if without else Assistance()
        at_table = sit_down(players=3, assistance=assistance)
        for field in ("a1", "b1", "c1", "d1", "a7", "g7", "e1", "c7", "f7", "f1", "e5", "b5", "g1"):
            at_table.place(field, 0.4)
        senator = f"steps-{at_table.scores['1'] % 40}"
        seen = {
            "scores": bool(lit(at_table, SCORED)) and senator in lit(at_table, LIGHTS["y"]),
            "last": bool(lit(at_table, LAST)),
            "turn": "key-b" in lit(at_table, LIGHTS["b"]),
            "pieces": "a7" in lit(at_table, dim(LIGHTS["b"])),
        }
        return {name for name, shown in seen.items() if shown}

    every = {"scores", "last", "turn", "pieces"}
    assert shows("") == every
    for name in every:
        assert shows(name) == every - {name}


@pytest.mark.parametrize("game", GAMES)
def test_a_reed_stuck_before_the_game_is_named_and_worked_around(sit_down: Sit, game: str) -> None:
    at_table = sit_down(
        game,
        players=2,
        stuck=("g4" if game == "forum_romanum" else "c3")
        if game in ("forum_romanum", "revolution")
        else ("m" if game == "hourglass" else "50"),
    )
    assert at_table.prompt.startswith("Please take the piece off ")
    at_table.act(
        {
            "forum_romanum": "+d4 .500",
            "revolution": "-N .200 +a1 .500",
            "hourglass": "~a ~b ~c ~A ~B ~C .600",
            "manoeuvre": "-court-1 .200 +4 .500",
        }[game]
    )
    (warning,) = at_table.warnings
    assert "sensor under" in warning
    assert len(at_table.moves) == 1
    at_table.assert_at_rest()


# Putting right


def test_two_moves_taken_back_lead_each_piece_home_the_last_first(sit_down: Sit) -> None:
    at_table = sit_down(players=3, moves=PLACED)
    at_table.act("-a7 .200 +g1 .500 -c7 .200 +f1 .500 UNDO .300 UNDO .300")
    assert at_table.prompt == "Please put the piece from f1 back to c7."
    assert lit(at_table, WRONG) >= {"f1"}
    assert "c7" in lit(at_table, LIGHTS["b"])
    at_table.act("-f1 .300 +c7 .300")
    assert at_table.prompt == "Please put the piece from g1 back to a7."
    at_table.act("-g1 .300 +a7 .500")
    at_table.assert_at_rest()


def test_a_piece_that_moved_twice_goes_back_to_where_it_began(sit_down: Sit) -> None:
    at_table = sit_down(players=3, moves=PLACED)
    at_table.act("-a7 .200 +g1 .600 -c7 .200 +g2 .600 -e7 .200 +g3 .600 -g1 .200 +f1 .600")
    at_table.act("UNDO .300 UNDO .300 UNDO .300 UNDO .300")
    assert at_table.prompt == "Please put the piece from f1 back to a7."


BROKEN = "Already done? Then its sensor is broken: hold {} down for a second."


def test_a_reed_that_stays_closed_in_a_game_is_led_to_its_way_out(sit_down: Sit) -> None:
    at_table = sit_down(players=3, moves=PLACED)
    at_table.act("+g1 4.")
    assert at_table.prompt == "Please take the piece off g1."
    at_table.act("5.")
    assert at_table.prompt == f"Please take the piece off g1. {BROKEN.format('g1')}"
    at_table.table.press(at_table.cell("g1"), hold=1.4)
    at_table.act("2. -a7 .300 +f1 .600")
    assert at_table.moves[24:] == ["a7-f1"]
    assert not lit(at_table, WRONG) & {"g1"}


def test_where_a_button_is_broken_hint_leads_there_and_confirm_presses(sit_down: Sit) -> None:
    at_table = sit_down("forum_romanum", players=2)
    at_table.act("+a1 .600 +b1 .600 HINT .300")
    assert "CONFIRM presses" not in at_table.prompt
    names = {"key-b": "key-b", "key-g": "key-g"}
    for field in sorted(names, key=at_table.cell) * 2:
        at_table.act("HINT .300")
        told = f"CONFIRM presses {field} for you; HINT moves on to the next field."
        assert at_table.prompt == told
        assert lit(at_table, HINT) == {field}
        hint = at_table.session.view.hint
        if hint is not None and hint.cell == at_table.cell("key-g"):
            break
    at_table.act("CONFIRM .500 +c3 .600")
    assert at_table.moves[2:] == ["g@c3"]


def test_hint_and_confirm_tell_of_a_field_whose_sensor_and_button_are_both_broken(sit_down: Sit) -> None:
    at_table = sit_down("revolution", players=2)
    at_table.act("-N .300 +a1 .500 -V .300 +d3 .500 -a1 3.")
    while "CONFIRM presses a1" not in at_table.prompt:
        at_table.act("HINT .300")
    at_table.act("CONFIRM .500")
    assert at_table.warnings == ["the sensor under a1 does not work: press a1 instead"]
    assert at_table.session.view.trouble is None


# A stone may be set on a1, or CONFIRM ends the turn.
STONES = (*BUILDINGS, "5@a2", "5@b1", "1@a4")


@pytest.mark.parametrize(
    ("acts", "move"), [("", "*a1"), ("-d3 .300 +d3 .300", "end"), ("MENU .300 MENU .300", "end"), ("7.", "end")]
)
def test_confirm_sets_a_stone_where_hint_has_led_unless_something_else_was_done_since(
    sit_down: Sit, acts: str, move: str
) -> None:
    at_table = sit_down("revolution", players=2, moves=STONES)
    at_table.act(f"HINT .300 HINT .300 {acts} CONFIRM .400")
    assert at_table.moves[6:] == [move]


def test_a_question_can_be_answered_with_hint_and_confirm(sit_down: Sit) -> None:
    at_table = sit_down("manoeuvre", players=2)
    at_table.act(f"{ROLLED} -court-7 5.")
    fields = "1, 2, 3, 4, 5 or 6"
    assert at_table.prompt == f"Is the piece on top of others? Then press {fields}."
    at_table.act("HINT .300 HINT .300")
    chosen = at_table.prompt.split()[2]
    at_table.act("HINT .300 HINT .300")
    assert at_table.prompt.split()[2] != chosen
    chosen = at_table.prompt.split()[2]
    at_table.act("CONFIRM .500 -court-8 .300")
    assert at_table.moves[6:] == [f"roll {chosen}"]


# Tilt contacts: `~e` moves that under e, whatever stands there.

FIVE = " ".join(f"-{hole} .080 +{hole} ~{hole} .250" for hole in "abCBA")
TURNED = f"{FIVE} -c .080 +c ~c .500"
TILTLESS = "the tilt sensor under {} does not work: the game goes on without it"


def hold(at_table: AtTable, field: str) -> None:
    at_table.table.press(at_table.cell(field), hold=1.4)
    at_table.act("2.")


def spoken(at_table: AtTable) -> list[str]:
    return [move.split()[-1] for move in at_table.moves]


def test_a_dead_tilt_under_a_start_hole_holds_up_no_start(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2)
    at_table.act(f"{FIVE} -c .080 +c .250 3.")
    assert at_table.prompt.startswith("Both players: turn over")  # perhaps hands are slow
    at_table.act("2.")
    assert at_table.prompt == "Please turn over the hourglass in hole c."
    at_table.act("6.")
    assert at_table.prompt == f"Please turn over the hourglass in hole c. {BROKEN.format('c')}"
    hold(at_table, "c")
    assert at_table.warnings == [TILTLESS.format("c")]
    at_table.act("-d .300 +e ~e .600")
    assert spoken(at_table) == ["start", "d-e"]
    started = float(at_table.moves[1].split()[0])
    assert started > 8  # the sand ran since the last glass was turned, not since the press


def test_a_tilt_that_opens_by_itself_is_asked_for_and_can_be_left_out(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2)
    at_table.act(f"{TURNED} 1. ~a 9.")
    assert at_table.prompt == f"Please turn over the hourglass in hole a. {BROKEN.format('a')}"
    hold(at_table, "a")
    at_table.act("-d .300 +e ~e .600")
    assert spoken(at_table) == ["start", "d-e"]


def test_with_a_broken_reed_confirm_declares_no_death_that_nobody_showed(sit_down: Sit) -> None:
    at_table = sit_down("hourglass", players=2, options={"deaths": "declared"})
    at_table.act(f"{TURNED} -d .300 +e ~e .600 -D .300 +E ~E .600 -e ~e .300 +h .600 -h 1.")
    hold(at_table, "h")
    at_table.act("CONFIRM .500")
    assert spoken(at_table) == ["start", "d-e", "D-E", "e-h"]
    at_table.act("!h .300 CONFIRM .500")
    assert at_table.moves[-1].endswith("dead h")


@pytest.mark.parametrize(
    ("astray", "way"), [("-a2 .300 +dark-5 .300", "-dark-5 .300 +a2 .1500"), ("-c3 .300", "+c3 .1500")]
)
def test_a_soft_tune_says_that_all_stands_as_it_should_again(sit_down: Sit, astray: str, way: str) -> None:
    at_table = sit_down("revolution", players=2)
    at_table.act(f"{way} {astray} .600")
    at_table.assert_tunes(Tune.REFUSED, Tune.PUT_RIGHT)
    at_table.act("-N .300 +a1 .500 -N .300 +N .500")
    at_table.assert_tunes(Tune.ACCEPTED)


# Six recruits stand on 1 to 6, the next is a seventh.
ROLLED = " ".join(f"-court-{n} .200 +{n} .500" for n in range(1, 7))


def test_a_press_that_was_forgotten_is_asked_for(sit_down: Sit) -> None:
    at_table = sit_down("manoeuvre", players=2)
    at_table.act(f"{ROLLED} -court-7 3.")
    assert "roll the die" in at_table.prompt
    at_table.act("2.")
    fields = "1, 2, 3, 4, 5 or 6"
    assert at_table.prompt == f"Is the piece on top of others? Then press {fields}."
    assert lit(at_table, ASKED) == {"1", "2", "3", "4", "5", "6"}
    at_table.act("CONFIRM .300")
    assert at_table.moves[6:] == []  # which of them, nobody has said
    at_table.act("!4 .500 -court-8 .300")
    assert at_table.moves[6:] == ["roll 4"]


@pytest.mark.parametrize(("broken", "told"), nightly_but([("g1", "g1"), ("f1 g1", "f1 or g1")], ("f1 g1", "f1 or g1")))
def test_a_piece_held_where_a_free_field_is_broken_is_asked_for_there(sit_down: Sit, broken: str, told: str) -> None:
    at_table = sit_down(players=3, stuck=broken)  # which was found as the game began
    at_table.act(" ".join(f"+{move[2:]} .300" for move in PLACED) + " -a7 5.")
    assert at_table.prompt == f"Is the piece on {told}? Then press it."
    at_table.act("!g1 .500")
    assert at_table.moves[24:] == ["a7-g1"]


def test_a_glass_put_down_before_the_turn_has_passed_is_guided_back(sit_down: Sit) -> None:
    """Its tilt contact changes when the turn has passed, but it was moved too early (HG-12a)."""
    at_table = sit_down("hourglass", players=2, options={"turn": "20"})
    start_the_sand(at_table)
    assert at_table.session.position.to_move == "white"
    ends = at_table.session.position.detail()["turn_ends"]
    at_table.advance(ends - at_table.session.position.detail()["seconds"] - 0.300)
    at_table.act("-D .200 +E .200 ~E 3.")
    assert at_table.session.position.to_move == "pink"
    assert at_table.moves == ["start"]
    assert "back" in at_table.prompt


def test_a_piece_forgotten_at_set_up_is_asked_for_before_its_sensor_is_blamed(sit_down: Sit) -> None:
    at_table = sit_down("revolution", players=2, missing="light-5")
    assert at_table.prompt == "Please put a piece back on light-5."
    at_table.act("5. +light-5 .300")
    at_table.assert_at_rest()
    at_table.act("-N .300 +a1 .500")
    at_table.assert_moves("N@a1")
    assert at_table.warnings == []


@pytest.mark.parametrize(("away", "there"), [("light-5", "c3"), ("N", "c3")])
def test_a_piece_misplaced_at_set_up_is_no_pair_of_broken_sensors(sit_down: Sit, away: str, there: str) -> None:
    at_table = sit_down("revolution", players=2, missing=away, stuck=there)
    assert at_table.prompt == f"Please put the piece from {there} back to {away}."
    at_table.act(f"3. -{there} .300 +{away} .300")
    at_table.assert_moves()
    at_table.assert_at_rest()
    assert at_table.warnings == []
