"""The search for the best move: a tree of positions, grown by a simulation at a time.

The search is max^n with PUCT: every seat wants its own win probability, with any number of players
and of moves in a turn. The evaluation of the game chooses the few moves that are looked at in a
position, and gives the value of each before it has been tried. Rolls of a die are drawn. A position
is opened when it is reached for the second time.

Certain results are proven up the tree: a move that wins for certain is made, and not put off where
it wins at once; a move that loses for certain is tried no more. Endings are solved beside it, for a
player without noise. In a game with a clock a win is proven at the evaluation's pace, and a loss
never, as a player can wait.
"""

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from operator import add
from typing import NamedTuple

from firmware.opponents.endings import Solver, best_of
from firmware.opponents.evaluation import Evaluation, WinProbabilities, softmax, whole
from firmware.opponents.levels import LEVELS, SURE, USUAL, Level
from rules import Move, Position

KEPT = 8  # moves looked at in a position that was reached up to some hundred times
WIDER = 0.8  # more of them are, in proportion to the square root of how often it was reached
TIE = 0.003  # win probability that decides between moves of about the same worth
ROUND = 16  # simulations between two pieces of an ending that is solved


class Node:
    """A position in the tree, and the known values of its moves.

    Attributes:
        mover: the number of the seat that chooses.
        moves: the moves that may be looked at, the best at first sight first.
        win_probabilities: of the mover after each move, at first sight.
        priors: how much each is tried at first.
        visits: how often each was tried.
        totals: the win probabilities of the mover in these trials, added up.
        children: the positions after them.
        count: how often this position was reached.
        complete: whether `moves` holds all legal moves.
        proven: the certain result of each seat here, None while it is open.
    """

    __slots__ = (
        "chance",
        "children",
        "complete",
        "count",
        "mover",
        "moves",
        "opened",
        "position",
        "priors",
        "proven",
        "totals",
        "visits",
        "win_probabilities",
    )

    def __init__(self, position: Position) -> None:
        self.position = position
        self.chance = position.chance
        self.opened = False
        self.count = 0
        self.complete = False
        self.proven: WinProbabilities | None = None
        self.mover = 0
        self.moves: list[Move] = []
        self.win_probabilities: list[float] = []
        self.priors: WinProbabilities = ()
        self.visits: list[int] = []
        self.totals: list[float] = []
        self.children: list[Node | None] = []

    def open(self, mover: int, candidates: list[tuple[float, Move]], temperature: float = 1.0) -> None:
        """Take these moves as the moves that may be looked at."""
        self.opened = True
        self.mover = mover
        self.moves = [move for _, move in candidates]
        self.win_probabilities = [probability for probability, _ in candidates]
        self.priors = softmax(self.win_probabilities, temperature) if candidates else ()
        self.visits = [0] * len(candidates)
        self.totals = [0.0] * len(candidates)
        self.children = [None] * len(candidates)

    def chosen(self, curiosity: float) -> int:
        """Return the number of the move to try next.

        curiosity: the weight of seldom tried moves.
        """
        often = sqrt(self.count + 1)
        exploration = curiosity * often
        width = max(KEPT, int(WIDER * often))
        best, highest = 0, float("-inf")
        for number, (visits, total, probability, prior, child) in enumerate(
            zip(self.visits, self.totals, self.win_probabilities, self.priors, self.children, strict=True)
        ):
            if number >= width and highest > 0:  # else all of them lose for certain
                break
            if child is not None and child.proven is not None:
                value = child.proven[self.mover]
            else:
                value = (total + probability + exploration * prior) / (1 + visits)
            if value > highest:
                best, highest = number, value
        return best

    def prove(self) -> None:
        """Prove this position from the proven positions after its moves, where they are enough."""
        each = [None if child is None else child.proven for child in self.children]
        self.proven = best_of(self.mover, each if self.complete else [*each, None])

    def standing(self, number: int) -> tuple[int, int, float]:
        """Return a sort key of a move: the better it is known to be, the greater the key."""
        child, known = self.children[number], 0
        if child is not None and child.proven is not None:
            share = child.proven[self.mover]
            if self.proven is not None:
                known = 1 if share == self.proven[self.mover] else -1
            elif share == 0:
                known = -1
        return known, self.visits[number], self.win_probabilities[number]


