"""Requests from the network that are refused."""

from firmware.words import told


class RefusedError(Exception):
    """A request cannot be done now; the text of the error says why."""


class BusyError(RefusedError):
    """The table is not at rest; the same request can succeed when it is."""

    def __init__(self) -> None:
        super().__init__(told("a piece is being moved; wait until the table is still"))
