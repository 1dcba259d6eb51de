"""The service under a real systemd: installed, killed, and removed."""

import json
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from support.machine import LIBRARIES, PATIENCE, PROJECT, PYTHON, Machine, booted, missing

pytestmark = pytest.mark.nightly

DROP_IN = f"""\
[Service]
Environment={LIBRARIES}
ExecStart=
ExecStart={PYTHON} -m firmware {{command}}
"""
ASK = """\
import sys, urllib.request
asked = urllib.request.Request("http://127.0.0.1:8008" + sys.argv[1], sys.argv[2].encode() or None,
                               {"X-Forwarded-For": "192.0.2.7"})
with urllib.request.urlopen(asked, timeout=5) as answer:
    print(answer.status, answer.read().decode())
"""


SEND = """\
import sys
from websockets.sync.client import connect
with connect("ws://127.0.0.1:8008/ws", origin="http://127.0.0.1:8008") as socket:
    for number, ask in enumerate(sys.argv[1:]):
        socket.send('{"type": "do", "id": "%s", "ask": %s}' % (number, ask))
"""
DIE_AT = """\
import os, sys
from firmware.cli import main
left = int(sys.argv[1])
def die(event, _):
    global left
    if event == "subprocess.Popen":
        left -= 1
        if left < 0:
            os._exit(9)
sys.addaudithook(die)
main(["service", "install", "--lan"])
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The root folder of a machine."""
    if why := missing():
        pytest.skip(why)
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def machine(root: Path) -> Iterator[Machine]:
    with booted(root) as machine:
        simulate(machine)
        yield machine


def simulate(machine: Machine, more: str = "", command: str = "serve --lan --table simulated") -> None:
    """Let the service play at a simulated table, as there are no chips here."""
    drop_in = machine.root / "etc/systemd/system/speeltafel.service.d/simulated.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(DROP_IN.format(command=command) + more)


def pretend_a_pi(machine: Machine) -> None:
    """Let the program take the machine for a Pi without chips: there is no device tree here."""
    (machine.root / "opt/model").write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    (packages,) = (machine.root / "opt/speeltafel/lib").glob("*/site-packages/speeltafel.pth")
    with packages.open("a") as file:
        file.write("import pathlib, hal.pi.core_clock as one; one._MODEL = pathlib.Path('/opt/model')\n")


def shown(machine: Machine, name: str, unit: str = "speeltafel") -> str:
    return machine.run("systemctl", "show", "--value", "--property", name, unit)


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.2)


def restarted(machine: Machine, before: str) -> bool:
    """Whether it plays again, in another process."""
    playing = shown(machine, "ActiveState") == "active"
    return playing and shown(machine, "MainPID") not in (before, "0")


def ask(machine: Machine, path: str, body: str = "") -> tuple[str, str]:
    status, _, told = machine.run(PYTHON, "-c", ASK, path, body).partition(" ")
    return status, told


def test_it_is_installed_plays_again_after_it_was_killed_and_is_removed(machine: Machine) -> None:
    (machine.root / "root/mine").write_text("135790\n")
    machine.speeltafel("service", "install", "--lan", "--pin-file", "/root/mine")
    assert shown(machine, "ActiveState") == "active"
    assert shown(machine, "UnitFileState") == "enabled"
    first = shown(machine, "MainPID")
    assert machine.run("ps", "-o", "user:32=", "-p", first) == "speeltafel"
    assert "135790" not in machine.run("ps", "-ww", "-o", "args=", "-p", first)
    assert json.loads(ask(machine, "/api/view")[1])["board"] is None
    assert ask(machine, "/api/pin", '{"pin": "135790"}')[0] == "204"

    machine.run("kill", "-KILL", first)
    until(lambda: restarted(machine, first))
    assert shown(machine, "NRestarts") == "1"
    assert ask(machine, "/api/pin", '{"pin": "135790"}')[0] == "204"

    machine.speeltafel("service", "remove")
    assert shown(machine, "ActiveState") == "inactive"
    assert not (machine.root / "etc/systemd/system/speeltafel.service").exists()
    assert not (machine.root / "etc/speeltafel").exists()
    assert list((machine.root / "var/lib/speeltafel").iterdir())


def test_a_pi_without_its_chips_plays_its_page_and_is_not_started_again_and_again(machine: Machine) -> None:
    simulate(machine, command="serve --lan --table pi")
    pretend_a_pi(machine)
    machine.speeltafel("service", "install", "--lan")
    first = shown(machine, "MainPID")
    assert json.loads(ask(machine, "/api/view")[1])["board"] is None
    time.sleep(7)  # longer than RestartSec, and than from one sign of life to the next
    assert (shown(machine, "MainPID"), shown(machine, "NRestarts")) == (first, "0")
    assert shown(machine, "ActiveState") == "active"
    assert shown(machine, "StatusText")  # what is missing, which a newer version need not have either
    assert len(machine.run("pgrep", "-f", "serve --lan --table pi").split()) == 1


