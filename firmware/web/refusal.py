"""Requests from the network that are refused."""

from firmware.words import Text, told


class RefusedError(Exception):
    """A request cannot be done now; the text of the error says why.

    status: of the answer over HTTP: 409 where the match or the table refuses, 503 where the host has no room.
    """

    def __init__(self, why: Text | str, status: int = 409) -> None:
        super().__init__(why)
        self.status = status


class BusyError(RefusedError):
    """The table is not at rest; the same request can succeed when it is."""

    def __init__(self) -> None:
        super().__init__(told("a piece is being moved; wait until the table is still"))
