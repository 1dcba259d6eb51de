"""The command ``advise``, as other programs and people call it."""

import json
from pathlib import Path

import pytest

from firmware.cli import main
from rules import read_record

RECORDS = (
    "forum_fr18.record",
    "hourglass_hg05_alive.record",
    "manoeuvre_gm14_b3.record",
    "revolution_rv16_tie_light.record",
)


@pytest.mark.parametrize("record", RECORDS)
def test_the_move_is_legal_and_stands_alone_in_the_first_line(
    record: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = read_record((data / record).read_bytes()).position
    assert main(["advise", str(data / record), "--simulations", "20", "--seed", "3"]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first in position.legal_moves()
    assert len(others) > len(position.seats)


@pytest.mark.parametrize("more", [(), ("--level", "1")])
def test_asked_twice_it_gives_the_same_answer_and_no_level_misjudges(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = "N@e1;V@e3;B@e5;1@a1;F@b5".replace(";", "\n")  # light can capture the flag
    text = f'[game "revolution"]\n[players "A" "B"]\n\n{moves}\n'
    one, other = (advised(text, tmp_path, capsys, *more) for _ in range(2))
    assert one == other
    assert one["why"] == ["it wins the game"]
    for seed in range(5 if more else 0):
        assert advised(text, tmp_path, capsys, *more, "--seed", str(seed))["why"] == one["why"]


def advised(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    record = tmp_path / "game.record"
    record.write_text(text)
    assert main(["advise", str(record), "--json", *more]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_a_game_that_is_over_needs_no_advice(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(data / "forum_fr20_agreed.record")]) == 2
    said = capsys.readouterr().err
    assert "forum_fr20_agreed.record: the game is over" in said
    assert said.count("\n") == 1
