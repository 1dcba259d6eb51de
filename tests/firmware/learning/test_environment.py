"""The games pass PettingZoo's own tests."""

import random
import re
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from support.nightly import nightly_but

from firmware.learning.environment import GameEnvironment, make
from rules import NAMES, IllegalError, find_game

NO_MATTER = re.compile(r" (plies|since):[\d.]+|(?<=^white) [\d.]+|(?<=^pink) [\d.]+")  # for a board
GAMES = [(game, players) for game in NAMES for players in find_game(game).players]


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")  # with a mask it is
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # a dictionary of them
@pytest.mark.parametrize(("game", "players"), nightly_but(GAMES, ("revolution", 2), ("manoeuvre", 3)))
def test_the_api_is_that_of_pettingzoo(game: str, players: int) -> None:
    api_test(make(game, players=players), num_cycles=300)


@pytest.mark.parametrize("game", NAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(partial(make, game), num_cycles=200)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_random_game_ends_and_its_rewards_sum_to_nothing(game: str, players: int) -> None:
    environment = GameEnvironment(game, players)
    rng = random.Random(3)
    environment.reset(seed=3)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        assert observation in environment.observation_space(agent)
        if terminated or truncated:
            break
        environment.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    assert sum(environment.rewards.values()) == pytest.approx(0)
    assert max(environment.rewards.values()) <= 1


@pytest.mark.parametrize(("game", "players"), list(GAMES))
def test_two_positions_of_a_game_never_look_alike_on_the_board(game: str, players: int) -> None:
    environment = GameEnvironment(game, players, observation="board", longest=60)
    rng = random.Random(5)
    seen: dict[bytes, str] = {}
    for seed in range(3):
        environment.reset(seed=seed)
        while True:
            agent = environment.agent_selection
            if environment.terminations[agent] or environment.truncations[agent]:
                break
            told = environment.observe(agent)
            assert environment.observation_space(agent).contains(told)
            position = NO_MATTER.sub("", repr(environment.position))
            assert seen.setdefault(told["observation"].tobytes(), position) == position
            environment.step(rng.choice(np.flatnonzero(told["action_mask"])))
    assert len(seen) > 20


def test_an_hourglass_moves_after_a_fixed_pause() -> None:
    environment = GameEnvironment("hourglass", pause=2.5)
    environment.reset()
    for move in ("start", "d-e"):
        environment.step(environment.encoding.moves.index(move))
    assert environment.position.detail()["seconds"] == 5


def test_an_illegal_move_is_refused_or_ends_the_game() -> None:
    bare, safe = GameEnvironment("revolution"), make("revolution")
    for environment in (bare, safe):
        environment.reset()
    number = bare.encoding.moves.index("end")
    with pytest.raises(IllegalError):
        bare.step(number)
    safe.step(number)
    assert safe.unwrapped.terminations == {"player_0": True, "player_1": True}
