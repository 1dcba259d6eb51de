"""The commands that play at a table without an audience: ``demo`` and ``run``."""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from firmware.app.errors import TableError
from firmware.app.host import Listener, local_time
from firmware.app.running_table import ComputerByLamps, RunningTable, check_seats, open_table
from firmware.app.service import Heartbeat
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker, ThinkerAtOnce
from firmware.commands import UsageError, at, check_writable, options_of, typed_lines, words_of, write_file
from firmware.commands.explaining import explained_in
from firmware.commands.network import find_pin
from firmware.commands.output import Aside, written
from firmware.commands.settings import settings_of, table_errors
from firmware.commands.tables import at_terminal, ended_by_signal, real_table, typed_table
from firmware.output.screen import Lines, Screen
from firmware.simulation.computers import ComputerByHands
from firmware.simulation.demo import Demo, NotUnderstoodError
from firmware.simulation.demo_plan import DemoPlan, interrupted_demo, new_demo
from firmware.simulation.faults import UnknownFaultError
from firmware.simulation.typed_table import TypedTable
from firmware.storage.errors import DamagedGameError
from firmware.storage.files import beside, unused
from firmware.storage.place import path_of
from firmware.storage.recorder import Recorder
from firmware.study.report import as_text
from firmware.words import Words, said, say
from hal import REEDS, Table
from hal.simulated import Logged, SimulatedTable
from rules import GameError, find_game

DEMOS = "demo.db"  # beside the games that people have played

_GIVEN_UP = say(
    "the table did not recognise {move}, so the demo stopped: continue with demo --resume, or "
    "replay it with --seed {seed} --trace FILE to save the contacts"
)


def demo(chosen: argparse.Namespace) -> None:
    """Carry out ``demo``."""
    words = words_of("demo", chosen)
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
            faults=plan.faults,
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
        why = words(_GIVEN_UP, move=" ".join(played.meant[-1:]), seed=plan.seed)
        raise UsageError(at("speeltafel demo", why)) from stopped_by
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
        raise UsageError("speeltafel demo: name a GAME, or --resume one (see demo --help)")
    check_writable(chosen.record, chosen.trace)
    try:
        return new_demo(
            chosen.game,
            chosen.players,
            options_of("demo", chosen.option),
            seed=chosen.seed if chosen.seed is not None else random.randrange(1_000_000),
            faults=chosen.faults,
            computers=chosen.computer,
            day=local_time().date(),
            load=beside(chosen.record or Path(chosen.game)),
        )
    except (GameError, UnknownFaultError) as error:
        raise UsageError(at("speeltafel demo", error)) from None


def _interrupted(chosen: argparse.Namespace, recorder: Recorder, store: Path) -> DemoPlan:
    """Return the demo that was interrupted last."""
    given = (chosen.game, chosen.players, chosen.seed, chosen.faults, chosen.trace)
    if any(one is not None for one in given) or chosen.option or chosen.computer:
        raise UsageError("speeltafel demo: --resume takes no other options")
    try:
        plan = interrupted_demo(recorder)
    except DamagedGameError as error:
        raise UsageError(at("speeltafel demo", error)) from None
    if plan is None:
        raise UsageError("speeltafel demo: {store}: there is no interrupted demo", store=str(store))
    return plan


def run(chosen: argparse.Namespace) -> None:
    """Carry out ``run``."""
    settings = settings_of("run", chosen, words_of("run", chosen))
    if chosen.seat is not None and (settings.game or settings.names or settings.computers):
        raise UsageError("speeltafel run: --seat takes a game that goes on elsewhere as it is")
    if chosen.meet is not None and (chosen.seat is not None or settings.game is None):
        raise UsageError("speeltafel run: --meet begins a GAME; --seat takes one that was begun")
    with table_errors("run"):
        link = chosen.seat if chosen.meet is None else _meet(chosen, settings)
        settings = settings if link is None else _without_game(settings)
    with table_errors("run"), explained_in(chosen.explain, settings.words) as explaining, _seat(link, settings) as seat:
        if settings.hardware:
            _run_by_hand(settings, explaining, seat)
        else:
            table = typed_table("run", chosen, live=seat is not None)
            _run_typed(settings, table, explaining, seat)


