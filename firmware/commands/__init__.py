"""What the commands share: their errors, their files, and the arguments of several of them."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

from firmware.opponents.levels import LEVELS
from firmware.output.assistance import Assistance
from firmware.simulation.miswired_table import MISWIRED
from firmware.storage import files
from firmware.storage.computers import read_computers
from firmware.words import (
    LANGUAGES,
    Text,
    UnknownLanguageError,
    Words,
    find_words,
    said,
    spell,
    told,
)
from firmware.words.terminal import one_line
from hal import Layer
from rules import (
    NAMES,
    MalformedError,
    ProposalError,
    Reading,
    Record,
    RecordError,
    check_name,
    read_record,
)
from wiring import COLUMNS, ROWS


class UsageError(Exception):
    """Input that cannot be used; `message` is the line to print, which can be translated."""

    def __init__(self, line: Text | str) -> None:
        super().__init__(str(line))
        self.message = line


def at(where: object, error: Exception | Text | str, between: str = ": ") -> Text:
    """Return what an error says behind where it is."""
    why = said(error) if isinstance(error, Exception) else error
    return Text(f"{{where}}{between}{{error}}", {"where": str(where), "error": why})


def speaks(
    command: argparse.ArgumentParser, words: Words, default: str | None = argparse.SUPPRESS
) -> None:
    """Add the option ``--lang`` to a command.

    default: None for the program itself; the commands below it take the option, too.
    """
    command.add_argument(
        "--lang", metavar="LANG", default=default,
        help=words("language of the output: {can} (default: from $LANGUAGE, $LC_ALL, $LC_MESSAGES "
                   "or $LANG)", can=", ".join(LANGUAGES)),
    )  # fmt: skip


def keeps(command: argparse.ArgumentParser, words: Words, default: str | None = None) -> None:
    """Add the option ``--data`` to a command.

    default: argparse.SUPPRESS below a command that has the option, too, so that either takes it.
    """
    command.add_argument(
        "--data", type=Path, metavar="FOLDER", default=default,
        help=words("folder for saved games and settings (default: $SPEELTAFEL_DATA, else the "
                   "data folder of your system)"),
    )  # fmt: skip


def wired(command: argparse.ArgumentParser, words: Words) -> None:
    """Add the option ``--wiring`` to a command."""
    command.add_argument(
        "--wiring", type=Path, metavar="FILE",
        help=words("how this table is wired, like the table.toml of the program, or `starter` for "
                   "the starter build; it is kept with the games and counts from now on"),
    )  # fmt: skip


def words_of(command: str, chosen: argparse.Namespace) -> Words:
    """Return the words of the chosen language. Raises UsageError."""
    try:
        return find_words(chosen.lang, os.environ)
    except UnknownLanguageError as error:
        raise UsageError(at(f"speeltafel {command}: --lang", error, " ")) from None


def options_of(command: str, texts: Sequence[str], argument: str = "--option") -> dict[str, str]:
    """Return what was given to an argument as NAME=VALUE. Raises UsageError."""
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            why = told("{text!r} should look like NAME=VALUE", text=text)
            if equals:
                why = told("{text!r} is given twice", text=text)
            raise UsageError(at(f"speeltafel {command}: {argument}", why, " "))
        options[name] = value
    return options


def milliseconds(text: str) -> int:
    """Parse seconds with at most three decimals; return milliseconds."""
    whole, _, part = text.partition(".")
    digits = whole + part
    if not (digits.isdecimal() and digits.isascii() and whole and len(part) <= 3):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be seconds like 5 or 0.125", text=text)
        )
    return int(whole[:12]) * 1000 + int(part.ljust(3, "0"))


def speed(text: str) -> float:
    """Parse a speed: how many times as fast as life."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0
    if not 0.01 <= speed <= 10_000:
        raise argparse.ArgumentTypeError(
            told("{text!r} should be a number from 0.01 to 10000", text=text)
        )
    return speed


def assistance(text: str) -> Assistance:
    """Parse names of aids; return all assistance but those."""
    unknown = [name for name in text.split(",") if name not in Assistance._fields]
    if unknown:
        raise argparse.ArgumentTypeError(
            told(
                "{text!r} should be one of {can}",
                text=unknown[0],
                can=", ".join(Assistance._fields),
            )
        )
    return Assistance(**dict.fromkeys(text.split(","), False))


