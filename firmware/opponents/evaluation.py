"""The evaluation of a position for each seat: the base of the evaluations of all games."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from math import exp
from operator import itemgetter, mul
from typing import Any, ClassVar

from rules import Move, Position

WinProbabilities = Sequence[float]
"""The win probability of each seat, from 0 to 1, in the order of the position's seats; a draw is
divided."""

_FARTHEST = 40.0  # a difference in score beyond which a result is certain


class Evaluation(ABC):
    """The value of the positions of a game, as a weighted sum of named parts for each seat.

    The sums of the seats become win probabilities as in a logistic regression, so the weights can
    be fitted to the results of games.

    Args:
        weights: part -> weight, of the names in `by_hand`; other parts have the weight there.

    Attributes:
        by_hand: every part, and the weight that a person has given it.
        pace: the milliseconds from move to move that a search reckons with, in a game with a clock.
        exploration: how much a search tries a move because it was seldom tried.
        temperature: of the win probabilities by which moves are tried first.
        seen: the number of moves, drawn from all, that a player with noise looks at for each
            simulation, and once more.
    """

    by_hand: ClassVar[Mapping[str, float]]
    pace: ClassVar[int] = 0
    exploration: ClassVar[float] = 0.7
    temperature: ClassVar[float] = 0.2
    seen: ClassVar[int] = 1000

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        chosen = {**self.by_hand, **(weights or {})}
        self.weights = tuple(chosen[part] for part in self.by_hand)

    @abstractmethod
    def measure(self, position: Any) -> Sequence[Sequence[float]]:
        """Return for each seat the value of each part, in the order of `by_hand`.

        position: a position that is not over.
        """

    def win_probabilities(self, position: Any) -> WinProbabilities:
        """Return the win probability of each seat, or its result when the game is over."""
        if position.to_move is None:
            return result(position)
        weights = self.weights
        scores = [sum(map(mul, weights, values)) for values in self.measure(position)]
        if len(scores) == 2:
            ahead = scores[0] - scores[1]
            first = 1 / (1 + exp(-max(-_FARTHEST, min(_FARTHEST, ahead))))
            return (first, 1 - first)
        return softmax(scores)

    def decided(self, position: Any) -> WinProbabilities | None:
        """Return the result of each seat where no move can change it any more. None elsewhere."""
        return result(position) if position.to_move is None else None

    def ending(self, position: Any) -> Hashable | None:
        """Return all facts that matter in an ending short enough to be solved. None elsewhere.

        Of two positions with equal facts, the same seats win. Every position after an ending is an
        ending.
        """
        return None

    def hopeful(self, position: Any) -> Sequence[Move]:
        """Return the legal moves, likely winners of an ending first."""
        moves: Sequence[Move] = position.legal_moves()
        return moves

    def mover(self, position: Any) -> int:
        """Return the number of the seat that chooses the next move."""
        seat: int = position.seats.index(position.to_move)
        return seat

    def after(self, position: Position, move: Move) -> Position:
        """Return the position in which the next move is thought about: past obvious ones."""
        following = position.play(move)
        return following.later(self.pace) if self.pace else following

    def obvious(self, position: Any) -> Move | None:
        """Return a move that is never worse than any other here. None if there is no such one."""
        return None

    def past_obvious(self, position: Position) -> tuple[list[Move], Position]:
        """Return the obvious moves that follow here, and the position after them."""
        moves: list[Move] = []
        while (move := self.obvious(position)) is not None:
            moves.append(move)
            position = position.play(move)
        return moves, position

    def rough(self, position: Any, keep: int) -> Sequence[Move]:
        """Return the moves worth a closer look, at least `keep` of them if there are that many."""
        moves: Sequence[Move] = position.legal_moves()
        return moves

    def candidates(self, position: Position, keep: int) -> list[tuple[float, Move]]:
        """Return the best moves of the seat to choose, with the win probability of each.

        The best comes first. There are at least `keep` of them, or all moves if they are fewer.
        """
        valued = self.valued(position, self.rough(position, keep))
        return sorted(valued, key=itemgetter(0), reverse=True)

    def valued(self, position: Position, moves: Sequence[Move]) -> list[tuple[float, Move]]:
        """Return these moves, each with its win probability for the seat to choose."""
        seat = self.mover(position)
        probabilities, after = self.win_probabilities, self.after
        return [(probabilities(after(position, move))[seat], move) for move in moves]

    def may_slip(self, position: Any) -> bool:
        """Whether a player with noise may make the move that looks worst at first sight.

        Never in two moves of a seat in a row.
        """
        return False

    def offers(self, position: Any) -> bool:
        """Whether computers ask each other here whether to end the game."""
        return False

    def agrees(self, position: Any, seat: int, probabilities: WinProbabilities) -> bool:
        """Whether a seat with these win probabilities agrees to end the game here and now."""
        return False


def result(position: Position) -> WinProbabilities:
    """Return the win probabilities of a game that is over: a shared win or a draw is divided."""
    outcome = position.outcome
    assert outcome is not None
    winners = outcome.winners or position.seats
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in position.seats)


def softmax(scores: Sequence[float], temperature: float = 1.0) -> WinProbabilities:
    """Return probabilities in proportion to the exponentials of `scores` over `temperature`."""
    highest = max(scores)
    each = [exp((score - highest) / temperature) for score in scores]
    whole = sum(each)
    return [one / whole for one in each]


def whole(probabilities: WinProbabilities) -> WinProbabilities:
    """Return win probabilities with a sum of 1: all seats share the difference equally."""
    lack = (1 - sum(probabilities)) / len(probabilities)
    return [probability + lack for probability in probabilities]
