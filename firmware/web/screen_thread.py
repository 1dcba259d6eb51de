"""The thread in which games on screens go on, while people look on and move."""

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from firmware.app.host import Host, OpenMatch, local_time, open_host
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker, Thinks
from firmware.output.lamps import DARK
from firmware.play.effects import Effect, Warn
from firmware.play.view import Contacts, View
from firmware.web.asked_thread import AskedThread
from firmware.web.news import SAND_INTERVAL, News, TableState
from firmware.words import told
from hal import CELLS
from hal.trace import SECOND

MOST_REQUESTS = 1000  # that may wait
TICK = 0.05  # seconds between two looks while sand runs or a computer thinks
QUIET = 5.0  # seconds between two looks while nothing happens by itself
_DARK = (DARK,) * CELLS


class Table(NamedTuple):
    """What a request may use: the games, and the time of it in microseconds."""

    games: Host
    at: int


class ScreenThread(AskedThread[Table]):
    """Games on screens in a thread of their own, from :meth:`start` to :meth:`stop`.

    Args:
        settings: what was asked for.
        tell: is called in that thread with the number of a game and what is news of it; with the
            number 0 for a warning that concerns all games.
        thinker: answers what computers play, None for processes of its own.
        processes: how many of these.
        now: returns the day and time.
        ended: is called in the thread when it ends.
        rng: rolls the dice, None for the randomness of the system.
        alive: is called with the time in microseconds after each look.

    Attributes:
        error: what has ended it, None when it was stopped.

    """

    def __init__(
        self,
        settings: Settings,
        tell: Callable[[int, Sequence[News]], None],
        *,
        thinker: Thinks | None = None,
        processes: int = 1,
        now: Callable[[], datetime] = local_time,
        ended: Callable[[], None] = lambda: None,
        rng: random.Random | None = None,
        alive: Callable[[int], None] = lambda _: None,
    ) -> None:
        super().__init__("screens", told("the games have stopped"), MOST_REQUESTS, ended)
        self._settings = settings
        self._tell = tell
        self._thinker = thinker
        self._processes = processes
        self._now = now
        self._random = rng
        self._alive = alive
        self._told: dict[int, tuple[object, ...]] = {}

    def _play(self) -> None:
        if self._thinker is not None:
            self._play_with(self._thinker)
        else:
            with closing(Thinker(self._processes)) as thinker:
                self._play_with(thinker)

    def _play_with(self, thinker: Thinks) -> None:
        def warn(effect: Effect) -> None:
            if isinstance(effect, Warn):
                self._tell(0, [effect])

        with open_host(self._settings, warn, thinker, now=self._now, rng=self._random) as games:
            self._ready.set()
            while not self._stopping.is_set():
                request = self._next_request(TICK if games.busy else QUIET)
                at = int(monotonic() * SECOND)
                if request is not None:
                    self._carry_out(request, Table(games, at))
                games.look(at)
                self._alive(at)
                self._tell_news(games, at)

    def _tell_news(self, games: Host, at: int) -> None:
        for number, opened in games.open.items():
            runs = at // SAND_INTERVAL if opened.match.runs else 0
            shown = (opened.changes, runs)
            if self._told.get(number) != shown:
                self._told[number] = shown
                self._tell(number, [state_of(opened, at)])
        for number in self._told.keys() - games.open.keys():
            del self._told[number]


def state_of(opened: OpenMatch, at: int) -> TableState:
    """Return how a match stands at a time in microseconds."""
    match, layout = opened.match, opened.layout
    view = View(
        header=match.header, adapter=layout.adapter, position=match.now,
        contacts=Contacts(layout.picture), highlight={},
        last=match.line.last.line if match.line.last is not None else None,
        paused=match.clock.paused, proposal=match.proposal, ended=match.ended, on_screen=True,
    )  # fmt: skip
    return TableState(at, view, _DARK, layout.picture, match, layout, opened.number)
