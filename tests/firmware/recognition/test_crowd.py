"""How many contacts hands can move at once: of a piece, of two hands, of a cloth."""

import pytest

from firmware.recognition.costs import COSTS, MILLISECOND
from firmware.recognition.crowd import Crowd
from firmware.sensing.events import Kind


@pytest.mark.parametrize(
    ("kind", "apart", "most"),
    [
        (Kind.PLACE, 5, 2),  # two hands put down two pieces
        (Kind.LIFT, 5, 5),
        (Kind.LIFT, 20, 11),
        (Kind.PLACE, 20, 11),
    ],
)
def test_more_than_hands_can_move_at_once_is_a_crowd(kind: Kind, apart: int, most: int) -> None:
    crowd = Crowd(COSTS)
    seen = [crowd.moved(kind, number * apart * MILLISECOND) for number in range(most + 1)]
    assert seen == [*[False] * most, True]


def test_contacts_that_move_one_after_the_other_are_no_crowd() -> None:
    crowd = Crowd(COSTS)
    assert not any(crowd.moved(Kind.PLACE, number * 200 * MILLISECOND) for number in range(50))


def test_two_pieces_knocked_as_a_third_is_put_down_are_no_crowd() -> None:
    crowd = Crowd(COSTS)
    kinds = (Kind.LIFT, Kind.LIFT, Kind.PLACE, Kind.PLACE)
    assert not any(crowd.moved(kind, 100 * MILLISECOND) for kind in kinds)
