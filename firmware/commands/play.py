"""What can be played? ``demo`` and ``run``: the one place that picks a table's backend."""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from firmware.app.loop import Loop
from firmware.app.service import Heartbeat
from firmware.commands import UsageError, check_writable, options_of, words_of, write_file
from firmware.commands.lobbies import lobby_of, rescue, today
from firmware.commands.tables import at_terminal, ended_by_signal, pi_table, typed_table
from firmware.games import find_adapter
from firmware.output.alerts import Alerts
from firmware.output.screen import Lines, Screen
from firmware.play.effects import Effect, Ran
from firmware.play.lobby import USUAL
from firmware.simulation.demo import NAMES as PEOPLE
from firmware.simulation.demo import Demo, Left, NotUnderstoodError
from firmware.simulation.faults import Fault, UnknownFaultError, find_faults
from firmware.simulation.typed_table import TypedTable
from firmware.storage.files import beside, unused
from firmware.storage.recorder import Recorder
from firmware.storage.store import path_of
from firmware.study.report import as_text
from firmware.words import Words, say
from rules import GameError, Header, Load, find_game, make_header

DEMOS = "demo.db"  # beside the games that people have played

_GIVEN_UP = say(
    "the table did not understand {move}, so its players gave up: demo --resume goes on from "
    "there; --seed {seed} with --trace FILE plays it again and keeps what the contacts did"
)


class _Cast(NamedTuple):
    """What a demo plays. number: of the unfinished one that goes on, None for a new one."""

    header: Header
    seed: int
    faults: Sequence[Fault]
    load: Load
    left: Left | None
    number: int | None
    notes: dict[str, str]


def demo(chosen: argparse.Namespace) -> None:
    """Carry out ``demo``."""
    words = words_of("demo", chosen)
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    follower = Screen(words) if on_terminal else Lines(words)
    store = path_of(chosen.data, os.environ).with_name(DEMOS)
    speed = chosen.speed or (10.0 if on_terminal else None)
    new = None if chosen.resume else _new(chosen)
    with closing(Recorder(store, follower.tell, today)) as recorder:
        cast = new or _interrupted(chosen, recorder, store)
        record = chosen.record or unused(Path(f"{cast.header.game}-{cast.seed}.record"))
        check_writable(record, chosen.trace)
        recorder.begin_with(cast.number, cast.notes, cast.load)

        def tell(effect: Effect) -> None:
            if not isinstance(effect, Ran):  # people go on where the last move was made
                recorder.tell(effect)
            follower.tell(effect)

        played = Demo(
            cast.header, cast.seed, speed, tell,
            lambda demo: follower.watch(demo.session.view, demo.table),
            load=cast.load, assistance=chosen.without, faults=cast.faults, left=cast.left,
        )  # fmt: skip
        interrupted = _play(played, follower)
        write_file(record, played.record)
        if chosen.trace is not None:
            write_file(chosen.trace, played.trace)
        if interrupted is None:
            recorder.forget()  # its record is in its file
    if isinstance(interrupted, OSError):
        raise interrupted
    print(as_text(cast.header, played.session.position, words))
    print(words("The record is in {file}: speeltafel score {file}", file=str(record)))
    if isinstance(interrupted, NotUnderstoodError):
        told = words(_GIVEN_UP, move=" ".join(played.meant[-1:]), seed=cast.seed)
        raise UsageError(f"speeltafel demo: {told}") from interrupted
    if interrupted is not None:
        raise interrupted


def _play(played: Demo, follower: Screen | Lines) -> BaseException | None:
    """Play a demo; what cut it off, if anything: what was played until then can be saved.

    That its people give up (NotUnderstoodError) happens only when something is broken.
    """
    with follower:
        try:
            played.run()
        except (NotUnderstoodError, KeyboardInterrupt, OSError) as error:
            return error
    return None


