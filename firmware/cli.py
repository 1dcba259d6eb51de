"""What can be typed? The command ``speeltafel``.

Exit status: 0 done, 2 for input that cannot be used (one line on standard error says what, where
and what would do), 130 when interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from firmware.commands import UsageError, play, records


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names may have letters that a terminal has not
            stream.reconfigure(errors="backslashreplace")
    try:
        chosen = _parser().parse_args(arguments)
        chosen.command(chosen)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _hush()  # as `| head` expects
    except OSError as error:  # files are answered for where they are used: this is the output
        _hush()
        print(f"speeltafel: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _hush() -> None:
    """Let what is still to be printed go nowhere, so that the end is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str, most: int = 600) -> str:
    """`text` fit for one line of a terminal, whatever somebody's file had in it."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= most else f"{shown[: most - 40]} ... {shown[-35:]}"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="speeltafel", description="A smart table for four classic board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for group in (play, records):
        group.add(commands)
    return parser
