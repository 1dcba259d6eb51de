"""The tables and the touches of the commands ``check`` and ``calibrate``: a real table, or a table in memory."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from firmware.app.loop import SCAN_RATE, Loop
from firmware.app.service import NAME, files_under, state_under
from firmware.app.settings import IN_MEMORY
from firmware.app.voice import speaking
from firmware.commands.output import complain
from firmware.commands.tables import at_terminal, emulated_table, ended_by_signal, play_typed, real_table, typed_table
from firmware.output.prompts import prompt
from firmware.output.screen import Lines, Screen
from firmware.output.speech import Speech
from firmware.play.effects import Effect
from firmware.selftest.calibrate import Calibration
from firmware.selftest.check import SelfTest
from firmware.selftest.full_light import FullLight
from firmware.selftest.learn import Learning
from firmware.simulation.typed_table import TypedTable
from firmware.storage.errors import DamagedError
from firmware.storage.files import resolved
from firmware.storage.store import Store
from firmware.words import N_, Words, message_of
from hal import Table
from hal.simulated import SimulatedTable
from wiring import PinMap

Play = SelfTest | Learning | FullLight | Calibration

REHEARSED = N_("Nothing is saved, as this was a simulated table.")
_SYSTEM = Path("/")
_ELSEWHERE = N_(
    "The service {name} keeps its data elsewhere and will not see this. Stop it with systemctl, "
    "then repeat with --data {folder}."
)


def typed(chosen: argparse.Namespace, pins: PinMap | None = None) -> SimulatedTable | None:
    """Return the table in memory on which touches are typed, None for a real table. Raise UsageError.

    pins: how it is wired, None as the shipped map says.
    """
    return typed_table(chosen, pins=pins) if chosen.table in IN_MEMORY else None


def known_setting(store: Store, setting: str, words: Words) -> str | None:
    """Return the value of a setting before it is overwritten. None for a damaged setting."""
    try:
        return store.setting(setting)
    except DamagedError as error:
        complain(words.tell(message_of(error)))
        return None


def check_settings(chosen: argparse.Namespace, words: Words) -> None:
    """Raise StoreError for a store that cannot be written, before a test or measurement begins.

    Print a warning if it is not the store of the service that plays at this table. A simulated
    table keeps no settings.
    """
    if chosen.table in IN_MEMORY:
        return
    with Store(chosen.store) as store:
        folder = state_under(_SYSTEM)
        if files_under(_SYSTEM).unit.exists() and store.path.parent != resolved(folder):
            print(words(_ELSEWHERE, name=NAME, folder=str(folder)))


@contextmanager
def opened_table(chosen: argparse.Namespace, pins: PinMap | None, simulated: SimulatedTable | None) -> Iterator[Table]:
    """Open the chosen table. Raise UsageError.

    pins: the map by which it is read, None for its own. simulated: the table in memory, or None.
    """
    if simulated is None:
        with real_table(chosen.table, chosen.store, pins=pins) as table:
            yield table
    elif chosen.table == "emulated":
        with emulated_table(simulated, pins) as table:
            yield table
    else:
        yield simulated.ports


def play_at(play: Play, table: Table, simulated: SimulatedTable | None, words: Words, *, voice: bool = False) -> None:
    """Run a self-test or a measurement at the table; at a simulated table touches are typed.

    voice: whether the table speaks its instructions.
    """
    follower = Screen(words) if simulated is not None and at_terminal() else Lines(words)
    with speaking(table, words, follower.tell) if voice else nullcontext(table) as ports:
        speech = Speech(words)

        def tell(effect: Effect) -> None:
            speech.hear(effect)
            if isinstance(play, SelfTest):
                play.hear(effect)
            follower.tell(effect)

        loop = Loop(ports, play, tell, words=words, speech=speech if voice else None, begins_blind=True)
        _run(play, loop, simulated, follower, words)


def _run(play: Play, loop: Loop, simulated: SimulatedTable | None, follower: Screen | Lines, words: Words) -> None:
    """Take the scans of a table until the test is over."""
    if simulated is None:
        _follow(play, loop, words)
        return
    with follower:
        play_typed(TypedTable(play, simulated, loop, follower.note), follower)


def _follow(play: Play, loop: Loop, words: Words) -> None:
    """Run a test at a real table, and print the instruction to the builder whenever it changes."""
    said: object = None
    with ended_by_signal(), suppress(KeyboardInterrupt):
        while not play.done:
            loop.step()
            steady = play.view.steady
            if steady != said:
                print(prompt(play.view, words), flush=True)
                said = steady
        for _ in range(SCAN_RATE):
            loop.step()  # a second, in which the key that ended it is let go