def _new(chosen: argparse.Namespace) -> _Cast:
    """A demo as the command line asks for it."""
    if chosen.game is None:
        raise UsageError("speeltafel demo: name a GAME, or --resume one (see demo --help)")
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        players = USUAL if USUAL in game.players else game.players[0]
    seed = chosen.seed if chosen.seed is not None else random.randrange(1_000_000)
    check_writable(chosen.record, chosen.trace)
    load = beside(chosen.record or Path(game.name))
    try:
        game.seats(players)
        options = game.draw_options(options_of("demo", chosen.option), random.Random(seed))
        header = make_header(
            chosen.game, PEOPLE[:players], options, today().date().isoformat(),
            f"simulated, seed {seed}",
        )  # fmt: skip
        find_adapter(header.start(load), game.name)
        faults = find_faults(chosen.faults, game.name) if chosen.faults is not None else ()
    except (GameError, UnknownFaultError) as error:
        raise UsageError(f"speeltafel demo: {error}") from None
    notes = {"seed": str(seed), "faults": ",".join(fault.name for fault in faults)}
    return _Cast(header, seed, faults, load, None, None, notes)


def _interrupted(chosen: argparse.Namespace, recorder: Recorder, store: Path) -> _Cast:
    """The demo that was cut off last."""
    given = (chosen.game, chosen.players, chosen.seed, chosen.faults, chosen.trace)
    if any(one is not None for one in given) or chosen.option:
        raise UsageError("speeltafel demo: --resume goes on with what was begun; say no more")
    kept = recorder.unfinished()
    if kept is None:
        raise UsageError(f"speeltafel demo: {store}: no demo was cut off")
    at = kept.moves[-1].at if kept.moves else 0
    left = Left(kept.lines, at or 0, kept.clock, recorder.found_in(kept.id))
    notes = dict(kept.notes)
    faults = find_faults(notes["faults"]) if notes["faults"] else ()
    return _Cast(kept.header, int(notes["seed"]), faults, kept.load, left, kept.id, notes)


def run(chosen: argparse.Namespace) -> None:
    """Carry out ``run``."""
    words = words_of("run", chosen)
    if chosen.table == "pi":
        _run_pi(chosen, words)
    else:
        _run_simulated(chosen, words)


def _run_pi(chosen: argparse.Namespace, words: Words) -> None:
    """Play at the table that this Pi is built into, until it is told to stop."""
    follower = Lines(words)
    alerts = Alerts()

    def warn(effect: Effect) -> None:
        alerts.hear(effect)
        follower.tell(effect)

    alive = Heartbeat(os.environ)
    with pi_table("run") as table, ended_by_signal():
        with closing(Recorder(path_of(chosen.data, os.environ), warn, today)) as recorder:
            lobby = lobby_of("run", chosen, recorder, words, warn)

            def tell(effect: Effect) -> None:
                recorder.tell(effect)
                warn(effect)

            loop = Loop(table, lobby, tell, assistance=chosen.without, words=words, alerts=alerts)
            with suppress(KeyboardInterrupt):
                while True:
                    loop.step()
                    follower.learn(lobby.view)
                    now = table.clock.now()
                    recorder.retry(now)
                    alive(now)
        rescue("run", recorder, lobby)


def _run_simulated(chosen: argparse.Namespace, words: Words) -> None:
    """Play at a table in memory, whose hands do what is typed."""
    table = typed_table()
    follower = Screen(words) if at_terminal() else Lines(words)
    with closing(Recorder(path_of(chosen.data, os.environ), follower.tell, today)) as recorder:
        lobby = lobby_of("run", chosen, recorder, words, follower.tell)

        def tell(effect: Effect) -> None:
            recorder.tell(effect)
            follower.tell(effect)

        loop = Loop(table.ports, lobby, tell, assistance=chosen.without)
        typed = TypedTable(lobby, table, loop, follower.note, recorder.retry)
        with follower:
            if isinstance(follower, Screen):
                typed.play_live(follower)
            else:
                typed.play_lines(sys.stdin, follower)
    rescue("run", recorder, lobby)
