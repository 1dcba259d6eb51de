"""A machine with a systemd of its own, in a folder, for tests of the service.

It needs root, cgroups (version 2) and namespaces: what containers are made of, without a program
for containers. Its programs are those of this machine, and it runs the copy of the project beside
these tests.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
BOOT = PROJECT / "tests" / "systemd" / "boot"
PYTHON = "/opt/speeltafel/bin/python"  # where README puts it
LIBRARIES = "LD_LIBRARY_PATH=/opt/python/lib"  # where a Python lies that is not the system's own
PATIENCE = 360  # seconds
NAMESPACES = ("--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup")
_NOT_HERE = (  # units that have nothing to do here
    "console-getty.service",
    "dev-hugepages.mount",
    "dev-mqueue.mount",
    "systemd-logind.service",
    "sys-fs-fuse-connections.mount",
    "sys-kernel-config.mount",
    "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount",
    "systemd-networkd.service",
    "systemd-resolved.service",
    "systemd-timesyncd.service",
    "systemd-udevd.service",
    "tmp.mount",
)


def missing() -> str:
    """What is missing here to boot a machine; empty when nothing is."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "wants root on Linux"
    programs = ("unshare", "nsenter", "systemctl", "systemd-sysusers")
    for program in (*programs, "/usr/lib/systemd/systemd"):
        if shutil.which(program) is None:
            return f"there is no {program} here"
    if _cgroups() is None:
        return "there are no cgroups of version 2 here"
    tried = subprocess.run(
        ["unshare", *NAMESPACES, "--fork", "mount", "--make-rprivate", "/"], capture_output=True, text=True, check=False
    )
    return tried.stderr.strip()


def _cgroups() -> Path | None:
    """Where the cgroups of version 2 are mounted to be written to."""
    for line in Path("/proc/mounts").read_text("utf-8").splitlines():
        _, where, kind, options, *_ = line.split()
        if kind == "cgroup2" and "rw" in options.split(","):
            return Path(where)
    return None


class Machine(NamedTuple):
    """A machine that has booted. root: its root folder. init: the number of its first process."""

    root: Path
    init: int

    def run(self, *command: str, status: int = 0) -> str:
        """Run a command there as root; what it has printed."""
        there = f"nsenter --target {self.init} --all --root --wd env -i PATH=/usr/sbin:/usr/bin LANG=C {LIBRARIES}"
        told = [*there.split(), *command]
        ended = subprocess.run(told, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert ended.returncode == status, ended.stdout + ended.stderr
        return ended.stdout.strip()

    def speeltafel(self, *arguments: str) -> str:
        """Run the project's command there."""
        return self.run(PYTHON, "-m", "firmware", *arguments)


@contextmanager
def booted(root: Path, stick: Path | None = None) -> Iterator[Machine]:
    """Boot the machine in a folder, made there if it is empty; afterwards cut its power.

    stick: the folder of a disk of its own for the store.

    Where the folder has programs of its own, as that of debootstrap, it runs those alone.
    """
    if not any(root.iterdir()):
        _furnish(root)
    own = (root / "usr/lib/systemd/systemd").exists()
    ours = () if own else (sys.base_prefix, sysconfig.get_path("purelib"), PROJECT)
    cgroups = _cgroups()
    assert cgroups is not None
    cgroup = cgroups / f"speeltafel-{os.getpid()}"
    cgroup.mkdir()
    try:
        with subprocess.Popen(
            ["unshare", *NAMESPACES, "--fork", "--kill-child", BOOT, root, *ours],
            env=os.environ | ({} if stick is None else {"STICK": str(stick)}),
            preexec_fn=lambda: (cgroup / "cgroup.procs").write_text("0"),  # noqa: PLW1509
        ) as unshared:
            try:
                yield _wait_for(root, unshared)
            finally:
                unshared.kill()
    finally:
        _remove(cgroup)


def _furnish(root: Path) -> None:
    """Write the files that the machine begins with."""
    for folder in ("etc/systemd/system", "opt/speeltafel/bin", "proc", "root", "sys", "var"):
        (root / folder).mkdir(parents=True)
    for folder in ("dev", "run", "tmp", "usr"):
        (root / folder).mkdir()
    for link in ("bin", "sbin", "lib", "lib64"):
        if Path("/", link).is_symlink():
            (root / link).symlink_to(f"usr/{link}")
    (root / "etc/machine-id").write_text("5" * 32)
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\n")
    for unit in _NOT_HERE:
        (root / "etc/systemd/system" / unit).symlink_to("/dev/null")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (root / "opt/speeltafel/pyvenv.cfg").write_text("home = /opt/python/bin\n")
    (root / "opt/speeltafel/bin/python").symlink_to(f"/opt/python/bin/{version}")
    packages = root / "opt/speeltafel/lib" / version / "site-packages"
    packages.mkdir(parents=True)
    (packages / "speeltafel.pth").write_text("/opt/project\n/opt/packages\n")


def _wait_for(root: Path, unshared: "subprocess.Popen[bytes]") -> Machine:
    """Wait until the machine has booted."""
    end = time.monotonic() + PATIENCE
    children = Path(f"/proc/{unshared.pid}/task/{unshared.pid}/children")
    while True:
        assert unshared.poll() is None, "it did not boot"
        assert time.monotonic() < end, "it did not boot in time"
        time.sleep(0.1)
        init = children.read_text("ascii").split()
        if init and Path(f"/proc/{init[0]}/root/run/systemd/private").exists():
            machine = Machine(root, int(init[0]))
            machine.run("sh", "-c", "systemctl is-system-running --wait || true")
            return machine


def _remove(cgroup: Path) -> None:
    """Remove a cgroup with those below it, once the last of its processes has ended."""
    end = time.monotonic() + PATIENCE
    while "populated 1" in (cgroup / "cgroup.events").read_text("ascii"):
        assert time.monotonic() < end
        time.sleep(0.05)
    for folder, _, _ in os.walk(cgroup, topdown=False):
        Path(folder).rmdir()