def cells(text: str) -> tuple[tuple[int, int], ...]:
    """Parse rows and columns of cells."""
    places = []
    for part in text.split(";"):
        row, _, column = part.partition(",")
        digits = row.isdecimal() and column.isdecimal()
        if not (digits and int(row) < ROWS and int(column) < COLUMNS):
            raise argparse.ArgumentTypeError(
                told("{text!r} should look like 3,4: row 0-7, column 0-11", text=part)
            )
        places.append((int(row), int(column)))
    return tuple(places)


def layers(text: str) -> tuple[str, ...]:
    """Parse names of the contacts of a cell."""
    known = [layer.value for layer in Layer]
    for name in text.split(","):
        if name not in known:
            raise argparse.ArgumentTypeError(
                told("{text!r} should be one of {can}", text=name, can=", ".join(known))
            )
    return tuple(text.split(","))


def miswired(text: str) -> tuple[str, ...]:
    """Parse what is wired wrong at a simulated table."""
    for name in text.split(","):
        if name not in MISWIRED:
            raise argparse.ArgumentTypeError(
                told("{text!r} should be one of {can}", text=name, can=", ".join(MISWIRED))
            )
    return tuple(text.split(","))


def quiet(text: str) -> float:
    """Parse the seconds for which nobody touches the table."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(
            told("{text!r} should be seconds from 0 to 3600", text=text)
        )
    return seconds


def names(text: str) -> tuple[str, ...]:
    """Parse the names of the players, in the order of their seats."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be different names with a comma between", text=text)
        )
    try:
        for name in names:
            check_name(name)
    except MalformedError as error:
        raise argparse.ArgumentTypeError(said(error)) from None
    return names


def plies(text: str) -> int:
    """Parse the number of a move."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 9):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be the number of a move, from 0", text=text)
        )
    return int(text)


def port(text: str) -> int:
    """Parse a TCP port, 0 for any."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 5 and int(text) < 65536):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be a number from 0 to 65535", text=text)
        )
    return int(text)


def public_url(text: str) -> str:
    """Parse the address of a page that a reverse proxy shows."""
    try:
        parts = urlsplit(text)
        named = parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, half an IPv6 address
        named = False
    if not named or parts.scheme not in ("http", "https") or parts.path.strip("/") or "?" in text:
        raise argparse.ArgumentTypeError(
            told("{text!r} should look like https://table.example", text=text)
        )
    return text.rstrip("/") + "/"


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Parse addresses, or networks such as 10.0.0.0/8."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            told(
                "{text!r} should be addresses with a comma between, as 127.0.0.1,10.0.0.0/8",
                text=text,
            )
        ) from None


def pin(text: str) -> str:
    """Parse the PIN that lets a browser touch the table."""
    if not (text.isdecimal() and text.isascii() and 6 <= len(text) <= 12):
        raise argparse.ArgumentTypeError(told("a PIN should be 6 to 12 digits"))
    return text


def game(text: str) -> str:
    """Parse the name of a game, also as it may be typed: Forum-Romanum."""
    name = "_".join(text.lower().replace("-", " ").split())
    return name if name in NAMES else text


def seed(text: str) -> int:
    """Parse the seed of a simulated game."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 18):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be a whole number of up to 18 digits", text=text)
        )
    return int(text)


def computers(text: str) -> dict[str, int]:
    """Parse the seats that the computer plays, with their levels."""
    try:
        return read_computers(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(said(error)) from None


def levels(text: str) -> tuple[int, ...]:
    """Parse the levels of the players of simulated games."""
    parts = text.split(",")
    known = {str(level): level for level in LEVELS}
    for part in parts:
        if part not in known:
            raise argparse.ArgumentTypeError(
                told(
                    "{text!r} should be a level for each player, {least} to {most}, as in 3,1,1",
                    text=text,
                    least=min(LEVELS),
                    most=max(LEVELS),
                )
            )
    return tuple(known[part] for part in parts)


def count(text: str) -> int:
    """Parse a number of games or of processes."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be a whole number from 1", text=text)
        )
    return int(text)


def scheduler(text: str) -> str:
    """Parse the address of a Dask scheduler."""
    try:
        parts = urlsplit(text)
        named = parts.scheme in ("tcp", "tls") and parts.hostname and parts.port
    except ValueError:  # a port that is no number
        named = False
    if not named:
        raise argparse.ArgumentTypeError(
            told("{text!r} should look like tcp://192.168.1.5:8786", text=text)
        )
    return text


