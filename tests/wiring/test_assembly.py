"""The parts of the table: no two parts in one place, and each goes in along a straight line."""

from collections.abc import Iterable, Iterator
from itertools import chain

from wiring import COLUMNS, PinMap, read_pins
from wiring.assembly import clashes
from wiring.frame import Body, bodies, cell_parts, frame, lath, pieces, plate

PINS = read_pins()
ROW = 4  # with holes for hourglasses


def corner(pins: PinMap = PINS, more: Iterable[Body] = ()) -> Iterator[Body]:
    """The last two fields of a row, with the lath below it."""
    cells = (COLUMNS * ROW + COLUMNS - 2, COLUMNS * ROW + COLUMNS - 1)
    yield from (list(plate(pins))[cell] for cell in cells)
    yield from chain.from_iterable(cell_parts(pins, cell) for cell in cells)
    yield from more
    yield from lath(pins, ROW)
    yield from frame(pins)
    yield from (list(pieces(pins))[cell] for cell in cells)


def named(parts: Iterable[Body]) -> set[tuple[str, str, bool]]:
    """What meets: the first words of both, and whether on the way only."""
    return {(one.one.split()[0], one.other.split()[0], one.moving) for one in clashes([*parts])}


def test_no_part_of_the_table_is_in_the_place_or_the_way_of_another() -> None:
    assert [str(one) for one in clashes(list(bodies(PINS)))] == []


def test_a_foot_over_a_pixel_in_a_small_hole_and_parts_that_meet_are_found() -> None:
    moved = PINS._replace(cell=PINS.cell._replace(pixel=(3.5, -13.5)))
    assert ("pixel", "reed", False) not in named(corner(moved))  # the far reed ends at -3.5
    moved = PINS._replace(cell=PINS.cell._replace(pixel=(-5.0, -13.5)))
    assert ("pixel", "reed", False) in named(corner(moved))
    wide = PINS._replace(cell=PINS.cell._replace(foot=21.0))
    assert ("piece", "piece", False) in named(corner(wide))
    late = [*corner()]
    late.append(late.pop(next(at for at, part in enumerate(late) if part.name.endswith(" 3.5"))))
    assert ("reed", "lath", True) in named(late)  # once the lath is there
