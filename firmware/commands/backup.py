"""The command ``backup``: a copy of all games and settings."""

import argparse

from firmware.commands import UsageError, check_writable, writing
from firmware.commands.options import add_data
from firmware.commands.parser import Parser
from firmware.storage.import_export import copy_store
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
    with writing(chosen.file):
        copy_store(chosen.store, chosen.file)
    print(words("All games and settings were copied to {file}.", file=str(chosen.file)))
