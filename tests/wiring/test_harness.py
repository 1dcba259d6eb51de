"""The harness: its wires and the leads of the parts make the circuit, and no more."""

from collections import Counter

from wiring import read_pins
from wiring.circuit import GND, V5, V33, circuit
from wiring.harness import ENDS, FINE, Wire, harness
from wiring.read import ROWS
from wiring.supply import DENSITY, OPENS

PINS = read_pins()
WIRED = circuit(PINS)
WIRES = harness(PINS)


def sensors(wire: Wire) -> list[str]:
    """The ends of a wire that are on a tilt sensor: its latch, its resistor, its capacitor."""
    return [end for end in wire[1:3] if end[1] == "T"]


def of(net: str) -> list[Wire]:
    return [wire for wire in WIRES if wire.net == net]


def test_the_wires_of_a_net_join_all_its_legs_and_those_alone() -> None:
    for net, legs in WIRED.nets().items():
        if net[:2] in ("NB", "NT", "GA"):
            assert not of(net)  # a button and its diode, a tilt sensor: by their own leads
            continue
        wanted = {f"{part.ref} {leg.number}" for part, leg in legs}
        if net in (V33, GND):  # joined inside the Pi
            pi = sorted(leg for leg in wanted if leg.startswith("J1 "))
            wanted -= set(pi)
            wanted.add(next(end for wire in of(net) for end in wire[1:3] if end in pi))
        joined = {leg: {leg} for leg in wanted}
        for wire in of(net):
            both = joined[wire.start] | joined[wire.end]
            for leg in both:
                joined[leg] = both
        assert all(group == wanted for group in joined.values()), net
        assert len(of(net)) == len(wanted) - 1  # no ring


def test_supplies_run_along_the_left_edge_and_from_there_along_each_row() -> None:
    for net in (V5, GND):
        feeds = [wire for wire in of(net) if "LED" in wire.start and "LED" in wire.end]
        rows = Counter(
            tuple(PINS.chain[int(end.split()[0][3:])] // 12 for end in wire[1:3]) for wire in feeds
        )
        assert sum(count for (one, other), count in rows.items() if one != other) == ROWS - 1
        (meets,) = [wire for wire in of(net) if sum("LED" in end for end in wire[1:3]) == 1
                    and not sensors(wire)]  # fmt: skip
        assert {end.split()[0] for end in meets[1:3]} == {"C1", "LED0"}
        assert meets.area == PINS.supply.feed


def test_every_wire_bears_what_the_fuse_lets_through_where_that_can_flow() -> None:
    """All between supply and pixels; the others hang on chips that draw milliamperes."""
    for wire in WIRES:
        powers = {end.split()[0].rstrip("0123456789") for end in wire[1:3]}
        if (
            wire.net in (V5, GND)
            and powers <= {"LED", "J", "F", "C", "HT", "RT", "CT"}
            and wire.start != "J1 6"
        ):
            assert wire.area * DENSITY >= OPENS * PINS.supply.fuse, wire
        else:
            assert wire.area >= FINE


def test_no_thin_wire_of_the_pixels_5_volts_is_long() -> None:
    thin = [wire for wire in of(V5) if wire.area == FINE]
    assert thin
    assert all(wire.length <= ENDS + 10 for wire in thin), "a short would make it glow"
