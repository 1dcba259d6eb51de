"""From views made by hand to frames of lamps."""

import pytest
from support.views import cell_of, view_of

from firmware.games import LampState, find_adapter
from firmware.games.hourglass import FRESH
from firmware.games.kit import find_kit
from firmware.match.running import at_table
from firmware.output.assistance import Assistance
from firmware.output.cells import targets_of
from firmware.output.lamps import BLINK, DARK, HINT, LAST, LEVELS, PERSON, UNKEPT, WRONG, frame
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.session import Session
from firmware.play.view import Deviation, Hint, View
from firmware.recognition.findings import Mismatch
from firmware.selftest.check import SelfTestView
from firmware.words import Text
from hal import CELLS, NO_CONTACTS, Colour, Frame, cell_set, reed
from rules import make_header

RED, GREEN = (255, 0, 0), (0, 255, 0)
NOTHING = Assistance(*[False] * len(Assistance._fields))


def frames(view: View | Choice | SelfTestView, assistance: Assistance) -> tuple[Frame, ...]:
    """The frames of four beats, after which all that blinks begins again."""
    return tuple(frame(view, beat * BLINK, assistance) for beat in range(4))


def colours(view: View | Choice, cell: int, assistance: Assistance = Assistance()) -> set[Colour]:  # noqa: B008
    """The colours that a lamp has in turn."""
    return {lamps[cell] for lamps in frames(view, assistance)}


def lit(view: View | Choice, assistance: Assistance = NOTHING) -> dict[int, set[Colour]]:
    """The lamps that are lit at any beat, and their colours."""
    cells = {cell: colours(view, cell, assistance) for cell in range(CELLS)}
    return {cell: seen for cell, seen in cells.items() if seen != {DARK}}


def blinking(view: View, assistance: Assistance = Assistance()) -> set[int]:  # noqa: B008
    return {cell for cell, seen in lit(view, assistance).items() if len(seen) > 1}


def test_a_lamp_is_steady_blinks_or_goes_through_its_beats() -> None:
    glow = {0: LampState(RED), 1: LampState(RED, blinks=True), 2: LampState(RED, beats=(RED, GREEN, DARK))}
    view = SelfTestView(glow, Text("", {}))
    shown = [frame(view, at * BLINK) for at in range(4)]
    assert [lamps[0] for lamps in shown] == [RED] * 4
    assert [lamps[1] for lamps in shown] == [RED, DARK, RED, DARK]
    assert [lamps[2] for lamps in shown] == [RED, GREEN, DARK, RED]
    assert {lamps[3] for lamps in shown} == {DARK}
    assert frame(view, BLINK - 1) == shown[0]
    assert len(shown[0]) == CELLS


def test_the_choice_is_bright_and_what_else_can_be_chosen_is_dim() -> None:
    choice = Choice(None, "manoeuvre", 3, (2, 3, 4), {"2": 5})
    shown = lit(choice)
    seats = [shown.pop(cell) for cell in list(SEAT_CELLS) if cell in shown]
    assert seats == [{PERSON}, {LEVELS[5]}, {PERSON}]
    for cell, game in GAME_CELLS.items():
        assert (shown[cell] == {find_kit(game).about.lamp}) == (game == "manoeuvre")
    assert shown.keys() - GAME_CELLS.keys() == {
        cell for cell, number in NUMBER_CELLS.items() if number in choice.numbers
    }
    brightest = max(NUMBER_CELLS, key=lambda cell: sum(max(shown.get(cell, {DARK}))))
    assert NUMBER_CELLS[brightest] == 3


def test_during_a_correction_nothing_blinks_but_what_is_to_be_put_right() -> None:
    """Whose turn it is blinks before, as do the last seconds of sand."""
    view = view_of("forum_romanum", "y@d4")
    here, there = cell_of(view, "d4"), cell_of(view, "g7")
    assert blinking(view) - {here, there}
    contacts = Deviation(reed(here), missing=reed(here), extra=reed(there), pairs=((there, here),))
    wrong = view._replace(contacts=contacts, trouble=Mismatch())
    assert blinking(wrong) == {here, there}
    assert lit(wrong).keys() == {here, there}
    assert lit(wrong, Assistance()).keys() >= lit(view, Assistance()).keys()  # steady now


def test_while_who_is_to_move_elsewhere_is_away_their_turn_does_not_blink() -> None:
    view = view_of("forum_romanum")
    turn = blinking(view)
    assert turn
    away = view._replace(waits=True, away="")
    assert not blinking(away)
    assert turn <= lit(away, Assistance()).keys()


