"""What a site costs who plays on it: bytes, seconds until a move, memory.

    PYTHONPATH=tests python tests/benchmarks/site.py                      # builds it, and plays in Chromium
    PYTHONPATH=tests python tests/benchmarks/site.py --turns 20 --json

The site comes from a plain host on this machine, so that no network takes its time; pages, games
and thinking share its cores with whatever else runs. A picture is there when the browser has
painted a board of the first page (as its largest contentful paint); warm is the second visit, from
the cache of the service worker. A move is drawn from the click on, thought is from the question to
the other worker until its answer, and kept is one transaction of IndexedDB with strict durability,
of a move: the beginning of a game, which writes more, is none.
Memory is that of WebAssembly, of both workers.
"""

import argparse
import gzip
import json
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

import platformdirs
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from support.hosting import Server

from firmware.site.build import write_site
from rules import NAMES

GOALS = {
    "first visit, gzip": (6.5, "MB"),
    "first picture": (0.3, "s"),
    "cold, until a game can begin": (4.0, "s"),
    "warm, until a game can begin": (0.7, "s"),
    "own move drawn, median": (30, "ms"),
    "level 5 thought, longest": (500, "ms"),
    "kept, 95%": (5, "ms"),
    "memory, both workers": (80, "MB"),
}
PAINTED = """() => new Promise((done) => new PerformanceObserver((all) => {
  const painted = all.getEntries().find((one) => one.url.endsWith(".svg"));
  if (painted) done(performance.timeOrigin + painted.startTime);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""
MOVE = """() => new Promise((done) => {
  const log = document.getElementById("log"), played = () => log.querySelectorAll(".move").length, moves = played();
  const legal = [...document.querySelectorAll(".legal button:not(:disabled)")];
  const waits = /^Computer/.test(document.getElementById("whose").textContent);
  const roll = [...document.querySelectorAll("#actions button:not([hidden])")].find((one) =>
    /Roll|Start/.test(one.textContent));
  if (roll) { roll.click(); setTimeout(() => done(null), 1200); return; }
  if (waits || !legal.length) { setTimeout(() => done(null), 100); return; }
  const begun = performance.now();
  new MutationObserver((_, self) => {
    if (played() === moves) return;
    self.disconnect();
    done(performance.now() - begun);
  }).observe(log, { childList: true, subtree: true });
  legal[moves % legal.length].click();
  setTimeout(() => done(null), 1500);
})"""


def first_visit(site: Path) -> float:
    """Return the megabytes of a first visit, as a host with gzip sends them."""
    shown = [*site.glob("*.html"), *(site / "static").iterdir(), *(site / "py").iterdir()]
    shown += [site / "made" / "en" / "api" / f"{name}.json" for name in ("me", "playable")]
    shown += [*(site / "made" / "picture").iterdir(), site / "static" / "words" / "en.json"]
    return sum(_sent(path) for path in shown if path.is_file() and path.stem != "404") / 1e6


def _sent(path: Path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".gz" else len(gzip.compress(data, 9))


def visit(page: Page, url: str) -> tuple[float, float]:
    """Return the seconds until the boards are drawn, and until a game can begin."""
    page.goto("about:blank")
    page.goto(url, wait_until="commit")
    page.frame_locator("#page").locator("#home-games img").first.wait_for()
    drawn = page.frames[1].evaluate(PAINTED) - page.evaluate("() => performance.timeOrigin")
    page.locator("html[data-ready]").wait_for(state="attached", timeout=120_000)
    return drawn / 1000, page.evaluate("() => performance.now()") / 1000


def play(browser: Browser, url: str, game: str, turns: int) -> dict[str, list[float]]:
    """Return the milliseconds of own moves, of thinking and of keeping, and the memory."""
    page = browser.new_page(locale="en")
    visit(page, url)
    inner = page.frame_locator("#page")
    inner.locator(f"#home-games [data-game={game}]").click()
    inner.locator("#begin-levels input[value='5']").check(force=True)
    inner.locator("#begin-form button[type=submit]").click()
    inner.locator("#actions button").first.wait_for(state="attached")
    page.workers[0].evaluate("() => performance.clearMeasures('kept')")
    own = [page.frames[1].evaluate(MOVE) for _ in range(turns)]
    page.wait_for_timeout(3000)
    told = page.workers[0].evaluate(
        "() => Object.fromEntries(['thought', 'kept', 'memory'].map((name) => [name,"
        " performance.getEntriesByName(name).map((one) => one.detail ?? one.duration)]))"
    )
    page.close()
    return {"own": [one for one in own if one is not None], **told}


def measure(site: Path, turns: int) -> dict[str, float]:
    """Return what was measured, by its name."""
    server = Server(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-background-networking", "--disable-sync"],
        )
        page = browser.new_page(locale="en")
        picture, cold = visit(page, server.url)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        warm = min(visit(page, server.url)[1] for _ in range(3))
        page.close()
        played = [play(browser, server.url, game, turns) for game in NAMES]
        browser.close()
    server.shutdown()

    def every(name: str) -> list[float]:
        return [one for game in played for one in game[name]]

    return {
        "first visit, gzip": first_visit(site),
        "first picture": picture,
        "cold, until a game can begin": cold,
        "warm, until a game can begin": warm,
        "own move drawn, median": median(every("own")),
        "level 5 thought, longest": max(every("thought")),
        "kept, 95%": quantiles(every("kept"), n=20)[-1],
        "memory, both workers": max(sum(game["memory"]) for game in played) / 1e6,
    }


def main(given: Sequence[str] | None = None) -> None:
    """Build a site, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=15, help="own moves in each game")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        write_site(site, platformdirs.user_cache_path("speeltafel", appauthor=False))
        found = measure(site, chosen.turns)
    if chosen.json:
        print(json.dumps(found))
        return
    table = Table("", "measured", "goal")
    for name, (goal, unit) in GOALS.items():
        table.add_row(name, f"{found[name]:.3g} {unit}", f"{goal} {unit}")
    Console().print(table)


if __name__ == "__main__":
    main()
