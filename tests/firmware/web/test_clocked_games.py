"""Games on screens with clocks, phrases and spectators, and games that go on from a position."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.online import PATIENCE
from support.screens_online import Browser, ScreenWeb

from firmware.match.events import Begun
from firmware.storage.log import seats_of
from firmware.storage.place import FILE
from firmware.storage.standings import standings
from firmware.storage.store import Store
from rules import read_record

CITY = ["N@a5", "V@b5", "B@c5", "9@d5"]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path) as web:
        yield web


def begun(browser: Browser, game: str, players: int = 2, **more: Any) -> Any:
    """What is answered to who begins a game of people."""
    return browser.post(
        "/api/screen", game=game, names=["Anna", "Bram", "Carla"][:players], seats=[0] * players, **more
    )


def test_the_time_that_was_left_is_told_kept_and_commented_in_the_record(
    web: ScreenWeb, anna: Browser, tmp_path: Path
) -> None:
    number = begun(anna, "revolution", clock="300+5").json()["id"]
    with anna.follow(number) as here:
        for move in CITY[:3]:
            here.do(type="move", move=move)
        clocks = here.state["clocks"]
        assert clocks["left"]["light"] == 300_000
        assert 304_000 < clocks["left"]["dark"] <= 305_000
        assert clocks["seat"] == "light"
        assert clocks["since"] <= here.you["now"] + PATIENCE * 1e6
    record = web.get(f"/api/record?game={number}").text
    assert "V@b5  # 5:00\n" in record
    assert len(read_record(record.encode()).comments) == 3
    with Store(tmp_path / FILE, writes=False) as store:
        kept = store.game(number)
    assert kept.record == record
    assert kept.log[0].events == (Begun(seats_of(kept.log), "300+5"),)


@pytest.mark.nightly
def test_whose_time_has_run_out_has_lost(anna: Browser, tmp_path: Path) -> None:
    number = begun(anna, "revolution", clock="1").json()["id"]
    with anna.follow(number) as here:
        for move in CITY[:2]:
            here.do(type="move", move=move)
        over = here.until(lambda state: state["screen"]["over"])
        assert over["prompt"] == "Anna won: the time of the other side ran out."
        assert over["clocks"]["left"] == {"light": 1000, "dark": 0}
    with Store(tmp_path / FILE, writes=False) as store:
        kept = store.game(number)
        assert (kept.how, kept.reason) == ("abandoned", "timed-out")
        assert '[result "dark timed-out"]' in kept.record
        assert [(one.player, one.won) for one in standings(store)] == [("Anna", 1), ("Bram", 0)]


@pytest.mark.parametrize(
    ("game", "players", "clock", "why"),
    [
        ("forum_romanum", 3, "300", "a clock is for two players"),
        ("hourglass", 2, "300", "hourglasses of its own"),
        ("revolution", 2, "soon", "should be a time control"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_in_words(
    anna: Browser, game: str, players: int, clock: str, why: str
) -> None:
    answer = begun(anna, game, players, clock=clock)
    assert answer.status_code == 400
    assert why in answer.json()["error"]


def test_a_game_goes_on_from_a_position(anna: Browser) -> None:
    number = begun(anna, "revolution", moves=CITY).json()["id"]
    with anna.follow(number) as here:
        assert here.state["moves"] == CITY
        assert here.do(type="move", move="*d5")["moves"][-1] == "*d5"
    assert begun(anna, "revolution", moves=["N@a5", "N@a5"]).status_code == 400
    sand = begun(anna, "hourglass", moves=["start"])
    assert "is begun from a position" in sand.json()["error"]
