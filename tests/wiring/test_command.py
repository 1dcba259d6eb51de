"""The command that writes it all: whole, in one's own language, and plain about what is missing."""

import sys
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.words import find_words
from rules import NAMES, find_game
from wiring import read_pins
from wiring.documents import documents
from wiring.pins import shipped_text
from wiring.sheet import editions


@pytest.mark.nightly
def test_it_writes_every_document_and_every_sheet_and_says_what_it_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "to" / "build"
    assert main(["wiring", str(folder), "--check", "--lang", "nl"]) == 0
    for name in (name for game in NAMES for name in editions(game)):
        assert (folder / f"sheets/{name}-a4.pdf").read_bytes().startswith(b"%PDF")
    for game in NAMES:
        for players in find_game(game).players:
            assert (folder / f"score-sheets/{game}-{players}.pdf").exists()
    assert "Een beloningssteen" in (folder / "playing/manoeuvre.html").read_text("utf-8")
    for name, text in documents(read_pins()).items():
        assert (folder / name).read_bytes() == text.encode()
    said = capsys.readouterr().out
    assert said.startswith(find_words("nl", {})("The electrical rule check found no errors."))
    assert "75 µs)" in said


def test_a_map_that_breaks_a_rule_is_named_and_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, data = tmp_path / "mine.toml", tmp_path / "data"
    own.write_text(shipped_text().replace("lead_length = 1.0", "lead_length = 20.0"), "utf-8")
    assert main(["wiring", str(tmp_path / "build"), "--wiring", str(own), "--data", str(data), "--lang", "en"]) == 2
    assert f"speeltafel wiring: {own}: supply.lead: 1.16 V are lost there" in capsys.readouterr().err
    assert not data.exists()


@pytest.mark.parametrize("library", ["magpylib", "reportlab"])
def test_without_a_library_it_names_the_extra(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    assert main(["wiring", str(tmp_path / "build")]) == 2
    assert capsys.readouterr().err == f"speeltafel wiring: {library} is missing; pip install 'speeltafel[wiring]'\n"
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
