"""A table that really is on a network: its thread, its server on a free port, and who watches."""

import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar
from urllib.parse import parse_qs

import httpx
import uvicorn.server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from firmware.app.settings import Settings
from firmware.app.thinker import Answerable, Answers
from firmware.match.followed import PROTOCOL
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.web.access import Access, Network
from firmware.web.answers import Site
from firmware.web.match_thread import MatchThread
from firmware.web.routes import application
from firmware.web.server import listen, make_server
from firmware.web.stream import Stream
from firmware.web.table_thread import at_table
from firmware.words import find_words
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable

T = TypeVar("T")

PIN = "246810"
FAST = 40.0  # virtual seconds a second
PATIENCE = 120  # seconds for something that should happen at once
NOON = datetime.fromisoformat("2026-11-21T12:00:00+01:00")

Beside = Callable[[Site], AbstractAsyncContextManager[None]]
"""What to do beside the server."""


Logged = Callable[[], list[str]]
"""Stops the server, and returns what has come into its log."""


class ThinkerBeside:
    """Answers in a thread of this process, which begins sooner than another process."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def ask(self, question: Answerable[T]) -> "Future[T]":
        return self._pool.submit(question.answer)

    def close(self, *, wait: bool = True) -> None:  # a thread cannot be ended
        self._pool.shutdown(wait=False)


NO_TABLE: dict[str, Any] = {
    **{key: [] for key in ("lamps", "missing", "strange")},
    **dict.fromkeys(("trouble", "menu", "choice", "intensity")),
}
NO_GAME: dict[str, Any] = {
    **dict.fromkeys(("game", "page", "position", "last")),
    **{key: [] for key in ("pieces", "supplies", "notes", "buttons")},
    **{key: {} for key in ("coins", "extras", "drops")},
    "sheet": "",
}


def flat(view: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The parts of a view as one state, as a page has it. before: the state that it changes."""
    state = {**(before or {**NO_GAME, **NO_TABLE})}
    for part, value in view.items():
        if part == "table":
            state |= value or NO_TABLE
        elif isinstance(value, dict):
            state |= value
        elif value is None:
            kinds = {"board": ("game", "page", "sheet"), "moves": ("drops", "buttons")}
            stand = ("position", "pieces", "supplies", "coins", "notes", "extras", "last")
            state |= {name: NO_GAME[name] for name in kinds.get(part, stand)}
    moves = [move for drops in state["drops"].values() for move in drops.values()]
    return state | {
        "seq": view["seq"],
        "time": view["at"] / 1e6,
        "legal": sorted([*moves, *state["buttons"]]),
        "computer": [*state["computers"]],
        "phase": "game" if state["game"] else "choice",
    }


class Watcher:
    """Who follows over a WebSocket: keeps the state as a page would, and what else was told.

    language: of the view.
    """

    def __init__(self, socket_: ClientConnection, language: str = "en") -> None:
        self.socket = socket_
        self.state: dict[str, Any] = {}
        self.changes = 0  # how often the state has changed
        self.errors: list[str] = []
        self.codes: list[str] = []
        self.tunes: list[str] = []
        self.warnings: list[str] = []
        self.last: dict[str, Any] = {}  # what was heard last
        self._asked = 0
        self._name = secrets.token_hex(4)
        self.send({"type": "hello", "protocol": PROTOCOL, "view": language})

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def ask(self, ask: dict[str, Any], plies: int | None = None) -> None:
        """Send a request."""
        self._asked += 1
        self.send({"type": "do", "id": f"{self._name}-{self._asked}", "ask": ask, "plies": plies})

    def hear(self, timeout: float = PATIENCE) -> str:
        """Take one message in; its type."""
        told = json.loads(self.socket.recv(timeout))
        kind: str = told.pop("type")
        self.last = told
        if kind == "view":
            self.state = flat(told, self.state)
            self.changes += 1
        elif kind in ("error", "refused"):
            self.errors.append(told["message"])
            self.codes.append(told["code"])
        elif kind == "tune":
            self.tunes.append(told["tune"])
        elif kind == "warn":
            self.warnings.append(told["text"])
        return kind

    def until_warned(self, text: str) -> None:
        """Follow until this was said."""
        while text not in self.warnings:
            self.hear()

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Follow until something holds of the state."""
        end = time.monotonic() + PATIENCE
        while not self.state or not holds(self.state):
            assert time.monotonic() < end, self.state.get("prompt")
            self.hear()
        return self.state

    def until_sent_away(self) -> int | None:
        """Follow until the table closes; the code that it gives."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else int(closed.rcvd.code)

    def refused(self, message: object) -> str:
        """Send a message and give what is wrong with it."""
        before = len(self.errors)
        if isinstance(message, dict):
            self.ask(message)
        else:
            self.send(message)
        while len(self.errors) == before:
            self.hear()
        return self.errors[-1]

    def new(self, game: str, *names: str, **options: str) -> None:
        self.ask({"type": "new", "game": game, "names": names, "options": options})
        self.until(lambda state: state["game"] and state["game"]["name"] == game)
        self.until(lambda state: not state["moves"])

    def move(self, move: str) -> None:
        """Have a move made, and wait until the table has it, or time has made it impossible."""
        plies, errors = self.state["position"]["plies"], len(self.errors)
        self.ask({"type": "move", "move": move})
        state = self.until(
            lambda state: state["position"]["plies"] != plies or state["position"]["over"] or len(self.errors) > errors
        )
        overtaken = state["game"]["name"] == "hourglass" and move not in state["legal"]
        assert state["position"]["over"] or overtaken or self.errors[errors:] == []


