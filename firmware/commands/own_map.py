"""The map of a table that is wired in its own way: named once, then kept beside its games."""

import argparse
from pathlib import Path

from firmware.commands import read_text, write_file, writing
from firmware.storage.files import make_folder
from wiring import PinMap, read_pins
from wiring.pins import SMALL, parse_pins, read_small, shipped_text

MAP = "table.toml"  # its name in the folder of a table's data


def pins_beside(store: Path) -> PinMap:
    """Return the map of the table with its games in `store`. Raise WiringError, UsageError."""
    own = store.with_name(MAP)
    return parse_pins(read_text(str(own)), str(own)) if own.exists() else read_pins()


def pins_of(chosen: argparse.Namespace, *, keeps: bool = True) -> PinMap:
    """Return the map that the command line names, or else the known map.

    keeps: whether a named map is the known one from now on.

    Raises:
        WiringError: the map is wrong.
        UsageError: the map cannot be kept.
    """
    if chosen.wiring is None:
        return pins_beside(chosen.store)
    if str(chosen.wiring) == SMALL and not chosen.wiring.exists():
        pins, text = read_small(), shipped_text(SMALL)
    else:
        text = read_text(str(chosen.wiring))
        pins = parse_pins(text, str(chosen.wiring))
    if keeps:
        folder = chosen.store.parent
        with writing(folder):
            make_folder(folder, 0o700)
        write_file(folder / MAP, text, mode=0o600)
    return pins


def keep_learnt(store: Path, pins: PinMap) -> PinMap:
    """Write a learnt map into the map beside `store`, and return it as it counts from now on.

    Raises:
        WiringError: the map cannot work.
        UsageError: the map cannot be kept.
    """
    from wiring.learnt import rewritten

    own = store.with_name(MAP)
    text = rewritten(read_text(str(own)) if own.exists() else shipped_text(), pins)
    learnt = parse_pins(text, str(own))
    write_file(own, text, mode=0o600)
    return learnt
