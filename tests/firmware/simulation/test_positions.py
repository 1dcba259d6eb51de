"""The positions of simulated games, as rows to learn from."""

from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from support.nightly import nightly_but

from firmware.cli import main
from firmware.opponents import find_evaluation
from firmware.simulation.mass import run as running
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.workers import play_here
from rules import NAMES, find_game, load_nothing


def simulate(*arguments: object) -> int:
    return main(["simulate", *map(str, arguments)])


def rows_of(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_each_move_of_a_game_is_a_row_that_the_engine_reads_back(game: str, tmp_path: Path) -> None:
    out, file = tmp_path / "games.parquet", tmp_path / "positions.parquet"
    assert simulate(game, "--seats", "1,1", "--games", 1, "--jobs", 1, "--out", out, "--positions", file) == 0
    (of_game,) = rows_of(out)
    rows = rows_of(file)
    assert [row["ply"] for row in rows] == list(range(1, of_game["plies"] + 1))
    evaluation, rules = find_evaluation(game, 2), find_game(game)
    seats = rules.seats(2)
    for row in rows[::5]:
        position = rules.position(row["position"])
        assert (position.plies + 1, position.chance) == (row["ply"], row["chance"])
        assert len(position.legal_moves()) == row["legal"]
        position.play(row["move"])
        for seat, parts in zip(seats, evaluation.measure(position), strict=True):
            here = [row[f"{part}_{seat}"] for part in evaluation.by_hand]
            assert here == pytest.approx(list(parts), abs=1e-4)
        won = {seat for seat in seats if row[f"result_{seat}"] == 1}
        assert won == set(of_game["winners"]) or len(of_game["winners"]) != 1


@pytest.mark.nightly
def test_the_file_is_the_same_whoever_plays_and_after_an_interruption(tmp_path: Path) -> None:
    plan = Plan.checked("hourglass", (2, 1), 9, seed=1, options={}, compared={"sand": ("60", "120")}, load=load_nothing)
    whole, broken = (
        running.Kept(tmp_path / f"{name}.csv", positions=tmp_path / f"{name}.parquet") for name in ("whole", "broken")
    )
    list(running.Run(plan, whole).play(play_here))
    steps = running.Run(plan, broken).play(play_here)
    next(steps)
    next(steps)
    steps.close()
    assert broken.positions is not None
    assert whole.positions is not None
    assert not broken.positions.exists()
    again = running.Run(plan, broken)
    assert len(again.todo) < 18
    list(again.play(play_here))
    assert broken.positions.read_bytes() == whole.positions.read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_positions_of_another_run_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "positions.parquet"
    arguments = ("hourglass", "--games", 1, "--jobs", 1, "--positions", file)
    assert simulate(*arguments, "--seats", "1,1") == 0
    assert simulate(*arguments, "--seats", "2,1") == 2
    assert f"{file}: these are not games of this run" in capsys.readouterr().err
    assert simulate(*arguments[:-1], tmp_path / "positions.csv", "--seats", "1,1") == 2
