"""The command ``simulate``, and the rows that it writes."""

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.nightly import nightly_but

from firmware.cli import main
from firmware.commands import simulate as command
from firmware.simulation.mass import run as running
from firmware.simulation.mass.game import Batch, Wanted
from firmware.simulation.mass.plan import Plan, Task
from firmware.simulation.mass.rows import read_rows
from firmware.simulation.mass.workers import play_here
from rules import NAMES, Reading, load_nothing, read_record

COLUMNS = ["game", "number", "seed", "players", "winners", "reason", "plies", "scores"]


def simulate(*arguments: object) -> int:
    return main(["simulate", *map(str, arguments)])


def rows_of(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".csv":
        with file.open(newline="") as lines:
            return list(csv.DictReader(lines))
    from pyarrow import parquet  # other tests do without it

    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


def plan_of(game: str = "hourglass", games: int = 6, *levels: int) -> Plan:
    return Plan.checked(game, levels or (2, 1), games, seed=3, options={}, compared={}, load=load_nothing)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_game_is_a_row_whoever_plays_it(kind: str, tmp_path: Path) -> None:
    here, beside = tmp_path / f"here.{kind}", tmp_path / f"beside.{kind}"
    for file, jobs in ((here, 1), (beside, 2)):
        assert simulate("hourglass", "--seats", "2,1", "--games", 7, "--seed", 5, "--jobs", jobs, "--out", file) == 0
    assert here.read_bytes() == beside.read_bytes()
    rows = rows_of(here)
    assert [int(row["number"]) for row in rows] == list(range(7))
    assert {(row["game"], int(row["seed"])) for row in rows} == {("hourglass", 5)}
    assert all(list(row) == COLUMNS for row in rows)


def test_in_csv_what_is_no_text_or_number_is_json_and_fewer_games_leave_those_beyond_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.csv"
    for games in (2, 1):
        simulate("hourglass", "--seats", "2,1", "--games", games, "--jobs", 1, "--out", file, "--json")
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["games"], last["moves_a_second"]) == (1, None)
    first, second = rows_of(file)
    assert json.loads(first["players"]) == {"white": 2, "pink": 1}
    assert json.loads(second["players"]) == {"white": 1, "pink": 2}
    assert set(json.loads(first["scores"])) == {"white", "pink"}
    assert set(json.loads(first["winners"])) <= {"white", "pink"}


@pytest.mark.nightly
@pytest.mark.parametrize("game", NAMES)
def test_a_record_of_a_game_reads_strictly_and_ends_as_its_row_says(game: str, tmp_path: Path) -> None:
    out, folder = tmp_path / "games.csv", tmp_path / "records"
    assert simulate(game, "--seats", "1,1", "--games", 1, "--jobs", 1, "--out", out, "--records", folder) == 0
    (row,) = rows_of(out)
    (file,) = folder.iterdir()
    record = read_record(file.read_bytes(), load_nothing, Reading(strict=True))
    assert record.text == file.read_text()
    outcome = record.position.outcome
    assert outcome is not None
    assert (outcome.reason, list(outcome.winners)) == (row["reason"], json.loads(row["winners"]))
    assert record.position.scores() == json.loads(row["scores"])
    assert record.position.plies == int(row["plies"])


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_run_that_was_broken_off_goes_on_and_doubles_no_game(kind: str, tmp_path: Path) -> None:
    whole, file = tmp_path / f"whole.{kind}", tmp_path / f"broken.{kind}"
    plan = plan_of()
    list(running.Run(plan, running.Kept(whole)).play(play_here))
    steps = running.Run(plan, running.Kept(file)).play(play_here)
    next(steps)
    steps.close()
    assert 0 < len(read_rows(file, plan)) < 6
    again = running.Run(plan, running.Kept(file))
    assert len(again.todo) + len(again.done) == 6
    list(again.play(play_here))
    assert file.read_bytes() == whole.read_bytes()


OTHERS = {  # another run than the one whose rows are there, and what is said of it
    "revolution --seats 1,1": "game",
    "hourglass --seats 2,1": "was played by|levels",
    "hourglass --seats 1,1 --seed 1": "seed",
    "hourglass --seats 1,1 --option sand=60": "otherwise|options",
    "hourglass --seats 1,1 --compare equal=draw,living": "columns",
}


@pytest.mark.parametrize("kind", nightly_but(["csv", "parquet"], "csv"))
def test_rows_of_another_run_are_refused_and_left_alone(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"games.{kind}"
    simulate("hourglass", "--seats", "1,1", "--games", 1, "--jobs", 1, "--out", file)
    before = file.read_bytes()
    for other, why in OTHERS.items():
        capsys.readouterr()
        assert simulate(*other.split(), "--games", 1, "--jobs", 1, "--out", file) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert f"{file}: these are not games of this run" in error
        assert any(part in error for part in why.split("|"))
        assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["", "number\n", '"', "game,number\nx,1\n"])
