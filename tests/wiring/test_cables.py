"""The cables of a table of tiles join what its circuit has on one net, and reach as far."""

from collections import defaultdict

from wiring import read_pins, tile
from wiring.cables import Cable, cables, farthest
from wiring.circuit import DATA, GND, column_net, row_net, sensor_net
from wiring.controller import connector, plugs
from wiring.frame import header_of_pi
from wiring.read import COLUMNS, ROWS

PINS = read_pins()
CABLES = cables(PINS)


def numbers(told: str, start: str) -> list[str]:
    """The ends of a cable's wires: ``0,0 W 1``."""
    first, _, last = told.partition("-")
    found = range(int(first), int(last) + 1) if last.isdigit() else told.split(", ")
    return [f"{start} {pin}" for pin in found]


def ends(one: Cable, last: int) -> list[str]:
    """The wires' ends at the start (0) or at the end (1) of a cable."""
    start, start_pins, end, end_pins = one[:4]
    return numbers(end_pins or "0", end) if last else numbers(start_pins, start)


def joined() -> dict[str, set[str]]:
    """All pins, each with those that it is joined to, through tiles, ribbons and wires."""
    groups: dict[str, set[str]] = {}

    def join(one: str, other: str) -> None:
        both = groups.setdefault(one, {one}) | groups.setdefault(other, {other})
        for end in both:
            groups[end] = both

    nets = tile.headers(PINS)
    for row in range(0, ROWS, 2):
        for column in range(0, COLUMNS, 2):
            on: dict[str, list[str]] = defaultdict(list)
            for name, found in nets.items():
                for pin, net in enumerate(found, 1):
                    on[net].append(f"{row},{column} {name} {pin}")
            for legs in on.values():
                for leg in legs:
                    join(legs[0], leg)
    for one in CABLES:
        if one.start_pins and one.end_pins and one.end_pins != "either" and "," in one.start:
            for start, end in zip(ends(one, 0), ends(one, 1), strict=True):
                join(start, end)
    return groups


def test_cables_lead_each_net_of_the_controller_to_all_of_its_tiles() -> None:
    groups = joined()
    for column in range(COLUMNS):
        names = sensor_net(column), column_net("button", column), column_net("reed", column)
        assert plugs()[f"COL{column}"] == names
        for pin, at in enumerate((1, 3, 5), 1):
            reached = groups[f"COL{column} {pin}"]
            for row in range(0, ROWS, 2):
                assert f"{row},{column - column % 2} N {at + column % 2}" in reached
    for row in range(ROWS):
        assert plugs()["ROWS"][row] == row_net(row)
        reached = groups[f"ROWS {row + 1}"]
        for column in range(0, COLUMNS, 2):
            assert f"{row - row % 2},{column} W {1 + row % 2}" in reached
    assert plugs()["DATA"] == (DATA, GND)
    assert "0,0 W 7" in groups["DATA 1"]


def test_cables_reach_the_controller_while_the_floor_lies_beside_the_table() -> None:
    right, near = header_of_pi()
    for one in CABLES:
        if one.end in plugs() and one.start.count(","):
            x, y = connector(one.end)
            row, column = map(int, one.start.split()[0].split(","))
            from_ = tile.pin(one.start.split()[1], 1)
            start = from_[0] + 40 * column + 20, from_[1] + 40 * row + 20
            closed = abs(right + x - start[0]) + abs(near + y - start[1])
            assert one.length > closed + 40, one
    assert all(one.length >= 60 for one in CABLES if one.what != "jumper")


def test_the_farthest_pixel_has_half_a_volt_more_than_it_wants() -> None:
    least = 3.7  # V, for the pixel that a board house places
    assert farthest(PINS) > least + 0.5
