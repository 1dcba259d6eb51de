"""The errors that the ports and the reading of traces raise."""


class HalError(Exception):
    """A fault at the table; the message names the part and the advice."""


class PartError(HalError, OSError):
    """A part that does not work now: no valid scan, a frame not shown, a tune not played. The next use may succeed."""


class OpenError(HalError, OSError):
    """A table that cannot be opened at all."""


class InUseError(OpenError):
    """A table that another program has open."""


class TraceError(HalError, ValueError):
    """A sensor trace that cannot be read; `line` is the number of the line at fault, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
