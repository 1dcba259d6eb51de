"""A score sheet that somebody pastes: line beside line, with what could stand where it fails."""

from typing import Any

import pytest
from online import Web

from firmware.web.written_sheets import read
from firmware.words import find_words
from rules import read_record

ENGLISH = find_words("en", {})
TOP = "Forum Romanum\nAnna, Bram, Carla\n\n"


def told(sheet: str | bytes, *, accept: bool = False) -> dict[str, Any]:
    data = sheet if isinstance(sheet, bytes) else sheet.encode()
    return read(data, accept, ENGLISH)


def line(answer: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in answer["lines"] if one["line"] == number)
    return found


def test_a_sheet_that_can_be_read_is_a_record() -> None:
    answer = told(f"{TOP}geel d4\nBram: c3\n")
    assert (answer["moves"], answer["proposed"]) == (2, False)
    assert read_record(answer["record"]).moves == ("y@d4", "b@c3")
    assert line(answer, 5)["notes"] == "read as b@c3"


def test_the_first_line_that_cannot_be_read_has_legal_moves_beside_it() -> None:
    answer = told(f"{TOP}d4\nc3\nd4\nq1\n")
    assert answer["record"] is None
    assert [one["line"] for one in answer["lines"] if one["error"]] == [6, 7]
    assert "d4 is occupied" in line(answer, 6)["error"]
    assert line(answer, 6)["choices"][0] == "r@c4"
    for choice in line(answer, 6)["choices"]:
        assert read_record(told(f"{TOP}d4\nc3\n{choice}\n")["record"]).moves[2] == choice


@pytest.mark.parametrize(
    ("sheet", "choices"),
    [
        ("Forum Romanum\nAnna, Bram\n\nd4\n", ["y@d4", "r@d4"]),
        ("Hourglass\nAnna, Bram\n\nstart\n8 d-q\n", ["8 d-f", "8 d-e"]),
        (f"{TOP}d4\nd4 c3\n", []),  # to replace one of two would lose the other
    ],
)
def test_what_is_offered_stands_for_the_whole_line(sheet: str, choices: list[str]) -> None:
    wrong = next(one for one in told(sheet)["lines"] if one["error"])
    assert wrong["choices"][: max(len(choices), 1)] == choices


def test_changes_have_to_be_accepted() -> None:
    answer = told(f"{TOP}y@dl\nc3\n")
    assert answer["proposed"]
    assert line(answer, 4)["changed"]
    assert line(answer, 4)["choices"][:2] == ["y@d1", "y@d2"]
    answer = told(f"{TOP}y@dl\nc3\n", accept=True)
    assert (answer["proposed"], answer["moves"]) == (False, 2)


def test_a_sheet_without_a_title_is_asked_which_game_it_is() -> None:
    sheet = "N@a5\nB@b3\nV@a2\n3@e5\n"
    (above,) = told(sheet)["above"]
    assert told(f"{above}\n{sheet}")["moves"] == 4
    assert len(told("d4\n")["above"]) == 4
    assert told("Forum Romanum\nd4\n")["above"] == []


def test_what_is_no_text_says_what_to_do() -> None:
    assert "UTF-8" in told(b"d4\0\x81")["lines"][0]["error"]


def test_anybody_may_have_a_sheet_read(web: Web) -> None:
    answer = web.post("/api/read?lang=nl", f"{TOP}geel d4\n")
    assert answer.json()["lines"][-1]["notes"] == "gelezen als y@d4"
    assert web.get("/read").headers["content-type"].startswith("text/html")
