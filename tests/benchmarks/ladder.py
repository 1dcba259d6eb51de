"""Fit the levels of a game, so that each is a fair next step, and write them for the engine.

    python tests/benchmarks/ladder.py revolution                    # fits, and prints the table
    python tests/benchmarks/ladder.py revolution --out ladder.csv --write

Two players. From the bottom upwards: the lowest level is to win `CHILD` of its games against random
moves, each of the next `STEP` against the one below. A fit begins at the level as it stands, and
finds the noise by a logistic regression of results on its logarithm, a batch of games at a time,
until the share is known as well as the games of a step tell it. No level has more noise, or fewer
simulations, than the one below; where no noise is small enough the simulations are doubled, where
none is great enough they are halved. The best level stays as it is: it is the best there is, so the
last step is as high as it comes. Then each step is played: with games that decided nothing, and
again after another look when it is not within `FAIR`. With ``--out`` each game is appended to a
file, and one that is in it already is not played again.

``--as-they-are`` fits nothing.
"""

import argparse
import json
import random
from math import exp, log, sqrt
from pathlib import Path

from opponents import Kept, played

from firmware.opponents import LEVELS, Level, Search, find_evaluation, find_level
from firmware.opponents import probabilities_left as results_of
from firmware.simulation.mass.statistics import wilson
from rules import NAMES, Move, Position

TABLE = Path(__file__).parents[2] / "firmware" / "opponents" / "levels.json"
CHILD = 0.62  # share of games that the lowest level wins against random moves
STEP = 0.75  # the same of each next one against the one below
FAIR = 0.05  # how far a step may be from what it should be
LOOKS = 4  # times that a step is played at most
LEAST, MOST = 0.01, 8.0  # noise that changes little, and that leaves nothing but chance
FARTHEST = 0.7  # that the logarithm of the noise moves from batch to batch
BATCH, FEWEST = 8, 4  # games of a batch, and batches from which simulations are changed
SLOPE, SURE = -1.2, 4.0  # what is thought of the regression's slope before, and how surely
RANDOM = Level(0, 0.0)


class Matches:
    """Plays games between two strengths, each once.

    Args:
        game: the name of the game.
        file: where games are kept; None for nowhere.
        seed: with another one, all games are others.

    """

    def __init__(self, game: str, file: Path | None, seed: str = "") -> None:
        self.game, self._seed = game, seed
        self._known = Kept(file, 4)

    def won(self, one: Level, other: Level, numbers: range, name: str = "") -> float:
        """Return how many games of these numbers, and of this name, one wins against another."""
        return sum(self._share((one, other), f"{self._seed}{name}{number}") for number in numbers)

    def _share(self, pair: tuple[Level, Level], number: str) -> float:
        key = (self.game, *map(named, pair), number)
        if key not in self._known:
            self._known.add(key, (self._play(pair, number),))
        return self._known[key][0]

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


def named(level: Level) -> str:
    """Return a name of a level, in files of games."""
    sees = f"/{level.sees}" if level.sees else ""
    return f"{level.simulations}/{level.noise:.4f}{sees}"


class Curve:
    """The share that is won by the logarithm of the noise, as a logistic curve."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float, int]] = []
        self._height, self._slope = 0.0, SLOPE
        self._weights = [1e-3, 0.0, SURE]  # the information in height, both, and slope

    def add(self, at: float, won: float, games: int) -> None:
        """Learn what was won with a noise of this logarithm, by Newton's method."""
        self._seen.append((at, won, games))
        for _ in range(20):
            gradient = [0.0, SURE * (SLOPE - self._slope)]
            one, both, two = 1e-3, 0.0, SURE
            for x, shares, count in self._seen:
                expected = self.share(x)
                lack, weight = shares - count * expected, count * expected * (1 - expected)
                gradient = [gradient[0] + lack, gradient[1] + lack * x]
                one, both, two = one + weight, both + weight * x, two + weight * x * x
            area = one * two - both**2
            up = (two * gradient[0] - both * gradient[1]) / area
            turn = (one * gradient[1] - both * gradient[0]) / area
            self._height += max(-1.0, min(1.0, up))
            self._slope += max(-0.5, min(0.5, turn))
            self._weights = [one, both, two]

    def share(self, at: float) -> float:
        """Return the share that is won with a noise of this logarithm."""
        return 1 / (1 + exp(-self._height - self._slope * at))

    def doubt(self, at: float) -> float:
        """Return the standard error of that share."""
        one, both, two = self._weights
        share = self.share(at)
        variance = (two - 2 * both * at + one * at * at) / (one * two - both**2)
        return share * (1 - share) * sqrt(variance)

    def find(self, share: float) -> float:
        """Return the logarithm of the noise with which this share is won."""
        return (log(share / (1 - share)) - self._height) / min(self._slope, -0.1)


def fitted(matches: Matches, level: Level, below: Level, share: float, games: int) -> Level:
    """Return a level with which this share is won against the one below."""
    enough = sqrt(share * (1 - share) / games)  # the standard error of a step
    least, most = log(LEAST), log(MOST if below == RANDOM else below.noise)
    curve, at, batch, look = Curve(), log(level.noise), 0, 0
    while True:
        at = max(least, min(most, at))
        one = level._replace(noise=round(exp(at), 3))
        beside = curve.share(at) - share
        if batch >= FEWEST and at in (least, most) and abs(beside) > 2 * curve.doubt(at):
            simulations = max(1, 2 * level.simulations) if beside < 0 else level.simulations // 2
            if simulations < below.simulations or not level.simulations:
                return one
            level, curve, batch = level._replace(simulations=simulations), Curve(), 0
        elif batch < FEWEST or curve.doubt(at) > enough:
            numbers = range(batch * BATCH, (batch + 1) * BATCH)
            curve.add(at, matches.won(one, below, numbers, "fit "), BATCH)
            at = max(at - FARTHEST, min(at + FARTHEST, curve.find(share)))
            batch += 1
        else:
            won, look = matches.won(one, below, range(games), "step "), look + 1
            if look == LOOKS or abs(won / games - share) <= FAIR:
                return one
            curve.add(at, won, games)
            at = curve.find(share)


def write(game: str, level: int, one: Level) -> None:
    """Write a level of a game for the engine."""
    table = json.loads(TABLE.read_text("utf-8"))
    table[game][str(level)] = [*one] if one.sees else [*one][:2]
    TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--games", type=int, default=200, help="of each step")
    parser.add_argument("--lowest", type=int, default=1, help="level; those below stay as they are")
    parser.add_argument("--best", type=int, default=20, help="games of the best level; 0: none")
    parser.add_argument("--seed", default="", help="any word: all games are others")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--as-they-are", action="store_true")
    chosen = parser.parse_args()
    matches = Matches(chosen.game, chosen.out, chosen.seed)
    below, share = RANDOM, CHILD
    for level in LEVELS:
        one, games = find_level(chosen.game, level), chosen.games
        if level < chosen.lowest:
            games = 0
        elif level == max(LEVELS):
            games = chosen.best
        elif not chosen.as_they_are:
            one = fitted(matches, one, below, share, games)
        if chosen.write:
            write(chosen.game, level, one)
        if games:
            won = matches.won(one, below, range(games), "step ")
            rate, low, high = wilson(won, games)
            print(
                f"{chosen.game} {level}: {one.simulations} simulations, noise {one.noise}: "
                f"{rate:.0%} [{low:.0%}-{high:.0%}] of {games} against the one below",
                flush=True,
            )
        below, share = one, STEP


if __name__ == "__main__":
    main()
