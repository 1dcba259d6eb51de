"""Fit the levels of a game, so that each is a fair next step, and write them for the engine.

    python tests/benchmarks/ladder.py revolution                    # fits, and prints the table
    python tests/benchmarks/ladder.py revolution --games 200 --out ladder.csv --write

Two players. The lowest level is to win `CHILD` of its games against random moves; its noise is
found by halving. The best level, or `--best`, stays as it is. For those between, the noise is found
that makes the step below as high as the step above, one level after the other, `--rounds` times;
their simulations stay. With ``--out`` each match is appended to a file, and one that is in it
already is not played again.
"""

import argparse
import csv
import json
import random
from collections.abc import Callable
from math import sqrt
from pathlib import Path

from opponents import played

from firmware.opponents import LEVELS, Level, Search, find_evaluation, find_level
from firmware.opponents import probabilities_left as results_of
from firmware.simulation.mass.statistics import wilson
from rules import NAMES, Move, Position

TABLE = Path(__file__).parents[2] / "firmware" / "opponents" / "levels.json"
CHILD = 0.62  # share of games that the lowest level wins against random moves
MOST = 4.0  # noise that leaves nothing but chance
HALVINGS = 5
RANDOM = Level(0, 0.0)

Ladder = dict[int, Level]


class Matches:
    """Plays matches of one game, each once.

    Args:
        game: its name.
        games: of each match, an even number.
        file: where matches are kept; None for nowhere.

    """

    def __init__(self, game: str, games: int, file: Path | None) -> None:
        self.game, self.games, self._file = game, games, file
        self._known: dict[tuple[str, ...], float] = {}
        if file is not None and file.exists():
            with file.open(encoding="utf-8", newline="") as rows:
                self._known = {tuple(row[:-1]): float(row[-1]) for row in csv.reader(rows)}

    def won(self, one: Level, other: Level) -> float:
        """Return the share that one strength wins against another."""
        key = (self.game, str(self.games), *(f"{s}/{n:.4f}" for s, n in (one, other)))
        if key not in self._known:
            shares = [self._play((one, other), number) for number in range(self.games)]
            self._known[key] = sum(shares) / self.games
            if self._file is not None:
                with self._file.open("a", encoding="utf-8", newline="") as rows:
                    csv.writer(rows).writerow([*key, self._known[key]])
        return self._known[key]

    def _play(self, pair: tuple[Level, Level], number: int) -> float:
        """Return what the first of a pair gets in one game."""
        evaluation, rng = find_evaluation(self.game, 2), random.Random(f"ladder/{number}")
        first = number % 2

        def think(position: Position) -> Move:
            simulations, noise = pair[(evaluation.mover(position) + first) % 2]
            if not simulations:
                return rng.choice(position.legal_moves())
            search = Search(position, evaluation, rng, noise)
            search.run(simulations)
            return search.best

        for turn in played(self.game, 2, think, random.Random(f"opening/{number // 2}")):
            last = turn.after
        return float(results_of(last)[first])


def halved(low: float, high: float, too_strong: Callable[[float], bool]) -> float:
    """Return the noise between two at which a level stops being too strong."""
    for _ in range(HALVINGS):
        middle = sqrt(low * high)
        low, high = (middle, high) if too_strong(middle) else (low, middle)
    return round(sqrt(low * high), 3)


def fitted(matches: Matches, rounds: int, best: int) -> Ladder:
    """Return the levels of a game, those below `best` fitted."""
    ladder = {level: find_level(matches.game, level) for level in LEVELS}
    lowest = min(ladder)
    child = ladder[lowest]
    ladder[lowest] = child._replace(
        noise=halved(
            0.05, MOST, lambda noise: matches.won(child._replace(noise=noise), RANDOM) > CHILD
        )
    )
    for _ in range(rounds):
        for level in range(lowest + 1, best):
            ladder[level] = _between(matches, ladder, level)
    return ladder


def _between(matches: Matches, ladder: Ladder, level: int) -> Level:
    """Return a level with the noise that makes its two steps alike."""
    below, one, above = (ladder[each] for each in (level - 1, level, level + 1))

    def too_strong(noise: float) -> bool:
        here = one._replace(noise=noise)
        return matches.won(here, below) > matches.won(above, here)

    return one._replace(noise=halved(0.01, 1.0, too_strong))


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=2, help="0 fits the lowest level alone")
    parser.add_argument("--best", type=int, default=max(LEVELS), help="stays, and those above it")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    matches = Matches(chosen.game, chosen.games - chosen.games % 2, chosen.out)
    ladder = fitted(matches, chosen.rounds, chosen.best)
    below = RANDOM
    for level, strength in ladder.items():
        share, low, high = wilson(matches.won(strength, below) * matches.games, matches.games)
        print(
            f"{chosen.game} {level}: {strength.simulations} simulations, noise {strength.noise}: "
            f"{share:.0%} [{low:.0%}-{high:.0%}] of {matches.games} against the one below",
            flush=True,
        )
        below = strength
    if chosen.write:
        table = json.loads(TABLE.read_text("utf-8"))
        table[chosen.game] = {str(level): [*strength] for level, strength in ladder.items()}
        TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
