"""Games played on other machines: the workers of a Dask cluster.

Needs Dask: ``pip install 'speeltafel[simulation]'``, on the machines of the workers too. Dask gives
the games of a lost worker to another, and the result of each batch is taken once.
"""

import logging
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from time import monotonic
from typing import Any

from distributed import Client, as_completed

from firmware.simulation.mass.game import Batch, Wanted, play_batch
from firmware.simulation.mass.plan import Plan, Task
from firmware.simulation.mass.workers import AHEAD, TRIES, LostWorkersError, Pace
from rules.text import told

BATCH_TIME = 2.0  # seconds that a batch should take
WAIT = 600  # seconds that a cluster may be without workers
QUIET = 10  # seconds without workers after which `waits` is called
CONNECTS = 10  # seconds within which the scheduler should answer
COUNTS = 5.0  # seconds between two counts of the workers


def play_on_cluster(
    plan: Plan, tasks: Iterable[Task], wanted: Wanted, address: str, waits: Callable[[], None] = lambda: None
) -> Generator[Batch, None, None]:
    """Yield the games, played by a cluster. Closing it cancels games that are not played yet.

    Args:
        plan: the plan of the games.
        tasks: the games to play.
        wanted: the results wanted beside the rows.
        address: of the scheduler, ``tcp://HOST:PORT``.
        waits: is called once when no worker has joined for `QUIET` seconds.

    Raises:
        LostWorkersError: no scheduler answers there, no worker joins in time, or workers die again
            and again at the same games.
    """
    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client: Any = Client(address, timeout=CONNECTS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise LostWorkersError(f"no scheduler answers at {address}: {error}") from None
    try:
        _await_worker(client, address, waits)
        yield from _play(client, plan, tasks, wanted)
    finally:
        client.close()


def _await_worker(client: Any, address: str, waits: Callable[[], None]) -> None:
    """Return when a worker has joined the cluster. Raise LostWorkersError."""
    if _joined(client, QUIET):
        return
    waits()
    if not _joined(client, WAIT - QUIET):
        raise LostWorkersError(told("no worker has joined {address} for {seconds} s", address=address, seconds=WAIT))


def _joined(client: Any, seconds: float) -> bool:
    """Whether a worker has joined within so many seconds."""
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError:
        return False
    return True


def _play(client: Any, plan: Plan, tasks: Iterable[Task], wanted: Wanted) -> Generator[Batch, None, None]:
    """Wait until a worker has joined the cluster. Raise LostWorkersError."""
    pace, left = Pace(BATCH_TIME), iter(tasks)
    playing: dict[Any, list[Task]] = {}
    tries: dict[Task, int] = {}
    done: Any = as_completed(loop=client.loop, with_results=True, raise_errors=False)  # type: ignore[no-untyped-call]
    counted, processes = float("-inf"), 1

    def give(batch: list[Task]) -> None:
        future = client.submit(play_batch, plan, batch, wanted, pure=False)
        playing[future] = batch
        done.add(future)

    try:
        while True:
            if monotonic() - counted > COUNTS:
                counted, processes = monotonic(), max(1, sum(client.nthreads().values()))
            while len(playing) < AHEAD * processes and (batch := list(islice(left, pace.size))):
                give(batch)
            if not playing:
                return
            future, result = next(done)
            batch = playing.pop(future)
            if isinstance(result, Batch):
                pace.took(result)
                yield result
                continue
            tries[batch[0]] = tries.get(batch[0], 0) + 1
            if tries[batch[0]] == TRIES:
                raise LostWorkersError(f"workers fail to play game {batch[0].number}: {result}")
            give(batch)
    finally:
        client.cancel(list(playing))
