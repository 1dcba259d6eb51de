"""From views made by hand to what the table says."""

from gettext import NullTranslations
from types import SimpleNamespace
from typing import Any

import pytest
from support.at_table import ENGLISH
from support.views import cell_of, view_of

from firmware.games.naming import called, names_of
from firmware.output.cells import cells_to_turn, first_steps
from firmware.output.display import display
from firmware.output.prompts import prompt
from firmware.play.effects import Warn
from firmware.play.lobby import Choice
from firmware.play.view import Deviation, View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Unpressed
from firmware.selftest.check import SelfTestView
from hal import cell_set, contacts_of, tilt
from rules import Outcome, make_header


class Loud(NullTranslations):
    """A language of capitals."""

    def gettext(self, message: str) -> str:
        return message.upper()


def said(view: View | Choice | SelfTestView) -> str:
    return prompt(view, ENGLISH)


def over(view: View, *winners: str) -> View:
    """The same, but the game is over."""
    position: Any = SimpleNamespace(
        seats=view.position.seats, outcome=Outcome("agreed", winners), scores=view.position.scores
    )
    return view._replace(position=position)


def test_whose_turn_it_is_is_said_with_what_to_do() -> None:
    assert said(view_of("forum_romanum", players=3)) == ("Anna, place a yellow Roman on any free field.")


def test_who_has_won_is_said_and_how_it_goes_on_if_it_does() -> None:
    view = view_of("forum_romanum")
    one, two = view.position.seats
    assert said(over(view, one)) == "The game is over: Anna won."
    assert said(over(view, one, two)) == "The game is over: Anna and Bram share the win."
    assert said(over(view)._replace(stays=False)) == ("The game is over: a draw. MENU: next game.")


def test_trouble_is_said_before_that_the_sand_stands_still() -> None:
    view = view_of("hourglass", "start", paused=True)
    assert said(view).startswith("The sand is paused")
    assert said(view._replace(trouble=TakeBack(1))).startswith("The last move has been undone")


def test_a_question_names_what_to_press() -> None:
    view = view_of("forum_romanum", "y@d4")
    cells = (cell_of(view, "a1"), cell_of(view, "b2"))
    assert said(view._replace(trouble=Question(cells))) == "Which was it? Press a1 or b2."
    asked = "Is the piece on a1 or b2? Then press it."
    assert said(view._replace(trouble=Unpressed(cells))) == asked
    standing = Unpressed((cell_of(view, "d4"),))
    assert said(view._replace(trouble=standing)) == "Is the piece on top of others? Then press d4."


def astray(game: str, missing: str = "", extra: str = "", pair: str = "", turn: str = "") -> View:
    """Pieces stand wrongly: fields where one is missing, or too many; which goes back to which."""
    view = view_of(game)
    lacking, odd, over = (
        cell_set(cell_of(view, field) for field in fields.split()) for fields in (missing, extra, turn)
    )
    pairs = tuple(
        (cell_of(view, source), cell_of(view, target)) for source, target in (one.split(">") for one in pair.split())
    )
    contacts = Deviation(view.contacts.expected, contacts_of(lacking), contacts_of(odd), pairs)
    return view._replace(contacts=contacts, trouble=Mismatch(over))


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (astray("revolution", "c3"), "Please put a piece back on c3."),
        (astray("revolution", "", "c3"), "Please take the piece off c3."),
        (astray("revolution", "a1", "c3"), "Please take the piece off c3."),
        (astray("revolution", "a1", "c3", "c3>a1"), "Please put the piece from c3 back to a1."),
        (astray("revolution", "a1 a2", "c3 c4", "c4>a2 c3>a1"), "Please put the piece from c4 back to a2."),
        (astray("hourglass", turn="b c"), "Please turn over the hourglass in hole b."),
        (astray("hourglass", "a", turn="c"), "Please turn over the hourglass in hole c."),
    ],
)
def test_what_is_to_be_put_right_first(view: View, told: str) -> None:
    assert said(view) == told
    more = said(view._replace(stubborn=True)).removeprefix(f"{told} ")
    assert more.startswith("Already done? Then ")
    assert more.split()[8] in told


def test_a_tilt_contact_that_differs_alone_says_which_glass_to_turn() -> None:
    view = view_of("hourglass")
    trouble = Mismatch()
    cell = cell_of(view, "c")
    standing = view.contacts
    for contacts in (standing._replace(missing=tilt(cell)), standing._replace(extra=tilt(cell))):
        odd = view._replace(contacts=contacts)
        assert cells_to_turn(odd, trouble) == [cell]
        assert first_steps(odd) == ([], [])
    assert cells_to_turn(astray("hourglass", "a"), trouble) == []


def test_the_choice_names_the_game_and_how_many_play() -> None:
    begins = "CONFIRM starts it. Or press the lamp of another game, number of players or seat."
    assert said(Choice(None, "hourglass", 2, (2,))) == f"Révolution with hourglasses, 2 players: {begins}"
    offered = make_header("forum_romanum", ("Anna", "2"))
    asked = said(Choice(offered, "hourglass", 2, (2,)))
    assert asked.startswith("The game of Forum Romanum (Anna and Player 2) ")
    assert "CONFIRM: " in asked
    assert "MENU: " in asked


def test_one_without_a_name_is_called_as_the_seat() -> None:
    header = make_header("hourglass", ("white", "Bram"))
    assert names_of(header, header.start(), ENGLISH) == {"white": "White", "pink": "Bram"}
    loud = ENGLISH._replace(catalogue=Loud())
    assert called("hourglass", "white", "white", loud) == "WHITE"
    assert called("hourglass", "white", "Anna", loud) == "Anna"
    assert called("manoeuvre", "1", "1", ENGLISH) == "Player 1"
    assert called("manoeuvre", "1", "2", ENGLISH) == "2"


def test_the_small_display_marks_whose_turn_it_is_and_puts_a_warning_second() -> None:
    view = view_of("forum_romanum", "y@d4", players=3)
    lines = (prompt(view, ENGLISH), "   0 Anna", ">  0 Bram", "   0 Carla")
    assert display(view, ENGLISH) == lines
    warning = Warn("lamps: {error}", {"error": "no answer"})
    assert display(view, ENGLISH, warning) == (lines[0], "! lamps: no answer", *lines[1:])
    timed = view._replace(left={"1": 64, "2": 9})
    assert display(timed, ENGLISH)[1:] == ("   0 1:04 Anna", ">  0 0:09 Bram", "   0 Carla")
    choice = Choice(None, "hourglass", 2, (2,))
    assert display(choice, ENGLISH) == (said(choice),)
