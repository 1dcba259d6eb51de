"""The command ``analyse``: a judgement of every move of a game."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.text import Text as Styled

from firmware.commands import print_json
from firmware.commands.options import GAME_RECORD, add_level, add_seed
from firmware.commands.parser import Parser
from firmware.commands.printing import print_grid
from firmware.commands.sheets import record_of
from firmware.games.naming import names_of
from firmware.opponents.analysis import Analyst
from firmware.opponents.levels import USUAL
from firmware.storage.files import beside
from firmware.study.analysis import MARKS, JudgedMove, judge_moves, judged_as_json, swings_as_text
from firmware.words import N_, Words, told
from firmware.words.terminal import Grid

_LONGEST = 10  # characters of a name above a column


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
    print_grid(_table_of_moves(known, names, words))
    print()
    print(swings_as_text(known, names, words))


def _table_of_moves(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> Grid:
    """Return a row for each move: the win probabilities after it, a better move, and its mark.

    names: the name of the player of each seat, in the order of the seats.
    """
    called = list(names.values())
    short = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}\u2026" for name in called]
    rows = list[Sequence[str | Styled]]()
    for one in judged:
        judgement = one.judgement
        text, style = MARKS[judgement.mark] if judgement.mark else ("", "")
        rows.append(
            (
                str(one.ply),
                called[judgement.seat],
                one.move,
                one.best if judgement.loss > 0 else "",
                *(words.percent(probability) for probability in judgement.after),
                Styled(f"{words(text)} {words.percent(-judgement.loss)}" if text else "", style),
            )
        )
    headings = ("", words("player"), words("move"), words("better"), *short, "")
    return Grid(headings, rows, {0, *range(4, 4 + len(short))})
