"""``service update``: what it refuses. That it changes over and goes back is shown under a systemd."""

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kept import header, seated

from firmware.app.service import command_of, unit
from firmware.cli import main
from firmware.commands import UsageError, service_update
from firmware.storage.place import FILE
from firmware.storage.store import Store

UNIT = Path("etc/systemd/system/speeltafel.service")


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment of an installed service, whose Python has no pip."""
    environment = tmp_path / "opt/speeltafel"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin/python").symlink_to(Path(sys.executable).resolve())
    (environment / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    (tmp_path / UNIT).parent.mkdir(parents=True)
    (tmp_path / UNIT).write_text(unit([str(environment / "bin/python"), "-m", "firmware", "run"], network=False))
    monkeypatch.setattr("firmware.commands.service_update._SYSTEM", tmp_path)
    return environment


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["service", "update", *arguments]) == 2
    out, line = capsys.readouterr()
    assert (out, line.count("\n")) == ("", 1)
    return line


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" '\"\\$%"), min_size=1)))
def test_a_command_is_read_back_from_its_unit(arguments: list[str]) -> None:
    command = ["/opt/speeltafel/bin/python", "-m", "firmware", *arguments]
    assert command_of(unit(command, network=False)) == command


def test_without_a_service_there_is_nothing_to_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.commands.service_update._SYSTEM", tmp_path)
    assert f"{tmp_path / UNIT}: does not exist; run speeltafel service install" in refused(capsys, "0.2.0")


def test_no_update_begins_while_a_game_is_played(
    environment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "var/lib/speeltafel" / FILE
    with Store(path) as store:
        number = store.begin(header("Anna", "Bram"), datetime.now(UTC), seated(header("Anna", "Bram")))
    for action in ("0.2.0", "--back"):
        assert f"game {number} is being played, its last move was 0 minutes ago" in refused(capsys, action)
    rested = time.time() - 31 * 60
    for file in path.parent.glob(f"{FILE}*"):
        os.utime(file, (rested, rested))
    assert "being played" not in refused(capsys, "0.2.0")


def test_the_debian_package_is_updated_as_a_package(environment: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{environment} has no pip, as it is the Debian package's" in refused(capsys, "0.2.0")
    assert not environment.with_name("speeltafel-2").exists()


def test_there_is_no_way_back_to_what_was_never_or_half_installed(
    environment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = environment.with_name("speeltafel-2")
    assert f"{other}: holds no version to go back to" in refused(capsys, "--back")
    (other / "bin").mkdir(parents=True)
    (other / "bin/python").touch()
    (other / "unfinished").touch()  # a power cut while it was installed
    assert f"{other}: holds no version to go back to" in refused(capsys, "--back")


def test_a_read_only_system_is_not_changed_as_it_would_forget_that(
    environment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cmdline").write_text("overlayroot=tmpfs:recurse=0 console=tty1 root=PARTUUID=1-02\n")
    assert "would be forgotten" in refused(capsys, "--back")
    assert main(["service", "install", "--root", str(tmp_path)]) == 2
    assert "would be forgotten" in capsys.readouterr().err


def test_a_version_that_finds_faults_of_the_table_that_were_not_there_gives_way_again(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, other = tmp_path / "status", environment.with_name("speeltafel-2")
    for folder, script in (
        (tmp_path, f"cat {told}"),
        (environment / "bin", f'test "$5" != install || true > {told}'),
        (other / "bin", f'test "$5" != install || echo U1 is mute > {told}'),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / ("systemctl" if folder == tmp_path else "python")
        program.unlink(missing_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    told.touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(UsageError) as error:
        service_update._change_over(other, environment, [])
    assert f"{other} does not read the table: U1 is mute" in str(error.value)
    assert told.read_text() == ""  # the former version was started again
    told.write_text("U2 is mute")  # before, too
    service_update._change_over(other, environment, [])