class Ranked(NamedTuple):
    """A move that was looked at.

    Attributes:
        move: of the rules.
        probability: of a win for the seat that makes it.
        certain: whether that is proven, and no seat can change it.
    """

    move: Move
    probability: float
    certain: bool = False


class Search:
    """The search for the best move in a position that is not over and not a roll of the die.

    The same position, evaluation, level and state of `rng` give the same tree. It can be stopped
    after any simulation, and before the first.

    A level with noise sees only a sample of the moves, as `Evaluation.seen` says. It passes over
    the worst move, unless the evaluation says that it may slip. The worst move is that at first
    sight; without simulations, and with all moves seen, it is the worst in a search of the usual
    level without noise. A level without simulations takes the second worst at first sight in place
    of the worst.

    Args:
        position: where a seat has to move.
        evaluation: of its game.
        rng: draws rolls of the die and the noise.
        level: how far each move is misjudged, and how surely a win at hand is seen, for certain
            without noise: then no other move is looked at.
        allowed: the legal moves to choose from; None for all of them.
    """

    def __init__(
        self,
        position: Position,
        evaluation: Evaluation,
        rng: random.Random,
        level: Level = SURE,
        allowed: Sequence[Move] | None = None,
    ) -> None:
        noise = level.noise
        self._evaluation = evaluation
        self._rng = rng
        self._root = Node(position)
        moves = sorted(
            position.legal_moves() if allowed is None else allowed
        )  # so that the order in which they came tells nothing
        seen, most = moves, evaluation.seen * (1 + level.simulations)
        if noise and allowed is None and len(moves) > most:
            seen = sorted(rng.sample(moves, most))
        self._errors = {move: rng.gauss(0, TIE + noise) for move in seen}
        self._valued = valued = sorted(evaluation.valued(position, seen))
        if noise and allowed is None and len(valued) > 1 and not evaluation.may_slip(position):
            least = valued[0][1]
            if not level.simulations and seen is moves:
                search = Search(position, evaluation, random.Random(0))
                search.run(LEVELS[USUAL].simulations)
                least = search.least
            valued = [one for one in valued if one[1] != least]
            if not level.simulations:  # the second worst is made where the worst seemed best
                errors, beside = self._errors, valued[0][1]
                errors[beside] = max(errors[beside], errors[least])
        won = [] if evaluation.pace else [one for one in valued if one[0] == 1]
        if won and (not noise or rng.random() < level.sees):
            valued = won
        valued = [(probability + self._errors[move], move) for probability, move in valued]
        valued.sort(reverse=True)
        self._obvious = None if noise else evaluation.obvious(position)
        self._ending = evaluation.ending(position) is not None
        self._root.open(evaluation.mover(position), valued, evaluation.temperature)
        self._root.complete = len(self._root.moves) == len(moves) and not evaluation.pace
        self._made = 0
        self._solving: Iterator[tuple[int, WinProbabilities | None] | None] = iter(())
        if self._ending and not noise:
            self._solving = Solver(evaluation).solved(position, self._root.moves)
        # For each move of the root, the win probabilities of each seat in its trials, added up.
        self._sums = [[0.0] * len(position.seats) for _ in self._root.moves]

    def run(self, simulations: int) -> None:
        """Make this number of further simulations."""
        if len(self._root.moves) > 1 or self._ending:
            for _ in range(simulations):
                if self._made % ROUND == 0:
                    self._solve()
                if self._root.proven is not None:
                    return
                self._made += 1
                self._simulate()

    @property
    def best(self) -> Move:
        """The best move as far as it is known."""
        root = self._root
        return root.moves[self._first(root)]

    @property
    def ranked(self) -> list[Ranked]:
        """The moves looked at: the best move first, then by their number of trials."""
        root = self._root
        seen = [n for n, child in enumerate(root.children) if n < KEPT or child is not None]
        order = sorted(seen, key=root.standing, reverse=True)
        order.sort(key=lambda n: root.moves[n] != self._obvious)
        return [Ranked(root.moves[n], self._expected(n)[root.mover], self._certain(root.children[n])) for n in order]

    @property
    def least(self) -> Move:
        """The move with the lowest value: of moves not looked at, at first sight, else of all."""
        known = [(one.probability, one.move) for one in self.ranked]
        looked_at = {move for _, move in known}
        return min([one for one in self._valued if one[1] not in looked_at] or known)[1]

    @property
    def line(self) -> tuple[Move, ...]:
        """The best move, and how the game is expected to go on; no roll of a die is foretold."""
        moves: list[Move] = []
        node: Node | None = self._root
        while node is not None and node.moves and not node.chance:
            number = self._first(node)
            if moves and not node.visits[number]:
                break
            obvious, _ = self._evaluation.past_obvious(node.position.play(node.moves[number]))
            moves += [node.moves[number], *obvious]
            node = node.children[number]
        return tuple(moves)

    @property
    def win_probabilities(self) -> WinProbabilities:
        """The win probability of each seat after the best move."""
        return self._expected(self._first(self._root))

    @property
    def certain(self) -> bool:
        """Whether the result of the best move is proven; never in a game with a clock."""
        return self._certain(self._root)

    def _certain(self, node: Node | None) -> bool:
        return node is not None and node.proven is not None and not self._evaluation.pace

    def _expected(self, number: int) -> WinProbabilities:
        """Return the win probability of each seat after a move of the root."""
        child = self._root.children[number]
        if child is not None and child.proven is not None:
            return child.proven
        visits = self._root.visits[number]
        if visits:
            return whole([total / visits for total in self._sums[number]])
        following = self._evaluation.after(self._root.position, self._root.moves[number])
        return whole(self._evaluation.win_probabilities(following))

    def _first(self, node: Node) -> int:
        """Return the number of the move that is obvious, wins for certain, or was tried most."""
        if node is self._root and self._obvious in node.moves:
            return node.moves.index(self._obvious)
        return max(range(len(node.moves)), key=node.standing)

    def _solve(self) -> None:
        """Solve a piece of the ending."""
        root = self._root
        for found in self._solving:
            if found is None:
                return
            number, proven = found
            child = root.children[number]
            if child is None:
                following = self._evaluation.after(root.position, root.moves[number])
                child = root.children[number] = Node(following)
            child.proven = proven
            root.prove()
            if root.proven is not None:
                return

    def _simulate(self) -> None:
        """Follow the tree to a position that is new in it, and add the value of that position."""
        evaluation, rng = self._evaluation, self._rng
        node = self._root
        path: list[tuple[Node, int]] = []
        while True:
            if node.proven is not None:
                break
            if not node.opened:
                if node.count == 0:
                    break
                self._open(node)
            if not node.moves:
                break
            number = int(rng.random() * len(node.moves)) if node.chance else node.chosen(evaluation.exploration)
            path.append((node, number))
            child = node.children[number]
            if child is None:
                position = evaluation.after(node.position, node.moves[number])
                child = node.children[number] = Node(position)
                child.proven = evaluation.decided(position)
            node = child
        probabilities = node.proven or evaluation.win_probabilities(node.position)
        node.count += 1
        for parent, number in reversed(path):
            parent.count += 1
            parent.visits[number] += 1
            parent.totals[number] += probabilities[parent.mover]
            if node.proven is not None and not parent.chance:
                parent.prove()
            node = parent
        root, first = path[0]
        root.totals[first] += self._errors[root.moves[first]]
        self._sums[first] = list(map(add, self._sums[first], probabilities))

    def _open(self, node: Node) -> None:
        """Find the moves to look at in a position; a finished position has no moves."""
        position = node.position
        if node.chance:
            node.open(0, [(0.0, roll) for roll in position.legal_moves()])
        elif position.to_move is not None and position.legal_moves():
            evaluation = self._evaluation
            candidates = evaluation.candidates(position, KEPT)
            node.open(evaluation.mover(position), candidates, evaluation.temperature)
            node.complete = len(node.moves) == len(position.legal_moves()) and not evaluation.pace
        else:
            node.opened = True
