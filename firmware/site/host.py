"""The host in a browser: the application of a server, without a network, threads or processes.

It runs in a worker of the page (``static/worker.js``), which hands it requests and the messages of
connections. The browser has a single person, who may do everything; computers think in a second
worker.
"""

import asyncio
import pickle
import random
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from traceback import format_exception
from typing import Any, Generic, NamedTuple, TypeVar, cast

import anyio.to_thread
from starlette.types import ASGIApp, Message, Scope

from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import Answerable, ThinkerAtOnce
from firmware.games import find_kit
from firmware.site.thinking import practise
from firmware.storage.recorder import not_saved, saved_again
from firmware.storage.schema import VERSION
from firmware.web.access import Access
from firmware.web.answers import Site
from firmware.web.match_thread import Opens, Playing, on_screens
from firmware.web.refusal import RefusedError
from firmware.web.routes import application
from firmware.web.screens import Screens
from firmware.web.seating import BROWSER
from firmware.web.stream import Stream
from firmware.words import LANGUAGES, find_words, told
from rules import NAMES

HERE = "localhost"
STORE_VERSION = VERSION  # the newest version of a store that can be read
SECRET = "the-browser-that-plays"  # of the only browser
T = TypeVar("T")
Use = TypeVar("Use")


def without_threads() -> None:
    """Let Starlette run blocking functions at once: a browser has no threads."""

    async def at_once(do: Callable[..., T], *given: object, **_: object) -> T:
        return do(*given)

    anyio.to_thread.run_sync = at_once  # type: ignore[assignment]


async def rehearse() -> None:
    """Open an empty store, read all texts, and think about each game.

    A snapshot of the memory is taken afterwards, so that a page has no modules left to load.
    """
    without_threads()
    for language in LANGUAGES:
        find_words(language, {})
    for name in NAMES:
        find_kit(name)
        practise(name)
    with TemporaryDirectory() as folder:
        host = Host(Path(folder) / "games.db", lambda _, __: None)
        await host.start()
        await host.stop()


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class MatchTask(Generic[Use]):
    """A task in which matches go on, see :class:`firmware.web.match_thread.Runs`.

    opens: the matches, to be entered.
    """

    def __init__(self, opens: Opens[Use]) -> None:
        self._opens = opens
        self._playing: Playing[Use] | None = None
        self._asked = asyncio.Event()

    def start(self) -> None:
        """Open the matches. Raise the errors of `opens`."""
        self._playing = self._opens.__enter__()
        self._playing.step()
        self._task = asyncio.create_task(self._run(self._playing))

    def stop(self) -> None:
        """Close the matches."""
        if self._playing is not None:
            self._playing = None
            self._task.cancel()
            self._opens.__exit__(None, None, None)

    def ask(self, do: Callable[[Use], T]) -> "Future[T]":
        """Call `do` at once, and return a future with its result or error. Raise RefusedError."""
        if self._playing is None:
            raise RefusedError(told("the games have stopped"), 503)
        future: Future[T] = Future()
        try:
            future.set_result(do(self._playing.use()))
        except Exception as error:  # noqa: BLE001  # the caller gets the error
            future.set_exception(error)
        self._asked.set()
        return future

    async def answer(self, do: Callable[[Use], T]) -> T:
        """Return the result of `do`. Raise RefusedError, or the error of `do`."""
        return self.ask(do).result()

    async def _run(self, playing: Playing[Use]) -> None:
        while True:
            self._asked.clear()
            playing.step()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), playing.rest())


