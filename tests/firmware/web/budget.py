"""Does the page keep its budget? What it weighs, how soon a drop has settled, and its longest task.

    PYTHONPATH=tests python tests/firmware/web/budget.py [--games 20] [--moves 40] [--slower 4]

serves games on screens in a process of its own. Two browsers look on each of so many of them, and
every few seconds somebody moves. Meanwhile a person in Chromium plays Forum Romanum for both sides
by mouse: a drop has settled when the page shows the move in its log, in milliseconds from the
release of the button. Tasks are those of a processor so many times slower, from the address to the
last move.
"""

import argparse
import asyncio
import json
import random
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

import httpx
from page_server import Served, serving
from playwright.sync_api import Browser, Page, expect, sync_playwright
from screenshots import CHROMIUM
from test_screen_page import Player
from test_weight_page import Scales, sees_board
from websockets.asyncio.client import connect

PAUSE = 2.0, 6.0  # seconds for which somebody thinks
GOALS = {
    "first page": "110 kB", "game page": "60 kB more", "drop, p50": "50 ms", "drop, p99": "150 ms",
    "longest task": "50 ms",
}  # fmt: skip
_SETTLES = """() => {
  window.settled = []; window.tasks = window.tasks ?? [];
  let released = 0;
  addEventListener("pointerup", () => { released = performance.now(); }, true);
  new MutationObserver(() => {
    if (released) window.settled.push(performance.now() - released);
    released = 0;
  }).observe(document.querySelector("#moves"), { childList: true });
}"""
_TASKS = """window.tasks = [];
new PerformanceObserver((list) => {
  window.tasks.push(...list.getEntries().map((one) => one.duration));
}).observe({ type: "longtask", buffered: true });"""


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


def _load(served: Served, games: int) -> None:
    """Let so many games be played until this process ends."""

    async def play() -> None:
        await asyncio.gather(*(_game(served, seed) for seed in range(games)))

    asyncio.run(play())


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


def play(page: Page, served: Served, moves: int) -> tuple[list[float], list[float]]:
    """Return how long each drop took to settle, and all tasks over 50 ms."""
    page.add_init_script(_TASKS)
    anna = Player(page, served).begin_here("forum_romanum")
    page.evaluate(_SETTLES)
    for made in range(moves):
        state = anna.wait_for(lambda state: len(state["moves"]) == made)  # noqa: B023
        (source, targets), *_ = state["screen"]["drops"].items()
        anna.drop(source, int(next(iter(targets))))
        expect(page.locator("#moves button").nth(made)).to_be_attached()
    return page.evaluate("window.settled"), page.evaluate("window.tasks")


def percentile(values: Sequence[float], percent: float) -> float:
    """Return a percentile of numbers."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)]


def main() -> None:
    """Print what the command line asks for, beside its goals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20, help="that are played beside, default 20")
    parser.add_argument("--moves", type=int, default=40, help="that are measured, default 40")
    parser.add_argument("--slower", type=float, default=4, help="the processor, default 4 times")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), table="screen") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        first, more = weigh(browser, served)
        threading.Thread(target=_load, args=(served, asked.games), daemon=True).start()
        drops, _ = play(browser.new_page(locale="en"), served, asked.moves)
        slow = browser.new_page(locale="en")
        session = slow.context.new_cdp_session(slow)
        session.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
        _, tasks = play(slow, served, min(asked.moves, 10))
    found = {
        "first page": f"{first / 1000:.0f} kB", "game page": f"{more / 1000:.0f} kB more",
        "drop, p50": f"{percentile(drops, 50):.0f} ms",
        "drop, p99": f"{percentile(drops, 99):.0f} ms",
        "longest task": f"{max(tasks, default=0):.0f} ms, {len(tasks)} over 50 ms",
    }  # fmt: skip
    for what, goal in GOALS.items():
        print(f"{what:14} {found[what]:24} (goal {goal})")


if __name__ == "__main__":
    main()
