"""Seats of games on screens: whose they are, and that nothing but a name changes after the end."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from support.screens_online import Browser, ScreenWeb
from support.seat_links import CITY, link_of

from firmware.storage.standings import standings
from firmware.storage.store import Store


@pytest.fixture
def web(tmp_path: Path) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path) as web:
        yield web


@pytest.fixture
def bram(web: ScreenWeb) -> Browser:
    """A browser elsewhere, which has not given the PIN."""
    return Browser(web, elsewhere=True)


def sit(browser: Browser, number: int, secret: str, name: str = "") -> httpx.Response:
    return browser.post(f"/api/screen/{number}/sit", secret=secret, name=name)


def resigned(anna: Browser, bram: Browser, *moves: str) -> tuple[int, str]:
    """A game that Bram, who plays dark, has given up, and the link by which he sat down."""
    number = anna.begin("revolution", ["Anna", "dark"], [0, 0], here=False)
    secret = link_of(anna, number, "dark")
    assert sit(bram, number, secret, "Bram").is_success
    with anna.follow(number) as light, bram.follow(number) as dark:
        for move, player in zip(moves, (dark, light) * len(moves), strict=False):
            player.do(type="move", move=move)
        dark.do(type="resign", seat="dark")
    return number, secret


def kept(web: ScreenWeb, number: int) -> tuple[object, ...]:
    """What a store says of a game: who played, how it ended, who sits there, and the standings."""
    with Store(web.path, writes=False) as store:
        return store.game(number), store.setting(f"seats {number}"), standings(store)


def test_after_the_end_nobody_sits_down_and_no_seat_is_given_away(web: ScreenWeb, anna: Browser, bram: Browser) -> None:
    number, secret = resigned(anna, bram, "N@c3")
    web.let_pass(24 * 3600)
    before, path = kept(web, number), f"/api/screen/{number}"
    refused = [
        sit(Browser(web, elsewhere=True), number, secret, "Sister"),
        sit(bram, number, secret, "Sister"),
        *(one.post(f"{path}/take", seat="dark", level=level) for one in (anna, bram) for level in (0, 5)),
        anna.post(f"{path}/links"),
        anna.post(f"{path}/links", new="dark"),
    ]
    assert {one.status_code for one in refused} == {409}
    assert {one.json()["error"] for one in refused} == {"The game is over."}
    assert kept(web, number) == before


def test_a_name_is_corrected_by_who_has_the_pin_and_the_record_says_what_it_was(
    web: ScreenWeb, anna: Browser, bram: Browser
) -> None:
    number, _ = resigned(anna, bram, "N@c3", "B@d3")
    path = f"/api/games/{number}/name"
    assert bram.post(path, seat="dark", name="Carla").status_code == 403
    assert anna.post(path, seat="dark", name="ANNA").status_code == 400
    assert anna.post(path, seat="white", name="Carla").status_code == 409
    with anna.follow(number) as page:
        assert anna.post(path, seat="dark", name=" Carla ").status_code == 204
        page.until(lambda state: state["game"]["players"] == ["Anna", "Carla"])
    record = web.get(f"/api/record?game={number}").text
    assert '[players "Anna" "Carla"]' in record
    assert "\n# corrected on 2026-11-21: dark was Bram\n" in record
    assert [one["player"] for one in anna.get("/api/standings").json()] == ["Anna", "Carla"]


def test_a_name_is_corrected_in_a_game_that_nobody_looks_at_and_not_while_it_goes_on(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web:
        anna = Browser(web)
        number, _ = resigned(anna, Browser(web, elsewhere=True), "N@c3", "B@d3")
        going_on = anna.begin("revolution", ["Anna", "Bram"], [0, 0])
        answer = anna.post(f"/api/games/{going_on}/name", seat="dark", name="Carla")
        assert (answer.status_code, "goes on" in answer.text) == (409, True)
    with ScreenWeb(tmp_path) as web:
        for game, status in ((number, 204), (99, 404)):
            answer = Browser(web).post(f"/api/games/{game}/name", seat="dark", name="Carla")
            assert answer.status_code == status
        assert "dark was Bram" in web.get(f"/api/record?game={number}").text


def test_of_two_who_open_one_link_at_once_one_sits_down_and_the_other_is_told(web: ScreenWeb, anna: Browser) -> None:
    for _ in range(2):
        number = anna.begin("revolution", CITY, [0, 0], here=False)
        secret = link_of(anna, number, "dark")
        people = [Browser(web, elsewhere=True) for _ in range(2)]
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda one: sit(one, number, secret), people))  # noqa: B023
        first, second = sorted(answers, key=lambda answer: answer.status_code)
        assert (first.status_code, second.status_code) == (200, 409)
        assert second.json()["error"] == "somebody sits there; the seat stays theirs for 60 s"
        with people[answers.index(first)].follow(number) as page:
            assert page.you["seats"] == ["dark"]


def test_a_seat_stays_its_holders_for_a_minute_after_the_line_is_lost_and_the_others_see_it(
    web: ScreenWeb, anna: Browser, bram: Browser
) -> None:
    number = anna.begin("revolution", CITY, [0, 0], here=False)
    secret = link_of(anna, number, "dark")
    sit(bram, number, secret)
    carla = Browser(web, elsewhere=True)
    with anna.follow(number) as page:
        with bram.follow(number):
            page.until_you(lambda you: you["away"] == [])
        assert page.until_you(lambda you: you["away"])["kept"] == {"dark": 60_000_000}
        web.let_pass(8)
        for answer in (
            sit(carla, number, secret),
            anna.post(f"/api/screen/{number}/take", seat="dark", level=5),
            anna.post(f"/api/screen/{number}/links", new="dark"),
        ):
            assert answer.json()["error"] == "somebody sits there; the seat stays theirs for 52 s"
        with bram.follow(number) as back:
            assert back.you["seats"] == ["dark"]
        page.until_you(lambda you: you["away"] and you["kept"] == {"dark": 60_000_000})
        web.let_pass(60)
        assert sit(carla, number, secret).is_success


def test_who_has_taken_a_seat_plays_on_and_cannot_lose_it_alone(web: ScreenWeb, anna: Browser, bram: Browser) -> None:
    number = anna.begin("revolution", CITY, [0, 0], here=False)
    secret = link_of(anna, number, "dark")
    sit(bram, number, secret, "Bram")
    with anna.follow(number) as light:
        with bram.follow(number) as dark:
            dark.do(type="move", move="N@c3")
        light.until(lambda state: state["moves"])
        web.let_pass(61)
        carla = Browser(web, elsewhere=True)
        assert "keeps the name" in sit(carla, number, secret, "Carla").json()["error"]
        assert sit(carla, number, secret).is_success
        with carla.follow(number) as other:
            light.do(type="move", move="B@d3")
            assert "cannot lose" in other.refused({"type": "resign", "seat": "dark"})
            other.do(type="propose", what="abandon")
            light.until(lambda state: state["screen"]["proposal"])
            light.answer(yes=True)
    with Store(web.path, writes=False) as store:
        assert (store.game(number).reason, standings(store)) == ("abandoned", [])


def test_a_computer_that_went_on_for_somebody_stands_in_the_record_and_nothing_counts(
    web: ScreenWeb, anna: Browser, bram: Browser
) -> None:
    number = anna.begin("revolution", ["Anna", "Bram"], [0, 0], here=False)
    sit(bram, number, link_of(anna, number, "dark"))
    with anna.follow(number) as light:
        with bram.follow(number) as dark:
            dark.do(type="move", move="N@c3")
        light.until(lambda state: state["moves"])
        web.let_pass(60)
        assert anna.post(f"/api/screen/{number}/take", seat="dark", level=5).is_success
        light.do(type="move", move="B@d3")
        light.until(lambda state: len(state["moves"]) > 2 and state["position"]["mover"] == "light")
        made = len(light.state["moves"]) - 1
        light.do(type="resign", seat="light")
    said = f"\n# dark: level 5 played {made - 1} of {made} moves\n"
    assert said in anna.get(f"/api/games/{number}/record").text
    assert said in web.get(f"/api/record?game={number}").text
    assert anna.get("/api/standings").json() == []
