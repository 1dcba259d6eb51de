"""The command ``calibrate``: how long each hourglass runs."""

import argparse
from pathlib import Path

from firmware.commands import ArgumentsError, UsageError
from firmware.commands.options import add_data, add_house_rules, add_table
from firmware.commands.parser import Parser
from firmware.commands.self_tests import REHEARSED, check_settings, known_setting, opened_table, play_at, typed
from firmware.games.capabilities import read_measured, write_measured
from firmware.games.kit import find_measurement
from firmware.selftest.calibrate import Calibration
from firmware.storage.errors import StoreError
from firmware.storage.files import under
from firmware.storage.store import Store
from firmware.words import N_, Words, message_of
from hal import TILTS, cell_set


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``calibrate``."""
    add_house_rules(command, N_("board=FILE: the hourglasses of your own board"))
    add_table(command)
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``calibrate``."""
    measured = find_measurement(chosen.option, under(Path()))
    calibration = Calibration(measured.cells)
    check_settings(chosen, words)
    simulated = typed(chosen)
    with opened_table(chosen, None, simulated) as table:
        if not table.contacts & TILTS:
            raise ArgumentsError("hourglasses are measured by tilt contacts, which this table has not")
        if simulated is not None:
            simulated.set_up(cell_set(measured.cells.values()))
        play_at(calibration, table, simulated, words)
    if not calibration.kept or not calibration.seconds:
        print(words("Nothing was measured; earlier measurements are kept."))
        return
    if simulated is not None:
        print(words("Measured: {times}.", times=calibration.measured))
        print(words(REHEARSED))
        return
    try:
        with Store(chosen.store) as store:
            known = read_measured(known_setting(store, measured.setting, words) or "")
            new = read_measured(calibration.option)
            store.set(measured.setting, write_measured(known | new))
    except StoreError as error:
        raise UsageError(
            "{error}; measured: --option sand={option}", error=message_of(error), option=calibration.option
        ) from None
    print(words("Measured: {times}. New games will use these times.", times=calibration.measured))
