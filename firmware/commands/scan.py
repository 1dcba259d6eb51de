"""The command ``scan``: a photograph of a score sheet becomes a game record."""

import argparse
import sys
from pathlib import Path

from firmware.commands import UsageError, at, needs_extra, read_file, write_file
from firmware.commands.options import add_acceptance, add_house_rules, add_names
from firmware.commands.output import complain
from firmware.commands.parser import Parser
from firmware.commands.sheets import PROPOSED, ProposedError
from firmware.words import Words
from rules import GameError, write_record

_LARGEST = 40_000_000  # bytes of a photograph


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``scan``."""
    command.add_value("files", "PHOTO", "a photograph of one page, JPEG or PNG", nargs="+")
    add_names(command)
    add_house_rules(command)
    add_acceptance(command)
    command.add_value("--out", "FILE", "where to write the record (default: standard output)")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``scan``: print which lines to look at, and the record when it is accepted.

    Raises:
        UsageError: The extra is not installed, or no game can be read.
        ProposedError: The game is not accepted yet, or has lines in doubt that are not.
    """
    with needs_extra("scan"):
        from firmware.paper.decoding import UnreadableError, propose
        from firmware.paper.picture import read_page
    pages = []
    for number, file in enumerate(chosen.files):
        try:
            pages.append(read_page(read_file(file, _LARGEST), number))
        except GameError as error:
            raise UsageError(at(file, error)) from None
    try:
        proposal = propose(pages, chosen.names, chosen.option)
    except UnreadableError as error:
        where = _place(chosen.files, error.line, words) if error.line else chosen.files[0]
        raise UsageError(at(where, error)) from None
    except GameError as error:
        raise UsageError(at(chosen.files[0], error)) from None
    for page, file in zip(pages, chosen.files, strict=True):
        for label in page.unread:
            said = words("what is written at {label} is not read; say it with --option", label=words(label))
            complain(f"{file}: {said}")
    for line, meant, perhaps in proposal.doubts:
        said = (
            words("read as {meant}; look whether it is", meant=meant)
            if perhaps is None
            else words("read as {meant}; it may be {perhaps}", meant=meant, perhaps=perhaps)
        )
        complain(f"{_place(chosen.files, line, words)}: {said}")
    header, moves, *_ = proposal.record
    text = write_record(header, moves)
    if chosen.accept != "doubts" and (proposal.doubts or not chosen.accept):
        print(text, end="", file=sys.stderr)
        proposed = words.plural(
            "this game is proposed, with {number} line to look at; check it and say --accept=doubts to take it so",
            "this game is proposed, with {number} lines to look at; check them and say --accept=doubts to take it so",
            len(proposal.doubts),
        )
        raise ProposedError(at(chosen.files[0], proposed if proposal.doubts else PROPOSED))
    if chosen.out is None:
        print(text, end="")
    else:
        write_file(Path(chosen.out), text)


def _place(files: list[str], line: object, words: Words) -> str:
    """Return the place of a line, in words."""
    from firmware.paper.picture import Written

    assert isinstance(line, Written)
    page, entry, _ = line
    where = (
        words("row {row}, column {column}", row=entry.row, column=entry.column)
        if entry.row
        else words("above the table, box {column}", column=entry.column)
    )
    return f"{files[page]}: {where}"
