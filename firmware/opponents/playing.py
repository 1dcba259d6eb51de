"""Whole games, move by move, without a table and its hands."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from firmware.opponents.evaluation import Evaluation, WinProbabilities, result
from rules import AGREE, GameError, Move, Position

WAIT = 1000  # milliseconds that pass at a time while no seat can move


class Turn(NamedTuple):
    """A line of the record of a game.

    Attributes:
        before: the position in which it was made.
        move: the move or roll, empty where time alone has ended the game.
        line: as it stands in the record.
        after: the position after it.
    """

    before: Position
    move: Move
    line: Move
    after: Position


def play_on(
    position: Position, evaluation: Evaluation, choose: Callable[[Position], Move], longest: int
) -> Iterator[Turn]:
    """Yield the turns of a game from a position to its end.

    Args:
        position: where it goes on.
        evaluation: of the game; its pace is the time from move to move.
        choose: returns the move for a position that has legal moves, the roll of a die too, or
            `rules.AGREE`.
        longest: plies at which an unfinished game is left; it is left, too, after as many seconds
            without a legal move.
    """
    clock = waited = 0
    while position.to_move is not None and position.plies < longest and waited < longest:
        before = position
        if position.legal_moves():
            move = choose(position)
            line = position.written(move)
            made = position.play(move)
            position = made.later(evaluation.pace)
            clock += evaluation.pace
            waited = 0
            yield Turn(before, move, line, position)
        else:
            made, position = position, position.later(WAIT)
            clock += WAIT
            waited += 1
        if made.to_move is not None and position.to_move is None:
            yield Turn(made, "", made.written(f"{clock / 1000:.3f}"), position)


def probabilities_left(position: Position) -> WinProbabilities:
    """Return the result of each seat when a game is left here, or is over.

    Where its rules let the players end it by agreement, they do; else each seat gets an equal
    share.
    """
    if position.to_move is not None:
        try:
            position = position.play(AGREE)
        except GameError:
            return [1 / len(position.seats)] * len(position.seats)
    return result(position)