def test_a_file_of_something_else_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("csv", "parquet"):
        file = tmp_path / f"other.{kind}"
        file.write_text(text)
        assert simulate("hourglass", "--seats", "1,1", "--games", 1, "--out", file) == 2
        assert capsys.readouterr().err.startswith(f"{file}: ")
        assert file.read_text() == text


@pytest.mark.parametrize(
    "wrong",
    [
        ("hourglass", "--seats", "1,1,1"),
        ("hourglass", "--seats", "1,1", "--games", "0"),
        ("hourglass", "--seats", "1,1", "--option", "sand"),
        ("hourglass", "--seats", "1,1", "--compare", "sand=60,60"),
        ("hourglass", "--seats", "1,1", "--compare", "sand=60,90", "--option", "sand=60"),
        ("hourglass", "--seats", "1,1", "--out", "games.txt"),
        ("hourglass", "--seats", "1,1", "--plot", "games.jpg"),
        ("hourglass", "--seats", "1,1", "--option", "board=none.toml"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    games = () if "--games" in wrong else ("--games", "2")
    assert simulate(*wrong, *games) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.nightly
def test_each_house_rule_is_played_with_the_same_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.csv"
    simulate(
        "hourglass", "--seats", "1,1", "--games", 15, "--jobs", 1, "--out", file, "--json", "--compare", "sand=20,300"
    )
    rows = rows_of(file)
    assert [list(row) for row in rows[:1]] == [[*COLUMNS, "sand"]]
    assert [(int(row["number"]), row["sand"]) for row in rows] == [
        (number, sand) for number in range(15) for sand in ("20", "300")
    ]
    told = json.loads(capsys.readouterr().out)
    assert [one["options"] for one in told["variants"]] == [{"sand": "20"}, {"sand": "300"}]
    assert {one["what"] for one in told["differences"]} == {"wins", "plies", "score", "ends"}
    assert any(one["beyond_chance"] for one in told["differences"] if one["what"] == "plies")


def test_a_board_of_ones_own_goes_with_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(
        'white = ["a", "b", "d", "c"]\npink = ["D", "B", "C", "A"]\n'
        'lines = ["a-b", "b-c", "c-d", "d-A", "A-B", "B-C", "C-D", "d-x"]\n'
        "holes = {a=[0,0], b=[0,1], c=[0,2], d=[0,3], A=[0,4], B=[0,5], C=[0,6], D=[0,7], "
        "x=[0,8]}\n"
    )
    run = "hourglass --seats 1,1 --games 1 --jobs 2 --option board=own.toml --records records"
    assert simulate(*run.split()) == 0
    assert main(["score", "records/hourglass-000000.record", "--strict"]) == 0


@pytest.mark.nightly
def test_ctrl_c_keeps_what_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.csv"

    def interrupted(plan: Plan, tasks: Iterable[Task], wanted: Wanted) -> Iterator[Batch]:
        yield from islice(play_here(plan, tasks, wanted), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_here", interrupted)
    arguments = ("hourglass", "--seats", "1,1", "--games", 9, "--jobs", 1, "--out", file)
    assert simulate(*arguments) == 130
    assert "Interrupted after" in capsys.readouterr().err
    assert 0 < len(rows_of(file)) < 9
    monkeypatch.undo()
    assert simulate(*arguments) == 0
    assert len(rows_of(file)) == 9


@pytest.mark.nightly
def test_a_run_that_is_killed_goes_on_and_leaves_no_process_behind(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.csv", tmp_path / "whole.csv"
    arguments = ["simulate", "hourglass", "--seats", "2,1", "--games", "900", "--out"]
    called = [sys.executable, "-m", "firmware", *arguments, str(file), "--jobs", "2"]
    child = subprocess.Popen(called, start_new_session=True, stdout=subprocess.DEVNULL)
    while not file.exists():
        assert child.poll() is None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    before = len(rows_of(file))
    assert 0 < before < 900
    while _alive(child.pid):
        pass
    assert main([*arguments, str(file), "--jobs", "2"]) == 0
    assert main([*arguments, str(whole), "--jobs", "1"]) == 0
    assert file.read_bytes() == whole.read_bytes()


def _alive(session: int) -> bool:
    """Whether a process of a session is left."""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.nightly
@pytest.mark.parametrize("kind", nightly_but(["png", "svg"], "svg"))
@pytest.mark.parametrize("compare", [(), ("--compare", "sand=60,120")])
def test_a_picture_is_drawn(kind: str, compare: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / f"games.{kind}"
    arguments = ("hourglass", "--seats", "1,1", "--games", 3, "--jobs", 1, *compare)
    assert simulate(*arguments, "--plot", file, "--lang", "de") == 0
    begins = {"png": b"\x89PNG", "svg": b"<?xml"}
    assert file.read_bytes().startswith(begins[kind])
    if kind == "svg":
        text = file.read_text()
        assert "gewonnen nach Platz" in text
        assert ("sand=60" in text) == bool(compare)
