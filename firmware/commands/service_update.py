"""The command ``service update``: another version beside the present one, tried first, with a way back.

Two environments lie side by side, such as ``/opt/speeltafel`` and ``/opt/speeltafel-2``. The unit of
the service names the one that is in use; the other takes the new version, and afterwards the former
one is the way back. Each version writes the unit itself, by its own ``service install``.
"""

import argparse
import errno
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from firmware.app.service import MQTT_PASSWORD, NAME, PIN, command_of, files_under, is_forgotten, state_under
from firmware.commands import ArgumentsError, UsageError
from firmware.commands.own_map import MAP
from firmware.storage.errors import NothingKeptError
from firmware.storage.import_export import copy_store
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.words import Text, Words, told

_SYSTEM = Path("/")
_EXTRAS = "pi,serial,web"  # as the guide installs them
_OTHER = "-2"  # the end of the name of the second environment
_UNFINISHED = "unfinished"  # a file of an environment into which a version is being installed
_RESTED = 30  # minutes after its last move from which a game counts as interrupted


def update(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``service update``."""
    unit = files_under(_SYSTEM).unit
    if not unit.exists():
        raise UsageError("{file}: does not exist; run speeltafel service install", file=str(unit))
    if not os.access(unit, os.W_OK):
        why = os.strerror(errno.EACCES)
        raise UsageError("{file}: cannot be written: {why}; try with sudo", file=str(unit), why=why)
    check_remembered(_SYSTEM)
    program, _, _, _, *options = command_of(unit.read_text("utf-8"))
    present = Path(program).parent.parent
    name = present.name
    other = present.with_name(name.removesuffix(_OTHER) if name.endswith(_OTHER) else name + _OTHER)
    _check_no_game(state_under(_SYSTEM) / FILE)
    if chosen.back:
        if not (other / "bin/python").exists() or (other / _UNFINISHED).exists():
            raise UsageError("{folder}: holds no version to go back to", folder=str(other))
        _try_out(other, present, words)
        _change_over(other, present, options)
    else:
        _fill(other, present, chosen.version)
        try:
            _install(other, chosen.version)
            _try_out(other, present, words)
            _change_over(other, present, options)
        except UsageError:
            shutil.rmtree(other)
            raise
        (other / _UNFINISHED).unlink()
    print(
        words(
            "The table plays with {version} now; sudo speeltafel service update --back goes back to {former}.",
            version=_version(other),
            former=_version(present),
        )
    )


def check_remembered(root: Path) -> None:
    """Raise ArgumentsError if the system would forget the change."""
    if is_forgotten(root):
        raise ArgumentsError(
            "the system is read-only, so that this would be forgotten when it is switched off; "
            "take overlayroot=tmpfs:recurse=0 out of /boot/firmware/cmdline.txt and restart it first"
        )


def _check_no_game(path: Path) -> None:
    """Raise UsageError if a game is being played: it is unfinished, and the store was written a moment ago."""
    with suppress(NothingKeptError), Store(path, writes=False) as store:
        game = store.unfinished()
        written = max(one.stat().st_mtime for one in (path, path.with_name(f"{path.name}-wal")) if one.exists())
        minutes = int(time.time() - written) // 60
        if game is not None and minutes < _RESTED:
            raise ArgumentsError(
                "game {number} is being played, its last move was {minutes} minutes ago; "
                "wait for its end, or until it has rested for {rested} minutes",
                number=game.id,
                minutes=minutes,
                rested=_RESTED,
            )


def _fill(other: Path, present: Path, version: str) -> None:
    """Make the other environment a copy of the present environment, in place of its own version. Raise UsageError.

    So pip fetches those packages only that the new version wants otherwise.
    """
    if subprocess.run(_python(present, "-m", "pip", "--version"), capture_output=True, check=False).returncode:
        raise ArgumentsError(
            "{folder} has no pip, as it is the Debian package's; install the package of {version} with apt",
            folder=str(present),
            version=version,
        )
    try:
        if other.exists():
            shutil.rmtree(other)
        other.mkdir()
        (other / _UNFINISHED).touch()
        shutil.copytree(present, other, symlinks=True, dirs_exist_ok=True)
    except OSError as error:  # of several files, which have no single reason, the first is as good
        why = error.strerror or str(error.args[0][0][2])
        raise _unchanged(told("{file}: cannot be written: {why}", file=str(other), why=why)) from None


def _install(environment: Path, version: str) -> None:
    """Install a wheel, a folder with the project, or a version of the index. Raise UsageError."""
    file = Path(version)
    there = file.exists()
    what = str(file.resolve()) if there else NAME
    exact = "" if there else f"=={version}"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    for arguments in (  # packages that it wants, then its own files, of the same version as well
        (f"{what}[{_EXTRAS}]{exact}",),
        ("--force-reinstall", "--no-deps", f"{what}{exact}"),
    ):
        ended = subprocess.run(_python(environment, *pip, *arguments), capture_output=True, text=True, check=False)
        if ended.returncode:
            why = _last_line(ended.stderr)
            raise _unchanged(told("{version}: cannot be installed: {why}", version=version, why=why))


def _try_out(other: Path, present: Path, words: Words) -> None:
    """Let both environments use a copy of the store in turn. Raise UsageError if either cannot.

    The other one opens a table in memory, by which the store is brought up to date; after that the
    present one has to read the games still.
    """
    with tempfile.TemporaryDirectory() as folder:
        own = state_under(_SYSTEM) / MAP
        if own.exists():
            shutil.copy(own, folder)
        with suppress(NothingKeptError):
            copy_store(state_under(_SYSTEM) / FILE, Path(folder) / FILE)
        data = ["--data", folder, "--lang", words.language]
        for environment, arguments in (
            (other, ["run", "--table", "emulated", *data]),
            (other, ["games", *data]),
            (present, ["games", *data]),
        ):
            ended = subprocess.run(
                _speeltafel(environment, arguments),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            if ended.returncode:
                raise _unchanged(
                    told(
                        "{version} fails at `speeltafel {arguments}`: {why}",
                        version=_version(environment),
                        arguments=arguments[0],
                        why=_last_line(ended.stderr),
                    )
                )


def _change_over(other: Path, present: Path, options: Sequence[str]) -> None:
    """Let the other environment write the unit and start it. Raise UsageError if that fails, then back at the present.

    It fails, too, where the table has faults that it had not before: the present version has its chips till
    then, so that only now another one can read them.

    options: the arguments of the service's command, which ``service install`` takes as well.
    """
    files, before = files_under(_SYSTEM), _faults()
    again = ["service", "install", *options]
    for option, name in (("--pin-file", PIN), ("--mqtt-password-file", MQTT_PASSWORD)):
        if files.secret(name).exists():
            again += [option, str(files.secret(name))]
    starts = subprocess.run(_speeltafel(other, again), check=False).returncode == 0
    faults = _faults()
    if not starts or (faults and not before):
        subprocess.run(_speeltafel(present, again), check=False)
        why = told("{version} does not start", version=_version(other))
        if starts:
            why = told("{version} does not read the table: {faults}", version=_version(other), faults=faults)
        raise _unchanged(why)
    _link(other)


def _faults() -> str:
    """Return the faults of the table that the service has told systemd; empty without faults."""
    asked = ["systemctl", "show", "--value", "--property", "StatusText", NAME]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def _unchanged(error: Text) -> ArgumentsError:
    """Return the error of an update that was given up."""
    return ArgumentsError("{error}; the table plays as before", error=error)


def _link(environment: Path) -> None:
    """Let the command that is typed be that of this environment, where a link leads to it."""
    link = _SYSTEM / "usr/local/bin" / NAME
    if link.is_symlink():
        new = link.with_name(f".{NAME}-new")
        new.unlink(missing_ok=True)
        new.symlink_to(environment / "bin" / NAME)
        new.replace(link)


def _version(environment: Path) -> str:
    """Return the name and version of the program in an environment; its folder where it does not even tell."""
    told = subprocess.run(_speeltafel(environment, ["--version"]), capture_output=True, text=True, check=False)
    return told.stdout.strip() or str(environment)


def _speeltafel(environment: Path, arguments: Sequence[str]) -> list[str]:
    """Return the command line that runs the program of an environment."""
    return _python(environment, "-m", "firmware", *arguments)


def _python(environment: Path, *arguments: str) -> list[str]:
    """Return the command line of an environment's Python, which imports nothing from the current folder."""
    return [str(environment / "bin/python"), "-P", *arguments]


def _last_line(text: str) -> str:
    """Return the last line of an output, in which programs of Python say their error."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")
