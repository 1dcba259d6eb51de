"""Chips may have other addresses than those that the program ships with: the map says which."""

from itertools import permutations

import pytest
from support.emulation import PINS

from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from wiring import PinMap
from wiring.pins import parse_pins, shipped_text


def at(*addresses: int) -> PinMap:
    """The map of the table with these addresses, as a builder writes it."""
    text = shipped_text()
    for name, address in zip(PINS.chips, addresses, strict=True):
        text = text.replace(f"{name} = {PINS.chips[name]:#x}", f"{name} = {address:#x}")
    return parse_pins(text)


@pytest.mark.parametrize(
    "addresses",
    [(0x20, 0x21, 0x24), (0x27, 0x26, 0x25), *permutations((0x20, 0x21, 0x22))],
    ids=lambda addresses: "-".join(f"{address:x}" for address in addresses),
)
def test_a_table_is_read_at_the_addresses_of_its_map(addresses: tuple[int, ...]) -> None:
    pins = at(*addresses)
    simulated = SimulatedTable(bounce=0)
    with EmulatedPi(simulated, pins).open() as table:
        simulated.place(40)
        simulated.turn(77, end_a_up=True)
        found = table.ports.sense.scan()
    assert (found.reeds, found.buttons, found.tilts) == (1 << 40, 0, 1 << 77)
    assert table.ports.faults() == ()
