"""The games pass OpenSpiel's own tests, and its search plays them."""

import sys

import numpy as np
import pyspiel
import pytest
from absl import logging
from open_spiel.python.algorithms import mcts
from support.nightly import nightly_but

from firmware.learning import openspiel
from rules import NAMES, find_game

# OpenSpiel's log takes pytest's file for what is printed, and closes it when another log is set up
logging.get_absl_handler().python_handler.stream = sys.__stderr__

GAMES = [(game, players) for game in NAMES for players in find_game(game).players]


def load(game: str, players: int | None = None, **parameters: object) -> pyspiel.Game:
    given = {**parameters, **({} if players is None else {"players": players})}
    text = ",".join(f"{name}={value}" for name, value in given.items())
    return pyspiel.load_game(f"{openspiel.PREFIX}{game}({text})")


@pytest.mark.parametrize(("game", "players"), nightly_but(GAMES, ("revolution", 2), ("manoeuvre", 3)))
def test_random_games_pass_openspiels_own_test(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players, longest=150), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_that_is_written_down_is_read_back(game: str) -> None:
    pyspiel.random_sim_test(load(game, longest=40), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("game", NAMES)
def test_the_search_of_openspiel_plays_a_whole_game(game: str) -> None:
    spiel = load(game, longest=60)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng, max_length=20)
    bot = mcts.MCTSBot(spiel, 2.0, 4, evaluator, random_state=rng, solve=False)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([roll for roll, _ in state.chance_outcomes()]))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_the_die_is_a_player_of_its_own() -> None:
    state = load("manoeuvre", 3).new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    roll, _ = state.chance_outcomes()[3]
    assert state.action_to_string(state.current_player(), roll) == "roll 4"
