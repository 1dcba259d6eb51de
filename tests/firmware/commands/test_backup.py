"""All games and settings are copied and brought back, and a player can be forgotten."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.kept import begun, keep

from firmware.cli import main
from firmware.storage.settings import BROKEN
from firmware.storage.store import Store
from rules import read_record

Speeltafel = Callable[..., str]


@pytest.fixture
def speeltafel(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Speeltafel:
    """Give a command; get what it printed."""

    def run(*arguments: str | Path, at: str = "data", status: int = 0) -> str:
        assert main([*map(str, arguments), "--data", str(tmp_path / at)]) == status
        out = capsys.readouterr()
        return out.err if status else out.out

    return run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    with Store(tmp_path / "data" / "games.db") as store:
        keep(store, begun(store), "y@d4", "b@c3")
        store.set(BROKEN, "1")
    return tmp_path / "data" / "games.db"


def test_a_backup_is_made_while_a_table_runs_and_brings_all_back(
    speeltafel: Speeltafel, table: Path, tmp_path: Path
) -> None:
    file = tmp_path / "kept.db"
    with Store(table) as running:
        speeltafel("backup", file)
        keep(running, 1, "r@a1", first=3)
    speeltafel("restore", file, at="other")
    with Store(tmp_path / "other" / "games.db", writes=False) as store:
        assert [move.line for move in store.game(1).line.moves] == ["y@d4", "b@c3"]
        assert store.setting(BROKEN) == "1"
    assert "exists already" in speeltafel("backup", file, status=2)


def test_games_that_are_there_are_replaced_only_where_that_is_said(
    speeltafel: Speeltafel, table: Path, tmp_path: Path
) -> None:
    file = tmp_path / "kept.db"
    speeltafel("backup", file)
    with Store(table) as store:
        keep(store, 1, "r@a1", first=3)
        begun(store)
    assert "--replace" in speeltafel("restore", file, status=2)
    said = speeltafel("restore", file, "--replace")
    with Store(table, writes=False) as store:
        assert (store.numbers(), len(store.game(1).line.moves)) == ([1], 2)
    before = table.with_name("games.db.before-restore")
    assert str(before) in said
    with Store(before, writes=False) as store:
        assert (store.numbers(), len(store.game(1).line.moves)) == ([1, 2], 3)


def test_what_is_no_backup_is_damaged_or_newer_is_refused(speeltafel: Speeltafel, table: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    speeltafel("backup", file)
    whole = file.read_bytes()
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version=99")
    assert "newer speeltafel" in speeltafel("restore", file, at="other", status=2)
    file.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    assert "damaged" in speeltafel("restore", file, at="other", status=2)
    file.write_text("no store")
    assert "kept.db: " in speeltafel("restore", file, at="other", status=2)
    assert "kept.db: " in speeltafel("restore", tmp_path / "none" / "kept.db", status=2)
    assert not (tmp_path / "other" / "games.db").exists()
    with Store(table, writes=False) as store:
        assert store.numbers() == [1]


def test_a_player_is_forgotten_wherever_the_name_stands(speeltafel: Speeltafel, tmp_path: Path) -> None:
    table = tmp_path / "data" / "games.db"
    record = read_record(
        b'[game "forum_romanum"]\n[players "Josephine" "Bram" "Carla"]\n'
        b"\n# Josephine begins, in Josephines hat\ny@d4\nagree\n"
    )
    with Store(table) as store:
        store.add(record)
        begun(store, "josephine", "Dora")
    assert "nobody called Emil" in speeltafel("games", "forget", "Emil", status=2)
    said = speeltafel("games", "forget", "josephine", "--yes")
    assert "Player 1" in said
    assert "backup" in said
    games = [json.loads(line) for line in speeltafel("games", "list", "--json").splitlines()]
    names = [player["name"] for game in games for player in game["players"]]
    assert names.count("Player 1") == 2
    record_now = speeltafel("games", "export", "1")
    assert "# Player 1 begins, in Josephines hat" in record_now
    assert record_now.count("Player 1") == 2
    assert "osephine" not in speeltafel("standings").lower()
    assert "Player 1" in speeltafel("standings")
    speeltafel("games", "forget", "Bram", "--yes")
    assert "Player 2" in speeltafel("standings")
    assert b"Bram" not in table.read_bytes()
