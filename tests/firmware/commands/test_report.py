"""The command that makes one file of a game: where it goes, and what it says when it cannot."""

from pathlib import Path

import pytest

from firmware.cli import main

RECORD = '[game "forum_romanum"]\n[players "Anna" "Bram"]\n\ny@d4\n'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.record"
    path.write_text(RECORD)
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Give a report that cannot be made; get the one line that says why."""
    assert main(["report", *map(str, arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    return line


@pytest.mark.parametrize(("name", "begins"), [("a.HTML", b"<!doctype html>"), ("a.csv", b"ply,seat,player,move,")])
def test_the_name_says_which_file_it_is(record: Path, name: str, begins: bytes) -> None:
    out = record.with_name(name)
    assert main(["report", str(record), "--out", str(out)]) == 0
    assert out.read_bytes().startswith(begins)


def test_another_kind_of_file_is_refused_with_those_there_are(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, record, "--out", record.with_name("a.pdf"))
    assert "a.pdf' should end in one of .html, .csv" in line


SHEET = """[Game "Forum Romanum"]
[players "Anna" "Bram" "Carla" "Daan"]  # clockwise, Anna began

y@a3
b@a1
1. r@b1
g@c1
y@ b3      {the left side}
b@d1
r@E1
g@a4
y@c3
b@f1
R@G1
agree
"""


def test_a_whole_game_with_five_ordinary_slips_makes_a_report_to_hang_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "club evening.txt"
    sheet.write_text(SHEET)
    assert main(["report", str(sheet)]) == 0
    assert capsys.readouterr().err == ""
    page = (tmp_path / "club evening.txt.html").read_text("utf-8")
    for told in ("Bram and Carla", "the left side", "clockwise, Anna began", "<svg", "−4"):
        assert told in page


def test_a_record_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "evening.html"
    record.write_text(RECORD)
    assert "is given twice" in refused(capsys, record, "--out", record)
    assert record.read_text() == RECORD
