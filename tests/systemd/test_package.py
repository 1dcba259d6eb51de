"""The Debian package in a Debian of its own: installed, played with, upgraded, purged.

It fetches a Debian with debootstrap, unless SPEELTAFEL_DEBIAN names the folder of one, which is
copied; the package is built from this copy of the project.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.machine import PROJECT, Machine, booted, missing

pytestmark = pytest.mark.nightly

WANTS = "systemd,systemd-sysv,libpam-systemd,dbus,python3,debconf,iproute2,procps"
PYTHON = "/usr/lib/speeltafel/bin/python"
CONFIG = "[all]\nenable_uart=1\n[pi4]\narm_boost=1\n"
ADDRESS = "192.0.2.7"  # of this machine on its network
ENDS = ("flag", "buildings", "stones", "exhausted")  # of Revolution
DROP_IN = f"""\
[Service]
Environment=SPEELTAFEL_PIN=135790
ExecStart=
ExecStart={PYTHON} -P -m firmware serve --lan --table simulated
"""  # there are no chips here
IMAGE = PROJECT / "wiring/image/speeltafel/00-package"
"""The steps of the recipe of an image."""
PLAY = f"""\
import json, random, urllib.request
from websockets.sync.client import connect
site = "{ADDRESS}:8008"
asked = urllib.request.Request(f"http://{{site}}/api/pin", b'{{"pin": "135790"}}',
                               {{"Content-Type": "application/json"}})
with urllib.request.urlopen(asked, timeout=20) as answer:
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
with connect(f"ws://{{site}}/ws", origin=f"http://{{site}}",
             additional_headers={{"Cookie": cookie}}) as socket:
    def ask(**ask):
        socket.send(json.dumps({{"type": "do", "id": str(random.random()), "ask": ask}}))

    socket.send(json.dumps({{"type": "hello", "protocol": 2, "view": "en"}}))
    ask(type="new", game="revolution", names=["Anna", "Bram"])
    view, waits = {{}}, 0
    while not (view.get("stand") or {{"position": {{}}}})["position"].get("over"):
        try:
            told = json.loads(socket.recv(3))
        except TimeoutError:  # a hand was still at work when it was asked
            told, waits = {{"moves": view["moves"]}}, waits + 1
            assert waits < 20
        view |= told
        moves = told.get("moves")
        if moves:
            legal = [move for drops in moves["drops"].values() for move in drops.values()] + moves["buttons"]
            if legal:
                ask(type="move", move=random.choice(legal))
print(view["stand"]["position"]["reason"])
"""


CLEAN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of this copy for the processor of this machine."""
    if shutil.which("uv") is None or shutil.which("dpkg-deb") is None:
        pytest.skip("there is no uv or dpkg-deb here")
    machine = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True)
    architecture = machine.stdout.strip()
    subprocess.run([PROJECT / ".ci" / "package", tmp_path, architecture], check=True)
    (built,) = tmp_path.glob("speeltafel_*.deb")
    return built


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """The root folder of a Debian."""
    if why := missing():
        pytest.skip(why)
    root = tmp_path / "debian"
    there = os.environ.get("SPEELTAFEL_DEBIAN")
    if there:
        subprocess.run(["cp", "-a", there, root], check=True)
    elif shutil.which("debootstrap") is None:
        pytest.skip("there is no debootstrap here")
    else:
        subprocess.run(["debootstrap", "--variant=minbase", f"--include={WANTS}", "bookworm", root], check=True)
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text(CONFIG)
    yield root
    shutil.rmtree(root)


def newer(package: Path, version: str) -> Path:
    """The same package under another version."""
    unpacked = package.with_suffix(".d")
    subprocess.run(["dpkg-deb", "-R", package, unpacked], check=True)
    control = unpacked / "DEBIAN/control"
    lines = control.read_text("utf-8").splitlines()
    control.write_text("".join(f"Version: {version}\n" if one.startswith("Version:") else f"{one}\n" for one in lines))
    built = package.with_name(f"speeltafel_{version}.deb")
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--build", unpacked, built], check=True)
    shutil.rmtree(unpacked)
    return built


def files_of(root: Path) -> set[str]:
    """Every file and folder that outlives a start, without what dpkg and systemd log and cache."""
    noisy = (
        "var/lib/dpkg",
        "var/lib/systemd",
        "var/tmp/systemd-private-",
        "var/log",
        "var/cache",
        "var/lib/apt",
        "root",
    )
    return {
        str(one)
        for top in ("boot", "etc", "home", "opt", "usr", "var")
        for one in (path.relative_to(root) for path in (root / top).rglob("*"))
        if not str(one).startswith(noisy) and "__pycache__" not in one.parts
    }


def install(machine: Machine, package: Path) -> None:
    shutil.copy(package, machine.root / "root")
    machine.run("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "-i", f"/root/{package.name}")


def shown(machine: Machine, name: str) -> str:
    return machine.run("systemctl", "show", "--value", "--property", name, "speeltafel")


def games(machine: Machine) -> list[str]:
    """The lines of the games that are kept."""
    told = machine.run("speeltafel", "games", "--data", "/var/lib/speeltafel")
    return [line for line in told.splitlines() if "Anna" in line]


def test_an_image_plays_over_the_network_upgrades_and_leaves_nothing_but_games(root: Path, package: Path) -> None:
    drop_in = root / "etc/systemd/system/speeltafel.service.d"
    config = root / "boot/firmware/config.txt"
    with booted(root):
        before = files_of(root)
    drop_in.mkdir()
    (drop_in / "simulated.conf").write_text(DROP_IN)
    shutil.copy(package, root / "tmp")
    for step, program in (("00-debconf", ["debconf-set-selections"]), ("02-run-chroot.sh", ["bash", "-e"])):
        with (IMAGE / step).open() as told:
            subprocess.run(["chroot", root, *program], stdin=told, check=True, env=CLEAN)

    with booted(root) as machine:  # for the first time
        assert shown(machine, "ActiveState") == "active"
        assert shown(machine, "UnitFileState") == "enabled"
        assert "dtparam=spi=on" in config.read_text("utf-8")
        machine.run("ip", "link", "set", "lo", "up")
        machine.run("ip", "address", "add", f"{ADDRESS}/24", "dev", "lo")
        assert machine.run(PYTHON, "-P", "-c", PLAY) in ENDS
        assert len(games(machine)) == 1

    with booted(root) as machine:  # as after a power cut
        machine.run("systemctl", "start", "speeltafel")
        first = shown(machine, "MainPID")
        install(machine, newer(package, "999"))
        assert machine.run("dpkg-query", "-Wf${Version}", "speeltafel") == "999"
        assert shown(machine, "ActiveState") == "active"
        assert shown(machine, "MainPID") not in (first, "0")
        assert config.read_text("utf-8").count("dtparam=spi=on") == 1
        assert len(games(machine)) == 1

        machine.run("dpkg", "--remove", "speeltafel")
        assert shown(machine, "ActiveState") == "inactive"
        assert config.read_text("utf-8") == CONFIG
        shutil.rmtree(drop_in)
        machine.run("dpkg", "--purge", "speeltafel")
        left = files_of(root) - before
        assert "var/lib/speeltafel/games.db" in left
        assert {one for one in left if not one.startswith("var/lib/speeltafel")} == set()

        (machine.root / "root/answers").write_bytes((IMAGE / "00-debconf").read_bytes())
        machine.run("debconf-set-selections", "/root/answers")
        install(machine, package)  # where systemd runs
        assert shown(machine, "UnitFileState") == "enabled"
