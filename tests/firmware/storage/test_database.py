"""The file of a store: it is durable, has one writer, and is refused when it cannot be used."""

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kept import MOVES, after_a_power_cut, begun, header, keep, posix, refuse

from firmware.app.rescue import RESERVE, reserve
from firmware.storage.errors import NothingKeptError, StoreError
from firmware.storage.import_export import copy_store
from firmware.storage.place import FILE
from firmware.storage.store import Store
from rules import Record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as store:
        yield store


def test_a_log_torn_at_any_byte_loses_no_move_that_was_kept_before(path: Path, tmp_path: Path) -> None:
    log = path.with_name("games.db-wal")
    with Store(path) as store:
        game = begun(store)
        sizes = []
        for ply, move in enumerate(MOVES[:8], 1):
            keep(store, game, move, first=ply)
            sizes.append(log.stat().st_size)
        for torn in {*range(sizes[0], sizes[-1], 1511), *sizes, *(size - 1 for size in sizes[1:])}:
            kept = sum(size <= torn for size in sizes)
            cut = after_a_power_cut(path, tmp_path / str(torn), torn)
            with Store(cut) as later:
                assert later.game(game).lines == tuple(MOVES[:kept])


def test_each_move_is_on_the_disk_when_it_is_kept(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


# Several programs

CHILD = """
import sys, datetime, pathlib
from firmware.match.events import Begun, Played
from firmware.match.seats import Seat, Seats
from firmware.storage.store import Store
from rules import make_header
store = Store(pathlib.Path(sys.argv[1]))
begun = Begun(Seats({"1": Seat(), "2": Seat()}))
game = store.begin(make_header("forum_romanum", ("Anna", "Bram")), datetime.datetime.now(), begun)
for line in sys.stdin:
    store.add_to(game, Played(int(line), "1", "y@d4", 0))
    print(line, end="", flush=True)
"""


@contextmanager
def another_table(path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("1\n")
        child.stdin.flush()
        assert child.stdout.readline() == "1\n"
        try:
            yield child
        finally:
            child.kill()


def test_a_store_has_one_writer_until_that_dies_and_any_number_of_readers(path: Path) -> None:
    with another_table(path) as child:
        in_use = r"games\.db: is in use by another speeltafel; .* name another folder"
        with pytest.raises(StoreError, match=in_use):
            Store(path, wait=0)
        with Store(path, writes=False) as reader, Store(path, writes=False) as second:
            assert next(reader.games()).moves == 1
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write("2\n")
            child.stdin.flush()
            assert child.stdout.readline() == "2\n"
            assert next(reader.games()).moves == next(second.games()).moves == 2
            with pytest.raises(StoreError, match="cannot be written"):
                reader.delete(1)
        child.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        child.wait()
    with Store(path, wait=0) as store:
        assert store.game(1).lines == ("y@d4", "y@d4")


@posix
def test_a_link_to_a_store_is_that_store(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        game = begun(store)
        (tmp_path / "link.db").symlink_to(path)
        with pytest.raises(StoreError, match="is in use by another speeltafel"):
            Store(tmp_path / "link.db", wait=0)
        with Store(tmp_path / "link.db", writes=False) as reader:
            assert reader.game(game) == store.game(game)
    with Store(tmp_path / "link.db") as store:
        keep(store, game, "y@d4")


def test_another_program_that_holds_the_file_is_waited_for_and_then_named(path: Path) -> None:
    with Store(path, wait=0.05) as store, closing(sqlite3.connect(path)) as other:
        game = begun(store)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"in use by another program; .*SQLITE_BUSY"):
            keep(store, game, "y@d4")
        other.rollback()
        keep(store, game, "y@d4")
        assert store.game(game).lines == ("y@d4",)


# Files that cannot be used


@given(st.binary(min_size=1, max_size=2000))
def test_a_file_that_is_no_database_is_left_alone(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        path.write_bytes(content)
        refuse(path, "is no store of games; it is left as it is", "name another folder")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name)")
    refuse(path, "is no store of games")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of three games and a dozen pages."""
    position = header().start()
    lines: list[str] = []
    rng = random.Random(1)
    while position.outcome is None and len(lines) < 400:
        moves = position.legal_moves()
        lines.append(moves[rng.randrange(len(moves))])
        position = position.play(lines[-1])
    path = tmp_path_factory.mktemp("filled") / "games.db"
    with Store(path) as store:
        for table in ("kitchen", "garden", "attic"):
            store.add(Record(header()._replace(table=table), tuple(lines), position))
    content = path.read_bytes()
    assert len(content) > 8 * 4096
    return content


@pytest.fixture
def filled(path: Path, pages: bytes) -> Path:
    path.parent.mkdir()
    path.write_bytes(pages)
    return path


def test_a_truncated_store_is_named_and_left_alone(filled: Path) -> None:
    os.truncate(filled, 5 * 4096)
    with pytest.raises(StoreError, match=r"is damaged; it is left as it is, so move it away"):
        Store(filled)
    assert filled.stat().st_size == 5 * 4096


@pytest.mark.parametrize("page", range(1, 8))
def test_a_page_that_rotted_is_noticed_before_anything_is_written(filled: Path, page: int) -> None:
    content = bytearray(filled.read_bytes())
    for byte in range(4096 * page, 4096 * (page + 1)):
        content[byte] ^= 0xFF
    filled.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged.*\)$"):
        Store(filled)
    assert filled.read_bytes() == content


def test_a_game_whose_header_rotted_is_named(path: Path) -> None:
    with Store(path) as store:
        begun(store)
    path.write_bytes(path.read_bytes().replace(b'[game "forum', b'[gane "forum'))
    with Store(path) as store, pytest.raises(StoreError, match="game 1 cannot be read: unknown"):
        store.game(1)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=f"^{re.escape(str(tmp_path))}: .*cannot be"):
        Store(tmp_path)


@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("below", ["games.db", "of/games/games.db"])
def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path, below: str, *, writes: bool) -> None:
    file = tmp_path / "folder"
    file.touch()
    with pytest.raises(StoreError, match="Not a directory; name another folder") as error:
        Store(file / below, writes=writes)
    assert not isinstance(error.value, NothingKeptError)


def test_nothing_to_read_is_said_and_makes_nothing(path: Path) -> None:
    with pytest.raises(NothingKeptError, match="no game has been kept here yet"):
        Store(path, writes=False)
    assert not path.parent.exists()
    path.parent.mkdir()
    path.touch()
    with pytest.raises(NothingKeptError):
        Store(path, writes=False)


@pytest.mark.parametrize("name", ["file:x?mode=memory", ":memory:", "a?b#c%20.db", "né.db"])
def test_a_name_of_a_file_means_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(Path(name)) as store:
        begun(store)
        with Store(Path(name), writes=False) as reader:
            assert len(list(reader.games())) == 1
    assert (tmp_path / name).stat().st_size > 0


@pytest.mark.parametrize("gone", ["games.db", "games.db-wal"])
@posix
def test_a_file_taken_away_in_mid_game_is_noticed(path: Path, gone: str) -> None:
    with Store(path) as store:
        game = begun(store)
        (path.parent / gone).rename(path.parent / "elsewhere")
        with pytest.raises(StoreError, match=f"{gone}: was moved or deleted while in use"):
            keep(store, game, "y@d4")
        (path.parent / "elsewhere").rename(path.parent / gone)
        keep(store, game, "y@d4")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Do something without root's rights, whom no permission binds."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


@posix
def test_a_read_only_folder_is_named_and_can_be_read(open_folder: Path, pages: bytes) -> None:
    path = open_folder / "games.db"
    path.write_bytes(pages)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with as_nobody():
        with pytest.raises(StoreError, match=r"games\.db: cannot be opened; allow its folder"):
            Store(path)
        with Store(path, writes=False) as reader:
            assert len(list(reader.games())) == 3
        with pytest.raises(StoreError, match=r"new/games\.db: .*(Permission denied|opened)"):
            Store(open_folder / "new" / "games.db")
    assert [file.name for file in open_folder.iterdir()] == ["games.db"]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    done = (
        mount is not None
        and subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True, check=False
        ).returncode
        == 0
    )
    if not done:
        pytest.skip("a disk of one's own needs the right to mount one")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_named_keeps_what_it_has_and_goes_on_when_there_is_room(tiny_disk: Path) -> None:
    path = tiny_disk / "games.db"
    with Store(path) as store:
        game = begun(store)
        (tiny_disk / "photos").write_bytes(b"\0" * 110_000)
        with pytest.raises(StoreError, match=r"games\.db: the disk is full; make room"):
            keep(store, game, *["y@d4"] * 1000)
        kept = len(store.game(game).lines)
        assert kept > 1
        (tiny_disk / "photos").unlink()
        keep(store, game, "y@d4", first=kept + 1)
    with Store(path, writes=False) as reader:
        assert len(reader.game(game).lines) == kept + 1


@pytest.mark.skipif(sys.platform == "win32", reason="it has no modes")
def test_a_store_and_all_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "data"
    before = os.umask(0o022)
    try:
        with Store(folder / FILE) as store:
            begun(store)
            copy_store(store.path, folder / "copy.db")
            reserve(folder)
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {FILE, f"{FILE}-lock", f"{FILE}-wal", "copy.db", RESERVE} <= modes.keys()
    assert set(modes.values()) == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="it has no modes")
def test_a_store_that_everybody_could_read_is_for_its_owner_alone_once_it_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with Store(folder / FILE) as store:
        begun(store)
    beside = folder / f"{FILE}.v1", folder / f"{FILE}.before-restore"
    others = folder / "photos", tmp_path / "elsewhere"
    for path in (*beside, *others):
        path.touch()
    (folder / f"{FILE}.old").symlink_to(tmp_path / "elsewhere")
    for path in (*folder.glob(f"{FILE}*"), *others):
        path.chmod(0o644)

    def modes() -> dict[str, int]:
        return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}

    with Store(folder / FILE, writes=False):
        assert modes()[FILE] == 0o644  # to read changes nothing
    with Store(folder / FILE):
        assert {name for name, mode in modes().items() if mode != 0o600} == {"photos", f"{FILE}.old"}
