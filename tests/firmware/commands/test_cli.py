"""The command as people type it: what it prints, where, and with which exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from io import StringIO
from pathlib import Path

import pytest
from pytest_mock import MockerFixture
from support.nightly import nightly_but

from firmware.cli import COMMANDS, main
from rules import NAMES


class Ran:
    """What a command line did."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Ran:
        status = main([str(argument) for argument in arguments])
        return Ran(status, *capsys.readouterr())

    return run


def refused(ran: Ran, *says: str) -> None:
    """One line on standard error, status 2."""
    assert ran.status == 2
    assert ran.err.count("\n") == 1, ran.err
    for text in says:
        assert text in ran.err


def test_without_a_command_it_gives_its_help(run: Run) -> None:
    ran = run()
    assert (ran.status, ran.err) == (0, "")
    assert all(f"    {name} " in ran.out for name in COMMANDS)


def test_its_version_is_that_of_the_installation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"speeltafel {metadata.version('speeltafel')}\n"


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("dmeo", "demo"),
        ("demo revolutoin", "revolution"),
        ("demo --sped=3", "--speed"),
        ("--vresion", "--version"),
        ("run --table simulatd", "simulated"),
        ("run --tabel pi", "--table"),
        ("serve --prot 9", "--port"),
    ],
)
def test_what_is_mistyped_names_what_may_have_been_meant(run: Run, typed: str, near: str) -> None:
    refused(run(*typed.split()), f"did you mean {near}?")


# score


def test_score_prints_the_standing_and_whose_turn_it_is(run: Run, data: Path) -> None:
    ran = run("score", data / "forum_fr18.record")
    assert ran.status == 0
    assert "7  Anna" in ran.out
    assert "-4  Daan" in ran.out
    assert "To move: Bram" in ran.out


def test_score_json_has_exactly_the_promised_keys(run: Run, data: Path) -> None:
    for line in (data / "expected.jsonl").read_text().splitlines():
        expected = json.loads(line)
        if expected["file"].endswith(".record"):
            ran = run("score", data / expected["file"], "--json")
            (got,) = map(json.loads, ran.out.splitlines())
            assert " ".join(got) == "file game plies to_move over reason winners scores detail legal"
            assert got.pop("file") == str(data / expected.pop("file"))
            assert got.pop("detail")["position"]
            assert got == expected


SLIPS = (
    '[Game "Forum Romanum"]\n[players "Anna" "Bram" "Carla"]\n\n1. Y @ D4\nb@c3 ; mine\nr\u2013z9\ny@d4\nb@a2\nr@e9\n'
)


def test_score_takes_a_record_with_what_cannot_change_a_meaning(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text(SLIPS.replace("r\u2013z9\ny@d4\nb@a2\nr@e9\n", "r@a1\n"))
    ran = run("score", sheet)
    assert (ran.status, ran.out.count("Forum Romanum, 3 moves"), ran.err) == (0, 1, "")
    refused(run("score", "--strict", sheet), f"{sheet}:1: unknown header 'Game'")


SHEET = "Forum Romanum\nAnna: geel d4\nBram: blauw c3\nCarla: rood e6\nAnna: geel a1\nBram: b2\n"


def test_a_game_that_is_proposed_is_shown_and_ends_with_3(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text(SHEET)
    ran = run("score", sheet)
    assert (ran.status, ran.out) == (3, "")
    assert "Anna: yellow" in ran.err
    assert ran.err.index("Anna") < ran.err.index("Bram: blauw c3") < ran.err.index("b@c3")
    assert ran.err.endswith("say --accept to take it so\n")
    ran = run("score", "--json", sheet)
    got = json.loads(ran.out)
    assert (ran.status, got["proposed"], got["doubts"], got["plies"]) == (3, True, [], 5)
    assert got["lines"][2] == {"row": 3, "text": "Bram: blauw c3", "moves": ["b@c3"]}
    assert run("score", "--accept", sheet).status == 0


def test_a_folder_of_sheets_becomes_records_and_those_in_doubt_are_listed(run: Run, tmp_path: Path) -> None:
    for name, text in (("a.txt", SHEET), ("b.txt", SHEET.replace("c3", "c3?")), ("c.txt", SHEET)):
        (tmp_path / name).write_text(text)
    files = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    ran = run("score", "--accept", "--record", tmp_path / "out", *files)
    assert ran.status == 3
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.record", "c.record"]
    assert ran.out.splitlines()[-1].endswith(f"in doubt: {files[1]}")
    one = tmp_path / "one.record"
    assert run("score", "--accept", "--record", one, files[0]).status == 0
    assert run("score", "--strict", one).status == 0


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "status"),
    [("\n3\n\n\n", 0), ("3\nBram: blauw c4\n\n", 0), ("3\n#\nq\n", 3), ("\n", 3), ("99\n3\n\n\n", 0)],
)
def test_in_a_terminal_enter_takes_what_is_in_no_doubt_and_a_number_edits_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, status: int
) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text(SHEET.replace("c3", "c3?"))
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stderr", Terminal())
    assert run("score", sheet).status == status


