"""Do scans keep their rhythm while a disk is slow, and how soon is a move lit?

    pip install -e '.[test]'
    python tests/benchmarks/sampling.py                       # about two minutes
    python tests/benchmarks/sampling.py --seconds 60 --disk 0,1

In real time: the drivers on emulated chips whose bus takes the time of a bus of 400 kHz, the thread
that scans, the whole table with its store. Each commit takes so much longer as `disk` says, in
which the program waits as in fsync. Pieces are placed every 0.3 s.

*scans* are from the beginning of one to that of the next; 10 ms is right; *one* is how long one
takes. *edge to lamp* is from the moment that a piece is placed until the pixels show its move. The
share of a processor is that of the whole process, emulated chips included: about half of it.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from rich.console import Console
from rich.table import Table

from firmware.app.running_table import open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.output.lamps import LAST
from firmware.storage.database import Database
from firmware.storage.place import FILE
from firmware.words import find_words
from hal import Frame, Sense, Snapshot
from hal.chips.buses import I2cBus
from hal.chips.emulated import EmulatedPi
from hal.clock import RealClock
from hal.sampling import Sampler
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import find_game
from wiring import read_pins

PIECES = 24  # that are placed before one is moved
PACE = 3 * SECOND // 10
NAMES = ("Anna", "Bram", "Carla")


class BusTime:
    """The time on a bus: it sleeps for many transfers at once, as no short sleep ends in time."""

    def __init__(self, clock: RealClock) -> None:
        self._clock = clock
        self._owed = 0

    def now(self) -> int:
        """Hal's Clock port."""
        return self._clock.now()

    def sleep_until(self, at: int) -> None:
        """Hal's Clock port."""
        began = self._clock.now()
        self._owed += max(at - began, 0)
        if self._owed > SECOND // 1000:
            self._clock.sleep_until(began + self._owed)
            self._owed -= self._clock.now() - began


class Noted:
    """Contacts that note when they were scanned, and for how long."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense
        self.began: list[float] = []
        self.took: list[float] = []

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        self.began.append(time.perf_counter())
        try:
            return self._sense.scan()
        finally:
            self.took.append(time.perf_counter() - self.began[-1])


@contextmanager
def slow_disk(seconds: float) -> Iterator[None]:
    """Let each change of a store take so much longer."""
    writing = Database.writing

    @contextmanager
    def slowly(database: Database) -> Iterator[None]:
        with writing(database):
            yield
        time.sleep(seconds)

    Database.writing = slowly  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        Database.writing = writing  # type: ignore[method-assign]


def measure(disk: float, seconds: int) -> list[str]:
    """Return a row of figures."""
    clock = RealClock()
    simulated = SimulatedTable(clock)
    pi = EmulatedPi(simulated, read_pins())
    pi.i2c = I2cBus([*pi.chips.values(), pi.oled], BusTime(clock), pi.pins.i2c_rate)
    game = find_game("forum_romanum")
    adapter = find_adapter(game.start(len(NAMES)), "forum_romanum")
    fields = [one for one in adapter.overlay.cells if one[0] in "abcdefg"]
    fields = fields[: min(seconds * 10 // 3, PIECES)]
    shown: dict[int, int] = {}

    class Lamps:
        def show(self, frame: Frame, brightness: float = 1.0) -> None:
            opened.ports.lamps.show(frame, brightness)
            for cell, colour in enumerate(frame):
                if colour == LAST:
                    shown.setdefault(cell, clock.now())

    with TemporaryDirectory() as folder, pi.open() as opened, slow_disk(disk):
        settings = Settings(
            table="pi", store=Path(folder) / FILE, words=find_words("en", {}),
            game="forum_romanum", names=NAMES, offer_unfinished=False,
        )  # fmt: skip
        noted = Noted(opened.ports.sense)
        sampler = Sampler(replace(opened.ports, sense=noted), opened.turn)
        placed = {}
        with (
            sampler.running() as ports,
            open_table(replace(ports, lamps=Lamps()), settings, [], ThinkerAtOnce()) as table,
        ):
            while table.lobby.session is None:
                table.step()
            began = clock.now() + SECOND
            for number, field in enumerate(fields):
                cell = adapter.overlay.cells[field]
                placed[cell] = began + number * PACE
                simulated.place(cell, placed[cell])
            cpu, wall = process_time(), time.perf_counter()
            noted.began.clear()
            noted.took.clear()
            end = began + len(fields) * PACE + SECOND
            while ports.clock.now() < end:
                table.step()
            share = (process_time() - cpu) / (time.perf_counter() - wall)
            moves = [ply.line for ply in table.lobby.session.plies]
    wanted = [f"{'ybr'[number % 3]}@{field}" for number, field in enumerate(fields)]
    gaps = sorted(b - a for a, b in zip(noted.began, noted.began[1:], strict=False))
    took = sorted(noted.took)
    late = sorted(shown[cell] - at for cell, at in placed.items() if cell in shown)
    return [
        f"{disk:g} s", f"{len(moves)} of {len(wanted)}",
        str(sum(a != b for a, b in zip(moves, wanted, strict=False))),
        f"{1000 * median(gaps):.2f}", f"{1000 * gaps[int(len(gaps) * 0.999)]:.1f}",
        f"{1000 * median(took):.2f}", f"{1000 * took[int(len(took) * 0.999)]:.1f}",
        f"{share:.0%}", f"{median(late) / 1000:.0f}" if late else "-",
    ]  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=int, default=12)
    parser.add_argument("--disk", default="0,0.05,0.3,1,2")
    chosen = parser.parse_args()
    table = Table(title="Forum Romanum, a piece every 0.3 s")
    for name in ("disk", "moves", "wrong", "scans p50 (ms)", "p99.9", "one p50 (ms)", "p99.9",
                 "processor", "edge to lamp (ms)"):  # fmt: skip
        table.add_column(name, justify="right")
    for disk in map(float, chosen.disk.split(",")):
        table.add_row(*measure(disk, chosen.seconds))
    Console().print(table)


if __name__ == "__main__":
    main()
