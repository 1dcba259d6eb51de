"""The command ``backup``: a copy of all games and settings."""

import argparse
import os

from firmware.commands import UsageError, check_writable, unwritable
from firmware.commands.options import add_data
from firmware.commands.parser import Parser
from firmware.storage.import_export import copy_store
from firmware.storage.place import path_of
from firmware.words import Words


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``backup``."""
    command.add_file("file", "FILE", "file for the copy")
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``backup``."""
    if chosen.file.exists():
        raise UsageError("{file}: exists already; choose another file", file=str(chosen.file))
    check_writable(chosen.file)
    try:
        copy_store(path_of(chosen.data, os.environ), chosen.file)
    except OSError as error:
        raise unwritable(chosen.file, error) from None
    print(words("All games and settings were copied to {file}.", file=str(chosen.file)))
