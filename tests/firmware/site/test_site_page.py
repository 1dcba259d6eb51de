"""A site as people play on it: built with Pyodide, in a real browser, from a plain host."""

import hashlib
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from support.hosting import Hosted
from support.mishaps import FULL, HALVED, STARTED, STYLE, UPDATED, publish_another
from support.nightly import nightly_but

from firmware.site.build import write_site
from firmware.storage.store import Store
from rules import NAMES, read_record

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
  const [end, list, whose] = ["end", "moves", "whose"].map((id) => document.getElementById(id));
  let made = 0, tried = 0, mine = false, before = -1, since = 0;
  const timer = setInterval(() => {
    const finish = (why) => { clearInterval(timer); done([why, list.childElementCount]); };
    if (!end.hidden) return finish("over");
    const moved = list.childElementCount !== before || performance.now() - since > 15000;
    if (/^Computer/.test(whose.textContent) || !moved) return undefined;
    if (mine && list.childElementCount > before) [made, mine] = [made + 1, false];
    if (made >= most) return finish("enough");
    const does = [...document.querySelectorAll("#actions button:not([hidden]):not(:disabled)")];
    const roll = does.find((one) => /Roll|Start/.test(one.textContent));
    const moves = [...document.querySelectorAll("#legal button:not(:disabled)")];
    const next = roll ?? moves[(tried * 7919) % moves.length];
    if (!next) return undefined;
    [before, since] = [list.childElementCount, performance.now()];
    [tried, mine] = [tried + 1, !roll];
    next.click();
    return undefined;
  }, 30);
})"""

READY = """(most) => Promise.race([
  navigator.serviceWorker.ready.then(() => undefined),
  new Promise((_, reject) => setTimeout(() => reject(new Error("not offline")), most)),
])"""


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
def player(chromium: Any, hosted: Hosted) -> Iterator[Callable[[], Player]]:
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    context = browser.new_context(viewport={"width": 1200, "height": 800}, locale="en")
    yield lambda: Player(context.new_page(), hosted.url)
    browser.close()


def test_what_is_kept_for_offline_is_there_as_it_is_named(folder: Path) -> None:
    files = json.loads((folder / "sw.js").read_text().partition(" = ")[2].partition(";\n")[0])
    found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files}
    assert found == files
    assert {"index.html", "page.html", "static/main.js", "py/program.pack.gz"} <= files.keys()


def test_the_boards_are_seen_before_any_script_has_begun(chromium: Any, hosted: Hosted) -> None:
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{hosted.url}home.html")
    boards = page.locator("#home-games img")
    boards.last.wait_for()
    widths = boards.evaluate_all("all => all.map((one) => one.naturalWidth)")
    assert len([one for one in widths if one]) == len(NAMES)
    browser.close()


@pytest.mark.parametrize("most", [4, pytest.param(500, marks=pytest.mark.nightly)])
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


@pytest.mark.parametrize("game", nightly_but(NAMES, "manoeuvre"))
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
    anna.page.add_init_script(
        "StorageManager.prototype.persist = async () => { globalThis.isAsked = true; }"
    )
    anna.open()
    assert not anna.page.evaluate("globalThis.isAsked")  # some browsers put this to people
    anna.begin("revolution", 1)
    assert anna.page.evaluate("globalThis.isAsked")
    anna.inner.get_by_role("button", name="Hint").click()
    playwright_api.expect(anna.inner.locator("#hint")).to_contain_text("best move", timeout=SOON)
    before = anna.moves if anna.play(1)[1] else []
    anna.inner.get_by_role("button", name="Take back").click()
    last = anna.inner.locator(f"#moves .move >> nth={len(before) - 1}")
    playwright_api.expect(last).to_have_count(0)  # with what the computer has played since
    anna.open("/learn/revolution?lang=nl")
    playwright_api.expect(anna.inner.locator("#text")).not_to_be_empty()
    anna.open("/rules/hourglass?lang=fr")
    playwright_api.expect(anna.inner.locator("h1")).not_to_be_empty()
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
        assert [one.line for one in store.game(1).moves][: len(played)] == played
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    bram = Player(browser.new_page(), hosted.url)
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
    chromium: Any, hosted: Hosted, tmp_path: Path
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
            anna = Player(browser.contexts[0].pages[0], hosted.url)
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


def test_an_update_waits_for_the_next_start_of_the_page(
    player: Callable[[], Player], hosted: Hosted
) -> None:
    anna = player()
    anna.open()
    anna.begin("revolution", 1)
    anna.page.evaluate(READY, SOON)
    anna.open("/game/1")
    anna.page.reload()  # from now on by the service worker
    anna.page.locator("html[data-ready]").wait_for(state="attached")
    publish_another(hosted)
    anna.page.evaluate(UPDATED)
    assert not anna.page.evaluate(STYLE)
    anna.play(2)
    played = anna.moves
    context = anna.page.context
    elsewhere = context.new_page()
    elsewhere.goto(hosted.elsewhere)
    anna.page.close()
    elsewhere.evaluate(STARTED, hosted.url)
    bram = Player(context.new_page(), hosted.url)
    bram.open("/game/1")
    assert bram.page.evaluate(STYLE)
    assert bram.moves[: len(played)] == played
    assert anna.mistakes == bram.mistakes == []


def test_files_that_were_half_written_are_noticed_and_fetched_again(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.open()
    anna.page.evaluate(READY, SOON)
    anna.page.evaluate(HALVED, ["py/program.pack.gz", "static/main.js", "page.html"])
    anna.page.reload()
    anna.page.locator("html[data-ready]").wait_for(state="attached")
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 0
    anna.page.context.set_offline(True)
    anna.page.goto("about:blank")
    anna.open("/game/1")
    assert anna.moves
    anna.page.context.set_offline(False)
    assert anna.mistakes == []


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


def test_after_an_interrupted_first_visit_the_next_one_keeps_the_memory(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.page.goto(anna.url)
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("MB", timeout=SOON)
    anna.page.goto("about:blank")
    anna.open()
    anna.page.evaluate(SNAPSHOTS, "")
    anna.page.goto("about:blank")
    anna.open()
    assert anna.page.workers[0].evaluate(RESTORED) == 1
    assert anna.mistakes == []


SLOW = {  # what thinks begins later than it is waited for in silence
    "const PATIENCE = 30_000;": "const PATIENCE = 5_000;",
    "const begun = restored(": "const later = new Promise((go) => setTimeout(go, 6_000));"
    "const begun = later.then(() => restored(",
    "snapshot, Promise.resolve(interpreter));": "snapshot, Promise.resolve(interpreter)));",
}


def test_a_computer_that_is_slow_to_begin_is_not_begun_anew(
    player: Callable[[], Player], hosted: Hosted
) -> None:
    anna = player()
    worker = hosted.folder / "static" / "worker.js"
    script = worker.read_text()
    for old, new in SLOW.items():
        assert old in script
        script = script.replace(old, new)
    worker.write_text(script)
    anna.open()
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 1
    anna.page.goto("about:blank")
    anna.open("/replay?lang=en&analyse#kept=1")
    said = anna.inner.locator("#analyse-said")
    playwright_api.expect(said).to_contain_text("computer looks at")
    playwright_api.expect(anna.inner.locator("#analyse")).to_be_hidden(timeout=SOON)
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
    analyse = anna.inner.locator("#analyse")
    analyse.click()
    playwright_api.expect(anna.inner.locator("#analyse-said")).to_contain_text("cannot")
    playwright_api.expect(said).to_contain_text("no room")
    worker.write_text(script)
    playwright_api.expect(said).to_be_hidden(timeout=SOON)
    analyse.click()
    playwright_api.expect(analyse).to_be_hidden(timeout=SOON)
    anna.open()
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 1


def test_a_phone_without_room_says_so_and_covers_no_button(player: Callable[[], Player]) -> None:
    anna = player()
    anna.page.set_viewport_size({"width": 390, "height": 700})
    anna.page.goto(anna.url)
    origin = anna.url.removesuffix("/a/b/")
    quota = {"origin": origin, "quotaSize": 60_000}
    storage = anna.page.context.new_cdp_session(anna.page)
    storage.send("Storage.overrideQuotaForOrigin", quota)
    anna.page.locator("html[data-ready]").wait_for(state="attached")
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("QuotaExceeded")
    anna.begin("manoeuvre", 1)
    assert anna.play(1)[1] > 0
    assert anna.page.locator("#save").is_visible()


def test_a_full_disk_is_said_and_the_moves_are_kept_once_there_is_room(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.page.context.route(
        "**/static/worker.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body=FULL + route.fetch().text()
        ),
    )
    anna.open()
    anna.begin("revolution", 1)
    anna.page.evaluate("new BroadcastChannel('disk').postMessage(true)")
    anna.play(1)
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("QuotaExceeded")
    shown = anna.moves
    with anna.page.expect_download() as saved:
        anna.page.locator("#save").click()
    with Store(Path(saved.value.path()), writes=False) as store:
        assert [one.line for one in store.game(1).moves][: len(shown)] == shown
    anna.page.evaluate("new BroadcastChannel('disk').postMessage(false)")
    anna.play(1)
    playwright_api.expect(anna.page.locator("#said")).to_be_hidden()
    played = anna.moves
    anna.page.goto("about:blank")
    anna.open("/game/1")
    assert anna.moves[: len(played)] == played
    assert anna.mistakes == []


def test_nobody_is_said_to_think_while_sand_rests_and_no_link_is_offered(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.open()
    anna.begin("hourglass", 1)
    anna.play(3)
    anna.page.reload()
    anna.page.locator("html[data-ready]").wait_for(state="attached")
    anna.inner.locator("#actions [data-tool='go on']").wait_for()
    playwright_api.expect(anna.inner.locator("#whose")).not_to_contain_text("thinking")
    anna.inner.locator("#actions [data-tool=people]").click()
    playwright_api.expect(anna.inner.locator("#people-title")).to_have_text("Players")
    playwright_api.expect(anna.inner.locator("#people-near")).to_contain_text("speeltafel serve")
    assert anna.inner.locator("#people-list .link").count() == 0
    assert anna.mistakes == []


def test_an_address_without_a_page_shows_the_first_page(player: Callable[[], Player]) -> None:
    anna = player()
    anna.page.goto(f"{anna.url}#/nothing/here")
    anna.inner.locator("#home-games [data-game=revolution]").wait_for()
    assert anna.mistakes == []


def test_a_game_that_is_not_here_is_said_to_be_none(player: Callable[[], Player]) -> None:
    anna = player()
    anna.open("/game/99")
    prompt = anna.inner.locator("#prompt")
    playwright_api.expect(prompt).to_contain_text("no such game", timeout=SOON)
    playwright_api.expect(anna.inner.locator("#whose")).not_to_contain_text("Connection lost")


def test_the_site_can_be_installed_as_an_application(
    chromium: Any, hosted: Hosted, tmp_path: Path
) -> None:
    context = chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=CHROMIUM, args=list(ARGS)
    )
    anna = Player(context.pages[0], hosted.url)
    anna.open()
    anna.page.evaluate(READY, SOON)
    found = context.new_cdp_session(anna.page).send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []
    context.close()


def test_a_browser_that_keeps_nothing_says_so_and_plays(player: Callable[[], Player]) -> None:
    anna = player()
    anna.page.context.route(
        "**/static/worker.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body='Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("no",'
            ' "SecurityError"); } });' + route.fetch().text(),
        ),
    )
    anna.open()
    playwright_api.expect(anna.page.locator("#said")).to_contain_text("keeps no games")
    anna.begin("revolution", 1)
    assert anna.play(1)[1] > 0


def test_an_address_without_https_says_that_it_keeps_nothing_and_plays(
    chromium: Any, hosted: Hosted
) -> None:
    browser = chromium.launch(
        executable_path=CHROMIUM, args=[*ARGS, "--host-resolver-rules=MAP table.test 127.0.0.1"]
    )
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


def test_games_of_a_newer_version_stay_as_they_are_and_can_be_saved(
    player: Callable[[], Player],
) -> None:
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


def test_a_game_is_analysed_and_a_typed_sheet_is_read_without_a_server(
    player: Callable[[], Player],
) -> None:
    anna = player()
    anna.open()
    anna.begin("manoeuvre", 1)
    anna.play(4)
    anna.open("/replay?lang=en#kept=1")
    anna.inner.locator("#analyse").click()
    anna.inner.locator("#expected").wait_for(timeout=SOON)
    with anna.page.expect_download() as saved:
        anna.inner.locator("#files [data-file=record]").click()
    record = Path(saved.value.path()).read_text()
    anna.open("/read?lang=en")
    picture: Any = {"name": "sheet.png", "mimeType": "image/png", "buffer": b"PNG"}
    anna.inner.locator("#file").set_input_files(picture)
    playwright_api.expect(anna.inner.locator("#said")).to_contain_text("speeltafel scan")
    anna.inner.locator("#written").fill(record)
    anna.inner.locator("#done").wait_for()
    moves = len(read_record(record.encode()).moves)
    playwright_api.expect(anna.inner.locator("#said")).to_contain_text(str(moves))
    assert anna.mistakes == []


def test_a_shared_game_can_be_the_first_page_of_a_visit_and_is_there_offline(
    player: Callable[[], Player], chromium: Any, hosted: Hosted
) -> None:
    anna = player()
    anna.open()
    anna.begin("manoeuvre", 1)
    number = anna.play(3)[1]
    anna.open("/replay?lang=en#kept=1")
    anna.inner.locator("#share").click()
    shared = anna.inner.locator("#share-link")
    playwright_api.expect(shared).to_have_value(re.compile("^http"))
    link = shared.input_value()
    browser = chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
    bram = Player(browser.new_page(locale="en"), hosted.url)
    bram.page.goto(link.replace("lang=en", "lang=en&analyse"))
    moves = bram.inner.locator("#moves li")
    playwright_api.expect(moves).to_have_count(number, timeout=SOON)
    said = bram.inner.locator("#analyse-said")
    playwright_api.expect(said).to_contain_text("Marked moves", timeout=SOON)
    bram.page.evaluate(READY, SOON)
    bram.page.context.set_offline(True)
    bram.page.goto("about:blank")
    bram.page.goto(link)
    playwright_api.expect(moves).to_have_count(number, timeout=SOON)
    assert bram.mistakes == []
    browser.close()


@pytest.mark.nightly
def test_the_same_input_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "again", platformdirs.user_cache_path("speeltafel", appauthor=False))
    found = [
        {one.relative_to(site): one.read_bytes() for one in site.rglob("*") if one.is_file()}
        for site in (folder, tmp_path / "again")
    ]
    assert found[0] == found[1]
