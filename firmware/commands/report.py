"""The command ``report``: a game from its record, as a file to keep, hang up or send."""

import argparse
import sys
from pathlib import Path

from firmware.commands import ArgumentsError, check_writable, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import RECORD_OR_INPUT, add_language
from firmware.commands.parser import Parser
from firmware.commands.sheets import record_of
from firmware.storage.files import beside
from firmware.study.game_report import report_of
from firmware.study.report_files import REPORT_FILES, letters_lacking, missing_package, one_page
from firmware.words import Words


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``report``."""
    command.set_defaults(run=run)
    command.add_value("record", "RECORD", RECORD_OR_INPUT)
    command.add_file("--out", "FILE", "file to write: .html, .pdf or .csv (default: RECORD.html beside the record)")
    command.add_value("--page", "N", "only this page, as PDF: 1 is the one to hang up", type=types.count)
    add_language(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``report``."""
    out = _path_of(chosen)
    kind = out.suffix.lower()[1:]
    if kind not in REPORT_FILES:
        raise ArgumentsError(
            "--out {out} should end in one of {can}", out=str(out), can=", ".join(f".{one}" for one in REPORT_FILES)
        )
    if chosen.page is not None and kind != "pdf":
        raise ArgumentsError("--page is for .pdf; {out} has no pages", out=str(out))
    if name := missing_package(kind):
        raise ArgumentsError("{name} is not installed; pip install 'speeltafel[wiring]', or write .html", name=name)
    check_writable(out, read=[chosen.record])
    record = record_of(chosen.record, words)
    report = report_of(record, beside(Path(chosen.record)), words)
    if letters := letters_lacking(report) if kind == "pdf" else "":
        said = words(
            "{file}: no font on this computer has {letters}; they are printed as ?. The HTML report shows them.",
            file=str(out),
            letters=" ".join(letters),
        )
        print(said, file=sys.stderr)
    made = REPORT_FILES[kind](report) if chosen.page is None else one_page(report, chosen.page)
    if made is None:
        raise ArgumentsError("the report of {file} has no page {number}", file=str(chosen.record), number=chosen.page)
    write_file(out, made)
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
    return Path(f"{chosen.record}.{'html' if chosen.page is None else 'pdf'}")
