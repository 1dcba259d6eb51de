"""Do more contacts move than hands can move? A cloth, an arm on the fields, columns that touch."""

from collections import deque

from firmware.recognition.costs import Costs
from firmware.sensing.events import Kind


class Crowd:
    """Counts the reeds that moved just now: what more of them do than hands can is no move."""

    def __init__(self, costs: Costs) -> None:
        self._closed: deque[int] = deque(maxlen=3)  # when reeds closed, the last of them
        self._moved: deque[int] = deque(maxlen=12)  # when reeds closed or opened
        self._limits = (  # which times, how many of them, within which time (microseconds)
            (self._closed, 3, costs.together_time),
            (self._moved, 6, costs.together_time),
            (self._moved, 12, costs.crowd_time),
        )

    def moved(self, kind: Kind, at: int) -> bool:
        """Count a reed that moved at `at` (microseconds); return whether too many just have."""
        self._moved.append(at)
        if kind is Kind.PLACE:
            self._closed.append(at)
        return any(
            len(times) >= number and at - times[-number] < time
            for times, number, time in self._limits
        )
