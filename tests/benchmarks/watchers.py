"""How soon all who watch see a move, and what the server costs: at a table, and in many matches on screens.

    python tests/benchmarks/watchers.py                     # 200 watchers of a table
    python tests/benchmarks/watchers.py --watchers 20 --moves 12
    python tests/benchmarks/watchers.py --matches 1000      # each with a program and a page
    python tests/benchmarks/watchers.py --matches 1000 --programs

The command ``speeltafel serve`` runs as a process of its own, the watchers in another one, over
loopback; both share the machine's cores. One watcher makes moves at the simulated table, with the
pauses of people. The delay is from the commit of a move, at the time that the store has of it (so
it includes the disk's fsync), until the watcher has the whole message. Both clocks are the
machine's monotonic one. The RSS is the server's, at the end; CPU is its process time a second.

With ``--matches`` so many are begun on screens, one after another. In each, a program follows the
batches and makes a move every ten seconds, and a page (with ``--programs`` a second program) looks
on. The delay is from the decision of the host, before the move is on the disk, by the host's clock.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from firmware.cli import main
from firmware.commands import tables
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.web.seating import BROWSER
from hal.clock import VirtualClock
from rules import find_game

GOAL_P99 = 20.0  # milliseconds
GOAL_RSS = 80.0  # MB
GAME = "forum_romanum"
EVERY = 10.0  # seconds between two moves of a match on screens
SAMPLE = 50  # matches over which the cost of beginning one is averaged
LONGEST = 60.0  # seconds to wait for what has been asked
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: c3BlZWx0YWZlbC1zcGVlbA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Measured(NamedTuple):
    """The results. delays: milliseconds, of each move at each watcher."""

    watchers: int
    moves: int
    delays: Sequence[float]
    rss: float
    cpu: float


def percentile(delays: Sequence[float], percent: float) -> float:
    """Return a percentile of delays."""
    ordered = sorted(delays)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def frames(data: bytearray) -> Iterator[tuple[int, bytes]]:
    """Take the whole frames of a server (RFC 6455, 5.2) off what came: their opcodes and texts."""
    while len(data) >= 2:
        length, start = data[1], 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start + length:
            return
        opcode, body = data[0] & 15, bytes(data[start : start + length])
        del data[: start + length]
        yield opcode, body


class Watching(asyncio.Protocol):
    """One watcher, cheap enough that 200 of them hardly change what is measured.

    path, cookie: of its request. view: the language of its view, "" where it follows batches.
    seen: when each message that brings a move was there whole, and the message.
    """

    def __init__(self, port: int, path: str = "/ws", cookie: str = "", view: str = "en") -> None:
        self._handshake = HANDSHAKE.format(path=path, port=port, cookie=cookie).encode()
        self._hello = json.dumps({"type": "hello", "protocol": 2, "view": view}).encode()
        self._of_moves = (b'{"type":"view"', b'"last":{') if view else (b'{"type":"batch"', b'"played"')
        self._data = bytearray()
        self._upgraded = False
        self._asked = 0
        self.seen: list[tuple[float, bytes]] = []
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        self.transport.write(self._handshake)

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come; a server's are not masked (RFC 6455, 5.2)."""
        self._data += data
        if not self._upgraded:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._data[: end + 4]
            self._upgraded = True
            self.send(self._hello)
        for opcode, body in frames(self._data):
            now = time.monotonic()
            if opcode == 9:  # a ping wants its pong
                self.send(body, 10)
            elif body.startswith(self._of_moves[0]) and self._of_moves[1] in body:
                self.seen.append((now, body))
            if not self.open.done():
                self.open.set_result(None)

    def ask(self, ask: dict[str, object]) -> None:
        """Send a request."""
        self._asked += 1
        self.send(json.dumps({"type": "do", "id": f"{id(self)}-{self._asked}", "ask": ask}).encode())

    def send(self, body: bytes, opcode: int = 1) -> None:
        """Send a frame of less than 64 kB, masked with nothing (RFC 6455, 5.2)."""
        length = len(body).to_bytes(1, "big") if len(body) < 126 else b"\x7e" + len(body).to_bytes(2, "big")
        head = bytes((128 | opcode, 128 | length[0])) + length[1:]
        self.transport.write(head + bytes(4) + body)


