"""How long is a message under way to a browser and back? The host measures it itself.

It sends ``{"type": "echo", "number": n}``, which the page sends back at once. Of the last few times
the shortest counts, so that a page that was busy gains nothing by it.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from firmware.web.watcher import text_of

FIRST = 0.3  # seconds before the first measurement: the whole state goes first
EVERY = 5.0  # seconds between two measurements
_COUNTED = 5  # of the last measurements


class RoundTrip:
    """Measures the way to one browser. It belongs to the asyncio loop.

    tell: sends it a message.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._number = 0
        self._sent: float | None = None
        self._seconds: deque[float] = deque(maxlen=_COUNTED)

    async def measure(self) -> None:
        """Ask for an echo again and again; it never returns."""
        await asyncio.sleep(FIRST)
        while True:
            self._number += 1
            self._sent = asyncio.get_running_loop().time()
            self._tell(text_of({"type": "echo", "number": self._number}))
            await asyncio.sleep(EVERY)

    def heard(self, number: int) -> float | None:
        """Return the seconds that a message takes to and fro, after an echo with this number.

        None for an echo that was not asked for, or has come already.
        """
        if number != self._number or self._sent is None:
            return None
        self._seconds.append(asyncio.get_running_loop().time() - self._sent)
        self._sent = None
        return min(self._seconds)
