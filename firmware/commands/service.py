"""The commands ``service install``, ``remove`` and ``update``: the table as a systemd service."""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from firmware.app.service import (
    MQTT_PASSWORD,
    NAME,
    PIN,
    Installed,
    closed_to_others,
    files_under,
    state_under,
    stores_of_builder,
    unit,
    unit_text,
    user,
)
from firmware.commands import ArgumentsError, UsageError
from firmware.commands import argument_types as types
from firmware.commands.network import find_broker, find_pin
from firmware.commands.options import add_serving, add_voice
from firmware.commands.own_map import MAP
from firmware.commands.parser import Parser
from firmware.commands.service_update import check_remembered, update
from firmware.storage.errors import NothingKeptError
from firmware.storage.files import make_folder, write_whole
from firmware.storage.import_export import copy_store
from firmware.storage.place import FILE
from firmware.words import N_, Words

_SYSTEM = Path("/")
_RUNNING = Path("/run/systemd/system")  # where systemd runs: sd_booted(3)


def add_arguments(command: Parser) -> None:
    """Add the actions of ``service`` and their arguments."""
    actions = command.add_subparsers(required=True, metavar="ACTION")
    words = command.words
    installing = actions.add_parser("install", help=words("install, enable and start the systemd service"))
    text = N_("the table to play at, as with run (default: pi)")
    installing.add_value("--table", "NAME[:WHERE]", text, default="pi", type=types.real_table)
    installing.add_flag("--lan", "also serve the page to devices on the network")
    add_serving(installing)
    add_voice(installing)
    text = N_("folder to copy existing games, calibration and test results from")
    installing.add_file("--data", "FOLDER", text)
    for action, carry_out in (
        (installing, install),
        (actions.add_parser("remove", help=words("uninstall it; saved games are kept")), remove),
    ):
        action.set_defaults(run=carry_out)
        text = N_("root folder of another system, for example a mounted SD card (nothing is started then)")
        action.add_file("--root", "FOLDER", text, default=Path("/"))
        action.add_language()
    updating = actions.add_parser("update", help=words("try another version beside the present one, and change over"))
    updating.set_defaults(run=update)
    kind = updating.add_mutually_exclusive_group(required=True)
    text = N_("a wheel, a folder with the project, or a version of the package index")
    updating.add_value("version", "VERSION", text, kind, nargs="?")
    kind.add_argument("--back", action="store_true", help=words("go back to the version before"))
    updating.add_language()


def install(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``service install``."""
    check_remembered(chosen.root)
    files = files_under(chosen.root)
    closed = closed_to_others(Path(sys.executable))
    if closed is not None:
        raise ArgumentsError(
            "other users cannot open {closed}, so the service cannot "
            "run {program}; install speeltafel in a place like /opt/{name}",
            closed=str(closed),
            program=sys.executable,
            name=NAME,
        )
    own = ["--lang", words.language] if words.language != "en" else []
    secrets = _secrets(chosen)
    command = [sys.executable, "-m", "firmware", *_program(chosen), "--table", chosen.table, *own]
    folder = state_under(chosen.root)
    try:
        copied = _bring_along(chosen, folder / FILE)
        _keep(secrets, files)
        written = _files(chosen, command, secrets, files)
        for path, text in written.items():
            make_folder(path.parent)
            write_whole(path, text)
        if files.modules not in written:
            files.modules.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            "{file}: cannot be written: {why}; try with sudo",
            file=str(error.filename or files.unit),
            why=str(error.strerror),
        ) from None
    print(words("Written: {files}", files=", ".join(map(str, written))))
    if copied is not None:
        print(words("Games and table data were copied from {file}", file=str(copied)))
    print(words("Games and table data are stored in {folder} (see --data)", folder=str(folder)))
    for name in secrets:
        print(words("Readable only by the service: {file}", file=str(files.secret(name))))
    if chosen.root != _SYSTEM:
        return
    if not _RUNNING.exists():  # an image is being made
        _run("systemctl", "enable", f"{NAME}.service", files.wish.name)
        print(words("The table will start whenever this system does."))
        return
    _run("systemd-sysusers", str(files.user))
    _run("systemctl", "restart", "systemd-modules-load.service", fine=(0, 1))  # told at start
    _run("systemctl", "daemon-reload")
    _run("systemctl", "enable", f"{NAME}.service")
    _run("systemctl", "enable", "--now", files.wish.name)
    _run("systemctl", "restart", f"{NAME}.service")  # a running service has the old unit
    print(words("The table is running now, and will start whenever the Pi is switched on."))


def _files(
    chosen: argparse.Namespace, command: Sequence[str], secrets: Mapping[str, str], files: Installed
) -> dict[Path, str]:
    """Return the text of each file of the service, the unit of systemd last."""
    ports, voice = chosen.table != "pi", chosen.voice
    network = _serves(chosen)
    modules = {} if ports else {files.modules: unit_text("modules.conf")}
    return {
        files.user: user(voice=voice, ports=ports),
        **modules,
        files.wish: unit_text("power-off.path"),
        files.switch_off: unit_text("power-off.service"),
        files.unit: unit(command, network=network, voice=voice, ports=ports, secrets=secrets),
    }


def remove(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``service remove``; saved games stay."""
    files = files_under(chosen.root)
    if not files.unit.exists():
        raise UsageError("{file}: does not exist, so there is nothing to remove", file=str(files.unit))
    if chosen.root == _SYSTEM:
        _run("systemctl", "disable", "--now", f"{NAME}.service", files.wish.name)
    try:
        _keep({}, files)
        for path in (files.unit, files.wish, files.switch_off, files.user, files.modules):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            "{file}: cannot be removed: {why}; try with sudo", file=str(error.filename), why=str(error.strerror)
        ) from None
    if chosen.root == _SYSTEM:
        _run("systemctl", "daemon-reload")
    print(words("Removed. The games that were played are still in {folder}.", folder=str(state_under(chosen.root))))


