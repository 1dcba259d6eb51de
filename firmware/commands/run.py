"""The command ``run``: a game at a table, with hands or typed."""

import argparse
import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import TypeAlias

from firmware.app.errors import TableError
from firmware.app.host import Listener
from firmware.app.running_table import ComputerByLamps, RunningTable, open_table
from firmware.app.service import Heartbeat
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker, ThinkerAtOnce
from firmware.commands import ArgumentsError, needs_extra
from firmware.commands.explaining import explained_in
from firmware.commands.options import add_game_options, add_table
from firmware.commands.output import Aside, written
from firmware.commands.parser import Parser
from firmware.commands.settings import settings_of
from firmware.commands.tables import at_terminal, ended_by_signal, play_typed, real_table, typed_table
from firmware.output.screen import Lines, Screen
from firmware.simulation.computers import ComputerByHands
from firmware.simulation.typed_table import TypedTable
from firmware.words import Words, message_of
from hal import REEDS, Table
from hal.simulated import Logged, SimulatedTable


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``run``."""
    add_table(command)
    add_game_options(command)
    command.add_value("--seat", "LINK", "play a seat of a game elsewhere, by the link that its page shows")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``run``."""
    settings = settings_of(chosen, words)
    if chosen.seat is not None and (settings.game or settings.names or settings.computers):
        raise ArgumentsError("--seat takes a game that goes on elsewhere as it is")
    with explained_in(chosen.explain, settings.words) as explaining, _seat(chosen.seat, settings) as seat:
        if settings.hardware:
            _run_by_hand(settings, explaining, seat)
        else:
            table = typed_table(chosen, live=seat is not None)
            _run_typed(settings, table, explaining, seat)


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
    with needs_extra("web"):
        from firmware.app.far_link import FarLink, SeatFile, read_link
        from firmware.app.far_table import FarTable
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
        real_table(settings.table, settings.store, sampled=True) as opened,
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
                alive(ports.clock.now(), table.loop.faults)


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
        play_typed(typed, follower)
        if settings.game is not None and table.lobby.refused is not None:
            raise TableError(message_of(table.lobby.refused))
