"""What strangers, a careless start and a killed server leave behind, and whom they hold up.

    python tests/benchmarks/strangers.py

The command ``speeltafel serve`` runs as a process of its own for each row, behind a proxy that this
program plays (so that requests come from many addresses). What is asked is what strangers on a
network ask: options that no sheet can show, floods of messages, PINs that are guessed, games
without end. Lines are those of the server's standard error; the seconds are of this machine.
``watchers.py --posted 10`` measures long records that a stranger has read, ``large_store.py`` many
games, and ``tests/firmware/web/test_log.py`` asks everything 10,000 times (``pytest -m full``).
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
from rich.console import Console
from rich.table import Table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from firmware.storage.place import FILE

PIN = "135790246813"
HOME = "192.0.2.7"  # who lives here
GUEST = "192.0.2.8"
SHEET = "/sheet/manoeuvre.svg?option=track:300&option=variant:true"
FLOOD = 700  # messages at once
WRONG = 250  # PINs
SOON = 60.0  # seconds within which all has ended


class Server(NamedTuple):
    """A server that runs. errors: the file of its standard error."""

    process: subprocess.Popen[str]
    port: int
    errors: Path

    def ask(self, whose: str, path: str, sent: object = None, cookie: str = "") -> httpx.Response:
        """Ask for something, from an address: a GET, or a POST of something as JSON."""
        headers = {"X-Forwarded-For": whose, **({"Cookie": cookie} if cookie else {})}
        url = f"http://127.0.0.1:{self.port}{path}"
        with httpx.Client(trust_env=False, timeout=SOON, headers=headers) as client:
            return client.get(url) if sent is None else client.post(url, json=sent)

    def let_in(self, whose: str) -> str:
        """Give the PIN from an address, and return the cookie."""
        return self.ask(whose, "/api/pin", {"pin": PIN}).headers["Set-Cookie"].partition(";")[0]

    def begin(self, cookie: str, *seats: int, game: str = "revolution") -> httpx.Response:
        """Begin a game on screens, of people (0) and computers of a level."""
        asked = {"game": game, "names": ["A", "B"], "seats": seats or (0, 0), "here": False}
        return self.ask(GUEST, "/api/screen", asked, cookie)

    def lines(self) -> list[str]:
        """Return what it has complained about."""
        return self.errors.read_text("utf-8").splitlines()


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """Let a server run that believes a proxy at this machine."""
    errors = data.with_suffix(".errors")
    command = [
        sys.executable, "-m", "firmware", "serve", "--port", "0", "--pin", PIN,
        "--proxy", "127.0.0.1", "--data", str(data), "--lang", "en",
    ]  # fmt: skip
    with (
        errors.open("w", encoding="utf-8") as complained,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complained, text=True) as process,
    ):
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        try:
            yield Server(process, port, errors)
        finally:
            process.terminate()


def options(data: Path) -> str:
    """A sheet with options that it cannot show, a hundred times."""
    with serving(data) as server:
        answers = Counter(server.ask(GUEST, SHEET).status_code for _ in range(100))
        server.process.terminate()
        server.process.wait()
        return f"statuses {dict(answers)}, {len(server.lines())} lines"


def flood(data: Path) -> str:
    """700 messages and a close at once, twenty times."""
    with serving(data) as server:
        number = server.begin(server.let_in(GUEST)).json()["id"]
        address = f"ws://127.0.0.1:{server.port}/ws?game={number}"
        for _ in range(20):
            with suppress(ConnectionClosed), connect(address) as socket:
                for _ in range(FLOOD):
                    socket.send("{}")
        server.process.terminate()
        server.process.wait()
        return f"{len(server.lines())} lines"


def pins(data: Path) -> str:
    """250 wrong PINs from as many addresses, then a typo of the owner, and the PIN."""
    with serving(data) as server:
        cookie = server.let_in(HOME)

        def guess(at: int) -> int:
            return server.ask(f"198.51.100.{at}", "/api/pin", {"pin": f"{at:012}"}).status_code

        with ThreadPoolExecutor(50) as strangers:  # who wait 5 s for each answer
            answers = Counter(strangers.map(guess, range(WRONG)))
        began = time.monotonic()
        server.ask(HOME, "/api/pin", {"pin": "1"}, cookie)
        again = server.ask(HOME, "/api/pin", {"pin": PIN}, cookie)
        browser = time.monotonic() - began
        began = time.monotonic()
        typo = server.ask(GUEST, "/api/pin", {"pin": "1"})
        right = server.ask(GUEST, "/api/pin", {"pin": PIN})
        other = time.monotonic() - began
    return (
        f"strangers {dict(answers)}; a browser that was let in before: {again.status_code} after"
        f" {browser * 1000:.0f} ms; another: {typo.status_code}, {right.status_code} after"
        f" {other:.1f} s"
    )


def second(data: Path) -> str:
    """A second server of one folder, and one of a store that a newer version has written."""
    with serving(data):
        twice = _start(data)
    with sqlite3.connect(data / FILE) as store:
        store.execute("PRAGMA user_version = 999")
    store.close()
    return f"second: {twice}; newer store: {_start(data)}"


def _start(data: Path) -> str:
    command = [sys.executable, "-m", "firmware", "serve", "--port", "0", "--data", str(data)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SOON)
    return f"status {ended.returncode}, {len((ended.stdout + ended.stderr).splitlines())} line(s)"


def killed(data: Path) -> str:
    """A server that ends while its computers think at level 5: how long they stay."""
    told = []
    for number in (signal.SIGKILL, signal.SIGHUP, signal.SIGTERM):
        with serving(data) as server:
            server.begin(server.let_in(GUEST), 5, 5, game="forum_romanum").raise_for_status()
            time.sleep(3)
            family = _family(server.process.pid)
            began = time.monotonic()
            server.process.send_signal(number)
            while any(map(_runs, family)) and time.monotonic() < began + SOON:
                time.sleep(0.02)
            told.append(f"{number.name} {len(family)} gone in {time.monotonic() - began:.1f} s")
    return ", ".join(told)


def _family(process: int) -> list[int]:
    """Return the processes that a process has begun, and theirs (Linux)."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    children = [one for thread in threads for one in thread.read_text("ascii").split()]
    return [*map(int, children), *(one for child in children for one in _family(int(child)))]


