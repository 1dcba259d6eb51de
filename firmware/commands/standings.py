"""The command ``standings``: the ranking over all saved games."""

import argparse
from contextlib import suppress
from functools import partial

from firmware.commands.games import say_damage
from firmware.commands.options import add_data, add_game
from firmware.commands.parser import Parser
from firmware.commands.printing import print_grid
from firmware.games.kit import find_kit
from firmware.games.naming import called
from firmware.storage.errors import NothingKeptError
from firmware.storage.standings import as_csv, standings
from firmware.storage.store import Store
from firmware.storage.values import Standing
from firmware.words import N_, Words
from firmware.words.terminal import Grid


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``standings``."""
    add_game(command, N_("only this game"), "--game")
    command.add_value("--player", "NAME", "only this player")
    command.add_flag("--csv", "as comma-separated values")
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``standings``."""
    found = list[Standing]()
    with suppress(NothingKeptError), Store(chosen.store, writes=False) as store:
        found = standings(store, game=chosen.game, player=chosen.player, damaged=partial(say_damage, words))
    if chosen.csv:
        print(as_csv(found), end="")
        return
    if not found:
        print(words("No finished games found."))
        return
    headings = (
        words("game"),
        words("player"),
        words("played"),
        words("won"),
        words("drawn"),
        words("points"),
        words("best"),
        words("average"),
        words("rating"),
    )
    rows = [
        (
            words(find_kit(one.game).about.title),
            words("computer, level {level}", level=str(one.level))
            if one.level
            else called(one.game, "", one.player, words),
            *map(str, (one.played, one.won, one.drawn, one.points, one.best)),
            words.number(one.average, digits=1),
            "-" if one.rating is None else f"{one.rating:.0f} ± {one.uncertainty:.0f}",
        )
        for one in found
    ]
    print_grid(Grid(headings, rows))
