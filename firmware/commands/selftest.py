"""Is the table sound? ``check`` tests it with its builder, ``calibrate`` measures hourglasses."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from firmware.app.loop import RATE, Loop
from firmware.app.service import NAME, files_under, state_under
from firmware.commands import UsageError, options_of, words_of
from firmware.commands.tables import at_terminal, ended_by_signal, pi_table, typed_table
from firmware.output.prompts import prompt
from firmware.output.screen import Lines, Screen
from firmware.selftest.calibrate import Calibration, as_option, glasses
from firmware.selftest.check import RecordingSense, SelfTest, report, scans_a_second, speed
from firmware.simulation.typed_table import TypedTable
from firmware.storage.files import beside
from firmware.storage.store import (
    BROKEN,
    FOUND,
    SAND,
    Store,
    StoreError,
    path_of,
    read_found,
    write_found,
)
from firmware.words import Words, say
from hal import CELLS, Layer, Table, members
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import GameError, find_game
from wiring import cell as cell_at
from wiring import read_pins


def check(chosen: argparse.Namespace) -> None:
    """Carry out ``check``."""
    words = words_of("check", chosen)
    cells = range(CELLS) if chosen.cells is None else [cell_at(*place) for place in chosen.cells]
    layers = [layer for layer in Layer if layer.value not in chosen.without]
    _settings_can_be_kept(chosen, words)
    with _table("check", chosen.table) as (table, simulated):
        recording = RecordingSense(table.sense)
        self_test = SelfTest(recording, tuple(cells), layers, int(chosen.quiet * SECOND))
        rate = scans_a_second(table)
        _play(self_test, replace(table, sense=recording), simulated, words)
    faults = self_test.faults
    for line in report(faults):
        print(words(line.text, **line.values))
    tested = self_test.tested.bit_count()
    print(words("Tested {tested} of {cells} cells.", tested=tested, cells=len(cells)))
    if not faults.any and tested:
        print(words("No fault was found."))
    if rate is not None:
        told = speed(rate, RATE, read_pins().i2c_rate)
        print(words(told.text, **told.values))
    places = {Layer.REED: self_test.tested, Layer.TILT: self_test.tested << CELLS}
    _keep_broken(chosen, sum(places.get(layer, 0) for layer in layers), faults.contacts)
    if faults.reeds:
        number = len(members(faults.reeds))
        print(
            words.plural(
                "From now on games ask for a press where that reed does not work.",
                "From now on games ask for a press where those {number} reeds do not work.",
                number,
            )
        )
    if tested < len(cells):
        raise UsageError("speeltafel check: it was ended before all cells were tested")


def calibrate(chosen: argparse.Namespace) -> None:
    """Carry out ``calibrate``."""
    words = words_of("calibrate", chosen)
    game = find_game("hourglass")
    try:
        options = game.canonical(options_of("calibrate", chosen.option))
        position = game.start(2, options, beside(Path(game.name)))
    except GameError as error:
        raise UsageError(f"speeltafel calibrate: {error}") from None
    board = position.board  # type: ignore[attr-defined]  # this game's positions have one
    holes = {hole: cell_at(*board.cells[hole]) for hole in board.starts}
    calibration = Calibration(holes)
    _settings_can_be_kept(chosen, words)
    with _table("calibrate", chosen.table) as (table, simulated):
        if simulated is not None:
            simulated.set_up(sum(1 << cell for cell in holes.values()))
        _play(calibration, table, simulated, words)
    if not calibration.kept or not calibration.seconds:
        print(words("Nothing was measured; what was known stays."))
        return
    try:
        with _settings(chosen) as store:
            known = glasses(store.setting(SAND) or "")
            store.set(SAND, as_option(known | glasses(calibration.option)))
    except UsageError as error:
        raise UsageError(f"{error}; measured: --option sand={calibration.option}") from None
    print(words("Measured: {times}. New games reckon with it.", times=calibration.option))


_SYSTEM = Path("/")
_ELSEWHERE = say(
    "The service {name} will not hear of this: stop it with systemctl, then say --data {folder}"
)


@contextmanager
def _settings(chosen: argparse.Namespace) -> Iterator[Store]:
    """Where what is known about the table is kept."""
    try:
        with Store(path_of(chosen.data, os.environ)) as store:
            yield store
    except StoreError as error:
        raise UsageError(str(error)) from None


def _settings_can_be_kept(chosen: argparse.Namespace, words: Words) -> None:
    """Refuse a store that cannot be written before hours are spent on what it should keep.

    Says also when it is not that of the service which plays at this table.
    """
    with _settings(chosen) as store:
        folder = state_under(_SYSTEM)
        if files_under(_SYSTEM).unit.exists() and store.path.parent != folder.resolve():
            print(words(_ELSEWHERE, name=NAME, folder=str(folder)))


_FLEETING = ("seconds", "times")  # what changes by itself, and is not printed each time


@contextmanager
def _table(command: str, name: str) -> Iterator[tuple[Table, SimulatedTable | None]]:
    """The table of this name, and if it is simulated the hands' side of it."""
    if name == "pi":
        with pi_table(command) as table:
            yield table, None
        return
    simulated = typed_table()
    yield simulated.ports, simulated


def _play(
    play: SelfTest | Calibration, table: Table, simulated: SimulatedTable | None, words: Words
) -> None:
    """Let the hands at the table play, or at a simulated one whoever types."""
    table_thread = simulated is not None and at_terminal()
    follower = Screen(words) if table_thread else Lines(words)
    loop = Loop(table, play, follower.tell, words=words)
    if simulated is None:
        _follow(play, loop, words)
        return
    typed = TypedTable(play, simulated, loop, follower.note, lambda _: None)
    with follower:
        if isinstance(follower, Screen):
            typed.play_live(follower)
        else:
            typed.play_lines(sys.stdin, follower)


def _follow(play: SelfTest | Calibration, loop: Loop, words: Words) -> None:
    """Print what the builder should do, each time that it is something else."""
    said: object = None
    with ended_by_signal(), suppress(KeyboardInterrupt):
        while not play.done:
            loop.step()
            text, values = play.view.told
            steady = text, {name: values[name] for name in values if name not in _FLEETING}
            if steady != said:
                print(prompt(play.view, words), flush=True)
                said = steady


def _keep_broken(chosen: argparse.Namespace, tested: int, found: int) -> None:
    """Keep which contacts are broken; those that were not tested stay as they are known.

    tested: the contacts that were. found: those that are broken.
    """
    with _settings(chosen) as store:
        known = int(store.setting(BROKEN) or "0", 16) & ~tested | found
        store.set(BROKEN, f"{known:x}" if known else None)
        game, in_play = read_found(store.setting(FOUND))
        store.set(FOUND, write_found(game, in_play & ~tested))
