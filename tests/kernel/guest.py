"""The guest's first process: makes the machine, then runs the emulated table and the program.

    guest.py FOLDER

FOLDER is on the host, and the only place to which the guest can write. FOLDER/job says what to run,
in JSON: table, program: their command lines; {folder} in them stands for FOLDER, {simulated} for
the GPIO chip's folder in sysfs. environment: what the program finds besides in its environment.
seconds: after which it must be done. Its exit status goes to FOLDER/status.
"""

import ctypes
import json
import os
import subprocess
import sys
import traceback
from pathlib import Path

READ_ONLY, BIND = 1, 4096  # linux/mount.h
POWER_OFF = 0x4321FEDC  # linux/reboot.h
LINES = 28  # GPIO 0-27
REVISION = "c04170"  # a Pi 5, by which gpiozero knows its pins
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/run",
    "TMPDIR": "/run",
    "RUNTIME_DIRECTORY": "/run",
    "LC_ALL": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUNBUFFERED": "1",
    "BLINKA_FORCEBOARD": "RASPBERRY_PI_5",
    "BLINKA_FORCECHIP": "BCM2XXX",
    "RPI_LGPIO_REVISION": REVISION,  # without a device tree it finds none
}
libc = ctypes.CDLL(None, use_errno=True)


def mount(source: str, target: str, kind: str, flags: int = 0, options: str = "") -> None:
    """Mount a file system. Raises OSError."""
    if libc.mount(source.encode(), target.encode(), kind.encode(), flags, options.encode()):
        raise OSError(ctypes.get_errno(), f"mount {target}: {os.strerror(ctypes.get_errno())}")


def mount_all() -> None:
    """Mount the kernel's file systems, memory to write to, and a Pi's revision."""
    mount("proc", "/proc", "proc")
    mount("sys", "/sys", "sysfs")
    mount("config", "/sys/kernel/config", "configfs")
    mount("run", "/run", "tmpfs")
    Path("/run/cpuinfo").write_text(f"Revision\t: {REVISION}\n", "ascii")
    mount("/run/cpuinfo", "/proc/cpuinfo", "", BIND)


def simulate_gpio() -> Path:
    """Make /dev/gpiochip0; its folder in sysfs (Documentation/admin-guide/gpio/gpio-sim.rst)."""
    chip = Path("/sys/kernel/config/gpio-sim/pi")
    bank = chip / "lines"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES), "ascii")
    (chip / "live").write_text("1", "ascii")
    device = (chip / "dev_name").read_text("ascii").strip()
    return Path("/sys/devices/platform", device, (bank / "chip_name").read_text("ascii").strip())


def play(folder: Path, simulated: Path) -> int:
    """Run the program at the emulated table and return its exit status."""
    job = json.loads((folder / "job").read_text("utf-8"))
    places = {"folder": folder, "simulated": simulated}
    table_command, program_command = ([part.format(**places) for part in job[who]] for who in ("table", "program"))
    with subprocess.Popen(
        table_command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True
    ) as table:
        assert table.stdout is not None
        if table.stdout.readline() != "ready\n":
            raise RuntimeError("the emulated table did not come up")
        return subprocess.run(
            program_command, env=ENVIRONMENT | job["environment"], timeout=job["seconds"], check=False
        ).returncode


def main(outside: str) -> None:
    """Make the machine, play, and switch it off."""
    mount_all()
    folder = Path("/run/work")
    folder.mkdir()
    mount("none", str(folder), "hostfs", 0, outside)
    status = play(folder, simulate_gpio())
    (folder / "status").write_text(str(status), "ascii")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except BaseException:  # noqa: BLE001 - it is the first process: nothing else would say it
        traceback.print_exc()
    sys.stdout.flush()
    libc.reboot(POWER_OFF)
