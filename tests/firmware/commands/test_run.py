"""Games at a simulated table where people type, from the first word to the record."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from conftest import kept_beside

from firmware.cli import main
from firmware.storage.store import Store


def play(
    lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> list[str]:
    """What is printed when these lines, separated by `;`, are typed."""
    monkeypatch.setattr("sys.stdin", StringIO(lines.replace(";", "\n")))
    assert main(["run", "--table", "simulated", *arguments]) == 0
    return [line.strip() for line in capsys.readouterr().out.splitlines()]


def test_moves_touches_and_keys_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play("y@d4; c3; undo; c3; +b2", monkeypatch, capsys, "forum_romanum", "--players", "3")
    assert [line.split()[-1] for line in said if line[:1].isdigit()] == [
        "y@d4", "b@c3", "b@c3", "b@b2",
    ]  # fmt: skip
    assert said[-1] == "Player 3, place a red Roman on any free field."


@pytest.mark.parametrize(
    ("game", "lines", "moves"),
    [
        ("revolution", "N@c3; V@a1; B@e5; 7@c2", ["N@c3", "V@a1", "B@e5", "7@c2"]),
        ("hourglass", "start; d-e; wait 20 D-C", ["start", "d-e"]),
        ("forum_romanum", "y@a1; !b2 b2; menu confirm", ["y@a1", "b@b2", "agree"]),
        ("manoeuvre", "roll 4", ["roll 4"]),
    ],
)  # fmt: skip
def test_every_game_can_be_typed(
    game: str,
    lines: str,
    moves: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = play(lines, monkeypatch, capsys, game)
    made = [line for line in said if line[:1].isdigit()]
    for line, move in zip(made, moves, strict=False):
        assert line.endswith(move)
    assert len(made) >= len(moves)


def test_one_game_follows_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play("menu; confirm; manoeuvre 3; confirm; roll 2", monkeypatch, capsys, "hourglass")
    assert said[-2].endswith("roll 2")
    assert said[-1].startswith("Player 2, ")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo", "foo: neither a move, a field nor a key (type help)"),
        ("d4-e4", "d4-e4: d4-e4 is illegal: Romans are still being placed"),
        ("wait long", "long: seconds to wait should be a number up to 3600"),
        ("help", "Type a move, or touches"),
    ],
)
def test_what_cannot_be_done_is_said_and_play_goes_on(
    line: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play(f"{line}; d4", monkeypatch, capsys, "forum_romanum")
    assert said[1].startswith(why)
    assert said[-2].endswith("y@d4")


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
        (["--players", "3"], "name the GAME that --players and --option are for"),
        (["hourglass", "--players", "3"], "hourglass"),
        (["hourglass", "--option", "sand=no"], "option sand"),
        (["manoeuvre", "--option", "track=60"], "track"),
        (["hourglass", "--names", "Anna,,Bram"], "should be different names"),
        (["hourglass", "--names", "Anna,Anna"], "should be different names"),
        (["forum_romanum", "--names", "A,B,C", "--players", "2"], "more than --players says"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_one_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--table", "simulated", *arguments]) == 2
    shown = capsys.readouterr().err
    assert why in shown
    assert shown.count("\n") == 1


def test_what_is_typed_is_played_before_the_next_line_is_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def typing() -> Iterator[str]:
        yield "y@d4\n"
        assert "y@d4" in capsys.readouterr().out
        yield "b@c3\n"

    monkeypatch.setattr("sys.stdin", Typist(typing()))
    assert main(["run", "--table", "simulated", "forum_romanum"]) == 0
    assert "b@c3" in capsys.readouterr().out


class Typist:
    """Somebody who types line by line, and not at a terminal."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self, _most: int) -> str:
        return next(self._lines, "")

    def isatty(self) -> bool:
        return False


def test_which_table_it_is_must_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "hourglass"]) == 2
    assert "--table" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "records"),
    [
        ("", []),  # begun, and no move made
        ("y@d4", ["forum_romanum.record"]),
        ("y@d4; menu confirm", ["forum_romanum.record"]),
        ("y@d4; menu confirm; menu", ["forum_romanum.record"]),  # and left
        (
            "y@d4; menu confirm; menu; revolution confirm; N@c3",
            ["forum_romanum.record", "revolution.record"],
        ),
    ],
)
def test_a_run_that_could_not_save_says_so_and_leaves_every_record(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    typed: str,
    records: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO(typed.replace(";", "\n")))
    with Store(kept_beside(tmp_path) / "games.db"):
        run = ["run", "forum_romanum", "--table", "simulated", "--names", "Anna,Bram"]
        assert main(run) == 2
    said = capsys.readouterr()
    assert "is in use by another speeltafel" in said.out
    assert "could not be kept" in said.err
    found = sorted(tmp_path.glob("*.record"))
    assert len(found) == len(records)
    for record in found:
        assert str(record.name) in said.err
        assert main(["score", str(record)]) == 0


def test_a_run_that_is_interrupted_and_could_not_save_leaves_its_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def typing() -> Iterator[str]:
        yield "y@d4\n"
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", Typist(typing()))
    with Store(kept_beside(tmp_path) / "games.db"):
        assert main(["run", "forum_romanum", "--table", "simulated"]) == 2
    assert "its record is in forum_romanum.record" in capsys.readouterr().err
    assert main(["score", "forum_romanum.record"]) == 0
