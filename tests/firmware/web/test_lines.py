"""A line of moves is told to a page as its rules have it, and judged when that is asked for."""

import json
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from math import inf
from threading import Event
from typing import Any

import pytest
from support.finished_games import FINISHED, FLAG, random_game
from support.nightly import nightly_but
from support.online import PATIENCE, PIN, Serving, Web

from firmware.app.analyser import Part
from firmware.app.thinker import Thinker
from firmware.storage.values import given_up
from firmware.web import lines
from firmware.web.answers import LONGEST_RECORD
from firmware.web.reading import MOST_WAITING
from rules import NAMES, Outcome, find_game, make_header, read_record, write_record

WANTED = json.dumps({"record": FINISHED})


def ask(web: Web, path: str, record: str) -> Any:
    answer = web.post(path, record)
    assert answer.status_code == 200, answer.text
    return answer.json()


def line(web: Web, record: str, language: str = "en", **wanted: Any) -> Any:
    """The line of a record, as it is wanted."""
    return ask(web, f"/api/line?lang={language}", json.dumps({"record": record, **wanted}))


def test_a_game_that_is_over_says_who_won_and_what_decided_it(web: Web) -> None:
    told = line(web, FINISHED, head=True)
    head = told["head"]
    assert head["over"]
    assert head["result"] == "Over (flag captured): Anna won"
    assert head["why"] == "the flag was captured"
    assert [(one["name"], one["score"], one["won"]) for one in head["players"]] == [
        ("Anna", 10, True),
        ("Bram", 0, False),
    ]
    assert (told["record"], told["lines"]) == (FINISHED, FLAG)
    assert [step["ply"] for step in told["steps"]] == [None, *range(1, len(FLAG) + 1)]
    assert [step["standing"]["dark"] for step in told["steps"][8:10]] == [0, 1]  # stones set


def test_a_game_becomes_a_report(web: Web) -> None:
    page = web.post("/api/report?lang=nl", FINISHED)
    assert page.headers["content-type"].startswith("text/html")
    assert '<html lang="nl"' in page.text
    assert web.post("/api/report", "no record").status_code == 400


def test_the_record_of_a_game_that_a_side_resigned_says_who_won(web: Web) -> None:
    header = make_header("revolution", ["Anna", "Bram"])
    record = write_record(given_up(header, Outcome("resigned", ("light",))), FLAG[:3])
    told = line(web, record, head=True)["head"]
    assert told["result"] == "Anna won: the other side resigned."
    assert [one["won"] for one in told["players"]] == [True, False]


@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_the_states_of_a_game_are_those_of_its_engine(web: Web, game: str) -> None:
    record = random_game(game, 40)
    position = find_game(game).start(2, read_record(record).header.options)
    told = line(web, record, stands=True), line(web, record, first=lines.MOST_STANDS, stands=True)
    first, rest = (one["steps"] for one in told)
    assert len(first) == lines.MOST_STANDS
    assert len(first) + len(rest) == len(read_record(record).moves) + 1
    for at, step in enumerate([*first, *rest]):
        standing = step["stand"]["position"]
        assert standing["plies"] == position.plies
        assert standing["scores"] == position.scores()
        assert standing["to_move"] == position.to_move
        if at < len(read_record(record).moves):
            position = position.play(read_record(record).moves[at])
    assert line(web, record, first=999, stands=True)["steps"] == []


def test_the_sheet_of_a_replay_is_that_of_its_own_house_rules(web: Web) -> None:
    layout = "1111111/2222222/3333333/4444444/5555555/6666666/7777777"
    record = random_game("forum_romanum", 2, {"layout": layout})
    sheet = line(web, record, "nl", stands=True)["board"]["sheet"]
    assert sheet.startswith("/sheet/forum_romanum.svg?lang=nl&option=layout")
    own = web.get(sheet)
    assert own.status_code == 200
    assert own.text != web.get("/sheet/forum_romanum.svg?lang=nl").text
    assert web.get("/sheet/forum_romanum.svg?option=layout:1").status_code == 404


def test_a_game_that_does_not_fit_on_the_table_has_no_board_but_all_else(web: Web) -> None:
    options = {"track": "40", "rewards": "20:1 21:2 22:3", "bonuses": "8w 10w 12w 14w 16w 18w 24b 26b 28b 30b"}
    record = random_game("manoeuvre", 20, options)
    told = line(web, record, head=True, stands=True)
    assert not told["head"]["shown"]
    assert told["board"] is None
    assert [step["stand"] for step in told["steps"]] == [None] * 21
    wanted = json.dumps({"record": record, "more": ["a-b"]})
    assert web.post("/api/line", wanted).json()["error"] == "moves cannot be tried there"


@pytest.mark.parametrize(
    ("record", "status", "why"),
    [
        ("", 400, "line 1: no header says which game this is"),
        (FINISHED.replace("8@a5", "8@z5"), 400, "line 15: "),
        ('[game "revolution"]\n\nN@a1\nN@a1\n', 400, "line 4: "),
        ('[game "hourglass"]\n[option "board" "/etc/passwd"]\n', 400, "cannot be read here"),
        ("a" * (LONGEST_RECORD + 1), 413, "bytes are allowed"),
    ],
)
@pytest.mark.parametrize("path", nightly_but(["/api/line", "/api/analyse"], "/api/line"))
def test_what_is_no_record_is_refused(web: Web, path: str, record: str, status: int, why: str) -> None:
    if path == "/api/line":
        record = json.dumps({"record": record if status == 400 else record * 2})
    answer = web.post(path, record)
    assert answer.status_code == status
    assert why in answer.json()["error"]


