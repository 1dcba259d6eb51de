"""The speed of the rule engines, beside python-chess in the same run.

    pip install --group dev -e '.[simulation]'
    python tests/benchmarks/rules_speed.py

Each round plays random games to the end or 2,000 plies with every engine in turn, so that a slow
spell of the machine hits all of them; medians over the rounds and ratios to python-chess follow.
"draw" takes one random move out of the lazy sequence, "list" lists all of them first, as
python-chess has to; its games are cut at 200 plies, while the board is still full. Hourglass
moves come four seconds apart.
"""

import argparse
import random
import statistics
from collections.abc import Callable
from time import perf_counter

import chess
from rich.console import Console
from rich.table import Table

from rules import NAMES, Position, find_game

PLIES = 2000
CHESS_PLIES = 200  # longer random games are bare endings, which are twice as fast to list
PAUSE = 4000  # milliseconds before each hourglass move
GOALS = {"draw": 15, "list": 3}

Counter = Callable[[random.Random, int], int]
"""Plays at least so many moves and returns how many."""


def play_chess(rng: random.Random, moves: int) -> int:
    """Random games of chess, begun anew after CHESS_PLIES."""
    played = 0
    while played < moves:
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(rng.random() * len(legal))])
            played += 1
    return played


def play_ours(start: Position, way: str) -> Counter:
    """Random games from a start position: "draw" or "list"."""
    timed = start.seats == ("white", "pink")

    def play(rng: random.Random, moves: int) -> int:
        draw = rng.random
        played = 0
        while played < moves:
            position = start
            for _ in range(PLIES):
                if timed:
                    position = position.later(PAUSE)
                legal = position.legal_moves()
                if way == "list":
                    legal = list(legal)
                number = len(legal)
                if not number:
                    break
                position = position.play(legal[int(draw() * number)])
                played += 1
        return played

    return play


def contestants() -> dict[str, Counter]:
    """Every engine with every number of players, both ways, by a name for the table."""
    found: dict[str, Counter] = {"python-chess": play_chess}
    for name in NAMES:
        game = find_game(name)
        for players in game.players:
            start = game.start(players)
            for way in GOALS:
                found[f"{name} {players} {way}"] = play_ours(start, way)
    return found


def measure_speed(rounds: int, seconds: float) -> None:
    """Print moves a second and ratios to python-chess."""
    found = contestants()
    batch = {}
    for name, play in found.items():  # warm up, and find a batch of a fitting length
        start = perf_counter()
        played = play(random.Random(1), 2000)
        batch[name] = max(500, int(played / (perf_counter() - start) * seconds))
    rates: dict[str, list[float]] = {name: [] for name in found}
    for number in range(rounds):
        for name, play in found.items():
            rng = random.Random(number)
            start = perf_counter()
            played = play(rng, batch[name])
            rates[name].append(played / (perf_counter() - start))
    chess_rates = rates["python-chess"]
    table = Table(title=f"moves a second, median of {rounds} interleaved rounds")
    for column in ("engine", "moves/s", "ratio", "goal", ""):
        table.add_column(column, justify="left" if column == "engine" else "right")
    for name, own in rates.items():
        ratio = statistics.median(a / b for a, b in zip(own, chess_rates, strict=True))
        goal = GOALS.get(name.split()[-1])
        met = "" if goal is None else ("yes" if ratio >= goal else "NO")
        table.add_row(name, f"{statistics.median(own):,.0f}", f"{ratio:.1f}", str(goal or ""), met)
    Console().print(table)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each engine in a round")
    chosen = parser.parse_args()
    measure_speed(chosen.rounds, chosen.seconds)


if __name__ == "__main__":
    main()
