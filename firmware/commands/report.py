"""The command ``report``: a game from its record, as a file to keep, hang up or send."""

import argparse
from pathlib import Path

from firmware.commands import ArgumentsError, check_writable, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import RECORD_OR_INPUT
from firmware.commands.parser import Parser
from firmware.commands.sheets import record_of
from firmware.storage.files import beside
from firmware.study.game_report import report_of
from firmware.study.report_csv import as_csv
from firmware.study.report_html import as_html
from firmware.words import N_, Words

REPORT_FILES = {".html": as_html, ".csv": as_csv}


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``report``."""
    command.add_value("record", "RECORD", RECORD_OR_INPUT)
    text = N_("file to write: .html, which a browser prints as PDF, or .csv (default: RECORD.html beside the record)")
    command.add_value("--out", "FILE", text, type=types.ending(*REPORT_FILES))


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``report``."""
    out = _path_of(chosen)
    check_writable(out, read=[chosen.record])
    record = record_of(chosen.record, words)
    make = REPORT_FILES[out.suffix.lower()]
    write_file(out, make(report_of(record, beside(Path(chosen.record)), words)))
    print(words("Written: {file}", file=str(out)))


def _path_of(chosen: argparse.Namespace) -> Path:
    """Return the path to write. Raise UsageError where the arguments do not tell it."""
    if chosen.out is not None:
        out: Path = chosen.out
        return out
    if chosen.record == "-":
        raise ArgumentsError(
            "when the record comes from standard input, name the output file, for example --out game.html"
        )
    return Path(f"{chosen.record}.html")
