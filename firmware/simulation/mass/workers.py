"""The processes that play the games: this process, or processes beside it."""

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from os import _exit

from firmware.simulation.mass.game import Batch, Wanted, play_batch
from firmware.simulation.mass.plan import Plan, Task

BATCH_TIME = 0.5  # seconds that a batch should take
MOST = 1000  # games in a batch
AHEAD = 2  # batches for each process, so that no process waits
TRIES = 3  # times that a batch may lose its process before something is wrong with it

_stop: Event | None = None  # of a playing process: set when it shall stop


class LostWorkersError(RuntimeError):
    """The processes that play die again and again."""


class Pace:
    """The number of games to play at a time, from their duration. time: seconds for a batch."""

    def __init__(self, time: float) -> None:
        self._time = time
        self._seconds = 0.0
        self._games = 0
        self.size = 1

    def took(self, batch: Batch) -> None:
        """Take the duration of a batch into account."""
        self._seconds += batch.seconds
        self._games += len(batch.played)
        mean = self._seconds / self._games
        self.size = max(1, min(MOST, 2 * self.size, int(self._time / max(mean, 1e-6))))


def play_here(plan: Plan, tasks: Iterable[Task], wanted: Wanted) -> Generator[Batch, None, None]:
    """Yield the games, played in this process in batches."""
    pace, left = Pace(BATCH_TIME), iter(tasks)
    while batch := list(islice(left, pace.size)):
        done = play_batch(plan, batch, wanted)
        pace.took(done)
        yield done


def play_beside(plan: Plan, tasks: Iterable[Task], wanted: Wanted, jobs: int) -> Generator[Batch, None, None]:
    """Yield the games, played in so many processes; closing it stops the games in play.

    When a process dies its games are given to another. Raise LostWorkersError when that does not
    help.
    """
    pace, left = Pace(BATCH_TIME), iter(tasks)
    given_back: list[list[Task]] = []
    lost = 0

    def batches() -> Iterator[list[Task]]:
        while batch := given_back.pop() if given_back else list(islice(left, pace.size)):
            yield batch

    context = get_context("spawn")
    while True:
        stop = context.Event()
        pool = ProcessPoolExecutor(jobs, context, _begin, (stop,))
        playing: dict[Future[Batch], list[Task]] = {}
        try:
            more = batches()
            while True:
                for batch in islice(more, AHEAD * jobs - len(playing)):
                    given_back.append(batch)  # until a process has it
                    playing[pool.submit(_play, plan, batch, wanted)] = given_back.pop()
                if not playing:
                    return
                for future in wait(playing, return_when=FIRST_COMPLETED).done:
                    done = future.result()
                    del playing[future]
                    pace.took(done)
                    lost = 0
                    yield done
        except BrokenProcessPool:
            lost += 1
            if lost == TRIES:
                raise LostWorkersError(
                    f"processes that play have died {TRIES} times in a row; is memory short?"
                ) from None
            given_back += playing.values()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _begin(stop: Event) -> None:
    """Prepare a playing process: leave Ctrl-C to its parent, and end when the parent ends."""
    global _stop  # noqa: PLW0603  # a process has a single event
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent is gone without having set the event."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    _exit(1)


def _play(plan: Plan, tasks: list[Task], wanted: Wanted) -> Batch:
    """Play a batch in a process beside the asking process."""
    assert _stop is not None
    stopped: Callable[[], bool] = _stop.is_set
    return play_batch(plan, tasks, wanted, stopped)
