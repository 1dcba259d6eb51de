"""Which warning stands on the small display now?"""

from collections import deque

from firmware.play.effects import Effect, Warn
from hal.trace import SECOND

SHOWN = 8 * SECOND  # microseconds for which a warning is shown
WAITING = 8  # warnings that may wait for that


class Alerts:
    """Hears what players are told, and knows which warning of it to show.

    Each is shown for a while, one after another; a fault that lasts then takes turns with nothing,
    so that what else there is to read has its time, until it is over.
    """

    def __init__(self) -> None:
        self._coming: deque[Warn] = deque(maxlen=WAITING)
        self._lasting: dict[str, Warn] = {}
        self._shown: Warn | None = None
        self._until = 0

    def hear(self, effect: Effect) -> None:
        """Take in a warning; other effects are none of it."""
        if not isinstance(effect, Warn):
            return
        if effect.about:
            self.settle(effect.about)
        if effect.about and not effect.over:
            self._lasting[effect.about] = effect
        self._coming.append(effect)

    def settle(self, about: str) -> None:
        """Show no more what was said about this."""
        self._lasting.pop(about, None)
        self._coming = deque((one for one in self._coming if one.about != about), WAITING)
        if self._shown is not None and self._shown.about == about:
            self._shown = None
            self._until = 0

    def at(self, now: int) -> Warn | None:
        """The warning to show at a time in microseconds, None for none."""
        if now >= self._until:
            self._shown = self._coming.popleft() if self._coming else None
            self._until = now + SHOWN if self._shown is not None else 0
        if self._shown is not None:
            return self._shown
        turns = [None, *self._lasting.values()]
        return turns[now // SHOWN % len(turns)]
