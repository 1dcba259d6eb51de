"""The network settings of ``serve`` and its service: PIN, broker, proxies.

A secret should not stand on a command line, since every user of the machine can list it. It comes
from a file that an option names, from systemd (``$CREDENTIALS_DIRECTORY``, see LoadCredential= in
systemd.exec(5)), or from an environment variable; the first source that has it counts.
"""

import argparse
import os
import socket
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from firmware.app.service import MQTT_PASSWORD, PIN
from firmware.commands import ArgumentsError, UsageError, at, needs_extra, read_text
from firmware.commands.argument_types import pin

if TYPE_CHECKING:
    from firmware.web.mqtt import Broker

_ON_THIS_MACHINE = (ip_network("127.0.0.0/8"), ip_network("::1"))
LONGEST = 1024  # characters of a secret

_VARIABLES = {PIN: "SPEELTAFEL_PIN", MQTT_PASSWORD: "SPEELTAFEL_MQTT_PASSWORD"}


def find_pin(file: Path | None) -> str | None:
    """Return the PIN that lets a browser touch the table. None if none is kept. Raise UsageError.

    file: the file named on the command line.
    """
    secret = _find_secret(PIN, file)
    try:
        return None if secret is None else pin(secret)
    except argparse.ArgumentTypeError as error:
        where = file or f"${_VARIABLES[PIN]}, or the service's credential {PIN!r}"
        raise UsageError(at(where, error)) from None


def proxies_of(chosen: argparse.Namespace) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks of the reverse proxies in front of the table; often empty."""
    if chosen.proxy is not None:
        return tuple(chosen.proxy)
    return _ON_THIS_MACHINE if chosen.url is not None else ()


def hosts_of(chosen: argparse.Namespace) -> tuple[str, ...]:
    """Return the host names in addresses of the page, beside the address of the request itself."""
    from firmware.web.nearby import names

    machine = socket.gethostname()
    public = () if chosen.url is None else (urlsplit(chosen.url).hostname or "",)
    own = chosen.host, machine, f"{machine.partition('.')[0]}.local", *names()
    return *own, *public, *chosen.allowed_host


def address_elsewhere(public: str | None, address: Callable[[], str], used: str) -> str:
    """Return the address of the page for browsers elsewhere, "" where they cannot find it.

    Args:
        public: the address of a reverse proxy, None without a proxy.
        address: returns the address that this machine has now.
        used: the address in the browser of the person who invites others, "" without a browser.
    """
    reached = (one for one in (used, address()) if one and not is_loopback(urlsplit(one).hostname or ""))
    return public or next(reached, "")


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    from firmware.web.access import LOOPBACK

    return host in LOOPBACK


def find_broker(chosen: argparse.Namespace) -> "Broker | None":
    """Return the broker that the arguments of a command name, with its password. None without.

    Raises:
        UsageError: the address is wrong, or the library for brokers is missing.
    """
    if chosen.mqtt is None:
        if chosen.mqtt_password_file is not None:
            raise ArgumentsError("--mqtt-password-file needs --mqtt")
        return None
    with needs_extra("web"):
        from firmware.web.mqtt import read_broker
    password = _find_secret(MQTT_PASSWORD, chosen.mqtt_password_file)
    try:
        return read_broker(chosen.mqtt, socket.gethostname(), password)
    except ValueError as error:
        raise ArgumentsError(at("--mqtt", error, " ")) from None


def _find_secret(name: str, file: Path | None) -> str | None:
    """Return the secret of this name without the space around it. None if there is none.

    file: the file named on the command line. Raise UsageError for a file that cannot be read, or
    that does not have exactly one line.
    """
    credentials = os.environ.get("CREDENTIALS_DIRECTORY")
    if file is None and credentials and name in _names_in(credentials):
        file = Path(credentials, name)
    if file is None:
        return os.environ.get(_VARIABLES[name]) or None
    secret = read_text(str(file)).strip()
    if len(secret.splitlines()) != 1 or len(secret) > LONGEST:
        raise UsageError("{file}: should have one line and nothing else: the {name}", file=str(file), name=name)
    return secret


def _names_in(folder: str) -> list[str]:
    """Return the names of the files in a folder. Raise UsageError."""
    try:
        return [path.name for path in Path(folder).iterdir()]
    except OSError as error:
        raise UsageError("{file}: cannot be read: {why}", file=str(folder), why=str(error.strerror)) from None
