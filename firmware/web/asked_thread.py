"""A thread in which games go on by themselves, and that others ask for things."""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import Any, Generic, NamedTuple, TypeVar

from firmware.web.remote import RefusedError
from firmware.words import Text, told

T = TypeVar("T")
Use = TypeVar("Use")


class _Request(NamedTuple):
    """Something that the thread should do, and the future that gets what came of it."""

    future: "Future[Any]"
    do: Callable[[Any], Any]


class AskedThread(ABC, Generic[Use]):
    """A thread that plays, from :meth:`start` to :meth:`stop`, and does what it is asked for.

    Args:
        name: of the thread.
        stops: what is said to who asks when it has stopped.
        most: how many requests may wait.
        ended: is called in the thread when it ends.

    Attributes:
        error: what has ended it, None when it was stopped.

    """

    def __init__(self, name: str, stops: Text, most: int, ended: Callable[[], None]) -> None:
        self.error: BaseException | None = None
        self._stops = stops
        self._ended = ended
        self._requests: Queue[_Request | None] = Queue(most)
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin, and return when it plays. Raise what has gone wrong until then."""
        self._thread.start()
        self._ready.wait()
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """Finish what is being done, close what was opened, and return then."""
        self._stopping.set()
        with suppress(Full):  # it wakes up anyhow
            self._requests.put_nowait(None)
        if self._thread.is_alive():
            self._thread.join()

    @property
    def stopped(self) -> bool:
        """Whether nothing is played any more."""
        return self._stopping.is_set()

    def ask(self, do: Callable[[Use], T]) -> "Future[T]":
        """Let the thread do something.

        Return a future of what `do` returns or raises; it is cancelled when the thread stops
        before. Raise RefusedError when it has stopped, or too many requests are waiting.
        """
        future: Future[T] = Future()
        if self._stopping.is_set() or not self._thread.is_alive():
            raise RefusedError(self._stops)
        try:
            self._requests.put_nowait(_Request(future, do))
        except Full:
            raise RefusedError(told("too much at once; wait a moment")) from None
        return future

    async def answer(self, do: Callable[[Use], T]) -> T:
        """Return what `do` returns in the thread. Raise RefusedError, or what `do` raises."""
        try:
            return await asyncio.wrap_future(self.ask(do))
        except asyncio.CancelledError:
            if self.stopped:
                raise RefusedError(self._stops) from None
            raise

    @abstractmethod
    def _play(self) -> None:
        """Open what is played, set `_ready`, and play until `_stopping` is set."""

    def _next_request(self, timeout: float) -> _Request | None:
        """Return what was asked for first, None if nothing is within so many seconds."""
        try:
            return self._requests.get(timeout=timeout) if timeout else self._requests.get_nowait()
        except Empty:
            return None

    @staticmethod
    def _carry_out(request: _Request, use: Use) -> None:
        """Do what was asked for. An exception is given to the future, and the games go on."""
        if not request.future.set_running_or_notify_cancel():
            return
        try:
            request.future.set_result(request.do(use))
        except Exception as error:  # noqa: BLE001  # whoever asked has to answer for it
            request.future.set_exception(error)

    def _run(self) -> None:
        try:
            self._play()
        except BaseException as error:  # noqa: BLE001  # it is told where it can be answered
            self.error = error
        finally:
            self._stopping.set()
            while not self._requests.empty():
                left = self._requests.get_nowait()
                if left is not None:
                    left.future.cancel()
            self._ready.set()
            self._ended()
