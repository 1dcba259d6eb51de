"""Choosing a game without a table: events in, effects out."""

import random

import pytest
from support.at_table import ENGLISH, NAMES, in_memory, taken_up

from firmware.output.prompts import prompt
from firmware.play.effects import Effect, GameBegun, Play
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice, Lobby, Offer
from firmware.sensing.events import Key, Kind, Touch
from hal import NO_CONTACTS, Tune
from rules import GameError, Header, find_game, load_nothing, make_header

CELL_OF = {game: cell for cell, game in GAME_CELLS.items()}
CELL_OF_SEAT = {seat: cell for cell, seat in SEAT_CELLS.items()}
CELL_OF_NUMBER = {number: cell for cell, number in NUMBER_CELLS.items()}


def make(game: str, players: int) -> Header:
    options = find_game(game).draw_options({}, random.Random(1))
    return make_header(game, NAMES[:players], options)


def choosing(*, offered: bool = False) -> Lobby:
    header = make("forum_romanum", 3)
    offer = Offer(7, taken_up(header, header.start(), ["y@d4"])) if offered else None
    lobby = Lobby(in_memory, make, load_nothing, offer=offer, game="forum_romanum", players=3)
    assert lobby.begin(NO_CONTACTS, 0) == [Play(Tune.QUESTION)]
    return lobby


def press(lobby: Lobby, cell: int) -> list[Effect]:
    return [*lobby.feed(Touch(100_000, Kind.PRESS, cell)), *lobby.feed(Touch(200_000, Kind.RELEASE, cell))]


def key(lobby: Lobby, name: str) -> list[Effect]:
    return lobby.feed(Key(300_000, name))


def test_a_press_chooses_a_game_and_a_number_that_it_can_have() -> None:
    lobby = choosing()
    assert press(lobby, CELL_OF["manoeuvre"]) == [Play(Tune.ACCEPTED)]
    assert press(lobby, CELL_OF_NUMBER[4]) == [Play(Tune.ACCEPTED)]
    assert lobby.view == Choice(None, "manoeuvre", 4, (2, 3, 4))
    assert press(lobby, CELL_OF_NUMBER[6]) == [Play(Tune.REFUSED)]
    assert press(lobby, 0) == [Play(Tune.REFUSED)]
    assert press(lobby, CELL_OF["hourglass"]) == [Play(Tune.ACCEPTED)]
    assert lobby.view == Choice(None, "hourglass", 2, (2,))


def test_a_table_with_the_fields_of_one_game_offers_that_and_begins_no_other() -> None:
    lobby = Lobby(in_memory, make, load_nothing, only="hourglass", game="revolution")
    lobby.begin(NO_CONTACTS, 0)
    assert lobby.view == Choice(None, "hourglass", 2, (2,), only=True)
    assert prompt(lobby.view, ENGLISH) == "Révolution with hourglasses: CONFIRM starts it."
    with pytest.raises(GameError, match="this table has the fields of hourglass alone"):
        lobby.play(make("revolution", 2), 0)
    assert [effect for effect in key(lobby, "CONFIRM") if isinstance(effect, GameBegun)]


@pytest.mark.parametrize("cell", [CELL_OF["hourglass"], CELL_OF_NUMBER[2], 0])
def test_a_press_does_nothing_while_an_unfinished_game_is_offered(cell: int) -> None:
    lobby = choosing(offered=True)
    offered = lobby.view
    assert press(lobby, cell) == []
    assert lobby.view == offered
    key(lobby, "MENU")
    assert lobby.view == Choice(None, "forum_romanum", 3, (2, 3, 4, 5, 6))


def test_menu_leads_from_the_offer_to_the_choice_and_back() -> None:
    lobby = choosing(offered=True)
    offered = lobby.view
    assert key(lobby, "MENU") == [Play(Tune.QUESTION)]
    assert isinstance(lobby.view, Choice)
    assert lobby.view.offered is None
    assert key(lobby, "MENU") == [Play(Tune.QUESTION)]
    assert lobby.view == offered


def test_each_press_on_a_seat_lets_the_computer_play_it_better_and_at_last_people() -> None:
    lobby = choosing()
    levels = []
    for _ in range(6):
        assert press(lobby, CELL_OF_SEAT[1]) == [Play(Tune.ACCEPTED)]
        assert isinstance(lobby.view, Choice)
        levels.append(dict(lobby.view.computers))
    assert levels == [{"2": 1}, {"2": 2}, {"2": 3}, {"2": 4}, {"2": 5}, {}]


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    lobby = choosing()
    assert press(lobby, CELL_OF_SEAT[3]) == [Play(Tune.REFUSED)]
    press(lobby, CELL_OF_NUMBER[4])
    assert press(lobby, CELL_OF_SEAT[3]) == [Play(Tune.ACCEPTED)]
    press(lobby, CELL_OF_NUMBER[3])
    assert isinstance(lobby.view, Choice)
    assert lobby.view.computers == {}


def test_each_of_six_seats_may_be_a_computers() -> None:
    lobby = choosing()
    press(lobby, CELL_OF_NUMBER[6])
    for seat in range(6):
        assert press(lobby, CELL_OF_SEAT[seat]) == [Play(Tune.ACCEPTED)]
    assert isinstance(lobby.view, Choice)
    assert lobby.view.computers == dict.fromkeys("123456", 1)


def test_the_game_that_begins_knows_who_is_a_computer() -> None:
    lobby = choosing()
    for _ in range(3):
        press(lobby, CELL_OF_SEAT[0])
    begun = key(lobby, "CONFIRM")[0]
    assert isinstance(begun, GameBegun)
    assert begun.computers == {"1": 3}
    assert lobby.session is not None
    assert lobby.session.match.seats.computers == {"1": 3}


def test_who_is_a_computer_comes_back_with_the_game_offered_and_is_chosen_anew_for_others() -> None:
    header = make("forum_romanum", 3)
    offer = Offer(7, taken_up(header, header.start(), computers={"3": 4}))
    lobby = Lobby(in_memory, make, load_nothing, offer=offer, game="forum_romanum", players=3)
    lobby.begin(NO_CONTACTS, 0)
    key(lobby, "CONFIRM")
    assert lobby.session is not None
    assert lobby.session.match.seats.computers == {"3": 4}
    other = Lobby(in_memory, make, load_nothing, offer=offer, players=3, computers={"1": 2})
    other.begin(NO_CONTACTS, 0)
    key(other, "MENU")
    press(other, CELL_OF["forum_romanum"])
    assert isinstance(other.view, Choice)
    assert other.view.computers == {"1": 2}