async def watch(port: int, *given: str) -> Watching:
    """Return a watcher that has been greeted."""
    _, watching = await asyncio.get_running_loop().create_connection(lambda: Watching(port, *given), "127.0.0.1", port)
    await watching.open
    return watching


async def play(port: int, watchers: int, moves: int) -> list[Watching]:
    """Let all watch a table and one make moves, until there are so many; return the watchers."""
    crowd = [await watch(port) for _ in range(watchers)]
    first = crowd[0]
    free = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
    for number in range(moves):
        first.ask({"type": "move", "move": f"{'ybr'[number % 3]}@{free[number]}"})
        async with asyncio.timeout(LONGEST):
            while len(first.seen) <= number:  # noqa: ASYNC110  # a person, not a program, waits here
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
    await asyncio.sleep(0.5)
    return crowd


@contextmanager
def serving(*command: str) -> Iterator[tuple[subprocess.Popen[str], float, int]]:
    """Run a server; gives its process, the first line that it prints as a number, and its port."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            zero = float(server.stdout.readline())
            yield server, zero, int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        finally:
            server.terminate()


def measure(watchers: int, moves: int) -> Measured:
    """Start the server and the watchers, play, and return the results."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with serving(__file__, "--serve", folder) as (server, zero, port):
            crowd = asyncio.run(play(port, watchers, moves))
            lasted = time.monotonic() - began
            rss, cpu = cost(server.pid)
        with Store(Path(folder) / FILE, writes=False) as store:
            kept = store.game(1).line.moves
    delays = [
        (seen - zero) * 1000 - (move.at or 0) / 1000
        for watching in crowd
        for (seen, _), move in zip(watching.seen, kept, strict=True)
    ]
    return Measured(watchers, len(kept), delays, rss, cpu / lasted)


class Begun(NamedTuple):
    """A match on screens: its number, the cookie of its seats, and the seconds that it took to begin."""

    number: int
    cookie: str
    took: float


def begin(port: int, matches: int) -> Iterator[Begun]:
    """Begin matches of two people at a browser of their own, one after another."""
    asked = {"game": GAME, "names": ["A", "B"], "seats": [0, 0]}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=LONGEST) as client:
        for _ in range(matches):
            client.cookies.clear()
            since = time.monotonic()
            answer = client.post("/api/screen", json=asked).raise_for_status()
            yield Begun(answer.json()["id"], f"{BROWSER}={client.cookies[BROWSER]}", time.monotonic() - since)


async def play_on_screens(
    port: int, begun: Sequence[Begun], seconds: float, view: str
) -> list[tuple[Watching, Watching]]:
    """Let a program and an onlooker follow each match, and the program move; return them all.

    view: the language of the onlooker's view, "" for a second program.
    """
    rng, position, moves = random.Random(1), find_game(GAME).start(2), list[str]()
    while len(moves) < seconds / EVERY:
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    streams = [(f"/ws?game={one.number}", one.cookie) for one in begun]
    pairs = [(await watch(port, *each, ""), await watch(port, *each, view)) for each in streams]
    loop = asyncio.get_running_loop()

    async def play_one(pair: tuple[Watching, Watching], begins: float) -> None:
        for plies, move in enumerate(moves):
            await asyncio.sleep(begins + plies * EVERY - loop.time())
            pair[0].ask({"type": "move", "move": move})
            while any(len(one.seen) <= plies for one in pair):  # noqa: ASYNC110  # as people wait
                await asyncio.sleep(0.02)

    now = loop.time()
    async with asyncio.timeout(seconds + LONGEST):
        await asyncio.gather(*(play_one(pair, now + rng.uniform(0, EVERY)) for pair in pairs))
    return pairs


