"""Which move does a simulated player make? The best one a single move ahead.

What a game's points do not tell at once (that sand runs low, where a flag is safe) is in the file
of that game beside this one: its function ``taste``.
"""

import random
from collections.abc import Callable, Container
from importlib import import_module
from typing import Any

from rules import Move, Position

Taste = Callable[[Any, Move], float]
"""What a legal move in a position is worth beside the points it gains at once, in points."""


def find_taste(game: str) -> Taste:
    """Return the taste of a game, by its name in the registry of rules."""
    taste: Taste = import_module(f"firmware.opponents.{game}").taste
    return taste


def choose(
    position: Position, game: str, rng: random.Random, allowed: Container[Move] | None = None
) -> Move:
    """Return the move that gains most on the best of the others at once, drawn among equals.

    On a roll of the die, every roll is equally likely. Nothing is looked at beyond one move.

    position: where the game stands; it must not be over. game: its name in the registry of rules.
    rng: draws among equal moves. allowed: the moves to choose from, with a legal one among them;
    None for all legal moves.
    """
    taste = find_taste(game)
    seat = position.to_move or ""
    best: list[Move] = []
    highest = float("-inf")
    for move in position.legal_moves():
        if allowed is not None and move not in allowed:
            continue
        scores = position.play(move).scores()
        own = scores.pop(seat, 0)
        gain = own - max(scores.values(), default=0) + taste(position, move)
        if gain > highest or position.chance:
            highest, best = gain, [*best, move] if position.chance else [move]
        elif gain == highest:
            best.append(move)
    return rng.choice(best)
