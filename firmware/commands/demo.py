"""The command ``demo``: simulated people play a whole game."""

import argparse
import os
import random
import sys
from contextlib import closing
from pathlib import Path

from firmware.app.host import local_time
from firmware.commands import ArgumentsError, check_writable, options_of, write_file
from firmware.commands import argument_types as types
from firmware.commands.options import (
    add_assistance,
    add_computers,
    add_data,
    add_game,
    add_house_rules,
    add_players,
    add_seed,
)
from firmware.commands.parser import Parser
from firmware.output.screen import Lines, Screen
from firmware.simulation.demo import Demo, NotUnderstoodError
from firmware.simulation.demo_plan import DemoPlan, interrupted_demo, new_demo
from firmware.simulation.slips import UnknownSlipError
from firmware.storage.files import beside, unused
from firmware.storage.place import path_of
from firmware.storage.recorder import Recorder
from firmware.study.report import as_text
from firmware.words import N_, Words, told
from rules import NAMES, GameError

DEMOS = "demo.db"  # beside the games that people have played

_GIVEN_UP = N_(
    "the table did not recognise {move}, so the demo stopped: continue with demo --resume, or "
    "replay it with --seed {seed} --trace FILE to save the contacts"
)


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``demo``."""
    add_game(command, told("game to play: {games}", games=", ".join(NAMES)), nargs="?")
    command.add_flag("--resume", "continue the last interrupted demo")
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
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``demo``."""
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    follower = Screen(words) if on_terminal else Lines(words)
    store = path_of(chosen.data, os.environ).with_name(DEMOS)
    speed = chosen.speed or (10.0 if on_terminal else None)
    new = None if chosen.resume else _new(chosen)
    with closing(Recorder(store, follower.tell, local_time)) as recorder:
        plan = new or _interrupted(chosen, recorder, store)
        record = chosen.record or unused(Path(f"{plan.header.game}-{plan.seed}.record"))
        check_writable(record, chosen.trace)
        game = plan.keep(recorder, local_time())
        played = Demo(
            plan.header,
            plan.seed,
            speed,
            follower.tell,
            lambda demo: follower.watch(demo.session.view, demo.table),
            load=plan.load,
            assistance=chosen.without,
            slips=plan.slips,
            interruption=plan.interruption,
            levels=plan.levels,
            keeper=game,
        )
        stopped_by = _play(played, follower)
        write_file(record, played.record)
        if chosen.trace is not None:
            write_file(chosen.trace, played.trace)
        if stopped_by is None:
            recorder.discard(game)  # its record is in its file
    if isinstance(stopped_by, OSError):
        raise stopped_by
    print(as_text(plan.header, played.session.position, words))
    print(words("Game record: {file} (show the result: speeltafel score {file})", file=str(record)))
    if isinstance(stopped_by, NotUnderstoodError):
        raise ArgumentsError(_GIVEN_UP, move=" ".join(played.meant[-1:]), seed=plan.seed) from stopped_by
    if stopped_by is not None:
        raise stopped_by


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


def _new(chosen: argparse.Namespace) -> DemoPlan:
    """Return the new demo that the command line asks for."""
    if chosen.game is None:
        raise ArgumentsError("name a GAME, or --resume one (see demo --help)")
    check_writable(chosen.record, chosen.trace)
    try:
        return new_demo(
            chosen.game,
            chosen.players,
            options_of(chosen.option),
            seed=chosen.seed if chosen.seed is not None else random.randrange(1_000_000),
            faults=chosen.faults,
            computers=chosen.computer,
            day=local_time().date(),
            load=beside(chosen.record or Path(chosen.game)),
        )
    except (GameError, UnknownSlipError) as error:
        raise ArgumentsError(error) from None


def _interrupted(chosen: argparse.Namespace, recorder: Recorder, store: Path) -> DemoPlan:
    """Return the demo that was interrupted last."""
    given = (chosen.game, chosen.players, chosen.seed, chosen.faults, chosen.trace)
    if any(one is not None for one in given) or chosen.option or chosen.computer:
        raise ArgumentsError("--resume takes no other options")
    plan = interrupted_demo(recorder)
    if plan is None:
        raise ArgumentsError("{store}: there is no interrupted demo", store=str(store))
    return plan
