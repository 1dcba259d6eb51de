"""The certain winners of an ending: every line that can decide it, played to its end."""

from collections import Counter
from collections.abc import Generator, Hashable, Iterator, Sequence

from firmware.opponents.evaluation import Evaluation, WinProbabilities
from rules import Move, Position

PAUSE = 200  # positions looked at between two pauses


def best_of(mover: int, each: Sequence[WinProbabilities | None]) -> WinProbabilities | None:
    """Return the certain result for each seat where `mover` chooses among moves with these results.

    None where that is not certain: of more than two seats, a seat that cannot win decides between
    the others as it likes.

    Args:
        mover: the number of the seat that chooses.
        each: the certain result after each move, None where it is open.
    """
    known = [one for one in each if one is not None]
    if not known:
        return None
    best = max(known, key=lambda one: one[mover])
    if best[mover] == 1:
        return best
    settled = len(known) == len(each) and (len(best) == 2 or known.count(best) == len(known))
    return best if settled else None


class Solver:
    """Solves endings of a game exactly, in small pieces of work; each position is solved once.

    A move that has won elsewhere for the same seat is tried before others (the history heuristic).
    The evaluation says which positions are endings; an ending has no die and no running clock.

    Args:
        evaluation: of the game.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._known: dict[Hashable, WinProbabilities | None] = {}
        self._wins: Counter[tuple[int, Move]] = Counter()
        self._looked = 0

    def solved(self, position: Position, moves: list[Move]) -> Iterator[tuple[int, WinProbabilities | None] | None]:
        """Yield the number of each move and the certain result for each seat after it.

        None is yielded after every `PAUSE` positions, so that the work can be left there.
        """
        for number, move in enumerate(moves):
            steps = self._solve(self._evaluation.after(position, move))
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    yield number, end.value
                    break
                yield None

    def _solve(self, position: Position) -> Generator[None, None, WinProbabilities | None]:
        """Return the certain result for each seat, as in `best_of`; pause now and then."""
        evaluation = self._evaluation
        decided = evaluation.decided(position)
        if decided is not None:
            return decided
        key = evaluation.ending(position)
        if key in self._known:
            return self._known[key]
        self._looked += 1
        if not self._looked % PAUSE:
            yield
        mover = evaluation.mover(position)
        each: list[WinProbabilities | None] = []
        wins = self._wins
        for move in sorted(evaluation.hopeful(position), key=lambda one: -wins[mover, one]):
            found = yield from self._solve(evaluation.after(position, move))
            each.append(found)
            if found is not None and found[mover] == 1:
                wins[mover, move] += 1
                break
        best = self._known[key] = best_of(mover, each)
        return best
