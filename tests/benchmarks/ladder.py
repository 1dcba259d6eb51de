"""Fit the levels of a game, so that each is a fair next step, and write them for the engine.

    python tests/benchmarks/ladder.py revolution                    # fits, and prints the table
    python tests/benchmarks/ladder.py revolution --out ladder.csv --write

Two players. From the bottom upwards: the lowest level is to win `CHILD` of its games against random
moves, each of the next `STEP` against the one below. A level keeps its simulations, and the noise
is found by a logistic regression of results on the logarithm of the noise, a batch of games at a
time; where no noise is small enough the simulations are doubled. The best level stays as it is: it
is the best there is, so the last step is as high as it comes. Then each step is played: with games
that decided nothing, and again after another look when it is not within `FAIR`. With ``--out``
each game is appended to a file, and one that is in it already is not played again.

``--as-they-are`` fits nothing. ``--twice`` counts instead how often level 1 makes, twice in a row,
the move that level 4 without noise values least.
"""

import argparse
import csv
import json
import random
from itertools import pairwise
from math import exp, log
from pathlib import Path

from opponents import played

from firmware.opponents import LEVELS, Level, Search, find_evaluation, find_level
from firmware.opponents import probabilities_left as results_of
from firmware.simulation.mass.statistics import wilson
from rules import NAMES, Move, Position

TABLE = Path(__file__).parents[2] / "firmware" / "opponents" / "levels.json"
CHILD = 0.62  # share of games that the lowest level wins against random moves
STEP = 0.76  # the same of each next one against the one below
FAIR = 0.05  # how far a step may be from what it should be
LOOKS = 3  # times that a level is fitted at most
LEAST, MOST = 0.01, 8.0  # noise that changes little, and that leaves nothing but chance
FIRST = 0.3  # noise of the first batch
FARTHEST = 0.7  # that the logarithm of the noise moves from batch to batch
BATCH, BATCHES = 8, 13  # games
SLOPE, SURE = -1.2, 4.0  # what is thought of the regression's slope before, and how surely
RANDOM = Level(0, 0.0)


class Matches:
    """Plays games between two strengths, each once.

    Args:
        game: the name of the game.
        file: where games are kept; None for nowhere.

    """

    def __init__(self, game: str, file: Path | None) -> None:
        self.game, self._file = game, file
        self._known: dict[tuple[str, ...], float] = {}
        if file is not None and file.exists():
            with file.open(encoding="utf-8", newline="") as rows:
                self._known = {tuple(row[:-1]): float(row[-1]) for row in csv.reader(rows)}

    def won(self, one: Level, other: Level, numbers: range, name: str = "") -> float:
        """Return how many games of these numbers, and of this name, one wins against another."""
        return sum(self._share((one, other), f"{name}{number}") for number in numbers)

    def _share(self, pair: tuple[Level, Level], number: str) -> float:
        key = (self.game, *(f"{one.simulations}/{one.noise:.4f}" for one in pair), number)
        if key not in self._known:
            self._known[key] = self._play(pair, number)
            if self._file is not None:
                with self._file.open("a", encoding="utf-8", newline="") as rows:
                    csv.writer(rows).writerow([*key, self._known[key]])
        return self._known[key]

    def _play(self, pair: tuple[Level, Level], number: str) -> float:
        """Return what the first of a pair gets in one game."""
        evaluation, rng = find_evaluation(self.game, 2), random.Random(f"ladder/{number}")
        name, _, at = number.rpartition(" ")
        first, opening = int(at) % 2, random.Random(f"opening/{name}/{int(at) // 2}")

        def think(position: Position) -> Move:
            level = pair[(evaluation.mover(position) + first) % 2]
            if level == RANDOM:
                return rng.choice(position.legal_moves())
            search = Search(position, evaluation, rng, level)
            search.run(level.simulations)
            return search.best

        for turn in played(self.game, 2, think, opening):
            last = turn.after
        return float(results_of(last)[first])


