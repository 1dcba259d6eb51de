"""A site as people play on it: built with Pyodide, in a real browser, from a plain host."""

import hashlib
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from circles import full_but
from patience import patience

from firmware.commands.site import Files
from firmware.site.build import write_site
from firmware.site.vendored import SiteError
from firmware.storage.store import Store
from rules import NAMES, read_record

playwright_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = Path("/usr/bin/chromium")
SOON = patience(60) * 1000  # milliseconds
BELOW = "a/b"  # the folder below the root of its host
ARGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium"),
    pytest.mark.xdist_group("site"),  # it is built once
]

PLAY = """(most) => new Promise((done) => {
  const [end, list, whose] = ["end", "moves", "whose"].map((id) => document.getElementById(id));
  let made = 0, before = -1, since = 0;
  const timer = setInterval(() => {
    const finish = (why) => { clearInterval(timer); done([why, list.childElementCount]); };
    if (!end.hidden) return finish("over");
    const moved = list.childElementCount !== before || performance.now() - since > 5000;
    if (/^Computer/.test(whose.textContent) || !moved) return undefined;
    if (made >= most) return finish("enough");
    const does = [...document.querySelectorAll("#actions button:not([hidden]):not(:disabled)")];
    const roll = does.find((one) => /Roll|Start/.test(one.textContent));
    const moves = [...document.querySelectorAll("#legal button:not(:disabled)")];
    const next = roll ?? moves[(made * 7919) % moves.length];
    if (!next) return undefined;
    [before, since] = [list.childElementCount, performance.now()];
    made += roll ? 0 : 1;
    next.click();
    return undefined;
  }, 30);
})"""

