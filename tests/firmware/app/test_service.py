"""The service: what systemd is told, what it thinks of that, and the signs of life it gets."""

import os
import shutil
import socket
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from firmware.app.service import Heartbeat, closed_to_others, stores_of_builder
from firmware.cli import main
from firmware.commands.own_map import MAP
from firmware.games.hourglass import MEASURED
from firmware.storage.place import FILE
from firmware.storage.settings import BROKEN
from firmware.storage.store import Store
from hal.trace import SECOND

UNIT = Path("etc/systemd/system/speeltafel.service")
USER = Path("etc/sysusers.d/speeltafel.conf")
MODULES = Path("etc/modules-load.d/speeltafel.conf")
CHANGES = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod", "os.chown", "sqlite3.connect"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a system that is not this one, with a program that anybody can run."""
    monkeypatch.setattr(sys, "executable", shutil.which("env") or "/usr/bin/env")
    return tmp_path


def service(*arguments: str, status: int = 0) -> None:
    assert main(["service", *arguments]) == status


def test_it_is_written_and_removed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service("install", "--root", str(root))
    assert (root / UNIT).read_text("utf-8").count("run --table pi") == 1
    assert "udev-settle" not in (root / UNIT).read_text("utf-8")
    assert "m speeltafel i2c" in (root / USER).read_text("utf-8")
    assert (root / MODULES).read_text("utf-8").endswith("\ni2c-dev\n")
    service("remove", "--root", str(root))
    assert not (root / UNIT).exists()
    assert not (root / USER).exists()
    assert not (root / MODULES).exists()
    assert "still in" in capsys.readouterr().out