def test_one_that_hangs_is_started_again_by_the_watchdog(machine: Machine) -> None:
    simulate(machine, "WatchdogSec=7\nTimeoutAbortSec=1\n")  # a sign of life comes each 5 s
    machine.speeltafel("service", "install", "--lan")
    first = shown(machine, "MainPID")
    time.sleep(8)
    assert shown(machine, "MainPID") == first
    machine.run("kill", "-STOP", first)
    until(lambda: restarted(machine, first))
    assert shown(machine, "NRestarts") == "1"
    assert json.loads(ask(machine, "/api/view")[1])["board"] is None


@pytest.mark.parametrize("steps", range(5))
def test_a_power_cut_while_it_is_installed_leaves_a_machine_that_starts(root: Path, steps: int) -> None:
    with booted(root) as machine:
        simulate(machine)
        machine.run(PYTHON, "-c", DIE_AT, str(steps), status=9)
    with booted(root) as machine:
        if steps > 3:  # it had been enabled
            until(lambda: shown(machine, "ActiveState") == "active")
        else:
            assert shown(machine, "ActiveState") == "inactive"
        machine.speeltafel("service", "install", "--lan")
        assert shown(machine, "ActiveState") == "active"
        assert shown(machine, "UnitFileState") == "enabled"


def play(machine: Machine, moves: list[str]) -> Iterator[int]:
    """Begin a game and make its moves; the number of moves that are kept, after each."""
    game = {"type": "new", "game": "forum_romanum", "names": ["Anna", "Bram", "Carla"]}
    machine.run(PYTHON, "-c", SEND, json.dumps(game))
    for at, move in enumerate(moves, 1):
        machine.run(PYTHON, "-c", SEND, json.dumps({"type": "move", "move": move}))
        until(lambda at=at: moves_in(ask(machine, "/api/record")[1]) == moves[:at])  # type: ignore[misc]
        yield at


def test_a_game_on_a_full_disk_is_whole_when_the_service_has_stopped(machine: Machine) -> None:
    kept = "/var/lib/speeltafel"
    machine.run("mkdir", "-p", kept)
    machine.run("mount", "-t", "tmpfs", "-o", "size=1m,mode=750", "tmpfs", kept)
    machine.speeltafel("service", "install", "--lan")
    moves = ["y@d4", "b@e5", "r@f6"]
    for at in play(machine, moves):
        if at == 1:
            machine.run("dd", "if=/dev/urandom", f"of={kept}/full", "bs=4k", status=1)
    machine.run("systemctl", "stop", "speeltafel")
    machine.run("rm", f"{kept}/full")
    rescued = machine.run("sh", "-c", f"cat {kept}/*.record || true")  # where the store was too full
    stored = machine.speeltafel("games", "show", "1", "--data", kept)
    assert moves in (moves_in(rescued), moves_in(stored))


@pytest.fixture
def overlaid(root: Path, tmp_path: Path) -> Iterator[Callable[[], AbstractContextManager[Machine]]]:
    """How the machine boots whose root is read only, as overlayroot makes it: changes are in memory."""
    changes, stick = tmp_path / "changes", tmp_path / "stick"
    changes.mkdir()
    stick.mkdir()

    @contextmanager
    def boot() -> Iterator[Machine]:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", changes], check=True)
        for folder in ("upper", "work", "merged"):
            (changes / folder).mkdir()
        layers = f"lowerdir={root},upperdir={changes / 'upper'},workdir={changes / 'work'}"
        try:
            subprocess.run(["mount", "-t", "overlay", "-o", layers, "overlay", changes / "merged"], check=True)
            with booted(changes / "merged", stick) as machine:
                yield machine
        finally:
            subprocess.run(["umount", "-R", changes], check=True)

    yield boot
    assert list(stick.iterdir())


def test_a_read_only_system_keeps_games_alone_when_its_plug_is_pulled(
    root: Path, overlaid: Callable[[], AbstractContextManager[Machine]]
) -> None:
    with booted(root) as machine:
        simulate(machine)
        machine.speeltafel("service", "install", "--lan")
    moves = ["y@d4", "b@e5"]
    with overlaid() as machine:
        until(lambda: shown(machine, "ActiveState") == "active")
        assert list(play(machine, moves)) == [1, 2]
        machine.run("touch", "/etc/changed")
    with overlaid() as machine:
        until(lambda: shown(machine, "ActiveState") == "active")
        assert moves_in(machine.speeltafel("games", "show", "1", "--data", "/var/lib/speeltafel")) == moves
        assert not (machine.root / "etc/changed").exists()


def test_a_table_without_its_stick_does_not_start_rather_than_forget_games(machine: Machine) -> None:
    machine.speeltafel("service", "install", "--lan")
    mount = machine.root / "etc/systemd/system/var-lib-speeltafel.mount"  # as systemd makes it of a line of fstab
    mount.write_text("[Mount]\nWhat=/no/stick\nWhere=/var/lib/speeltafel\nType=ext4\n")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "speeltafel", status=1)
    assert shown(machine, "ActiveState") == "inactive"


