"""The command that makes one file of a game: where it goes, and what it says when it cannot."""

import sys
from pathlib import Path

import pdfplumber
import pytest

from firmware.cli import main
from wiring import fonts

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


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", b"<!doctype html>"), ("a.PDF", b"%PDF-"), ("a.csv", b"ply,seat,player,move,")]
)
def test_the_name_says_which_file_it_is(record: Path, name: str, begins: bytes) -> None:
    out = record.with_name(name)
    assert main(["report", str(record), "--out", str(out)]) == 0
    assert out.read_bytes().startswith(begins)


@pytest.mark.parametrize("name", ["a.html", "a.pdf", "a.csv"])
def test_the_same_record_gives_the_same_bytes(record: Path, name: str) -> None:
    files = [record.with_name(f"{n}{name}") for n in range(2)]
    for file in files:
        assert main(["report", str(record), "--out", str(file), "--lang", "en"]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_another_kind_of_file_is_refused_with_those_there_are(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, record, "--out", record.with_name("a.docx"))
    assert line.endswith("a.docx should end in one of .html, .pdf, .csv")


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


def test_without_reportlab_pages_are_refused_and_html_is_not(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)  # as if it were not installed
    line = refused(capsys, record, "--out", record.with_name("a.pdf"))
    assert line.startswith("speeltafel report: reportlab is not installed; ")
    assert "pip install 'speeltafel[wiring]'" in line
    assert main(["report", str(record)]) == 0


def test_letters_that_cannot_be_printed_are_named(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fonts, "_installed", lambda *, bold: ())
    record.write_text(RECORD.replace("Anna", "ნინო").replace("Bram", "Łukasz"), "utf-8")
    out = record.with_name("a.pdf")
    assert main(["report", str(record), "--out", str(out), "--lang", "en"]) == 0
    assert capsys.readouterr().err == (
        f"{out}: no font on this computer has {' '.join('ნიო')}; they are printed as ?. The HTML report shows them.\n"
    )


def test_one_page_can_be_had_alone(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(record), "--page", "1"]) == 0
    with pdfplumber.open(record.with_name("evening.record.pdf")) as file:
        (page,) = file.pages
        assert "As it stands: 0–0" in page.extract_text()
    capsys.readouterr()
    assert "has no page 3" in refused(capsys, record, "--page", 3)
    assert ".pdf" in refused(capsys, record, "--page", 1, "--out", "a.html")
