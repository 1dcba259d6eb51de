"""The host of a browser, run by this Python: what it answers, and what it keeps."""

import asyncio
import json
import pickle
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from firmware.app.thinker import Question
from firmware.match.followed import PROTOCOL
from firmware.site.host import Elsewhere, Host
from firmware.site.thinking import think
from firmware.storage.store import Store

NEW = {"game": "revolution", "names": ["Anna", "Computer"], "seats": [0, 2]}


class _AtPage:
    """A page of the host, in which a computer thinks at once."""

    def __init__(self, folder: Path) -> None:
        self.host = Host(folder / "games.db", self._think)
        self.heard: list[dict[str, Any]] = []
        self.some = asyncio.Event()

    def _think(self, number: int, question: bytes) -> None:
        answer = think(question)
        asyncio.get_running_loop().call_soon(self.host.thinker.answered, number, answer)

    def hear(self, text: str | None) -> None:
        self.heard.append(json.loads(text or "null"))
        self.some.set()

    async def ask(self, method: str, path: str, sent: Any = None) -> Any:
        answer = await self.host.answer(method, path, json.dumps(sent).encode() if sent else b"")
        assert answer.status < 300, answer
        return json.loads(answer.body)

    async def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            found = next(filter(what, self.heard), None)
            if found is not None:
                return found
            self.some.clear()
            await asyncio.wait_for(self.some.wait(), 20)


def _played(folder: Path, play: Callable[[_AtPage], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        page = _AtPage(folder)
        await page.host.start()
        try:
            await play(page)
        finally:
            await page.host.stop()

    asyncio.run(whole())


def test_a_move_is_kept_before_anybody_is_told_of_it(tmp_path: Path) -> None:
    async def play(page: _AtPage) -> None:
        number = (await page.ask("POST", "/api/screen", NEW))["id"]
        connection = page.host.connect(f"/ws?game={number}", page.hear)
        connection.hear(json.dumps({"type": "hello", "protocol": PROTOCOL, "view": "en"}))
        view = await page.until(lambda one: one["type"] == "view")
        move = next(iter(next(iter(view["moves"]["drops"].values())).values()))
        connection.hear(json.dumps({"type": "do", "id": "a", "ask": {"type": "move", "move": move}}))
        change = (await page.until(lambda one: one["type"] == "view" and bool(one.get("now", {}).get("moves"))))["now"]
        with Store(tmp_path / "games.db", writes=False) as store:
            assert [one.line for one in store.game(number).line.moves] == change["moves"]
        assert [one["id"] for one in await page.ask("GET", "/api/screen")] == [number]

    _played(tmp_path, play)


def test_who_plays_in_a_browser_may_do_everything_and_is_the_only_one(tmp_path: Path) -> None:
    async def play(page: _AtPage) -> None:
        me = await page.ask("GET", "/api/me")
        assert (me["may_touch"], me["pin_needed"], me["table"]) == (True, False, "screen")
        record = b"nothing"
        assert (await page.host.answer("POST", "/api/games", record)).status == 400
        assert (await page.host.answer("GET", "/api/games/9/record")).status == 404

    _played(tmp_path, play)


def test_a_question_is_lost_with_the_worker_that_thinks_about_it() -> None:
    asked: list[bytes] = []
    thinker = Elsewhere(lambda _, question: asked.append(question))
    question = Question("revolution", "", {}, 1, "")
    future = thinker.ask(question)
    thinker.ended()
    assert isinstance(future.exception(), BrokenProcessPool)
    again = thinker.ask(question)
    thinker.answered(2, think(asked[1]))
    with pytest.raises(Exception, match="position"):  # the error of the question itself
        again.result()


def test_whoever_does_not_wait_any_more_hinders_nobody() -> None:
    thinker = Elsewhere(lambda *_: None)
    question = Question("revolution", "", {}, 1, "")
    futures = [thinker.ask(question) for _ in range(3)]
    futures[0].cancel()
    futures[1].cancel()
    thinker.answered(1, pickle.dumps(("", False)))
    thinker.ended()
    assert [one.cancelled() for one in futures] == [True, True, False]
    assert isinstance(futures[2].exception(), BrokenProcessPool)
