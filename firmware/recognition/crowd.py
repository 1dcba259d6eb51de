"""Crowds of contacts: more changes than hands can make, by a cloth, an arm or a knock."""

from collections import deque
from collections.abc import Iterable

from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import NEVER
from firmware.sensing.events import Kind, Touch


class Crowd:
    """Counts the reeds that moved just now: more changes than hands can make are no move."""

    def __init__(self, costs: Costs) -> None:
        self._closed: deque[int] = deque(maxlen=3)  # when reeds closed, the last of them
        self._moved: deque[int] = deque(maxlen=12)  # when reeds closed or opened
        self._limits = (  # which times, how many of them, within which time (microseconds)
            (self._closed, 3, costs.together_time),
            (self._moved, 6, costs.together_time),
            (self._moved, 12, costs.rest),
        )

    def moved(self, kind: Kind, at: int) -> bool:
        """Count a reed that moved at `at` (microseconds); return whether too many just have."""
        self._moved.append(at)
        if kind is Kind.PLACE:
            self._closed.append(at)
        return any(len(times) >= number and at - times[-number] < time for times, number, time in self._limits)


def is_crowd(touches: Iterable[Touch], costs: Costs) -> bool:
    """Return whether more of these reeds move at a time than hands can move."""
    crowd = Crowd(costs)
    return any(crowd.moved(touch.kind, touch.at) for touch in touches)


class BurstFilter:
    """A run of reeds that move soon after each other: of a crowd, only the result counts.

    Attributes:
        goes_on: whether a crowd of reeds has moved and has not come to rest since.
    """

    def __init__(self, costs: Costs) -> None:
        self._costs = costs
        self._crowd = Crowd(costs)
        self._before: dict[int, Kind] = {}  # the first change of each reed
        self._last: dict[int, Touch] = {}  # and the last
        self._moved_at = NEVER
        self._since = NEVER
        self.goes_on = False

    def begin(self) -> None:
        """Begin with the reeds that move from now on."""
        self._before.clear()
        self._last.clear()
        self.goes_on = False

    def is_soon(self, at: int) -> bool:
        """Return whether a reed moves soon after the last. at: microseconds."""
        return self.goes_on or at - self._moved_at < self._costs.slow_time

    def note(self, touch: Touch) -> bool:
        """Take in that a reed moves; return whether a crowd begins with it."""
        self._before.setdefault(touch.cell, touch.kind)
        self._last[touch.cell] = touch
        self._moved_at = touch.at
        begins = self._crowd.moved(touch.kind, touch.at) and not self.goes_on
        if begins:
            self.goes_on, self._since = True, touch.at
        return begins

    def left(self, at: int) -> list[Touch] | None:
        """Return the reeds that stand otherwise than before. None unless a crowd is at rest."""
        costs = self._costs
        if not self.goes_on:
            return None
        if at - self._moved_at < costs.rest and at - self._since < costs.certain:
            return None
        odd = (last for cell, last in self._last.items() if last.kind is self._before[cell])
        return sorted(odd, key=lambda touch: (touch.at, touch.kind is Kind.PLACE))  # at a time a lift comes first
