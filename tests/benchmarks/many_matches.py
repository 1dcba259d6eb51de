"""How many matches one server can hold, what each costs, and how soon both sides see a move.

    python tests/benchmarks/many_matches.py                   # 1,000 matches, two connections each
    python tests/benchmarks/many_matches.py --matches 100 --seconds 30
    python tests/benchmarks/many_matches.py --left            # nobody looks at them: a quarter hour

The command ``speeltafel serve`` runs as a process of its own, all clients in another one, over
loopback; both share the machine's cores. First the matches are begun, one after the other. Then two
clients follow the feed of each (:mod:`firmware.web.feed`), and in each match somebody moves every
ten seconds. Two delays are measured, until both clients have the batch: from the moment that the
host has decided, before the move is on the disk, by its own clock; and from the moment that the
client has asked. Both clocks are the machine's monotonic one. CPU is the server's process time.

Afterwards as many matches as before are opened by their numbers by a server that is begun anew.

With ``--left`` matches are begun until the server opens no more, and everybody leaves. LOOKED_AT
seconds after the first (:mod:`firmware.web.screens`) others can be begun; that one, with the move
that was made in it, is then opened by its number.
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
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

sys.path.append(str(Path(__file__).parent))
from watchers import cost, frames, percentile

from firmware.web.screens import LOOKED_AT, MOST_OPEN
from firmware.web.seating import BROWSER
from rules import find_game

GOAL_P99 = 100.0  # milliseconds
GOAL_RSS = 400.0  # MB
EVERY = 10.0  # seconds between two moves of a match
SAMPLE = 50  # matches over which the cost of beginning one is averaged
GAME = "forum_romanum"
HANDSHAKE = (
    "GET /ws?game={number}&feed=events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: c3BlZWx0YWZlbC1zcGVlbA==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)


class Client(asyncio.Protocol):
    """One connection to a match, cheap enough that 2,000 of them hardly change what is measured.

    Attributes:
        ready: is done with the snapshot.
        moved: is done with the next batch: when it came, and when it was decided.
        refused: what the host has not done.

    """

    def __init__(self, port: int, number: int, cookie: str) -> None:
        loop = asyncio.get_running_loop()
        self._asked = HANDSHAKE.format(port=port, number=number, cookie=cookie)
        self._data = bytearray()
        self._upgraded = False
        self.ready: asyncio.Future[None] = loop.create_future()
        self.moved: asyncio.Future[tuple[float, float]] = loop.create_future()
        self.refused: list[str] = []
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        self.transport.write(self._asked.encode())

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come; a server's are not masked (RFC 6455, 5.2)."""
        self._data += data
        if not self._upgraded:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._data.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(RuntimeError(self._data[:end].decode()))
                return
            del self._data[: end + 4]
            self._upgraded = True
            self.send({"type": "hello", "protocol": 1})
        for opcode, body in frames(self._data):
            if opcode == 9:  # a ping wants its pong
                self._write(body, 10)
            elif opcode == 1:
                self._hear(body)

    def _hear(self, body: bytes) -> None:
        if body.startswith(b'{"type":"batch"') and b'"played"' in body:
            self.moved.set_result((time.monotonic(), json.loads(body)["at"] / 1e6))
        elif body.startswith(b'{"type":"snapshot"'):
            self.ready.set_result(None)
        elif body.startswith((b'{"type":"refused"', b'{"type":"error"')):
            self.refused.append(body.decode())

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._write(json.dumps(message).encode(), 1)

    def _write(self, body: bytes, opcode: int) -> None:
        length = bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        self.transport.write(bytes([128 | opcode]) + length + bytes(4) + body)  # masked with zeros


def line(moves: int) -> list[str]:
    """Return so many moves of a game."""
    rng, position, played = random.Random(1), find_game(GAME).start(2), list[str]()
    while len(played) < moves:
        played.append(rng.choice(position.legal_moves()))
        position = position.play(played[-1])
    return played


class Match:
    """A match with two clients, which move by turns.

    Attributes:
        decided: the seconds from a decision until both had it.
        asked: the seconds from asking for a move until both had it.

    """

    def __init__(self, number: int, cookie: str) -> None:
        self.number = number
        self.cookie = cookie
        self.decided: list[float] = []
        self.asked: list[float] = []
        self._both: list[Client] = []

    async def sit(self, port: int) -> None:
        """Let both connect."""
        for _ in range(2):
            _, client = await asyncio.get_running_loop().create_connection(
                lambda: Client(port, self.number, self.cookie), "127.0.0.1", port
            )
            await client.ready
            self._both.append(client)

    def leave(self) -> None:
        """Close both connections."""
        for client in self._both:
            client.transport.close()

    async def play(self, moves: Sequence[str]) -> None:
        """Make these moves, one every ten seconds, from a moment of its own on."""
        loop = asyncio.get_running_loop()
        begin = loop.time() + random.Random(self.number).uniform(0, EVERY)
        for plies, move in enumerate(moves):
            await asyncio.sleep(begin + plies * EVERY - loop.time())
            for client in self._both:
                client.moved = loop.create_future()
            ask = {"type": "move", "move": move}
            sent = time.monotonic()
            self._both[plies % 2].send({"type": "do", "id": f"{plies}", "plies": plies, "ask": ask})
            seen = [await client.moved for client in self._both]
            last = max(when for when, _ in seen)
            self.decided.append(last - seen[0][1])
            self.asked.append(last - sent)
        if refused := [one for client in self._both for one in client.refused]:
            raise RuntimeError(refused[0])


