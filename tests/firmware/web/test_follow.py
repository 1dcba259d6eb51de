"""What those who follow a table over the network see, and what they can do there."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.kept import keep, new
from support.online import Serving, Web

from firmware.storage.place import FILE
from firmware.storage.settings import BROKEN
from firmware.storage.store import Store
from firmware.web import wire
from firmware.web.touches import RemoteControl
from rules import NAMES, find_game, make_header, read_record


def asks(question: str, state: dict[str, Any]) -> bool:
    return bool(state["menu"] == question)


def test_each_is_told_in_their_language(web: Web) -> None:
    with web.watching() as anna, web.watching("?lang=nl") as bram:
        anna.new("forum_romanum", "Anna", "Bram")
        bram.until(lambda state: state["game"])
        assert anna.state["prompt"].startswith("Anna, place a yellow Roman or a red Roman")
        assert bram.state["prompt"].startswith("Anna, zet een")
        assert web.get("/api/view?lang=de").json()["now"]["prompt"].startswith("Anna, setz")


def test_pieces_moved_by_hand_are_read_and_guided(serve: Serving) -> None:
    with serve(speed=10) as web, web.watching() as anna:  # keys are felt on a busy machine, too
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        fields = anna.state["game"]["fields"]
        anna.ask({"type": "touch", "touch": "place", "cell": fields["d4"]})
        anna.until(lambda state: state["moves"] == ["y@d4"])
        assert "accepted" in anna.tunes
        anna.ask({"type": "touch", "touch": "lift", "cell": fields["d4"]})
        anna.until(lambda state: state["trouble"] == "back")
        anna.ask({"type": "key", "key": "CONFIRM"})
        anna.until(lambda state: state["moves"] == [])
        for question in ("agree", "abandon"):
            anna.ask({"type": "key", "key": "MENU"})
            asked = anna.until(partial(asks, question))["time"]
            while anna.state["time"] < asked + 1:  # until the key is let go
                anna.hear()
        anna.ask({"type": "key", "key": "CONFIRM"})
        anna.until(lambda state: state["phase"] == "choice")


@pytest.mark.parametrize(
    ("touches", "moves"),
    [
        ([("press", "key-r"), ("place", "c3")], ["r@c3"]),
        ([("place", "c3"), ("press", "key-r")], ["y@c3"]),
        ([("place", "c3"), ("place", "d4"), ("place", "e5")], ["y@c3", "r@d4", "b@e5"]),
    ],
)
def test_touches_that_arrive_together_are_felt_in_their_order(
    web: Web, touches: list[tuple[str, str]], moves: list[str]
) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram")
        fields = anna.state["game"]["fields"]

        def touch_all(remote: RemoteControl) -> None:
            for touch, field in touches:
                remote.obey(wire.Touch(touch, fields[field]))  # type: ignore[arg-type]

        web.thread.ask(touch_all)
        anna.until(lambda state: len(state["moves"]) == len(moves))
        anna.until(lambda state: state["time"] > 5 and state["moves"] == moves)


def test_an_hourglass_is_put_down_turned_or_not(web: Web) -> None:
    with web.watching() as anna:
        anna.new("hourglass", "Anna", "Bram")
        anna.until(lambda state: state["missing"] == [])
        glasses = {one["label"]: one for one in anna.state["pieces"]}
        assert glasses["a"] == glasses["a"] | {
            "kind": "hourglass",
            "seat": "white",
            "end_a_up": False,
            "running": False,
            "sand": 120.0,
            "remaining": 0.0,
            "dead": False,
        }
        for label in ("a", "b", "c", "A", "B", "C"):
            anna.ask({"type": "touch", "touch": "turn", "cell": glasses[label]["cell"]})
        anna.until(lambda state: state["moves"] == ["0.0 start"] or state["moves"])
        anna.until(lambda state: state["position"]["clock"] > 1)
        glasses = {one["label"]: one for one in anna.state["pieces"]}
        assert glasses["a"]["end_a_up"]
        assert glasses["a"]["running"]
        assert 100 < glasses["a"]["remaining"] < 119.5
        assert not glasses["d" if "d" in glasses else "D"]["running"]


def test_what_cannot_be_done_is_refused_and_changes_nothing(web: Web) -> None:
    with web.watching() as anna:
        assert "no game" in anna.refused({"type": "move", "move": "y@d4"})
        assert "no game" in anna.refused({"type": "computer", "seats": ["1"]})
        assert "no unfinished game" in anna.refused({"type": "resume"})
        assert "2-6 players" in anna.refused({"type": "new", "game": "forum_romanum", "names": ["Anna"]})
        assert "a name" in anna.refused({"type": "new", "game": "forum_romanum", "names": ["Anna", " "]})
        assert "cannot be read here" in anna.refused(
            {"type": "new", "game": "hourglass", "options": {"board": "/etc/passwd"}}
        )
        assert "ludo" in anna.refused({"type": "new", "game": "ludo", "names": []})
        new = {"type": "new", "game": "revolution", "names": ["Anna", "Bram"], "computers": ["dark", "red"]}
        assert "no seat 'red'" in anna.refused(new)
        assert anna.state["phase"] == "choice"
        anna.new("forum_romanum", "Anna", "Bram")
        assert "e9" in anna.refused({"type": "move", "move": "y@e9"})
        assert "no piece" in anna.refused({"type": "touch", "touch": "lift", "cell": 3})
        assert "no seat" in anna.refused({"type": "computer", "seats": ["dark"]})
        assert anna.state["moves"] == []


def test_the_computer_keeps_its_seats_when_a_new_game_is_refused(web: Web) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        anna.ask({"type": "computer", "seats": ["3"]})
        anna.until(lambda state: state["computer"] == ["3"])
        names = ["Anna", 'Bob "the" B', "Carla"]
        said = anna.refused({"type": "new", "game": "forum_romanum", "names": names})
        assert "quotation marks" in said
        anna.move("y@d4")
        assert anna.state["computer"] == ["3"]


def test_the_computer_takes_its_seats_as_a_game_begins(web: Web) -> None:
    with web.watching() as anna:
        names = ["Anna", "Bram", "Carla"]
        anna.ask({"type": "new", "game": "forum_romanum", "names": names, "computers": ["2", "3"]})
        anna.until(lambda state: state["computer"] == ["2", "3"])


def test_after_the_end_the_computer_is_given_no_seat(web: Web) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram")
        anna.move("y@d4")
        anna.move("agree")
        assert anna.refused({"type": "computer", "seats": ["2"]}) == "this game is over"


def test_a_game_that_was_cut_off_goes_on(serve: Serving) -> None:
    with serve() as web, web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        anna.move("y@d4")
    with serve(offer=True) as web, web.watching() as anna:
        assert anna.state["choice"]["offered"] == {"game": "forum_romanum", "players": ["Anna", "Bram", "Carla"]}
        anna.ask({"type": "resume"})
        anna.until(lambda state: state["moves"] == ["y@d4"] and state["missing"] == [])
        anna.move("b@c3")
    assert len(web.kept) == 1
    assert web.kept[0].endswith("y@d4\nb@c3\n")


@pytest.mark.nightly
def test_a_damaged_store_is_served_and_the_log_names_what_is_left_out(
    serve: Serving, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Store(tmp_path / FILE) as store:
        for player in ("Anna", "Bram"):
            game = new(store, make_header("forum_romanum", (player, "Carla")))
            keep(store, game, "y@d4")
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE players SET seat = '9' WHERE game = 2 AND place = 1")
        db.execute("INSERT INTO settings VALUES (?, 'no contacts')", (BROKEN,))
    with serve(offer=True) as web, web.watching() as anna:
        assert anna.state["choice"]["offered"] is None
        assert [game["id"] for game in web.get("/api/games").json()] == [1]
        assert "game 2 cannot be read" in caplog.text
        assert web.get("/api/standings").json() == []
        answer = web.get("/api/games/2/record")
        assert answer.status_code == 503
        assert "game 2 cannot be read" in answer.json()["error"]
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        anna.move("y@d4")
        assert [game["id"] for game in web.get("/api/games").json()] == [3, 1]


@pytest.mark.nightly
def test_games_that_were_kept_can_be_read_and_others_brought_in(web: Web) -> None:
    assert web.get("/api/games").json() == []
    assert web.get("/api/standings").json() == []
    record = '[game "forum_romanum"]\n[players "Anna" "Bram"]\n\ny@d4\nagree\n'
    assert web.post("/api/games", record).json() == {"id": 1}
    again = web.post("/api/games", record)
    assert again.status_code == 409
    assert str(web.path.parent) not in again.text
    assert "this is game 1" in again.json()["error"]
    wrong = web.post("/api/games", record + "b@c3\n")
    assert wrong.status_code == 400
    assert wrong.json()["error"].startswith("line 6:")
    dutch = web.post("/api/games?lang=nl", record.replace("y@d4", "b@d4"))
    assert dutch.json()["error"].startswith("regel 4: b@d4 mag niet: ")
    assert web.post("/api/games", record.replace("y@d4", "1. Y@C3")).status_code == 400
    assert web.post("/api/games?lang=nl", record.replace("y@d4", "y@c3")).json() == {"id": 2}
    for language, why in (("nl", "games.db: hier is geen spel 9"), ("de", "games.db: Hier gibt es keine Partie 9")):
        lost = web.get(f"/api/games/9/record?lang={language}")
        assert (lost.status_code, lost.json()["error"]) == (404, why)
    assert web.get("/nowhere?lang=fr").json()["error"] == "Introuvable"
    board = '[game "hourglass"]\n[option "board" "/etc/passwd"]\n'
    assert "cannot be read here" in web.post("/api/games", board).json()["error"]
    assert web.post("/api/games", "x" * 40_000).status_code == 413
    assert web.get("/api/games/1/record").text == record
    assert web.get("/api/games/3/record").status_code == 404
    assert [one["id"] for one in web.get("/api/games?player=anna").json()] == [2, 1]
    first = web.get("/api/games?limit=1")
    assert [one["id"] for one in first.json()] == [2]
    assert first.headers["Link"] == '</api/games?limit=1&before=2>; rel="next"'
    assert [one["id"] for one in web.get("/api/games?limit=1&before=2").json()] == [1]
    assert "Link" not in web.get("/api/games").headers
    best = web.get("/api/standings?game=forum_romanum").json()
    assert {one["player"]: one["played"] for one in best} == {"Anna": 2, "Bram": 2}


def test_the_record_of_the_game_is_there_to_take_along(web: Web) -> None:
    assert web.get("/api/record").status_code == 404
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram", variant="true")
        anna.move("y@d4")
    answer = web.get("/api/record")
    assert answer.headers["content-disposition"] == 'attachment; filename="forum_romanum.record"'
    assert read_record(answer.text).moves == ("y@d4",)
    assert [answer.text] == web.kept


@pytest.mark.nightly
def test_every_game_has_blank_score_sheets_for_each_number_of_players(web: Web) -> None:
    for game in NAMES:
        for players in find_game(game).players:
            answer = web.get(f"/score-sheet/{game}/{players}?lang=nl")
            assert answer.headers["content-type"].startswith("text/html")
            assert "notatieblad</title>" in answer.text
            assert "<svg" in answer.text
    assert web.get("/score-sheet/ludo/2").status_code == 404
    assert web.get("/score-sheet/forum_romanum/x").status_code == 404
    refused = web.get("/score-sheet/forum_romanum/7")
    assert refused.status_code == 404
    assert refused.json()["error"] == "forum_romanum is for 2-6 players, not 7"
