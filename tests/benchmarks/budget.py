"""Does the page keep its budget? What it weighs, how soon a drop has settled, and its longest task.

    PYTHONPATH=tests python tests/benchmarks/budget.py [--moves 40]

serves games on screens in a process of its own. Two browsers look on each of so many of them, and
every few seconds somebody moves. Meanwhile a person in Chromium plays Forum Romanum for both sides
by mouse: a drop has settled when the page shows the move in its log, in milliseconds from the
release of the button. The longest task, from the address to the last move, is that of a processor
so many times slower: its processor time by Chromium's trace, times that. Tasks are those of the
main thread that runs the page, without those in which the inspector (Playwright) asks something of
it: its scripts are not the page's. Chromium's own pages are drawn by other processes, and do not
count. What else runs on this machine lengthens a task, up to twice where two threads share a core.
"""

import argparse
import asyncio
import json
import random
import re
import tempfile
import threading
from bisect import bisect, bisect_left
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright
from support.page_server import Served, serving
from support.people import Person
from support.scales import Scales, sees_board
from support.screenshots import CHROMIUM
from watchers import percentile
from websockets.asyncio.client import connect

COLOURS = {"y": "yellow", "r": "red", "b": "blue", "g": "green"}
PAUSE = 2.0, 6.0  # seconds for which somebody thinks
GOALS = {
    "first page": "110 kB", "game page": "60 kB more", "drop, p50": "50 ms", "drop, p99": "150 ms",
    "longest task": "50 ms",
}  # fmt: skip
_SETTLES = """() => {
  window.settled = [];
  let released = 0;
  addEventListener("pointerup", () => { released = performance.now(); }, true);
  new MutationObserver(() => {
    if (released) window.settled.push(performance.now() - released);
    released = 0;
  }).observe(document.querySelector("#moves"), { childList: true });
}"""
_TASK = "ThreadControllerImpl::RunTask"  # as Chromium's trace calls it
_INSPECTED = "DevToolsSession::DispatchProtocolCommand"  # what asks something of the page in one


async def _game(served: Served, seed: int) -> None:
    """Play one game of two for both sides while a second browser looks on."""
    told = {
        "game": "forum_romanum", "names": ["Anna", "Bram"], "seats": [0, 0], "here": True,
        "options": {},
    }  # fmt: skip
    rng = random.Random(seed)
    async with httpx.AsyncClient(headers={"Origin": served.url.rstrip("/")}) as client:
        answer = await client.post(f"{served.url}api/screen", json=told)
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = f"ws://127.0.0.1:{served.port}/ws?game={answer.json()['id']}"
    async with connect(url, additional_headers={"Cookie": cookies}) as own, connect(url) as other:
        looking = asyncio.create_task(_look_on(other))
        due = 0.0
        try:
            async for text in own:
                message = json.loads(text)
                state = message.get("state", message)
                legal = (state.get("position") or {}).get("legal")
                now = asyncio.get_running_loop().time()
                if legal and now >= due:
                    due = now + 1
                    await asyncio.sleep(rng.uniform(*PAUSE))
                    await own.send(json.dumps({"type": "move", "move": rng.choice(legal)}))
        finally:
            looking.cancel()


async def _look_on(socket: object) -> None:
    async for _ in socket:  # type: ignore[attr-defined]
        pass