def simulations(text: str) -> int:
    """Parse a number of simulations."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 7):
        raise argparse.ArgumentTypeError(
            told("{text!r} should be a whole number of up to 7 digits", text=text)
        )
    return int(text)


def read_file(file: str, most: int = files.LONGEST) -> bytes:
    """Return the bytes in a file, or of standard input where it is ``-``. Raises UsageError.

    most: bytes that it may have.
    """
    try:
        if file == "-":
            return files.read_stream(standard_input().buffer, most)
        return files.read_file(Path(file), most)
    except OSError as error:
        raise UsageError(
            told("{file}: cannot be read: {why}", file=file, why=str(error.strerror))
        ) from None


def standard_input() -> TextIO:
    """Return what is typed or piped in. Raises UsageError where it was closed."""
    if sys.stdin is None:
        raise UsageError(
            told("speeltafel: standard input is closed, so nothing can be read from it")
        )
    return sys.stdin


def typed_lines() -> Iterator[str]:
    """Yield the lines of standard input. Raises UsageError when it is closed or does not end."""
    stream, left = standard_input(), files.LONGEST
    while line := stream.readline(left + 1):
        left -= len(line)
        if left < 0:
            raise UsageError(told("speeltafel: the input is too long; use a shorter file"))
        yield line


def check_writable(*paths: Path | None, read: Sequence[str] = ()) -> None:
    """Raise UsageError for a path that cannot be written, or that was named before."""
    named = [os.path.realpath(file) for file in read]
    for path in filter(None, paths):
        target = os.path.realpath(path)
        if target in named and (path.is_file() or not path.exists()):
            raise UsageError(
                told("{file}: is given twice; choose another output file", file=str(path))
            )
        named.append(target)
        try:
            files.check_writable(path)
        except OSError as error:
            raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> UsageError:
    """Return what to say of a file that cannot be written."""
    why = str(error.strerror or error)
    return UsageError(
        told(
            "{file}: cannot be written: {why}; choose another output file", file=str(path), why=why
        )
    )


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, whole or not at all. Raises UsageError."""
    try:
        files.write_whole(path, content)
    except OSError as error:
        raise UsageError(
            told("{file}: cannot be written: {why}", file=str(path), why=str(error.strerror))
        ) from None


def record_of(
    file: str,
    words: Words,
    *,
    strict: bool = False,
    every: bool = False,
    accept: bool = False,
    coded: bool = False,
) -> tuple[Record, bool]:
    """Return the game record in a file, and whether all of it could be read.

    What was read in another way than it is written is said on standard error.

    Args:
        file: a path, or ``-`` for standard input.
        words: in which people are told.
        strict: whether only the exact format is read.
        every: whether to say of every line that it cannot be read, and return what is above them.
        accept: whether a game is taken for which lines had to be changed.
        coded: whether what is said is for programs: in English.

    Raises:
        UsageError: it cannot be read.

    """
    reading = Reading(strict=strict, every=every, accept=accept, spell=spell)
    if coded:
        words = find_words("en", {})

    def why(error: RecordError) -> str:
        return str(error) if strict else words.tell(error.plain)

    def say_all() -> None:
        lines = [(line, words.tell(note)) for line, note in reading.notes.items()]
        lines += [(error.line, why(error)) for error in reading.faults]
        for line, text in sorted(lines):
            print(one_line(f"{file}:{line}: {text}"), file=sys.stderr)

    try:
        record = read_record(read_file(file), files.beside(Path(file)), reading)
    except ProposalError as error:
        say_all()
        proposed = words.plural(
            "it can be read with {number} changed line; check it and say --accept to take it so",
            "it can be read with {number} changed lines; check them and say --accept to take it so",
            len(error.changed),
        )
        raise UsageError(f"{file}:{error.line}: {why(error)}; {proposed}") from None
    except RecordError as error:
        say_all()
        raise UsageError(f"{file}:{error.line}: {why(error)}") from None
    say_all()
    return record, not reading.faults


def print_json(value: dict[str, Any]) -> None:
    """Print an object as one line of JSON, what a terminal cannot print of it escaped."""
    text = json.dumps(value, ensure_ascii=False)
    print("".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text))
