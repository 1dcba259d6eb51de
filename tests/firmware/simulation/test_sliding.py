"""A magnet that moves over the table closes the reeds that its field reaches, and no others."""

import random
from itertools import pairwise

import pytest
from support.hands.field import Switch, closed_along, middle, straight
from support.hands.slips.sliding import SHORTEST, _changes, _slid

from wiring import cell, read_pins

REED = read_pins().reed
WEAK, USUAL, STRONG = 0.7, 1.0, 1.5
USUAL_SWITCH = Switch(USUAL, 17.5, REED.drop_out)
HERE, RIGHT, NEAR = cell(3, 3), cell(3, 4), cell(4, 3)


@pytest.mark.parametrize("coupling", [WEAK, USUAL, STRONG])
def test_a_piece_that_is_put_on_its_middle_closes_its_reed_and_no_other(coupling: float) -> None:
    switch = Switch(coupling, REED.pull_in[1], REED.drop_out)
    closed = [at for at in range(96) if any(closed_along([middle(HERE)], at, switch))]
    assert closed == [HERE]


def test_a_reed_that_is_closed_holds_a_piece_farther_than_one_closes_it() -> None:
    way = straight(middle(HERE), middle(RIGHT))
    out = list(closed_along(way, HERE, USUAL_SWITCH))
    back = list(closed_along(way[::-1], HERE, USUAL_SWITCH))
    assert out[0]
    assert back[-1]
    assert sum(out) > sum(back) > 0


def test_what_closes_for_less_than_a_bounce_is_not_seen() -> None:
    corners = [middle(HERE), middle(RIGHT), middle(cell(3, 5))]
    for seed in range(50):
        way = _slid(corners, random.Random(seed))
        changes = _changes(way, RIGHT, USUAL_SWITCH)
        assert [closed for _, closed in changes] in ([], [True, False])
        assert all(later - one >= SHORTEST for (one, _), (later, _) in pairwise(changes))