class _ShortPauses:
    """asyncio for uvicorn, which pauses for 0.1 s when it ends and between looks at whether to."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.005))


uvicorn.server.asyncio = _ShortPauses()  # type: ignore[assignment, attr-defined]


class Web:
    """A running server. url: where."""

    def __init__(
        self,
        folder: Path,
        clock: VirtualClock,
        *,
        host: str,
        offer: bool,
        small: bool,
        beside: Beside | None,
        proxies: Sequence[Network],
        thinker: Callable[[], Answers] | None = None,
    ) -> None:
        self._proxies = proxies
        self._reader = thinker or ThinkerBeside
        self.path = folder / FILE
        self.host = host
        self._settings = Settings(
            table="simulated", store=self.path, words=find_words("en", {}), offer_unfinished=offer
        )
        self._clock = clock
        self._beside = beside
        self._ready = threading.Event()
        self._seconds = 0.0  # of the clock that counts wrong PINs
        self._listening = listen(host, 0)
        if small:  # what the system holds for a slow watcher
            self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://{host}:{self.port}"
        self._client = httpx.Client(base_url=self.url, verify=False, trust_env=False, timeout=PATIENCE)
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(),))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """What Ctrl-C does."""
        self._client.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def let_pass(self, seconds: float) -> None:
        self._seconds += seconds

    async def _serve(self) -> None:
        hub = Stream(lambda language: find_words(language, {}))
        table = SimulatedTable(self._clock, seed=1)
        self.thread = MatchThread(at_table(table, self._settings, hub.hear, now=lambda: NOON, rng=random.Random(1)))
        await asyncio.to_thread(self.thread.start)
        self.hub = hub
        self.access = Access(PIN, ("table.example",), lambda: self._seconds, self._proxies)
        site = Site(self.thread, hub, self.access, self._settings)
        self.server = make_server(application(site, self._beside, self._reader), self.access)
        self._ready.set()
        await self.server.serve(sockets=[self._listening])

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self._client.get(path, headers=headers)

    def post(self, path: str, body: str, **headers: str) -> httpx.Response:
        return self._client.post(path, content=body, headers=headers)

    @contextmanager
    def socket(self, query: str, headers: dict[str, str]) -> Iterator[ClientConnection]:
        """A WebSocket; a ``Host`` among the headers is the name by which the server is called."""
        headers = dict(headers)
        called = headers.pop("Host", f"{self.host}:{self.port}")
        with connect(
            f"ws://{called}/ws{query}",
            additional_headers=headers,
            max_size=None,
            sock=socket.create_connection((self.host, self.port)),
        ) as socket_:
            yield socket_

    @contextmanager
    def watching(self, query: str = "", **headers: str) -> Iterator[Watcher]:
        with self.socket(query, headers) as socket_:
            watcher = Watcher(socket_, parse_qs(query.lstrip("?")).get("lang", ["en"])[0])
            watcher.hear()
            yield watcher

    @property
    def kept(self) -> list[str]:
        """The records in the store, newest first."""
        with Store(self.path, writes=False) as store:
            return [store.game(one.id).record for one in store.games()]


@contextmanager
def serving(
    folder: Path,
    *,
    host: str = "127.0.0.1",
    speed: float = FAST,
    offer: bool = False,
    small: bool = False,
    beside: Beside | None = None,
    proxies: Sequence[Network] = (),
    thinker: Callable[[], Answers] | None = None,
) -> Iterator[Web]:
    with Web(
        folder,
        VirtualClock(speed),
        host=host,
        offer=offer,
        small=small,
        beside=beside,
        proxies=proxies,
        thinker=thinker,
    ) as web:
        yield web


class Serving(Protocol):
    """Begins a server of one's own."""

    def __call__(
        self,
        *,
        speed: float = FAST,
        offer: bool = False,
        small: bool = False,
        beside: Beside | None = None,
        proxies: Sequence[Network] = (),
        thinker: Callable[[], Answers] | None = None,
    ) -> AbstractContextManager[Web]: ...


@contextmanager
def speeltafel(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command, running, and what it has said until it could be asked."""
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "firmware",
            "serve",
            "--table",
            "simulated",
            "--port",
            "0",
            "--data",
            folder,
            *arguments,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C"},
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip()]
        if "--pin" in arguments or "--lan" in arguments:
            said.append(process.stdout.readline().strip())
        try:
            yield process, said
        finally:
            if process.poll() is None:
                process.kill()
