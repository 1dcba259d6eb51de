"""The table of costs: what must hold for clean play to be read without a question."""

import pytest

from firmware.recognition.costs import COSTS

# What a hypothesis pays that reads clean play another way than it was meant, once, for good.
APART = {
    "nudge": "a piece put back, where it was lifted for a move",
    "mind": "a move replaced, where the piece made another move",
    "wrong": "a piece put where it means nothing, where it made a move",
    "unused": "a press that means nothing, where it was part of a move",
    "declined_press": "a press that was no move, where it was one",
    "declined": "a piece that made no move, where it could",
    "superseded": "a press that a later one replaced, where the later one was meant",
    "unseen": "a piece put down unseen, where it is in the hand",
    "overlap": "a move that began before the last ended, where that one had not ended",
    "early": "a move that ended before the last, where the two were made in turn",
    "stale_press": "a press from before the last move, where it belonged to that one",
    "forgotten": "a piece left in the hand, where it made a move",
    "strange": "a piece in the hand that cannot move, where one can",
    "haste": "two hands in no time, where it was one",
    "long_press": "a long press as part of a move, where somebody leaned",
}


@pytest.mark.parametrize("name", sorted(APART))
def test_no_cost_that_separates_two_readings_of_clean_play_is_smaller_than_the_margin(
    name: str,
) -> None:
    assert getattr(COSTS, name) >= COSTS.margin


def test_a_hypothesis_with_two_things_against_it_is_not_dropped_yet() -> None:
    dearest = max(COSTS.unseen, COSTS.wrong, COSTS.early, COSTS.declined_press)
    assert COSTS.worst >= 2 * dearest
    assert COSTS.worst > COSTS.lost > COSTS.most


def test_what_a_broken_contact_costs_is_bounded_below_what_makes_the_table_lost() -> None:
    """One contact open for ever, and one closed, must not stop a game from being read."""
    assert COSTS.most < COSTS.lost
    assert COSTS.wrong + COSTS.lying * 20 < COSTS.lost


def test_the_more_likely_of_two_explanations_costs_less() -> None:
    assert COSTS.passing < COSTS.nudge < COSTS.wrong < COSTS.unseen
    assert COSTS.between < COSTS.wrong
    assert COSTS.nudge < COSTS.forgotten
    assert COSTS.leaning < COSTS.waiting_press + COSTS.unused
    assert COSTS.again < COSTS.unused < COSTS.declined_press
    assert COSTS.waiting_press < COSTS.most_waiting < COSTS.unused
    assert COSTS.again < COSTS.repeated
