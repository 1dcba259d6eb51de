"""Numbers, times and lists are written as each language does."""

import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from firmware.words import LANGUAGES, Number, Text, find_words

NIGHT = datetime(2026, 11, 21, 23, 42)  # noqa: DTZ001  # as it is shown
NO_BREAK = "\u00a0"


def in_each(how: str, *given: object, **chosen: object) -> list[str]:
    """What the words of each language make of it: English, Dutch, French, German."""
    return [getattr(find_words(one, {}), how)(*given, **chosen) for one in LANGUAGES]


def test_the_last_two_of_a_list_are_joined_by_a_word() -> None:
    assert in_each("all_of", ["A", "B", "C"]) == ["A, B and C", "A, B en C", "A, B et C", "A, B und C"]
    assert in_each("one_of", ["A", "B", "C"]) == ["A, B or C", "A, B of C", "A, B ou C", "A, B oder C"]
    assert set(in_each("all_of", ["A"])) == {"A"}


def test_numbers_have_the_comma_and_the_groups_of_the_language() -> None:
    french = f"12{NO_BREAK}345,7"
    assert in_each("number", 12345.67, digits=1) == ["12,345.7", "12.345,7", french, "12.345,7"]
    assert in_each("number", 0.66) == ["0.66", "0,66", "0,66", "0,66"]
    assert set(in_each("number", 37, digits=0)) == {"37"}
    assert set(in_each("number", -4, signed=True)) == {"\u22124"}
    assert set(in_each("number", 4, signed=True)) == {"+4"}


def test_a_percentage_has_a_space_where_the_language_wants_one() -> None:
    assert in_each("percent", 0.5) == ["50%", "50%", f"50{NO_BREAK}%", f"50{NO_BREAK}%"]
    assert in_each("percent", 0.125, digits=1)[1:3] == ["12,5%", f"12,5{NO_BREAK}%"]


def test_a_time_is_a_day_and_a_minute_and_a_day_alone_where_that_is_all_that_is_known() -> None:
    assert in_each("moment", NIGHT) == [
        "21 Nov 2026, 23:42",
        "21 nov 2026, 23:42",
        "21 nov. 2026, 23:42",
        "21.11.2026, 23:42",
    ]
    midnight = datetime(2026, 11, 21)  # noqa: DTZ001
    assert in_each("moment", midnight)[1:3] == ["21 nov 2026", "21 nov. 2026"]
    assert in_each("moment", midnight.date()) == in_each("moment", midnight)
    assert in_each("moment", midnight + timedelta(seconds=1))[0] == "21 Nov 2026, 00:00"


@pytest.mark.parametrize("prefix", ["", ":"])
def test_a_zone_that_is_none_costs_no_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str) -> None:
    (tmp_path / "timezone").write_text("Europe/Amsterdam\n")
    monkeypatch.setenv("TZ", f"{prefix}{tmp_path / 'timezone'}")
    for name in [one for one in sys.modules if one.startswith(("babel", "firmware.words.formats"))]:
        monkeypatch.delitem(sys.modules, name)  # as in a program that begins
    assert in_each("moment", NIGHT)[0] == "21 Nov 2026, 23:42"


@pytest.mark.parametrize(("number", "told"), [(Number(9.0, 1), "9,0"), (Number(4.5), "4,5")])
def test_a_number_within_a_text_is_written_by_who_reads_it(number: Number, told: str) -> None:
    text = Text("Table time {seconds} s", {"seconds": number})
    assert find_words("nl", {}).tell(text) == f"Speeltijd {told} s"
    assert str(text) == f"Table time {told.replace(',', '.')} s"
