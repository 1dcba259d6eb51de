"""Browsers that have sat down."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from support.feeding import Follows
from support.online import PATIENCE
from support.screens_online import ScreenWeb


class Seat:
    """A program that follows a match, and asks for what its seats may do."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.follows = Follows()
        socket.send(json.dumps(self.follows.hello))

    def until(self, *lines: str) -> None:
        while self.follows.match is None or self.follows.match.lines != lines:
            assert not self.follows.read([self._socket.recv(PATIENCE)])

    def ask(self, name: str, plies: int, **ask: Any) -> dict[str, Any]:
        """Ask for something, and return the answer."""
        return self.answer(json.dumps({"type": "do", "id": name, "plies": plies, "ask": ask}))

    def answer(self, message: str) -> dict[str, Any]:
        """Send a message, and return the answer."""
        self._socket.send(message)
        while True:
            text = self._socket.recv(PATIENCE)
            answer: dict[str, Any] = json.loads(text)
            if answer["type"] in ("done", "refused", "error"):
                return answer
            self.follows.read([text])


@contextmanager
def seated(web: ScreenWeb, number: int, headers: dict[str, str]) -> Iterator[Seat]:
    with web.socket(f"?game={number}", headers) as socket:
        yield Seat(socket)
