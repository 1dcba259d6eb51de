"""The tables that a command can play at. This is the one place that opens the hardware."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import FrameType

from firmware.commands import UsageError, at
from firmware.commands.own_map import pins_beside
from firmware.simulation.miswired_table import MiswiredTable
from hal import Display, OpenError, Table
from hal.clock import VirtualClock
from hal.pi import open_pi_table
from hal.simulated import SimulatedTable
from wiring import PinMap, WiringError


@contextmanager
def pi_table(
    command: str,
    store: Path,
    foot: str = "",
    pins: PinMap | None = None,
    *,
    sampled: bool = False,
) -> Iterator[Table]:
    """Open the table that this Pi is built into. Raises UsageError.

    store: where its games are kept, with its own map if it has one. foot: a last line for its small
    display. pins: a map that counts instead of that. sampled: whether a thread of its own scans;
    such a table opens without its chips, too, and waits for them.
    """
    try:
        opened = open_pi_table(pins or pins_beside(store), patient=sampled)
    except (OpenError, WiringError) as error:
        raise UsageError(at(f"speeltafel {command}", error)) from None
    with opened, opened.sampled() if sampled else nullcontext(opened.ports) as ports:
        if ports.display is not None and foot:
            yield replace(ports, display=_Footed(ports.display, foot))
        else:
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


def typed_table(miswired: Sequence[str] = (), *, live: bool = False) -> SimulatedTable:
    """Return a simulated table for typed input, in real time if it is typed at a terminal.

    miswired: what is wired wrong at it, names of MISWIRED. live: whether others play along, so that
    it is always in real time.
    """
    clock = VirtualClock(1 if live or at_terminal() else None)
    return MiswiredTable(clock, miswired) if miswired else SimulatedTable(clock)


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
