"""The command ``check``: the self-test of a table."""

import argparse
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from firmware.app.loop import SCAN_RATE
from firmware.commands import ArgumentsError
from firmware.commands import argument_types as types
from firmware.commands.options import add_data, add_table, add_wiring
from firmware.commands.own_map import keep_learnt, pins_of
from firmware.commands.parser import Parser
from firmware.commands.self_tests import REHEARSED, check_settings, known_setting, opened_table, play_at, typed
from firmware.match.events import Distrusted
from firmware.output.lamps import DARK
from firmware.selftest.addresses import find_map, reads_press, scans, swapped_addresses
from firmware.selftest.check import SelfTest
from firmware.selftest.faults import Faults, report
from firmware.selftest.full_light import FullLight
from firmware.selftest.learn import Learning
from firmware.selftest.machine import Machine, emulated_machine, faults_of, notes_of, read_machine, scans_a_second
from firmware.selftest.recording import RecordingSense
from firmware.storage.errors import DamagedError
from firmware.storage.log import found_in
from firmware.storage.settings import BROKEN, read_contacts, write_contacts
from firmware.storage.store import Store
from firmware.words import N_, Text, Words
from hal import ALL_CELLS, CELLS, NO_CELLS, Colour, Contacts, HalError, Layer, cell_set, contacts_of, layer_of, members
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import COLUMNS, PinMap, read_pins
from wiring import cell as cell_at

MAPPED = ("pi", "emulated")  # tables whose wires are where a map says
_PRESS: Colour = (0, 160, 160)  # the field to press


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``check``."""
    text = N_("cells to test, for example '0,0;0,1' (default: all 96)")
    command.add_value("--cells", "ROW,COLUMN;...", text, type=types.cells)
    text = N_("skip these kinds of contact: reed, button, tilt")
    command.add_value("--without", "LAYER,...", text, type=types.layers, default=())
    text = N_("seconds without touching, to find unstable contacts (default: 60)")
    command.add_value("--quiet", "S", text, type=types.number(0, 3600), default=60)
    kind, words = command.add_mutually_exclusive_group(), command.words
    text = words("instead: all lamps white for a minute, to test the supply and its wires")
    kind.add_argument("--full", action="store_true", help=text)
    text = words("instead: learn from your touches which wire is soldered where, and save that map")
    kind.add_argument("--learn", action="store_true", help=text)
    command.add_flag("--voice", "let the table say what to do, with espeak-ng, and ask whether that was heard")
    add_wiring(command)
    add_table(command)
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``check``."""
    if chosen.table not in MAPPED:
        for option in ("learn", "wiring"):
            if getattr(chosen, option):
                raise ArgumentsError(
                    "--{option} is for --table pi and emulated: no map says where the wires of {table} are",
                    option=option,
                    table=chosen.table,
                )
    if chosen.learn:
        _learn(chosen, words)
    elif chosen.full:
        _full(chosen, words)
    else:
        _check_cells(chosen, words)


