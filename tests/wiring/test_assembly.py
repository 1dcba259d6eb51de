"""The table as solids: no two parts in one place, and each goes in along a straight line."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

pytest.importorskip(
    "build123d", reason="lacks OpenGL: apt-get install libgl1", exc_type=ImportError
)

from build123d import import_step

from wiring import COLUMNS, PinMap, read_pins
from wiring.assembly import clashes, step
from wiring.frame import (
    BLOCK,
    DEEP,
    LATH_DOWN,
    PLATE,
    WIDE,
    Body,
    Box,
    Round,
    below,
    bodies,
    cell_parts,
    frame,
    lath,
    pieces,
    plate,
)

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


@pytest.mark.slow
def test_no_part_of_the_table_is_in_the_place_or_the_way_of_another() -> None:
    assert [str(one) for one in clashes(list(bodies(PINS)))] == []


def test_the_controller_on_the_pi_goes_in_below_laths_and_parts() -> None:
    parts = list(below(PINS))
    assert {"controller", "Raspberry Pi", "floor"} <= {part.name for part in parts}
    assert not any(part.name.startswith("perfboard") for part in parts)
    assert [str(one) for one in clashes(parts)] == []
    assert ("controller", "lath", False) in named(below(PINS._replace(frame=50.0)))


def test_the_controller_lies_on_the_holes_of_the_pi_and_leaves_its_plugs_free() -> None:
    placed = {part.name: part.shapes for part in below(PINS)}
    pi, plugs = (shape for shape in placed["Raspberry Pi"] if isinstance(shape, Box))
    stands = [shape for shape in placed["stand-offs below the Pi"] if isinstance(shape, Round)]
    holes = {
        (round(one.at[0] - pi.first[0], 2), round(one.at[1] - pi.first[1], 2)) for one in stands
    }
    assert holes == {(3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)}  # its mechanical drawing
    (board,) = (shape for shape in placed["controller"] if isinstance(shape, Box))
    assert board.last[0] < plugs.first[0]


def test_a_block_at_the_very_end_of_a_lath_would_be_where_the_last_button_is() -> None:
    """So it was drawn first: blocks of 8 mm at both ends."""
    y, half, under = 40 * ROW + 32.5, BLOCK / 2, -PINS.plate
    block = Box((WIDE - BLOCK, y - half, under - LATH_DOWN), (WIDE, y + half, under))
    assert named(corner(more=[Body("end block", (block,))])) == {("end", "button", False)}
    assert named(corner()) == set()


def test_a_foot_over_a_pixel_in_a_small_hole_and_parts_that_meet_are_found() -> None:
    moved = PINS._replace(places=PINS.places._replace(pixel=(3.5, -13.5)))
    assert ("pixel", "reed", False) not in named(corner(moved))  # the far reed ends at -3.5
    moved = PINS._replace(places=PINS.places._replace(pixel=(-5.0, -13.5)))
    assert ("pixel", "reed", False) in named(corner(moved))
    wide = PINS._replace(foot=21.0)
    assert ("piece", "piece", False) in named(corner(wide))


def test_what_would_have_to_go_through_a_part_that_is_there_already_is_found() -> None:
    parts = list(corner())
    button = next(part for part in parts if part.name.startswith("button"))
    late = [*(part for part in parts if part is not button), button]  # after its lath
    assert ("button", "lath", True) in named(late)


def test_the_plate_lies_on_the_frame_and_does_not_fall_through_it() -> None:
    """A plate as large as the fields alone, as it was drawn first, would."""
    boards = [shape for body in frame(PINS) for shape in body.shapes if isinstance(shape, Box)]
    inner = max(box.first[0] for box in boards), max(box.first[1] for box in boards)
    assert inner == (WIDE, DEEP)
    assert PLATE[0] > WIDE
    assert PLATE[1] > DEEP
    edges = next(body for body in plate(PINS) if body.name.startswith("edges"))
    assert {shape.first[2] for shape in edges.shapes if isinstance(shape, Box)} == {
        boards[0].last[2]
    }


@pytest.mark.slow
def test_a_cad_program_reads_every_part_and_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "table.step"
    file.write_bytes(step(PINS))
    whole = import_step(file)
    assert len(whole.solids()) >= len(list(bodies(PINS)))
    assert {part.label.replace("_", " ") for part in whole.children} == {
        "plate", "edges of the plate", "reed", "tilt sensor", "pixel", "button", "block", "lath",
        "far board of the frame", "near board of the frame", "left board of the frame",
        "right board of the frame", "perfboard, chips", "perfboard, supply", "Raspberry Pi",
        "floor", "piece",
    }  # fmt: skip
