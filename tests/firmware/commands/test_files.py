"""The files that are named to commands, and standard input: of a size, and no devices."""

import os
import threading
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from support.kept import posix

from firmware.cli import main
from firmware.storage.files import make_folder, write_whole

RECORD = b'[game "forum_romanum"]\n[players "Anna" "Bram"]\n\ny@d4\n'
OWN_BOARD = '[game "hourglass"]\n[option "board" "{}"]\n\nstart\n'
LONGER = b"#" * (1 << 20) + b"\n"

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Give a command that cannot be done; get the one line that says why."""

    def run(*arguments: object) -> str:
        assert main([str(argument) for argument in arguments]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        return line

    return run


@posix
def test_a_file_is_on_the_disk_before_it_has_its_name_and_so_is_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "new" / "file", []

    def fsync(handle: int) -> None:
        synced.append((os.fstat(handle).st_ino, file.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    make_folder(file.parent)
    write_whole(file, "text")
    folders = [(tmp_path.stat().st_ino, False), (file.parent.stat().st_ino, True)]
    assert synced == [folders[0], (file.stat().st_ino, False), folders[1]]


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))


def commands(file: object) -> list[tuple[object, ...]]:
    return [
        ("score", file),
        ("replay", file),
        ("games", "import", file),
        ("perft", "forum_romanum", 1, "--record", file),
    ]


@posix
def test_a_device_is_no_record_and_no_trace(refused: Refused) -> None:
    for command in commands("/dev/zero"):
        assert "/dev/zero: cannot be read: it is a device" in refused(*command)


@pytest.mark.parametrize("option", ["/dev/zero", "{folder}", "{folder}/long.toml"], ids=["device", "folder", "long"])
@posix
def test_a_board_is_a_file_of_1_mb_at_most(refused: Refused, tmp_path: Path, option: str) -> None:
    (tmp_path / "long.toml").write_bytes(LONGER)
    board = ("--option", "board=" + option.format(folder=tmp_path))
    for command in (
        ("perft", "hourglass", 1, *board),
        ("run", "hourglass", "--table", "simulated", *board),
        ("calibrate", "--table", "simulated", *board),
    ):
        assert "cannot be read" in refused(*command)


@pytest.mark.parametrize("name", ["{folder}/own.toml", "../own.toml", "more/../../own.toml"])
def test_a_record_names_boards_in_its_own_folder_alone(refused: Refused, tmp_path: Path, data: Path, name: str) -> None:
    own = (data / "perft" / "small.toml").read_text()
    record = tmp_path / "deep" / "own.record"
    (tmp_path / "deep" / "more").mkdir(parents=True)
    for folder in (tmp_path, record.parent, record.parent / "more"):
        (folder / "own.toml").write_text(own)
    record.write_text(OWN_BOARD.format(name.format(folder=tmp_path)))
    for command in (("score", record), ("games", "import", record)):
        assert "should be a file beside" in refused(*command)
    for beside in ("own.toml", "more/own.toml"):
        record.write_text(OWN_BOARD.format(beside))
        assert main(["score", str(record)]) == 0


def test_a_dash_is_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], refused: Refused
) -> None:
    piped(monkeypatch, RECORD)
    assert main(["score", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: Forum Romanum, 1 move")
    piped(monkeypatch, RECORD + b"y@d4\n")
    assert refused("score", "-").startswith("-:5: ")
    piped(monkeypatch, LONGER)
    assert refused("score", "-") == "-: cannot be read: it has more than 1 MB"


@posix
def test_a_pipe_is_read_like_a_file(tmp_path: Path, refused: Refused) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(RECORD,))
    writer.start()
    assert main(["score", str(pipe)]) == 0
    writer.join()

    def write_more() -> None:
        with pytest.raises(BrokenPipeError):
            pipe.write_bytes(LONGER * 2)

    writer = threading.Thread(target=write_more)
    writer.start()
    assert "more than 1 MB" in refused("score", pipe)
    writer.join()


def test_typing_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch, refused: Refused) -> None:
    for command in (("run",), ("check", "--quiet", "0")):
        piped(monkeypatch, b"\0" * len(LONGER))
        assert "the input is too long" in refused(*command, "--table", "simulated")


def test_what_is_typed_reaches_the_terminal_without_its_control_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(monkeypatch, b"\x1b[2J \xff \xc2\x9b \n confirm\n \x1b]8;;x\n")
    assert main(["run", "--table", "simulated"]) == 0
    said = capsys.readouterr()
    assert "\\x1b[2J: type one of" in said.out
    assert all(line.isprintable() for line in (said.out + said.err).splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ("run", "--table", "simulated"),
        ("check", "--table", "simulated"),
        ("calibrate", "--table", "simulated"),
        ("score", "-"),
        ("games", "delete", "1"),
    ],
)
def test_closed_standard_input_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refused: Refused, command: tuple[str, ...]
) -> None:
    record = tmp_path / "one.record"
    record.write_bytes(RECORD)
    assert main(["games", "import", str(record)]) == 0
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input is closed" in refused(*command)


@posix
@pytest.mark.parametrize("what", ["link to itself", "folder", "device", "pipe"])
def test_a_store_that_is_no_file_is_said_in_one_line(refused: Refused, tmp_path: Path, kept: Path, what: str) -> None:
    kept.mkdir()
    store = kept / "games.db"
    if what == "link to itself":
        store.symlink_to("games.db")
    elif what == "folder":
        store.mkdir()
    elif what == "device":
        store.symlink_to("/dev/zero")
    else:
        os.mkfifo(store)
    record = tmp_path / "one.record"
    record.write_bytes(RECORD)
    for command in (("games",), ("standings",), ("games", "import", record)):
        assert "cannot be used" in refused(*command)
