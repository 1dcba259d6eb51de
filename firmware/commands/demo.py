"""The command ``demo``: simulated people play a whole game."""

import argparse
import random
import sys
from pathlib import Path

from firmware.app.host import local_time
from firmware.commands import ArgumentsError, check_writable, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import add_assistance, add_computers, add_game, add_house_rules, add_players, add_seed
from firmware.commands.parser import Parser
from firmware.output.screen import Lines, Screen
from firmware.simulation.demo import Demo, NotUnderstoodError, demo_header
from firmware.simulation.slips import find_slips
from firmware.storage.files import beside, unused
from firmware.study.report import as_text
from firmware.words import N_, Words, told
from rules import NAMES

_GIVEN_UP = N_(
    "the table did not recognise {move}, so the demo stopped: repeat it with --seed {seed} --trace FILE to save the "
    "contacts"
)


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``demo``."""
    add_game(command, told("game to play: {games}", games=", ".join(NAMES)))
    add_players(command)
    add_seed(command, N_("number of the game: the same number plays the same game"))
    text = N_("speed factor, 1 is real time (default: 10 in a terminal, otherwise as fast as possible)")
    command.add_value("--speed", "X", text, type=types.number(0.01, 10_000))
    add_house_rules(command)
    command.add_file("--record", "FILE", "where to save the game record")
    add_assistance(command)
    command.add_file("--trace", "FILE", "also save a trace of all sensor contacts")
    text = N_("simulate the slips of people: all, or names such as mind,bump")
    command.add_value("--faults", "NAME,...", text)
    add_computers(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``demo``."""
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    follower = Screen(words) if on_terminal else Lines(words)
    seed = chosen.seed if chosen.seed is not None else random.randrange(1_000_000)
    record = chosen.record or unused(Path(f"{chosen.game}-{seed}.record"))
    check_writable(record, chosen.trace)
    played = _demo(chosen, seed, follower, speed=chosen.speed or (10.0 if on_terminal else None))
    stopped_by = _play(played, follower)
    write_file(record, played.record)
    if chosen.trace is not None:
        write_file(chosen.trace, played.trace)
    if isinstance(stopped_by, OSError):
        raise stopped_by
    print(as_text(played.header, played.session.position, words))
    print(words("Game record: {file} (show the result: speeltafel score {file})", file=str(record)))
    if isinstance(stopped_by, NotUnderstoodError):
        raise ArgumentsError(_GIVEN_UP, move=" ".join(played.meant[-1:]), seed=seed) from stopped_by
    if stopped_by is not None:
        raise stopped_by


def _demo(chosen: argparse.Namespace, seed: int, follower: Screen | Lines, *, speed: float | None) -> Demo:
    """Return the demo that the command line asks for. Raise UsageError, GameError."""
    load = beside(chosen.record or Path(chosen.game))
    header = demo_header(
        chosen.game,
        chosen.players,
        chosen.option,
        seed=seed,
        computers=chosen.computer,
        day=local_time().date(),
        load=load,
    )
    slips = find_slips(chosen.faults, chosen.game) if chosen.faults is not None else {}
    return Demo(
        header,
        seed,
        speed,
        follower.tell,
        lambda demo: follower.watch(demo.session.view, demo.table),
        load=load,
        assistance=chosen.without,
        slips=[*slips.values()],
        levels=chosen.computer,
    )


def _play(played: Demo, follower: Screen | Lines) -> BaseException | None:
    """Play a demo. Return the error that stopped it, so that its moves can be saved first.

    NotUnderstoodError, with which its players give up, happens only when a part is broken.
    """
    with follower:
        try:
            played.run()
        except (NotUnderstoodError, KeyboardInterrupt, OSError) as error:
            return error
    return None
