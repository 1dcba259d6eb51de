"""The command ``analyse``: a judgement of every move of a game."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import track

from firmware.commands import print_json
from firmware.commands.options import GAME_RECORD, add_level, add_seed
from firmware.commands.parser import Parser
from firmware.commands.printing import print_grid
from firmware.commands.sheets import record_of
from firmware.games.naming import names_of
from firmware.opponents.analysis import Analyst
from firmware.opponents.levels import USUAL
from firmware.storage.files import beside
from firmware.study.analysis import judge_moves, judged_as_json, swings_as_text
from firmware.study.analysis_tables import table_of_curves, table_of_moves
from firmware.words import N_, Words, told


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``analyse``."""
    command.add_value("file", "RECORD", GAME_RECORD)
    add_level(
        command, told("how long the computer thinks about each move, from 1 to 5 (default: {level})", level=USUAL)
    )
    add_seed(command, N_("the same seed and level give the same judgements (default: 0)"), 0)
    command.add_flag("--json", "one JSON object a line for each move")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``analyse``."""
    record = record_of(chosen.file, words)
    header, position = record.header, record.position
    start = header.start(beside(Path(chosen.file)))
    analyst = Analyst(header.game, len(header.players), chosen.level, str(chosen.seed))
    judged = judge_moves(start, record.moves, analyst)
    if chosen.json:
        for one in judged:
            print_json(judged_as_json(one, position.seats))
        return
    console = Console(stderr=True)
    known = list(
        track(
            judged,
            words("thinking"),
            total=position.plies,
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
    )
    names = names_of(header, position, words)
    print_grid(table_of_moves(known, names, words))
    print()
    print_grid(table_of_curves(known, names, words))
    print()
    print(swings_as_text(known, names, words))
