"""What root makes in a folder of somebody else belongs to them, so that they are not locked out."""

import os
import sys
from io import StringIO
from pathlib import Path

import pytest
from support.kept import begun, keep

from firmware.cli import main
from firmware.storage.import_export import copy_store
from firmware.storage.place import FILE
from firmware.storage.store import Store

OWNER = (4321, 4322)

pytestmark = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The folder of a service that has a user of its own."""
    folder = tmp_path / "service"
    folder.mkdir()
    os.chown(folder, *OWNER)
    return folder


def owners(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.lstat().st_uid, path.lstat().st_gid) for path in folder.rglob("*")}


def assert_all_given(folder: Path, *names: str) -> None:
    found = owners(folder)
    assert set(names) <= found.keys()
    assert set(found.values()) == {OWNER}


def test_a_store_belongs_to_whose_folder_it_is_in(service: Path) -> None:
    with Store(service / FILE) as store:
        keep(store, begun(store), "y@d4")
        store.set("broken reeds", "1f")
        with Store(service / FILE, writes=False) as reader:
            assert next(reader.games()).moves == 1
        assert_all_given(service, FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-lock")
    assert_all_given(service, FILE)


def test_so_do_a_store_in_a_new_folder_and_a_copy(service: Path) -> None:
    with Store(service / "more" / "deep" / FILE) as store:
        begun(store)
    copy_store(service / "more" / "deep" / FILE, service / "copy.db")
    assert_all_given(service, "more", "deep", FILE, "copy.db")


def test_so_do_records_and_explanations(service: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(service)
    trace = data / "revolution_clean_0.trace"
    assert main(["replay", str(trace), "--record", "one.record"]) == 0
    kept = ("--data", str(service / "kept"))
    assert main(["games", "import", "one.record", *kept]) == 0
    assert main(["games", "export", "1", "out", *kept]) == 0
    monkeypatch.setattr("sys.stdin", StringIO())
    assert main(["run", "--table", "simulated", "--explain", "why", *kept]) == 0
    assert_all_given(service, "one.record", "kept", FILE, "out", "revolution-1.record", "why")


def test_a_file_that_is_there_keeps_its_owner(service: Path) -> None:
    with Store(service / FILE) as store:
        begun(store)
    os.chown(service / FILE, 5, 5)
    with Store(service / FILE) as store:
        begun(store)
    assert owners(service)[FILE] == (5, 5)
