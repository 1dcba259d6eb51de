"""The move to play in a position, the win probabilities after it, and its rivals."""

import random
from collections.abc import Callable, Container
from operator import add
from typing import NamedTuple

from firmware.opponents.evaluation import Evaluation, WinProbabilities, whole
from firmware.opponents.levels import Level, find_level
from firmware.opponents.search import Ranked, Search
from firmware.opponents.weights import find_evaluation
from rules import Move, Position

ROLL, WAIT = "roll", "wait"  # in place of a move, where no seat can choose
ROLLED = 200  # number of random sequences of rolls whose results are averaged


class Advice(NamedTuple):
    """The move to make.

    Attributes:
        move: of the rules; or `ROLL` where the die decides, `WAIT` where no seat can move now.
        seat: the number of the seat whose move it is.
        win_probabilities: of each seat.
        line: how the game is expected to go on, the move first.
        others: the other moves that were looked at, the best first. Left out is a move that can
            as well be made next in the same turn, with the same result.
        agreed: the numbers of the seats that would agree to end the game here, where its rules let
            them.
        certain: whether the win probabilities are proven: no seat can do better.
    """

    move: Move
    seat: int
    win_probabilities: WinProbabilities
    line: tuple[Move, ...]
    others: tuple[Ranked, ...] = ()
    agreed: tuple[int, ...] = ()
    certain: bool = False


def advise(
    position: Position, game: str, level: Level, seed: str, stopped: Callable[[], bool] = lambda: False
) -> Advice:
    """Return the move that a level makes; the same seed gives the same move unless it is stopped.

    Args:
        position: where the game stands; it must not be over.
        game: its name in the registry of rules.
        level: the simulations, and the noise.
        seed: of all that is drawn.
        stopped: is asked before each simulation whether to answer at once.
    """
    evaluation = find_evaluation(game, len(position.seats))
    rng = random.Random(seed)
    if position.chance or not position.legal_moves():
        assert position.to_move is not None
        seat = position.seats.index(position.to_move)
        if position.chance:
            return Advice(ROLL, seat, _before_rolls(position, evaluation, rng), ())
        return Advice(WAIT, seat, whole(evaluation.win_probabilities(position)), ())
    search = Search(position, evaluation, rng, level)
    for _ in range(level.simulations):
        if stopped():
            break
        search.run(1)
    probabilities = search.win_probabilities
    return Advice(
        search.best,
        evaluation.mover(position),
        probabilities,
        search.line,
        _others(search, position),
        tuple(seat for seat in range(len(position.seats)) if evaluation.agrees(position, seat, probabilities)),
        search.certain,
    )


def _others(search: Search, position: Position) -> tuple[Ranked, ...]:
    """Return the moves that are real alternatives to the best move, best first."""
    best, *others = search.ranked
    after = position.play(best.move)
    return tuple(other for other in others if not _follows_as_well(position, best.move, after, other.move))


def _follows_as_well(position: Position, best: Move, after: Position, other: Move) -> bool:
    """Whether two moves of a turn can be made in either order, and lead to the same position."""
    if after.to_move != position.to_move or other not in after.legal_moves():
        return False
    first = position.play(other)
    return best in first.legal_moves() and first.play(best) == after.play(other)


def _before_rolls(position: Position, evaluation: Evaluation, rng: random.Random) -> WinProbabilities:
    """Return the win probability of each seat while the die decides: the mean over random rolls.

    A position in between tells little: a seat that has rolled more often stands better in it.
    """
    sums = [0.0] * len(position.seats)
    for _ in range(ROLLED):
        after = position
        while after.chance:
            after = after.play(rng.choice(after.legal_moves()))
        sums = list(map(add, sums, evaluation.win_probabilities(after)))
    return whole([total / ROLLED for total in sums])


def choose(
    position: Position, game: str, rng: random.Random, level: int, allowed: Container[Move] | None = None
) -> Move:
    """Return the move or the roll that a player of this level makes.

    allowed: the moves to choose from, with a legal move among them; None for all legal moves.
    """
    moves = position.legal_moves()
    if position.chance:
        return rng.choice(moves)
    strength = find_level(game, level)
    some = None if allowed is None else [move for move in moves if move in allowed]
    search = Search(position, find_evaluation(game, len(position.seats)), rng, strength, some)
    search.run(strength.simulations)
    return search.best
