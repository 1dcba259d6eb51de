"""What could not be kept is written where it lasts, on a full disk too."""

import errno
import sys
from pathlib import Path

import pytest
from support.running_table import AtRunningTable

from firmware.app import rescue as rescuing
from firmware.app.errors import TableError
from firmware.app.rescue import RESERVE, RESERVED
from firmware.app.thinker import ThinkerAtOnce
from firmware.storage.database import Database
from firmware.storage.errors import StoreError
from firmware.storage.files import write_whole


def table_of_a_service(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AtRunningTable:
    """A game of two moves, the second of which found the disk full, as a service plays it."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(Path.cwd()))
    table = AtRunningTable(folder, ThinkerAtOnce(), "forum_romanum", 3)
    table.place("a7")

    def full(_: Database) -> None:
        raise StoreError("the disk is full")

    def full_there(path: Path, text: str, *, mode: int) -> None:
        if path.parent == folder:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_whole(path, text, mode=mode)

    monkeypatch.setattr(Database, "writing", full)
    monkeypatch.setattr(rescuing, "write_whole", full_there)
    table.place("b7")
    return table


def test_a_record_is_written_over_the_room_that_was_reserved_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of_a_service(tmp_path, monkeypatch)
    reserved = (tmp_path / RESERVE).stat()
    assert reserved.st_size == RESERVED
    record = tmp_path / "forum_romanum.record"
    with pytest.raises(TableError, match=f"its record is in {record}"):
        table.opened.__exit__(*sys.exc_info())
    assert record.read_text("utf-8").endswith("\ny@a7\nb@b7\n")
    assert record.stat().st_ino == reserved.st_ino
    assert not (tmp_path / RESERVE).exists()


def test_a_service_leaves_no_record_where_it_goes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, private = tmp_path / "kept", tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(private))
    table = table_of_a_service(kept, monkeypatch)
    (kept / RESERVE).unlink()
    with pytest.raises(TableError, match="cannot be written anywhere"):
        table.opened.__exit__(*sys.exc_info())
    assert not list(private.iterdir())


def test_the_next_game_finds_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        table = table_of_a_service(tmp_path, patch)
        with pytest.raises(TableError):
            table.opened.__exit__(*sys.exc_info())
    AtRunningTable(tmp_path, ThinkerAtOnce(), "forum_romanum", 3).opened.__exit__(None, None, None)
    assert (tmp_path / RESERVE).stat().st_size == RESERVED
