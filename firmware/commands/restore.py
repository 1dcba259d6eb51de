"""The command ``restore``: all games and settings from a copy."""

import argparse

from firmware.commands import UsageError
from firmware.commands.options import add_data
from firmware.commands.parser import Parser
from firmware.storage.errors import NotEmptyError
from firmware.storage.import_export import restore_store
from firmware.words import Words, message_of


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``restore``."""
    command.add_file("file", "FILE", "file made by backup")
    command.add_flag("--replace", "also when there are games; they are kept in a copy")
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``restore``."""
    try:
        before = restore_store(chosen.file, chosen.store, replaces=chosen.replace)
    except NotEmptyError as error:
        raise UsageError(
            "{error}; --replace puts those of the backup in their place", error=message_of(error)
        ) from None
    print(words("All games and settings are those of {file} now.", file=str(chosen.file)))
    if before is not None:
        print(words("What was there before is in {file}.", file=str(before)))