class Elsewhere:
    """The thinker in another worker.

    ask: sends the worker a question, with its number. Where the worker is lost, :meth:`ended` is
    called.
    """

    def __init__(self, ask: Callable[[int, bytes], None]) -> None:
        self._ask = ask
        self._asked: dict[int, Future[Any]] = {}
        self._number = 0

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future of the answer; it raises BrokenProcessPool when the worker has ended."""
        self._number += 1
        future: Future[T] = Future()
        self._asked[self._number] = future
        self._ask(self._number, pickle.dumps(question))
        return future

    def answered(self, number: int, answer: bytes) -> None:
        """Deliver the answer to a question, or the error that it raised."""
        future = self._asked.pop(number, None)
        if future is not None and future.set_running_or_notify_cancel():
            result, failed = pickle.loads(answer)  # of this program
            if failed:
                future.set_exception(result)
            else:
                future.set_result(result)

    def ended(self) -> None:
        """Deliver BrokenProcessPool for all open questions: the worker has ended."""
        asked, self._asked = self._asked, {}
        for future in asked.values():
            if future.set_running_or_notify_cancel():
                future.set_exception(BrokenProcessPool())

    def close(self, *, wait: bool = True) -> None:
        """Do nothing: the worker ends with the page."""


class Connection:
    """A connection that stays open, as a WebSocket of a server.

    Args:
        app: the application.
        path: the path of the connection, with its query.
        tell: is called with each message, and with None when it is closed.

    """

    def __init__(self, app: ASGIApp, path: str, tell: Callable[[str | None], None]) -> None:
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._heard.put_nowait({"type": "websocket.connect"})
        self._tell = tell
        scope = _scope("websocket", path)
        self._task = asyncio.create_task(_run(app(scope, self._heard.get, self._send)))

    def hear(self, text: str) -> None:
        """Hand the application a message of the page."""
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Tell the application that the page has closed the connection."""
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._tell(message["text"])
        elif message["type"] == "websocket.close":
            self._tell(None)


class Host:
    """The host in a browser; all of it belongs to a single asyncio loop.

    Args:
        store: the file of the store.
        ask: hands the other worker a question.

    Attributes:
        thinker: the other worker.

    """

    def __init__(self, store: Path, ask: Callable[[int, bytes], None]) -> None:
        self.thinker = Elsewhere(ask)
        settings = Settings(SCREEN, store, find_words("en", {}))
        opens = on_screens(settings, self._tell, thinker=self.thinker, rng=random.SystemRandom())
        self._matches = MatchTask(opens)
        self._screens = Screens(self._matches, lambda language: find_words(language, {}))
        self._app = application(
            Site(
                self._matches,
                Stream(lambda language: find_words(language, {})),
                Access("", (), monotonic),
                settings,
                self._screens,
            ),
            thinker=lambda: self.thinker,
            reader=ThinkerAtOnce,  # records here are short, and read before computers think
        )
        self._trouble = ""

    async def start(self) -> None:
        """Open the store. Raise StoreError."""
        self._matches.start()
        started = asyncio.Event()
        begin: list[Message] = [{"type": "lifespan.startup"}]

        async def receive() -> Message:
            return begin.pop() if begin else await cast("asyncio.Future[Message]", asyncio.Future())

        async def send(_: Message) -> None:
            started.set()

        self._life = asyncio.create_task(_run(self._app({"type": "lifespan"}, receive, send)))
        await started.wait()

    async def stop(self) -> None:
        """Close the matches."""
        self._life.cancel()
        self._matches.stop()

    async def answer(self, method: str, path: str, body: bytes = b"") -> Answer:
        """Return the answer to a request."""
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            start.update(message)
            parts.append(message.get("body", b""))

        await _run(self._app(_scope("http", path, method), receive, send))
        headers = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], headers, b"".join(parts))

    def connect(self, path: str, tell: Callable[[str | None], None]) -> Connection:
        """Return a connection that stays open."""
        return Connection(self._app, path, tell)

    def unkept(self, error: str) -> None:
        """Warn that the browser does not save the store, or that it does again.

        error: the reason, "" when it saves.
        """
        if error and not self._trouble:
            self._screens.hear(0, [not_saved(Exception(error))])
        elif self._trouble and not error:
            self._screens.hear(0, [saved_again()])
        self._trouble = error

    def _tell(self, number: int, updates: Iterable[Any]) -> None:
        self._screens.hear(number, list(updates))


def _scope(kind: str, path: str, method: str = "GET") -> Scope:
    """Return the scope of a request from the page."""
    address, _, query = path.partition("?")
    cookie = f"{BROWSER}={SECRET}"
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": address,
        "raw_path": address.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "subprotocols": [],
        "headers": [(b"host", HERE.encode()), (b"cookie", cookie.encode())],
        "client": ("127.0.0.1", 0),
        "server": (HERE, 80),
    }


async def _run(doing: Awaitable[None]) -> None:
    """Await a call of the application, and print its errors: it has answered them."""
    try:
        await doing
    except Exception as error:  # noqa: BLE001
        print(*format_exception(error), sep="", file=sys.stderr)
