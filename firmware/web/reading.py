"""The readers of posted records: another process, so that no game waits for it.

All clients may post records, and a long record takes a second or more. So records are read one at a
time, the clients take turns, each client has few records that wait, and a reading that takes too
long is given up.
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

LONGEST = 20.0  # seconds for a record; a PDF of a thousand moves takes a second, on a Pi more
MOST_WAITING = 3  # records of one client that are read or wait for it

T = TypeVar("T")


class PostedError(GameError):
    """A posted record cannot be read: its line and fault, and the code of the error."""

    def __init__(self, why: Text, code: str) -> None:
        super().__init__(why)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments that make the error again in another process."""
        return type(self), (self.message, self.code)


class Posted(NamedTuple):
    """A posted record and the function to apply, as a question to another process.

    Attributes:
        make: a function of a module; it is called with the values and the words of the language.
        values: the record first.
        language: of the client that asks.
    """

    make: Callable[..., Any]
    values: tuple[Any, ...]
    language: str

    def answer(self) -> Any:
        """Return the result of `make`. Raise PostedError."""
        try:
            return self.make(*self.values, find_words(self.language, {}))
        except GameError as error:
            raise PostedError(why_of(error), code_of(error)) from error


class Readers:
    """The queue of posted records. It belongs to the loop in which it is made.

    thinker: the process that reads; it gets no other questions.
    """

    def __init__(self, thinker: Answers) -> None:
        self._thinker = thinker
        self._turn = asyncio.Lock()
        self._queues = defaultdict[str, asyncio.Lock](asyncio.Lock)
        self._waiting = defaultdict[str, int](int)

    async def read(self, who: str, posted: Posted) -> Any:
        """Return the result for a record. who: the client.

        Raise GameError if it cannot be read, HTTPException if it is not read: 429 for a client
        with :data:`MOST_WAITING` records already, 413 after :data:`LONGEST`, 503.
        """
        if self._waiting[who] >= MOST_WAITING:
            raise AnswerError(429, told("too much at once; wait a moment"), {"Retry-After": "2"})
        self._waiting[who] += 1
        try:
            async with self._queues[who], self._turn, asyncio.timeout(LONGEST):
                return await asyncio.wrap_future(self._thinker.ask(posted))
        except TimeoutError:
            self._thinker.close(wait=False)  # ends the process that reads, too
            raise AnswerError(413, told("this takes too long to read")) from None
        except BrokenProcessPool:
            raise AnswerError(503, told("this cannot be read now")) from None
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who], self._queues[who]


async def make_of(request: Request, make: Callable[..., T], *values: Any) -> T:
    """Return the result of `make` for a posted record: see :meth:`Readers.read`."""
    readers: Readers = request.app.state.readers
    posted = Posted(make, values, site_of(request).language(request))
    made: T = await readers.read(client_of(address_of(request)), posted)
    return made
