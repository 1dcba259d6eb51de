"""Players of other people's making, for matches: OpenSpiel's Monte Carlo tree search.

It is their own Python bot with uniform random play-outs to the end, UCT with the constant 2, and
the number of simulations that is asked for; it sees the game through
``firmware/learning/openspiel.py``.
"""

import random
from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from firmware.learning.openspiel import PREFIX
from rules import Move, Position

UCT = 2.0


def openspiel_player(game: str, seats: int, simulations: int, rng: random.Random) -> Callable[[Position], Move]:
    """OpenSpiel's search, as a player of one game."""
    spiel = pyspiel.load_game(f"{PREFIX}{game}(players={seats})")
    draws = np.random.RandomState(rng.randrange(2**32))
    evaluator = mcts.RandomRolloutEvaluator(1, draws)
    bot = mcts.MCTSBot(spiel, UCT, simulations, evaluator, random_state=draws, solve=False)

    def think(position: Position) -> Move:
        state = spiel.new_initial_state()
        state.stand(position)
        action = bot.step(state)
        move: Move = spiel.encoding.moves[action]
        return move

    return think
