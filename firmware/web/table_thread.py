"""How does a table play on by itself while others look on? Its loop, in a thread of its own."""

import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from datetime import date, datetime
from queue import Empty, Full, Queue
from typing import Any, NamedTuple, TypeAlias, TypeVar

from firmware.app.loop import FRAMES, Loop
from firmware.output.alerts import Alerts
from firmware.output.assistance import Assistance
from firmware.output.lamps import DARK
from firmware.play.effects import Effect, Play, Ran, Warn
from firmware.play.lobby import Choice, Lobby
from firmware.play.view import View
from firmware.storage.recorder import Recorder
from firmware.web.remote import RefusedError, RemoteControl, RemoteKeys
from firmware.web.simulated_remote import SimulatedRemoteControl
from firmware.words import Words
from hal import CELLS, Frame, Table, Tune
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Move, Position

WAITING = 64  # things to be done that may wait for the next scan
AT_ONCE = 8  # of them that are done between two scans
TICK = SECOND // 2  # how often running sand is news

T = TypeVar("T")


class TableState(NamedTuple):
    """What the table shows at one time.

    at: microseconds. lamps: as lit. picture: the contacts that are closed. lines: the moves of the
    record. played, pictures: the position after each move and the contacts that should be closed
    then, the start first. computer: the seats that the computer plays.
    """

    at: int
    view: View | Choice
    lamps: Frame
    picture: int
    lines: tuple[Move, ...]
    played: tuple[Position, ...]
    pictures: tuple[int, ...]
    computer: tuple[str, ...]


News: TypeAlias = TableState | Tune | Warn
Opened: TypeAlias = tuple[Lobby, Recorder]
Opener: TypeAlias = Callable[[Callable[[Effect], None]], AbstractContextManager[Opened]]
"""Opens what is played and where it is kept, in the thread that will use it; is given whom to warn.
"""


Hardware: TypeAlias = Callable[[], AbstractContextManager[Table]]
"""Opens the table that this machine is built into."""


class _Lights:
    """The lamps and the buzzer, for people elsewhere, and for those at the table if it is real."""

    def __init__(self, tell: Callable[[Tune], None], table: Table | None) -> None:
        self.frame: Frame = (DARK,) * CELLS
        self._tell = tell
        self._table = table

    def show(self, frame: Frame) -> None:
        """Hal's Lamps port."""
        self.frame = frame
        if self._table is not None:
            self._table.lamps.show(frame)

    def play(self, tune: Tune) -> None:
        """Hal's Sound port."""
        self._tell(tune)
        if self._table is not None:
            self._table.sound.play(tune)


