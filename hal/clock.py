"""Clocks: of the machine, and a virtual clock for tests and simulations."""

import time

from hal.trace import SECOND


class RealClock:
    """The machine's monotonic clock, in microseconds since this object was made."""

    def __init__(self) -> None:
        self._began = time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() - self._began) // 1000

    def sleep_until(self, at: int) -> None:
        rest = at - self.now()
        if rest > 0:
            time.sleep(rest / SECOND)


LATE = SECOND  # the longest lag behind the machine's clock that a virtual clock catches up


class VirtualClock:
    """A virtual clock: its time passes only in `sleep_until`.

    So no simulated event is missed between two scans, however late a busy machine takes the second.
    A lag of up to :data:`LATE` is caught up; a longer lag, as after the machine was suspended, is
    not.

    speed: virtual seconds per real second while sleeping; None does not wait at all. at: its first
    time, in microseconds.
    """

    def __init__(self, speed: float | None = None, at: int = 0) -> None:
        self._now = self._first = at
        self._speed = speed
        self._real = RealClock()
        self._began = self._real.now()

    def now(self) -> int:
        return self._now

    def sleep_until(self, at: int) -> None:
        self._now = max(self._now, at)
        if self._speed is not None:
            due = self._began + int((self._now - self._first) / self._speed)
            self._began += max(0, self._real.now() - due - LATE)
            self._real.sleep_until(due)
