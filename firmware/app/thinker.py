"""Where does the computer think? In a process of its own, so that no scan ever waits for it."""

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

# Seconds after which the best move known by then is taken. A browser's Python is slower, and is to
# answer in half a second, with what comes before and after.
LIMIT = 0.45 if sys.platform == "emscripten" else 2.0


class Question(NamedTuple):
    """What is to be thought about.

    Attributes:
        game: its name in the registry of rules.
        position: where it stands, as text.
        files: name -> text of the files that the position names.
        level: at which the computer plays.
        seed: of what is drawn.
    """

    game: str
    position: str
    files: Mapping[str, str]
    level: int
    seed: str

    @classmethod
    def of(cls, running: Running, level: int, seed: str) -> "Question":
        """Return the question what a computer of this level plays now."""
        match = running.match
        return cls(match.header.game, repr(match.now), running.files, level, seed)

    def answer(self, limit: float = LIMIT) -> Advice:
        """Think for at most `limit` seconds."""
        until = monotonic() + limit
        position = find_game(self.game).position(self.position, self._load)
        return advise(
            position,
            self.game,
            find_level(self.game, self.level),
            self.seed,
            lambda: monotonic() >= until,
        )

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
    """What answers questions, sooner or later."""

    def ask(self, question: Question) -> "Future[Advice]":
        """Return a future of the answer."""


class Answers(Thinks, Protocol):
    """What answers questions of every kind, until it is closed."""

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future of the answer; it raises BrokenProcessPool when that is lost."""

    def close(self, *, wait: bool = True) -> None:
        """Forget what is thought about. wait: until nobody thinks any more."""


class Thinker:
    """Thinks in other processes, which begin with the first question. Close it at the end.

    They end when the pipe does of which this process alone has the other end: when it is closed
    here, and when this process dies, however it does.

    processes: how many questions are thought about at a time.
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
        """End the processes; what they think about is forgotten.

        wait: until they have ended, so that nothing is left of them if a signal ends this one next.
        """
        for end in self._pipe or ():
            end.close()
        self._pipe = None
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=True)
            self._pool = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # They are begun anew, not forked: a fork would take along locks of other threads.
            context = get_context("spawn")
            self._pipe = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self._processes, context, _live_as_long_as, self._pipe[:1]
            )
        return self._pool


class ThinkerAtOnce:
    """Thinks before it returns, where time stands still meanwhile, or nobody else can think."""

    def ask(self, question: Answerable[T]) -> "Future[T]":
        """Return a future that has the answer, or what was raised in its place."""
        future: Future[T] = Future()
        try:
            future.set_result(question.answer())
        except Exception as error:  # noqa: BLE001  # whoever asked has to answer for it
            future.set_exception(error)
        return future

    def close(self, *, wait: bool = True) -> None:
        """Do nothing: nothing is thought about."""


def _live_as_long_as(pipe: Connection) -> None:
    """Leave Ctrl-C to the process that plays, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> NoReturn:
    pipe.poll(None)  # nothing is ever sent
    os._exit(0)
