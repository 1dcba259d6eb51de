"""Helpers that commands share: errors, files, and options of several commands."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

from firmware.storage import files
from firmware.words import N_, Text, Value, message_of

_MISSING = N_("{name} is missing; pip install 'speeltafel[{extra}]'")


class UsageError(Exception):
    """Input that cannot be used.

    Args:
        line: The line to print: an English text with {fields} for these values, a Text, or the error
            that has it. Babel finds the English here.

    Attributes:
        status: The exit status of the program.
    """

    status = 2

    def __init__(self, line: Text | str | Exception, /, **values: Value) -> None:
        if isinstance(line, Exception):
            self.message = Text("{error}", {"error": message_of(line)})
        else:
            self.message = Text(line, values) if isinstance(line, str) else line
        super().__init__(str(self.message))


class ArgumentsError(UsageError):
    """Arguments of a command that cannot be used; the line that is printed begins with the command."""


def at(where: object, error: Exception | Text | str, between: str = ": ") -> Text:
    """Return the message of an error after the place where it occurred."""
    why = message_of(error) if isinstance(error, Exception) else error
    return Text(f"{{where}}{between}{{error}}", {"where": str(where), "error": why})


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Turn the ImportError of a package into the advice to install an extra: an ArgumentsError."""
    try:
        yield
    except ImportError as error:
        raise ArgumentsError(_MISSING, name=str(error.name), extra=extra) from None


def check_installed(extra: str, *packages: str) -> None:
    """Raise ArgumentsError for the first package that is not installed. extra: has them all."""
    for name in packages:
        if find_spec(name) is None:
            raise ArgumentsError(_MISSING, name=name, extra=extra)


def read_file(file: str, most: int = files.LONGEST) -> bytes:
    """Return the bytes in a file, or of standard input where it is ``-``. Raise UsageError.

    most: bytes that it may have.
    """
    try:
        if file == "-":
            return files.read_stream(standard_input().buffer, most)
        return files.read_file(Path(file), most)
    except OSError as error:
        raise UsageError("{file}: cannot be read: {why}", file=file, why=str(error.strerror)) from None


def read_text(file: str) -> str:
    """Return the text in a file, or of standard input where it is ``-``. Raise UsageError."""
    try:
        return read_file(file).decode()
    except UnicodeDecodeError:
        raise UsageError("{file}: is not UTF-8 text", file=file) from None


def standard_input() -> TextIO:
    """Return standard input. Raise UsageError where it was closed."""
    if sys.stdin is None:
        raise UsageError("speeltafel: standard input is closed, so nothing can be read from it")
    return sys.stdin


def typed_lines() -> Iterator[str]:
    """Yield the lines of standard input. Raise UsageError when it is closed or too long."""
    stream, left = standard_input(), files.LONGEST
    while line := stream.readline(left + 1):
        left -= len(line)
        if left < 0:
            raise UsageError("speeltafel: the input is too long; use a shorter file")
        yield line


def check_writable(*paths: Path | None, read: Sequence[str] = ()) -> None:
    """Raise UsageError for a path that cannot be written, or that was named before."""
    named = [os.path.realpath(file) for file in read]
    for path in filter(None, paths):
        target = os.path.realpath(path)
        if target in named and (path.is_file() or not path.exists()):
            raise UsageError("{file}: is given twice; choose another output file", file=str(path))
        named.append(target)
        with writing(path):
            files.check_writable(path)


def unwritable(path: Path, error: OSError) -> UsageError:
    """Return the error of a file that cannot be written."""
    why = str(error.strerror or error)
    return UsageError("{file}: cannot be written: {why}; choose another output file", file=str(path), why=why)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the OSError of writing a file into a UsageError that names it, not its draft beside it."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def write_file(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Write a file, whole or not at all. Raise UsageError.

    mode: its permissions, as in chmod(2).
    """
    with writing(path):
        files.write_whole(path, content, mode=mode)


def print_json(value: dict[str, Any]) -> None:
    """Print an object as a line of JSON, with unprintable characters escaped."""
    text = json.dumps(value, ensure_ascii=False)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
    print(text)
