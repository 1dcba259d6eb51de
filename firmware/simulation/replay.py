"""Replay: a recorded trace of contacts runs through the whole firmware."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.app.loop import SCAN_RATE, Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from hal import NO_CONTACTS, Trace, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Load, MalformedError, RecordError, load_nothing, read_header

TIME_AFTER_TRACE = 2 * SECOND  # for which time runs on after the last line


class Replayed(NamedTuple):
    """The result of a trace: the session at its end and the warnings of the table."""

    session: Session
    warnings: tuple[Warn, ...]


def replay(
    trace: Trace, rate: int = SCAN_RATE, load: Load = load_nothing, listener: Callable[[Effect], None] = lambda _: None
) -> Replayed:
    """Run a trace through the firmware in virtual time, and return its result.

    Args:
        trace: the trace.
        rate: scans a second.
        load: reads the files that options name, relative to the trace.
        listener: is called with every effect but tunes.

    Raises:
        RecordError: the headers make no game.
    """
    header, start = read_header(trace.header, load)
    try:
        adapter = find_adapter(start, header.game)
    except MalformedError as error:
        raise RecordError(trace.header[0][0], str(error)) from None
    table = SimulatedTable()
    standing = adapter.start(start) if trace.set_up else NO_CONTACTS
    table.set_up(reeds_of(standing))
    table.feed(trace.edges)
    warnings: list[Warn] = []

    def tell(effect: Effect) -> None:
        if isinstance(effect, Warn) and not effect.incident:
            warnings.append(effect)
        listener(effect)

    session = Session(at_table(header, start), adapter)
    loop = Loop(table.ports, session, tell, rate=rate, standing=standing)
    end = (trace.edges[-1].at if trace.edges else 0) + TIME_AFTER_TRACE
    moments = iter([*(edge.at for edge in trace.edges), end])
    coming = next(moments)
    while (now := table.clock.now()) < end:
        while coming < now:
            coming = next(moments)
        if loop.idle:
            loop.skip(coming)
        loop.step()
    return Replayed(session, tuple(warnings))