READY = """(most) => Promise.race([
  navigator.serviceWorker.ready.then(() => undefined),
  new Promise((_, reject) => setTimeout(() => reject(new Error("not offline")), most)),
])"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site."""
    root = tmp_path_factory.mktemp("host")
    try:
        write_site(root / BELOW, platformdirs.user_cache_path("speeltafel", appauthor=False))
    except SiteError as error:
        pytest.skip(f"the site cannot be built: {error}")
    return root


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[str]:
    """The address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{BELOW}/"
    server.shutdown()
    server.server_close()


class Player:
    """Somebody who plays at the site.

    Attributes:
        asked: the addresses that the browser has asked for.
        mistakes: what it has complained of.

    """

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        self.url = url
        self.asked: list[str] = []
        self.mistakes: list[str] = []
        page.set_default_timeout(SOON)
        page.on("request", lambda one: self.asked.append(one.url))
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", self._note)
        self.inner = page.frame_locator("#page")

    def _note(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.mistakes.append(message.text)

    def open(self, path: str = "/") -> None:
        """Open a page of the site, and wait until its games are there."""
        self.page.goto(f"{self.url}#{path}")
        self.page.locator("html[data-ready]").wait_for(state="attached")

    def begin(self, game: str, level: int) -> None:
        """Begin a game against the computer."""
        self.inner.locator(f"#home-games [data-game={game}]").click()
        self.inner.locator(f"#begin-levels input[value='{level}']").check(force=True)
        self.inner.locator("#begin-form button[type=submit]").click()
        self.inner.locator("#legal button, #actions button").first.wait_for(state="attached")

    def play(self, most: int) -> tuple[str, int]:
        """Play moves; return how it ended, and how many moves there are."""
        why, moves = self.page.frames[1].evaluate(PLAY, most)
        return why, moves

    @property
    def moves(self) -> list[str]:
        """The moves that the page shows, as the record has them."""
        lines = self.inner.locator("#moves .move")
        lines.first.wait_for(state="attached")
        found: list[str] = lines.evaluate_all("all => all.map((one) => one.dataset.line)")
        return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture
def player(chromium: Any, hosted: str) -> Iterator[Callable[[], Player]]:
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    context = browser.new_context(viewport={"width": 1200, "height": 800}, locale="en")
    yield lambda: Player(context.new_page(), hosted)
    browser.close()


def test_what_is_kept_for_offline_is_there_as_it_is_named(folder: Path) -> None:
    site = folder / BELOW
    files = json.loads((site / "sw.js").read_text().partition(" = ")[2].partition(";\n")[0])
    found = {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in files}
    assert found == files
    assert {"index.html", "page.html", "static/main.js", "py/program.pack.gz"} <= files.keys()


@pytest.mark.parametrize("most", [4, pytest.param(500, marks=pytest.mark.full)])
def test_a_game_has_an_end_and_nothing_is_fetched_from_elsewhere(
    player: Callable[[], Player], most: int
) -> None:
    anna = player()
    anna.open()
    anna.begin("revolution", 1)
    over = anna.play(most)[0] == "over"
    if not over:
        anna.inner.locator("#actions [data-tool=resign]").click()
        anna.inner.locator("#question [data-tool=yes]").click()
    anna.inner.locator("#end-result").wait_for()
    with anna.page.expect_download() as saved:
        anna.inner.locator("#end-files [data-file=record]").click()
    record = read_record(Path(saved.value.path()).read_bytes())
    assert len(record.moves) >= 4
    assert (record.position.outcome is not None) == over
    with anna.page.expect_download() as saved:
        anna.inner.locator("#end-files [data-file=html]").click()
    assert b"Revolution" in Path(saved.value.path()).read_bytes()
    assert [one for one in anna.asked if not one.startswith((anna.url, "blob:", "data:"))] == []
    assert anna.mistakes == []


@pytest.mark.parametrize("game", full_but(NAMES, "manoeuvre"))
def test_the_same_moves_are_there_after_a_reload_and_offline(
    game: str, player: Callable[[], Player]
) -> None:
    anna = player()
    anna.open()
    anna.begin(game, 2)
    anna.play(6)
    anna.page.wait_for_timeout(1000)
    anna.open("/game/1")
    before = anna.moves
    assert before
    anna.page.evaluate(READY, SOON)
    anna.page.context.set_offline(True)
    anna.page.reload()
    anna.page.locator("html[data-ready]").wait_for(state="attached")
    assert anna.moves[: len(before)] == before
    anna.page.context.set_offline(False)
    assert anna.mistakes == []


def test_help_take_back_replay_and_the_first_game_work_as_on_a_server(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.open()
    anna.begin("revolution", 1)
    anna.inner.get_by_role("button", name="Hint").click()
    playwright_api.expect(anna.inner.locator("#caption")).to_contain_text("best move", timeout=SOON)
    before = anna.moves if anna.play(2)[1] else []
    anna.inner.get_by_role("button", name="Take back").click()
    last = anna.inner.locator(f"#moves .move >> nth={len(before) - 1}")
    playwright_api.expect(last).to_have_count(0)  # with what the computer has played since
    anna.open("/learn/revolution?lang=nl")
    playwright_api.expect(anna.inner.locator("#text")).not_to_be_empty()
    anna.open("/rules/hourglass?lang=fr")
    playwright_api.expect(anna.inner.locator("h1")).not_to_be_empty()
    assert anna.mistakes == []


def test_all_games_are_saved_as_a_file_and_come_back_in_another_browser(
    player: Callable[[], Player], chromium: Any, hosted: str, tmp_path: Path
) -> None:
    anna = player()
    anna.open()
    anna.begin("revolution", 1)
    anna.play(2)
    played = anna.moves
    anna.inner.locator("[data-opens=kept]").click()
    with anna.page.expect_download() as saved:
        anna.inner.locator("#kept-all").click()
    file = tmp_path / "games.db"
    file.write_bytes(Path(saved.value.path()).read_bytes())
    with Store(file, writes=False) as store:
        assert [one.line for one in store.game(1).moves][: len(played)] == played
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    bram = Player(browser.new_page(), hosted)
    bram.open()
    bram.inner.locator("[data-opens=kept]").click()
    bram.inner.locator("#kept-file").set_input_files(file)
    playwright_api.expect(bram.inner.locator("#kept-said")).not_to_be_empty()
    bram.open("/game/1")
    assert bram.moves[: len(played)] == played
    browser.close()


def test_a_second_tab_says_so_and_goes_on_when_the_first_is_closed(
    player: Callable[[], Player],
) -> None:
    anna, again = player(), player()
    anna.open()
    again.page.goto(again.url)
    playwright_api.expect(again.page.locator("#said")).to_contain_text("another tab", timeout=SOON)
    anna.page.close()
    again.page.locator("html[data-ready]").wait_for(state="attached")


def test_a_killed_browser_has_the_move_that_was_drawn(
    chromium: Any, hosted: str, tmp_path: Path
) -> None:
    moves: list[list[str]] = []
    for _ in range(2):
        process = subprocess.Popen(
            [CHROMIUM, "--headless=new", *ARGS, "--remote-debugging-port=0",
             f"--user-data-dir={tmp_path}", "about:blank"],
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stderr is not None
        try:
            line = next(one for one in process.stderr if "DevTools listening on" in one)
            browser = chromium.connect_over_cdp(line.split()[-1])
            anna = Player(browser.contexts[0].pages[0], hosted)
            if not moves:
                anna.open()
                anna.begin("revolution", 1)
                anna.play(1)
            else:
                anna.open("/game/1")
            moves.append(anna.moves)
        finally:
            process.kill()
            process.wait()
            process.stderr.close()
    assert moves[1][: len(moves[0])] == moves[0] != []
