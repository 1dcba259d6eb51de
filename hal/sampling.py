"""A table with a thread that scans its contacts and does nothing else.

The thread of the game may wait for a disk, for lamps or for a processor. The scans go on meanwhile,
each with the time at which it was taken, and wait in a queue until they are asked for::

    thread:  sleep, scan, queue, sleep, scan, queue, ...
    caller:  scan() takes the oldest of the queue, or waits for the next

The queue has an end. Scans while it is full are left out, and reported as a fault. The contacts
then count as unread for a moment, since the order of their changes is lost.
"""

import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import NamedTuple

from hal.contacts import ALL_CONTACTS, Contacts
from hal.errors import HalError, PartError
from hal.ports import Table, Tune
from hal.snapshot import Snapshot
from hal.trace import SECOND
from wiring.text import label

RATE = 100  # scans a second
MOST_WAITING = 30 * RATE  # scans that may wait: cards have been seen to be busy for 10 s
WAITS, WAIT = 10, 0.05  # times to wait for a scan, and seconds: one is long where no thread of a busy computer runs
SWITCH = 0.0005  # seconds for which another thread may keep the interpreter, usually 0.005


class _Sample(NamedTuple):
    """The state of all ports after a scan. error: why the scan or the keys failed."""

    at: int
    snapshot: Snapshot
    keys: int
    faults: tuple[str, ...]
    unread: Contacts
    error: HalError | None


class _InTurn:
    """A sound and a display that share pins or bus with the scans: hal's Sound and Display."""

    def __init__(self, table: Table, turn: AbstractContextManager[object]) -> None:
        self._table = table
        self._turn = turn

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port."""
        with self._turn:
            self._table.sound.play(tune, volume)

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port."""
        with self._turn:
            if self._table.display is not None:
                self._table.display.write(lines)


class Sampler:
    """Scans a table, and offers its scans in their order: hal's Sense, Keys and Clock ports.

    :meth:`running` scans in a thread; without that, :meth:`sample` takes one scan.

    Args:
        table: the table, whose lamps and voice stay as they are.
        turn: is held while the contacts are read, and while a tune or a text is taken in.
        most: scans that may wait.
    """

    def __init__(self, table: Table, turn: AbstractContextManager[object], most: int = MOST_WAITING) -> None:
        self._table = table
        self._turn = turn
        self._most = most
        self._changed = threading.Condition()
        self._waiting: deque[_Sample] = deque()
        self._left_out = 0  # scans, since the queue was full
        self._stopping = False
        now = table.clock.now()
        self._last = Snapshot(now)  # the last valid scan that was taken
        self._now = now
        self._given = _Sample(now, self._last, 0, table.faults(), table.unread(), None)

    @property
    def ports(self) -> Table:
        """The table, with the scans of the queue in place of its own."""
        others = _InTurn(self._table, self._turn)
        return replace(
            self._table,
            sense=self,
            keys=self,
            sound=others,
            clock=self,
            paced=True,
            display=None if self._table.display is None else others,
            faults=lambda: self._given.faults,
            unread=lambda: self._given.unread,
        )

    @property
    def waiting(self) -> int:
        """The number of scans in the queue."""
        return len(self._waiting)

    # In the thread that scans

    @contextmanager
    def running(self) -> Iterator[Table]:
        """Scan in a thread of its own while the context lasts."""
        thread = threading.Thread(target=self._work, name="scan", daemon=True)
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)  # each of a scan's transfers may have to wait so long
        thread.start()
        try:
            yield self.ports
        finally:
            self._stopping = True
            thread.join()
            sys.setswitchinterval(before)

    def _work(self) -> None:
        """Scan at the rate; a late scan begins the rhythm anew."""
        clock = self._table.clock
        due = clock.now()
        while not self._stopping:
            clock.sleep_until(due)
            self.sample()
            due += SECOND // RATE
            if clock.now() - due >= SECOND // RATE:
                due = clock.now()

    def sample(self) -> None:
        """Take a scan and put it into the queue."""
        with self._turn:
            sample = self._take()
        with self._changed:
            if len(self._waiting) >= self._most or (self._left_out and self._waiting):
                self._left_out += 1  # until the queue is empty: a single long gap
                return
            if self._left_out:
                error = PartError(
                    label(
                        "the contacts were not followed for {seconds} s, as the table was busy: "
                        "is its SD card slow or worn out?",
                        seconds=-(-self._left_out // RATE),
                    )
                )
                self._left_out = 0
                self._waiting.append(sample._replace(error=error))
                self._waiting.append(sample._replace(unread=ALL_CONTACTS, error=None))
            self._waiting.append(sample)
            self._changed.notify()

    def _take(self) -> _Sample:
        table = self._table
        at = table.clock.now()
        keys, failed = 0, None
        try:
            self._last = table.sense.scan()
        except Exception as error:  # noqa: BLE001 - the scans must go on
            failed = _as_error(error)
        try:
            keys = table.keys.held()
        except Exception as error:  # noqa: BLE001
            failed = failed or _as_error(error)
        return _Sample(at, self._last, keys, table.faults(), table.unread(), failed)

    # In the thread that asks for the scans

    def scan(self) -> Snapshot:
        """Hal's Sense port: the oldest scan not yet asked for, or the next."""
        with self._changed:
            if not any(self._changed.wait_for(lambda: self._waiting, WAIT) for _ in range(WAITS)):
                self._now = max(self._now, self._table.clock.now())
                raise PartError(label("no scan ends: does the I2C bus hang?"))
            self._given = given = self._waiting.popleft()
        self._now = max(self._now, given.at)
        if given.error is not None:
            raise given.error
        return given.snapshot

    def held(self) -> int:
        """Hal's Keys port: the keys that were held in the last scan."""
        return self._given.keys

    def now(self) -> int:
        """Hal's Clock port: the time of the last given scan, so that a late caller sees no gap."""
        return self._now

    def sleep_until(self, at: int) -> None:
        """Hal's Clock port."""
        if at > self._now:
            self._table.clock.sleep_until(at)
            self._now = max(self._now, self._table.clock.now())


def _as_error(error: Exception) -> HalError:
    """Return the error of the port for any exception."""
    return error if isinstance(error, HalError) else PartError(f"{type(error).__name__}: {error}")
