"""The command that writes it all: whole, in one's own language, and plain about what is missing."""

import sys
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.commands import wiring
from firmware.words import find_words
from rules import NAMES, find_game
from wiring import read_pins, spice
from wiring.documents import documents
from wiring.judge import RULES
from wiring.sheet import editions

SHEET_FILES = (".svg", ".pdf", "-a4.pdf", "-a3.pdf", "-print-shop.pdf")  # of each sheet


@pytest.mark.nightly
def test_it_writes_every_document_and_every_sheet_and_says_what_it_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "to" / "build"
    assert main(["wiring", str(folder), "--check", "--lang", "nl"]) == 0
    names = [name for game in NAMES for name in editions(game)]
    sheets = {f"{name}{end}" for name in names for end in SHEET_FILES}
    assert {path.name for path in (folder / "sheets").iterdir()} == sheets
    blank = {
        f"{game}-{players}{end}"
        for game in NAMES
        for players in find_game(game).players
        for end in (".pdf", "-1.svg")
    }
    assert {path.name for path in (folder / "score-sheets").iterdir()} > blank
    printed = [path.name for path in (folder / "printed").iterdir()]
    assert len(printed) == 10
    assert {name.partition(".")[0] + ".step" for name in printed} <= set(printed)
    assert (folder / "playing/table.pdf").read_bytes().startswith(b"%PDF")
    assert "Zo speel je aan de speeltafel" in (folder / "playing/table.html").read_text("utf-8")
    assert "Een beloningssteen" in (folder / "playing/manoeuvre.html").read_text("utf-8")
    made = documents(read_pins())
    assert {path.name for path in folder.iterdir() if path.is_file()} == {*made, "LICENSE"}
    for name, text in made.items():
        assert (folder / name).read_bytes() == text.encode()
    assert (folder / "sheets/manoeuvre-a4.pdf").read_bytes().startswith(b"%PDF")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == find_words("nl", {})("The electrical rule check found no errors.")
    if spice.missing():
        assert "ngspice" in said[1]
    else:
        assert "75 µs)" in said[3]
    assert str(folder) in "".join(said)


@pytest.mark.parametrize("library", ["schemdraw", "skidl", "reportlab"])
def test_without_a_library_it_names_the_extra(
    library: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    assert main(["wiring", str(tmp_path / "build")]) == 2
    assert capsys.readouterr().err == (
        f"speeltafel wiring: {library} is not installed; pip install 'speeltafel[wiring]'\n"
    )
    assert not (tmp_path / "build").exists()


@pytest.mark.nightly
def test_without_opengl_it_writes_all_but_the_printed_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "wiring.printed", None)  # as if build123d did not load
    assert main(["wiring", str(tmp_path / "build"), "--lang", "en"]) == 0
    assert "No printed parts were generated: " in capsys.readouterr().out
    assert not (tmp_path / "build/printed").exists()
    assert (tmp_path / "build/templates/plate.dxf").exists()


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("here")
    assert main(["wiring", str(tmp_path / "file")]) == 2
    assert "file: cannot be written: " in capsys.readouterr().err


def test_each_rule_has_its_sentence() -> None:
    assert len(wiring.JUDGED) == len(RULES)
