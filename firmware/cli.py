"""The command line ``speeltafel``; the module of a command is imported when it is used.

Exit status: 0 done, 1 when a check has found something, 2 for input that cannot be used (a line on
standard error says what, where and what would do), 3 for a score sheet whose game is proposed and
not taken yet, 130 when interrupted.
"""

import argparse
import errno
import os
import sys
from collections.abc import Container, Sequence
from importlib import import_module
from io import TextIOWrapper

from firmware.app.errors import TableError
from firmware.commands import ArgumentsError, UsageError
from firmware.commands.output import Output, OutputError, complain, written
from firmware.commands.parser import Parser, Version, speaking, texts_of_argparse
from firmware.storage.errors import StoreError
from firmware.words import LANGUAGES, N_, Words, find_words, message_of
from hal import OpenError
from rules import GameError
from wiring import WiringError

COMMANDS = {
    "demo": N_("watch simulated people play a whole game"),
    "run": N_("play at a real table, or at a simulated one by typing moves"),
    "serve": N_("play in a browser, on screens or at a table"),
    "site": N_("write a folder that plays in any browser, without a server"),
    "score": N_("show the score of recorded games"),
    "report": N_("make a report of a game to keep, print or send"),
    "scan": N_("read photographs of a score sheet that was printed here"),
    "replay": N_("replay recorded sensor traces"),
    "advise": N_("show what the computer would play"),
    "analyse": N_("judge every move of a game"),
    "perft": N_("count the possible continuations of a game, to test the rules"),
    "simulate": N_("let the computer play thousands of games"),
    "games": N_("list, show, export, import, check, resume or delete saved games"),
    "standings": N_("show the ranking over all saved games"),
    "backup": N_("copy all games and settings to a file, also while a table runs"),
    "restore": N_("take all games and settings from such a file"),
    "check": N_("test every contact, lamp and key of a table"),
    "calibrate": N_("measure how long each hourglass runs"),
    "service": N_("start the table automatically when the Pi is switched on"),
    "wiring": N_("write the drawings, parts lists and printable sheets"),
}
"""The commands, each the name of a module of ``firmware.commands``, with its line of help."""


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
        with texts_of_argparse(words):
            completes = "_ARGCOMPLETE" in os.environ  # a shell asks for completions, and no command runs
            parser = command_line(words, os.environ["COMP_LINE"].split() if completes else ())
            if completes:
                import_module("argcomplete").autocomplete(parser)
            chosen = parser.parse_args(arguments)
        if chosen.command is None:
            parser.print_help()
            return 0
        status = chosen.run(chosen, find_words(chosen.lang, os.environ))
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        where = f"speeltafel {chosen.command}: " if isinstance(error, ArgumentsError) else ""
        complain(where + words.tell(error.message))
        return error.status
    except StoreError as error:  # its message begins with the file
        complain(words.tell(message_of(error)))
        return 2
    except (GameError, OpenError, TableError, WiringError) as error:
        complain(f"speeltafel {chosen.command}: {words.tell(message_of(error))}")
        return 2
    except KeyboardInterrupt:
        return 130
    except OutputError as error:
        _hush()
        if error.errno == errno.EPIPE:  # the reader has gone, as with `| head`
            return 0
        complain(words("speeltafel: the output cannot be written: {why}", why=str(error.strerror)))
        return 2
    except OSError as error:  # commands handle the errors of their files: this is another error
        complain(words("speeltafel: a system call failed: {why}", why=str(error)))
        return 2
    else:
        return status or 0


def command_line(words: Words, typed: Container[str] = ()) -> Parser:
    """Return the parser of a whole command line, with help in these words.

    Its result has ``run``, the function of the command; ``command`` is None where none was typed.
    typed: the commands whose modules are read at once, and not only when they are parsed.
    """
    parser = speaking(words)(prog="speeltafel", description=words("A smart table for four classic board games."))
    parser.add_language(None)
    parser.add_argument("--version", action=Version, nargs=0, help=words("print the version"))
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for name, text in COMMANDS.items():
        command = commands.add_parser(name, help=words(text))
        command.module = name
        if name in typed:
            command.load()
    return parser


def _words(arguments: Sequence[str] | None) -> Words:
    """Return the words of the language of a command line, as far as it can be read.

    Programs, which pass --json or --strict, are answered in English.
    """
    if {"--json", "--strict"} & set(sys.argv[1:] if arguments is None else arguments):
        return find_words("en", os.environ)
    asked = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    asked.add_argument("--lang", choices=LANGUAGES)
    try:
        return find_words(asked.parse_known_args(arguments)[0].lang, os.environ)
    except argparse.ArgumentError:
        return find_words("en", os.environ)


def _hush() -> None:
    """Discard the unprinted output, so that no error is printed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
