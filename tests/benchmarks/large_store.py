"""How long lists and standings take when very many games are kept, and the bytes of a move.

    python tests/benchmarks/large_store.py [--games 100000] [--times 5]

Writes a store with so many games of 40 people and computers, and prints the best time of each
command beside that where no game is kept, which is what starting Python takes; then what requests
to a server take, the first and then the best of those after it.
"""

import argparse
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

from firmware.match.events import Begun, Played, ending
from firmware.match.seats import Seat, Seats
from firmware.storage.place import FILE
from firmware.storage.standings import standings
from firmware.storage.store import Store
from rules import Outcome, find_game, make_header

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
    """Write a store: one game in ten goes on, one in ten has a computer."""
    chance = random.Random(0)
    names = [f"Player {number}" for number in range(40)]
    kinds = list(SEATS)
    with Store(path) as store, store.writing():
        for number in range(1, games + 1):
            game = kinds[number % 4]
            seats = find_game(game).seats(SEATS[game])
            header = make_header(game, tuple(chance.sample(names, len(seats))))
            began = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=20 * number)
            level = 4 * (number % 10 == 5)
            sit = {seat: Seat(level * (seat == seats[-1])) for seat in seats}
            kept = store.begin(header, began, Begun(Seats(sit)))
            moves = []
            for ply in range(1, MOVES + 1):
                seat = seats[ply % len(seats)]
                moves.append(Played(ply, seat, "start", ply, level=sit[seat].level))
            scores = {seat: chance.randrange(40) for seat in seats}
            outcome = Outcome("agreed", (chance.choice(seats),))
            if number % 10 == 0:
                store.add_to(kept, *moves)
            else:
                end = ending("over", outcome, scores, None, 0)
                store.add_to(kept, *moves, end, day=began + timedelta(minutes=15))


def bytes_of_a_move(folder: Path) -> float:
    """Return the bytes of the file that a move takes which is kept by itself."""
    sizes = []
    for moves in (100, 4100):
        header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
        path = folder / f"{moves}.db"
        with Store(path) as store:
            sit = Seats({seat: Seat() for seat in "123"})
            game = store.begin(header, datetime.now(UTC), Begun(sit))
            now = 86_400_000_000  # a table that was switched on yesterday
            for ply in range(1, moves + 1):
                now += 12_345_678
                store.add_to(game, Played(ply, f"{ply % 3}", "y@d4", now, "0123abcd", 250_000))
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sizes.append(path.stat().st_size)
    return (sizes[1] - sizes[0]) / 4000


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
        print(f"{bytes_of_a_move(Path(folder)):.1f} bytes a move")
        print(f"{chosen.games} games, {store.stat().st_size / 1e6:.0f} MB; milliseconds")
        with Store(store, writes=False) as kept:
            for look in ("first", "second"):
                took = best(1, lambda: standings(kept))
                print(f"{took:9.0f}  standings, {look} look")
        for one in COMMANDS:
            took, idle = (best(chosen.times, partial(command, Path(at), *one)) for at in (folder, f"{folder}/empty"))
            print(f"{took:9.0f}  speeltafel {' '.join(one)}, {idle:.0f} where none is kept")
        with serving(Path(folder)) as address:
            for path in PATHS:
                first = best(1, partial(get, address.rstrip("/") + path))
                took = best(chosen.times, partial(get, address.rstrip("/") + path))
                print(f"{took:9.0f}  GET {path}, {first:.0f} at first")


if __name__ == "__main__":
    main()