def report_matches(matches: int, seconds: float, view: str) -> None:
    """Begin so many matches on screens, play them, and print what they cost."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    table = Table("", "measured", title=f"{matches} matches on screens, {os.cpu_count()} CPUs")
    with tempfile.TemporaryDirectory() as folder, serving(__file__, "--serve", folder, "--matches", "1") as server:
        process, _, port = server
        first, begun = cost(process.pid)[0], list[Begun]()
        while len(begun) < matches:
            before = cost(process.pid)[1]
            begun += begin(port, min(SAMPLE, matches - len(begun)))
            took, cpu = median(one.took for one in begun[-SAMPLE:]), (cost(process.pid)[1] - before) / SAMPLE
            if len(begun) in (SAMPLE, matches):
                table.add_row(f"to begin one, {len(begun)} open (ms; of CPU)", f"{took * 1000:.1f}; {cpu * 1000:.1f}")
        before, since = cost(process.pid)[1], time.monotonic()
        pairs = asyncio.run(play_on_screens(port, begun, seconds, view))
        lasted, (rss, cpu) = time.monotonic() - since, cost(process.pid)
    decided = [[json.loads(body)["at"] / 1e6 for _, body in program.seen] for program, _ in pairs]
    for name, number in (("program", 0), ("page" if view else "second program", 1)):
        delays = [
            1000 * (seen - at)
            for pair, ats in zip(pairs, decided, strict=True)
            for (seen, _), at in zip(pair[number].seen, ats, strict=True)
        ]
        size = fmean(len(body) for pair in pairs for _, body in pair[number].seen)
        shown = "; ".join(f"{percentile(delays, percent):.1f}" for percent in (50, 99, 100))
        table.add_row(f"decided to {name}: p50; p99; worst (ms)", shown)
        table.add_row(f"message of a move to a {name} (bytes)", f"{size:.0f}")
    table.add_row("moves", f"{sum(map(len, decided))}")
    table.add_row(
        "CPU of the server (cores; ms a move)",
        f"{(cpu - before) / lasted:.2f}; {1000 * (cpu - before) / sum(map(len, decided)):.1f}",
    )
    table.add_row("RSS of the server (MB; kB a match)", f"{rss:.0f}; {(rss - first) * 1024 / matches:.0f}")
    Console().print(table)


def serve(folder: str, *, screens: bool) -> int:
    """The server: the command as it is, but that it says when its table's clock began."""
    clock = VirtualClock(speed=1)
    print(time.monotonic(), flush=True)
    vars(tables)["VirtualClock"] = lambda _: clock
    table = [] if screens else ["--table", "simulated", GAME, "--players", "3"]
    return main(["serve", *table, "--port", "0", "--data", folder])


def cost(process: int) -> tuple[float, float]:
    """Return the RSS of a process in MB and its CPU seconds so far (Linux)."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    rss = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    times = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return int(rss.split()[1]) / 1024, (int(times[11]) + int(times[12])) / ticks


def report(measured: Measured) -> None:
    """Print a table, with the goals."""
    p50, p99 = percentile(measured.delays, 50), percentile(measured.delays, 99)
    table = Table("", "measured", "goal", title=f"{measured.watchers} watchers, {measured.moves} moves")
    table.add_row("commit to client, p50 (ms)", f"{p50:.1f}", "")
    table.add_row("commit to client, p99 (ms)", f"{p99:.1f}", _goal(p99, GOAL_P99))
    table.add_row("commit to client, worst (ms)", f"{max(measured.delays):.1f}", "")
    table.add_row("RSS of the server (MB)", f"{measured.rss:.1f}", _goal(measured.rss, GOAL_RSS))
    table.add_row("CPU of the server (cores)", f"{measured.cpu:.2f}", "")
    Console().print(table)


def _goal(value: float, goal: float) -> str:
    return f"<= {goal:.0f}, {'met' if value <= goal else 'missed'}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--watchers", type=int, default=200, metavar="N")
    parser.add_argument("--moves", type=int, default=24, metavar="N", help="24 at most")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--matches", type=int, metavar="N", help="on screens, in place of a table")
    parser.add_argument("--programs", action="store_true", help="two programs follow each, and no page")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="of play on screens")
    chosen = parser.parse_args()
    if chosen.serve is not None:
        sys.exit(serve(chosen.serve, screens=bool(chosen.matches)))
    if chosen.matches:
        report_matches(chosen.matches, chosen.seconds, "" if chosen.programs else "en")
        sys.exit()
    report(measure(chosen.watchers, min(chosen.moves, 24)))
