"""Game records: strict to read, canonical to write."""

import json
import tomllib
from typing import Any

import pytest
from support.at_table import DATA

from rules import MalformedError, RecordError, make_header, read_record, write_record
from rules.forum_romanum import DEFAULT_LAYOUT

CANONICAL = """[game "forum_romanum"]
[players "Anna" "Bram" "Carla"]
[option "variant" "true"]
[date "2026-11-21"]
[table "the kitchen # 2"]

y@d4
b@c3
r@a1
"""


def test_a_canonical_record_is_written_again_to_the_byte() -> None:
    record = read_record(CANONICAL.encode())
    assert write_record(record.header, record.moves) == CANONICAL
    assert record.position.plies == 3
    assert record.header.players == ("Anna", "Bram", "Carla")
    assert record.header.table == "the kitchen # 2"


def test_a_hand_written_record_is_read_as_it_is_meant() -> None:
    loose = (
        "\ufeff# our game\r\n\r\n"
        '  [players "Anna" "Bram" "Carla"]  # seated clockwise\r\n'
        '[table "the kitchen # 2"]\r\n'
        '\t[option "layout" "' + DEFAULT_LAYOUT + '"]\r\n'
        '[date "2026-11-21"]\r\n'
        '[game "forum_romanum"]\r\n'
        '[option "variant" "true"]\r\n'
        "  y@d4 # the middle\r\n\r\nb@c3\r\n#\r\nr@a1"
    )
    record = read_record(loose.encode())
    assert write_record(record.header, record.moves) == CANONICAL


GAME = '[game "forum_romanum"]\n'
BAD_RECORDS = tomllib.loads((DATA / "readings.toml").read_text("utf-8"))["bad_records"]


@pytest.mark.parametrize(("text", "line", "says"), BAD_RECORDS)
def test_a_bad_record_is_refused_with_the_line(text: str, line: int, says: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(text.encode())
    assert (error.value.line, says in str(error.value)) == (line, True), error.value


def test_what_is_not_utf8_is_refused_with_the_line() -> None:
    with pytest.raises(RecordError, match="UTF-8") as error:
        read_record(GAME.encode() + b'[players "Ren\xe9" "B"]')
    assert error.value.line == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "is empty"),
        ("  ", "is empty"),
        ("A" * 41, "has 41 characters"),
        ("An\x1b[2Jna", "printable"),
        ("An\x85na", "printable"),
    ],
)
def test_a_name_has_1_to_40_characters_that_can_be_printed(name: str, says: str) -> None:
    with pytest.raises(MalformedError, match=says):
        make_header("forum_romanum", (name, "Bram"))
    record = f'[game "forum_romanum"]\n[players "{name}" "Bram"]\n'
    with pytest.raises(RecordError, match=says) as error:
        read_record(record)
    assert error.value.line == 2


@pytest.mark.parametrize("name", ["\U0001f469\u200d\U0001f680", "\u2764\ufe0f\u200d\U0001f525"])
def test_a_name_may_have_joined_emoji(name: str) -> None:
    assert make_header("forum_romanum", (name, "Bram")).players[0] == name


@pytest.mark.parametrize("name", ["An\u200dna", "\u200d\U0001f680", "\U0001f469\u200d"])
def test_a_joiner_that_joins_no_emoji_is_refused(name: str) -> None:
    with pytest.raises(MalformedError, match="printable"):
        make_header("forum_romanum", (name, "Bram"))


def test_a_game_kept_with_a_longer_name_is_still_read() -> None:
    record = f'[game "forum_romanum"]\n[players "{"A" * 5000}" "Bram"]\n'
    assert read_record(record, kept=True).header.players == ("A" * 5000, "Bram")


EXAMPLES = [json.loads(line) for line in (DATA / "expected.jsonl").read_text().splitlines() if '.record"' in line]


@pytest.mark.parametrize("expected", EXAMPLES, ids=lambda expected: expected["file"])
def test_an_example_comes_out_as_worked_out_by_hand_and_no_move_sooner(expected: dict[str, Any]) -> None:
    record = read_record((DATA / expected["file"]).read_bytes())
    *_, before, position = record.positions()
    outcome = position.outcome
    assert (position.plies, position.to_move) == (expected["plies"], expected["to_move"])
    assert (outcome is not None) == expected["over"]
    assert (outcome.reason if outcome else None) == expected["reason"]
    assert list(outcome.winners if outcome else ()) == expected["winners"]
    assert position.scores() == expected["scores"]
    assert sorted(position.legal_moves()) == expected["legal"]
    assert before.outcome is None
