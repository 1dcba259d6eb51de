"""A table with successive matches, while clients watch and send requests."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from firmware.app.far_table import FarSeat
from firmware.app.host import Listener, local_time
from firmware.app.running_table import ComputerByLamps, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import Thinker
from firmware.web.match_thread import Playing
from firmware.web.remote_ports import MirroredOutputs, RemoteKeys
from firmware.web.touches import RemoteControl, SimulatedRemoteControl
from firmware.web.updates import Update, UpdateCollector
from hal import Table
from hal.simulated import SimulatedTable

Hardware: TypeAlias = Callable[[], AbstractContextManager[Table]]
"""Opens the table that this machine is built into."""


@contextmanager
def at_table(
    table: SimulatedTable | Hardware,
    settings: Settings,
    tell: Callable[[Sequence[Update]], None],
    *,
    now: Callable[[], datetime] = local_time,
    rng: random.Random | None = None,
    listeners: Sequence[Listener] = (),
) -> Iterator[Playing[RemoteControl]]:
    """Open a table for successive matches.

    Args:
        table: a simulated table, which belongs to this thread from now on; or the opener of a real
            table.
        settings: the settings of the program.
        tell: is called with the updates after a scan, see :class:`UpdateCollector`.
        now: returns the day and time.
        rng: draws the random parts of new games, and the deeds of simulated people.
        listeners: are called with every effect, see :func:`open_table`.
    """
    rng = rng or random.Random()
    updates = UpdateCollector()
    with ExitStack() as opened:
        simulated = table if isinstance(table, SimulatedTable) else None
        own = table.ports if isinstance(table, SimulatedTable) else opened.enter_context(table())
        keys = RemoteKeys(own.keys)
        shown = simulated is None or own.lamps is not simulated.log  # that log is not shown
        outputs = MirroredOutputs(updates.hear_tune, own if shown else None)
        ports = replace(own, lamps=outputs, sound=outputs, keys=keys)
        thinker = opened.enter_context(closing(Thinker()))
        hear = [updates.hear, *listeners]
        running = opened.enter_context(open_table(ports, settings, hear, thinker, now=now, rng=rng))
        seat = FarSeat(running, settings.store.parent, settings.words)
        opened.enter_context(closing(seat))
        remote = (
            RemoteControl(running, seat, keys.press, ComputerByLamps(running, thinker, rng).look)
            if simulated is None
            else SimulatedRemoteControl(running, seat, simulated, rng, thinker)
        )

        def step() -> int:
            running.step()
            if simulated is not None:
                simulated.edges.clear()  # no trace of it is wanted, and it plays for hours
                del simulated.log.frames[:-1]
            at = ports.clock.now()
            remote.look()
            loop = running.loop
            updates.look(at, running.lobby, outputs.frame, loop.faults, beside=running.recorder.beside)
            if found := updates.take():
                tell(found)
            return at

        yield Playing(lambda: remote, step, lambda: 0, faults=lambda: running.loop.faults)
