"""The command ``score``: where recorded games stand."""

import argparse
from pathlib import Path

from rich.console import Console

from firmware.commands import UsageError, at, check_writable, print_json, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import JSON_PER_FILE, RECORD_OR_INPUT, add_acceptance
from firmware.commands.output import complain
from firmware.commands.parser import Parser
from firmware.commands.sheets import as_proposed, read, record_of, taken
from firmware.sheets import Proposal
from firmware.storage.files import beside, make_folder
from firmware.study.account import Account, account_of
from firmware.study.report import as_json
from firmware.words import Words, told
from firmware.words.terminal import printable
from rules import GameError, Record


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``score``."""
    command.add_value("files", "FILE", RECORD_OR_INPUT, nargs="+")
    command.add_flag("--json", JSON_PER_FILE)
    command.add_flag("--strict", "accept only the exact record format")
    command.add_flag("--all", "report every line that cannot be read, not only the first")
    add_acceptance(command)
    command.add_file("--record", "FILE", "write the record that a score sheet becomes; a folder for several sheets")
    command.add_value("--at", "N", "the score after move N", type=types.whole(0, 999_999_999))


def run(chosen: argparse.Namespace, words: Words) -> int:
    """Carry out ``score``.

    The status is 2 when a line cannot be read, with ``--all`` too, and 3 when a game is proposed
    and not taken.
    """
    if chosen.record is not None:
        return _convert(chosen, words)
    status = 0
    for file in chosen.files:
        found, whole = read(file, words, strict=chosen.strict, every=chosen.all, coded=chosen.json)
        shown = chosen.json and isinstance(found, Proposal) and not found.taken(chosen.accept)
        if isinstance(found, Proposal) and not shown:
            found = taken(file, found, words, accept=chosen.accept)
        _tell(file, found, chosen, words)
        status = max(status, 3 if isinstance(found, Proposal) else 0 if whole else 2)
    return status


def _tell(file: str, found: Record | Proposal, chosen: argparse.Namespace, words: Words) -> None:
    """Print the state of the game in a file. Raise UsageError."""
    record = found.record if isinstance(found, Proposal) else found
    try:
        positions = record.positions(chosen.at, beside(Path(file)))
    except GameError as error:
        raise UsageError(at(file, error)) from None
    if chosen.json:
        more = as_proposed(found) if isinstance(found, Proposal) else {}
        print_json(as_json(file, record.header, positions[-1]) | more)
    else:
        _show(file, account_of(record.header, positions, words))


def _convert(chosen: argparse.Namespace, words: Words) -> int:
    """Write the record of each sheet, and list at the end the sheets in doubt and the sheets without a game.

    A single sheet becomes the named file; several go into that folder under their own names.
    """
    single = len(chosen.files) == 1 and not chosen.record.is_dir()
    left: dict[int, list[str]] = {2: [], 3: []}  # by status
    names = [Path(file).with_suffix(".record").name for file in chosen.files]
    if len({*names}) < len(names):
        raise UsageError(told("two of these sheets would become the same record; rename one"))
    for file, name in zip(chosen.files, names, strict=True):
        path = chosen.record if single else chosen.record / name
        try:
            record = record_of(file, words, accept=chosen.accept, whole=single)
            if not single:
                make_folder(chosen.record)
            check_writable(path, read=[file])
        except UsageError as error:
            if single:
                raise
            complain(words.tell(error.message))
            left[error.status].append(file)
            continue
        write_file(path, record.text)
        print(printable(f"{file}: {path}"))
    if left[3]:
        print(printable(words("not taken, as they are in doubt: {files}", files=", ".join(left[3]))))
    if left[2]:
        print(printable(words("no game is read in: {files}", files=", ".join(left[2]))))
    return 2 if left[2] else 3 if left[3] else 0


def _show(file: str, account: Account) -> None:
    """Print the state of a game."""
    print(f"{printable(file)}: {account.head}")
    if account.board is not None:
        Console(highlight=False).print(account.board, no_wrap=True, overflow="ignore", crop=False)
    print(account.standing)
