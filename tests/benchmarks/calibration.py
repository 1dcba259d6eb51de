"""How often does the computer win where it says that it will? Its claims beside the results.

    python tests/benchmarks/calibration.py revolution --games 60
    python tests/benchmarks/calibration.py forum_romanum 4 --games 20 --out claims.csv

A level plays itself without noise; the first moves are drawn, so that no game is played twice. At
each choice it claims a win probability for who moves, as ``advise`` does. The Brier score is the
mean square of what the claims lack of the results (0 is perfect), here beside that of one claim for
all choices, the mean of the results. The choices of one game share its result, so the number of
games says how sure the score is. With ``--out`` the claims are appended to a file, a line each, and
games that are in it already are not played again.
"""

import argparse
import csv
import random
from pathlib import Path
from typing import NamedTuple

from opponents import played

from firmware.opponents import (
    LEVELS,
    USUAL,
    Search,
    find_evaluation,
    find_level,
    probabilities_left,
)
from rules import NAMES, Move, Position, find_game

TENTHS = 10


class Claim(NamedTuple):
    """What was claimed at a choice, and what came of it, both from 0 to 1."""

    game: int
    claimed: float
    result: float


def claims_of(game: str, seats: int, level: int, number: int) -> list[Claim]:
    """Return the claims of one game; the same number gives the same game."""
    evaluation = find_evaluation(game, seats)
    rng = random.Random(f"claims/{number}")
    made: list[tuple[int, float]] = []

    def think(position: Position) -> Move:
        search = Search(position, evaluation, rng)
        search.run(find_level(game, level).simulations)
        seat = evaluation.mover(position)
        made.append((seat, search.win_probabilities[seat]))
        return search.best

    for turn in played(game, seats, think, random.Random(f"opening/{number}")):
        last = turn.after
    results = probabilities_left(last)
    return [Claim(number, claimed, results[seat]) for seat, claimed in made]


def brier(claims: list[Claim]) -> float:
    """Return the Brier score."""
    return sum((claim.claimed - claim.result) ** 2 for claim in claims) / len(claims)


def show(title: str, claims: list[Claim]) -> None:
    """Print the score, and a row for each tenth of claims."""
    mean = sum(claim.result for claim in claims) / len(claims)
    constant = brier([claim._replace(claimed=mean) for claim in claims])
    games = len({claim.game for claim in claims})
    print(f"{title}: {games} games, {len(claims)} claims, Brier {brier(claims):.3f}, "
          f"one claim for all {constant:.3f}")  # fmt: skip
    for tenth in range(TENTHS):
        some = [one for one in claims if min(int(one.claimed * TENTHS), TENTHS - 1) == tenth]
        if some:
            claimed, won = (sum(column) / len(some) for column in list(zip(*some, strict=True))[1:])
            print(f"  claimed {claimed:4.0%}  won {won:4.0%}  of {len(some)}")


def read(path: Path | None) -> list[Claim]:
    """Return the claims of a file; none of one that is not there."""
    if path is None or not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Claim(int(row[0]), float(row[1]), float(row[2])) for row in csv.reader(file)]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, choices=LEVELS, default=USUAL)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    seats = chosen.players or find_game(chosen.game).players[0]
    claims = read(chosen.out)
    known = {claim.game for claim in claims}
    for number in range(chosen.games):
        if number in known:
            continue
        new = claims_of(chosen.game, seats, chosen.level, number)
        claims += new
        if chosen.out is not None:
            with chosen.out.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(new)
    show(f"{chosen.game} {seats}, level {chosen.level}", claims)


if __name__ == "__main__":
    main()
