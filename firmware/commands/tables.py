"""Which table is it? The one place that opens the hardware."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from firmware.commands import UsageError
from hal import Display, OpenError, Table
from hal.clock import VirtualClock
from hal.pi import open_pi_table
from hal.simulated import SimulatedTable
from wiring import WiringError, read_pins


@contextmanager
def pi_table(command: str, foot: str = "") -> Iterator[Table]:
    """The table that this Pi is built into; a Pi without its chips is refused.

    foot: a line that its small display shows under everything else.
    """
    try:
        opened = open_pi_table(read_pins())
    except (OpenError, WiringError) as error:
        raise UsageError(f"speeltafel {command}: {error}") from None
    with opened:
        ports = opened.ports
        if ports.display is not None and foot:
            ports = replace(ports, display=_Footed(ports.display, foot))
        yield ports


class _Footed:
    """A small display that shows one line more than it is told: hal's Display port."""

    def __init__(self, display: Display, foot: str) -> None:
        self._display = display
        self._foot = foot

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port."""
        self._display.write((*lines, self._foot))


def at_terminal() -> bool:
    """Whether somebody types at a terminal and sees there what follows."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def typed_table() -> SimulatedTable:
    """A table in memory whose hands do what is typed, in real time if it is typed at a terminal."""
    return SimulatedTable(VirtualClock(1 if at_terminal() else None))


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Let the system's request to end (SIGTERM) be like the player's (Ctrl-C)."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
