"""How often does the computer find the move that wins an ending of Manoeuvre? Beside exact answers.

    python tests/benchmarks/endings.py --endings 20

Two players. Games of a quick search, on a board drawn for each, are followed to positions with six
recruits on the track or fewer in which some moves win and others lose, as an exact solver without
a limit of time finds; at most one position for each number of recruits in a game. A number of
simulations alone, and one with the endings that are solved within their time, each choose a move.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from firmware.opponents import Level, Search, find_evaluation
from firmware.opponents.endings import Solver
from firmware.simulation.mass.statistics import wilson
from rules import Move
from rules.manoeuvre import RECRUITS, Position, manoeuvre

PLAYED = Level(10, 0.02)  # of the search that plays the games
UNSOLVED = 1e-9  # noise that changes no choice: a player who misjudges solves no ending
LONGEST = 600  # pieces of work after which a position is left out


def winning(position: Position) -> set[Move] | None:
    """The moves that win, None if all or no moves do, or that takes too long."""
    evaluation = find_evaluation("manoeuvre", 2)
    if evaluation.ending(position) is None or evaluation.decided(position) is not None:
        return None
    moves = sorted(position.legal_moves())
    mover = evaluation.mover(position)
    found: dict[Move, bool] = {}
    for pieces, one in enumerate(Solver(evaluation).solved(position, moves)):
        if one is not None:
            number, proven = one
            found[moves[number]] = proven is not None and proven[mover] == 1
        elif pieces > LONGEST:
            return None
    return {move for move in moves if found[move]} if len({*found.values()}) == 2 else None


def endings(seed: int) -> Iterator[tuple[Position, set[Move]]]:
    """Positions of many games, each with the moves that win."""
    evaluation = find_evaluation("manoeuvre", 2)
    while True:
        rng = random.Random(seed)
        position = manoeuvre.start(2, manoeuvre.draw_options({}, rng))
        seen: set[int] = set()
        while position.to_move is not None:
            left = RECRUITS - len(position.home)
            if left not in seen and (moves := winning(position)):
                seen.add(left)
                yield position, moves
            if position.chance:
                position = position.play(rng.choice(position.legal_moves()))
            else:
                search = Search(position, evaluation, rng, PLAYED)
                search.run(PLAYED.simulations)
                position = position.play(search.best)
        seed += 1


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--endings", type=int, default=46)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    right: Counter[str] = Counter()
    evaluation = find_evaluation("manoeuvre", 2)
    players = {
        "40 simulations alone": Level(40, UNSOLVED),
        "800 simulations alone": Level(800, UNSOLVED),
        "100 simulations, endings solved": Level(100, 0.0),
        "800 simulations, endings solved": Level(800, 0.0),
    }
    for position, moves in islice(endings(chosen.seed), chosen.endings):
        for name, level in players.items():
            search = Search(position, evaluation, random.Random(1), level)
            search.run(level.simulations)
            right[name] += search.best in moves
    for name in players:
        share, low, high = wilson(right[name], chosen.endings)
        print(f"{name}: {share:.0%} [{low:.0%}-{high:.0%}] of {chosen.endings}")


if __name__ == "__main__":
    main()