class Curve:
    """The share that is won by the logarithm of the noise, as a logistic curve."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float, int]] = []
        self._height, self._slope = 0.0, SLOPE

    def add(self, at: float, won: float, games: int) -> None:
        """Learn what was won with a noise of this logarithm, by Newton's method."""
        self._seen.append((at, won, games))
        for _ in range(20):
            gradient = [0.0, SURE * (SLOPE - self._slope)]
            curve = [1e-3, 0.0, SURE]
            for x, shares, count in self._seen:
                expected = 1 / (1 + exp(-self._height - self._slope * x))
                lack, weight = shares - count * expected, count * expected * (1 - expected)
                gradient = [gradient[0] + lack, gradient[1] + lack * x]
                curve = [curve[0] + weight, curve[1] + weight * x, curve[2] + weight * x * x]
            area = curve[0] * curve[2] - curve[1] ** 2
            up = (curve[2] * gradient[0] - curve[1] * gradient[1]) / area
            turn = (curve[0] * gradient[1] - curve[1] * gradient[0]) / area
            self._height += max(-1.0, min(1.0, up))
            self._slope += max(-0.5, min(0.5, turn))

    def find(self, share: float) -> float:
        """Return the logarithm of the noise with which this share is won."""
        return (log(share / (1 - share)) - self._height) / min(self._slope, -0.1)


def fitted(matches: Matches, level: Level, below: Level, share: float, games: int) -> Level:
    """Return a level with which this share is won against the one below."""
    while True:
        curve, at = Curve(), log(FIRST)
        for batch in range(BATCHES):
            one = _noisy(level, at)
            numbers = range(batch * BATCH, (batch + 1) * BATCH)
            curve.add(at, matches.won(one, below, numbers, "fit "), BATCH)
            at = max(at - FARTHEST, min(at + FARTHEST, curve.find(share)))
        for look in range(LOOKS):
            one = _noisy(level, at)
            if look == LOOKS - 1 or one.noise <= LEAST:
                break
            won = matches.won(one, below, range(games), "step ")
            if abs(won / games - share) <= FAIR:
                break
            curve.add(at, won, games)
            at = curve.find(share)
        if one.noise > LEAST:
            return one
        level = level._replace(simulations=2 * level.simulations)


def _noisy(level: Level, at: float) -> Level:
    return level._replace(noise=round(max(LEAST, min(MOST, exp(at))), 3))


def twice(game: str, games: int) -> tuple[int, int]:
    """Return how often level 1 made the move that level 4 values least twice in a row.

    With it the number of its moves, against random ones.
    """
    evaluation, made = find_evaluation(game, 2), [list[bool]() for _ in range(games)]
    lowest, judge = find_level(game, 1), find_level(game, 4).simulations
    for number, least in enumerate(made):
        rng = random.Random(f"twice/{number}")

        def think(position: Position) -> Move:
            moves = position.legal_moves()
            if evaluation.mover(position) != number % 2:  # noqa: B023  # called in this round
                return rng.choice(moves)  # noqa: B023
            search = Search(position, evaluation, rng, lowest)  # noqa: B023
            search.run(lowest.simulations)
            judged = Search(position, evaluation, random.Random(0))
            judged.run(judge)
            least.append(len(moves) > 1 and search.best == judged.least)  # noqa: B023
            return search.best

        for _ in played(game, 2, think, random.Random(f"opening/{number}")):
            pass
    return sum(all(pair) for one in made for pair in pairwise(one)), sum(map(len, made))


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--games", type=int, default=200, help="of each step")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--as-they-are", action="store_true")
    parser.add_argument("--twice", action="store_true")
    chosen = parser.parse_args()
    if chosen.twice:
        number, moves = twice(chosen.game, chosen.games)
        print(f"{chosen.game}: level 4's least move twice in a row {number} times in {moves} moves")
        return
    matches = Matches(chosen.game, chosen.out)
    ladder: dict[int, Level] = {}
    below, share = RANDOM, CHILD
    for level in LEVELS:
        one = find_level(chosen.game, level)
        if level < max(LEVELS) and not chosen.as_they_are:
            usual = LEVELS[level]
            one = fitted(matches, usual, below, share, chosen.games)
        won = matches.won(one, below, range(chosen.games), "step ")
        rate, low, high = wilson(won, chosen.games)
        print(
            f"{chosen.game} {level}: {one.simulations} simulations, noise {one.noise}: {rate:.0%} "
            f"[{low:.0%}-{high:.0%}] of {chosen.games} against the one below",
            flush=True,
        )
        ladder[level], below, share = one, one, STEP
    if chosen.write:
        table = json.loads(TABLE.read_text("utf-8"))
        table[chosen.game] = {str(level): [*strength] for level, strength in ladder.items()}
        TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
