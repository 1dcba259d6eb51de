"""Games on screens that really are on a network, and browsers with cookies of their own."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs

import httpx

from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce, Thinks
from firmware.storage.place import FILE
from firmware.web.access import Access
from firmware.web.answers import Site
from firmware.web.match_thread import MatchThread, on_screens
from firmware.web.routes import application
from firmware.web.screens import Screens
from firmware.web.server import make_server
from firmware.web.stream import Stream
from firmware.web.updates import Update
from firmware.words import find_words
from hal.clock import VirtualClock
from support.online import NOON, PATIENCE, PIN, Watcher, Web

_NONE: Mapping[str, str] = MappingProxyType({})
ELSEWHERE = "table.example"  # a name of the server that is not the machine's own


class Follower(Watcher):
    """Who follows a game on a screen, and knows its own seats."""

    def __init__(self, *told: Any) -> None:
        super().__init__(*told)
        self.you: dict[str, Any] = {}

    def hear(self, timeout: float = PATIENCE) -> str:
        kind = super().hear(timeout)
        if kind == "you":
            self.you = self.last
        return kind

    def until_you(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Follow until something holds of what is told of this browser."""
        while not self.you or not holds(self.you):
            self.hear()
        return self.you

    def do(self, **message: Any) -> dict[str, Any]:
        """Send a request that changes the game, and return its next state."""
        changes = self.changes
        self.ask(message)
        return self.until(lambda _: self.changes > changes)

    def answer(self, *, yes: bool) -> dict[str, Any]:
        """Answer what is asked now."""
        number = self.state["screen"]["proposal"]["number"]
        return self.do(type="answer", yes=yes, number=number)


class Browser:
    """A browser with a cookie jar of its own, at the machine or elsewhere."""

    def __init__(self, web: "ScreenWeb", *, elsewhere: bool = False) -> None:
        self._web = web
        self._host = {"Host": f"{ELSEWHERE}:{web.port}"} if elsewhere else {}
        self.cookies: dict[str, str] = {}

    @property
    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**self._host, "Cookie": cookies}

    def get(self, path: str) -> httpx.Response:
        return self._web.get(path, **self.headers)

    def post(self, path: str, headers: Mapping[str, str] = _NONE, **told: Any) -> httpx.Response:
        answer = self._web.post(path, json.dumps(told), **self.headers, **headers)
        for header in answer.headers.get_list("set-cookie"):
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def post_record(self, text: str) -> httpx.Response:
        """Post a record to be kept."""
        return self._web.post("/api/games", text, **self.headers)

    def begin(self, game: str, names: list[str], levels: list[int], *, here: bool = True, **options: str) -> int:
        """Begin a game and return its number."""
        answer = self.post("/api/screen", game=game, names=names, seats=levels, here=here, options=options)
        assert answer.status_code == 201, answer.text
        number: int = answer.json()["id"]
        return number

    @contextmanager
    def follow(self, number: int, query: str = "") -> Iterator[Follower]:
        with self._web.following(number, query, self.headers) as follower:
            yield follower


class ScreenWeb(Web):
    """A running server of games on screens."""

    def __init__(self, folder: Path, thinker: Thinks | None = None) -> None:
        super().__init__(folder, VirtualClock(1), host="127.0.0.1", offer=False, small=False, beside=None, proxies=())
        self._thinker = thinker or ThinkerAtOnce()
        self._folder = folder

    async def _serve(self) -> None:
        def words(language: str) -> Any:
            return find_words(language, {})

        def hear(number: int, updates: Sequence[Update]) -> None:
            screens.hear(number, updates)

        settings = Settings(table=SCREEN, store=self._folder / FILE, words=words("en"))
        thread = MatchThread(on_screens(settings, hear, thinker=self._thinker, now=lambda: NOON, rng=random.Random(1)))
        self.screens = screens = Screens(thread, words, lambda: self._seconds)
        await asyncio.to_thread(thread.start)
        access = Access(PIN, (ELSEWHERE,), lambda: self._seconds)
        hub = Stream(words)
        site = Site(thread, hub, access, settings, screens)
        self.server = make_server(application(site, thinker=self._reader), access)
        self._ready.set()
        await self.server.serve(sockets=[self._listening])

    @contextmanager
    def following(self, number: int, query: str, headers: dict[str, str]) -> Iterator[Follower]:
        with self.socket(f"?game={number}{query}", headers) as socket:
            follower = Follower(socket, parse_qs(query).get("lang", ["en"])[0])
            follower.until_you(bool)
            yield follower
