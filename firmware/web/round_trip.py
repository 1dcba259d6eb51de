"""The round trip of a message to a browser, as the host measures it.

The host sends ``{"type": "echo", "number": n}``, and the page returns it at once. The shortest of
the last few times counts, so that a page cannot gain time by answering late.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from firmware.web.watcher import text_of

FIRST = 0.3  # seconds before the first measurement: the whole state goes first
EVERY = 5.0  # seconds between two measurements
_COUNTED = 5  # of the last measurements


class RoundTrip:
    """The measurement of the round trip to a browser. It belongs to the asyncio loop.

    tell: sends the browser a message.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._number = 0
        self._sent: float | None = None
        self._seconds: deque[float] = deque(maxlen=_COUNTED)

    async def measure(self) -> None:
        """Ask for an echo every few seconds, until it is cancelled."""
        await asyncio.sleep(FIRST)
        while True:
            self._number += 1
            self._sent = asyncio.get_running_loop().time()
            self._tell(text_of({"type": "echo", "number": self._number}))
            await asyncio.sleep(EVERY)

    def heard(self, number: int) -> float | None:
        """Return the seconds of the round trip, after an echo with this number.

        None for an echo that was not asked for, or that is a repetition.
        """
        if number != self._number or self._sent is None:
            return None
        self._seconds.append(asyncio.get_running_loop().time() - self._sent)
        self._sent = None
        return min(self._seconds)