@contextmanager
def server(folder: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run ``serve``; gives its process and port."""
    command = [sys.executable, "-m", "firmware", "serve", "--port", "0", "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        finally:
            process.terminate()


def begin(port: int, process: int, matches: int, table: Table) -> list[Match]:
    """Begin matches; note what one costs when so many are open."""
    begun, shown = list[Match](), (SAMPLE, 100, 400, 1000)
    asked = {"game": GAME, "names": ["A", "B"], "seats": [0, 0], "here": True}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as client:
        times, before = list[float](), cost(process)[1]
        while len(begun) < matches:
            client.cookies.clear()
            since = time.monotonic()
            answer = client.post("/api/screen", json=asked).raise_for_status()
            times.append(time.monotonic() - since)
            begun.append(Match(answer.json()["id"], f"{BROWSER}={client.cookies[BROWSER]}"))
            if len(times) == SAMPLE:
                now = cost(process)[1]
                if len(begun) in shown:
                    table.add_row(
                        f"to begin one, {len(begun)} open (ms; of CPU)",
                        f"{median(times) * 1000:.1f}; {(now - before) / SAMPLE * 1000:.1f}", "",
                    )  # fmt: skip
                times, before = [], now
    return begun


async def follow(port: int, matches: Sequence[Match]) -> None:
    """Let two clients connect to each match."""
    for match in matches:
        await match.sit(port)


async def play(port: int, matches: Sequence[Match], seconds: float, process: int) -> float:
    """Play all matches for so long; return the CPU of the server in cores."""
    await follow(port, matches)
    moves = line(int(seconds / EVERY))
    since, before = time.monotonic(), cost(process)[1]
    async with asyncio.timeout(seconds + 60):
        await asyncio.gather(*(match.play(moves) for match in matches))
    return (cost(process)[1] - before) / (time.monotonic() - since)


def leave(port: int, process: int, table: Table) -> None:
    """Begin as many matches as can be open, leave them, and wait until they are closed."""
    asked = {"game": GAME, "names": ["A", "B"], "seats": [0, 0], "here": True}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as client:

        def full() -> bool:
            return (
                client.post("/api/screen", json=asked).status_code == HTTPStatus.SERVICE_UNAVAILABLE
            )

        first, opened = client.post("/api/screen", json=asked).raise_for_status().json()["id"], 1
        asyncio.run(move(port, Match(first, f"{BROWSER}={client.cookies[BROWSER]}")))
        before, since = cost(process)[0], time.monotonic()
        while not full():
            opened += 1
        table.add_row("open at a time", f"{opened}", f"{MOST_OPEN}")
        rss = cost(process)[0]
        table.add_row("RSS before and with all open (MB)", f"{before:.0f}; {rss:.0f}", "")
        while full():
            time.sleep(5)
        closed = time.monotonic() - since
        table.add_row(
            "seconds after the first was left until another could be begun",
            f"{closed:.0f}",
            f"{LOOKED_AT:.0f}",
        )
        since = time.monotonic()
        state = client.get(f"/api/state?game={first}").raise_for_status().json()
        table.add_row(
            "to open the first one again (ms)", f"{(time.monotonic() - since) * 1000:.0f}", ""
        )
        table.add_row("the moves that it has then", f"{len(state['moves'])}", "1")


async def move(port: int, match: Match) -> None:
    """Make the first move of a match, and leave it."""
    await match.sit(port)
    await match.play(line(1))
    match.leave()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1000, metavar="N")
    parser.add_argument("--left", action="store_true", help="measure how they are closed instead")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="of play")
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    table = Table("", "measured", "goal", title=f"{chosen.matches} matches, {os.cpu_count()} CPUs")
    with tempfile.TemporaryDirectory() as folder:
        if chosen.left:
            with server(folder) as (process, port):
                leave(port, process.pid, table)
            Console().print(table)
            return
        with server(folder) as (process, port):
            first = cost(process.pid)[0]
            matches = begin(port, process.pid, chosen.matches, table)
            cpu = asyncio.run(play(port, matches, chosen.seconds, process.pid))
            rss = cost(process.pid)[0]
        with server(folder) as (process, port):
            before, since = cost(process.pid)[1], time.monotonic()
            asyncio.run(follow(port, matches))
            opened = (time.monotonic() - since) / len(matches) * 1000
            opening = (cost(process.pid)[1] - before) / len(matches) * 1000
    decided = [one for match in matches for one in match.decided]
    asked = [one for match in matches for one in match.asked]
    for name, delays, goal in (("decided", decided, GOAL_P99), ("asked", asked, None)):
        for percent in (50, 99, 100):
            limit = "" if percent != 99 or goal is None else f"<= {goal:.0f}"
            what = f"{name} to both, {'worst' if percent == 100 else f'p{percent}'} (ms)"
            table.add_row(what, f"{1000 * percentile(delays, percent):.1f}", limit)
    table.add_row("moves", f"{len(decided)}", "")
    table.add_row("RSS of the server (MB)", f"{rss:.0f}", f"<= {GOAL_RSS:.0f}")
    table.add_row("of these for one match (kB)", f"{(rss - first) * 1024 / len(matches):.0f}", "")
    table.add_row("CPU of the server (cores)", f"{cpu:.2f}", "")
    table.add_row("to open one again and connect twice (ms; of CPU)",
                  f"{opened:.1f}; {opening:.1f}", "")  # fmt: skip
    Console().print(table)


if __name__ == "__main__":
    main()
