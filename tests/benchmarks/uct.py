"""The peer that anybody could write: textbook UCT with twenty lines of evaluation.

UCB1 at every node (Kocsis and Szepesvári, 2006), rolls of the die drawn, moves at random for a
while, then a logistic function of who is ahead. It knows nothing of this project but the rules, and
is given seconds instead of simulations.
"""

import random
from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from time import process_time
from typing import Any

from rules import Move, Position

EXPLORATION = 0.7
PLAYOUT = 8  # random moves before a position is valued
PACE = 4000  # milliseconds from move to move in Hourglass


class Node:
    """A position that was reached, and what came of each move."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.untried = list(position.legal_moves())
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.total = 0.0  # of who moved here

    def chosen(self, rng: random.Random) -> Move:
        """Return the move to try next: an untried one, else the one with the highest bound."""
        if self.position.chance:
            return rng.choice(self.position.legal_moves())
        if self.untried:
            return self.untried.pop(rng.randrange(len(self.untried)))
        wide = EXPLORATION * sqrt(log(self.visits))
        return max(self.children, key=lambda move: self.bound(move, wide))

    def bound(self, move: Move, wide: float) -> float:
        """Return the upper confidence bound of a move."""
        child = self.children[move]
        return child.total / child.visits + wide / sqrt(child.visits)


def ahead(position: Any) -> Sequence[float]:
    """Return how far each of two seats has come; what matters most in each game."""
    seats = position.seats
    scores = position.scores()
    if hasattr(position, "glasses"):  # Hourglass: those in the goal, the way there, the living
        goals = position.board.homes
        columns = {hole: column for hole, (_, column) in position.board.cells.items()}
        come = dict.fromkeys(seats, 0.0)
        for glass in position.glasses:
            homes = [columns[hole] for hole in goals[glass.seat == "white"]]
            way = min(abs(columns.get(glass.hole, homes[0]) - home) for home in homes)
            come[glass.seat] += 1 - way / 10 if glass.remaining else -1.0
        return [come[seat] + 2 * scores[seat] for seat in seats]
    if hasattr(position, "stones_of"):  # Revolution: who has set more stones
        return [0.5 * position.stones_of(seat) for seat in seats]
    return [scores[seat] / 8 for seat in seats]


def value(position: Position) -> Sequence[float]:
    """Return what each of two seats may expect."""
    if position.outcome is not None:
        winners = position.outcome.winners or position.seats
        return [1 / len(winners) if seat in winners else 0.0 for seat in position.seats]
    one, other = ahead(position)
    first = 1 / (1 + exp(max(-30.0, min(30.0, other - one))))
    return [first, 1 - first]


def after(position: Position, move: Move) -> Position:
    """Return the position in which the next move is chosen."""
    following = position.play(move)
    return following.later(PACE) if hasattr(position, "glasses") else following


def uct_player(seconds: Callable[[], float], rng: random.Random) -> Callable[[Position], Move]:
    """Return a player for two who takes so many seconds of processor time for each move."""

    def think(position: Position) -> Move:
        root = Node(position)
        until = process_time() + seconds()
        while process_time() < until or not root.children:
            simulate(root, rng)
        return max(root.children, key=lambda move: root.children[move].visits)

    return think


def simulate(root: Node, rng: random.Random) -> None:
    """Follow the tree to a new position, play on at random, and add what that is worth."""
    node, path = root, list[tuple[int, Node]]()
    while node.position.legal_moves():
        mover = node.position.seats.index(node.position.to_move or "")
        move = node.chosen(rng)
        new = move not in node.children
        if new:
            node.children[move] = Node(after(node.position, move))
        node = node.children[move]
        path.append((mover, node))
        if new:
            break
    position = node.position
    for _ in range(PLAYOUT):
        if not position.legal_moves():
            break
        position = after(position, rng.choice(position.legal_moves()))
    worth = value(position)
    root.visits += 1
    for mover, one in path:
        one.visits += 1
        one.total += worth[mover]