def test_what_was_found_out_while_building_comes_along(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, kept = tmp_path / "own", root / "var/lib/speeltafel"
    with Store(own / FILE) as store:
        store.set(MEASURED, "a:118.0")
        store.set(BROKEN, "ff")
        service("install", "--root", str(root), "--data", str(own))  # while it is in use
    assert str(own / FILE) in capsys.readouterr().out
    with Store(kept / FILE) as store:
        assert (store.setting(MEASURED), store.setting(BROKEN)) == ("a:118.0", "ff")
        store.set(MEASURED, "a:99.0")
    assert sorted(path.name for path in kept.iterdir()) == [FILE, f"{FILE}-lock"]
    service("install", "--root", str(root), "--data", str(own))
    said = capsys.readouterr().out
    assert str(own) not in said
    assert said.count(f"stored in {kept}") == 1
    with Store(kept / FILE) as store:
        assert store.setting(MEASURED) == "a:99.0"


def test_a_damaged_store_is_named_before_anything_is_installed(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_bytes(b"no store of games" * 100)
    service("install", "--root", str(root), "--data", str(tmp_path), status=2)
    assert str(tmp_path / FILE) in capsys.readouterr().err
    assert not (root / UNIT).exists()
    assert not list((root / "var/lib/speeltafel").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sudo")
def test_who_types_sudo_is_the_builder() -> None:
    own, *others = stores_of_builder(None, {"SUDO_USER": "root"})
    assert own == Path("~root").expanduser() / ".local/share/speeltafel" / FILE
    assert others
    assert stores_of_builder(Path("here"), {"SUDO_USER": "root"}) == (Path("here") / FILE,)
    assert len(stores_of_builder(None, {"SUDO_USER": "nobody of that name"})) == 1


@pytest.mark.parametrize("command", ["check", "calibrate"])
def test_who_measures_past_the_service_hears_of_it(
    command: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.commands.self_tests._SYSTEM", root)
    monkeypatch.setattr("sys.stdin", StringIO("menu"))
    service("install", "--root", str(root))
    kept = str(root / "var/lib/speeltafel")
    capsys.readouterr()
    main([command, "--table", "pi"])
    assert f"repeat with --data {kept}" in capsys.readouterr().out
    main([command, "--table", "pi", "--data", kept])
    assert "--data" not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="looks at who may read a file")
def test_secrets_are_kept_for_the_service_alone_and_go_with_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("135790\n")
    secrets = ("--pin-file", str(tmp_path / "mine"), "--mqtt", "mqtt://me:hush%21@broker/attic")
    service("install", "--root", str(root), "--lan", *secrets)
    text = (root / UNIT).read_text("utf-8")
    assert "serve --lan --mqtt mqtt://me@broker/attic --table pi" in text
    assert "LoadCredential=pin:/etc/speeltafel/pin\n" in text
    assert "LoadCredential=mqtt-password:/etc/speeltafel/mqtt-password\n" in text
    assert "hush" not in text
    assert "135790" not in text
    kept = root / "etc/speeltafel"
    assert (kept / "pin").read_text("utf-8") == "135790\n"
    assert (kept / "mqtt-password").read_text("utf-8") == "hush!\n"
    assert kept.stat().st_mode & 0o777 == 0o700
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in kept.iterdir())
    said = capsys.readouterr().out
    assert str(kept / "pin") in said
    assert "hush" not in said
    service("install", "--root", str(root), "--lan")
    assert "LoadCredential" not in (root / UNIT).read_text("utf-8")
    assert not kept.exists()
    service("install", "--root", str(root), "--lan", "--pin-file", str(tmp_path / "mine"))
    service("remove", "--root", str(root))
    assert not kept.exists()


def test_what_the_service_cannot_do_with_a_secret_is_refused(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("135790")
    service("install", "--root", str(root), "--pin-file", str(tmp_path / "mine"), status=2)
    assert "--pin-file needs --lan or --url" in capsys.readouterr().err
    service("install", "--root", str(root), "--mqtt", "me:hush@broker", status=2)
    said = capsys.readouterr().err
    assert "should look like mqtt://HOST" in said
    assert "hush" not in said
    assert not (root / UNIT).exists()


def test_a_program_that_the_services_user_cannot_reach_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setattr(sys, "executable", str(home / "python"))
    assert closed_to_others(home / "python") is not None
    service("install", "--root", str(tmp_path), status=2)
    assert "other users cannot open" in capsys.readouterr().err


needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@needs_systemd
@pytest.mark.parametrize("more", [[], ["--lan"], ["--mqtt", "mqtt://me:hush@broker"]])
def test_systemd_accepts_it_and_finds_it_safe(root: Path, more: list[str]) -> None:
    service("install", "--root", str(root), *more)
    analyze = shutil.which("systemd-analyze") or ""
    for check in (["verify", "--man=no"], ["security", "--offline=true", "--threshold=15"]):
        ended = subprocess.run([analyze, *check, str(root / UNIT)], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert "speeltafel" not in ended.stderr, ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no systemd")
def test_systemd_hears_first_that_the_table_is_ready_and_then_that_it_lives(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(1)
        beat = Heartbeat({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        for scan in range(1200):  # twelve seconds
            beat(scan * SECOND // 100, ["U1 is mute", "U2 is mute"] if scan < 700 else [])
        assert systemd.recv(100) == b"READY=1\nWATCHDOG=1\nSTATUS=U1 is mute; U2 is mute"
        assert systemd.recv(100) == b"WATCHDOG=1\nSTATUS=U1 is mute; U2 is mute"
        assert systemd.recv(100) == b"WATCHDOG=1\nSTATUS="
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_without_systemd_nobody_is_told(tmp_path: Path) -> None:
    nobody = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    with nobody:
        nobody.bind(str(tmp_path / "systemd"))
        nobody.setblocking(False)
        Heartbeat({})(0)
        Heartbeat({"NOTIFY_SOCKET": str(tmp_path / "elsewhere")})(0)
        with pytest.raises(BlockingIOError):
            nobody.recv(100)


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no processes to kill like this")
def test_a_power_cut_at_any_moment_of_installing_leaves_what_a_second_installation_completes(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = tmp_path_factory.mktemp("own")
    with Store(own / FILE) as store:
        store.set(BROKEN, "ff")
    (own / MAP).write_text("a map")
    cut = 0
    while cut_off(cut, ["service", "install", "--root", str(root), "--data", str(own)]):
        unit = root / UNIT
        assert not unit.exists() or "[Install]" in unit.read_text("utf-8"), "whole or not there"
        service("install", "--root", str(root), "--data", str(own))
        kept = root / "var/lib/speeltafel"
        assert sorted(path.name for path in kept.iterdir() if path.name[0] != ".") == sorted([FILE, MAP])
        with Store(kept / FILE, writes=False) as store:
            assert store.setting(BROKEN) == "ff"
        assert (root / MODULES).read_text("utf-8").endswith("i2c-dev\n")
        shutil.rmtree(root / "var")
        shutil.rmtree(root / "etc")
        cut += 1
    assert cut > 20


def cut_off(after: int, command: list[str]) -> bool:
    """Run a command in a process that dies after so many changes of files; whether it did."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        changes = 0

        def die(event: str, _: object) -> None:
            nonlocal changes
            if event in CHANGES:
                changes += 1
                if changes > after:
                    os._exit(9)

        sys.addaudithook(die)
        os._exit(main(command))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.parametrize("table", ["simulated", "emulated", "screen", "nothing"])
def test_a_service_plays_at_a_real_table_alone(table: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service("install", "--root", str(root), "--table", table, status=2)
    assert f"there is no table '{table}'; there is: pi, serial" in capsys.readouterr().err
