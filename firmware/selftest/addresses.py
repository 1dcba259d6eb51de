"""Which chip is at which address, and in which row is the reference contact?

Where chips have each other's address, or the reference's row is swapped with another, no scan shows
the reference where the map has it, and none is believed. So the map is tried with the addresses in
every order, and with the reference in every row.
"""

from collections.abc import Callable, Iterator
from itertools import permutations

from firmware.words import Text, say
from wiring import ROWS, PinMap


def maps_to_try(pins: PinMap) -> Iterator[PinMap]:
    """Yield the map, the same with its addresses in other orders, then with the other rows.

    Where U2 and U3 drive the same pins, a reference that is closed with another row may also come
    from two swapped rows; chips that have each other's address are tried first, since then a row
    may be missing that no touch can find.
    """
    names = tuple(pins.chips)
    orders = [
        pins._replace(chips=dict(zip(names, addresses, strict=True)))
        for addresses in permutations(pins.chips.values())
    ]
    yield from orders
    for tried in orders:
        for row in range(ROWS):
            if row != pins.reference_row:
                yield tried._replace(reference_row=row)


def find_map(pins: PinMap, answers: Callable[[PinMap], bool]) -> PinMap | None:
    """Return the first map with which a scan is believed, None if there is none.

    answers: opens the table with a map, and returns whether it scans.
    """
    return next((tried for tried in maps_to_try(pins) if answers(tried)), None)


def swapped_addresses(pins: PinMap, found: PinMap) -> list[Text]:
    """Return what to tell of chips that are not at the addresses of the map: a line, or none."""
    wrong = [name for name, address in pins.chips.items() if found.chips[name] != address]
    if not wrong:
        return []
    told = say(
        "{chips} have each other's address ({found} instead of {meant}): change their pins A0, A1 "
        "and A2, or let check --learn keep them so"
    )
    return [
        Text(told, {
            "chips": ", ".join(wrong),
            "found": ", ".join(f"{name} {found.chips[name]:#x}" for name in wrong),
            "meant": ", ".join(f"{name} {pins.chips[name]:#x}" for name in wrong),
        })
    ]  # fmt: skip
