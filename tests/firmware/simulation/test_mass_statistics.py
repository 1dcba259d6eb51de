"""How sure is what was counted?"""

import random

import pytest

from firmware.simulation.mass.statistics import beyond_chance, paired, wilson


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    assert wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)


def test_a_difference_in_every_game_is_beyond_chance() -> None:
    assert paired([2.0, 2.0]).chance == 0
    assert beyond_chance([paired([1.0, 2.0, 1.5] * 10).chance]) == [True]


def test_of_many_differences_by_chance_one_in_twenty_runs_names_any() -> None:
    rng = random.Random(1)
    wrong = 0
    for _ in range(400):
        chances = [paired([rng.gauss(0, 1) for _ in range(40)]).chance for _ in range(6)]
        wrong += any(beyond_chance(chances))
    assert wrong / 400 < 0.08


def test_the_surest_differences_count_though_others_are_chance() -> None:
    assert beyond_chance([0.5, 0.001, 0.9]) == [False, True, False]
