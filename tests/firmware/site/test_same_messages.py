"""What a browser and a server tell of the same moves: a site in Chromium beside a real server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.hosting import Hosted
from support.online import flat
from support.screens_online import Browser, ScreenWeb

from rules import read_record

playwright_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = Path("/usr/bin/chromium")
RECORDS = Path(__file__).parents[2] / "data" / "scribbled_sheets"
SOON = 360_000  # milliseconds
MOVES = 12
OTHERWISE = {"at", "date", "time", "id", "type"}  # when and which

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium"),
    pytest.mark.xdist_group("site"),
]

ASKED = """async ([path, body]) => {
  const { request } = await import(new URL("static/host.js", location.href).href);
  return (await request(path, { method: "POST", body })).json();
}"""
PLAYED = """async ([number, moves]) => {
  const { socket } = await import(new URL("static/host.js", location.href).href);
  const heard = [], connection = socket(`/ws?game=${number}&lang=de`);
  let look = () => {};
  connection.addEventListener("message", ({ data }) => { heard.push(JSON.parse(data)); look(); });
  const until = (holds) => new Promise((done) => {
    look = () => holds() && done();
    look();
  });
  const hello = { type: "hello", protocol: 2, view: "de" };
  connection.addEventListener("open", () => connection.send(JSON.stringify(hello)));
  await until(() => heard.some((one) => one.type === "view"));
  for (const move of moves) {
    const before = heard.length;
    connection.send(JSON.stringify({ type: "do", id: move, ask: { type: "move", move } }));
    await until(() => heard.slice(before).some((one) => one.type === "view"));
  }
  connection.close();
  return heard;
}"""


@pytest.fixture
def page(hosted: Hosted) -> Iterator[Any]:
    """A page of the site, whose games are there."""
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        opened = browser.new_page(locale="en")
        opened.goto(hosted.url)
        ready = opened.locator("html[data-ready]")
        ready.wait_for(state="attached", timeout=SOON)
        yield opened.frames[1]
        browser.close()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[ScreenWeb]:
    """A real server."""
    with ScreenWeb(tmp_path) as running:
        yield running


def _timeless(told: Any) -> Any:
    """Return what is told without when and where it was."""
    if isinstance(told, dict):
        return {key: _timeless(one) for key, one in told.items() if key not in OTHERWISE}
    return [_timeless(one) for one in told] if isinstance(told, list) else told


def test_a_played_game_is_told_alike(page: Any, web: ScreenWeb) -> None:
    record = read_record((RECORDS / "revolution_nl_csv.record").read_bytes())
    moves = [str(one) for one in record.moves][:MOVES]
    new = {"game": "revolution", "names": ["Anna", "Bram"], "seats": [0, 0], "here": True}
    there = page.evaluate(ASKED, ["/api/screen", json.dumps({**new, "options": {}})])["id"]
    found = page.evaluate(PLAYED, [there, moves])
    server = Browser(web)
    here = server.begin("revolution", ["Anna", "Bram"], [0, 0])
    with server.follow(here, "&lang=de") as follower:
        follower.until(bool)
        told = [_timeless(follower.do(type="move", move=move)) for move in moves]
    state: dict[str, Any] = {}
    seen = []
    for one in found:
        if one["type"] == "view":
            state = flat(one, state)
            seen.append(_timeless(state))
    seen = seen[-MOVES:]
    assert len(told) == MOVES
    assert seen[-1] == told[-1]
    assert seen == told


@pytest.mark.parametrize("name", ["forum_nl_chat", "hourglass_fr_csv", "manoeuvre_de_words", "revolution_nl_csv"])
def test_a_record_is_replayed_and_a_sheet_read_alike(name: str, page: Any, web: ScreenWeb) -> None:
    record, sheet = (RECORDS / f"{name}.record").read_text(), (RECORDS / f"{name}.txt").read_text()
    for path, sent in (
        ("/api/read?lang=de", sheet),
        ("/api/line?lang=fr", json.dumps({"record": record, "head": True})),
        ("/api/line?lang=nl", json.dumps({"record": record, "stands": True})),
    ):
        answer = web.post(path, sent)
        assert answer.status_code == 200, answer.text
        assert _timeless(page.evaluate(ASKED, [path, sent])) == _timeless(answer.json())
