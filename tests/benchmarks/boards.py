"""Whole games at boards through the command line: what becomes of moves, and how soon one is kept.

    pip install -e '.[test]'
    PYTHONPATH=tests python tests/benchmarks/boards.py         # each game, on switches and tiles
    PYTHONPATH=tests python tests/benchmarks/boards.py --games 3 --board matrix
    PYTHONPATH=tests python tests/benchmarks/boards.py --presses 2000 --load 8

In real time, the board in a process of its own behind a pseudo-terminal. Hands slip, press UNDO,
pull the cable and cut the power. *latency* is from the last press to the line of the move, in ms.
With ``--presses`` the serial driver alone is pressed, beside so many processes that never rest.
"""

import argparse
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table
from support.whole_games import Board, Mishaps, whole_game

from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Kind, Touch
from hal import HalError
from hal.sampling import Sampler
from hal.tables import Asked, find_table

GAMES = (("revolution", 2), ("hourglass", 2), ("forum_romanum", 3), ("manoeuvre", 2))
PACE = 0.062  # s from press to press: the driver keeps each change for three scans


def play(kinds: list[str], games: int) -> None:
    """Play and print what became of the moves."""
    table = Table(
        "board", "game", "moves", "wrong", "lost", "late", "taken back", "strays", "mishaps", "end", "median", "95 %"
    )
    for kind in kinds:
        for game, players in GAMES:
            for seed in range(games):
                with TemporaryDirectory() as folder:
                    mishaps = Mishaps(5, 9, 60 if game == "forum_romanum" else None)
                    one = whole_game(kind, game, players, Path(folder), mishaps, seed=seed)
                took = [f"{1000 * seconds:.0f}" for seconds in sorted(one.latencies)]
                counts = (one.moves, one.wrong, one.lost, one.late, one.back, one.stray)
                table.add_row(
                    kind,
                    game,
                    *map(str, (*counts, one.mishaps)),
                    one.outcome,
                    took[len(took) // 2],
                    took[len(took) * 95 // 100],
                )
    Console(width=140).print(table)


def press(kind: str, presses: int, load: int) -> None:
    """Press cells, and print how many of the presses are told."""
    busy = [subprocess.Popen(["nice", sys.executable, "-c", "while True: pass"]) for _ in range(load)]
    rng = random.Random(1)
    wanted: list[int] = []
    told: list[int] = []
    try:
        with (
            TemporaryDirectory() as folder,
            Board(kind, Path(folder)) as board,
            find_table("serial")(Asked(str(board.link))) as opened,
            Sampler(opened, opened.turn).running() as ports,
        ):
            debouncer, due = Debouncer(), time.monotonic() + 1
            while len(wanted) < presses or time.monotonic() < due + 3:
                try:
                    events = debouncer.feed(ports.sense.scan(), ports.keys.held(), ports.unread())
                except HalError as error:
                    print(error)
                    continue
                told += [one.cell for one in events if isinstance(one, Touch) and one.kind is Kind.PRESS]
                if len(wanted) < presses and time.monotonic() >= due:
                    cell = rng.choice([one for one in range(96) if one not in wanted[-3:]])
                    wanted.append(cell)
                    board.order("press", cell, 0.03)
                    due = time.monotonic() + PACE
    finally:
        for one in busy:
            one.kill()
    print(
        f"{kind}: {len(wanted)} presses beside {load} busy processes, told {len(told)}, "
        f"in their order: {told == wanted}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="matrix,trellis", help="matrix, trellis, oak")
    parser.add_argument("--games", type=int, default=1, help="of each")
    parser.add_argument("--presses", type=int, default=0)
    parser.add_argument("--load", type=int, default=0)
    chosen = parser.parse_args()
    kinds = chosen.board.split(",")
    if not chosen.presses:
        play(kinds, chosen.games)
    for kind in kinds if chosen.presses else ():
        press(kind, chosen.presses, chosen.load)


if __name__ == "__main__":
    main()
