"""The log of the server: warnings and errors on standard error.

The journal of systemd limits how much one service writes, so that a client that causes an error again and again does
not fill the disk.
"""

import logging
from typing import Any

_NOT_OURS = "Invalid UTF-8 sequence received"  # a client's fault, which uvicorn logs as an error


def is_ours(record: logging.LogRecord) -> bool:
    """Return whether an error is the server's own, and not caused by the bytes of a client."""
    return not record.getMessage().startswith(_NOT_OURS)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"ours": {"()": lambda: is_ours}},
    "formatters": {"level": {"format": "%(levelname)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "level"}},
    "loggers": {
        "asyncio": {"handlers": ["stderr"]},
        "uvicorn": {"handlers": ["stderr"]},
        "uvicorn.error": {"filters": ["ours"]},
    },
}
"""The argument of :func:`logging.config.dictConfig`."""
