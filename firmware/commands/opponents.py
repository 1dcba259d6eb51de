"""The command that asks the computer opponents: ``advise``."""

import argparse
import random

from firmware.commands import UsageError, print_json, record_of, words_of
from firmware.opponents import LEVELS, advise
from firmware.study.advice import advice_as_json, advice_as_text


def show_advice(chosen: argparse.Namespace) -> None:
    """Carry out ``advise``."""
    words = words_of("advise", chosen)
    record, _ = record_of(chosen.file)
    header, position = record.header, record.position
    if position.to_move is None:
        raise UsageError(f"{chosen.file}: the game is over, so there is no move to advise")
    level = LEVELS[chosen.level]
    if chosen.simulations is not None:
        level = level._replace(simulations=chosen.simulations)
    seed = random.randrange(1_000_000) if chosen.seed is None else chosen.seed
    advice = advise(position, header.game, level, f"{seed}/{position.plies}")
    if chosen.json:
        print_json(advice_as_json(advice, header, position, words))
    else:
        print(advice_as_text(advice, header, position, words))
