"""How long a test waits for another process: longer on a slow or a busy machine.

Only for what runs in real time, such as a server or a browser; a table has a virtual clock.
"""

from time import perf_counter

_REFERENCE = 0.0025  # seconds of the loop where python-chess plays 30,000 random moves a second
_LONGEST = 10.0  # times as long, at most: what takes longer hangs


def _loop() -> float:
    """Return the seconds that a fixed amount of work takes now."""
    begun = perf_counter()
    total = 0
    for number in range(100_000):
        total += number
    return perf_counter() - begun


SLOWNESS = min(_LONGEST, max(1.0, sum(_loop() for _ in range(5)) / 5 / _REFERENCE))


def patience(seconds: float) -> float:
    """Return for how many seconds to wait for what a fast machine has done in fewer than these."""
    return seconds * SLOWNESS
