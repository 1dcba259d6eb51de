"""The tables that a command can play at. Only this module opens the hardware."""

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

from firmware.commands import ArgumentsError, at, needs_extra, typed_lines
from firmware.commands.own_map import pins_beside
from firmware.output.screen import Lines, Screen
from firmware.simulation.typed_input import no_part
from firmware.simulation.typed_table import TypedTable
from hal import Display, OpenError, Table
from hal.clock import VirtualClock
from hal.sampling import Sampler
from hal.simulated import SimulatedTable
from hal.tables import OWN, Asked, find_table
from wiring import PinMap


@contextmanager
def real_table(
    table: str, store: Path, foot: str = "", pins: PinMap | None = None, *, sampled: bool = False
) -> Iterator[Table]:
    """Open a table that people touch. Raise OpenError, WiringError, ArgumentsError.

    Args:
        table: ``NAME`` or ``NAME:WHERE``, see :mod:`hal.tables`.
        store: the store of its games, beside which its own map may be.
        foot: a last line for its small display.
        pins: a map that counts instead of its own.
        sampled: whether its scans are taken in a thread of its own. Such a table opens without its
            parts, too, if it can wait for them.
    """
    name, _, where = table.partition(":")
    own = pins or (pins_beside(store) if name == "pi" else None)
    with ExitStack() as opened:
        opens = find_table(name)
        try:
            ports = opened.enter_context(opens(Asked(where, own, sampled)))
            paced = ports.paced
        except Exception as error:  # of a package that lets it pass
            if name in OWN or isinstance(error, OpenError):
                raise
            why = error if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
            raise ArgumentsError(at(f"table {table}", why)) from error
        if sampled and not paced:
            ports = opened.enter_context(Sampler(ports, ports.turn).running())
        if ports.display is not None and foot:
            ports = replace(ports, display=_Footed(ports.display, foot))
        yield ports


class _Footed:
    """A small display that adds a line to every text: hal's Display port."""

    def __init__(self, display: Display, foot: str) -> None:
        self._display = display
        self._foot = foot

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port."""
        self._display.write((*lines, self._foot))


def at_terminal() -> bool:
    """Return whether both input and output are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def typed_table(chosen: argparse.Namespace, *, live: bool = False, pins: PinMap | None = None) -> SimulatedTable:
    """Return the table in memory that was chosen, in real time if it is typed at a terminal.

    live: whether others play along, so that it is always in real time. pins: the wiring of an
    emulated table, None for its own map. Raise WiringError, UsageError.
    """
    clock = VirtualClock(1 if live or at_terminal() else None)
    broken = chosen.broken
    if chosen.table != "emulated":
        if broken:
            raise ArgumentsError("--break is for --table emulated")
        return SimulatedTable(clock)
    with needs_extra("emulated"):
        from hal.chips.breakable import BreakableTable
    table = BreakableTable(clock, pins or pins_beside(chosen.store))
    for part in broken:
        if not table.break_part(part, broken=True):
            raise ArgumentsError(at("--break", no_part(part, table), " "))
    return table


def play_typed(typed: TypedTable, follower: Screen | Lines) -> None:
    """Play with the actions that are typed, in a terminal as they are typed. Raise UsageError for too many."""
    if isinstance(follower, Screen):
        typed.play_live(follower)
    else:
        typed.play_lines(typed_lines(), follower)


@contextmanager
def emulated_table(simulated: SimulatedTable, pins: PinMap | None) -> Iterator[Table]:
    """Open a table of emulated chips as that of a Pi is opened. Raise OpenError.

    pins: the map by which it is read, None for the map by which it is wired.
    """
    from hal.chips.breakable import BreakableTable

    assert isinstance(simulated, BreakableTable)
    with simulated.emulated.open(pins) as table:
        yield simulated.logged(table.ports)


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Turn SIGTERM into KeyboardInterrupt, like Ctrl-C, within this context."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
