"""The processes in which computers think, so that no scan ever waits for them."""

import os
import signal
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from typing import NamedTuple, NoReturn, Protocol, TypeVar

from firmware.match.running import Running
from firmware.opponents import Advice, advise, find_level
from rules import MalformedError, find_game
from rules.text import told

# Seconds after which the best move so far is taken. A browser's Python is slower, and should
# answer in half a second, including the work before and after.
LIMIT = 0.45 if sys.platform == "emscripten" else 2.0


class Question(NamedTuple):
    """The question which move a computer makes.

    Attributes:
        game: its name in the registry of rules.
        position: the present position, as text.
        files: name -> text of the files that the position names.
        level: the level of the computer.
        seed: the seed of its random choices.
    """

    game: str
    position: str
    files: Mapping[str, str]
    level: int
    seed: str

    @classmethod
    def of(cls, running: Running, level: int, seed: str) -> "Question":
        """Return the question which move a computer of this level makes now."""
        match = running.match
        return cls(match.header.game, repr(match.now), running.files, level, seed)

    def answer(self, limit: float = LIMIT) -> Advice:
        """Return the move and its reasons, after at most `limit` seconds."""
        until = monotonic() + limit
        position = find_game(self.game).position(self.position, self._load)
        return advise(position, self.game, find_level(self.game, self.level), self.seed, lambda: monotonic() >= until)

    def _load(self, name: str) -> str:
        if name not in self.files:
            raise MalformedError(told("{name!r} is not there", name=name))
        return self.files[name]


T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Answerable(Protocol[T_co]):
    """A question that can be sent to another process."""

    def answer(self) -> T_co:
        """Think, and return the answer."""


class Thinks(Protocol):
    """A thinker that answers questions about moves, sooner or later."""

    def ask(self, question: Question) -> "Future[Advice]":
        """Return a future of the answer."""


class Answers(Thinks, Protocol):
    """A thinker that answers questions of every kind, until it is closed."""

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future of the answer; it raises BrokenProcessPool when the answer is lost."""

    def close(self, *, wait: bool = True) -> None:
        """Drop the open questions. wait: until no process thinks any more."""


class Thinker:
    """A thinker in other processes, which begin with the first question. Close it at the end.

    The processes end when their end of a pipe breaks: this process alone has the other end, so that
    they end when it is closed, and when this process dies, however it does.

    processes: the number of questions that can be thought about at a time.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._pipe: tuple[Connection, Connection] | None = None

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future of the answer; it raises BrokenProcessPool when the process has died."""
        try:
            return self._open().submit(question.answer)
        except BrokenProcessPool:  # it died since the last question
            self.close()
            return self._open().submit(question.answer)

    def close(self, *, wait: bool = True) -> None:
        """End the processes, and drop their questions.

        wait: until they have ended, so that none is left if a signal ends this process next.
        """
        for end in self._pipe or ():
            end.close()
        self._pipe = None
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=True)
            self._pool = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # The processes are spawned, not forked: a fork would copy locks of other threads.
            context = get_context("spawn")
            self._pipe = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self._processes, context, _live_as_long_as, self._pipe[:1])
        return self._pool


class ThinkerAtOnce:
    """A thinker that answers before it returns: for virtual time, or without other processes."""

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future that has the answer, or the error that was raised."""
        future: Future[T] = Future()
        try:
            future.set_result(question.answer())
        except Exception as error:  # noqa: BLE001  # the caller gets the error
            future.set_exception(error)
        return future

    def close(self, *, wait: bool = True) -> None:
        """Do nothing: no question is open."""


def _live_as_long_as(pipe: Connection) -> None:
    """Leave Ctrl-C to the parent process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> NoReturn:
    pipe.poll(None)  # nothing is ever sent
    os._exit(0)
