"""What should be played here, what may each seat expect then, and what is gained by it?"""

import random
from collections.abc import Callable, Container
from operator import add
from typing import NamedTuple

from firmware.opponents.evaluation import Evaluation, WinProbabilities, whole
from firmware.opponents.levels import LEVELS, Level
from firmware.opponents.search import Search
from firmware.opponents.weights import find_evaluation
from rules import Move, Position

WINS = "wins"  # the reason for a move that wins at once, beside the parts of the evaluation
ROLL, WAIT = "roll", "wait"  # where nobody can choose
NOTICED = 0.01  # the least gain in score of a part that is a reason
MOST_REASONS = 2
ROLLED = 200  # times that rolls of the die are drawn to see what comes of them
ROUND = 16  # simulations between two looks at whether to stop


class Advice(NamedTuple):
    """The move to make.

    Attributes:
        move: of the rules; or `ROLL` where the die decides, `WAIT` where nobody can move now.
        seat: the number of the seat whose move it is.
        win_probabilities: of each seat.
        line: how the game is expected to go on, the move first.
        reasons: the parts of the evaluation by which the move gains, the greatest gain first, or
            `WINS`.
        agreed: whether all seats would agree to end the game here, where its rules let them.
    """

    move: Move
    seat: int
    win_probabilities: WinProbabilities
    line: tuple[Move, ...]
    reasons: tuple[str, ...]
    agreed: bool = False


def advise(
    position: Position,
    game: str,
    level: Level,
    seed: str,
    stopped: Callable[[], bool] = lambda: False,
) -> Advice:
    """Return the move that a level makes; the same one for the same seed if it is not stopped.

    Args:
        position: where the game stands; it must not be over.
        game: its name in the registry of rules.
        level: the simulations, and the noise.
        seed: of all that is drawn.
        stopped: is asked again and again whether to answer at once.

    """
    evaluation = find_evaluation(game, len(position.seats))
    rng = random.Random(seed)
    if position.chance or not position.legal_moves():
        assert position.to_move is not None
        seat = position.seats.index(position.to_move)
        if position.chance:
            return Advice(ROLL, seat, _before_rolls(position, evaluation, rng), (), ())
        return Advice(WAIT, seat, whole(evaluation.win_probabilities(position)), (), ())
    search = Search(position, evaluation, rng, level.noise)
    left = level.simulations
    while left > 0 and not stopped():
        search.run(min(ROUND, left))
        left -= ROUND
    probabilities = search.win_probabilities
    return Advice(
        search.best, evaluation.mover(position), probabilities, search.line,
        reasons(evaluation, position, search.best),
        all(evaluation.agrees(position, n, probabilities) for n in range(len(position.seats))),
    )  # fmt: skip


def _before_rolls(
    position: Position, evaluation: Evaluation, rng: random.Random
) -> WinProbabilities:
    """Return what each seat may expect while the die decides: the mean of what comes of it.

    A position in between tells little, as who has rolled more often stands better in it.
    """
    sums = [0.0] * len(position.seats)
    for _ in range(ROLLED):
        after = position
        while after.chance:
            after = after.play(rng.choice(after.legal_moves()))
        sums = list(map(add, sums, evaluation.win_probabilities(after)))
    return whole([total / ROLLED for total in sums])


def choose(
    position: Position,
    game: str,
    rng: random.Random,
    level: int,
    allowed: Container[Move] | None = None,
) -> Move:
    """Return the move or the roll that a player of this level makes.

    allowed: the moves to choose from, with a legal one among them; None for all legal moves.
    """
    moves = position.legal_moves()
    if position.chance:
        return rng.choice(moves)
    simulations, noise = LEVELS[level]
    some = None if allowed is None else [move for move in moves if move in allowed]
    search = Search(position, find_evaluation(game, len(position.seats)), rng, noise, some)
    search.run(simulations)
    return search.best


def reasons(evaluation: Evaluation, position: Position, move: Move) -> tuple[str, ...]:
    """Return the parts of the evaluation by which this move gains most, or `WINS`.

    A part with a weight that nobody would expect is none, as its words would say the opposite.
    """
    seat = evaluation.mover(position)
    after = position.play(move)
    if after.outcome is not None:
        return (WINS,) if position.seats[seat] in after.outcome.winners else ()
    gains = []
    before, now = evaluation.measure(position), evaluation.measure(after)
    others = [other for other in range(len(before)) if other != seat]
    for number, (part, weight) in enumerate(
        zip(evaluation.by_hand, evaluation.weights, strict=True)
    ):
        if (weight < 0) != (part in evaluation.unwanted):
            continue
        changes = [a[number] - b[number] for a, b in zip(now, before, strict=True)]
        mean = sum(changes[other] for other in others) / len(others)
        gains.append((weight * (changes[seat] - mean), part))
    gains.sort(reverse=True)
    return tuple(part for gain, part in gains[:MOST_REASONS] if gain >= NOTICED)
