"""What the page is told of the games, as it names none itself."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict
from support.online import Web

from firmware.games import find_adapter
from firmware.games.kit import find_kit
from firmware.match.line import GameLine
from firmware.web.page import playable_games
from firmware.web.stands import board_of, stand_of
from firmware.words import find_words
from rules import NAMES, find_game, make_header


def told_of(game: str, players: int, moves: str = "", language: str = "en", *, screen: bool = False) -> dict[str, Any]:
    """What the page is told of a game after these moves."""
    position = find_game(game).start(players)
    adapter = find_adapter(position, game)
    for move in moves.split():
        position = position.play(move)
    header, words = make_header(game, position.seats), find_words(language, {})
    board = board_of(header, adapter, position, words, screen=screen)
    stand = stand_of(header, adapter, GameLine(position), words, screen=screen)
    told: dict[str, Any] = msgspec.to_builtins({**asdict(board.page), "supplies": stand.supplies})
    return told


def test_whoever_asks_is_told_the_games_that_can_be_begun(web: Web) -> None:
    told = web.get("/api/playable").json()
    assert [game["name"] for game in told] == list(NAMES)
    assert told[3] == {
        "name": "manoeuvre",
        "players": [2, 3, 4],
        "seats": ["1", "2", "3", "4"],
        "options": [{"name": "colours", "default": "", "choices": []}],
        "limits": False,
    }


@pytest.mark.parametrize("told", playable_games(by_hand=True), ids=NAMES)
def test_a_game_is_told_as_its_rules_have_it(told: dict[str, Any]) -> None:
    game = find_game(told["name"])
    assert told["players"] == list(game.players)
    assert told["seats"] == game.seats(game.players[-1])
    options = {option.name: option for option in game.options}
    asked = {option["name"] for option in told["options"]}
    assert set(options) - asked <= {"board", "track", "rewards", "bonuses"}
    for option in told["options"]:
        known = options[option["name"]]
        if option["choices"]:
            assert option["choices"][0] == known.default
            assert option["default"] in option["choices"]
        for value in (option["default"], *option["choices"]):
            known.canonical(value)


def test_the_state_tells_the_page_of_its_game_alone(web: Web) -> None:
    with web.watching() as anna:
        assert anna.state["page"] is None
        anna.new("hourglass", "Anna", "Bram")
        assert anna.state["page"] == {"magnets": ["hourglass"], "premoves": False, "places": {}, "left": "white"}
        assert (anna.state["coins"], anna.state["supplies"], anna.state["extras"]) == ({}, [], {})
    assert web.get("/api/line?stands=1").json()["board"]["page"]["magnets"] == ["hourglass"]


def test_of_two_colours_the_second_has_its_key_pressed() -> None:
    start, told = find_game("forum_romanum").start(2), told_of("forum_romanum", 2)
    cells = find_adapter(start, "forum_romanum").overlay.cells
    pressed = [one.press for one in find_kit("forum_romanum").page.for_page(start, cells).supplies]
    assert pressed == [None, *(cells[f"key-{letter}"] for letter in "rbg")]
    assert [(one["key"], one["seat"], one["moves"]) for one in told["supplies"]] == [
        ("y", "1", "y@"),
        ("r", "1", "r@"),
        ("b", "2", "b@"),
        ("g", "2", "g@"),
    ]
    first = told["supplies"][0]
    assert first["name"] == "yellow Roman"
    assert first["colour"] == "#ffbe00"
    after = told_of("forum_romanum", 2, "y@d4")["supplies"]
    assert after[0]["left"] == first["left"] - 1


def test_holes_of_hourglass_are_as_large_on_a_screen_as_the_sheet_lets_them() -> None:
    places = told_of("hourglass", 2, screen=True)["places"].values()
    assert {size for _, _, size in places} == {1.32}
    for at, room in ((0, 480), (1, 320)):
        reached = [place[at] for place in places]
        assert min(reached) + max(reached) == pytest.approx(room)
        assert min(reached) - 20 * 1.32 == pytest.approx(1, abs=0.1)
