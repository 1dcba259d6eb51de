"""The command ``perft``: counts the continuations of a game, to test its rules."""

import argparse
from pathlib import Path

from firmware.commands import ArgumentsError, UsageError
from firmware.commands import argument_types as types
from firmware.commands.options import add_game, add_house_rules, add_players
from firmware.commands.parser import Parser
from firmware.commands.sheets import record_of
from firmware.storage.files import under
from firmware.words import N_, Words, find_words, told
from rules import NAMES, Position, find_game
from rules.perft import divide, perft


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``perft``."""
    add_game(command, told("game to count in: {games}", games=", ".join(NAMES)))
    command.add_value("depth", "DEPTH", "number of moves ahead", type=types.whole(0, 999))
    add_players(command)
    add_house_rules(command)
    command.add_value("--record", "FILE", "count from the end of this game record")
    text = N_("seconds between moves (hourglass only; default: 5)")
    command.add_value("--interval", "S", text, type=types.milliseconds, default=5000)
    command.add_flag("--divide", "one count per first move")


def run(chosen: argparse.Namespace, _: Words) -> None:
    """Carry out ``perft``."""
    position = _perft_start(chosen)
    if chosen.divide and chosen.depth:
        total = 0
        for move, count in divide(position, chosen.depth, chosen.interval):
            print(move, count)
            total += count
        print(total)
    else:
        print(perft(position, chosen.depth, chosen.interval))


def _perft_start(chosen: argparse.Namespace) -> Position:
    if chosen.record is not None:
        if chosen.players is not None or chosen.option:
            raise ArgumentsError("the record says who plays by which options")
        record = record_of(chosen.record, find_words("en", {}))
        if record.header.game != chosen.game:
            raise UsageError("{record}: this is a game of {game}", record=chosen.record, game=record.header.game)
        return record.position
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        if len(game.players) > 1:
            raise ArgumentsError(
                "{name} needs --players {low}-{high}", name=game.name, low=game.players[0], high=game.players[-1]
            )
        players = game.players[0]
    return game.start(players, chosen.option, under(Path()))
