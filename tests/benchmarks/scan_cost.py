"""What a scan costs when contacts make no sense, and what becomes of the memory.

    python tests/benchmarks/scan_cost.py                        # some 1,000,000 scans
    python tests/benchmarks/scan_cost.py --scans 100000 --game revolution --kinds cloth,swept

Kinds: *single* contacts, presses and keys; magnets *swept* over the table; a *cloth* that moves 40
contacts at once; contacts *stuck* while pieces move; forearms *leaning* on buttons; *holes*, games
of simulated people without 1 % of their edges; and the recorded *traces*, without 1 % of theirs.
The table scans 100 times a second throughout, as it does in play.

Costs are processor time, simulated table and lamps included, scaled to a machine that plays 32,000
random chess moves a second with python-chess.
"""

import argparse
import gc
import math
import random
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import process_time

import chess
from recognition import BUCKETS
from recognition import Costs as AllCosts
from rich.console import Console
from rich.table import Table

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.play.session import Session
from firmware.simulation.demo import PLAYER_NAMES as PLAYERS
from firmware.simulation.demo import Demo
from hal import CELLS, KEYS, Edge, Layer, read_trace, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES, Header, find_game, make_header, read_header
from wiring import COLUMNS, ROWS

TOUCHES = 60  # of the contacts in a trace, or so many cloths, sweeps or forearms
DATA = Path(__file__).parents[1] / "data"


