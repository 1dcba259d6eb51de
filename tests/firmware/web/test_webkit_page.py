"""A second engine: a game against the computer in WebKit, by mouse."""

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.page_server import Served, available, serving
from support.webkit import WebKit, missing, webkit

from firmware.opponents import choose
from rules import read_record

PATIENCE = 180  # seconds for an answer of the computer
LONGEST = 1800  # for a game

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not available(), reason="needs speeltafel[web]"),
    pytest.mark.skipif(bool(missing()), reason=f"needs Debian's {missing()}"),
]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "games", table="screen") as table:
        yield table


class Player:
    """Somebody who plays a game on a screen in WebKit."""

    def __init__(self, window: WebKit, served: Served) -> None:
        self._window = window
        self._served = served
        self._number = 0

    def begin(self, game: str) -> None:
        """Begin a game against the computer from the first page."""
        self._window.open(self._served.url)
        self.until("return document.querySelectorAll('[data-game]').length === 4")
        self._window.click(f"[data-game={game}]")
        self._window.click("#begin [type=submit]")
        self.until("return location.pathname.startsWith('/game/')")
        self.until("return document.querySelector('#link')?.dataset.link === 'live'")
        self._number = int(self._window.ask("return location.pathname").split("/")[-1])

    def until(self, script: str, *values: Any) -> None:
        """Wait until a script says that something holds in the page."""
        self._wait(lambda: self._window.ask(script, *values), script)

    def _wait(self, holds: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, (what, self.state["prompt"])

    @property
    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._served.text(f"api/state?game={self._number}"))
        return told

    @property
    def _mine(self) -> bool:
        state = self.state
        levels = state["screen"]["levels"]
        return state["screen"]["over"] or state["position"]["to_move"] not in levels

    def play(self, moves: int = 1000) -> None:
        """Play as a player of level 2 would, to the end or until so many moves are made."""
        rng, end = random.Random(1), time.monotonic() + LONGEST
        while time.monotonic() < end:
            self._wait(lambda: self._mine, "the computer's move")
            state = self.state
            if state["screen"]["over"] or len(state["moves"]) >= moves:
                return
            made = len(state["moves"])
            shown = "return document.querySelectorAll('#moves button').length === arguments[0]"
            self.until(shown, made)
            self._play_one(state, rng)
            self._wait(lambda made=made: len(self.state["moves"]) > made, "a move is kept")  # type: ignore[misc]
        pytest.fail("the game takes too long")

    def _play_one(self, state: dict[str, Any], rng: random.Random) -> None:
        record = read_record(self._served.text(f"api/record?game={self._number}").encode())
        move = choose(record.position, state["game"]["name"], rng, 2)
        for source, targets in state["screen"]["drops"].items():
            for target, named in targets.items():
                if named == move:
                    self._drop(source, target)
                    return
        self._window.click(f"#actions [data-tool='{move}']")

    def _drop(self, source: str, target: str) -> None:
        supplies = [one["moves"] for one in self.state["page"]["supplies"]]
        start = (
            f".field[data-cell='{source}']"
            if source.isdigit()
            else f"#tray .supply:nth-of-type({supplies.index(source) + 1})"
        )
        self._window.drag(start, f".field[data-cell='{target}']")


def test_a_game_is_begun_in_webkit(served: Served) -> None:
    with webkit() as window:
        assert "AppleWebKit" in window.ask("return navigator.userAgent")
        player = Player(window, served)
        player.begin("revolution")
        player.play(moves=12)


@pytest.mark.nightly
def test_a_game_is_played_to_its_end_in_webkit(served: Served) -> None:
    with webkit() as window:
        player = Player(window, served)
        player.begin("revolution")
        player.play()
        player.until("return !document.querySelector('#end').hidden")
        assert player.state["position"]["over"]
