"""Which table is it? The one place that opens the hardware."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from firmware.commands import UsageError
from hal import OpenError, Table
from hal.pi import open_pi_table
from wiring import WiringError, read_pins


@contextmanager
def pi_table(command: str) -> Iterator[Table]:
    """The table that this Pi is built into; a Pi without its chips is refused."""
    try:
        opened = open_pi_table(read_pins())
    except (OpenError, WiringError) as error:
        raise UsageError(f"speeltafel {command}: {error}") from None
    with opened:
        yield opened.ports


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
