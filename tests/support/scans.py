"""The scans of a loop up to a time."""

from firmware.app.loop import Loop
from hal.simulated import SimulatedTable


def run_until(loop: Loop, at: int) -> None:
    """Step until the clock of its table shows `at` microseconds.

    At a simulated table, scans in which nothing can happen are left out, as those who play a demo do.
    """
    clock, sense = loop._table.clock, loop._table.sense
    while clock.now() < at:
        due = loop._activity.due
        if isinstance(sense, SimulatedTable) and loop.still and due != 0:  # 0: sand runs
            loop.skip(min(moment for moment in (at, due, sense.coming) if moment is not None))
        loop.step()