def _runs(process: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return ") Z" not in Path(f"/proc/{process}/stat").read_text("ascii")
    return False


def games(data: Path) -> str:
    """Games that a guest with the PIN begins, until no more are."""
    with serving(data) as server:
        cookie = server.let_in(GUEST)
        taken, status = list[float](), 200
        while status < 400 and len(taken) < 2000:
            began = time.monotonic()
            status = server.begin(cookie).status_code
            taken.append((time.monotonic() - began) * 1000)
        begun = taken[:-1]
        return (
            f"{len(begun)} begun, then {status}; the first {begun[0]:.0f} ms,"
            f" the last {begun[-1]:.0f} ms"
        )


def modes(data: Path) -> str:
    """What others on this machine may read of a folder with games."""
    with serving(data) as server:
        server.begin(server.let_in(GUEST)).raise_for_status()
        files = [data, *data.rglob("*")]
        open_ones = [one.name for one in files if one.stat().st_mode & 0o077]
        asked_by_others = server.ask("198.51.100.1", "/api/games").status_code
    return f"{len(files)} files, readable by others: {open_ones}; list of games: {asked_by_others}"


ROWS: tuple[Callable[[Path], str], ...] = (options, flood, pins, second, killed, games, modes)


def main() -> None:
    """Measure all, or the rows that are named, and print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    named = {row.__name__: row for row in ROWS}
    parser.add_argument("rows", nargs="*", choices=[[], *named], metavar="ROW", default=[])
    parser.add_argument("--json", action="store_true", help="a line of JSON for each row")
    asked = parser.parse_args()
    os.umask(0o022)
    table = Table("what is tried", "what comes of it")
    for name in asked.rows or named:
        with tempfile.TemporaryDirectory() as folder:
            came = named[name](Path(folder) / "data")
        if asked.json:
            print(json.dumps({"row": name, "came": came}))
        table.add_row((named[name].__doc__ or name).rstrip("."), came)
    if not asked.json:
        Console().print(table)


if __name__ == "__main__":
    main()
