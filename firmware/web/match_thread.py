"""The thread in which matches go on by themselves, while others look on and ask for things."""

import asyncio
import logging
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from queue import Empty, Full, Queue
from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from firmware.app.collector import seldom_collected
from firmware.app.errors import TableError
from firmware.app.host import Host, Hosted, local_time, open_host
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker, Thinks
from firmware.play.effects import Effect, Warn
from firmware.play.view import View
from firmware.web.refusal import RefusedError
from firmware.web.updates import SAND_INTERVAL, TableState, Update
from firmware.words import N_, told
from hal.trace import SECOND

MOST_REQUESTS = 1000  # that may wait
REQUESTS_A_STEP = 32  # that are carried out between two steps at most
GATHERING = 0.01  # seconds after which no other is begun between these
TICK = 0.05  # seconds between two looks while sand runs or a computer thinks
NOTICED = 0.1  # seconds of a write from which on no clock is charged, as moves are not seen yet
QUIET = 1.0  # seconds between two steps while matches wait for requests

_LOG = logging.getLogger("speeltafel")
_INTERRUPTED = N_("an error of the program has interrupted this game; reload the page to go on")

T = TypeVar("T")
Use = TypeVar("Use")
Use_co = TypeVar("Use_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Playing(Generic[Use]):
    """The matches of a thread, as functions.

    Attributes:
        use: returns the argument of requests.
        step: lets the matches go on, sends their updates, and returns the time in microseconds.
        faults: returns the present faults of the table, as sentences.
        rest: returns the seconds until the next step without a request.
        together: returns the context in which several requests are carried out; their results are
            sent when it has ended.
    """

    use: Callable[[], Use]
    step: Callable[[], int]
    rest: Callable[[], float]
    together: Callable[[], AbstractContextManager[None]] = nullcontext
    faults: Callable[[], Sequence[str]] = tuple


Opens: TypeAlias = AbstractContextManager[Playing[Use]]
"""Opens the matches of a thread; the context is entered and left in the thread."""


class Runs(Protocol[Use_co]):
    """That in which matches go on, and that can be asked."""

    def stop(self) -> None:
        """Finish the current requests, close the matches, and return then."""

    def ask(self, do: Callable[[Use_co], T]) -> "Future[T]":
        """Call `do` in the thread, and return a future of its result. Raise RefusedError."""

    async def answer(self, do: Callable[[Use_co], T]) -> T:
        """Return the result of `do`. Raise RefusedError, or the errors of `do`."""


class _Request(NamedTuple):
    """A function for the thread to call, and the future of its result."""

    future: "Future[Any]"
    do: Callable[[Any], Any]


class MatchThread(Generic[Use]):
    """A thread in which matches go on, from :meth:`start` to :meth:`stop`, and that takes requests.

    Args:
        opens: opens its matches.
        ended: is called in the thread when it ends.
        alive: is called in the thread with the time in microseconds and the faults after each step.

    Attributes:
        error: the error that has ended it, None when it was stopped.
    """

    def __init__(
        self,
        opens: Opens[Use],
        *,
        ended: Callable[[], None] = lambda: None,
        alive: Callable[[int, Sequence[str]], None] = lambda _, __: None,
    ) -> None:
        self.error: BaseException | None = None
        self._opens = opens
        self._ended = ended
        self._alive = alive
        self._requests: Queue[_Request | None] = Queue(MOST_REQUESTS)
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="matches", daemon=True)

    def start(self) -> None:
        """Begin, and return after the first step. Raise the error that has ended it until then."""
        self._thread.start()
        self._ready.wait()
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """Finish the current requests, close the matches, and return then."""
        self._stopping.set()
        with suppress(Full):  # it wakes up anyhow
            self._requests.put_nowait(None)
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, do: Callable[[Use], T]) -> "Future[T]":
        """Call `do` in the thread.

        Return a future of its result or error. The future is cancelled if the thread stops before.
        Raise RefusedError when the thread has stopped, or too many requests are waiting.
        """
        future: Future[T] = Future()
        if self._stopping.is_set() or not self._thread.is_alive():
            raise RefusedError(told("the games have stopped"), 503)
        try:
            self._requests.put_nowait(_Request(future, do))
        except Full:
            raise RefusedError(told("too much at once; wait a moment"), 503) from None
        return future

    async def answer(self, do: Callable[[Use], T]) -> T:
        """Return the result of `do` in the thread. Raise RefusedError, or the errors of `do`."""
        try:
            return await asyncio.wrap_future(self.ask(do))
        except asyncio.CancelledError:
            if self._stopping.is_set():
                raise RefusedError(told("the games have stopped"), 503) from None
            raise

    def _run(self) -> None:
        try:
            with self._opens as playing:
                while not self._stopping.is_set():
                    self._alive(playing.step(), playing.faults())
                    self._ready.set()
                    self._carry_out_requests(playing)
        except BaseException as error:  # noqa: BLE001  # it is told where it can be answered
            self.error = error
            if self._ready.is_set() and not isinstance(error, TableError):  # the starter of the thread explains others
                _LOG.critical("all games have ended by an error", exc_info=error)
        finally:
            self._stopping.set()
            while not self._requests.empty():
                left = self._requests.get_nowait()
                if left is not None:
                    left.future.cancel()
            self._ready.set()
            self._ended()

    def _carry_out_requests(self, playing: Playing[Use]) -> None:
        """Carry out requests. An exception goes to the requester, and the matches go on."""
        request = self._next(playing.rest())
        until = monotonic() + GATHERING
        answers: list[Callable[[], None]] = []
        try:
            with playing.together():
                while request is not None:
                    if request.future.set_running_or_notify_cancel():
                        answers.append(_answer(request, playing.use()))
                    if len(answers) == REQUESTS_A_STEP or monotonic() >= until:
                        break
                    request = self._next(0)
        finally:
            for tell in answers:
                tell()

    def _next(self, seconds: float) -> _Request | None:
        """Return the next request, if it comes within so many seconds."""
        try:
            return self._requests.get(timeout=seconds) if seconds else self._requests.get_nowait()
        except Empty:
            return None


