"""How does time pass: really, or as a test or a simulation says?"""

import time

from hal.trace import SECOND


class RealClock:
    """The machine's own monotonic clock, from when this was made."""

    def __init__(self) -> None:
        self._began = time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() - self._began) // 1000

    def sleep_until(self, at: int) -> None:
        rest = at - self.now()
        if rest > 0:
            time.sleep(rest / SECOND)


LATE = SECOND  # by which a virtual clock may lag behind the machine's and still catch up


class VirtualClock:
    """Time that passes only when somebody sleeps.

    So nothing simulated can happen unseen between two scans, however late a busy machine takes
    the second. What is late is caught up, but not what a machine slept through (:data:`LATE`).

    speed: virtual seconds per real second while sleeping; None does not wait at all. at: what it
    shows at first, in microseconds.
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
