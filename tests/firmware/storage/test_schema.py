"""Versions of the store: files of another version are refused, and left as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.kept import begun, refuse

from firmware.storage.schema import VERSION
from firmware.storage.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.mark.parametrize("version", [1, VERSION - 1])
def test_an_older_file_is_refused_with_what_brings_its_games_over(path: Path, data: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as old:
        old.executescript((data / "store_v7.sql").read_text())
        old.execute(f"PRAGMA user_version={version}")
    refuse(
        path,
        f"was written by an older speeltafel (version {version} of the file, this one knows 8)",
        "`games export` there and `games import` here",
    )


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    with Store(path) as store:
        begun(store)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version={VERSION + 1}")
    refuse(path, "was written by a newer speeltafel (version 9 of the file, this one knows 8)")
