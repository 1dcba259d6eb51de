"""Reading the records that are posted: in another process, so that no game waits for it.

Anybody may post a record, and a long one takes a second or more. So one is read at a time, the
clients take turns, each has few that wait, and what takes too long is given up.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request

from firmware.app.thinker import Answers
from firmware.web.access import client_of
from firmware.web.answers import AnswerError, address_of, site_of, why_of
from firmware.words import Text, find_words, told
from firmware.words.codes import code_of
from rules import GameError

LONGEST = 20.0  # seconds for one record; a PDF of a thousand moves takes one, on a Pi more
MOST_WAITING = 3  # records of one client that are read or wait for it

T = TypeVar("T")


class PostedError(GameError):
    """A posted record cannot be read: where and why, and the code of the error."""

    def __init__(self, why: Text, code: str) -> None:
        super().__init__(why)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes it again in another process."""
        return type(self), (self.message, self.code)


class Posted(NamedTuple):
    """What is to be made of a record, as a question to another process.

    Attributes:
        make: a function of a module; it is called with these values and the words of the language.
        values: the record first.
        language: of who asks.
    """

    make: Callable[..., Any]
    values: tuple[Any, ...]
    language: str

    def answer(self) -> Any:
        """Return what is made. Raise PostedError."""
        try:
            return self.make(*self.values, find_words(self.language, {}))
        except GameError as error:
            raise PostedError(why_of(error), code_of(error)) from error


class Readers:
    """Has records read. Made in the loop that uses it.

    thinker: the process in which that happens; nothing else is asked of it.
    """

    def __init__(self, thinker: Answers) -> None:
        self._thinker = thinker
        self._turn = asyncio.Lock()
        self._queues = defaultdict[str, asyncio.Lock](asyncio.Lock)
        self._waiting = defaultdict[str, int](int)

    async def read(self, who: str, posted: Posted) -> Any:
        """Return what is made of a record. who: the client.

        Raise GameError where it cannot be read, HTTPException where it is not: 429 where the
        client waits for :data:`MOST_WAITING` already, 413 after :data:`LONGEST`, 503.
        """
        if self._waiting[who] >= MOST_WAITING:
            raise AnswerError(429, told("too much at once; wait a moment"), {"Retry-After": "2"})
        self._waiting[who] += 1
        try:
            async with self._queues[who], self._turn, asyncio.timeout(LONGEST):
                return await asyncio.wrap_future(self._thinker.ask(posted))
        except TimeoutError:
            self._thinker.close(wait=False)  # and the process that reads with it
            raise AnswerError(413, told("this takes too long to read")) from None
        except BrokenProcessPool:
            raise AnswerError(503, told("this cannot be read now")) from None
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._queues[who]


async def make_of(request: Request, make: Callable[..., T], *values: Any) -> T:
    """Return what `make` makes of a posted record: see :class:`Posted`, :meth:`Readers.read`."""
    readers: Readers = request.app.state.readers
    posted = Posted(make, values, site_of(request).language(request))
    made: T = await readers.read(client_of(address_of(request)), posted)
    return made
