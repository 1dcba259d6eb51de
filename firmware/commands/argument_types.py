"""The types of arguments: each function turns a typed text into a value for argparse.

Each raises argparse.ArgumentTypeError, which says what the text should be.
"""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection
from contextlib import suppress
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from firmware.app.settings import IN_MEMORY, SCREEN
from firmware.opponents.levels import LEVELS
from firmware.output.assistance import Assistance
from firmware.storage.place import path_of
from firmware.words import Number, message_of, told
from hal import Layer
from hal.tables import OWN, table_names
from rules import NAMES, MalformedError, check_name
from wiring import COLUMNS, ROWS

# Files and tables


def ending(*endings: str) -> Callable[[str], Path]:
    """Return the type of a file with any of these endings, in small or capital letters."""

    def read(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() not in endings:
            raise ArgumentTypeError(told("{text!r} should end in one of {can}", text=text, can=", ".join(endings)))
        return path

    return read


def table(text: str) -> str:
    """Return a table: ``NAME`` or ``NAME:WHERE``, see :mod:`hal.tables`, or a table in memory."""
    return _table(text, IN_MEMORY)


def table_or_screen(text: str) -> str:
    """Return a table, or `SCREEN` for games without a table."""
    return _table(text, (SCREEN, *IN_MEMORY))


def real_table(text: str) -> str:
    """Return a table that people touch."""
    return _table(text, ())


def _table(text: str, others: Collection[str]) -> str:
    name = text.partition(":")[0]
    if text in others or name in OWN:
        return text  # without a search of all packages, which takes a while
    names = [*others, *table_names()]
    if name in names and name not in others:
        return text
    for near in get_close_matches(name, names, 1):
        raise ArgumentTypeError(told("there is no {given}; did you mean {near}?", given=text, near=near))
    raise ArgumentTypeError(told("there is no table {text!r}; there is: {can}", text=text, can=", ".join(names)))


def parts(text: str) -> tuple[str, ...]:
    """Return the names of parts, separated by commas, which names may contain: ``U1,diode3,7``."""
    return tuple(re.split(r",(?=\D)", text))


def store(text: str) -> Path:
    """Return the path of the store in a folder."""
    return path_of(Path(text), {})


# Numbers


def milliseconds(text: str) -> int:
    """Return milliseconds of a text in seconds with at most three decimals."""
    whole, _, part = text.partition(".")
    if not (_is_number(whole + part) and whole and len(part) <= 3):
        raise ArgumentTypeError(told("{text!r} should be seconds like 5 or 0.125", text=text))
    return int(whole[:12]) * 1000 + int(part.ljust(3, "0"))


def number(least: float, most: float) -> Callable[[str], float]:
    """Return the type of a number within these bounds."""

    def read(text: str) -> float:
        with suppress(ValueError):
            if least <= float(text) <= most:
                return float(text)
        raise ArgumentTypeError(
            told(
                "{text!r} should be a number from {least} to {most}", text=text, least=Number(least), most=Number(most)
            )
        )

    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return the type of a whole number within these bounds."""

    def read(text: str) -> int:
        if _is_number(text) and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        why = told("{text!r} should be a whole number from {least} to {most}", text=text, least=least, most=most)
        raise ArgumentTypeError(why)

    return read


count = whole(1, 999_999_999)
port = whole(0, 65535)


def pin(text: str) -> str:
    """Return the PIN that lets a browser touch the table."""
    if not (_is_number(text) and 6 <= len(text) <= 12):
        raise ArgumentTypeError(told("a PIN should be 6 to 12 digits"))
    return text


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii()


# Names


def game(text: str) -> str:
    """Return the name of a game, also from a spelling like Forum-Romanum."""
    name = "_".join(text.lower().replace("-", " ").split())
    return name if name in NAMES else text


def names(text: str) -> tuple[str, ...]:
    """Return the names of the players, in the order of their seats."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise ArgumentTypeError(told("{text!r} should be different names with a comma between", text=text))
    try:
        for name in names:
            check_name(name)
    except MalformedError as error:
        raise ArgumentTypeError(message_of(error)) from None
    return names


def assistance(text: str) -> Assistance:
    """Return all assistance except the named aids."""
    return Assistance(**dict.fromkeys(_some_of(text, Assistance._fields), False))


def layers(text: str) -> tuple[str, ...]:
    """Return the names of layers: kinds of contacts of a cell."""
    return _some_of(text, [layer.value for layer in Layer])


def _some_of(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the names in a text, all of them known."""
    names = tuple(text.split(","))
    for name in names:
        if name not in known:
            can = ", ".join(known)
            raise ArgumentTypeError(told("{text!r} should be one of {can}", text=name, can=can))
    return names


def cells(text: str) -> tuple[tuple[int, int], ...]:
    """Return rows and columns of cells."""
    places = []
    for part in text.split(";"):
        row, _, column = part.partition(",")
        digits = row.isdecimal() and column.isdecimal()
        if not (digits and int(row) < ROWS and int(column) < COLUMNS):
            raise ArgumentTypeError(told("{text!r} should look like 3,4: row 0-7, column 0-11", text=part))
        places.append((int(row), int(column)))
    return tuple(places)


def computers(text: str) -> dict[str, int]:
    """Return seat -> level of the seats that the computer plays, from ``white:3,pink:5``."""
    chosen: dict[str, int] = {}
    for part in text.split(","):
        seat, _, level = part.partition(":")
        if level not in map(str, LEVELS) or not seat or seat in chosen:
            bounds = {"least": min(LEVELS), "most": max(LEVELS)}
            why = told("{text!r} should be a seat and its level, {least} to {most}, as in 2:4", text=part, **bounds)
            raise ArgumentTypeError(why)
        chosen[seat] = int(level)
    return chosen


def levels(text: str) -> tuple[int, ...]:
    """Return the levels of the players of simulated games."""
    parts = text.split(",")
    if not {*parts} <= {*map(str, LEVELS)}:
        bounds = {"least": min(LEVELS), "most": max(LEVELS)}
        why = told("{text!r} should be a level for each player, {least} to {most}, as in 3,1,1", text=text, **bounds)
        raise ArgumentTypeError(why)
    return tuple(map(int, parts))


# Addresses


def public_url(text: str) -> str:
    """Return the address of a page that a reverse proxy shows."""
    parts = _address(text, "http", "https")
    if parts is None or parts.port == 0 or parts.path.strip("/") or "?" in text:
        why = told("{text!r} should look like https://table.example", text=text)
        raise ArgumentTypeError(why)
    return text.rstrip("/") + "/"


def host_name(text: str) -> str:
    """Return the name of a host, without scheme and port."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,252}", text):
        raise ArgumentTypeError(told("{text!r} should look like table.lan", text=text))
    return text.rstrip(".")


def scheduler(text: str) -> str:
    """Return the address of a Dask scheduler."""
    parts = _address(text, "tcp", "tls")
    if parts is None or not parts.port:
        why = told("{text!r} should look like tcp://192.168.1.5:8786", text=text)
        raise ArgumentTypeError(why)
    return text


def _address(text: str, *schemes: str) -> SplitResult | None:
    """Return the parts of an address with a host and a listed scheme. None for others."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:  # a port that is no number, half an IPv6 address
        return None
    return parts if parts.scheme in schemes and parts.hostname else None


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return addresses, or networks such as 10.0.0.0/8."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(","))
    except ValueError:
        why = told("{text!r} should be addresses with a comma between, as 127.0.0.1,10.0.0.0/8", text=text)
        raise ArgumentTypeError(why) from None
