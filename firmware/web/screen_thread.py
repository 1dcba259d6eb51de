"""The thread in which games on screens go on, while people look on and move."""

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from firmware.app.running_table import local_time
from firmware.app.screen_games import OpenGame, ScreenGames, open_screen_games
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker, Thinks
from firmware.output.lamps import DARK
from firmware.play.effects import Effect, Warn
from firmware.play.view import Contacts, View
from firmware.web.asked_thread import AskedThread
from firmware.web.news import SAND_INTERVAL, News, ScreenState, TableState
from firmware.words import told
from hal import CELLS
from hal.trace import SECOND

MOST_REQUESTS = 1000  # that may wait
TICK = 0.05  # seconds between two looks while sand runs or a computer thinks
QUIET = 5.0  # seconds between two looks while nothing happens by itself
_DARK = (DARK,) * CELLS


class Table(NamedTuple):
    """What a request may use: the games, and the time of it in microseconds."""

    games: ScreenGames
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

        with open_screen_games(
            self._settings, warn, thinker, now=self._now, rng=self._random
        ) as games:
            self._ready.set()
            while not self._stopping.is_set():
                request = self._next_request(TICK if games.busy else QUIET)
                at = int(monotonic() * SECOND)
                if request is not None:
                    self._carry_out(request, Table(games, at))
                games.look(at)
                self._alive(at)
                self._tell_news(games, at)

    def _tell_news(self, games: ScreenGames, at: int) -> None:
        for number, opened in games.open.items():
            runs = at // SAND_INTERVAL if opened.game.runs else 0
            shown = (opened.changes, opened.game.paused, runs)
            if self._told.get(number) != shown:
                self._told[number] = shown
                self._tell(number, [state_of(opened, at)])
        for number in self._told.keys() - games.open.keys():
            del self._told[number]


def state_of(opened: OpenGame, at: int) -> TableState:
    """Return how a game stands at a time in microseconds."""
    game, line = opened.game, opened.game.line
    view = View(
        header=game.header, adapter=opened.adapter, position=game.position,
        contacts=Contacts(line.picture), highlight={},
        last=line.last.move if line.last is not None else None, paused=game.paused,
    )  # fmt: skip
    seats = game.seats
    screen = ScreenState(
        opened.number, seats.computers,
        tuple(name for name, seat in seats.by_name.items() if seat.holder),
        game.proposal, game.paused, game.abandoned, game.can_agree, game.for_all,
        tuple(seat for seat in seats.by_name if game.can_take_back((seat,))),
    )  # fmt: skip
    return TableState(
        at, view, _DARK, line.picture, game.lines, line.played, line.pictures,
        tuple(seats.computers), screen,
    )  # fmt: skip
