"""The faults that players are told of, and the end of each.

A loose contact fails and works again many times a second. Players are told when its fault begins;
it is over only when it has not been seen for a while.
"""

from collections import deque

from hal.trace import SECOND

CALM = 2 * SECOND  # microseconds without a fault after which it is over
MOST_A_SECOND = 5  # faults that are told of; the others when they last


class LastingFaults:
    """The faults of some parts, by name."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}  # when each was seen last
        self._told: deque[int] = deque(maxlen=MOST_A_SECOND)  # when faults have begun

    @property
    def lasting(self) -> tuple[str, ...]:
        """The faults that have begun and are not over."""
        return tuple(self._seen)

    def begins(self, fault: str, now: int) -> bool:
        """Take in that a fault is seen at `now` (microseconds); return whether to tell of it."""
        new = fault not in self._seen
        if new:
            if len(self._told) == MOST_A_SECOND and now - self._told[0] < SECOND:
                return False
            self._told.append(now)
        self._seen[fault] = now
        return new

    def ends(self, fault: str, now: int) -> bool:
        """Take in that a fault is not seen at `now`; return whether it is over now."""
        over = fault in self._seen and now - self._seen[fault] >= CALM
        if over:
            del self._seen[fault]
        return over
