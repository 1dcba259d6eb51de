"""What becomes of presses and of whole games at boards behind a pseudo-terminal, in real time.

    PYTHONPATH=tests python tests/benchmarks/boards.py                       # all games at all boards, with mishaps
    PYTHONPATH=tests python tests/benchmarks/boards.py --kinds oak --games hourglass
    PYTHONPATH=tests python tests/benchmarks/boards.py --presses 10000 --kinds matrix,trellis

Boards: the Pico's program with switches (matrix) or tiles (trellis), and the board of the example
package (oak), on which pieces stand. A computer that is busy otherwise is up to whoever measures;
the load stands beside each line. Late: from the last press of a move to the line that tells that it
is kept, or to the press that is heard; milliseconds, of the middle and of 95 % of them.
"""

import argparse
import os
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from support.whole_games import MISHAPS, Board, whole_game

from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Kind, Touch
from hal import CELLS, PartError, Table
from hal.sampling import Sampler
from hal.serial_table import opened
from hal.tables import Asked


class Listener:
    """A program that hears presses, lights lamps and is busy for a while now and then.

    heard: the cells, in their order, and when each was heard (seconds).
    """

    def __init__(self, rng: random.Random) -> None:
        self.heard: list[tuple[int, float]] = []
        self.ends = False
        self._rng = rng

    def listen(self, ports: Table) -> None:
        """Hear presses until it is to end."""
        debouncer, rng, next_frame = Debouncer(), self._rng, 0.0
        while not self.ends:
            try:
                events = debouncer.feed(ports.sense.scan(), ports.keys.held(), ports.unread())
                if time.monotonic() > next_frame:
                    next_frame = time.monotonic() + 0.05
                    ports.lamps.show(tuple((rng.randrange(256), 0, 0) for _ in range(CELLS)))
            except PartError as error:
                print(error)
                events = debouncer.lose_sight(ports.clock.now())
            presses = [one.cell for one in events if isinstance(one, Touch) and one.kind is Kind.PRESS]
            self.heard += [(cell, time.monotonic()) for cell in presses]
            busy = time.monotonic() + rng.choice((0.02, 0.1, 0.4)) * (rng.random() < 0.01)
            while time.monotonic() < busy:
                sum(range(1000))


def presses(kind: str, number: int, folder: Path) -> None:
    """Press so many cells, one after another, and print which were heard."""
    rng = random.Random(1)
    listener, meant, at = Listener(rng), list[int](), list[float]()
    with (
        Board(kind, folder) as board,
        opened(Asked(str(board.link))) as table,
        Sampler(table, table.turn).running() as ports,
    ):
        thread = Thread(target=listener.listen, args=(ports,))
        thread.start()
        for _ in range(number):
            time.sleep(rng.uniform(0.1, 0.16))
            meant.append(rng.choice([one for one in range(CELLS) if one not in meant[-4:]]))
            at.append(time.monotonic())
            board.press(meant[-1])
        time.sleep(5)
        listener.ends = True
        thread.join()
    heard = [cell for cell, _ in listener.heard]
    late = [then - now for (_, then), now in zip(listener.heard, at, strict=False)]
    order = "in their order" if heard == meant else "in ANOTHER order"
    print(f"{kind}: {len(heard)} of {number} presses heard, {order}; {told(late)}", flush=True)


def told(late: Sequence[float]) -> str:
    """Return how late moves or presses were, and the load of the computer."""
    ordered = sorted(late)
    middle, most = (round(1000 * ordered[int(len(ordered) * part)]) if ordered else 0 for part in (0.5, 0.95))
    return f"late {middle} and {most} ms; load {os.getloadavg()[0]:.1f}"


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="matrix,trellis,oak")
    parser.add_argument("--games", default=",".join(game for game, _ in MISHAPS))
    parser.add_argument("--presses", type=int)
    chosen = parser.parse_args()
    for kind in chosen.kinds.split(","):
        if chosen.presses:
            with tempfile.TemporaryDirectory() as folder:
                presses(kind, chosen.presses, Path(folder))
            continue
        for (game, players), mishaps in MISHAPS.items():
            if game in chosen.games.split(","):
                with tempfile.TemporaryDirectory() as folder:
                    figures = whole_game(kind, game, players, Path(folder), mishaps)
                print(f"{kind} {game}: {figures}; {told(figures.late)}", flush=True)


if __name__ == "__main__":
    main()
