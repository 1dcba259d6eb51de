"""The command ``advise``: the move that the computer would play."""

import argparse

from firmware.commands import UsageError, print_json
from firmware.commands import argument_types as types
from firmware.commands.options import GAME_RECORD, add_level, add_seed
from firmware.commands.parser import Parser
from firmware.commands.printing import print_grid
from firmware.commands.sheets import record_of
from firmware.games.naming import names_of
from firmware.opponents import advise, find_level
from firmware.opponents.levels import USUAL
from firmware.output.reasons import why
from firmware.words import N_, Words, told
from firmware.words.terminal import Grid


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``advise``."""
    command.add_value("file", "RECORD", GAME_RECORD)
    add_level(command, told("playing strength, from 1 for a child to 5 (default: {level})", level=USUAL))
    text = N_("thinking time in simulations (default: that of the level)")
    command.add_value("--simulations", "S", text, type=types.whole(0, 9_999_999))
    add_seed(command, N_("the same seed and simulations give the same move (default: 0)"), 0)
    command.add_flag("--json", "one JSON object")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``advise``."""
    record = record_of(chosen.file, words)
    header, position = record.header, record.position
    if position.to_move is None:
        raise UsageError("{file}: the game is over, so there is no move to advise", file=chosen.file)
    level = find_level(header.game, chosen.level)._replace(noise=0)
    if chosen.simulations is not None:
        level = level._replace(simulations=chosen.simulations)
    advice = advise(position, header.game, level, f"{chosen.seed}/{position.plies}")
    shares = dict(zip(position.seats, advice.win_probabilities, strict=True))
    reasons = why(advice, position, header.game, words)
    if chosen.json:
        seat = position.seats[advice.seat]
        print_json({"move": advice.move, "seat": seat, "result": shares, "line": list(advice.line), "why": reasons})
        return
    print(advice.move)
    for reason in reasons:
        print(f"  {reason}")
    if len(advice.line) > 1:
        print("  " + words("then: {moves}", moves=" ".join(advice.line[1:])))
    names = names_of(header, position, words)
    print_grid(Grid(("", ""), [(names[seat], words.percent(share)) for seat, share in shares.items()], {1}))
