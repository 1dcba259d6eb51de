"""Texts that are no move, no position or no option: each game says what is wrong."""

import tomllib
from pathlib import Path

import pytest
from support.random_games import load

from rules import MalformedError, OptionError, find_game

TABLES = tomllib.loads((Path(__file__).parents[1] / "data" / "wrong_texts.toml").read_text("utf-8"))
BEGINS = {"hourglass": ["start"], "manoeuvre": [f"roll {n}" for n in "123456123456"]}


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, table in TABLES.items() for text in table["moves"]])
def test_a_text_that_is_no_move_says_so_and_what_one_looks_like(game: str, text: str) -> None:
    begun = start = find_game(game).start(2)
    for move in BEGINS.get(game, ()):
        begun = begun.play(move)
    for position in (start, begun):
        with pytest.raises(MalformedError) as error:
            position.play(text)
        assert repr(position) not in str(error.value)
        assert TABLES[game]["looks"] in str(error.value)


@pytest.mark.parametrize(
    ("game", "text", "says"), [(game, *row) for game, table in TABLES.items() for row in table["positions"]]
)
def test_a_wrong_position_text_says_what_is_wrong(game: str, text: str, says: str) -> None:
    with pytest.raises(MalformedError) as error:
        find_game(game).position(text, load)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("game", "options", "name", "says"), [(game, *row) for game, table in TABLES.items() for row in table["options"]]
)
def test_a_wrong_option_says_which_it_is_and_what_is_wrong(
    game: str, options: dict[str, str], name: str, says: str
) -> None:
    with pytest.raises(OptionError) as error:
        find_game(game).start(2, options, load)
    assert error.value.option == name
    assert f"option {name}: " in str(error.value)
    assert says in str(error.value)
