"""The command ``replay``: recorded traces of contacts through the whole firmware."""

import argparse
from pathlib import Path

from firmware.commands import ArgumentsError, UsageError, at, check_writable, print_json, read_file, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import JSON_PER_FILE
from firmware.commands.output import complain
from firmware.commands.parser import Parser
from firmware.simulation.replay import replay
from firmware.storage.files import LONGEST_TRACE, beside
from firmware.study.explain import Explanations
from firmware.study.report import as_json, as_text
from firmware.words import Words, message_of
from firmware.words.terminal import printable
from hal import TraceError, read_trace
from hal.trace import SECOND
from rules import RecordError, write_record


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``replay``."""
    command.add_value("files", "TRACE", "a sensor trace", nargs="+")
    command.add_flag("--json", JSON_PER_FILE)
    command.add_file("--record", "OUT", "save the game record")
    command.add_flag(
        "--explain",
        "show why each move was recognised: what each touch was taken for, its cost, "
        "the runner-up and the margin; and what each question was about",
    )
    command.add_value("--rate", "HZ", "scan rate in scans per second", type=types.whole(50, 1000), default=100)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``replay``."""
    if chosen.record is not None and len(chosen.files) > 1:
        raise ArgumentsError("--record takes one TRACE at a time")
    check_writable(chosen.record, read=chosen.files)
    for file in chosen.files:
        explanations = Explanations()
        try:
            session, warnings = replay(
                read_trace(read_file(file, LONGEST_TRACE)), chosen.rate, beside(Path(file)), explanations.tell
            )
        except (TraceError, RecordError) as error:
            why = error.plain if isinstance(error, RecordError) else message_of(error)
            where = f"{file}:{error.line}"
            raise UsageError(at(where, why)) from None
        moves = [ply.line for ply in session.plies]
        for warning in warnings:
            complain(f"{file}: {words(warning.text, **warning.values)}")
        if chosen.json:
            print_json(
                as_json(file, session.header, session.position)
                | {
                    "record": moves,
                    "committed": [ply.at / SECOND for ply in session.plies],
                    "questions": session.questions,
                    "corrections": session.corrections,
                    "pending": session.pending,
                }
                | (explanations.as_json() if chosen.explain else {})
            )
        else:
            if chosen.explain:
                print(explanations.as_text())
            else:
                for ply in session.plies:
                    print(f"{ply.at / SECOND:9.3f}  {ply.line}")
            print(f"{printable(file)}: {as_text(session.header, session.position, words)}")
        if chosen.record is not None:
            write_file(chosen.record, write_record(session.header, session.match.lines))