def _learn(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``check --learn``: learn which wire is where, and keep the map."""
    check_settings(chosen, words)
    pins = pins_of(chosen)
    layers = _layers_of(chosen, pins)
    simulated = typed(chosen, pins)
    assumed = _as_found(chosen, pins, simulated, words)
    if assumed is None:
        raise ArgumentsError(
            "the reference contact ({pin}) answers in no row and with no "
            "order of the chips' addresses, so nothing can be learnt; solder it first, its "
            "diode's band towards the row",
            pin=str(pins.reference),
        )
    with opened_table(chosen, assumed, simulated) as table:
        recording = RecordingSense(table.sense, table.unread)
        learning = Learning(recording, assumed, layers)
        play_at(learning, replace(table, sense=recording), simulated, words)
    learnt = learning.learnt
    answered, asked = learning.answered
    _print_lines([*swapped_addresses(pins, assumed), *learnt.report(assumed)], words)
    print(words("Wires and pixels learnt: {answered} of {asked}.", answered=answered, asked=asked))
    if learnt.pins == pins:
        print(words("The map is unchanged."))
    elif simulated is not None:
        print(words(REHEARSED))
    else:
        kept = keep_learnt(chosen.store, learnt.pins)
        print(words("Saved as map {mark}. Run check again to test every contact.", mark=kept.mark))


def _as_found(
    chosen: argparse.Namespace, pins: PinMap, simulated: SimulatedTable | None, words: Words
) -> PinMap | None:
    """Return the map that fits the table, None if no map fits.

    Raise UsageError if no chip answers.
    """
    cell = pins.cells[0]

    def answers(tried: PinMap) -> bool:
        with opened_table(chosen, tried, simulated) as table:
            return scans(table)

    def reads(tried: PinMap) -> bool:
        with opened_table(chosen, tried, simulated) as table:
            with suppress(HalError):
                table.lamps.show(tuple(_PRESS if one == cell else DARK for one in range(CELLS)))
            asked = N_("Row {row}, column {column}: press the field.")
            print(words(asked, row=cell // COLUMNS, column=cell % COLUMNS), flush=True)
            if simulated is None:
                return reads_press(table, cell)
            simulated.press(cell, table.clock.now() + SECOND // 2)  # nobody types yet
            reads = reads_press(table, cell)
            table.clock.sleep_until(table.clock.now() + SECOND)
            return reads

    return find_map(pins, answers, reads)


def _full(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``check --full``: test whether the supply bears all lamps."""
    pins = _pins(chosen, words)
    simulated = typed(chosen, pins)
    with opened_table(chosen, None, simulated) as table:
        recording = RecordingSense(table.sense, table.unread)
        test = FullLight(recording, pins)
        play_at(test, replace(table, sense=recording), simulated, words)
    found = test.report
    _print_lines(found, words)
    if not test.seen:
        raise ArgumentsError("stopped before the lamps had been lit for a minute")
    if not found:
        print(words("No fault was found."))


def _pins(chosen: argparse.Namespace, words: Words) -> PinMap | None:
    """Return the map of the table and print its mark; None for tables without a map.

    Raise UsageError.
    """
    if chosen.table not in MAPPED:
        return None
    pins = pins_of(chosen)
    print(words("The table is wired as map {mark} says.", mark=pins.mark), flush=True)
    return pins


def _layers_of(chosen: argparse.Namespace, pins: PinMap) -> list[Layer]:
    """Return the layers that are built and should be tested."""
    wanted = set(pins.layers) - set(chosen.without)
    return [layer for layer in Layer if layer.value in wanted]


def _check_cells(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``check`` without another option: every contact, lamp and key."""
    check_settings(chosen, words)
    pins = _pins(chosen, words) or read_pins()
    cells = pins.cells if chosen.cells is None else [cell_at(*place) for place in chosen.cells]
    layers = _layers_of(chosen, pins)
    simulated = typed(chosen, pins)
    machine = Machine() if simulated is None else emulated_machine(simulated)
    mapped = chosen.table in MAPPED
    if chosen.table == "pi":
        machine = read_machine(pins)
    read_by = (_as_found(chosen, pins, simulated, words) if mapped else None) or pins
    with opened_table(chosen, read_by, simulated) as table:
        layers = [one for one in layers if layer_of(one, ALL_CELLS) & table.contacts]
        recording = RecordingSense(table.sense, table.unread, table.keys)
        self_test = SelfTest(
            recording, tuple(cells), layers, int(chosen.quiet * SECOND), pins.parts.tilts, voice=chosen.voice
        )
        recorded = replace(table, sense=recording, keys=recording)
        rate = scans_a_second(recorded) if mapped else None
        play_at(self_test, recorded, simulated, words, voice=chosen.voice)
        notes = notes_of(machine, rate, SCAN_RATE, table.notes())
    faults = self_test.faults
    found = swapped_addresses(pins, read_by)
    found += report(faults, pins.chain if mapped else None, soldered=chosen.table != "simulated")
    found += faults_of(machine, rate, SCAN_RATE, pins)
    _print_lines(found, words)
    tested = self_test.tested.bit_count()
    print(words("Cells tested: {tested} of {cells}.", tested=tested, cells=len(cells)))
    if not found and tested:
        print(words("No fault was found."))
    _print_lines(notes, words)
    if simulated is None:
        tilts = cell_set(pins.parts.tilts) if Layer.TILT in layers else NO_CELLS
        reeds = self_test.tested if Layer.REED in layers else NO_CELLS
        _keep_broken(chosen, contacts_of(reeds, self_test.tested & tilts), faults, words)
    else:
        print(words(REHEARSED))
    if tested < len(cells):
        raise ArgumentsError("stopped before all cells were tested")


def _print_lines(lines: Iterable[Text], words: Words) -> None:
    """Print lines of a self-test."""
    for line in lines:
        print(words(line.text, **line.values))


def _keep_broken(chosen: argparse.Namespace, tested: Contacts, faults: Faults, words: Words) -> None:
    """Store the broken contacts among the tested contacts, and print the consequence for games.

    Untested contacts keep their state.
    """
    with Store(chosen.store) as store:
        known = read_contacts(known_setting(store, BROKEN, words)) & ~tested | faults.contacts
        store.set(BROKEN, write_contacts(known))
        with suppress(DamagedError):
            game = store.unfinished()
            in_play = 0 if game is None else found_in(game.log)
            if game is not None and in_play & tested:
                store.add_to(game.id, Distrusted(in_play & ~tested))
    if faults.reeds:
        print(
            words.plural(
                "From now on games will ask you to press the field there, because its reed switch does not work.",
                "From now on games will ask you to press the fields there, because those "
                "{number} reed switches do not work.",
                len(members(faults.reeds)),
            )
        )