def test_score_at_a_move_says_how_it_stood(run: Run, data: Path) -> None:
    record = data / "forum_fr20_agreed.record"
    got = json.loads(run("score", "--json", "--at", 11, record).out)
    assert (got["plies"], got["over"], got["to_move"]) == (11, False, "4")
    assert json.loads(run("score", "--json", "--at", 0, record).out)["plies"] == 0
    assert json.loads(run("score", "--json", "--at", 12, record).out)["reason"] == "agreed"
    refused(run("score", "--at", 13, record), "there is no move 13; the last is 12")
    refused(run("score", "--at", "x", record), "'x' should be a whole number")


def test_score_finds_a_households_own_board_beside_the_record(run: Run, data: Path, tmp_path: Path) -> None:
    record = tmp_path / "own.record"
    record.write_text('[game "hourglass"]\n[option "board" "small.toml"]\n\nstart\n3 d-m\n')
    refused(run("score", record), f"{record}:2: option board: ", "small.toml cannot be read")
    (tmp_path / "small.toml").write_text((data / "perft" / "small.toml").read_text())
    got = json.loads(run("score", record, "--json").out)
    assert (got["plies"], got["to_move"]) == (2, "pink")
    assert "d-m" not in got["legal"]
    (tmp_path / "small.toml").write_text("lines = [")
    refused(run("score", record), f"{record}:2: ", "small.toml")


# replay


def test_replay_of_a_track_that_does_not_fit_the_table(run: Run, tmp_path: Path) -> None:
    trace = tmp_path / "long.trace"
    trace.write_text(
        '[game "manoeuvre"]\n[players "A" "B"]\n[option "track" "60"]\n'
        '[option "rewards" "10:1 20:2 30:3"]\n'
        '[option "bonuses" "9w 11w 13w 15w 17w 19w 21b 23b 25b 27b"]\n0.5 reed 0 0 1\n'
    )
    refused(run("replay", trace), f"{trace}:1: ", "no track of 60")


def test_replay_refuses_what_it_cannot_use(run: Run, data: Path, tmp_path: Path) -> None:
    trace = data / "forum_romanum_clean_0.trace"
    bad = tmp_path / "bad.trace"
    bad.write_text('[game "forum_romanum"]\n[players "A" "B"]\n\n0.5 reed 9 9 1\n')
    refused(run("replay", bad), f"{bad}:4: ", "rows are 0-7")
    bad.write_text('[game "forum_romanum"]\n\n0.5 reed 1 1 1\n')
    refused(run("replay", bad), f"{bad}:1: ", "needs its players")
    refused(run("replay", trace, "--rate", 1), "--rate", "from 50 to 1000")
    refused(run("replay", trace, "--rate", "fast"), "--rate", "'fast'")
    refused(run("replay", trace, trace, "--record", tmp_path / "r"), "one TRACE at a time")
    refused(run("replay", bad, "--record", bad), "given twice")
    missing = tmp_path / "no" / "r"
    refused(run("replay", trace, "--record", missing), f"{missing}: cannot be written")


