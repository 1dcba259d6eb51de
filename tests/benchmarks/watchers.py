"""How soon all who watch a table see a move, and what the server costs.

    python tests/benchmarks/watchers.py                  # 200 watchers
    python tests/benchmarks/watchers.py --watchers 20 --moves 50 --json

The command ``speeltafel serve`` runs as a process of its own, the watchers in another one, over
loopback; both share the machine's cores. One watcher makes moves at the simulated table, with the
pauses of people. The delay is from the commit of a move, at the time that the store has of it (so
it includes the disk's fsync), until the watcher has the whole message. Both clocks are the
machine's monotonic one. The RSS is the server's, at the end; CPU is its process time a second.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from firmware.cli import main
from firmware.commands import serve as serving
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal.clock import VirtualClock

GOAL_P99 = 20.0  # milliseconds
GOAL_RSS = 80.0  # MB
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
        ordered = sorted(self.delays)
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
        self._asked = 0
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
            self.send(b'{"type":"hello","protocol":2,"view":"en"}')
        for opcode, body in frames(self._data):
            now = time.monotonic()
            if opcode == 9:  # a ping wants its pong
                self.send(body, 10)
            elif body.startswith(b'{"type":"view"') and b'"moves":{' in body:
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
        first.ask({"type": "move", "move": f"{colour}@{free[number]}"})
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


def serve(folder: str) -> int:
    """The server: the command as it is, but that it says when its table's clock began."""
    clock = VirtualClock(speed=1)
    print(time.monotonic(), flush=True)
    vars(serving)["VirtualClock"] = lambda **_: clock
    table = ["--table", "simulated", "forum_romanum", "--players", "3"]
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
    p50, p99 = measured.percentile(50), measured.percentile(99)
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
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve is not None:
        sys.exit(serve(chosen.serve))
    outcome = measure(chosen.watchers, min(chosen.moves, 24))
    if chosen.json:
        told = {"p50": outcome.percentile(50), "p99": outcome.percentile(99)}
        print(json.dumps(told | {"rss": outcome.rss, "cpu": outcome.cpu}))
    else:
        report(outcome)
