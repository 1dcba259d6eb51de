"""The lock of the I2C bus: a single program scans the chips at a time.

Two programs that scan the same matrix pull its rows low at the same time, and each takes the rows
of the other for shorts. The lock is advisory and of the device file itself (flock(2)), so that it
needs no file of its own and ends with the process in any case.
"""

import os
from fcntl import LOCK_EX, LOCK_NB, flock
from io import FileIO
from pathlib import Path

from hal.errors import InUseError
from wiring.text import label

_LONGEST = 200  # characters of a command that are shown


def open_alone(device: Path) -> FileIO:
    """Open a device file for reading, for this process alone until the file is closed.

    Raise InUseError when another process has locked it, and OSError when it cannot be opened.
    """
    file = device.open("rb", buffering=0)
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        holder = _holder(os.fstat(file.fileno()))
        file.close()
        raise InUseError(
            label(
                "{device} is in use by {holder}, and two programs cannot scan the same chips: end "
                "that one first, the service with `sudo systemctl stop speeltafel`",
                device=str(device),
                holder=holder,
            )
        ) from None
    return file


def _holder(locked: os.stat_result) -> str:
    """Return which process has the lock of a file, as text: proc_locks(5)."""
    device = locked.st_dev
    file = f"{os.major(device):02x}:{os.minor(device):02x}:{locked.st_ino}"
    for line in Path("/proc/locks").read_text("ascii").splitlines():
        fields = line.split()
        if fields[1] == "FLOCK" and fields[5] == file:
            return label("process {number}{command}", number=fields[4], command=_command(fields[4]))
    return label("another program")


def _command(process: str) -> str:
    """Return the command line of a process in brackets. Empty if this user cannot see it."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes().rstrip(b"\0").split(b"\0")
    except OSError:
        return ""
    return f" ({b' '.join(words).decode(errors='replace')[:_LONGEST]})"