def _meet(chosen: argparse.Namespace, settings: Settings) -> str:
    """Begin the game elsewhere, print the other players' links, and return this table's link."""
    try:
        import segno

        from firmware.app.far_game import begin_elsewhere
    except ImportError as error:
        raise UsageError(
            "speeltafel run: {name} is missing; pip install 'speeltafel[web]'", name=str(error.name)
        ) from None
    assert settings.game is not None
    words, game = settings.words, find_game(settings.game)
    number = settings.players or len(settings.names) or game.players[0]
    try:
        seats = game.seats(game.count(number))
    except GameError as error:
        raise TableError(error.plain) from None
    check_seats(settings.computers, game.name, number)
    levels = {seat: settings.computers.get(seat, 0) for seat in seats}
    names = [*settings.names, *seats[len(settings.names) :]]
    links = begin_elsewhere(chosen.meet, game.name, levels, names, settings.options, pin=find_pin(chosen.pin_file))
    own, *others = links
    for seat in others:
        name = names[seats.index(seat)]
        print(words("The link for {name}: {link}", name=name, link=links[seat]), flush=True)
        if at_terminal():
            segno.make(links[seat], error="l").terminal(compact=True)
    print(words("Come back to this game with --seat {link}", link=links[own]), flush=True)
    return links[own]


def _without_game(settings: Settings) -> Settings:
    """Return settings that begin no game of this table."""
    return replace(settings, game=None, players=None, names=(), options={}, computers={})


Sits: TypeAlias = Callable[[RunningTable], Callable[[], bool]]
"""Connects a table to a game elsewhere. The returned function is called after every scan.

It returns whether a change will come from elsewhere without any action at the table.
"""


@contextmanager
def _seat(link: str | None, settings: Settings) -> Iterator[Sits | None]:
    """Connect to the game of this link. Yield None without a link. Raise UsageError, TableError."""
    if link is None:
        yield None
        return
    try:
        from firmware.app.far_link import FarLink, SeatFile, read_link
        from firmware.app.far_table import FarTable
    except ImportError as error:
        raise UsageError(
            "speeltafel run: {name} is missing; pip install 'speeltafel[web]'", name=str(error.name)
        ) from None
    seat = read_link(link)

    def tell(why: str) -> None:
        print(settings.words("no connection: {why}; trying again", why=why), flush=True)

    print(settings.words("Connecting to {host} ...", host=seat.site), flush=True)
    with closing(FarLink(seat, SeatFile(settings.store.parent, seat))) as connection:
        connection.start()
        connection.wait(tell)
        yield lambda table: FarTable(table, connection, settings.words).look


def _nothing() -> bool:
    """Return False: no change will come from elsewhere."""
    return False


def _run_by_hand(settings: Settings, explaining: Sequence[Listener], seat: Sits | None) -> None:
    """Play at a table that people touch, until it is told to stop.

    explaining: listeners to the events at the table. seat: of a game elsewhere, None without.
    """
    alive = Heartbeat(os.environ)
    with (
        written(Aside),
        real_table("run", settings.table, settings.store, sampled=True) as opened,
        ended_by_signal(),
        closing(Thinker()) as thinker,
    ):
        seen = SimulatedTable(opened.clock)  # for the lamps and tunes on a screen
        follower, ports = _followed(opened, seen, settings.words)
        listeners = [follower.tell, *explaining]
        with open_table(ports, settings, listeners, thinker) as table, follower, suppress(KeyboardInterrupt):
            computers = ComputerByLamps(table, thinker, random.Random())
            look = _nothing if seat is None else seat(table)
            while True:
                table.step()
                computers.look()
                look()
                follower.watch(table.lobby.view, seen)
                del seen.log.frames[:-1]
                alive(ports.clock.now())


def _followed(ports: Table, seen: SimulatedTable, words: Words) -> tuple[Screen | Lines, Table]:
    """Return the view of a game in a terminal, and the table, with a log for that view.

    Where fields are pressed the lamps do not tell a whole position, so its board is shown.
    """
    if ports.contacts & REEDS or not at_terminal():
        return Lines(words), ports
    logged = Logged(ports, seen.log)
    return Screen(words), replace(ports, lamps=logged, sound=logged)


def _run_typed(
    settings: Settings, simulated: SimulatedTable, explaining: Sequence[Listener], seat: Sits | None
) -> None:
    """Play at a table in memory, where people type the actions of hands.

    explaining: listeners to the events at the table. seat: of a game elsewhere, None without.
    """
    follower = Screen(settings.words) if at_terminal() else Lines(settings.words)
    live = isinstance(follower, Screen)
    listeners = [follower.tell, *explaining]
    with (
        closing(Thinker()) if live else nullcontext(ThinkerAtOnce()) as thinker,
        open_table(simulated.ports, settings, listeners, thinker) as table,
        follower,
    ):
        computers = ComputerByHands(table, simulated, random.Random(), thinker)
        look = _nothing if seat is None else seat(table)
        typed = TypedTable(table.lobby, simulated, table, follower.note, computers, look=look)
        if isinstance(follower, Screen):
            typed.play_live(follower)
        else:
            typed.play_lines(typed_lines(), follower)
        if settings.game is not None and table.lobby.refused is not None:
            raise TableError(said(table.lobby.refused))