# perft


def test_perft_prints_the_count_alone_on_the_last_line(run: Run, data: Path) -> None:
    assert run("perft", "forum_romanum", 2, "--players", 3).out == "2352\n"
    assert run("perft", "forum_romanum", 0, "--players", 3).out == "1\n"
    record = data / "forum_fr18.record"
    assert run("perft", "forum_romanum", 1, "--record", record).out == "40\n"
    over = data / "forum_fr20_agreed.record"
    assert run("perft", "forum_romanum", 0, "--record", over).out == "1\n"
    assert run("perft", "forum_romanum", 3, "--record", over).out == "0\n"


def test_perft_divides_below_each_first_move(run: Run) -> None:
    lines = run("perft", "forum_romanum", 2, "--players", 2, "--divide").out.splitlines()
    assert lines[0] == "r@a1 48"
    assert len(lines) == 2 * 49 + 1
    assert lines[-1] == str(2 * 49 * 48)


def test_perft_takes_options_and_refuses_what_it_cannot_use(run: Run, data: Path) -> None:
    record = data / "forum_fr18.record"
    variant = ("--option", "variant=true")
    assert run("perft", "forum_romanum", 1, "--players", 6, *variant).out == "49\n"
    refused(run("perft", "forum_romanum", 1), "needs --players 2-6")
    refused(run("perft", "forum_romanum", 1, "--players", 7), "2-6 players, not 7")
    refused(run("perft", "forum_romanum", -1, "--players", 3), "-1")
    refused(run("perft", "forum_romanum", "x", "--players", 3), "'x'")
    refused(run("perft", "forum_romanum", 1, "--players", 3, *variant, *variant), "twice")
    refused(run("perft", "forum_romanum", 1, "--record", record, *variant), "the record says")
    refused(run("perft", "revolution", 1, "--record", record), "a game of forum_romanum")
    refused(run("perft", "hourglass", 1, "--interval", "1e3"), "--interval")
    refused(run("perft", "hourglass", 1, "--interval", "0.0001"), "--interval")


