"""How soon all who watch a table see a move, and what the server costs.

    python tests/benchmarks/watchers.py                  # 200 watchers
    python tests/benchmarks/watchers.py --watchers 20 --moves 50 --json
    python tests/benchmarks/watchers.py --games 100      # games on screens, two browsers each
    python tests/benchmarks/watchers.py --games 4 --posted 10

The command ``speeltafel serve`` runs as a process of its own, the watchers in another one, over
loopback; both share the machine's cores. One watcher makes moves at the simulated table, with the
pauses of people. The delay is from the commit of a move, at the time that the store has of it (so
it includes the disk's fsync), until the watcher has the whole message. Both clocks are the
machine's monotonic one. The RSS is the server's, at the end; CPU is its process time a second.

With ``--games`` there are so many games on screens instead, each with two people in two browsers
and a computer. A person thinks for 2 to 6 seconds; the delay is from the drop of a piece until the
browser that dropped it has the next state, which is sent once the store has the move.

``--posted``: meanwhile a stranger has a record of a thousand moves read, so many times at once, and
again as soon as that is answered.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from firmware.cli import main
from firmware.commands import serve as serving
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.web.seating import BROWSER
from hal.clock import VirtualClock
from rules import find_game, make_header, write_record

GOAL_P99 = 20.0  # milliseconds
GOAL_RSS = 80.0  # MB
WARMING = 8.0  # seconds in which all come and the computer's processes begin
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: c3BlZWx0YWZlbC1zcGVlbA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Measured(NamedTuple):
    """The results. delays: milliseconds, of each move at each watcher."""

    watchers: int
    moves: int
    delays: Sequence[float]
    rss: float
    cpu: float

    def percentile(self, percent: float) -> float:
        """Return a percentile of the delays, in milliseconds."""
        return percentile(self.delays, percent)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return a percentile of numbers."""
    ordered = sorted(values)
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

    seen: when a change that brings moves was there whole, by the last of these moves.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._data = bytearray()
        self._upgraded = False
        self.seen: list[tuple[float, bytes]] = []
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        self.transport.write(HANDSHAKE.format(port=self._port).encode())

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come; a server's are not masked (RFC 6455, 5.2)."""
        self._data += data
        if not self._upgraded:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._data[: end + 4]
            self._upgraded = True
        for opcode, body in frames(self._data):
            now = time.monotonic()
            if opcode == 9:  # a ping wants its pong
                self.send(body, 10)
            elif body.startswith(b'{"type":"change"') and b'"moves":' in body:
                self.seen.append((now, body))
            if not self.open.done():
                self.open.set_result(None)

    def send(self, body: bytes, opcode: int = 1) -> None:
        """Send a short frame, masked with nothing."""
        self.transport.write(bytes((128 | opcode, 128 | len(body), 0, 0, 0, 0)) + body)


async def play(port: int, watchers: int, moves: int) -> list[Watching]:
    """Let all watch and one make moves, until there are so many; return the watchers."""
    loop = asyncio.get_running_loop()
    crowd = []
    for _ in range(watchers):
        _, watching = await loop.create_connection(lambda: Watching(port), "127.0.0.1", port)
        await watching.open
        crowd.append(watching)
    first = crowd[0]
    free = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
    for number in range(moves):
        colour = "ybr"[number % 3]
        move = {"type": "move", "move": f"{colour}@{free[number]}"}
        first.send(json.dumps(move).encode())
        while len(first.seen) <= number:  # noqa: ASYNC110  # a person, not a program, waits here
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
    await asyncio.sleep(0.5)
    return crowd