def test_who_only_watches_may_replay_but_not_let_the_computer_work(web: Web) -> None:
    elsewhere = {"Host": "table.example"}
    assert web.post("/api/line", json.dumps({"record": FINISHED}), **elsewhere).status_code == 200
    refused = web.post("/api/analyse", FINISHED, **elsewhere)
    assert refused.status_code == 403
    assert web.post("/api/pin", f'{{"pin": "{PIN}"}}', **elsewhere).status_code == 204


def test_one_client_has_few_records_read_at_a_time_and_keeps_no_other_waiting(
    serve: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = Event()

    def slow(*_: object) -> dict[str, str]:
        assert allowed.wait(PATIENCE)
        return {}

    monkeypatch.setattr("firmware.web.lines.line_of_record", slow)
    proxy = ip_network("127.0.0.1")
    with serve(proxies=(proxy,)) as web, ThreadPoolExecutor(MOST_WAITING + 2) as askers:

        def post(address: str) -> int:
            answer = web.post("/api/line", "", **{"X-Forwarded-For": address})
            if answer.status_code == 429:
                assert answer.headers["Retry-After"]
                allowed.set()
            return answer.status_code

        answers = list(askers.map(post, ["10.0.0.7"] * (MOST_WAITING + 1) + ["10.0.0.8"]))
    assert sorted(answers) == [200] * (MOST_WAITING + 1) + [429]
    assert answers[-1] == 200


@pytest.mark.nightly
def test_what_takes_too_long_to_read_is_given_up_and_the_next_record_is_read(
    serve: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(thinker=Thinker) as web:
        monkeypatch.setattr("firmware.web.reading.LONGEST", 0.001)
        answer = web.post("/api/line", WANTED)
        assert (answer.status_code, answer.json()["error"]) == (413, "this takes too long to read")
        monkeypatch.setattr("firmware.web.reading.LONGEST", PATIENCE)
        assert web.post("/api/line", WANTED).status_code == 200
        wrong = web.post("/api/line", json.dumps({"record": FINISHED + "8@a5\n"}))
        assert (wrong.status_code, wrong.json()["code"]) == (400, "illegal")
        assert wrong.json()["error"].startswith("line 16: ")


def test_a_part_is_judged_the_same_however_the_game_is_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.app.analyser.A_PART", inf)
    whole = Part(FINISHED, 0, 1).answer()
    assert whole.next is None
    assert Part(FINISHED, 5, 1).answer().moves == whole.moves[5:]


def test_other_moves_are_tried_from_any_position(web: Web) -> None:
    told = line(web, FINISHED, lines=3, first=3, stands=True, moves=True)
    assert told["record"] == write_record(read_record(FINISHED).header, FLAG[:3])
    target, move = next((to, move) for drops in told["moves"]["drops"].values() for to, move in drops.items())
    tried = line(web, FINISHED, lines=3, more=[move], first=4, stands=True)
    assert read_record(tried["record"].encode()).moves == (*FLAG[:3], move)
    assert int(target) in [piece["cell"] for piece in tried["steps"][0]["stand"]["pieces"]]
    assert line(web, tried["record"], lines=3, first=3, stands=True, moves=True) == told


def test_what_each_seat_expects_is_told_to_who_may_touch(web: Web) -> None:
    told = ask(web, "/api/expect", write_record(read_record(FINISHED.encode()).header, FLAG[:6]))
    assert sum(told["seats"].values()) == pytest.approx(1)
    assert told["best"]
    over = ask(web, "/api/expect", FINISHED)
    assert over == {"seats": {"light": 1.0, "dark": 0.0}, "best": ""}


@pytest.mark.parametrize("game", NAMES)
def test_any_position_is_laid_apart_and_set_up_again(web: Web, game: str) -> None:
    record = random_game(game, 20)
    told = line(web, record, lines=20, apart=True)["apart"]
    answers = {one["name"]: one["answer"] for one in told["questions"]}
    again = line(web, record, lines=20, apart=True, stands=True, laid=told["laid"], answers=answers)
    assert (again["apart"]["laid"], again["apart"]["fields"]) == (told["laid"], told["fields"])
    assert all(kind["piece"]["name"] for kind in again["apart"]["kinds"])
    assert again["apart"]["mover"]
    stand = again["steps"][0]["stand"]
    assert stand == line(web, again["record"], stands=True)["steps"][0]["stand"]


def test_pieces_that_make_no_position_are_refused_in_plain_words(web: Web) -> None:
    wanted = {"record": FINISHED, "apart": True, "laid": {"c3": ["o"]}}
    refused = web.post("/api/line?lang=nl", json.dumps(wanted))
    assert refused.status_code == 400
    assert refused.json()["error"] == "een steen ligt op een kaart of op de Notre-Dame"


def test_a_roll_is_chosen_and_what_no_line_has_refused(web: Web) -> None:
    march = random_game("manoeuvre", 12)
    assert line(web, march, lines=0, moves=True)["moves"]["buttons"][0].startswith("roll ")
    for wrong in ({"lines": 0, "more": ["roll 9"]}, {"lines": 99}, {"lines": "x"}, {"other": 1}):
        assert web.post("/api/line", json.dumps({"record": march, **wrong})).status_code == 400
    assert web.post("/api/line", "{}").status_code == 400
