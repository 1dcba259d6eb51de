"""Versions of the store: old files are brought up to date, newer ones are refused."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import pytest
from support.kept import begun, refuse

from firmware.storage.errors import StoreError
from firmware.storage.schema import Migrations
from firmware.storage.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.db"


class Next(Store):
    """A store of the version after this one."""

    migrations: ClassVar[Migrations] = (
        *Store.migrations,
        (
            "ALTER TABLE games ADD COLUMN mood TEXT",
            "UPDATE games SET mood = 'festive'",
        ),
    )


class Broken(Store):
    """A store whose next version cannot be reached."""

    migrations: ClassVar[Migrations] = (*Next.migrations, ("SELECT nonsense",))


def old_store(path: Path, data: Path, version: int = 1) -> Path:
    """A file of an older version, as the program of that version wrote it."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as old:
        old.executescript((data / f"store_v{version}.sql").read_text())
    return path


@pytest.mark.parametrize("version", range(1, len(Store.migrations) + 1))
def test_a_store_of_any_version_can_still_be_used(path: Path, data: Path, version: int) -> None:
    with Store(old_store(path, data, version)) as store:
        assert [game.game for game in store.games()] == ["forum_romanum", "hourglass"]
        kept = store.unfinished()
        assert kept is not None
        assert kept.lines == ("y@d4", "b@c3")
        assert [move.line for move in kept.taken_back] == ["b@a1"]
        store.keep(kept.id, 3, "3", "r@a1", 0)
        assert [(one.player, one.played, one.won, one.points) for one in store.standings()] == [
            ("Anna", 1, 1, 1), ("Bram", 1, 0, 0),
        ]  # fmt: skip
        assert store.setting("sand") is None


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(path: Path, data: Path) -> None:
    with Store(old_store(path, data)) as store:
        games = list(store.games())
    with Next(path) as store:
        assert list(store.games()) == games
    with closing(sqlite3.connect(path)) as later:
        assert later.execute("PRAGMA user_version").fetchone() == (len(Next.migrations),)
        assert later.execute("SELECT DISTINCT mood FROM games").fetchall() == [("festive",)]


def test_an_older_file_is_read_without_a_change(path: Path, data: Path) -> None:
    before = old_store(path, data).read_bytes()
    with Store(path, writes=False) as store:
        assert [game.game for game in store.games()] == ["forum_romanum", "hourglass"]
        assert store.unfinished() is not None
    assert path.read_bytes() == before


@pytest.mark.parametrize("table", ["games", "players", "moves"])
def test_an_older_file_that_is_damaged_is_read_as_far_as_it_can_be(
    path: Path, data: Path, table: str
) -> None:
    sound = old_store(path, data, 2).read_bytes()
    with closing(sqlite3.connect(path)) as db:
        find = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = db.execute(find, (table,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    path.write_bytes(sound[: (page - 1) * size] + b"\xff" * size + sound[page * size :])
    with Store(path, writes=False) as store:
        assert store.standings() == []  # who has moved, or won, is not known
        assert store.setting("sand") is None


def test_a_change_of_version_that_fails_leaves_the_file_as_it_was(path: Path, data: Path) -> None:
    old_store(path, data)
    with Store(path) as store:
        games = list(store.games())
    with pytest.raises(StoreError, match="nonsense"):
        Broken(path)
    with Store(path) as store:
        assert list(store.games()) == games


def test_a_change_of_version_keeps_a_copy_that_the_older_program_reads(path: Path) -> None:
    with Store(path) as store:
        number = begun(store)
        before = store.game(number)
    with Next(path) as store:
        store.delete(number)
    copy = path.with_name(f"{path.name}.v{len(Store.migrations)}")
    with Store(copy) as store:
        assert store.game(number) == before
    assert not list(path.parent.glob("*-copy"))


def test_a_new_file_has_no_copy(path: Path) -> None:
    Store(path).close()
    assert [file.name for file in path.parent.iterdir() if ".v" in file.name] == []


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    with Next(path) as store:
        begun(store)
    refuse(path, "was written by a newer speeltafel (version 8 of the file, this one knows 7)")


def test_the_schema_of_a_version_never_changes(path: Path, tmp_path: Path, data: Path) -> None:
    """Whoever changes it adds a version, and the file that this one writes to tests/data."""

    def schema(path: Path) -> dict[str, str]:
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA foreign_keys")
            return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))

    with Store(path):
        pass
    version = len(Store.migrations)
    assert schema(path) == schema(old_store(tmp_path / "old" / "games.db", data, version))
    assert version == len(Store.migrations) == len(list(data.glob("store_v*.sql")))
