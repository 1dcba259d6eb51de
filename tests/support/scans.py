"""The scans of a loop up to a time."""

from firmware.app.loop import Loop


def run_until(loop: Loop, at: int) -> None:
    """Step until the clock of its table shows `at` microseconds."""
    while loop._table.clock.now() < at:
        loop.step()
