"""The opponent that others are measured against: the best move a single move ahead.

What a game's points do not tell at once (that sand runs low, where a flag is safe) is said by the
taste of that game: what a move is worth beside the points it gains at once, in points.
"""

import random
from collections.abc import Callable
from typing import Any

from rules import Move, Position
from rules.hourglass import START, Glass
from rules.revolution import SEATS

Taste = Callable[[Any, Move], float]

WAY = 10  # columns nearer to the goal that are worth one point
SCARCE, TURN = 25, 3  # seconds of sand below which turning a glass is worth so much
LOST, LEAVE = 4, -9  # seconds of sand below which a glass would die on the way: worth so little


def hourglass_taste(position: Any, move: Move) -> float:
    """What a glass gains on its way to the goal, and by being turned before it runs out."""
    if move == START:
        return 0
    start, end = move.split("-")
    glass: Glass = next(one for one in position.glasses if one.hole == start)
    columns: dict[str, int] = {hole: column for hole, (_, column) in position.board.cells.items()}
    goal = [columns[hole] for hole in position.board.homes[glass.seat == "white"]]
    before, after = (min(abs(columns[hole] - home) for home in goal) for hole in (start, end))
    gain = (before - after) / WAY
    if glass.ends is None:
        return gain
    seconds = glass.remaining / 1000
    if seconds < LOST:
        return gain + LEAVE
    return gain + TURN if seconds < SCARCE else gain


def revolution_taste(position: Any, move: Move) -> float:
    """1 for a stone, -1 for the end of the turn, less for a flag where it would be in danger."""
    if move.startswith("*"):
        return 1
    if move == "end":
        return -1
    if move[0] != "F":
        return 0
    other = SEATS[1 - SEATS.index(position.to_move or "light")]
    return -float(position.influence(move[2:])[other]) - 1


def no_taste(_position: Any, _move: Move) -> float:
    """Each move is worth the points it gains."""
    return 0


TASTES: dict[str, Taste] = {"hourglass": hourglass_taste, "revolution": revolution_taste}


def choose(position: Position, game: str, rng: random.Random) -> Move:
    """The move that gains most on the best of the others at once, drawn among equals."""
    taste = TASTES.get(game, no_taste)
    seat = position.to_move or ""
    best: list[Move] = []
    highest = float("-inf")
    for move in position.legal_moves():
        scores = position.play(move).scores()
        own = scores.pop(seat, 0)
        gain = own - max(scores.values(), default=0) + taste(position, move)
        if gain > highest:
            highest, best = gain, [move]
        elif gain == highest:
            best.append(move)
    return rng.choice(best)
