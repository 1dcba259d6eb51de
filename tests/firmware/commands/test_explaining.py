"""What ``replay --explain``, and ``run --explain FILE``, tell of why moves were read so."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main


def replayed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What `replay` prints."""
    assert main(["replay", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_a_question_is_explained_with_the_moves_it_lies_between(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "asks.trace"
    trace.write_text(
        '[game "forum_romanum"]\n[players "A" "B" "C"]\n\n0.500 reed 3 5 1\n0.501 reed 3 6 1\n3.000 reed 3 6 0\n'
    )
    got: dict[str, Any] = json.loads(replayed(capsys, trace, "--json", "--explain"))
    assert len(got["asked"]) == got["questions"] == 1
    asked = got["asked"][0]
    assert list(asked)[:2] == ["between", "at"]
    assert 0.5 < asked["at"] < 3
    assert len(set(asked["between"])) == 2
    assert got["record"] == [got["explain"][0]["move"]]
    assert got["record"][0] in asked["between"]
    told = replayed(capsys, trace, "--explain")
    assert f"  asked: {asked['between'][0]} or {asked['between'][1]}  cost " in told


# While people play


def play(monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: object) -> int:
    """The exit status of `run` when these lines, separated by `;`, are typed."""
    monkeypatch.setattr("sys.stdin", StringIO(lines.replace(";", "\n")))
    return main(["run", "--table", "simulated", "forum_romanum", *map(str, arguments)])


def test_a_log_says_what_is_read_while_people_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "why.txt"
    assert play(monkeypatch, "y@d4; undo", "--players", 3, "--explain", log) == 0
    game, move, used, *_, taken_back = log.read_text().splitlines()
    assert game.endswith("  forum_romanum: 1, 2, 3")
    assert "  y@d4  cost 0.00; " in move
    assert used.strip().startswith("placed on d4 at ")
    assert taken_back.strip() == "taken back: y@d4"


def test_a_log_that_cannot_be_opened_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "y@d4", "--explain", tmp_path) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path}: cannot be written: Is a directory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_people_play_on_when_the_log_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "y@d4; b@c3", "--explain", "/dev/full") == 0
    ran = capsys.readouterr()
    assert "b@c3" in ran.out
    assert ran.err.count("/dev/full: cannot be written any more: ") == 1
