"""What a table costs that is watched, touched and reported for hours: does it grow?

    python tests/benchmarks/soak.py                              # an hour, a day of the table
    python tests/benchmarks/soak.py --minutes 3 --hours 1

The command ``speeltafel serve`` runs as a process of its own, and its table's time passes faster
than the machine's. 100 watchers stay, 30 come and go, some without a goodbye. Hands at random
contacts and keys begin games, spoil them, and let the computer play others. The broker that the
table tells goes up and down: Mosquitto if it is here, else a listener that takes a connection and
drops it. A machine that is too slow gives the table less time, and the report says how much.

Memory, open files and threads are those of the server (Linux): when the computer has made a move,
as the process that thinks for it has ten open files, and nobody watches; when all watch, after each
quarter of the time that is left, and when they have gone.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table
from watchers import cost, watch

from firmware.cli import main
from firmware.commands import tables
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.words import LANGUAGES
from hal import CELLS, KEYS
from hal.clock import VirtualClock
from rules import NAMES, find_game

STAYING, PASSING = 100, 30  # watchers
STAYS = (0.5, 15.0)  # seconds for which a passing one watches
BROKER_UP, BROKER_DOWN = 20.0, 7.0  # seconds
TOUCHES = 8.0  # touches a second at most; a table takes 20 messages a second
SETTLING = 20.0  # seconds for caches to fill, before what is compared with the end
LEAVING = 3.0  # seconds until the server has noticed that all have left
GOAL_GROWTH = 10.0  # MB
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Sample(NamedTuple):
    """What the server uses at one time. rss: MB."""

    rss: float
    files: int
    threads: int


class Soaked(NamedTuple):
    """The results.

    samples: at the times that the report names. cpu: cores. hours: of the table's time. visits:
    watchers who came. lost: connections of those who stay that broke. games: those in the store.
    brokers: how often one came. said: the lines on the server's standard error. status: with which
    it ended.
    """

    samples: tuple[Sample, ...]
    cpu: float
    hours: float
    visits: int
    touches: int
    lost: int
    games: int
    brokers: int
    said: list[str]
    status: int


def sample(process: int) -> Sample:
    """Return what a process uses now."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    threads = next(line for line in status.splitlines() if line.startswith("Threads:"))
    files = len(list(Path(f"/proc/{process}/fd").iterdir()))
    return Sample(cost(process)[0], files, int(threads.split()[1]))


