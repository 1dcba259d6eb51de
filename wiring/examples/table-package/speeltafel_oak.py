"""A table of your own: copy this folder, rename it, and let it read your board.

This board sends a line for each scan, ``REEDS BUTTONS KEYS`` in hex, and takes the colours of its
96 lamps as a line, too. It has no tilt contacts and no buzzer.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import serial

import hal
from hal.clock import RealClock
from hal.tables import Asked

SILENT = 50  # scans without a line after which the board is called silent
CUT = b"cut by opening "  # makes what is left of the first line one word too many to count


class Oak:
    """The board behind a line, as the parts of a table. opens: opens the line, also once lost."""

    def __init__(self, opens: Callable[[], Any], clock: hal.Clock) -> None:
        self._opens, self._clock = opens, clock
        self._line = opens()
        self._rest, self._now = CUT, [0, 0, 0]
        self._coming: deque[list[int]] = deque()  # changes, of which each stays for three scans
        self._scans = 0
        self._quiet = SILENT  # scans since the last line
        self.ports = hal.Table(self, self, self, self, clock, contacts=hal.REEDS | hal.BUTTONS)
        until = clock.now() + 2_000_000
        while self._quiet:  # nobody knows before what stands there
            if clock.now() > until:
                raise hal.OpenError("the board of oak says nothing: is it the right port?")
            clock.sleep_until(clock.now() + 10_000)
            with suppress(hal.PartError):
                self.scan()
        while self._coming:
            self._now = self._coming.popleft()

    def scan(self) -> hal.Snapshot:
        """Return the closed contacts: each change, in its order, however late the computer reads it."""
        try:
            self._line = self._line or self._opens()
            *lines, self._rest = (self._rest + self._line.read(4096)).split(b"\n")
        except OSError as error:
            self._line, self._rest = None, CUT
            raise hal.PartError("the board of oak is gone: check its cable") from error
        self._quiet += 1
        for words in map(bytes.split, lines):
            if len(words) == 3:
                state = [int(word, 16) for word in words]
                if state != (self._coming[-1] if self._coming else self._now):
                    self._coming.append(state)
                self._quiet = 0
        if self._quiet > SILENT:
            raise hal.PartError("the board of oak is silent: check its cable")
        self._scans += 1
        if self._coming and self._scans > 3:
            self._now, self._scans = self._coming.popleft(), 1
        reeds, buttons = map(hal.Cells, self._now[:2])
        return hal.Snapshot(self._clock.now(), reeds, buttons)

    def held(self) -> int:
        """Return the keys that are held: bit 0 for CONFIRM, then UNDO, HINT and MENU."""
        return self._now[2]

    def show(self, frame: hal.Frame, brightness: float = 1.0) -> None:
        """Light the lamps."""
        hal.check_frame(frame)
        colours = bytes(int(part * brightness) for colour in frame for part in colour)
        try:
            self._line and self._line.write(colours.hex().encode() + b"\n")
        except OSError as error:
            raise hal.PartError(f"the lamps of oak: {error}") from error

    def play(self, tune: hal.Tune, volume: float = 1.0) -> None:
        """Do nothing, as it has no buzzer."""


@contextmanager
def opened(asked: Asked) -> Iterator[hal.Table]:
    """Open the board at oak:PORT."""
    opens = partial(serial.Serial, asked.where, 115_200, timeout=0, write_timeout=0.05)
    try:
        board = Oak(opens, RealClock())
    except (OSError, ValueError) as error:
        raise hal.OpenError(f"table oak:{asked.where}: {error}") from error
    yield board.ports