def test_the_wish_of_the_table_switches_the_machine_off(machine: Machine) -> None:
    machine.speeltafel("service", "install", "--lan")
    user = machine.run("ps", "-o", "user:32=", "-p", shown(machine, "MainPID"))
    machine.run("setpriv", f"--reuid={user}", "--clear-groups", "touch", "/run/speeltafel/power-off")
    until(lambda: not Path(f"/proc/{machine.init}").exists())


def moves_in(record: str) -> list[str]:
    return [line for line in record.splitlines() if "@" in line]


AT_START = {
    "0.2.0": "",
    "0.2.1": "print('a bug', file=sys.stderr); sys.exit(1)",
    "0.2.2": "if 'NOTIFY_SOCKET' in os.environ: sys.exit(1)",  # of the service alone
    "0.2.3": "import atexit, sqlite3\n"
    "if 'games' in sys.argv: atexit.register(lambda: sqlite3.connect("
    "sys.argv[sys.argv.index('--data') + 1] + '/games.db').execute('PRAGMA user_version=99'))",
}
"""The versions that are released, and what each does when it starts."""


def release(folder: Path, version: str) -> str:
    """Write the wheel of a version; its path on the machine whose root is this folder."""
    info = f"speeltafel-{version}.dist-info"
    wheel = folder / f"root/speeltafel-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for file in (file for room in ("rules", "hal", "firmware", "wiring") for file in (PROJECT / room).rglob("*")):
            name = file.relative_to(PROJECT)
            if name == Path("firmware/__main__.py"):
                packed.writestr(str(name), f"import os, sys\n{AT_START[version]}\n{file.read_text('utf-8')}")
            elif file.is_file() and "__pycache__" not in file.parts:
                packed.write(file, name)
        about = f"Metadata-Version: 2.1\nName: speeltafel\nVersion: {version}\n"
        packed.writestr(
            f"{info}/METADATA", about + "".join(f"Provides-Extra: {one}\n" for one in ("pi", "serial", "web"))
        )
        packed.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr(f"{info}/entry_points.txt", "[console_scripts]\nspeeltafel = firmware.__main__:main\n")
        packed.writestr(f"{info}/RECORD", "")
    return f"/root/{wheel.name}"


def test_an_update_is_tried_first_and_can_be_taken_back(machine: Machine) -> None:
    drop_in = machine.root / "etc/systemd/system/speeltafel.service.d/simulated.conf"
    drop_in.write_text(f"[Service]\nEnvironment={LIBRARIES}\n")
    pretend_a_pi(machine)
    link = "/usr/local/bin/speeltafel"
    machine.run("mount", "-t", "tmpfs", "tmpfs", "/usr/local/bin")
    machine.run("ln", "-s", "/opt/speeltafel/bin/speeltafel", link)
    (machine.root / "root/mine").write_text("135790\n")
    machine.speeltafel("service", "install", "--lan", "--pin-file", "/root/mine", "--lang", "nl")

    def plays_with(environment: str, version: str) -> None:
        assert shown(machine, "ActiveState") == "active"
        command = machine.run("ps", "-ww", "-o", "args=", "-p", shown(machine, "MainPID"))
        assert command == f"{environment}/bin/python -m firmware serve --lan --table pi --lang nl"
        assert ask(machine, "/api/pin", '{"pin": "135790"}')[0] == "204"
        assert machine.run(f"{environment}/bin/python", "-P", "-m", "firmware", "--version").split()[1] == version
        assert machine.run("readlink", link) == f"{environment}/bin/speeltafel"

    was = machine.speeltafel("--version").split()[1]
    for version, why in (
        ("0.2.1", "fails at `speeltafel run`: a bug"),
        ("0.2.3", f"speeltafel {was} fails at `speeltafel games`: /"),  # as it is written by a newer one
        ("0.2.2", "speeltafel 0.2.2 does not start"),
    ):
        first = shown(machine, "MainPID")
        command = f"{PYTHON} -m firmware service update {release(machine.root, version)} 2>&1 | tail -n 1"
        line = machine.run("sh", "-c", command)
        assert why in line
        assert line.endswith("the table plays as before")
        plays_with("/opt/speeltafel", was)
        assert not (machine.root / "opt/speeltafel-2").exists()
        assert (shown(machine, "MainPID") == first) == ("start" not in why)

    told = machine.speeltafel("service", "update", release(machine.root, "0.2.0"))
    assert "The table plays with speeltafel 0.2.0 now" in told
    plays_with("/opt/speeltafel-2", "0.2.0")
    assert f"The table plays with speeltafel {was} now" in machine.run(link, "service", "update", "--back")
    plays_with("/opt/speeltafel", was)
    machine.speeltafel("service", "update", "--back")
    plays_with("/opt/speeltafel-2", "0.2.0")
