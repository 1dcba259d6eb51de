"""Games that were kept: what the commands say of them, and what the next run finds."""

import json
import shutil
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.simulation.demo import Demo, NotUnderstoodError
from firmware.simulation.plans import Plan
from firmware.storage.errors import StoreError
from firmware.storage.store import Store

Speeltafel = Callable[..., list[str]]


@pytest.fixture
def speeltafel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Speeltafel:
    """Give a command and what is typed into it, lines separated by `;`; get what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "", status: int = 0) -> list[str]:
        monkeypatch.setattr("sys.stdin", StringIO(typed.replace(";", "\n")))
        assert main(arguments) == status
        out = capsys.readouterr()
        return (out.err if status else out.out).splitlines()

    return run


FORUM = ("run", "forum_romanum", "--table", "simulated", "--names", "Anna,Bram,Carla")
AGAIN = ("run", "--table", "simulated")


def test_a_game_that_a_side_has_resigned_says_so_and_is_offered_no_more(speeltafel: Speeltafel, tmp_path: Path) -> None:
    run = ("run", "revolution", "--table", "simulated", "--names", "Anna,Bram")
    said = speeltafel(*run, typed="menu; menu; confirm")
    assert said[-1] == "Anna won: the other side resigned. MENU: next game. Type for example menu."
    record = speeltafel("games", "export", "1")
    assert '[result "dark resigned"]' in record
    file = tmp_path / "resigned.record"
    file.write_text("\n".join(record) + "\n")
    speeltafel("games", "delete", "1", "--yes")
    speeltafel("games", "import", str(file))
    (game,) = [line for line in speeltafel("games") if "Revolution" in line]
    assert game.split()[-2:] == ["resigned", "Anna"]
    assert not speeltafel("run", "--table", "simulated")[0].startswith("The game of")


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set")
@pytest.mark.parametrize("zone", ["UTC", "<-10>10", "<+14>-14"])
def test_a_day_of_a_record_is_the_same_in_every_zone(
    speeltafel: Speeltafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    (tmp_path / "day.record").write_text('[game "hourglass"]\n[date "2026-11-20"]\n\nstart\n')
    with monkeypatch.context() as at_home:
        at_home.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        speeltafel("games", "import", "day.record")
        at_home.setenv("TZ", zone)
        time.tzset()
        assert "20 Nov 2026  " in speeltafel("games", "list", "--lang", "en")[1]
        assert json.loads(speeltafel("games", "list", "--json")[0])["began"] == "2026-11-20"
    time.tzset()


@pytest.mark.parametrize("name", ["[link=https://x.example]y[/link]", ":smile:"])
def test_a_name_is_printed_as_it_was_typed_whatever_it_looks_like(speeltafel: Speeltafel, name: str) -> None:
    again = ("run", "forum_romanum", "--table", "simulated", "--names", f"{name},Bram")
    speeltafel(*again, typed="y@d4; menu confirm")
    assert name in speeltafel("games")[1]
    assert name in "".join(speeltafel("standings"))
    assert name in "".join(speeltafel("games", "show", "1"))


def test_a_name_that_cannot_be_is_refused_in_one_line(speeltafel: Speeltafel) -> None:
    for name, says in (("A" * 41, "has 41 characters"), ("A\x1b[2J", "printable")):
        (line,) = speeltafel(*AGAIN, "forum_romanum", "--names", f"{name},Bram", status=2)
        assert says in line
        assert line.isprintable()


def test_records_come_in_once_and_go_out_as_they_came(speeltafel: Speeltafel, data: Path, tmp_path: Path) -> None:
    file = data / "revolution_0_flag.record"
    assert speeltafel("games", "import", str(file))[0].endswith("saved as game 1")
    assert speeltafel("games", "import", str(file))[0].endswith("already saved as game 1")
    (written,) = speeltafel("games", "export", "1", str(tmp_path / "new" / "folder"))
    again = Path(written).read_text("utf-8")
    assert speeltafel("games", "export", "1") == again.splitlines()
    assert speeltafel("score", written)[1:] == speeltafel("score", str(file))[1:]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("games", "show", "7"), "there is no game 7 here"),
        (("games", "export", "7"), "there is no game 7 here"),
        (("games", "delete", "7"), "there is no game 7 here"),
        (("games", "show", "9" * 20), "there is no game 999"),
        (("games", "delete", "9" * 20), "there is no game 999"),
        (("games", "import", "nothing.record"), "nothing.record: cannot be read"),
        (("games", "show", "one"), "invalid int value"),
    ],
)
def test_what_is_not_there_is_named(speeltafel: Speeltafel, arguments: tuple[str, ...], why: str) -> None:
    speeltafel(*FORUM, typed="y@d4")
    (said,) = speeltafel(*arguments, status=2)
    assert why in said


def test_a_game_is_deleted_only_when_somebody_says_yes(speeltafel: Speeltafel) -> None:
    speeltafel(*FORUM, typed="y@d4")
    assert speeltafel("games", "delete", "1", typed="n")[-1].endswith("Game 1 was not deleted.")
    assert speeltafel("games", "delete", "1")[-1].endswith("Game 1 was not deleted.")
    said = speeltafel("games", "delete", "1", typed="y")[-1]
    assert said == "Delete game 1 for good? [y/N] Game 1 was deleted."
    assert speeltafel("games") == ["No saved games found."]


def test_the_standings_add_up_games(speeltafel: Speeltafel) -> None:
    for _ in range(2):
        speeltafel(*FORUM, typed="y@d4; menu confirm")
    said = speeltafel("standings", "--csv")
    assert said[1:] == [f"forum_romanum,{name},2,2,0,0,0,0.00,0,1500,350" for name in ("Anna", "Bram", "Carla")]
    assert len(speeltafel("standings", "--player", "bram")) == 2
    assert len(speeltafel("standings", "--game", "hourglass")) == 1


def test_a_record_goes_where_it_can_be_written(
    speeltafel: Speeltafel, tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        if kept.is_dir():
            shutil.rmtree(kept)
            kept.touch()  # a file, so nothing can be kept there
        raise StoreError("the disk fails")

    monkeypatch.setattr(Store, "append", break_down)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (complaint,) = speeltafel(*FORUM, typed="y@d4; b@c3", status=2)
    assert complaint.endswith(f"its record is in {tmp_path / 'forum_romanum.record'}")
    kept.unlink()
    monkeypatch.setattr("tempfile.tempdir", str(gone))
    (complaint,) = speeltafel(*FORUM, typed="y@d4; b@c3", status=2)
    assert "its record cannot be written anywhere: " in complaint


def test_a_demo_whose_players_give_up_fails_and_saves_its_record(
    speeltafel: Speeltafel, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish, finished = Demo._finish, list[Plan]()

    def lose_patience(demo: Demo, plan: Plan) -> None:
        finish(demo, plan)
        finished.append(plan)
        if len(finished) == 7:
            raise NotUnderstoodError("the table did not recognise the seventh")

    monkeypatch.setattr(Demo, "_finish", lose_patience)
    demo = ("demo", "revolution", "--seed", "5", "--record", "cut.record")
    (complaint,) = speeltafel(*demo, status=2)
    last = Path("cut.record").read_text("utf-8").split()[-1]
    assert f"did not recognise {last}, so" in complaint
    assert "--seed 5 --trace FILE" in complaint


def test_a_game_on_paper_can_go_on_at_the_table(speeltafel: Speeltafel, tmp_path: Path) -> None:
    sheet = '[game "hourglass"]\n[result "*"]\n\nstart  # at last\n5 d-f\n6 D-F\n19.999\n'
    (tmp_path / "sheet").write_text(sheet)
    assert speeltafel("games", "import", "sheet") == ["sheet: saved as game 1"]
    assert speeltafel("games", "export", "1") == [
        '[game "hourglass"]',
        '[players "white" "pink"]',
        '[result "*"]',
        "",
        "start  # at last",
        "5 d-f",
        "6 D-F",
        "19.999",
    ]
    *_, said = speeltafel("games", "resume", "1")
    assert said.endswith(" offers to go on with game 1.")
    offered, *_ = speeltafel("run", "--table", "simulated", typed="confirm")
    assert offered.startswith("The game of Révolution with hourglasses (White and Pink) ")
    (said,) = speeltafel("games", "resume", "2", status=2)
    assert said.endswith("there is no game 2 here")


def test_a_game_that_does_not_fit_the_table_is_not_resumed(speeltafel: Speeltafel, tmp_path: Path) -> None:
    stones = '[option "bonuses" "8b 9w 10w 11b 12w 13w 14b 21w 23b 24w"]\n'
    stones += '[option "rewards" "7:3 20:1 30:2"]\n[option "track" "30"]\n'
    (tmp_path / "sheet").write_text(f'[game "manoeuvre"]\n[players "A" "B"]\n{stones}\nroll 4\n')
    speeltafel("games", "import", "sheet")
    (said,) = speeltafel("games", "resume", "1", status=2)
    assert "no track of 30 lies on it" in said
