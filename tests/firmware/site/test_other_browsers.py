"""A robot that plays on a site in Firefox and WebKit, as the journeys do in Chromium."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from support.firefox import firefox
from support.firefox import missing as no_firefox
from support.hosting import Hosted
from support.mishaps import FULL, HALVED, STARTED, STYLE, UPDATED, publish_another
from support.nightly import nightly_but
from support.webkit import missing as no_webkit
from support.webkit import webkit

from rules import NAMES

SOON = 540  # seconds
TURNS = 10

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("site")]


class Browser(Protocol):
    """What a robot needs of a browser."""

    def open(self, url: str) -> None:
        """Open a page."""

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns in the page. values: its `arguments`."""


@contextmanager
def _webkit(_: Path) -> Iterator[Browser]:
    with webkit() as window:
        yield window


BROWSERS: dict[str, tuple[Callable[[Path], Any], Callable[[], str]]] = {
    "firefox": (firefox, no_firefox),
    "webkit": (_webkit, no_webkit),
}

INNER = """
const SHOWN = ({ location, body }) => [location.href, body?.innerText];
const inner = document.getElementById("page").contentDocument;
const said = document.getElementById("said");
const find = (what) => inner.querySelector(what);
const all = (what) => [...inner.querySelectorAll(what)];
"""
SEEN = """
const moves = all("#log .move").map((one) => one.dataset.line);
const shown = inner.getElementById("end");
const over = shown !== null && !shown.hidden;
"""
TURN = """
if (over || /^Computer/.test(find("#whose").textContent)) return { over, moves, did: false };
const does = all("#actions button:not([hidden]):not(:disabled)");
const roll = does.find((one) => /Roll|Start/.test(one.textContent));
const legal = all(".legal button:not(:disabled)");
const next = roll ?? legal[(arguments[0] * 7919) % legal.length];
next?.click();
return { over, moves, did: Boolean(next) && !roll };
"""


class Robot:
    """Plays on a site. url: of the site."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns that knows the page within."""
        return self._browser.ask(INNER + script, *values)

    def until(self, script: str, *values: Any) -> Any:
        """Return what a script returns, once that is something."""
        end = time.monotonic() + SOON
        while time.monotonic() < end:
            if found := self.ask(script, *values):
                return found
            time.sleep(0.1)
        raise AssertionError((script, self.ask("return [document, inner].map(SHOWN)")))

    def open(self, path: str = "/") -> None:
        """Open a page of the site anew, and wait until its games are there."""
        self._browser.open("about:blank")
        self._browser.open(f"{self._url}#{path}")
        self.until("return document.documentElement.dataset.ready")

    def begin(self, game: str, level: int) -> None:
        """Begin a game against the computer."""
        self.until("return find(`#home-games [data-game=${arguments[0]}]`)?.click() ?? true", game)
        self.until(
            "const one = find(`#begin-levels input[value='${arguments[0]}']`);"
            "if (!one) return false;"
            "one.click();"
            "find('#begin-form button[type=submit]').click();"
            "return true;",
            level,
        )
        self.until("return find('#actions button') !== null")

    def play(self, turns: int) -> list[str]:
        """Play some turns, or until the game is over; return the moves of the game."""
        before, asked, made = -1, 0.0, 0
        end = time.monotonic() + 4 * SOON
        while time.monotonic() < end:
            seen = self.ask(SEEN + "return { over, moves };")
            if seen["over"] or made >= turns:
                return self.settled()
            if len(seen["moves"]) != before or time.monotonic() > asked + 5:
                before, asked = len(seen["moves"]), time.monotonic()
                made += self.ask(SEEN + TURN, made)["did"]
            time.sleep(0.05)
        raise AssertionError((before, made))

    def moved(self) -> list[str]:
        """Make a move; return the moves of the game as soon as it is drawn."""
        before = len(self.until(SEEN + "return { moves };")["moves"])
        while not self.ask(SEEN + TURN, 0)["did"]:
            time.sleep(0.1)
        moves: list[str] = self.until(SEEN + "return moves.length > arguments[0] ? moves : null", before)
        return moves

    def settled(self) -> list[str]:
        """Return the moves once it is the turn of this side again; sand that rests runs on."""
        self.until("return find('#actions button') !== null")
        self.ask("find('#actions [data-tool=\"go on\"]')?.click()")
        moves: list[str] = self.until(
            SEEN + "return moves.length && (over || !/^Computer/.test(find('#whose').textContent)) ? moves : null;"
        )
        return moves


@pytest.fixture(params=list(BROWSERS))
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    begin, missing = BROWSERS[request.param]
    if lacks := missing():
        pytest.skip(f"needs {lacks}")
    with begin(tmp_path / "profile") as begun:
        yield begun


