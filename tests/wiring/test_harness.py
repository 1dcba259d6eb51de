"""The harness: its wires and the leads of the parts make the circuit, and no more."""

from wiring import read_pins
from wiring.circuit import GND, V5, V33, circuit
from wiring.harness import FINE, Wire, harness
from wiring.perfboards import DEEP, WIDE, soldered
from wiring.supply import DENSITY, OPENS, ROW_OPENS

PINS = read_pins()
WIRED = circuit(PINS)
WIRES = harness(PINS)


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


def test_every_wire_bears_what_the_fuse_lets_through_where_that_can_flow() -> None:
    """All between supply and pixels; the others hang on chips that draw milliamperes."""
    for wire in WIRES:
        powers = {end.split()[0].rstrip("0123456789") for end in wire[1:3]}
        row = wire.net.startswith(f"{V5}_") or (wire.net == GND and powers <= {"LED", "HT", "RT", "CT"})
        if row and wire.area < PINS.supply.feed:  # behind the resettable fuse of that row
            assert wire.area * DENSITY >= ROW_OPENS, wire
        elif wire.net in (V5, GND) and powers <= {"LED", "J", "F", "C", "FROW"} and wire.start != "J1 6":
            assert wire.area * DENSITY >= OPENS * PINS.supply.fuse, wire
        else:
            assert wire.area >= FINE


def test_every_leg_on_a_perfboard_has_a_hole_of_its_own() -> None:
    held = PINS._replace(parts=PINS.parts._replace(pull_up=10_000))  # a resistor at each column, on a larger board
    for pins in (held, PINS):
        holes = [(one.board, hole) for one in soldered(pins, circuit(pins)) for hole in one.holes.values()]
        assert len(holes) == len(set(holes))
    assert all(0 < column <= WIDE and 0 < row <= DEEP for _, (column, row) in holes)


def test_a_wire_on_a_perfboard_reaches_from_hole_to_hole_of_its_drawing() -> None:
    (wire,) = [wire for wire in of("KEY_HINT") if wire.end.startswith("R_HINT")]
    at = {(one.part.ref, leg): hole for one in soldered(PINS, WIRED) for leg, hole in one.holes.items()}
    (column, row), (last, near) = at["J1", "15"], at["R_HINT", "1"]
    assert wire.length >= 2.54 * (abs(column - last) + abs(row - near))
