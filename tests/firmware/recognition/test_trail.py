"""Where pieces belong that stand where they should not; cells 39 and 40 are neighbours."""

import pytest

from firmware.recognition.costs import MILLISECOND
from firmware.recognition.trail import REST, Trail
from firmware.sensing.events import Kind, Touch
from hal import Cells, cell_set


def cells(*some: int) -> Cells:
    return cell_set(some)


def touch(trail: Trail, script: str, milliseconds: int = 0) -> None:
    """Do what a script says, such as ``-3 +40``; a second passes after each touch."""
    for number, word in enumerate(script.split()):
        kind = Kind.PLACE if word[0] == "+" else Kind.LIFT
        at = (1000 * number + milliseconds) * MILLISECOND
        trail.note(Touch(at, kind, int(word[1:])))


@pytest.fixture
def misplaced() -> Trail:
    """Two pieces were taken from 3 and 5 and put down on 40 and 61."""
    trail = Trail()
    touch(trail, "-3 +40 -5 +61")
    return trail


def test_each_piece_goes_back_to_where_it_was_taken_up(misplaced: Trail) -> None:
    assert misplaced.pairs(cells(3, 5), cells(40, 61)) == ((40, 3), (61, 5))


def test_only_a_piece_that_is_too_much_goes_back(misplaced: Trail) -> None:
    assert misplaced.pairs(cells(3, 5), cells(61)) == ((61, 5),)
    assert misplaced.pairs(cells(3), cells(40, 61)) == ((40, 3),)


def test_when_all_is_put_right_all_pieces_are_forgotten(misplaced: Trail) -> None:
    misplaced.forget()
    assert misplaced.pairs(cells(3, 5), cells(40, 61)) == ()


@pytest.mark.parametrize(
    ("right", "rested", "belongs"),
    [
        (False, REST - MILLISECOND, ((40, 39),)),
        (False, REST, ()),  # it is another piece that was lifted
        (True, REST - MILLISECOND, ()),  # 40 was put right since
    ],
)
def test_a_piece_slid_to_a_neighbour_came_from_there(
    *, right: bool, rested: int, belongs: tuple[tuple[int, int], ...]
) -> None:
    trail = Trail()
    touch(trail, "+40")  # nothing was in a hand: both contacts of the slide are closed
    if right:
        trail.forget()
    touch(trail, "-39", rested // MILLISECOND)
    assert trail.pairs(cells(3, 39), cells(40, 61)) == belongs
