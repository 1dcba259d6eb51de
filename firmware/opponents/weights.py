"""The weights of the evaluation of a game: learnt, or set by hand.

Learnt weights are data beside this file: ``weights.json``, a game -> number of players -> part ->
weight. They are fitted by ``tests/benchmarks/learn.py``.
"""

import json
from functools import cache
from importlib import import_module
from pkgutil import get_data

from firmware.opponents.evaluation import Evaluation


@cache
def learnt_weights() -> dict[str, dict[str, dict[str, float]]]:
    """Return all weights that were learnt."""
    data = get_data(__package__, "weights.json")
    assert data is not None
    weights: dict[str, dict[str, dict[str, float]]] = json.loads(data)
    return weights


@cache
def find_evaluation(game: str, players: int, *, by_hand: bool = False) -> Evaluation:
    """Return the evaluation of a game for this number of players.

    game: its name in the registry of rules. by_hand: whether to ignore learnt weights.
    """
    kind: type[Evaluation] = import_module(f"firmware.opponents.{game}").EVALUATION
    learnt = {} if by_hand else learnt_weights().get(game, {}).get(str(players), {})
    return kind(learnt)
