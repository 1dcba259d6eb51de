"""The errors that the ports and the reading of traces raise."""


class HalError(Exception):
    """A fault at the table; the message names the part and the advice."""


class SenseError(HalError, OSError):
    """A scan that gave no valid snapshot; the next scan may."""


class OpenError(HalError, OSError):
    """A table that cannot be opened at all."""


class InUseError(OpenError):
    """A table that another program has open."""


class KeysError(HalError, OSError):
    """Keys that cannot be read."""


class LampsError(HalError, OSError):
    """A frame that was not shown."""


class SoundError(HalError, OSError):
    """A tune that was not played."""


class DisplayError(HalError, OSError):
    """Text that was not shown."""


class VoiceError(HalError, OSError):
    """A sentence that was not spoken."""


class TraceError(HalError, ValueError):
    """A sensor trace that cannot be read; `line` is the number of the line at fault, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