class RandomContacts:
    """Contacts of a table that change at random times; `edges` are all their changes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.edges: list[Edge] = []
        self.at = SECOND // 2
        self._closed: set[int] = set()

    def flip(self, cell: int, after: int = 0) -> None:
        """Let a reed change, `after` so many microseconds."""
        self._closed ^= {cell}
        self.edges.append(Edge(self.at + after, Layer.REED, cell, cell in self._closed))

    def press(self, cell: int, seconds: float, after: int = 0) -> None:
        """Hold a button for so long."""
        at = self.at + after
        self.edges.append(Edge(at, Layer.BUTTON, cell, closed=True))
        self.edges.append(Edge(at + int(seconds * SECOND), Layer.BUTTON, cell, closed=False))

    def rest(self, *seconds: float) -> None:
        """Let one of these spans pass."""
        self.at += int(self.rng.choice(seconds) * SECOND)


CHESS_RATE = 32_000  # moves a second of the machine to which costs are scaled


class Costs(AllCosts):
    """The costs of scans, on a machine that has its own speed."""

    @property
    def scans(self) -> int:
        """How many were counted."""
        return sum(self.buckets.values())

    def scaled(self, by: float) -> "Costs":
        """The same on a machine that takes `by` times as long."""
        shift = round(math.log(by) * BUCKETS)
        return Costs({k + shift: n for k, n in self.buckets.items()}, self.worst * by)


def chess_rate() -> float:
    """Return how many random moves a second python-chess plays in this process."""
    rng = random.Random(1)
    played, begun = 0, process_time()
    while process_time() - begun < 0.5:
        board = chess.Board()
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            played += 1
    return played / (process_time() - begun)


def single(contacts: RandomContacts) -> None:
    """One reed, tilt contact, button or key at a time."""
    rng, kind = contacts.rng, contacts.rng.random()
    cell = rng.randrange(CELLS)
    if kind < 0.6:
        contacts.flip(cell)
    elif kind < 0.7:
        contacts.edges.append(Edge(contacts.at, Layer.TILT, cell, rng.random() < 0.5))
    elif kind < 0.9:
        contacts.press(cell, rng.choice((0.05, 0.15, 1.3, 3)))
    else:
        key = rng.randrange(len(KEYS))
        for after, closed in ((0, True), (SECOND // 10, False)):
            contacts.edges.append(Edge(contacts.at + after, None, key, closed))
    contacts.rest(0.05, 0.2, 0.5, 1, 2)


def swept(contacts: RandomContacts) -> None:
    """A magnet over a row of cells, at 5 to 40 ms a cell."""
    row, pace = contacts.rng.randrange(ROWS) * COLUMNS, contacts.rng.randint(5_000, 40_000)
    for column in range(COLUMNS):
        contacts.flip(row + column, pace * column)
        contacts.flip(row + column, pace * column + 40_000)
    contacts.rest(0.6, 1, 3)


def cloth(contacts: RandomContacts) -> None:
    """Forty reeds at the same instant."""
    for cell in contacts.rng.sample(range(CELLS), 40):
        contacts.flip(cell)
    contacts.rest(0.1, 0.3, 1, 3)


def stuck(contacts: RandomContacts) -> None:
    """Buttons that stay closed for a long time, while single contacts move."""
    if contacts.rng.random() < 0.2:
        contacts.press(contacts.rng.randrange(CELLS), 60)
    single(contacts)


def leaning(contacts: RandomContacts) -> None:
    """Two to eight buttons held together, and a piece now and then."""
    seconds = contacts.rng.choice((0.2, 1.5, 5))
    for cell in contacts.rng.sample(range(CELLS), contacts.rng.randint(2, 8)):
        contacts.press(cell, seconds, contacts.rng.randint(0, 80_000))
    contacts.flip(contacts.rng.randrange(CELLS), 100_000)
    contacts.rest(0.5, 2, 6)


RANDOM: dict[str, Callable[[RandomContacts], None]] = {
    one.__name__: one for one in (single, swept, cloth, stuck, leaning)
}
KINDS = (*RANDOM, "holes", "traces")


def traces(game: str, kind: str) -> Iterator[tuple[Header, list[Edge]]]:
    """Yield endless traces of a kind, each with the header of its game."""
    players = find_game(game).players
    files = sorted(DATA.glob(f"{game}_*.trace"))
    number = 0
    while True:
        rng = random.Random(f"{game} {kind} {number}")
        header = make_header(game, PLAYERS[: players[number % len(players)]])
        if kind in RANDOM:
            contacts = RandomContacts(rng)
            for _ in range(TOUCHES):
                RANDOM[kind](contacts)
            edges = sorted(contacts.edges, key=lambda edge: edge.at)
        elif kind == "holes":
            demo = Demo(header, number, None, lambda _: None, lambda _: None)
            demo.run(40)
            edges = _holed(demo.table.edges, rng)
        else:
            trace = read_trace(files[number % len(files)].read_bytes())
            header, _ = read_header(trace.header)
            edges = _holed(trace.edges, rng)
        yield header, edges
        number += 1


def _holed(edges: Sequence[Edge], rng: random.Random) -> list[Edge]:
    """Return these edges without 1 % of those of reeds."""
    reeds = [number for number, edge in enumerate(edges) if edge.layer is Layer.REED]
    gone = {*rng.sample(reeds, max(1, len(reeds) // 100))} if reeds else set()
    return [edge for number, edge in enumerate(edges) if number not in gone]


def scan(game: str, kind: str, scans: int) -> Costs:
    """Scan a table at least so often, whose contacts do what a kind says; return what it cost."""
    costs = Costs({})
    for header, edges in traces(game, kind):
        start = header.start()
        adapter = find_adapter(start, header.game)
        table = SimulatedTable()
        standing = adapter.start(start)
        table.set_up(reeds_of(standing))
        table.feed(edges)
        loop = Loop(table.ports, Session(at_table(header, start), adapter), lambda _: None, standing=standing)
        end = edges[-1].at + 5 * SECOND
        while table.clock.now() < end and costs.scans < scans:
            begun = process_time()
            loop.step()
            costs.add((process_time() - begun) * 1e6)
        if costs.scans >= scans:
            return costs
    raise AssertionError("traces never end")


def memory() -> float:
    """Return the MB of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def _measure(job: tuple[str, str, int]) -> tuple[str, str, Costs, float, float]:
    """Return game, kind, costs on the reference machine, and the memory before and after."""
    game, kind, scans = job
    scan(game, kind, scans // 20)
    gc.freeze()  # as `seldom_collected` does
    before = memory()
    costs = scan(game, kind, scans).scaled(chess_rate() / CHESS_RATE)
    return game, kind, costs, before, memory()


def show(games: Sequence[str], kinds: Sequence[str], scans: int, processes: int) -> None:
    """Print what a scan costs for each game and kind, so many scans in all."""
    jobs = [(game, kind, scans // (len(games) * len(kinds))) for game in games for kind in kinds]
    table = Table(title="ms of processor time a scan, on the reference machine; MB of memory")
    for name in ("game", "kind", "scans", "p50", "p99.9", "max", "MB before", "after"):
        table.add_column(name, justify="left" if name in ("game", "kind") else "right")
    total = Costs({})
    with Pool(processes, maxtasksperchild=1) as pool:
        for game, kind, costs, before, after in pool.imap(_measure, jobs):
            table.add_row(game, kind, *_row(costs), f"{before:.1f}", f"{after:.1f}")
            total = total + costs
    table.add_section()
    table.add_row("all", "", *_row(total))
    Console(width=100).print(table)


def _row(costs: Costs) -> list[str]:
    parts = [costs.percentile(0.5), costs.percentile(0.999), costs.worst]
    return [f"{costs.scans:,}", *(f"{part / 1000:.3f}" for part in parts)]


def main() -> None:
    """Print the table that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--scans", type=int, default=1_000_000, help="in all, about")
    parser.add_argument("--game", choices=NAMES, help="only this one")
    parser.add_argument("--kinds", default=",".join(KINDS), help="only these, with commas between")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="how many processes")
    chosen = parser.parse_args()
    games, kinds = [chosen.game] if chosen.game else list(NAMES), chosen.kinds.split(",")
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        parser.error(f"there is no kind {unknown[0]!r}, only {', '.join(KINDS)}")
    show(games, kinds, chosen.scans, chosen.jobs)


if __name__ == "__main__":
    main()