@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_a_robot_plays_reloads_goes_offline_shares_and_takes_back(game: str, browser: Browser, hosted: Hosted) -> None:
    robot = Robot(browser, hosted.url)
    robot.open()
    robot.begin(game, 2)
    played = robot.play(TURNS)
    robot.open("/game/1")
    assert robot.settled()[: len(played)] == played
    robot.until("return document.documentElement.dataset.offline")
    hosted.away = True
    robot.open("/game/1")
    played = robot.settled()
    robot.open("/replay?lang=en#kept=1")
    robot.until("return find('#log li') !== null")
    robot.until("const share = find('.sharing button'); share?.click(); return share !== null")
    link = robot.until("return find('.link-field')?.value")
    assert link.startswith(f"{hosted.url}#/replay?")
    robot.open(link.removeprefix(f"{hosted.url}#"))
    assert robot.until("return all('#log li').length") == len(played)
    robot.open("/game/1")
    before = robot.settled()
    robot.until(
        "const back = find('#actions [data-tool=back]:not(:disabled)');"
        "return back ? back.click() ?? true : inner.getElementById('end')?.hidden === false"
    )
    robot.until(SEEN + "return over || moves.length < arguments[0]", len(before))


@pytest.mark.skipif(no_firefox() != "", reason="needs firefox-esr")
def test_a_killed_firefox_has_the_move_that_was_drawn(tmp_path: Path, hosted: Hosted) -> None:
    with firefox(tmp_path / "profile") as begun:
        robot = Robot(begun, hosted.url)
        robot.open()
        robot.begin("revolution", 1)
        drawn = robot.moved()
        begun.process.kill()
    with firefox(tmp_path / "profile") as begun:
        robot = Robot(begun, hosted.url)
        robot.open("/game/1")
        assert robot.settled()[: len(drawn)] == drawn


@pytest.mark.skipif(no_firefox() != "", reason="needs firefox-esr")
def test_firefox_with_a_full_disk_says_so_and_keeps_the_moves_once_there_is_room(
    tmp_path: Path, hosted: Hosted
) -> None:
    worker = hosted.folder / "static" / "worker.js"
    worker.write_text(FULL + worker.read_text())
    with firefox(tmp_path / "profile") as begun:
        robot = Robot(begun, hosted.url)
        robot.open()
        robot.begin("revolution", 1)
        for is_full in (True, False):
            begun.ask("new BroadcastChannel('disk').postMessage(arguments[0])", is_full)
            drawn = robot.moved()
            robot.until("return /Quota/.test(said.textContent) === arguments[0]", is_full)
        robot.open("/game/1")
        assert robot.settled()[: len(drawn)] == drawn


@pytest.mark.skipif(no_firefox() != "", reason="needs firefox-esr")
def test_firefox_notices_half_written_files_and_an_update_waits_for_the_next_start(
    tmp_path: Path, hosted: Hosted
) -> None:
    with firefox(tmp_path / "profile") as begun:
        robot = Robot(begun, hosted.url)
        robot.open()
        robot.until("return document.documentElement.dataset.offline")
        halved = ["py/program.pack.gz", "static/main.js", "game.html"]
        begun.ask(f"return ({HALVED})(arguments[0])", halved)
        robot.open()
        robot.begin("revolution", 1)
        publish_another(hosted)
        begun.ask(f"return ({UPDATED})()")
        assert not begun.ask(f"return ({STYLE})()")
        drawn = robot.moved()
        begun.open(hosted.elsewhere)
        begun.ask(f"return ({STARTED})(arguments[0])", hosted.url)
        robot.open("/game/1")
        assert begun.ask(f"return ({STYLE})()")
        assert robot.settled()[: len(drawn)] == drawn
        hosted.away = True
        robot.open("/game/1")
        assert robot.settled()[: len(drawn)] == drawn


@pytest.mark.skipif(no_firefox() != "", reason="needs firefox-esr")
def test_a_private_window_says_that_it_keeps_a_game_until_it_is_closed(tmp_path: Path, hosted: Hosted) -> None:
    with firefox(tmp_path / "profile", private=True) as begun:
        robot = Robot(begun, hosted.url)
        robot.open()
        assert "private window" in begun.ask("return document.getElementById('said').innerText")
        robot.begin("revolution", 1)
        drawn = robot.moved()
        robot.open("/game/1")
        assert robot.settled()[: len(drawn)] == drawn
    with firefox(tmp_path / "profile", private=True) as begun:
        robot = Robot(begun, hosted.url)
        robot.open("/game/1")
        robot.until("return /no such game/.test(find('#prompt')?.textContent)")


@pytest.mark.nightly
@pytest.mark.skipif(no_webkit() != "", reason="needs WebKit's driver")
def test_a_killed_worker_of_webkit_has_the_move_that_was_drawn(hosted: Hosted) -> None:
    with webkit() as begun:  # its store is of the moment only
        robot = Robot(begun, hosted.url)
        robot.open()
        robot.begin("revolution", 1)
        drawn = robot.moved()
        begun.open("about:blank")  # which ends the worker
        robot.open("/game/1")
        assert robot.settled()[: len(drawn)] == drawn
