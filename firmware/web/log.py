"""The log of the server: each kind of error is written at most once a minute, with its count.

A client that causes an error again and again does not fill the disk with tracebacks.
"""

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from traceback import walk_tb
from typing import Any, TypeAlias

MINUTE = 60.0  # seconds

_NOT_OURS = "Invalid UTF-8 sequence received"  # a client's fault, which uvicorn logs as an error

_Kind: TypeAlias = tuple[type[BaseException], str, int]
"""The class of an error, and the file and line that raised it."""


class OnceAMinute(logging.Filter):
    """A filter that lets a traceback of a kind pass once a minute.

    now: returns the seconds of a clock that only goes forward.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._written: dict[_Kind, float] = {}  # when
        self._left_out: Counter[_Kind] = Counter()  # since then

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written; add the number of records left out since the last."""
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
    """Return whether an error is the server's own, and not caused by the bytes of a client."""
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
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["once a minute"], "formatter": "level"}},
    "loggers": {
        "asyncio": {"handlers": ["stderr"]},
        "speeltafel": {"filters": ["once a minute"]},
        "uvicorn": {"handlers": ["stderr"]},
        "uvicorn.error": {"filters": ["ours"]},
    },
}
"""The argument of :func:`logging.config.dictConfig`."""
