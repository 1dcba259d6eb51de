"""What do the pages look like? Pictures of each at three widths, light and dark, to be looked at.

    PYTHONPATH=tests python tests/support/screenshots.py FOLDER [--only NAME ...]

serves games in the middle of their play and writes a PNG for each page, size and theme. It prints
the width of the smallest and the largest field of each board, in pixels of the page, and what share
of the window the board has.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import connect

from firmware.opponents import choose
from rules import NAMES, find_game, read_record
from support.online import Watcher
from support.page_server import Served, serving

CHROMIUM = "/usr/bin/chromium"
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "screen": (1920, 1080)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PLAYERS = ("Anna", "Bram", "Chaya")
MIDDLE = {"revolution": 18, "hourglass": 14, "forum_romanum": 22, "manoeuvre": 40}  # moves
REAL_TIME = ("hourglass",)  # nobody thinks while its sand runs
DIALOGS = ("home", "begin", "kept", "standings", "settings", "help")
THINKING = 0.4  # seconds of a player there
SETTLING = 700  # milliseconds until what moves has arrived


def begin(served: Served, page: Page, game: str) -> str:
    """Begin a game of people at this browser and play it to its middle; the path of its page."""
    people = max(number for number in find_game(game).players if number <= len(PLAYERS))
    told = {
        "game": game, "names": PLAYERS[:people], "seats": [0] * people, "here": True,
        "options": {"sand": "180", "turn": "none"} if game == "hourglass" else {},
    }  # fmt: skip
    headers = {"Content-Type": "application/json", "Origin": served.url.rstrip("/")}
    answer = page.request.post(served.url + "api/screen", data=json.dumps(told), headers=headers)
    if answer.status != 201:
        sys.exit(f"{game} could not be begun: {answer.text()}")
    number = answer.json()["id"]
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())
    url = f"ws://127.0.0.1:{served.port}/ws?game={number}"
    with connect(url, additional_headers={"Cookie": cookies}) as socket:
        _play(Watcher(socket), served, number)
    return f"game/{number}"


def _play(player: Watcher, served: Served, number: int) -> None:
    """Play to the middle of a game as the computer would at its lowest level."""
    rng = random.Random(4)
    state = player.until(lambda state: state["game"])
    game = state["game"]["name"]
    while len(player.state["moves"]) < MIDDLE[game] and not player.state["position"]["over"]:
        position = read_record(served.text(f"api/record?game={number}").encode()).position
        made, refused = len(player.state["moves"]), len(player.errors)
        if position.chance:
            player.send({"type": "roll"})
        elif game in REAL_TIME:
            time.sleep(THINKING)
            screen = player.state["screen"]
            ways = [move for to in screen["drops"].values() for move in to.values()]
            player.send({"type": "move", "move": screen["for_all"] or rng.choice(ways)})
        else:
            player.send({"type": "move", "move": choose(position, game, rng, 1)})
        while len(player.state["moves"]) == made and len(player.errors) == refused:
            player.hear()


def _dialogs(page: Page, served: Served) -> Iterator[str]:
    """Open what opens over the first page; the name of each picture."""
    page.goto(served.url)
    page.locator("[data-game=revolution]").wait_for()
    yield "home"
    page.locator("[data-game=revolution]").click()
    yield "begin"
    page.locator("#begin .close").click()
    for dialog in DIALOGS[2:]:
        page.locator(f".top [data-opens={dialog}]").click()
        yield dialog
        page.locator(f"#{dialog} .close").click()


def _pages(
    page: Page, served: Served, games: dict[str, str], wanted: Callable[[str], bool]
) -> Iterator[str]:
    """Show each page that is wanted; the name of each picture."""
    if any(map(wanted, DIALOGS)):
        yield from filter(wanted, _dialogs(page, served))
    for name, path in games.items():
        page.goto(served.url + path)
        page.locator("#link[data-link=live]").wait_for(state="attached")
        yield f"game-{name}"
    for path in ("rules/revolution", "learn/manoeuvre", "read"):
        if wanted(path.replace("/", "-")):
            page.goto(served.url + path)
            page.wait_for_load_state("networkidle")
            yield path.replace("/", "-")


_MEASURE = """() => {
  const used = [...document.querySelectorAll(".field.used")];
  const fields = used.map((one) => one.getBoundingClientRect().width);
  const { width, height } = document.querySelector("#frame").getBoundingClientRect();
  return [Math.min(...fields), Math.max(...fields), 100 * width * height / innerWidth / innerHeight,
    document.documentElement.scrollWidth > innerWidth ? ", wider than the window" : ""];
}"""


def main() -> None:
    """Write the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], help="begin of the pages' names")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)

    def wanted(name: str) -> bool:
        return not asked.only or name.startswith(tuple(asked.only))

    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), table="screen") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        first = browser.new_context()
        games = {
            name: begin(served, first.new_page(), name)
            for name in NAMES
            if wanted(f"game-{name}")
        }  # fmt: skip
        for size, (width, height) in SIZES.items():
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=theme,
                    has_touch=size == "phone", locale="en", reduced_motion="reduce",
                    storage_state=first.storage_state(),
                )  # fmt: skip
                page = context.new_page()
                for name in _pages(page, served, games, wanted):
                    page.wait_for_timeout(SETTLING)
                    page.screenshot(path=asked.folder / f"{name}-{size}-{theme}.png")
                    if name.startswith("game-"):
                        least, most, share, wide = page.evaluate(_MEASURE)
                        fields = f"fields {least:.1f} to {most:.1f} px, board {share:.0f} %{wide}"
                        print(f"{name:20} {size:7} {theme:6} {fields}")
                context.close()


if __name__ == "__main__":
    main()
