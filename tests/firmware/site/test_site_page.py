"""A site as people play on it: built with Pyodide, in a real browser, from a plain host."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from support.hosting import Hosted

from firmware.site.build import write_site
from firmware.storage.store import Store
from rules import read_record

playwright_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = Path("/usr/bin/chromium")
SOON = 360_000  # milliseconds
ARGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium"),
    pytest.mark.xdist_group("site"),  # it is built once
]

PLAY = """(most) => new Promise((done) => {
  const [end, whose] = ["end", "whose"].map((id) => document.getElementById(id));
  const played = () => document.querySelectorAll("#log .move").length;
  let made = 0, tried = 0, mine = false, before = -1, since = 0;
  const timer = setInterval(() => {
    const finish = (why) => { clearInterval(timer); done([why, played()]); };
    if (!end.hidden) return finish("over");
    const moved = played() !== before || performance.now() - since > 15000;
    if (/^Computer/.test(whose.textContent) || !moved) return undefined;
    if (mine && played() > before) [made, mine] = [made + 1, false];
    if (made >= most) return finish("enough");
    const does = [...document.querySelectorAll("#actions button:not([hidden]):not(:disabled)")];
    const roll = does.find((one) => /Roll|Start/.test(one.textContent));
    const moves = [...document.querySelectorAll(".legal button:not(:disabled)")];
    const next = roll ?? moves[(tried * 7919) % moves.length];
    if (!next) return undefined;
    [before, since] = [played(), performance.now()];
    [tried, mine] = [tried + 1, !roll];
    next.click();
    return undefined;
  }, 30);
})"""


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

    def begin(self, game: str, level: int | None = None) -> None:
        """Begin a game against the computer, or between people here."""
        self.inner.locator(f"#home-games [data-game={game}]").click()
        if level is None:
            self.inner.locator("#begin input[value=here]").check(force=True)
        else:
            self.inner.locator(f"#begin-levels input[value='{level}']").check(force=True)
        self.inner.locator("#begin-form button[type=submit]").click()
        self.inner.locator(".legal button, #actions button").first.wait_for(state="attached")

    def play(self, most: int) -> tuple[str, int]:
        """Play moves; return how it ended, and how many moves there are."""
        why, moves = self.page.frames[1].evaluate(PLAY, most)
        return why, moves

    @property
    def moves(self) -> list[str]:
        """The moves that the page shows, as the record has them."""
        lines = self.inner.locator("#log .move")
        lines.first.wait_for(state="attached")
        found: list[str] = lines.evaluate_all("all => all.map((one) => one.dataset.line)")
        return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright_api.sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture
def player(chromium: Any, hosted: Hosted) -> Iterator[Callable[[], Player]]:
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    context = browser.new_context(viewport={"width": 1200, "height": 800}, locale="en")
    yield lambda: Player(context.new_page(), hosted.url)
    browser.close()


def test_what_is_kept_for_offline_is_there_as_it_is_named(folder: Path) -> None:
    files = json.loads((folder / "sw.js").read_text().partition(" = ")[2].partition(";\n")[0])
    found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files}
    assert found == files
    assert {"index.html", "game.html", "static/main.js", "py/program.pack.gz"} <= files.keys()


@pytest.mark.parametrize("most", [4, pytest.param(500, marks=pytest.mark.nightly)])
def test_a_game_has_an_end_and_nothing_is_fetched_from_elsewhere(player: Callable[[], Player], most: int) -> None:
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


def test_all_games_are_saved_as_a_file_and_come_back_in_another_browser(
    player: Callable[[], Player], chromium: Any, hosted: Hosted, tmp_path: Path
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
        assert [one.line for one in store.game(1).line.moves][: len(played)] == played
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    bram = Player(browser.new_page(), hosted.url)
    bram.open()
    bram.inner.locator("[data-opens=kept]").click()
    bram.inner.locator("#kept-file").set_input_files(file)
    playwright_api.expect(bram.inner.locator("#kept-said")).not_to_be_empty()
    bram.open("/game/1")
    assert bram.moves[: len(played)] == played
    browser.close()


def test_a_second_tab_says_so_and_goes_on_when_the_first_is_closed(player: Callable[[], Player]) -> None:
    anna, again = player(), player()
    anna.open()
    again.page.goto(again.url)
    playwright_api.expect(again.page.locator("#said")).to_contain_text("another tab", timeout=SOON)
    anna.page.close()
    again.page.locator("html[data-ready]").wait_for(state="attached")


SNAPSHOTS = """async (change) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  for (;;) {
    const database = await done(indexedDB.open("speeltafel python /a/b/"));
    const store = database.transaction("snapshots", "readwrite").objectStore("snapshots");
    const [key] = await done(store.getAllKeys());
    if (key) {
      const kept = await done(store.get(key));
      const damaged = new Blob([new Uint8Array(64)]);
      if (change === "memory") kept.memory = damaged;
      else if (change) kept.files[change] = damaged;
      await done(store.put(kept, key));
      return database.close();
    }
    database.close();
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
RESTORED = "() => performance.getEntriesByName('restored').length"


@pytest.mark.parametrize("damaged", ["", "memory", "pyodide.asm.wasm", "program.pack"])
def test_a_later_visit_begins_with_the_memory_of_the_first_unless_it_is_damaged(
    player: Callable[[], Player], damaged: str
) -> None:
    anna = player()
    anna.open()
    anna.begin("manoeuvre", 1)  # has no early end
    anna.play(2)
    played = anna.moves
    anna.page.evaluate(SNAPSHOTS, damaged)
    anna.page.goto("about:blank")
    anna.open("/game/1")
    assert anna.page.workers[0].evaluate(RESTORED) == (0 if damaged else 1)
    assert anna.moves[: len(played)] == played
    assert anna.play(2)[1] > len(played)
    assert anna.mistakes == []


def test_a_computer_that_cannot_begin_is_said_until_it_can_and_people_play_on(
    player: Callable[[], Player], hosted: Hosted
) -> None:
    anna = player()
    worker = hosted.folder / "static" / "worker.js"
    script = worker.read_text()
    worker.write_text(f'if (self.name === "thinker") throw new Error("no room");\n{script}')
    anna.open()
    said = anna.page.locator("#said")
    playwright_api.expect(said).to_contain_text("no room", timeout=SOON)
    anna.begin("revolution")
    assert anna.play(4)[1] >= 4
    anna.inner.get_by_role("button", name="Hint").click()
    hint = anna.inner.locator("#hint")
    playwright_api.expect(hint).to_contain_text("cannot think now", timeout=SOON)
    anna.open("/replay?lang=en#kept=1")
    analyse = anna.inner.get_by_role("button", name="Analyse")
    analyse.click()
    playwright_api.expect(anna.inner.locator("#study")).to_contain_text("cannot", timeout=SOON)
    playwright_api.expect(said).to_contain_text("no room", timeout=SOON)
    worker.write_text(script)
    playwright_api.expect(said).to_be_hidden(timeout=SOON)
    analyse.click()
    playwright_api.expect(analyse).to_be_hidden(timeout=SOON)
    anna.open()
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 1


def test_an_address_without_https_says_that_it_keeps_nothing_and_plays(chromium: Any, hosted: Hosted) -> None:
    browser = chromium.launch(executable_path=CHROMIUM, args=[*ARGS, "--host-resolver-rules=MAP table.test 127.0.0.1"])
    anna = Player(browser.new_page(locale="en"), hosted.url.replace("127.0.0.1", "table.test"))
    anna.open()
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("https")
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 0
    assert anna.mistakes == []
    browser.close()


NEWER = """(name) => new Promise((done, fail) => {
  const asked = indexedDB.open(name);
  asked.onsuccess = () => {
    const change = asked.result.transaction("pages", "readwrite");
    const store = change.objectStore("pages");
    store.get(0).onsuccess = ({ target }) => {
      target.result.set([0, 0, 0, 99], 60);
      store.put(target.result, 0);
    };
    change.oncomplete = () => done(asked.result.close());
    change.onabort = () => fail(change.error);
  };
})"""


def test_games_of_a_newer_version_stay_as_they_are_and_can_be_saved(player: Callable[[], Player]) -> None:
    anna = player()
    anna.open()
    anna.begin("revolution", 1)
    anna.play(1)
    anna.page.evaluate(NEWER, "speeltafel /a/b/")
    anna.page.goto("about:blank")
    anna.page.goto(anna.url)
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("newer", timeout=SOON)
    with anna.page.expect_download() as saved:
        anna.page.locator("#save").click()
    kept = Path(saved.value.path()).read_bytes()
    assert kept[:6] == b"SQLite"
    assert kept[60:64] == bytes([0, 0, 0, 99])
    assert anna.mistakes == []


@pytest.mark.nightly
def test_the_same_input_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "again", platformdirs.user_cache_path("speeltafel", appauthor=False))
    found = [
        {one.relative_to(site): one.read_bytes() for one in site.rglob("*") if one.is_file()}
        for site in (folder, tmp_path / "again")
    ]
    assert found[0] == found[1]
