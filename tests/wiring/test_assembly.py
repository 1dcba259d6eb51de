"""The parts of the table: no two parts in one place, and each goes in along a straight line."""

from collections.abc import Iterable, Iterator
from itertools import chain

from wiring import COLUMNS, PinMap, read_pins, tile
from wiring.assembly import clashes
from wiring.frame import Body, Way, bodies, cell_parts, frame, lath, pieces, plate, tile_board, tile_parts, tiled

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


def test_no_part_of_the_table_of_tiles_is_in_the_place_or_the_way_of_another() -> None:
    parts = list(tiled(PINS))
    count = {
        what: sum(part.name.startswith(f"{what} ") for part in parts)
        for what in ("tile", "sleeve", "screw", "nut", "plug", "ribbon")
    }
    assert count == {"tile": 24, "sleeve": 72, "screw": 72, "nut": 72, "plug": 96, "ribbon": 38}
    assert [str(one) for one in clashes(parts)] == []


def test_controller_and_pi_go_in_below_the_ribbons() -> None:
    parts = list(tiled(PINS))
    low = [part for part in parts if part.name.startswith(("ribbon", "controller", "Raspberry"))]
    assert len(low) == 40
    assert named(low) == set()
    flat = [
        part
        for part in tiled(PINS._replace(cell=PINS.cell._replace(frame=40.0)))
        if part.name in {"controller", *(ribbon.name for ribbon in low)}
    ]
    assert ("controller", "ribbon", False) in named(flat)


def one_tile(pins: PinMap = PINS, more: Iterable[Body] = ()) -> Iterator[Body]:
    """A tile in the middle of the table, with its four fields of the plate."""
    row, column = 4, 4
    cells = [COLUMNS * (row + near) + column + right for near in (0, 1) for right in (0, 1)]
    fields = list(plate(pins, tile.screws()))
    yield from (fields[cell] for cell in cells)
    yield from chain.from_iterable(tile_parts(pins, cell) for cell in cells)
    yield from more
    yield from tile_board(pins, row, column)


def test_a_tile_goes_in_below_its_parts_and_is_held_by_screws_from_above() -> None:
    parts = list(one_tile())
    assert named(parts) == set()
    assert {part.way for part in parts if part.name.startswith("screw")} == {Way.ABOVE}
    late = [part for part in parts if part.name.startswith("reed")]
    early = [part for part in parts if part not in late]
    assert ("reed", "tile", True) in named([*early, *late])  # a reed once the tile is there
    solid = [*plate(PINS)][COLUMNS * 4 + 4]  # a plate without holes for screws
    assert ("screw", "plate", False) in named([solid, *parts[4:]])


def test_a_foot_over_a_pixel_in_a_small_hole_and_parts_that_meet_are_found() -> None:
    moved = PINS._replace(cell=PINS.cell._replace(pixel=(3.5, -13.5)))
    assert ("pixel", "reed", False) not in named(corner(moved))  # the far reed ends at -3.5
    moved = PINS._replace(cell=PINS.cell._replace(pixel=(-5.0, -13.5)))
    assert ("pixel", "reed", False) in named(corner(moved))
    wide = PINS._replace(cell=PINS.cell._replace(foot=21.0))
    assert ("piece", "piece", False) in named(corner(wide))