@pytest.mark.nightly
def test_a_demo_plays_on_a_households_own_board(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text((data / "perft" / "small.toml").read_text())
    record = tmp_path / "own.record"
    board = ("--option", "board=small.toml")
    assert run("demo", "hourglass", "--seed", 1, *board, "--record", record).status == 0
    assert json.loads(run("score", record, "--json").out)["plies"] > 1


@pytest.mark.nightly
def test_a_demo_without_a_terminal_prints_moves_and_the_standing(run: Run, tmp_path: Path) -> None:
    record, trace = tmp_path / "game.record", tmp_path / "game.trace"
    ran = run("demo", "revolution", "--seed", 7, "--record", record, "--trace", trace)
    lines = ran.out.splitlines()
    assert ran.status == 0
    assert lines[0].split()[:2] == ["1", "Bram"]  # dark begins
    assert any(" won" in line or "share the win" in line for line in lines)
    assert str(record) in lines[-1]
    scored = json.loads(run("score", record, "--json").out)
    assert scored["over"]
    assert json.loads(run("replay", trace, "--json").out)["scores"] == scored["scores"]


# demo


def test_a_demo_saves_beside_earlier_ones(run: Run, tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch.dict(os.environ)
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        for _ in range(2):
            assert run("demo", "hourglass", "--option", "sand=9", "--seed", 7).status == 0
    finally:
        os.chdir(before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hourglass-7-2.record", "hourglass-7.record"]


def test_an_interrupted_demo_keeps_what_was_played(run: Run, tmp_path: Path, mocker: MockerFixture) -> None:
    record = tmp_path / "game.record"
    moves = []

    def interrupt(effect: object) -> None:
        moves.append(effect)
        if len(moves) == 10:
            raise KeyboardInterrupt

    mocker.patch("firmware.output.screen.Lines.tell", side_effect=interrupt)
    ran = run("demo", "forum_romanum", "--seed", 7, "--record", record)
    assert ran.status == 130
    assert len(json.loads(run("score", record, "--json").out)["legal"]) > 0


def test_a_full_disk_is_said_and_leaves_nothing_half_written(run: Run, tmp_path: Path, mocker: MockerFixture) -> None:
    record = tmp_path / "game.record"
    record.write_text("precious")
    trace = tmp_path / "short.trace"
    trace.write_text('[game "forum_romanum"]\n[players "A" "B" "C"]\n0.000 reed 0 0 1\n')
    mocker.patch("os.fsync", side_effect=OSError(28, "No space left on device"))
    ran = run("replay", trace, "--record", record)
    refused(ran, f"{record}: cannot be written: No space left on device")
    assert record.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.record", "short.trace"]


def test_a_trace_of_many_years_is_replayed_at_once(run: Run, tmp_path: Path) -> None:
    trace = tmp_path / "long.trace"
    trace.write_text(
        '[game "forum_romanum"]\n[players "A" "B" "C"]\n0.000 reed 0 0 1\n1 reed 0 1 1\n999999999 reed 0 2 1\n'
    )
    got = json.loads(run("replay", trace, "--json").out)
    assert got["record"] == ["y@a7", "b@b7", "r@c7"]
    assert got["committed"][2] == pytest.approx(999999999.25, abs=0.02)


def test_what_somebody_put_into_a_file_cannot_break_the_line(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.record"
    bad.write_text("[\x1b[31m \u2028 " + "x" * 100_000)
    ran = run("score", bad)
    refused(ran, f"{bad}:1: ")
    assert ran.err.rstrip("\n").isprintable()
    assert len(ran.err) < 1000


@pytest.mark.nightly
@pytest.mark.parametrize("redirect", [">/dev/full", ">&-", "| head -1"])
def test_an_output_that_fails_leaves_no_traceback_and_the_record(data: Path, tmp_path: Path, redirect: str) -> None:
    record = tmp_path / "game.record"
    for command in (f"score {data / 'forum_fr18.record'}", f"demo forum_romanum --record {record}"):
        ran = subprocess.run(
            f"'{sys.executable}' -m firmware {command} {redirect}",
            shell=True,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in ran.stderr
        assert ran.stderr.count("\n") <= 1
    assert record.exists()


def test_a_name_that_the_terminal_cannot_show_is_shown_somehow(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text('[game "forum_romanum"]\n[players "Łukasz" "B" "C"]\n', "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "firmware", "score", str(record)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONIOENCODING": "cp1252"},
    )
    assert "ukasz" in ran.stdout


@pytest.mark.parametrize(
    ("typed", "offered"),
    nightly_but(
        [
            ("speeltafel sc", {"score"}),
            ("speeltafel demo ", set(NAMES)),
            ("speeltafel demo hourglass --pl", {"--players"}),
            ("speeltafel games re", {"resume"}),
        ],
        ("speeltafel demo hourglass --pl", {"--players"}),
    ),
)
def test_a_shell_is_told_what_may_follow(typed: str, offered: set[str], tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "COMP_LINE": typed,
        "COMP_POINT": str(len(typed)),
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_IFS": "\n",
    }
    subprocess.run([sys.executable, "-m", "firmware"], env={**os.environ, **asked}, check=True)
    found = {one.strip() for one in answer.read_text("utf-8").splitlines()}
    assert offered <= found
    assert all(one.startswith(typed.rpartition(" ")[2]) for one in found)