def _answer(request: _Request, use: Any) -> Callable[[], None]:
    """Carry out a request, and return a callback that delivers its result or error."""
    try:
        return partial(request.future.set_result, request.do(use))
    except Exception as error:  # noqa: BLE001  # the requester has to handle it
        return partial(request.future.set_exception, error)


class OnScreens(NamedTuple):
    """The argument of a request: the matches, and its time in microseconds."""

    games: Host
    at: int


def state_of(opened: Hosted, at: int, beside: str = "") -> TableState:
    """Return the state of a match at a time in microseconds. beside: see :class:`TableState`."""
    match = opened.match
    view = View(
        header=match.header,
        adapter=opened.adapter,
        position=match.now,
        last=match.line.last.line if match.line.last is not None else None,
        paused=match.paused,
        proposal=match.proposal,
        ended=match.ended,
        on_screen=True,
        kept=opened.keeper.kept,
    )
    return TableState(at, view, match, files=opened.files, number=opened.number, log=opened.log, beside=beside)


@contextmanager
def on_screens(
    settings: Settings,
    tell: Callable[[int, Sequence[Update]], None],
    *,
    thinker: Thinks | None = None,
    processes: int = 1,
    now: Callable[[], datetime] = local_time,
    rng: random.Random | None = None,
) -> Iterator[Playing[OnScreens]]:
    """Open the matches that are played on screens.

    Args:
        settings: the settings of the program.
        tell: is called with the number of a match and its updates; with the number 0 for a
            warning that concerns all.
        thinker: chooses the moves of computers, None for processes of its own.
        processes: the number of these.
        now: returns the day and time.
        rng: rolls the dice, None for the randomness of the system.
    """
    shown: dict[int, tuple[object, ...]] = {}

    def warn(effect: Effect) -> None:
        if isinstance(effect, Warn):
            tell(0, [effect])

    def time() -> int:
        at, wrote = int(monotonic() * SECOND), games.recorder.take_seconds()
        if wrote >= NOTICED:
            games.pardon(int(wrote * SECOND), at)
        return at

    with ExitStack() as opened:
        thinks = thinker or opened.enter_context(closing(Thinker(processes)))
        games = opened.enter_context(open_host(settings, warn, thinks, now=now, rng=rng))
        opened.enter_context(seldom_collected())

        def step() -> int:
            at = time()
            looked = games.look(at)
            beside = games.recorder.beside
            for one in games.open.values() if beside != shown.get(0, ("",))[0] else looked:
                number = one.number
                runs = at // SAND_INTERVAL if one.match.runs and not one.match.counts_down else 0
                seen = one.match.seq, runs, one.keeper.kept, beside
                if shown.get(number) != seen:
                    shown[number] = seen
                    tell(number, [state_of(one, at, beside)])
            while games.failed:
                number, error = games.failed.popitem()
                _LOG.error("game %s was interrupted by an error", number, exc_info=error)
                tell(number, [Warn(_INTERRUPTED)])
            shown[0] = (beside,)
            if len(shown) > len(games.open):
                for number in shown.keys() - games.open.keys() - {0}:
                    del shown[number]
            return at

        yield Playing(
            lambda: OnScreens(games, time()), step, lambda: TICK if games.busy else QUIET, games.recorder.gathered
        )