class Crowd:
    """Who watches and touches the table at a port. rng: draws what they do."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self._port = port
        self._random = rng
        self._game = NAMES[0]
        self.visits = self.touches = self.lost = 0

    async def stay(self) -> None:
        """Watch for ever, and come again when the connection is lost, as a page does."""
        while True:
            watching = await watch(self._port)
            try:
                while not watching.transport.is_closing():
                    await asyncio.sleep(5)
                    watching.seen.clear()
            finally:
                watching.transport.abort()
            self.lost += 1

    async def come_and_go(self) -> None:
        """Watch for a while, again and again."""
        while True:
            watching = await watch(self._port)
            self.visits += 1
            try:
                await asyncio.sleep(self._random.uniform(*STAYS))
                if self._random.random() < 0.5:
                    watching.send(b"\x03\xe8", 8)  # a goodbye (RFC 6455, 5.5.1)
                    await asyncio.sleep(0.1)
            finally:
                watching.transport.abort()
            await asyncio.sleep(self._random.uniform(0, 2))

    async def touch(self) -> None:
        """Do this and that at the table, and come again when the connection is lost."""
        while True:
            hands = await watch(self._port)
            try:
                while not hands.transport.is_closing():
                    hands.ask(self._message())
                    hands.seen.clear()
                    self.touches += 1
                    await asyncio.sleep(self._random.expovariate(TOUCHES))
            finally:
                hands.transport.abort()
            self.lost += 1

    def _message(self) -> dict[str, object]:
        chance = self._random.random()
        if chance < 0.01:
            self._game = self._random.choice(NAMES)
            return {"type": "new", "game": self._game, "names": self._names()}
        if chance < 0.02:
            return {"type": "computer", "seats": find_game(self._game).seats(len(self._names()))}
        if chance < 0.03:
            return {"type": "computer", "seats": []}
        if chance < 0.06:
            return {"type": "key", "key": self._random.choice(KEYS)}
        touch = self._random.choice(("lift", "place", "press", "turn"))
        return {"type": "touch", "touch": touch, "cell": self._random.randrange(CELLS)}

    def _names(self) -> list[str]:
        players = find_game(self._game).players[0]
        return [f"Player {number}" for number in range(players)]


class Broker:
    """A broker that goes up and down. times: how often it was up."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        self._port = port
        self.times = 0

    async def come_and_go(self) -> None:
        """Be there for a while, again and again."""
        while True:
            async with self._mosquitto() if MOSQUITTO else self._listener():
                self.times += 1
                await asyncio.sleep(BROKER_UP)
            await asyncio.sleep(BROKER_DOWN)

    @asynccontextmanager
    async def _mosquitto(self) -> AsyncIterator[None]:
        settings = self._folder / "mosquitto.conf"
        settings.write_text(f"listener {self._port} 127.0.0.1\nallow_anonymous true\n")
        quiet = subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(str(MOSQUITTO), "-c", str(settings), stdout=quiet, stderr=quiet)
        try:
            yield
        finally:
            process.kill()
            await process.wait()

    @asynccontextmanager
    async def _listener(self) -> AsyncIterator[None]:
        async def drop(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(1)
            writer.close()

        async with await asyncio.start_server(drop, "127.0.0.1", self._port):
            yield


def soak(minutes: float, hours: float, seed: int) -> Soaked:
    """Start the server, let all of them loose on it, and return the results."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        broker = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        command = [sys.executable, __file__, "--serve", named, "--broker", str(broker)]
        command += ["--speed", str(hours * 60 / minutes)]
        with (folder / "said").open("wb") as said:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
        with server:
            assert server.stdout is not None
            port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
            try:
                soaked = asyncio.run(_soak(server.pid, port, Broker(folder, broker), minutes * 60, seed))
            finally:
                server.send_signal(signal.SIGTERM)
            status = server.wait(30)
        with Store(folder / FILE, writes=False) as store:
            games = len(list(store.games()))
        lines = (folder / "said").read_text("utf-8", errors="replace").splitlines()
    return soaked._replace(games=games, said=lines, status=status)


async def _soak(server: int, port: int, broker: Broker, seconds: float, seed: int) -> Soaked:
    """Let watchers, hands and a broker come and go for so long; return what can be seen yet."""
    await _think(port)
    samples = [sample(server)]
    crowd = Crowd(port, random.Random(seed))
    begun = cost(server)[1]
    work = [*(crowd.stay() for _ in range(STAYING)), *(crowd.come_and_go() for _ in range(PASSING))]
    tasks = [asyncio.create_task(one) for one in (*work, crowd.touch(), broker.come_and_go())]
    settling = min(SETTLING, seconds / 2)
    for pause in (settling, *[(seconds - settling) / 4] * 4):
        done, _ = await asyncio.wait(tasks, timeout=pause, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()  # none ends by itself
        samples.append(sample(server))
    cpu = (cost(server)[1] - begun) / seconds
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(LEAVING)
    samples.append(sample(server))
    hours = (await asyncio.to_thread(_view, port))["at"] / 3.6e9  # that the table has played
    return Soaked(tuple(samples), cpu, hours, crowd.visits, crowd.touches, crowd.lost, 0, broker.times, [], 0)


async def _think(port: int) -> None:
    """Wait until the computer has made a move, and leave its game."""
    watching = await watch(port)
    seats = find_game(NAMES[0]).seats(2)
    watching.ask({"type": "new", "game": NAMES[0], "names": ["Anna", "Bram"]})
    watching.ask({"type": "computer", "seats": seats})
    while not watching.seen:  # noqa: ASYNC110  # that a move is made
        await asyncio.sleep(0.1)
    watching.transport.abort()


def _view(port: int) -> dict[str, Any]:
    """Return the view."""
    with urlopen(f"http://127.0.0.1:{port}/api/view", timeout=30) as answer:
        view: dict[str, Any] = json.load(answer)
    return view


def serve(folder: str, broker: int, speed: float) -> int:
    """The server: the command as it is, but for the time of its table."""
    vars(tables)["VirtualClock"] = lambda _: VirtualClock(speed)
    told = ["--mqtt", f"mqtt://127.0.0.1:{broker}/soak", "--lang", LANGUAGES[0]]
    return main(["serve", "--table", "simulated", "--port", "0", "--data", folder, *told])


def report(soaked: Soaked) -> None:
    """Print a table of the samples, with the goals, and what else is known."""
    quarters = ("after a quarter", "after a half", "after three quarters", "at the end")
    names = ("before all", "all watch", *quarters, "all have left")
    table = Table("the server", "memory (MB)", "open files", "threads")
    for name, one in zip(names, soaked.samples, strict=True):
        table.add_row(name, f"{one.rss:.1f}", str(one.files), str(one.threads))
    before, settled, *_, end, left = soaked.samples
    grown = end.rss - settled.rss
    table.add_row(
        "goal",
        f"+{GOAL_GROWTH:.0f} while all watch: {_goal(grown <= GOAL_GROWTH)} ({grown:+.1f})",
        f"left as before, +3: {_goal(left.files <= before.files + 3)}",
        f"left as all: {_goal(left.threads <= settled.threads)}",
    )
    console = Console()
    console.print(table)
    console.print(
        f"{soaked.hours:.2f} hours of the table, {soaked.cpu:.2f} cores, {soaked.visits} visits, "
        f"{soaked.touches} touches, {soaked.lost} connections of those who stay lost, "
        f"{soaked.games} games kept, a broker "
        f"({'Mosquitto' if MOSQUITTO else 'a stand-in'}) {soaked.brokers} times, "
        f"{len(soaked.said)} lines on standard error, exit status {soaked.status}"
    )
    for line in soaked.said[-5:]:
        console.print(line, markup=False, highlight=False)


def _goal(met: bool) -> str:
    return "met" if met else "missed"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60, help="of the machine's time")
    parser.add_argument("--hours", type=float, default=24, help="of the table's time")
    parser.add_argument("--seed", type=int, default=1, help="of what is done")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--broker", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--speed", type=float, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve is not None:
        sys.exit(serve(chosen.serve, chosen.broker, chosen.speed))
    report(soak(chosen.minutes, chosen.hours, chosen.seed))
