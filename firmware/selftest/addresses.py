"""The search for exchanged chip addresses and for the row of the reference contact.

Where chips have each other's address, or the reference's row is swapped with another, no scan shows
the reference where the map has it, and no scan is believed. So the map is tried with the addresses
in every order, and with the reference in every row. Where U2 and U3 drive the same pins both may
fit: then a press on a field tells which of them is right.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import permutations

from firmware.words import N_, Text
from hal import NO_CELLS, HalError, Table, one_cell
from hal.trace import SECOND
from wiring import ROWS, PinMap

TRIES = 3  # scans with a map before it is rejected: a new fault is raised only once
PATIENCE = 20 * SECOND  # microseconds to wait for a press
_SCAN = SECOND // 100


def scans(table: Table) -> bool:
    """Return whether a scan of a table is believed."""
    for _ in range(TRIES):
        with suppress(HalError):
            table.sense.scan()
            return True
    return False


def find_map(pins: PinMap, answers: Callable[[PinMap], bool], reads: Callable[[PinMap], bool]) -> PinMap | None:
    """Return the pin map that fits the table. None if no map fits.

    Args:
        pins: the map to begin with.
        answers: opens the table with a map and returns whether its scans are believed.
        reads: asks for a press on a field and returns whether the button of that field answers.
    """
    if answers(pins):
        return pins
    found = [tried for tried in _maps_to_try(pins) if answers(tried)]
    while len(found) > 1 and not reads(found[0]):
        found.pop(0)
    return found[0] if found else None


def _maps_to_try(pins: PinMap) -> Iterator[PinMap]:
    """Yield maps with other orders of addresses, then maps with another row of the reference."""
    names = tuple(pins.chips)
    for addresses in permutations(pins.chips.values()):
        chips = dict(zip(names, addresses, strict=True))
        if chips != pins.chips:
            yield pins._replace(chips=chips)
    for row in range(ROWS):
        if row != pins.reference_row:
            yield pins._replace(reference_row=row)


def reads_press(table: Table, cell: int) -> bool:
    """Return whether the button of a cell closes first. True, too, if no contact closes in time."""
    clock = table.clock
    end = clock.now() + PATIENCE
    while clock.now() < end:
        with suppress(HalError):
            _, reeds, buttons, tilts = table.sense.scan()
            if reeds or buttons or tilts:
                return (reeds, buttons, tilts) == (NO_CELLS, one_cell(cell), NO_CELLS)
        clock.sleep_until(clock.now() + _SCAN)
    return True


def swapped_addresses(pins: PinMap, found: PinMap) -> list[Text]:
    """Return a line of text about chips with exchanged addresses, or an empty list."""
    wrong = [name for name, address in pins.chips.items() if found.chips[name] != address]
    if not wrong:
        return []
    text = N_(
        "{chips} have each other's address ({found} instead of {meant}): change their pins A0, A1 "
        "and A2, or let check --learn keep them so"
    )
    return [
        Text(
            text,
            {
                "chips": ", ".join(wrong),
                "found": ", ".join(f"{name} {found.chips[name]:#x}" for name in wrong),
                "meant": ", ".join(f"{name} {pins.chips[name]:#x}" for name in wrong),
            },
        )
    ]
