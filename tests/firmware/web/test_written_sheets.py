"""A score sheet that somebody pastes: its lines beside the moves, put right in place."""

import json
from typing import Any

from support.online import Web

from firmware.web.written_sheets import PutRight, read, read_again
from firmware.words import find_words
from rules import read_record

ENGLISH = find_words("en", {})
SHEET = (
    "Forum Romanum\nAnna (yellow), Bram (blue), Carla (red)\n\n"
    "Anna d4\nBram c3?\nCarla e6\nAnna a1\nBram b2\nCarla f7\n"
)


def told(sheet: str | bytes) -> dict[str, Any]:
    return read(sheet if isinstance(sheet, bytes) else sheet.encode(), ENGLISH)


def test_a_record_is_read() -> None:
    answer = told('[game "Forum Romanum"]\n[players "Anna" "Bram"]\n\nY@D4\n')
    assert (answer["moves"], answer["proposed"], answer["lines"]) == (1, False, [])
    assert read_record(answer["record"]).moves == ("y@d4",)


def test_each_line_of_a_record_that_cannot_be_read_is_told() -> None:
    answer = told('[game "forum_romanum"]\n[players "A" "B" "C"]\n\ny@d4\nb@d4\nr@z9\n')
    assert answer["record"] is None
    assert [one["line"] for one in answer["errors"]] == [5, 6]
    assert "d4 is occupied" in answer["errors"][0]["error"]


def test_a_sheet_is_proposed_line_by_line_and_its_doubts_are_settled() -> None:
    answer = told(SHEET)
    assert (answer["proposed"], answer["sure"], answer["moves"]) == (True, False, 6)
    (doubted,) = (one for one in answer["lines"] if one["doubt"])
    assert doubted == {"line": 5, "text": "Bram c3?", "moves": ("b@c3",), "doubt": True}
    rows = [(one["line"], one["text"]) for one in answer["lines"]]
    right = read_again(PutRight(rows, {5: ("b@c3",)}), ENGLISH)
    assert (right["sure"], right["moves"]) == (True, 6)
    named = read_again(PutRight(rows, {5: ("b@c3",)}, ("Ann", "Bob", "Cy")), ENGLISH)
    assert '[players "Ann" "Bob" "Cy"]' in named["record"]
    other = [(n, "Bram c4" if n == 5 else text) for n, text in rows]
    assert "b@c4" in read_again(PutRight(other), ENGLISH)["record"]
    assert read_again(PutRight([(1, "nothing")]), ENGLISH)["errors"]


def test_what_is_no_text_says_what_to_do() -> None:
    assert "UTF-8" in told(b"d4\0\x81")["errors"][0]["error"]


def test_anybody_may_have_a_sheet_read_and_put_it_right(web: Web) -> None:
    answer = web.post("/api/read?lang=nl", SHEET).json()
    assert answer["proposed"]
    rows = [[one["line"], one["text"]] for one in answer["lines"]]
    put_right = {"rows": rows, "settled": {"5": ["b@c3"]}, "names": []}
    as_json = {"Content-Type": "application/json"}
    assert web.post("/api/read", json.dumps(put_right), **as_json).json()["sure"]
    assert web.post("/api/read", '{"rows": 1}', **as_json).status_code == 400
    assert web.get("/read").headers["content-type"].startswith("text/html")
