"""The speed of the rule engines, beside python-chess in the same run.

    pip install --group dev -e '.[simulation]'
    python tests/benchmarks/rules_speed.py            # moves a second, import cost
    python tests/benchmarks/rules_speed.py --instructions   # instructions a move (valgrind)

Each round plays random games to the end or 2,000 plies with every engine in turn, so that a slow
spell of the machine hits all of them; medians over the rounds and ratios to python-chess follow.
"draw" takes one random move out of the lazy sequence, "list" lists all of them first, as
python-chess has to; its games are cut at 200 plies, while the board is still full. Hourglass
moves come four seconds apart.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
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


def measure_import() -> None:
    """Print what ``import rules`` costs over bare Python."""

    def cost(code: str) -> tuple[float, int]:
        peak = "next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))"
        probe = f"{code}\nprint({peak}.split()[1])"
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        times, sizes = [], []
        for _ in range(15):
            start = perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", probe], capture_output=True, check=True, env=environment
            )
            times.append(perf_counter() - start)
            sizes.append(int(done.stdout))
        return statistics.median(times), int(statistics.median(sizes))

    engines = "\n".join(f"rules.find_game({name!r})" for name in NAMES)
    table = Table(title="import, medians of 15 processes")
    for column in ("what", "ms over bare Python", "goal", "MB RSS over bare", "MB RSS", "goal"):
        table.add_column(column, justify="left" if column == "what" else "right")
    bare_time, bare_size = cost("pass")
    for what, code in (
        ("import rules", "import rules"),
        ("and all engines", f"import rules\n{engines}"),
    ):
        time, size = cost(code)
        table.add_row(
            what, f"{(time - bare_time) * 1000:.1f}", "10", f"{(size - bare_size) / 1024:.1f}",
            f"{size / 1024:.1f}", "12",
        )  # fmt: skip
    Console().print(table)


def measure_instructions(short: int, long: int) -> None:
    """Print instructions a move: a long run minus a short one, under callgrind."""
    table = Table(title=f"instructions a move, callgrind, {long:,} - {short:,} moves")
    table.add_column("engine")
    table.add_column("instructions", justify="right")
    table.add_column("ratio", justify="right")
    base = None
    for name in contestants():
        counts = [_instructions(name, moves) for moves in (short, long)]
        each = (counts[1][0] - counts[0][0]) / (counts[1][1] - counts[0][1])
        base = base or each
        table.add_row(name, f"{each:,.0f}", f"{base / each:.1f}")
    Console().print(table)


def _instructions(name: str, moves: int) -> tuple[int, int]:
    """Instructions and moves of one run under callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        done = subprocess.run(
            [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                sys.executable, __file__, "--worker", name, str(moves),
            ],
            capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": "0"},
        )  # fmt: skip
        for line in out.read_text().splitlines():
            if line.startswith(("totals:", "summary:")):
                return int(line.split()[1]), int(done.stdout)
    raise RuntimeError(f"callgrind counted nothing for {name}")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each engine in a round")
    parser.add_argument("--instructions", action="store_true", help="count them with valgrind")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.worker:
        name, moves = chosen.worker
        print(contestants()[name](random.Random(7), int(moves)))
    elif chosen.instructions:
        measure_instructions(500, 3000)
    else:
        measure_speed(chosen.rounds, chosen.seconds)
        measure_import()


if __name__ == "__main__":
    main()
