"""The command line ``speeltafel``; the module of a command is imported when it is used.

Exit status: 0 done, 1 when a check has found something, 2 for input that cannot be used (a line on
standard error says what, where and what would do), 3 for a score sheet whose game is proposed and
not taken yet, 130 when interrupted.
"""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from firmware.commands import UsageError
from firmware.commands.arguments import command_line, first_words
from firmware.commands.output import Output, OutputError, written
from firmware.words import UnknownLanguageError, Words, find_words
from firmware.words.terminal import one_line


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may not have all letters of a name
            stream.reconfigure(errors="backslashreplace")
    words = _words(arguments)
    with written(Output):
        return _run(arguments, words)


def _run(arguments: Sequence[str] | None, words: Words) -> int:
    """Run a command line, and return its exit status. words: the language of its errors."""
    try:
        parser = command_line(words)
        if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions, and no command runs
            import_module("argcomplete").autocomplete(parser)
        chosen = parser.parse_args(arguments)
        if chosen.command is None:
            print(first_words(words))
            return 0
        module, _, name = chosen.command.partition(".")
        status = getattr(import_module(f"firmware.commands.{module}"), name)(chosen)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        _complain(words.tell(error.message))
        return error.status
    except KeyboardInterrupt:
        return 130
    except OutputError as error:
        _hush()
        if error.errno == errno.EPIPE:  # the reader has gone, as with `| head`
            return 0
        _complain(words("speeltafel: the output cannot be written: {why}", why=str(error.strerror)))
        return 2
    except OSError as error:  # commands handle the errors of their files: this is another error
        _complain(words("speeltafel: a system call failed: {why}", why=str(error)))
        return 2
    else:
        return status or 0


def _words(arguments: Sequence[str] | None) -> Words:
    """Return the words of the language of a command line, as far as it can be read.

    Programs, which pass --json or --strict, are answered in English.
    """
    if {"--json", "--strict"} & set(sys.argv[1:] if arguments is None else arguments):
        return find_words("en", os.environ)
    asked = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    asked.add_argument("--lang")
    try:
        return find_words(asked.parse_known_args(arguments)[0].lang, os.environ)
    except (argparse.ArgumentError, UnknownLanguageError):
        return find_words("en", os.environ)


def _complain(line: str) -> None:
    """Print an error on standard error, if that is possible."""
    with suppress(OutputError):
        print(one_line(line), file=sys.stderr)


def _hush() -> None:
    """Discard the unprinted output, so that no error is printed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