def test_who_has_little_time_left_sees_their_sand_and_pieces_blink_in_their_colour() -> None:
    view = view_of("hourglass", "start")
    own, other = cell_of(view, "a"), cell_of(view, "A")
    colour = view.adapter.movers(view.position)[cell_of(view, "d")].colour
    hurried = view._replace(hurries=True)
    assert colours(hurried, cell_of(view, "d"), Assistance()) == {colour, DARK}
    assert colour not in colours(hurried, other, Assistance())
    assert blinking(hurried) > blinking(view)
    assert own in lit(hurried, Assistance())


def test_a_piece_too_many_is_red_and_a_missing_one_has_its_own_colour() -> None:
    view = view_of("forum_romanum", "y@d4")
    here, there = cell_of(view, "d4"), cell_of(view, "g7")
    own = view.adapter.pieces(view.position)[here]
    contacts = Deviation(reed(here), missing=reed(here), extra=reed(there))
    view = view._replace(contacts=contacts, trouble=Mismatch())
    assert lit(view) == {there: {WRONG, DARK}}  # without a pair it is taken off first
    view = view._replace(contacts=contacts._replace(pairs=((there, here),)))
    assert lit(view) == {there: {WRONG, DARK}, here: {own, DARK}}
    view = view._replace(contacts=contacts._replace(extra=NO_CONTACTS))
    assert lit(view) == {here: {own, DARK}}


def test_a_hint_shows_where_moves_begin_and_then_one_cell_to_press() -> None:
    view = view_of("revolution")
    shown = lit(view._replace(hint=Hint(0)))
    assert shown == {cell_of(view, field): {HINT, DARK} for field in "NVB"}
    cell = cell_of(view, "c3")
    assert lit(view._replace(hint=Hint(0, cell))) == {cell: {HINT, DARK}}


@pytest.mark.parametrize(("field", "lamp"), [("last", LAST), ("scores", (1, 2, 3))])
def test_the_last_move_and_its_score_are_shown_to_who_wants_them(field: str, lamp: Colour) -> None:
    view = view_of("forum_romanum", "y@d4")
    view = view._replace(highlight={cell_of(view, "a1"): LampState((1, 2, 3))})
    cell = cell_of(view, "d4" if field == "last" else "a1")
    only = NOTHING._replace(**{field: True})
    assert colours(view, cell, only) == {lamp}
    without = Assistance()._replace(**{field: False})
    assert lamp not in colours(view, cell, without)


UNKEPT_MOVES = pytest.mark.parametrize(
    ("game", "lines", "field"),
    [
        ("forum_romanum", ["y@d4"], "d4"),
        ("revolution", ["N@c3"], "c3"),
        ("manoeuvre", ["roll 4"], "4"),
        ("hourglass", ["start", "0 d-e"], "e"),  # on which sand runs
        ("hourglass", ["start"], "a"),  # which names no field
        ("forum_romanum", ["y@d4", "agree"], "d4"),  # the same, and the game is over
    ],
)


@UNKEPT_MOVES
@pytest.mark.parametrize("assistance", [NOTHING, Assistance()])
def test_a_move_that_is_not_on_the_disk_blinks_whatever_help_is_wanted(
    game: str, lines: list[str], field: str, assistance: Assistance
) -> None:
    view = view_of(game, *lines)
    cell = cell_of(view, field)
    assert UNKEPT not in set().union(*lit(view, assistance).values())
    (own,) = colours(view._replace(kept=False), cell, assistance) - {UNKEPT}
    assert own in colours(view, cell, assistance)
    assert UNKEPT in colours(view._replace(kept=False), cell, assistance)


def test_sand_lets_the_colour_of_the_seat_to_move_through_in_each_fourth_beat() -> None:
    view = view_of("hourglass", "start", "0 d-e", "0 D-E")
    only = NOTHING._replace(forecast=True, turn=True)
    mover, other = cell_of(view, "e"), cell_of(view, "E")
    beats = [lamps[mover] for lamps in frames(view, only)]
    assert beats[:3] == [FRESH] * 3
    assert beats[3] == view.adapter.movers(view.position)[mover].colour
    assert colours(view, other, only) == {FRESH}


def test_where_others_may_come_onto_a_stack_it_is_not_told_to_go_there_itself() -> None:
    header = make_header("manoeuvre", ("Anna", "Bram"))
    position = header.start()
    for number in (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 3):
        position = position.play(f"roll {number}")
    assert {"1-2", "2-4"} <= set(position.legal_moves())
    adapter = find_adapter(position, "manoeuvre")
    view = Session(at_table(header, header.start()), adapter).view
    stack = adapter.overlay.cells["2"]
    standing = Deviation(view.contacts.expected)
    pressed = view._replace(position=position, pressed=cell_set([stack]), contacts=standing)
    assert adapter.overlay.cells["4"] in targets_of(pressed)
    assert stack not in targets_of(pressed)
