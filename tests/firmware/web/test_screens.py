"""Games on screens over the network: who may move, what is asked, what stays when all goes off."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from support.online import PATIENCE, PIN
from support.running_table import Later
from support.screens_online import Browser, Follower, ScreenWeb
from support.seat_links import CITY, link_of

from firmware.storage.database import Database
from firmware.storage.errors import StoreError
from rules import read_record
from rules.hourglass_board import built_in_board


@pytest.fixture
def web(tmp_path: Path) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path) as web:
        yield web


def cell(follower: Follower, field: str) -> int:
    found: int = follower.state["game"]["fields"][field]
    return found


def drop(follower: Follower, source: str, field: str) -> dict[str, Any]:
    """Bring a piece of a supply to a field."""
    return follower.do(type="drop", source=source, to=cell(follower, field))


def _no_room(_: Database) -> None:
    raise StoreError("the disk is full")


def test_a_game_is_begun_from_a_position_and_kept_with_it(web: ScreenWeb, anna: Browser) -> None:
    position = "5r1/y4b1/5g1/3y1g1/7/7/r1b2r1 1:y scored:- y0,b0,r0,g0 players:2 plies:9"
    asked: dict[str, Any] = {"game": "forum_romanum", "names": ["Anna", "Bram"], "seats": [0, 0]}
    begun = anna.post("/api/screen", position=position, **asked)
    assert begun.status_code == 201
    with anna.follow(begun.json()["id"]) as here:
        assert len(here.state["pieces"]) == 9
        drop(here, "y@", "d1")
        assert here.state["moves"] == ["y@d1"]
    record = web.get(f"/api/record?game={begun.json()['id']}").text
    assert f'[position "{position}"]' in record
    refused = anna.post("/api/screen", position="nonsense", **asked)
    assert (refused.status_code, "is no Forum Romanum position" in refused.text) == (400, True)


def test_others_watch_and_cannot_move(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0])
    with Browser(web, elsewhere=True).follow(number) as stranger:
        assert stranger.you.pop("now") > 0
        assert stranger.you == {
            "seats": [],
            "away": ["1", "2"],
            "since": {},
            "may_seat": False,
            "again": None,
            "spectators": 1,
            "kept": {"1": 60_000_000, "2": 60_000_000},
        }
        told = {"type": "drop", "source": "y@", "to": cell(stranger, "d4")}
        assert "only those who sit" in stranger.refused(told)
        for message in ({"type": "propose", "what": "abandon"}, {"type": "roll"}):
            assert "only those who sit" in stranger.refused(message)
    assert web.get(f"/api/view?game={number}").json()["now"]["moves"] == []


def test_a_seat_of_somebody_else_is_refused(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0], here=False)
    bram = Browser(web, elsewhere=True)
    assert bram.post(f"/api/screen/{number}/sit", secret="x" * 22).status_code == 403
    secret = link_of(anna, number, "2")
    assert bram.post(f"/api/screen/{number}/sit", secret=secret).json() == {"seats": ["2"]}
    with anna.follow(number) as first, bram.follow(number) as second:
        assert (first.you["seats"], second.you["seats"]) == (["1"], ["2"])
        told = {"type": "drop", "source": "y@", "to": cell(second, "d4")}
        assert second.refused(told) == "It is the turn of Anna."
        drop(first, "y@", "d4")
        assert first.refused({**told, "source": "b@"}) != ""
        drop(first, "r@", "d5")
        second.until(lambda state: len(state["moves"]) == 2)
        drop(second, "b@", "a1")


def test_a_link_is_for_its_seat_alone_and_needs_no_pin(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["A", "B", "C"], [0, 0, 0], here=False)
    links = anna.post(f"/api/screen/{number}/links").json()["links"]
    assert [one["seat"] for one in links] == ["2", "3"]
    assert all(one["code"].startswith("data:image/svg+xml") for one in links)
    carla = Browser(web, elsewhere=True)
    assert carla.post(f"/api/screen/{number}/links").status_code == 403
    assert carla.post(f"/api/screen/{number}/take", seat="2").status_code == 403
    secret = links[1]["link"].partition("#")[2]
    assert carla.post(f"/api/screen/{number}/sit", secret=secret).json() == {"seats": ["3"]}
    other = anna.begin("forum_romanum", ["A", "B"], [0, 0], here=False)
    assert carla.post(f"/api/screen/{other}/sit", secret=secret).status_code == 403


def test_all_keep_their_seats_who_sit_down_at_once(web: ScreenWeb, anna: Browser) -> None:
    for _ in range(2):
        number = anna.begin("forum_romanum", list("ABCDEF"), [0] * 6, here=False)
        links = anna.post(f"/api/screen/{number}/links").json()["links"]
        people = [Browser(web) for _ in links]

        def sit(person: Browser, link: dict[str, str], number: int = number) -> None:
            person.post(f"/api/screen/{number}/sit", secret=link["link"].partition("#")[2])

        with ThreadPoolExecutor(len(people)) as all_at_once:
            list(all_at_once.map(sit, people, links))
        with anna.follow(number) as page:
            assert page.state["screen"]["taken"] == list("123456")


def test_beginning_a_game_elsewhere_needs_the_pin(web: ScreenWeb) -> None:
    elsewhere = Browser(web, elsewhere=True)
    asked: dict[str, Any] = {"game": "revolution", "names": CITY, "seats": [0, 0]}
    assert elsewhere.post("/api/screen", **asked).status_code == 403
    assert elsewhere.post("/api/pin", pin=PIN).status_code == 204
    assert elsewhere.post("/api/screen", **asked).status_code == 201


def test_what_was_played_is_shown_to_who_plays_and_to_no_stranger(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0], here=False)
    bram, stranger = Browser(web, elsewhere=True), Browser(web, elsewhere=True)
    secret = link_of(anna, number, "2")
    assert bram.post(f"/api/screen/{number}/sit", secret=secret).is_success
    stranger.cookies["speeltafel-seat"] = "x" * 22
    for path in ("/api/games", f"/api/games/{number}/record", "/api/standings"):
        assert bram.get(path).is_success
        assert stranger.get(path).status_code == 403


def test_a_game_is_saved_once_somebody_has_moved_whatever_they_are_called(anna: Browser) -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"  # one sign of three emoji
    number = anna.begin("revolution", [family, "Bram"], [0, 0])
    assert anna.get("/api/games").json() == []
    with anna.follow(number) as player:
        player.do(type="move", move="N@c3")
    [saved] = anna.get("/api/games").json()
    assert [one["name"] for one in saved["players"]] == [family, "Bram"]


@pytest.mark.nightly
def test_a_reload_keeps_the_seat_and_so_does_a_restart(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web:
        anna = Browser(web)
        number = anna.begin("forum_romanum", ["Anna", "Computer"], [0, 3])
        for _ in range(2):
            with anna.follow(number) as page:
                assert page.you["seats"] == ["1"]
        with anna.follow(number) as page:
            drop(page, "y@", "d4")
            drop(page, "r@", "d5")
            page.until(lambda state: len(state["moves"]) == 4)
            moves = page.state["moves"]
        cookies = anna.cookies
    with ScreenWeb(tmp_path) as web:
        again = Browser(web)
        again.cookies.update(cookies)
        assert [one["id"] for one in again.get("/api/screen").json()] == [number]
        with again.follow(number) as page:
            assert page.you["seats"] == ["1"]
            assert page.state["computers"] == {"2": 3}
            assert page.state["moves"] == moves
            drop(page, "y@", "a1")
            drop(page, "r@", "a2")
            page.until(lambda state: len(state["moves"]) == len(moves) + 4)


def test_a_household_plays_with_its_own_board_and_its_own_stones(anna: Browser) -> None:
    built_in = built_in_board()
    holes = "\n".join(f"{hole} = {list(cell)}" for hole, cell in built_in.cells.items())
    lines = [f"{a}-{b}" for a, b in built_in.lines]
    board = f"white = {list('abcd')}\npink = {list('ABCD')}\nlines = {lines}\n[holes]\n{holes}\n"
    asked: dict[str, Any] = {"names": ["A", "B"], "seats": [0, 0]}
    own = {"options": {"board": "own.board"}, "files": {"own.board": board}}
    number = anna.post("/api/screen", game="hourglass", **asked, **own).json()["id"]
    with anna.follow(number) as page:
        assert page.state["game"]["options"]["board"] == "own.board"
        page.do(type="move", move="start")
    assert anna.get(f"/sheet/current.svg?game={number}").status_code == 200
    stones = {"rewards": "21:1 42:2 63:3", "bonuses": "10w 17w 24b 31w 38w 45b 52w 59w 66b 73b"}
    number = anna.post("/api/screen", game="manoeuvre", options=stones, **asked).json()["id"]
    with anna.follow(number) as page:
        assert page.state["game"]["options"]["rewards"] == stones["rewards"]
    for other in ("/etc/passwd", "games.db"):
        answer = anna.post("/api/screen", game="hourglass", options={"board": other}, **asked)
        assert answer.status_code == 400


def test_who_sits_down_says_what_to_be_called(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["Anna", "2"], [0, 0], here=False)
    bram, secret = Browser(web, elsewhere=True), link_of(anna, number, "2")
    sit = f"/api/screen/{number}/sit"
    for name, why in (("Anna", "two players are called"), ('"', "no quotation marks"), ("M" * 41, "may have 40")):
        refused = bram.post(sit, secret=secret, name=name)
        assert (refused.status_code, why in refused.text) == (400, True)
    with anna.follow(number) as first:
        assert first.you["away"] == ["2"]
        bram.post(sit, secret=secret, name=" Bram ")
        first.until_warned("Bram is here.")
        first.until(lambda state: state["game"]["players"] == ["Anna", "Bram"])
        assert bram.post(sit, secret=secret).is_success  # once more, without a name
        drop(first, "y@", "d4")
        assert first.state["game"]["players"] == ["Anna", "Bram"]
    record = read_record(web.get(f"/api/record?game={number}").content)
    assert record.header.players == ("Anna", "Bram")


@pytest.mark.parametrize(
    ("reads", "asks"),
    [
        ("screens.read_kept", lambda anna, number: anna.get(f"/picture/of/{number}.svg")),
        ("screens.as_iso", lambda anna, _: anna.get("/api/screen")),
        ("routes.read_line", lambda anna, _: anna.post_record('[game "revolution"]\n\nN@c3\n')),
    ],
)
def test_other_games_go_on_while_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: str, asks: Any
) -> None:
    with ScreenWeb(tmp_path) as web:
        anna = Browser(web)
        long = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0])
        with anna.follow(long) as page:
            page.do(type="move", move="y@d4")
    reading, read = Event(), Event()
    module, _, name = f"firmware.web.{reads}".rpartition(".")
    reader = getattr(import_module(module), name)

    def slow(*what: Any) -> Any:
        reading.set()
        assert read.wait(PATIENCE)
        return reader(*what)

    with ScreenWeb(tmp_path) as web, ThreadPoolExecutor() as others:
        anna = Browser(web)
        number = anna.begin("forum_romanum", ["Carla", "Daan"], [0, 0])
        with anna.follow(number) as page:
            monkeypatch.setattr(f"{module}.{name}", slow)
            asked = others.submit(asks, anna, long)
            assert reading.wait(PATIENCE)
            page.do(type="move", move="y@d4")
            read.set()
            assert asked.result().is_success


def test_a_rematch_that_cannot_be_kept_says_so_and_can_still_be_agreed_to(
    anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = anna.begin("forum_romanum", ["A", "B"], [0, 0])
    with anna.follow(number) as page:
        page.do(type="propose", what="abandon")
        with monkeypatch.context() as full:
            full.setattr(Database, "writing", _no_room)
            why = page.refused({"type": "propose", "what": "rematch"})
            assert why == "the game cannot be kept, so it is not begun"
        page.ask({"type": "propose", "what": "rematch"})
        assert page.until_you(lambda you: you["again"])["again"] > number


def test_the_die_is_rolled_by_the_server_and_stands_in_the_record(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("manoeuvre", ["Anna", "Bram"], [0, 0])
    with anna.follow(number) as page:
        assert page.state["position"]["chance"]
        assert page.state["legal"] == []
        assert page.refused({"type": "move", "move": "roll 3"}) == "That cannot be done now."
        page.do(type="roll")
        [roll] = page.state["moves"]
        assert roll.startswith("roll ")
        assert "stays" in page.refused({"type": "propose", "what": "take back"})
        record = web.get(f"/api/record?game={number}").text
        assert read_record(record.encode()).moves == (roll,)


@pytest.mark.nightly
def test_sand_that_ran_when_all_went_off_stands_still_until_somebody_goes_on(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web:
        anna = Browser(web)
        number = anna.begin("hourglass", ["Anna", "Bram"], [0, 0])
        with anna.follow(number) as page:
            page.do(type="move", move="start")
        cookies = anna.cookies
    with ScreenWeb(tmp_path) as web:
        again = Browser(web)
        again.cookies.update(cookies)
        with again.follow(number) as page:
            assert page.state["screen"]["paused"]
            told = {"type": "drop", "source": cell(page, "d"), "to": cell(page, "e")}
            assert "is paused" in page.refused(told)
            page.do(type="resume")
            page.do(**told)
            assert len(page.state["moves"]) == 2


def test_a_game_is_called_off_alone_and_played_again_when_all_agree(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0], here=False)
    bram = Browser(web, elsewhere=True)
    assert bram.post(f"/api/screen/{number}/sit", secret=link_of(anna, number, "2")).is_success
    with anna.follow(number) as page, bram.follow(number) as other:
        drop(page, "y@", "d4")
        other.until(lambda state: state["moves"])
        other.do(type="abort")
        assert other.state["prompt"] == "This game was called off."
        record = web.get(f"/api/record?game={number}").text
        assert '[result "aborted"]' in record
        told = web.post("/api/line", json.dumps({"record": record, "head": True})).json()["head"]
        assert (told["over"], told["result"]) == (False, "This game was called off.")
        page.until(lambda state: state["screen"]["over"])
        assert "rematch" in page.state["rights"]["1"]
        page.do(type="propose", what="rematch")
        other.until(lambda state: state["screen"]["proposal"])
        asked = other.state["screen"]["proposal"]["asked"]
        assert asked == "Anna would like to play once more."
        other.answer(yes=True)
        new = page.until_you(lambda you: you["again"])["again"]
        with bram.follow(new) as again:
            assert again.you["seats"] == ["1"]
            assert again.state["game"]["players"] == ["Bram", "Anna"]
            assert again.state["moves"] == []


def test_an_unknown_game_is_not_found(web: ScreenWeb, anna: Browser) -> None:
    for path in ("/api/view?game=7", "/api/view", "/picture/of/7.svg", "/picture/chess.svg"):
        assert web.get(path).status_code == 404
    assert anna.post("/api/screen/7/links").status_code == 404


def test_the_best_move_is_told_with_its_reason_to_whose_turn_it_is(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("revolution", CITY, [0, 0])
    with anna.follow(number) as page:
        for source, field in (("N", "c3"), ("V", "b5"), ("B", "d1")):
            page.do(type="drop", source=cell(page, source), to=cell(page, field))
        told = anna.post(f"/api/screen/{number}/hint").json()
        drops = page.state["drops"]
        assert str(told["to"]) in drops[str(told["from"])]
        assert told["said"].startswith("The best move now: Light lays ")
        assert told["said"].endswith(").")
        said = anna.post(f"/api/screen/{number}/hint?lang=nl").json()["said"]
        assert said.startswith("De beste zet nu: Licht")
    stranger = Browser(web, elsewhere=True)
    assert stranger.post(f"/api/screen/{number}/hint").status_code == 409
    assert anna.post("/api/screen/999/hint").status_code == 404


def test_the_best_move_is_left_out_when_somebody_has_moved_meanwhile(tmp_path: Path) -> None:
    later = Later()
    with ScreenWeb(tmp_path, later) as web, ThreadPoolExecutor() as beside:
        anna = Browser(web)
        number = anna.begin("forum_romanum", ["A", "B"], [0, 0])
        with anna.follow(number) as page:
            asked = beside.submit(anna.post, f"/api/screen/{number}/hint")
            while not later.questions:
                assert web.get("/api/me").status_code == 200
            page.do(type="move", move="y@d4")
            later.answer("y@d4", "y@a1")
            answer = asked.result()
    assert (answer.status_code, "moved meanwhile" in answer.text) == (409, True)


@pytest.mark.nightly  # in real time
def test_games_that_nobody_looks_at_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.web.screens.LOOKED_AT", 1.0)
    with ScreenWeb(tmp_path) as web:

        def wait_until_closed(*but: int) -> None:
            until = monotonic() + PATIENCE
            while web.screens.thread.ask(lambda table: {*table.games.open}).result(PATIENCE) - {*but}:
                assert monotonic() < until

        anna = Browser(web)
        watched = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0])
        with anna.follow(watched) as page:
            Browser(web).begin("forum_romanum", ["Carla", "Daan"], [0, 0])
            wait_until_closed(watched)
            drop(page, "y@", "d4")
            page.until(lambda state: state["moves"] == ["y@d4"])
        number = Browser(web).begin("forum_romanum", ["Anna", "Bram"], [0, 0])
        wait_until_closed()
        assert web.get(f"/picture/of/{number}.svg").is_success
        wait_until_closed()
        assert web.post(f"/api/screen/{number}/sit", '{"secret": "x"}').status_code == 403
        wait_until_closed()


def test_no_game_begins_beyond_those_that_may_be_open(web: ScreenWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.web.screens.MOST_OPEN", 1)
    anna = Browser(web)
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0])
    new: dict[str, Any] = {"game": "forum_romanum", "names": ["Anna", "Bram"], "seats": [0, 0]}
    assert anna.post("/api/screen", **new).status_code == 503
    with anna.follow(number) as player:
        player.do(type="move", move="y@d4")
    assert [one["id"] for one in anna.get("/api/games").json()] == [number]


@pytest.mark.nightly
def test_one_client_begins_so_many_games_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.web.access.MOST_BEGUN", 2)
    asked: dict[str, Any] = {"game": "revolution", "names": CITY, "seats": [0, 0]}
    with ScreenWeb(tmp_path) as web:
        guest, owner = Browser(web, elsewhere=True), Browser(web)
        assert guest.post("/api/pin", pin=PIN).status_code == 204
        for _ in range(2):
            assert guest.post("/api/screen", **asked).status_code == 201
        refused = guest.post("/api/screen", **asked)
        assert refused.status_code == 429
        assert refused.headers["Retry-After"] == "3601"
        assert owner.post("/api/screen", **asked).status_code == 201
        web.let_pass(3601)
        assert guest.post("/api/screen", **asked).status_code == 201


def test_games_are_pictured(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("manoeuvre", ["Anna", "Bram"], [0, 0])
    for path in ("/picture/manoeuvre.svg", f"/picture/of/{number}.svg"):
        answer = web.get(path)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")


def test_other_people_are_asked_whether_a_move_is_taken_back(web: ScreenWeb, anna: Browser) -> None:
    number = anna.begin("forum_romanum", ["A", "B"], [0, 0], here=False)
    bram = Browser(web, elsewhere=True)
    bram.post(f"/api/screen/{number}/sit", secret=link_of(anna, number, "2"))
    with anna.follow(number) as first, bram.follow(number) as second:
        drop(first, "y@", "d4")
        first.do(type="propose", what="take back")
        assert first.state["moves"] == ["y@d4"]
        assert first.state["prompt"] == "A would like to take the last move back."
        second.until(lambda state: state["screen"]["proposal"])
        second.answer(yes=False)
        first.until(lambda state: not state["screen"]["proposal"])
        first.until_warned("B said no.")
        assert first.state["moves"] == ["y@d4"]
        first.do(type="propose", what="take back")
        second.until(lambda state: state["screen"]["proposal"])
        second.answer(yes=True)
        first.until(lambda state: state["moves"] == [])
