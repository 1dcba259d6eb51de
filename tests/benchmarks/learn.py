"""Fit the weights of an evaluation to games that the computer plays against itself.

    pip install --group learn -e .
    python tests/benchmarks/learn.py revolution 2                    # print what is learnt
    python tests/benchmarks/learn.py revolution 2 --games 2000 --write
    python tests/benchmarks/learn.py revolution 2 --learnt --write   # a second round
    python tests/benchmarks/opponents.py revolution 2 --match 200 200/hand

Games are played on all processors, with the weights set by hand, or with --learnt by those that the
engine has, up to an ending that is solved. They begin with drawn moves, and now and then another is
drawn, so that positions are seen to which good play would not lead. Each position in which somebody
chose is one example: the parts of the evaluation for each seat, and what each seat won in the end.
The weights are those of a logistic regression (with more than two seats a conditional logit), drawn
towards the weights set by hand, as if these came from as many examples as --trust says. Every fifth
game is kept back: what is printed is how well both sets of weights foretell those games, as the
mean of the logarithm. --write adds the weights to ``firmware/opponents/weights.json``, which the
engine reads without numpy.
"""

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from opponents import is_drawn, played

from firmware.opponents import Level, Search, find_evaluation, probabilities_left
from rules import NAMES, Move, Position

WEIGHTS = Path(__file__).parents[2] / "firmware" / "opponents" / "weights.json"
NOISE = 0.05  # win probability by which moves are misjudged, so that games differ
ASTRAY = 0.03  # of the moves are drawn
DRAWN = 14  # first moves at most that are drawn
SOLVED = 2400  # simulations in which an ending is solved, or nearly
Array = np.ndarray[Any, np.dtype[np.float64]]


def self_play(seed: str, game: str, players: int, simulations: int, *, learnt: bool) -> tuple[Array, Array]:
    """The parts of each position of one game by seat, and for each what the seats won."""
    rng = random.Random(seed)
    evaluation = find_evaluation(game, players, by_hand=not learnt)
    drawn = rng.randrange(DRAWN + 1)

    def think(position: Position) -> Move:
        if position.plies < drawn or rng.random() < ASTRAY:
            return rng.choice(position.legal_moves())
        search = Search(position, evaluation, rng, Level(simulations, NOISE))
        search.run(simulations)
        return search.best

    parts = []
    for turn in played(game, players, think, rng):
        position = turn.before
        chosen = turn.move and position.plies >= drawn and not is_drawn(position, game)
        if chosen and evaluation.obvious(position) is None:
            parts.append(evaluation.measure(position))
        if evaluation.ending(position) is not None:
            search = Search(position, evaluation, rng)
            search.run(SOLVED)
            probabilities = search.win_probabilities
            break
        probabilities = probabilities_left(turn.after)
    return np.array(parts, dtype=float), np.array([probabilities] * len(parts), dtype=float)


def expected(parts: Array, weights: Array) -> Array:
    """The shares that weights give each seat."""
    scores = parts @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    probabilities: Array = scores / scores.sum(axis=1, keepdims=True)
    return probabilities


def fit(parts: Array, shares_won: Array, by_hand: Array, trust: float) -> Array:
    """The weights under which these results are likeliest, by Newton's method with shorter steps
    where a whole one would go too far.
    """
    pull = trust * (parts.std(axis=(0, 1)) ** 2 + 1e-9)

    def worth(weights: Array) -> float:
        far = float((pull * (weights - by_hand) ** 2).sum()) / 2
        return likelihood(parts, shares_won, weights) * len(parts) - far

    weights = by_hand
    for _ in range(25):
        probabilities = expected(parts, weights)
        gradient = np.einsum("ns,nsp->p", shares_won - probabilities, parts) - pull * (weights - by_hand)
        mean = np.einsum("ns,nsp->np", probabilities, parts)
        curve = np.einsum("ns,nsp,nsq->pq", probabilities, parts, parts) - mean.T @ mean
        step = np.linalg.solve(curve + np.diag(pull), gradient)
        while worth(weights + step) < worth(weights) and abs(step).max() > 1e-6:
            step = step / 2
        weights = weights + step
    return weights


def likelihood(parts: Array, shares_won: Array, weights: Array) -> float:
    """The mean logarithm of the share given to what happened."""
    return float((shares_won * np.log(expected(parts, weights) + 1e-12)).sum(axis=1).mean())


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--trust", type=float, default=500)
    parser.add_argument("--seed", default="learn")
    parser.add_argument("--learnt", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    evaluation = find_evaluation(chosen.game, chosen.players, by_hand=True)
    by_hand = np.array(evaluation.weights)
    one_game = partial(
        self_play, game=chosen.game, players=chosen.players, simulations=chosen.simulations, learnt=chosen.learnt
    )
    with ProcessPoolExecutor() as processes:
        seeds = [f"{chosen.seed}/{number}" for number in range(chosen.games)]
        played = [one for one in processes.map(one_game, seeds, chunksize=5) if len(one[0])]
    test_parts, test_won = (np.concatenate(both) for both in zip(*played[::5], strict=True))
    del played[::5]
    parts, shares_won = (np.concatenate(both) for both in zip(*played, strict=True))
    weights = fit(parts, shares_won, by_hand, chosen.trust)
    for name, hand, learnt in zip(evaluation.by_hand, by_hand, weights, strict=True):
        print(f"{name:14} {hand:8.3f} {learnt:8.3f}")
    foretold = [likelihood(test_parts, test_won, each) for each in (by_hand, weights)]
    print(f"{len(parts)} positions; foretold: by hand {foretold[0]:.4f}, learnt {foretold[1]:.4f}")
    if chosen.write:
        known = json.loads(WEIGHTS.read_text("utf-8"))
        named = zip(evaluation.by_hand, weights.round(4).tolist(), strict=True)
        known.setdefault(chosen.game, {})[str(chosen.players)] = dict(named)
        WEIGHTS.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
