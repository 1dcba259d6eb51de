"""The thread in which a table plays on by itself, while others look on and ask for things."""

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from firmware.app.host import Listener, local_time
from firmware.app.running_table import LedByLamps, RunningTable, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker
from firmware.web.asked_thread import AskedThread
from firmware.web.news import News, NewsCollector
from firmware.web.remote import RemoteControl
from firmware.web.remote_ports import MirroredOutputs, RemoteKeys
from firmware.web.simulated_remote import SimulatedRemoteControl
from firmware.words import told
from hal import Table
from hal.simulated import SimulatedTable

MOST_REQUESTS = 64  # that may wait for the next scan
REQUESTS_A_SCAN = 8  # that are carried out between two scans

Hardware: TypeAlias = Callable[[], AbstractContextManager[Table]]
"""Opens the table that this machine is built into."""


class TableThread(AskedThread[RemoteControl]):
    """A table that plays in a thread of its own, from :meth:`start` to :meth:`stop`.

    Args:
        table: a simulated one, which belongs to this thread from the start on; or what opens a
            real one, in this thread.
        settings: what was asked for.
        tell: is called in the table's thread with what is news after a scan, see
            :class:`NewsCollector`.
        now: returns the day and time.
        ended: is called in the table's thread when it ends.
        rng: draws what new games leave to chance, and what simulated people do.
        alive: is called with the time in microseconds after each scan.
        listeners: are called in the table's thread with every effect, see :func:`open_table`.

    Attributes:
        error: what has ended it, None when it was stopped.

    """

    def __init__(
        self,
        table: SimulatedTable | Hardware,
        settings: Settings,
        tell: Callable[[Sequence[News]], None],
        *,
        now: Callable[[], datetime] = local_time,
        ended: Callable[[], None] = lambda: None,
        rng: random.Random | None = None,
        alive: Callable[[int], None] = lambda _: None,
        listeners: Sequence[Listener] = (),
    ) -> None:
        super().__init__("table", told("the table has stopped"), MOST_REQUESTS, ended)
        self._table = table
        self._settings = settings
        self._tell = tell
        self._now = now
        self._random = rng or random.Random()
        self._alive = alive
        self._listeners = listeners
        self._news = NewsCollector()

    def _play(self) -> None:
        with ExitStack() as opened:
            self._play_at(opened)

    def _play_at(self, opened: ExitStack) -> None:
        """Open the table and play until it is stopped. opened: closes it."""
        if isinstance(self._table, SimulatedTable):
            simulated, own = self._table, self._table.ports
        else:
            simulated, own = None, opened.enter_context(self._table())
        keys = RemoteKeys(own.keys)
        outputs = MirroredOutputs(self._news.hear_tune, own if simulated is None else None)
        ports = replace(own, lamps=outputs, sound=outputs, keys=keys)
        thinker = opened.enter_context(closing(Thinker()))
        table = opened.enter_context(
            open_table(
                ports,
                self._settings,
                [self._news.hear, *self._listeners],
                thinker,
                now=self._now,
                rng=self._random,
            )
        )
        remote = (
            RemoteControl(table, keys.press, LedByLamps(table, thinker, self._random).look)
            if simulated is None
            else SimulatedRemoteControl(table, simulated, self._random, thinker)
        )
        while not self._stopping.is_set():
            table.step()
            if simulated is not None:
                simulated.edges.clear()  # no trace of it is wanted, and it plays for hours
            now = ports.clock.now()
            self._alive(now)
            remote.look()
            self._carry_out_requests(remote)
            self._tell_news(table, now, outputs)
            self._ready.set()

    def _carry_out_requests(self, remote: RemoteControl) -> None:
        for _ in range(REQUESTS_A_SCAN):
            request = self._next_request(0)
            if request is None:
                return
            self._carry_out(request, remote)

    def _tell_news(self, table: RunningTable, now: int, outputs: MirroredOutputs) -> None:
        self._news.look(now, table.lobby, outputs.frame, table.loop.picture)
        news = self._news.take()
        if news:
            self._tell(news)
