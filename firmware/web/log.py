"""The log of the server: a fault of one kind stands there once a minute, and how often it came.

So whoever finds a mistake of the table and repeats it fills no disk with it.
"""

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from traceback import walk_tb
from typing import Any, TypeAlias

MINUTE = 60.0  # seconds

_NOT_OURS = "Invalid UTF-8 sequence received"  # by a WebSocket, which uvicorn calls an error

_Kind: TypeAlias = tuple[type[BaseException], str, int]
"""The class of an error, and the file and line that raised it."""


class OnceAMinute(logging.Filter):
    """Lets a traceback of one kind through once a minute.

    now: returns the seconds of a clock that only goes forward.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._written: dict[_Kind, float] = {}  # when
        self._left_out: Counter[_Kind] = Counter()  # since then

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this is to be written; add how many were not since the last one."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        kind, now = _kind_of(error), self._now()
        if now < self._written.get(kind, -MINUTE) + MINUTE:
            self._left_out[kind] += 1
            return False
        self._written[kind] = now
        if more := self._left_out.pop(kind, 0):
            record.msg = f"{record.getMessage().rstrip()} (and {more} times since the last)"
            record.args = ()
        return True


def is_ours(record: logging.LogRecord) -> bool:
    """Return whether a fault is the server's, and not that of who sent it something."""
    return not record.getMessage().startswith(_NOT_OURS)


def _kind_of(error: BaseException) -> _Kind:
    frames = list(walk_tb(error.__traceback__))
    if not frames:
        return type(error), "", 0
    frame, line = frames[-1]
    return type(error), frame.f_code.co_filename, line


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"once a minute": {"()": OnceAMinute}, "ours": {"()": lambda: is_ours}},
    "formatters": {"level": {"format": "%(levelname)s: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["once a minute"],
            "formatter": "level",
        }
    },
    "loggers": {
        "asyncio": {"handlers": ["stderr"]},
        "speeltafel": {"filters": ["once a minute"]},
        "uvicorn": {"handlers": ["stderr"]},
        "uvicorn.error": {"filters": ["ours"]},
    },
}
"""What :func:`logging.config.dictConfig` takes."""