def _load(served: Served, games: int, ended: threading.Event) -> None:
    """Let so many games be played until that is to end. Raise what one of them was ended by."""

    async def play() -> None:
        played = [asyncio.create_task(_game(served, seed)) for seed in range(games)]
        await asyncio.to_thread(ended.wait)
        for one in played:
            one.cancel()
        for result in await asyncio.gather(*played, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    asyncio.run(play())


@contextmanager
def loaded(served: Served, games: int) -> Iterator[None]:
    """Have so many games played meanwhile."""
    ended = threading.Event()
    thread = threading.Thread(target=_load, args=(served, games, ended))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def weigh(browser: Browser, served: Served) -> tuple[int, int]:
    """Return the bytes of the first page, and what a game's page adds to it."""
    page = browser.new_page(locale="en")
    scales = Scales(page)
    page.goto(served.url)
    page.wait_for_load_state("networkidle")
    first = scales.bytes
    scales.by_path.clear()
    page.locator("[data-game=revolution]").click()
    page.locator("#begin [type=submit]").click()
    page.wait_for_url("**/game/*")
    sees_board(page)
    page.context.close()
    return first, scales.bytes


def play(page: Page, served: Served, moves: int) -> list[float]:
    """Return how long each drop took to settle, in milliseconds."""
    anna = Person(page, served, "mouse").begin("Forum Romanum", "together here")
    page.evaluate(_SETTLES)
    for made in range(moves):
        colour, field = anna.record.position.legal_moves()[0].split("@")
        anna.move(anna.button(re.compile(f"^Take: {COLOURS[colour]}")), anna.field(field))
        expect(page.locator("#moves button").nth(made)).to_be_attached()
    settled: list[float] = page.evaluate("window.settled")
    return settled


def tasks(trace: bytes, address: str) -> list[tuple[float, str]]:
    """Return the processor time of all tasks of a page, in milliseconds, and which took it.

    address: how those of its scripts begin.
    """
    threads: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for one in json.loads(trace)["traceEvents"]:
        if one["ph"] == "X" and "tdur" in one:
            threads.setdefault((one["pid"], one["tid"]), []).append(one)
    found = []
    for events in threads.values():
        if not any(_script(one).startswith(address) for one in events):
            continue
        events.sort(key=lambda one: (one["ts"], -one["dur"]))
        inspected = [one["ts"] for one in events if one["name"] == _INSPECTED]
        starts = [one["ts"] for one in events]
        for task in events:
            begin, end = task["ts"], task["ts"] + task["dur"]
            if task["name"] != _TASK or bisect(inspected, end) > bisect_left(inspected, begin):
                continue
            inside = events[bisect_left(starts, begin) : bisect(starts, end)]
            most = sorted(inside, key=lambda one: -one["tdur"])
            parts = dict.fromkeys(f"{one['name']} {_script(one)[len(address) :]}" for one in most)
            found.append((task["tdur"] / 1000, ", ".join(list(parts)[1:6])))
    return found


def _script(event: Mapping[str, Any]) -> str:
    """Return the address of the script that runs in an event, "" for none."""
    data = event.get("args", {}).get("data")
    return str(data.get("url", "")) if isinstance(data, dict) else ""


def main() -> None:
    """Print what the command line asks for, beside its goals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20, help="that are played beside, default 20")
    parser.add_argument("--moves", type=int, default=40, help="that are measured, default 40")
    parser.add_argument("--tasks", type=int, default=5, help="the longest, to show, default 5")
    parser.add_argument("--slower", type=float, default=4, help="the processor, default 4 times")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), table="screen") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        first, more = weigh(browser, served)
        with loaded(served, asked.games):
            drops = play(browser.new_page(locale="en"), served, asked.moves)
            browser.start_tracing(categories=["toplevel", "devtools", "devtools.timeline"])
            play(browser.new_page(locale="en"), served, min(asked.moves, 10))
            slow = [
                (asked.slower * one, why) for one, why in tasks(browser.stop_tracing(), served.url)
            ]
    found = {
        "first page": f"{first / 1000:.0f} kB", "game page": f"{more / 1000:.0f} kB more",
        "drop, p50": f"{percentile(drops, 50):.0f} ms",
        "drop, p99": f"{percentile(drops, 99):.0f} ms",
        "longest task": f"{max(slow)[0]:.0f} ms, {sum(one > 50 for one, _ in slow)} over 50 ms",
    }  # fmt: skip
    for what, goal in GOALS.items():
        print(f"{what:14} {found[what]:24} (goal {goal})")
    for one, why in sorted(slow, reverse=True)[: asked.tasks]:
        print(f"  {one:5.0f} ms: {why}")


if __name__ == "__main__":
    main()
