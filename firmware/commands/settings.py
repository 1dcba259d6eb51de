"""The arguments of ``run`` and ``serve`` as settings of a table."""

import argparse
import os
from pathlib import Path

from firmware.app.service import POWER_OFF
from firmware.app.settings import Settings
from firmware.commands import ArgumentsError
from firmware.commands.own_map import pins_beside
from firmware.words import Words
from wiring import read_pins


def settings_of(chosen: argparse.Namespace, words: Words) -> Settings:
    """Return the settings of the command line. Raise UsageError where its arguments clash."""
    if chosen.game is None and (chosen.option or chosen.players):
        raise ArgumentsError("--players and --option need a GAME")
    if chosen.players is not None and len(chosen.names or ()) > chosen.players:
        raise ArgumentsError("--names lists more names than --players")
    pins = pins_beside(chosen.store) if chosen.table in ("pi", "emulated") else read_pins()
    return Settings(
        table=chosen.table,
        store=chosen.store,
        words=words,
        game=chosen.game,
        players=chosen.players,
        names=tuple(chosen.names or ()),
        options=chosen.option,
        offer_unfinished=not chosen.new,
        assistance=chosen.without,
        computers=chosen.computer,
        voice=chosen.voice,
        only=next(iter(pins.pieces)) if len(pins.pieces) == 1 else None,
        power_off=Path(os.environ[POWER_OFF]) if os.environ.get(POWER_OFF) else None,
    )