def _program(chosen: argparse.Namespace) -> list[str]:
    """Return the command that the service runs, with the arguments about voice and network."""
    voice = ["--voice"] if chosen.voice else []
    if not _serves(chosen):
        return ["run", *voice]
    program = ["serve", *voice]
    if chosen.lan:
        program.append("--lan")
    if chosen.url is not None:
        program += ["--url", chosen.url]
    if chosen.proxy is not None:
        program += ["--proxy", ",".join(map(str, chosen.proxy))]
    for name in chosen.allowed_host:
        program += ["--allowed-host", name]
    if chosen.mqtt is not None:
        from firmware.web.mqtt import without_password

        program += ["--mqtt", without_password(chosen.mqtt)]
    return program


def _serves(chosen: argparse.Namespace) -> bool:
    """Return whether the service needs a network."""
    return chosen.lan or chosen.url is not None or chosen.mqtt is not None


def _secrets(chosen: argparse.Namespace) -> dict[str, str]:
    """Return the secrets for the service, by name. Raise UsageError."""
    broker = find_broker(chosen)
    if not _serves(chosen):
        if chosen.pin_file is not None:
            raise ArgumentsError("--pin-file needs --lan or --url")
        return {}
    found = {PIN: find_pin(chosen.pin_file), MQTT_PASSWORD: broker and broker.password}
    return {name: secret for name, secret in found.items() if secret}


def _keep(secrets: Mapping[str, str], files: Installed) -> None:
    """Write these secrets, and remove secrets of an earlier installation. Raise OSError."""
    for name in (PIN, MQTT_PASSWORD):
        if name not in secrets:
            files.secret(name).unlink(missing_ok=True)
    if secrets:
        files.secrets.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, secret in secrets.items():
            write_whole(files.secret(name), f"{secret}\n", mode=0o600)
    elif files.secrets.is_dir() and not any(files.secrets.iterdir()):
        files.secrets.rmdir()


def _bring_along(chosen: argparse.Namespace, target: Path) -> Path | None:
    """Copy the store of the builder's own commands, unless the service has a store already.

    Return the store that was copied, None if there was none. systemd makes the copy the service's
    own when it first starts it: StateDirectory= in systemd.exec(5).
    """
    if target.exists():
        return None
    for source in stores_of_builder(chosen.data, os.environ):
        try:
            if not source.exists():
                continue
            make_folder(target.parent, 0o700)
            own = source.with_name(MAP)
            if own.exists():  # first: a copied store says that all has been brought along
                write_whole(target.with_name(MAP), own.read_text("utf-8"), mode=0o600)
            copy_store(source, target)
        except NothingKeptError:
            continue
        return source
    return None


def _run(program: str, *arguments: str, fine: tuple[int, ...] = (0,)) -> None:
    """Run a program of systemd and show its output. Raise UsageError if it fails."""
    path = shutil.which(program)
    if path is None:
        raise ArgumentsError("{program} was not found; is this a system with systemd?", program=program)
    if os.environ.get("SYSTEMD_COLORS") is None:
        sys.stdout.flush()
    ended = subprocess.run([path, *arguments], check=False)
    if ended.returncode not in fine:
        raise ArgumentsError(
            "{program} {arguments} failed with status {status}; see its output above",
            program=program,
            arguments=" ".join(arguments),
            status=ended.returncode,
        )
