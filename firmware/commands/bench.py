"""Is the table sound? ``check`` tests it with its builder, ``calibrate`` measures hourglasses."""

import argparse
import os
import sys
from dataclasses import replace

from firmware.bench import Bench, Listening, report
from firmware.calibrate import Calibration
from firmware.commands import UsageError, words_of
from firmware.loop import Loop
from firmware.run import TypedTable
from firmware.screen import Lines, Screen
from firmware.store import BROKEN, SAND, Store, StoreError, path_of
from firmware.words import Words
from hal import CELLS, Layer, members
from hal.clock import RealClock, VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import find_game
from wiring import cell as cell_at


def check(chosen: argparse.Namespace) -> None:
    """Carry out ``check``."""
    words = words_of("check", chosen)
    table = _table()
    listening = Listening(table)
    cells = range(CELLS) if chosen.cells is None else [cell_at(*place) for place in chosen.cells]
    layers = [layer for layer in Layer if layer.value not in chosen.without]
    bench = Bench(listening, tuple(cells), layers, int(chosen.quiet * SECOND))
    began = table.clock.now()
    _play(bench, table, listening, words)
    faults = bench.faults
    for line in report(faults):
        print(words(line.text, **line.values))
    if not faults.any:
        print(words("No fault was found."))
    seconds = (table.clock.now() - began) / SECOND
    print(words("{rate} scans a second.", rate=f"{listening.scans / max(seconds, 0.01):.0f}"))
    _keep_broken(chosen, bench.tested, faults.reeds)
    if faults.reeds:
        number = len(members(faults.reeds))
        print(
            words.plural(
                "From now on games ask for a press where that reed does not work.",
                "From now on games ask for a press where those {number} reeds do not work.",
                number,
            )
        )


def calibrate(chosen: argparse.Namespace) -> None:
    """Carry out ``calibrate``."""
    words = words_of("calibrate", chosen)
    position = find_game("hourglass").start(2)
    board = position.board  # type: ignore[attr-defined]  # this game's positions have one
    holes = {hole: cell_at(*board.cells[hole]) for hole in board.starts}
    calibration = Calibration(holes)
    table = _table()
    table.set_up(sum(1 << cell for cell in holes.values()))
    _play(calibration, table, None, words)
    if not calibration.kept or not calibration.seconds:
        print(words("Nothing was measured; what was known stays."))
        return
    try:
        with Store(path_of(chosen.data, os.environ)) as store:
            store.set(SAND, calibration.option)
    except StoreError as error:
        raise UsageError(str(error)) from None
    print(words("Measured: {times}. New games reckon with it.", times=calibration.option))


def _table() -> SimulatedTable:
    live = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return SimulatedTable(RealClock() if live else VirtualClock())


def _play(
    play: Bench | Calibration, table: SimulatedTable, listening: Listening | None, words: Words
) -> None:
    """Let whoever types be the hands."""
    live = isinstance(table.clock, RealClock)
    follower = Screen(words) if live else Lines(words)
    ports = table.ports if listening is None else replace(table.ports, sense=listening)
    loop = Loop(ports, play, follower.tell)
    typed = TypedTable(play, table, loop, follower.note, lambda _: None)
    with follower:
        if isinstance(follower, Screen):
            typed.play_live(follower)
        else:
            typed.play_lines(sys.stdin, follower)


def _keep_broken(chosen: argparse.Namespace, tested: int, found: int) -> None:
    """Keep which reeds are broken; those that were not tested stay as they are known."""
    try:
        with Store(path_of(chosen.data, os.environ)) as store:
            known = int(store.setting(BROKEN) or "0", 16) & ~tested | found
            store.set(BROKEN, f"{known:x}" if known else None)
    except StoreError as error:
        raise UsageError(str(error)) from None
