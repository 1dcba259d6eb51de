"""The commands that ask the computer opponents: ``advise`` and ``analyse``."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import track

from firmware.commands import UsageError, print_json, words_of
from firmware.commands.printing import print_table
from firmware.commands.sheets import record_of
from firmware.games.naming import names_of
from firmware.opponents import advise, find_level
from firmware.opponents.analysis import Analyst
from firmware.storage.files import beside
from firmware.study.advice import advice_as_json, advice_as_text
from firmware.study.analysis import judge_moves, judged_as_json, swings_as_text
from firmware.study.analysis_tables import table_of_curves, table_of_moves


def show_advice(chosen: argparse.Namespace) -> None:
    """Carry out ``advise``."""
    words = words_of("advise", chosen)
    record = record_of(chosen.file, words)
    header, position = record.header, record.position
    if position.to_move is None:
        raise UsageError("{file}: the game is over, so there is no move to advise", file=chosen.file)
    level = find_level(header.game, chosen.level)._replace(noise=0)
    if chosen.simulations is not None:
        level = level._replace(simulations=chosen.simulations)
    advice = advise(position, header.game, level, f"{chosen.seed}/{position.plies}")
    if chosen.json:
        print_json(advice_as_json(advice, header, position, words))
    else:
        print(advice_as_text(advice, header, position, words))


def analyse(chosen: argparse.Namespace) -> None:
    """Carry out ``analyse``."""
    words = words_of("analyse", chosen)
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
    print_table(table_of_moves(known, names, words))
    print()
    print_table(table_of_curves(known, names, words))
    print()
    print(swings_as_text(known, names, words))