class _Wish(NamedTuple):
    """Something to be done, and who will hear of it."""

    future: "Future[Any]"
    do: Callable[[RemoteControl], Any]

    def come_true(self, remote: RemoteControl) -> None:
        """Do it; an error is for who has asked, and the table plays on."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self.do(remote))
        except Exception as error:  # noqa: BLE001  # whoever asked has to answer for it
            self.future.set_exception(error)


class TableThread:
    """A table that plays in a thread of its own, from :meth:`start` to :meth:`stop`.

    table: a simulated one, made by who starts it, then only this thread's; or what opens a real
    one, in this thread. opener: opens what is played. tell: is
    called, in the table's thread, with what is new after a scan: a Moment when the table shows
    something else (20 times a second at most, but at once when the game has changed), and then
    tunes and warnings. ended:
    is called there when the thread ends. now: the day and time. rng: see :class:`Deputy`. words: of
    a small display. alive: called with the time (microseconds) after each scan.

    error: what has ended it, None when it was stopped.
    """

    def __init__(
        self,
        table: SimulatedTable | Hardware,
        opener: Opener,
        tell: Callable[[Sequence[News]], None],
        *,
        now: Callable[[], datetime],
        ended: Callable[[], None] = lambda: None,
        assistance: Assistance = Assistance(),  # noqa: B008
        rng: random.Random | None = None,
        words: Words | None = None,
        alive: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._table = table
        self._words = words
        self._alive = alive
        self._opener = opener
        self._tell = tell
        self._ended = ended
        self._now = now
        self._assistance = assistance
        self._alerts = Alerts()
        self._random = rng or random.Random()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._asked: Queue[_Wish] = Queue(WAITING)
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._news: list[News] = []  # not told yet
        self._heard = 0  # how often the game has changed
        self._shown: tuple[object, ...] | None = None
        self._next = 0
        self.error: BaseException | None = None

    def start(self) -> None:
        """Begin, and return when the first scan is done. Raises what has gone wrong until then."""
        self._thread.start()
        self._ready.wait()
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """Finish the scan, close what was opened, and return then; nothing when it has ended."""
        self._stopping.set()
        self._thread.join()

    @property
    def stopped(self) -> bool:
        """Whether it plays no more."""
        return self._stopping.is_set()

    def ask(self, do: Callable[[RemoteControl], T]) -> "Future[T]":
        """Let the table's thread do something after its next scan. Raises RefusedError.

        The future has what came of it; it is cancelled when the table stops before.
        """
        future: Future[T] = Future()
        if self._stopping.is_set() or not self._thread.is_alive():
            raise RefusedError("the table has stopped")
        try:
            self._asked.put_nowait(_Wish(future, do))
        except Full:
            raise RefusedError("too much at once; wait a moment") from None
        return future

    def _run(self) -> None:
        try:
            with ExitStack() as opened:
                table = self._table
                ports = (
                    table.ports
                    if isinstance(table, SimulatedTable)
                    else opened.enter_context(table())
                )
                lobby, recorder = opened.enter_context(self._opener(self._hear))
                self._play(ports, lobby, recorder)
        except BaseException as error:  # noqa: BLE001  # it is told where it can be answered
            self.error = error
        finally:
            self._stopping.set()
            while not self._asked.empty():
                self._asked.get_nowait().future.cancel()
            self._ready.set()
            self._ended()

    def _play(self, table: Table, lobby: Lobby, recorder: Recorder) -> None:
        simulated = self._table if isinstance(self._table, SimulatedTable) else None
        keys = RemoteKeys(table.keys)
        lights = _Lights(self._news.append, None if simulated else table)

        def hear(effect: Effect) -> None:
            recorder.tell(effect)
            self._hear(effect)

        def today() -> date:
            return self._now().date()

        ports = replace(table, lamps=lights, sound=lights, keys=keys)
        loop = Loop(
            ports, lobby, hear, assistance=self._assistance, words=self._words, alerts=self._alerts
        )
        remote = (
            RemoteControl(
                lobby, loop, recorder, keys.press, table.clock, today=today, rng=self._random
            )
            if simulated is None
            else SimulatedRemoteControl(
                lobby, simulated, loop, recorder, today=today, rng=self._random
            )
        )
        while not self._stopping.is_set():
            loop.step()
            if simulated is not None:
                simulated.edges.clear()  # nobody wants a trace of it, and evenings are long
            now = table.clock.now()
            recorder.retry(now)
            self._alive(now)
            remote.look()
            self._do_what_is_asked(remote)
            self._show(now, lobby, loop, lights.frame, remote.computer)
            if self._news:
                self._tell(tuple(self._news))
                self._news.clear()
            self._ready.set()

    def _hear(self, effect: Effect) -> None:
        self._alerts.hear(effect)
        if isinstance(effect, Warn):
            self._news.append(effect)
        elif not isinstance(effect, Ran | Play):
            self._heard += 1

    def _do_what_is_asked(self, remote: RemoteControl) -> None:
        for _ in range(AT_ONCE):
            try:
                self._asked.get_nowait().come_true(remote)
            except Empty:
                return

    def _show(
        self, now: int, lobby: Lobby, loop: Loop, lamps: Frame, computer: tuple[str, ...]
    ) -> None:
        """Tell what the table shows, if that is something else."""
        changed = self._shown is None or self._heard != self._shown[0]
        if not changed and now < self._next:
            return
        self._next = now + SECOND // FRAMES
        view, session = lobby.view, lobby.session
        seen: tuple[object, ...] = (self._heard, lamps, loop.picture, computer)
        if isinstance(view, Choice):
            seen += (view,)
        else:
            runs = not view.paused and view.position.later(1) is not view.position
            seen += (
                view.contacts.missing,
                view.contacts.extra,
                view.trouble,
                view.menu,
                view.paused,
            )
            seen += (view.stubborn, view.contacts.pairs)
            seen += (view.position.outcome, now // TICK if runs else 0)
        if seen == self._shown:
            return
        self._shown = seen
        lines, played, pictures = (
            ((), (), ()) if session is None
            else (session.lines, tuple(session.played), tuple(session.pictures))
        )  # fmt: skip
        moment = TableState(now, view, lamps, loop.picture, lines, played, pictures, computer)
        self._news.insert(0, moment)
