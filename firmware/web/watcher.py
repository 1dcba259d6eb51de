"""A connection that follows a table or a match, and the messages that wait for it."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

DEPTH = 64  # messages that wait for a slow watcher before a whole state takes their place

encode = msgspec.json.Encoder().encode


def text_of(value: Any) -> str:
    """Return a value as JSON."""
    return encode(value).decode()


class Audience(Protocol):
    """A group of watchers that get the same messages."""

    watchers: "set[Watcher]"

    def state(self) -> str:
        """Return the message with the whole state."""


class Watcher:
    """A connection that follows the table, with the messages that wait to be sent.

    When more than :data:`DEPTH` wait, the whole state takes their place. A watcher that is not
    `greeted` gets no message before :meth:`greet`.

    Attributes:
        audience: the group that it belongs to.
        greeted: whether it has been greeted.
        personal: returns a message for this watcher alone, sent after a whole state, or "".
    """

    def __init__(self, audience: Audience, *, greeted: bool = True) -> None:
        self.audience = audience
        self._waiting: deque[str] = deque()
        self._some = asyncio.Event()
        self._behind = True  # the first message is the whole state
        self.personal: Callable[[], str] | None = None
        self.greeted = greeted
        if greeted:
            self._some.set()

    def greet(self, texts: Iterable[str]) -> None:
        """Send these messages next, in place of all that wait."""
        self._behind, self.greeted = False, True
        more = "" if self.personal is None else self.personal()
        self._waiting = deque([*texts, *filter(None, [more])])
        self._some.set()

    def fall_behind(self) -> None:
        """Send the whole state next, in place of all messages that wait."""
        if not self._behind:
            self._waiting.clear()
            self._behind = True
            self._some.set()

    def tell(self, text: str) -> None:
        """Queue a message."""
        if self._behind:
            return
        if len(self._waiting) >= DEPTH:
            self.fall_behind()
        else:
            self._waiting.append(text)
            self._some.set()

    async def next(self) -> str:
        """Wait for the next message and return it."""
        await self._some.wait()
        if self._behind:
            self._behind = False
            text = self.audience.state()
            if self.personal is not None and (more := self.personal()):
                self._waiting.append(more)
        else:
            text = self._waiting.popleft()
        if not self._waiting:
            self._some.clear()
        return text
