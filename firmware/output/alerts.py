"""The warning on the small display."""

from collections import deque

from firmware.play.effects import Effect, Warn
from hal.trace import SECOND

ALERT_TIME = 8 * SECOND  # microseconds for which a warning is shown
MOST_WAITING = 8  # warnings that wait to be shown; of more, the oldest are left out


class Alerts:
    """The warnings for players, and the choice of the warning to show.

    Each is shown for a while, one after another. A fault that lasts is shown again by turns with no
    warning, so that the rest of the display can be read too, until it is over.
    """

    def __init__(self) -> None:
        self._coming: deque[Warn] = deque(maxlen=MOST_WAITING)
        self._lasting: dict[str, Warn] = {}
        self._shown: Warn | None = None
        self._until = 0

    def hear(self, effect: Effect) -> None:
        """Take in a warning; other effects are left alone."""
        if not isinstance(effect, Warn):
            return
        if effect.about:
            self.settle(effect.about)
        if effect.about and not effect.over:
            self._lasting[effect.about] = effect
        self._coming.append(effect)

    def settle(self, about: str) -> None:
        """Stop showing the warning about this fault: it is over."""
        self._lasting.pop(about, None)
        self._coming = deque((one for one in self._coming if one.about != about), MOST_WAITING)
        if self._shown is not None and self._shown.about == about:
            self._shown = None
            self._until = 0

    def at(self, now: int) -> Warn | None:
        """Return the warning to show at a time in microseconds. None for no warning."""
        if now >= self._until:
            self._shown = self._coming.popleft() if self._coming else None
            self._until = now + ALERT_TIME if self._shown is not None else 0
        if self._shown is not None:
            return self._shown
        turns = [None, *self._lasting.values()]
        return turns[now // ALERT_TIME % len(turns)]
