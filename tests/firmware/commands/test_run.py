"""Games at a simulated table where people type, from the first word to the record."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.storage.database import Database
from firmware.storage.errors import StoreError


def play(lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What is printed when these lines, separated by `;`, are typed."""
    monkeypatch.setattr("sys.stdin", StringIO(lines.replace(";", "\n")))
    assert main(["run", "--table", "simulated", *arguments]) == 0
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("game", "lines", "moves"),
    [
        ("revolution", "N@c3; V@a1; B@e5; 7@c2", ["N@c3", "V@a1", "B@e5", "7@c2"]),
        pytest.param("hourglass", "start; d-e; wait 20 D-C", ["start", "d-e"], marks=pytest.mark.nightly),
        ("forum_romanum", "y@a1; !b2 b2; menu confirm", ["y@a1", "b@b2", "agree"]),
        ("manoeuvre", "roll 4", ["roll 4"]),
    ],
)
def test_every_game_can_be_typed(
    game: str, lines: str, moves: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play(lines, monkeypatch, capsys, game)
    made = [line for line in said if line[:1].isdigit()]
    for line, move in zip(made, moves, strict=False):
        assert line.endswith(move)
    assert len(made) >= len(moves)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo", "foo: not a move, a field or a key; type help"),
        ("d4-e4", "d4-e4 is illegal: Romans are still being placed; possible: "),
        ("wait long", "long: wait takes a number of seconds from 0 to 3600"),
        ("help", "Type a move (y@d4), or single actions"),
        ("x@d4", "'x@d4' is no move; a move looks like y@d4, d4-f2 or agree"),
        ("roll 9", "'roll 9' is no move; a move looks like y@d4"),
        ("b@c3", "b@c3 is illegal: it is the turn of y, not b"),
    ],
)
def test_what_cannot_be_done_is_said_and_play_goes_on(
    line: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play(f"{line}; d4", monkeypatch, capsys, "forum_romanum")
    assert said[1].startswith(why)
    assert said[-2].endswith("y@d4")


def test_a_move_may_be_typed_as_people_write_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play("Roll: 4; ROLL 2", monkeypatch, capsys, "manoeuvre", "--players", "2")
    assert [line[-6:] for line in said if line[:1].isdigit()] == ["roll 4", "roll 2"]
    said = play("1. Y@D4", monkeypatch, capsys, "forum_romanum", "--new")
    assert [line[-4:] for line in said if line[:1].isdigit()] == ["y@d4"]
    said = play("Y@D4 agree", monkeypatch, capsys, "forum_romanum", "--new")
    assert [line.split()[-1] for line in said if line[:1].isdigit()] == ["y@d4", "agree"]


def test_labels_on_the_screen_can_be_typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "B@b5; N@a5; V@b2; 9 b1; end; 9 a3"
    said = play(lines, monkeypatch, capsys, "revolution")
    made = [line.split()[-1] for line in said if line[:1].isdigit()]
    assert made[3:] == ["9@b1", "end", "9@a3"]  # the 9 of whoever is to move
    said = play("f; 3 confirm", monkeypatch, capsys, "--new")
    assert said[1].startswith("Forum Romanum, 2 players")
    assert said[-1].startswith("Player 1, place a yellow Roman")


def test_during_a_correction_it_says_what_to_type_and_that_puts_it_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = (monkeypatch, capsys, "forum_romanum", "--players", "3")
    said = play("y@d4 b@c3; -d4 wait 2; r@a1; +d4; r@a1", *arguments)
    assert said[4] == "Please put a piece back on d4. Type +d4."
    assert said[5] == "r@a1: first put right what is wrong on the table: type +d4"
    assert said[-2].endswith("r@a1")


def test_an_hourglass_that_is_not_there_is_not_turned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play("start; ~F; -d ~d; d; d-e", monkeypatch, capsys, "hourglass")
    assert said.count("~F: no hourglass stands there to be turned") == 1
    assert said.count("~d: no hourglass stands there to be turned") == 1
    assert said[-2].endswith("d-e")


def test_while_choosing_only_what_can_be_chosen_is_understood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play("chess; quit; hourglass", monkeypatch, capsys)
    assert said[1].startswith("chess: type one of revolution, hourglass, ")
    assert said[-1].startswith("Revolution, 2 players")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--players", "3"], "--players and --option need a GAME"),
        (["hourglass", "--players", "3"], "hourglass"),
        (["hourglass", "--option", "sand=no"], "option sand"),
        (["manoeuvre", "--option", "track=60"], "track"),
        (["hourglass", "--names", "Anna,,Bram"], "should be different names"),
        (["hourglass", "--names", "Anna,Anna"], "should be different names"),
        (["forum_romanum", "--names", "A,B,C", "--players", "2"], "more names than --players"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_one_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--table", "simulated", *arguments]) == 2
    shown = capsys.readouterr().err
    assert why in shown
    assert shown.count("\n") == 1


class Typist:
    """Somebody who types line by line, and not at a terminal."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self, _most: int) -> str:
        return next(self._lines, "")

    def isatty(self) -> bool:
        return False


def full(_: Database) -> None:
    raise StoreError("the disk is full")


@pytest.mark.parametrize("typed", ["r@c3", *["menu confirm", "menu confirm; menu; revolution confirm"]])
def test_a_run_that_could_not_save_says_so_and_leaves_its_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, typed: str
) -> None:
    def typing() -> Iterator[str]:
        yield "y@d4\n"
        monkeypatch.setattr(Database, "writing", full)
        yield from (f"{line}\n" for line in typed.split(";"))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", Typist(typing()))
    assert main(["run", "forum_romanum", "--table", "simulated", "--names", "Anna,Bram"]) == 2
    said = capsys.readouterr()
    assert "the disk is full" in said.out
    assert ("is not begun" in said.out) == ("revolution" in typed)
    assert "its record is in forum_romanum.record" in said.err
    assert [path.name for path in tmp_path.glob("*.record")] == ["forum_romanum.record"]
    assert main(["score", "forum_romanum.record"]) == 0


def test_without_a_program_that_speaks_the_game_goes_on_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = play("y@d4; menu; menu; menu", monkeypatch, capsys, "forum_romanum", "--voice")
    missing = [line for line in said if "espeak-ng" in line]
    assert len(missing) == 1
    assert missing[0].startswith("the table cannot speak: espeak-ng is missing")
    assert any(line.endswith("y@d4") for line in said)
    assert not any("speaking?" in line for line in said)  # there is nothing to switch


def test_a_game_on_screens_has_no_voice_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--voice"]) == 2
    assert "--voice is for a table" in capsys.readouterr().err
