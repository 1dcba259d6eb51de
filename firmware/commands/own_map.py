"""The map of a table that is wired in its own way: named once, then kept beside its games."""

import argparse
import os
from pathlib import Path

from firmware.commands import read_file, write_file, writing
from firmware.storage.files import make_folder
from firmware.storage.place import path_of
from wiring import PinMap, WiringError, read_pins
from wiring.pins import SMALL, parse_pins, read_small, shipped_text

MAP = "table.toml"  # its name in the folder of a table's data


def pins_beside(store: Path) -> PinMap:
    """Return the map of the table with its games in `store`. Raise WiringError, UsageError."""
    own = store.with_name(MAP)
    return _parsed(own) if own.exists() else read_pins()


def pins_of(chosen: argparse.Namespace, *, keeps: bool = True) -> PinMap:
    """Return the map that the command line names, or else the known map.

    keeps: whether a named map is the known one from now on.

    Raises:
        WiringError: the map is wrong.
        UsageError: the map cannot be kept.
    """
    store = path_of(chosen.data, os.environ)
    if chosen.wiring is None:
        return pins_beside(store)
    if str(chosen.wiring) == SMALL and not chosen.wiring.exists():
        pins, text = read_small(), shipped_text(SMALL)
    else:
        pins = _parsed(chosen.wiring)
        text = read_file(str(chosen.wiring)).decode()
    if keeps:
        with writing(store.parent):
            make_folder(store.parent, 0o700)
        write_file(store.with_name(MAP), text, mode=0o600)
    return pins


def keep_learnt(store: Path, pins: PinMap) -> PinMap:
    """Write a learnt map into the map beside `store`, and return it as it counts from now on.

    Raises:
        WiringError: the map cannot work.
        UsageError: the map cannot be kept.
    """
    from wiring.learnt import rewritten

    own = store.with_name(MAP)
    text = rewritten(read_file(str(own)).decode() if own.exists() else shipped_text(), pins)
    learnt = parse_pins(text, str(own))
    write_file(own, text, mode=0o600)
    return learnt


def _parsed(file: Path) -> PinMap:
    """Return the map in a file. Raise WiringError, UsageError."""
    try:
        text = read_file(str(file)).decode()
    except UnicodeDecodeError:
        raise WiringError(f"{file}: is no UTF-8 text") from None
    return parse_pins(text, str(file))
