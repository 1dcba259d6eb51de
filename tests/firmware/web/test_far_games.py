"""Tables and screens far from one another play games to their end, whatever the network does."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright
from support.far_tables import AtFarTable, Line, through
from support.page_server import Served, available
from support.screen_page import Player as ScreenPlayer
from support.table_page import CHROMIUM

from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal.trace import SECOND
from rules import Move, find_game

MINUTE = 60 * SECOND
RETRY = 5  # seconds after which a hand tries again: sand runs, and may have changed what it can do
MOVES_A_MINUTE = 5
OPTIONS = {"hourglass": {"sand": "40"}}
KILLED = {4, 8}  # after how many moves the server is killed


class Host:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Begin anew with what was kept."""
        self._process = subprocess.Popen(  # noqa: S603
            [
                sys.executable, "-m", "firmware", "serve", "--port", str(self.port),
                "--data", str(self.folder), "--lang", "en",
            ],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.port = int(said.rpartition(":")[2].strip().strip("/"))

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()

    def links(self, game: str) -> dict[str, str]:
        """Begin a match of two who are not there, and return the links of their seats."""
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as client:
            new = {
                "game": game,
                "names": ["Anna", "Bram"],
                "seats": [0, 0],
                "here": False,
                "options": OPTIONS.get(game, {}),
            }
            number = client.post("/api/screen", json=new).json()["id"]
            path, first = f"/api/screen/{number}/links", find_game(game).seats(2)[0]
            client.post(path, json={})
            links = client.post(path, json={"new": first}).json()["links"]
            return {one["seat"]: one["link"] for one in links}

    @property
    def record(self) -> list[Move]:
        """The moves that are kept of the only match."""
        with Store(self.folder / FILE, writes=False) as store:
            (game,) = store.games()
            return store.game(game.id).record.split("\n\n")[1].splitlines()


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """A server, until the end of this."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.kill()


class Player(Protocol):
    """Somebody at a seat."""

    @property
    def lines(self) -> tuple[Move, ...]:
        """The moves as they know them."""

    @property
    def over(self) -> bool:
        """Whether the match is over for them."""

    @property
    def minutes(self) -> int:
        """For how many minutes they have played."""

    def act(self, rng: random.Random) -> None:
        """Move if it is their turn, and let a moment pass."""


class TablePlayer(AtFarTable):
    """Hands at a table."""

    @property
    def over(self) -> bool:
        return self.session.match.over

    @property
    def minutes(self) -> int:
        return self.simulated.clock.now() // MINUTE

    def act(self, rng: random.Random) -> None:
        session, far = self.session, self.far.match
        if not (session.pending or self.over or far.unsent.moves):
            if session.proposed is not None:
                self.play(session.proposed)
            elif not far.waits and not session.match.now.chance:
                self.play(rng.choice(session.position.legal_moves()))
        self.pass_time()


class BrowserPlayer(ScreenPlayer):
    """A mouse at a page, which is opened by the link of a seat."""

    def __init__(self, browser: Browser, host: Host, seat: str, link: str) -> None:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce"
        )
        super().__init__(context.new_page(), Served(host.port, host.folder))
        self._seat = seat
        self.sit_by(link)

    def close(self) -> None:
        self.page.context.close()

    @property
    def lines(self) -> tuple[Move, ...]:
        return tuple(self.moves)

    @property
    def over(self) -> bool:
        return bool(self.state["screen"]["over"]) and self._has(self.state)

    @property
    def minutes(self) -> int:
        return len(self.moves) // MOVES_A_MINUTE

    def _has(self, state: dict[str, Any]) -> bool:
        """Whether the page shows a state, and can be used."""
        link = self.page.locator("#link").get_attribute("data-link")
        return link == "live" and self.moves == state["moves"]

    def act(self, rng: random.Random) -> None:
        state = self.state
        if state["screen"]["paused"] and self._has(state):  # as the server was killed
            self.push("go on")
            self.wait_for(lambda state: not state["screen"]["paused"])
        turn = state["position"]["to_move"] == self._seat or state["screen"]["for_all"]
        if turn and not state["screen"]["over"] and self._has(state):
            self._play_one(state, rng)
            end = time.monotonic() + RETRY
            while not has_moved(len(state["moves"]), self.state) and time.monotonic() < end:
                self.page.wait_for_timeout(40)
        self.page.wait_for_timeout(10)


def has_moved(made: int, state: dict[str, Any]) -> bool:
    return len(state["moves"]) > made or state["screen"]["over"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )


GAMES = [
    *((game, kinds) for game in ("revolution", "forum_romanum", "manoeuvre")
      for kinds in ("two tables", "a table and a browser")),
    ("hourglass", "two browsers"),
]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.skipif(not (CHROMIUM.exists() and available()), reason="needs Debian's chromium")
@pytest.mark.parametrize(
    ("game", "kinds"),
    list(GAMES),
)
def test_a_server_killed_twice_and_a_line_that_drops_every_minute_leave_the_same_record(
    tmp_path: Path, browser: Browser, game: str, kinds: str
) -> None:
    rng, minutes = random.Random(5), {0}
    killed: set[int] = set()
    with ExitStack() as opened:
        host = opened.enter_context(hosting(tmp_path / "host"))
        line = opened.enter_context(Line(host.port))
        links = {seat: through(line, link) for seat, link in host.links(game).items()}

        def sit(seat: str, *, browses: bool) -> Player:
            if browses:
                return opened.enter_context(
                    closing(BrowserPlayer(browser, host, seat, links[seat]))
                )
            return opened.enter_context(TablePlayer(tmp_path / seat, links[seat]))

        first, second = links
        one = sit(first, browses=kinds == "two browsers")
        two = sit(second, browses=kinds != "two tables")
        end = time.monotonic() + 3600
        while not (one.over and two.over):
            assert time.monotonic() < end, (one.lines, two.lines)
            one.act(rng)
            two.act(rng)
            moves, minute = len(one.lines), one.minutes
            if minute not in minutes:
                minutes.add(minute)
                line.cut()
                one.act(rng)
                line.mend()
            if due := {one for one in KILLED - killed if moves >= one}:
                killed |= due
                host.kill()
                host.start()
        assert killed == KILLED
        assert minutes
        assert one.lines == two.lines
        assert host.record == list(one.lines)