def measure(watchers: int, moves: int) -> Measured:
    """Start the server and the watchers, play, and return the results."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with subprocess.Popen(
            [sys.executable, __file__, "--serve", folder], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            zero = float(server.stdout.readline())
            port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
            try:
                crowd = asyncio.run(play(port, watchers, moves))
                lasted = time.monotonic() - began
                rss, cpu = cost(server.pid)
            finally:
                server.terminate()
        with Store(Path(folder) / FILE, writes=False) as store:
            kept = store.game(1).moves
    delays = [
        (seen - zero) * 1000 - (move.at or 0) / 1000
        for watching in crowd
        for (seen, _), move in zip(watching.seen, kept, strict=True)
    ]
    return Measured(watchers, len(kept), delays, rss, cpu / lasted)


class Person:
    """Somebody in a browser at one of many games on screens. delays: seconds, of each drop."""

    def __init__(self, port: int, number: int, cookie: str, seat: str) -> None:
        self._port = port
        self._number = number
        self._cookie = cookie
        self._seat = seat
        self.delays: list[float] = []

    async def play(self, until: float) -> None:
        """Make moves until a time of the monotonic clock; the first seconds do not count."""
        rng = random.Random(f"{self._number} {self._seat}")
        address = f"ws://127.0.0.1:{self._port}/ws?game={self._number}"
        headers = {"Cookie": f"{BROWSER}={self._cookie}"}
        counts = time.monotonic() + WARMING
        async with connect(address, additional_headers=headers, max_size=None) as socket:
            state: dict[str, Any] = {}
            while time.monotonic() < until:
                await self._follow(socket, state, until)
                if time.monotonic() >= until:
                    return
                await asyncio.sleep(rng.uniform(2, 6))
                source, targets = rng.choice(list(state["screen"]["drops"].items()))
                drop = {"type": "drop", "to": int(rng.choice(list(targets)))}
                drop["source"] = int(source) if source.isdecimal() else source
                moves, dropped = len(state["moves"]), time.monotonic()
                await socket.send(json.dumps(drop))
                while len(state["moves"]) == moves and not state["screen"]["over"]:
                    await self._hear(socket, state)
                if dropped > counts:
                    self.delays.append(time.monotonic() - dropped)

    async def _follow(self, socket: ClientConnection, state: dict[str, Any], until: float) -> None:
        """Wait for one's turn, or until a time of the monotonic clock."""
        while not state or state["position"]["to_move"] != self._seat:
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    await self._hear(socket, state)
            except TimeoutError:
                return

    async def _hear(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        told = json.loads(await socket.recv())
        if told["type"] == "error":
            raise RuntimeError(told["message"])
        if told["type"] in ("state", "change"):
            state |= told


def begin(client: httpx.Client, port: int) -> tuple[Person, Person]:
    """Begin a game of two people and a computer, and let both sit down."""
    asked = {"game": "forum_romanum", "names": ["A", "B", "C"], "seats": [0, 0, 1], "here": False}
    client.cookies.clear()
    number = client.post("/api/screen", json=asked).json()["id"]
    first = client.cookies[BROWSER]
    [free] = client.post(f"/api/screen/{number}/links", json={}).json()["links"]
    client.cookies.clear()
    client.post(
        f"/api/screen/{number}/sit", json={"secret": free["link"].partition("#")[2]}
    ).raise_for_status()
    return Person(port, number, first, "1"), Person(port, number, client.cookies[BROWSER], "2")


def longest() -> str:
    """Return the record of a game of about a thousand moves."""
    rng, position, lines = random.Random(0), find_game("forum_romanum").start(2), list[str]()
    while position.outcome is None:
        lines.append(rng.choice([one for one in position.legal_moves() if one != "agree"]))
        position = position.play(lines[-1])
    return write_record(make_header("forum_romanum", ("A", "B")), lines)


def post(port: int, times: int) -> None:
    """Have a record read so many times at once until the server ends; then print the answers."""
    record, answers = longest(), Counter[int]()

    def one(_: int) -> None:
        url = f"http://127.0.0.1:{port}/api/report?as=html"
        with suppress(httpx.HTTPError):
            while True:
                answers[
                    httpx.post(url, content=record, timeout=60, trust_env=False).status_code
                ] += 1
                time.sleep(0.05)

    with ThreadPoolExecutor(times) as stranger:
        list(stranger.map(one, range(times)))
    print("answers to the stranger, by status:", dict(answers))


def measure_games(games: int, seconds: float, posted: int = 0) -> Measured:
    """Play so many games on screens at once, and return the results."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "firmware", "serve", "--port", "0", "--data", folder],
            stdout=subprocess.PIPE, text=True,
        ) as server,
    ):  # fmt: skip
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])

        async def play_all(people: Sequence[Person]) -> None:
            until = time.monotonic() + seconds
            async with asyncio.timeout(seconds + 30):
                await asyncio.gather(*(person.play(until) for person in people))

        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
                people = [one for _ in range(games) for one in begin(client, port)]
            if posted:
                asked = [sys.executable, __file__, "--post", str(port), "--posted", str(posted)]
                subprocess.Popen(asked)  # which ends when the server does
            before = cost(server.pid)[1]
            asyncio.run(play_all(people))
            rss, cpu = cost(server.pid)
        finally:
            server.terminate()
    delays = [delay * 1000 for person in people for delay in person.delays]
    return Measured(2 * games, len(delays), delays, rss, (cpu - before) / seconds)


def report_games(measured: Measured, games: int) -> None:
    """Print what many games cost."""
    table = Table("", "measured", title=f"{games} games, {measured.moves} drops of people")
    for name, percent in (("p50", 50), ("p99", 99), ("worst", 100)):
        table.add_row(f"drop to recorded, {name} (ms)", f"{measured.percentile(percent):.1f}")
    table.add_row("RSS of the server (MB)", f"{measured.rss:.1f}")
    table.add_row("CPU of the server (cores)", f"{measured.cpu:.2f}")
    Console().print(table)


def serve(folder: str) -> int:
    """The server: the command as it is, but that it says when its table's clock began."""
    clock = VirtualClock(speed=1)
    print(time.monotonic(), flush=True)
    vars(serving)["VirtualClock"] = lambda **_: clock
    return main(
        [
            "serve",
            "--table",
            "simulated",
            "forum_romanum",
            "--players",
            "3",
            "--port",
            "0",
            "--data",
            folder,
        ]
    )


def cost(process: int) -> tuple[float, float]:
    """Return the RSS of a process in MB and its CPU seconds so far (Linux)."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    rss = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    times = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return int(rss.split()[1]) / 1024, (int(times[11]) + int(times[12])) / ticks


def report(measured: Measured) -> None:
    """Print a table, with the goals."""
    p50, p99 = measured.percentile(50), measured.percentile(99)
    table = Table(
        "", "measured", "goal", title=f"{measured.watchers} watchers, {measured.moves} moves"
    )  # fmt: skip
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
    parser.add_argument("--games", type=int, metavar="N", help="on screens, instead of a table")
    parser.add_argument("--seconds", type=float, default=40, metavar="S", help="of these games")
    parser.add_argument("--posted", type=int, default=0, metavar="N", help="records at once")
    parser.add_argument("--post", type=int, metavar="PORT", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve is not None:
        sys.exit(serve(chosen.serve))
    if chosen.post is not None:
        post(chosen.post, chosen.posted)
        sys.exit()
    if chosen.games is not None:
        outcome = measure_games(chosen.games, chosen.seconds, chosen.posted)
    else:
        outcome = measure(chosen.watchers, min(chosen.moves, 24))
    if chosen.json:
        told = {"p50": outcome.percentile(50), "p99": outcome.percentile(99)}
        print(json.dumps(told | {"rss": outcome.rss, "cpu": outcome.cpu}))
    elif chosen.games is not None:
        report_games(outcome, chosen.games)
    else:
        report(outcome)
