"""How long lists and standings take when very many games are kept.

    python tests/benchmarks/large_store.py [--games 100000] [--times 5]

Writes a store of version 2, which has no standings, with so many games of 40 people and computers,
opens it to write (which brings it up to date), and prints the best time of each command beside that
where no game is kept, which is what starting Python takes, and what requests to a server take.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.request import urlopen

from firmware.storage.place import FILE
from firmware.storage.store import Store
from rules import find_game, make_header, write_record

DATA = Path(__file__).parents[1] / "data"
SEATS = {"revolution": 2, "hourglass": 2, "forum_romanum": 3, "manoeuvre": 4}
MOVES = 10
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("--version",),
    ("games",),
    ("games", "list", "--json", "--limit", "100"),
    ("games", "list", "--game", "hourglass", "--limit", "100"),
    ("games", "list", "--json"),  # all of them
    ("standings",),
    ("standings", "--csv", "--player", "Player 7"),
)
PATHS = ("/api/games", "/api/games?game=hourglass", "/api/standings")


def fill(path: Path, games: int) -> None:
    """Write a store of version 2: one game in ten goes on, one in ten has a computer."""
    chance = random.Random(0)
    names = [f"Player {number}" for number in range(40)]
    kinds = list(SEATS)
    rows: dict[str, list[tuple[Any, ...]]] = {"games": [], "players": [], "moves": []}
    for number in range(1, games + 1):
        game = kinds[number % 4]
        seats = find_game(game).seats(SEATS[game])
        players = tuple(chance.sample(names, len(seats)))
        began = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=20 * number)
        ended = None if number % 10 == 0 else (began + timedelta(minutes=15)).isoformat()
        notes = json.dumps({"computer": f"{seats[-1]}:4"} if number % 10 == 5 else {})
        rows["games"].append(
            (number, game, write_record(make_header(game, players), ()), "{}", notes,
             began.isoformat(timespec="microseconds"), ended, ended and "over",
             ended and "agreed", 0)
        )  # fmt: skip
        winner = chance.randrange(len(seats))
        rows["players"] += [
            (number, place + 1, seat, name, ended and chance.randrange(40),
             int(ended is not None and place == winner))
            for place, (seat, name) in enumerate(zip(seats, players, strict=True))
        ]  # fmt: skip
        rows["moves"] += [(number, ply, 0, seats[0], "start", ply) for ply in range(1, MOVES + 1)]
    with closing(sqlite3.connect(path)) as db:
        db.executescript((DATA / "store_v2.sql").read_text() + "PRAGMA foreign_keys=ON;")
        with db:
            db.execute("DELETE FROM games")
            for table, values in rows.items():
                marks = ", ".join("?" * len(values[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", values)


def best(times: int, do: Callable[[], Any]) -> float:
    """Return the milliseconds of the quickest of so many calls."""

    def once() -> float:
        began = perf_counter()
        do()
        return 1000 * (perf_counter() - began)

    return min(once() for _ in range(times))


def command(folder: Path, *arguments: str) -> None:
    """Run a command in a process of its own."""
    program = [sys.executable, "-m", "firmware", *arguments]
    environment = os.environ | {"SPEELTAFEL_DATA": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each start would compile the sources
    subprocess.run(program, env=environment, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve games on screens in a process of its own; the address is given."""
    program = [sys.executable, "-m", "firmware", "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield next(word for line in server.stdout for word in line.split() if "http:" in word)
        finally:
            server.terminate()


def get(address: str) -> None:
    """Read all of an answer."""
    with urlopen(address) as answer:
        answer.read()


def main() -> None:
    """Print the times."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--times", type=int, default=5)
    chosen = options.parse_args()
    with TemporaryDirectory() as folder:
        store = Path(folder) / FILE
        fill(store, chosen.games)
        print(f"{chosen.games} games, {store.stat().st_size / 1e6:.0f} MB; milliseconds")
        print(f"{best(1, lambda: Store(store).close()):9.0f}  opened to write the first time")
        for one in COMMANDS:
            took, idle = (
                best(chosen.times, partial(command, Path(at), *one))
                for at in (folder, f"{folder}/empty")
            )
            print(f"{took:9.0f}  speeltafel {' '.join(one)}, {idle:.0f} where none is kept")
        with serving(Path(folder)) as address:
            for path in PATHS:
                took = best(chosen.times, partial(get, address.rstrip("/") + path))
                print(f"{took:9.0f}  GET {path}")


if __name__ == "__main__":
    main()
