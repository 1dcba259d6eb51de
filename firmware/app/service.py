"""The systemd service that starts the table: its files, and the signs of life for its watchdog.

The program runs as a user of its own, which has access to the buses of the table only:
systemd.exec(5).
"""

import re
import shlex
import socket
import stat
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from firmware.storage.place import FILE, VARIABLE, path_of

NAME = "speeltafel"
PIN, MQTT_PASSWORD = "pin", "mqtt-password"  # the names of its secrets
POWER_OFF = "SPEELTAFEL_POWER_OFF"  # of the environment: the file that is made to switch the machine off
WATCHDOG = 20  # seconds without a sign of life after which systemd restarts the program
_PRIVATE = (Path("/tmp"), Path("/var/tmp"))
_SIGN_OF_LIFE = 5_000_000  # microseconds between two signs of life

_MORE = """\
g {group} -
m {{name}} {group}
"""
_CARDS = "DeviceAllow=char-alsa rw\n"
_PORTS = "DeviceAllow=char-ttyACM rw\nDeviceAllow=char-ttyUSB rw\n"


def unit_text(name: str) -> str:
    """Return a file of ``units``; those of the program and its user have fields to be filled in."""
    return (Path(__file__).with_name("units") / name).read_text("utf-8")


class Installed(NamedTuple):
    """The paths of the service's files."""

    unit: Path
    wish: Path
    switch_off: Path
    user: Path
    modules: Path
    secrets: Path

    def secret(self, name: str) -> Path:
        """Return the file of a secret, which only its owner can read."""
        return self.secrets / name


def files_under(root: Path) -> Installed:
    """Return the files of the service on a system with `root` as its root folder."""
    return Installed(
        root / f"etc/systemd/system/{NAME}.service",
        root / f"etc/systemd/system/{NAME}-power-off.path",
        root / f"etc/systemd/system/{NAME}-power-off.service",
        root / f"etc/sysusers.d/{NAME}.conf",
        root / f"etc/modules-load.d/{NAME}.conf",
        root / "etc" / NAME,
    )


def state_under(root: Path) -> Path:
    """Return the folder of the service's store, with its games and the settings of its table."""
    return root / "var/lib" / NAME


def stores_of_builder(folder: Path | None, environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the stores that the user may have filled before installing the service.

    folder: the folder that the command line names. Under sudo the store of the user who typed it is
    first.
    """
    user = environment.get("SUDO_USER")
    own = path_of(folder, environment)
    if folder is not None or environment.get(VARIABLE) or not user:
        return (own,)
    try:
        home = Path(f"~{user}").expanduser()
    except RuntimeError:  # the user is not known here
        return (own,)
    return (home / ".local/share" / NAME / FILE, own)


def unit(
    command: Sequence[str], *, network: bool, voice: bool = False, ports: bool = False, secrets: Iterable[str] = ()
) -> str:
    """Return the text of the unit that runs a command.

    Args:
        command: its first word is the path of a program.
        network: whether it serves the page or tells a broker; without it the service has no
            network.
        voice: whether it speaks, which needs the sound cards.
        ports: whether its table may be behind a serial port.
        secrets: the names of the secrets that it is given.
    """
    kept = files_under(Path("/"))
    return unit_text("speeltafel.service").format(
        name=NAME,
        command=" ".join(_quoted(word) for word in command),
        watchdog=WATCHDOG,
        wish=POWER_OFF,
        # a virtual environment in a home needs read access; otherwise homes are hidden
        home="read-only" if _in_a_home(Path(command[0])) else "yes",
        families="AF_UNIX AF_INET AF_INET6" if network else "AF_UNIX",
        groups="".join(f" {group}" for group in _groups(voice=voice, ports=ports)),
        devices=_CARDS * voice + _PORTS * ports,
        network="" if network else "PrivateNetwork=yes\nIPAddressDeny=any\n",
        credentials="".join(f"LoadCredential={name}:{kept.secret(name).as_posix()}\n" for name in secrets),
    )


def _in_a_home(program: Path) -> bool:
    """Return whether a program, or the Python that it links to, is in a user's home."""
    return any(str(path).startswith(("/home/", "/root/")) for path in (program, program.resolve()))


def user(*, voice: bool = False, ports: bool = False) -> str:
    """Return the file that makes the user of the unit, for sysusers.d(5); see :func:`unit`."""
    more = (_MORE.format(group=group) for group in _groups(voice=voice, ports=ports))
    return "".join([unit_text("users.conf"), *more]).format(name=NAME)


def _groups(*, voice: bool, ports: bool) -> list[str]:
    """Return the groups of the user beside the groups of the buses."""
    return ["audio"] * voice + ["dialout"] * ports


def is_forgotten(root: Path) -> bool:
    """Return whether a running system keeps its changes in memory only, by Debian's overlayroot."""
    command_line = root / "proc/cmdline"  # of the kernel
    return command_line.exists() and "overlayroot=tmpfs" in command_line.read_text("utf-8")


def closed_to_others(path: Path) -> Path | None:
    """Return the first folder above `path` that the service's user cannot enter, if any."""
    for program in (path.absolute(), path.resolve()):  # an environment links to its Python
        for folder in reversed(program.parents):
            if folder in _PRIVATE or not folder.stat().st_mode & stat.S_IXOTH:
                return folder
    return None


def _quoted(word: str) -> str:
    """Return a word of a command line as systemd.service(5) reads it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"' if escaped != word or any(c in word for c in " \t'") else word


def command_of(text: str) -> list[str]:
    """Return the command line in the text of a unit, see :func:`unit`."""
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(line)]


class Heartbeat:
    """The signs of life for systemd, as sd_notify(3) defines them; without systemd it does nothing.

    To be called with the time (microseconds) and the present faults of the table after each scan.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._next = 0

    def __call__(self, at: int, faults: Iterable[str] = ()) -> None:
        """Send a sign of life if it is due, with the faults as status; the first also says that the table is ready."""
        if not self._address or at < self._next:
            return
        status = " ".join("; ".join(faults).split())
        said = f"{'' if self._next else 'READY=1' + chr(10)}WATCHDOG=1\nSTATUS={status}".encode()
        self._next = at + _SIGN_OF_LIFE
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify,
            suppress(OSError),  # systemd restarts; the next sign of life reaches it
        ):
            notify.setblocking(False)
            notify.sendto(said, self._address)
