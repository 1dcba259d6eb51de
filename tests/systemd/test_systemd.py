"""The service under a real systemd: installed, killed, and removed."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from machine import LIBRARIES, PATIENCE, PYTHON, Machine, booted, missing

pytestmark = pytest.mark.slow

DROP_IN = f"""\
[Service]
Environment={LIBRARIES}
ExecStart=
ExecStart={PYTHON} -m firmware serve --lan --table simulated
"""
ASK = """\
import sys, urllib.request
asked = urllib.request.Request("http://127.0.0.1:8008" + sys.argv[1], sys.argv[2].encode() or None,
                               {"X-Forwarded-For": "192.0.2.7"})
with urllib.request.urlopen(asked, timeout=5) as answer:
    print(answer.status, answer.read().decode())
"""


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    if why := missing():
        pytest.skip(why)
    root = tmp_path / "root"
    root.mkdir()
    with booted(root) as machine:
        yield machine


def shown(machine: Machine, name: str) -> str:
    return machine.run("systemctl", "show", "--value", "--property", name, "speeltafel")


def ask(machine: Machine, path: str, body: str = "") -> tuple[str, str]:
    status, _, told = machine.run(PYTHON, "-c", ASK, path, body).partition(" ")
    return status, told


def test_it_is_installed_plays_again_after_it_was_killed_and_is_removed(machine: Machine) -> None:
    drop_in = machine.root / "etc/systemd/system/speeltafel.service.d/simulated.conf"
    drop_in.parent.mkdir()
    drop_in.write_text(DROP_IN)  # there are no chips here
    (machine.root / "root/mine").write_text("135790\n")
    machine.speeltafel("service", "install", "--lan", "--pin-file", "/root/mine")
    assert shown(machine, "ActiveState") == "active"
    assert shown(machine, "UnitFileState") == "enabled"
    first = shown(machine, "MainPID")
    assert machine.run("ps", "-o", "user:32=", "-p", first) == "speeltafel"
    assert "135790" not in machine.run("ps", "-ww", "-o", "args=", "-p", first)
    assert json.loads(ask(machine, "/api/state")[1])["phase"] == "choice"
    assert ask(machine, "/api/pin", '{"pin": "135790"}')[0] == "204"

    machine.run("kill", "-KILL", first)
    end = time.monotonic() + PATIENCE
    while shown(machine, "MainPID") in (first, "0") or shown(machine, "ActiveState") != "active":
        assert time.monotonic() < end
        time.sleep(0.2)
    assert shown(machine, "NRestarts") == "1"
    assert ask(machine, "/api/pin", '{"pin": "135790"}')[0] == "204"

    machine.speeltafel("service", "remove")
    assert shown(machine, "ActiveState") == "inactive"
    assert not (machine.root / "etc/systemd/system/speeltafel.service").exists()
    assert not (machine.root / "etc/speeltafel").exists()
    assert list((machine.root / "var/lib/speeltafel").iterdir())
