"""The sheets of a table of keys: smaller, with a window for each key."""

import sys
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest

from firmware.cli import main


@pytest.mark.nightly
def test_sheets_for_keys_have_a_window_for_each_and_want_reportlab_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for library in ("build123d", "magpylib", "ezdxf"):
        monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    assert main(["wiring", str(tmp_path), "--pitch", "15", "--data", str(tmp_path / "data")]) == 0
    assert " map " not in capsys.readouterr().out
    files = {file.name: file for file in (tmp_path / "keys").iterdir()}
    assert {"revolution.pdf", "hourglass.pdf", "forum_romanum.pdf", "manoeuvre.pdf"} <= set(files)
    with pdfplumber.open(BytesIO(files["forum_romanum.pdf"].read_bytes())) as pdf:
        (page,) = pdf.pages
        side = 10.5 * 72 / 25.4
        windows = [one for one in page.rects if abs(one["width"] - side) < 0.01]
        assert len(windows) == 96
        xs = sorted({round(one["x0"], 1) for one in windows})
        assert round((xs[1] - xs[0]) * 25.4 / 72, 1) == 15
        assert "d4" in page.extract_text()
