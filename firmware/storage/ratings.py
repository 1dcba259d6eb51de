"""The rating of each player in each game, with its uncertainty.

Ratings follow Weng and Lin (Journal of Machine Learning Research 12, 2011), with the constants of
the library openskill. Every seat is a side of its own, and all pairs of seats are compared by the
model of Bradley and Terry. Ratings are on the Elo scale: 400 points are odds of ten to one between
two players. With this model and this first deviation, the uncertainty covers the true strength of
simulated players most often: after 10 to 200 games of two to six players in 89 to 100 of 100 cases
(with the model of Plackett and Luce in 43 to 100).

A rating is a fold over the games that count, in the order of their days, with at least two known
players (by name or level). Winners are placed before all others, who follow by their scores.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple, TypeAlias

START, DEVIATION = 1500.0, 200.0  # mean and standard deviation before the first game

_DOUBT = 2 * (400 / log(10) / sqrt(2)) ** 2  # twice the variance of a performance in a single game
_CHANGE = (DEVIATION / 100) ** 2  # by which the variance of a player grows with each game
_LEAST = 0.0001  # the least share of its variance that a rating keeps

Who: TypeAlias = tuple[int, str]
"""A player: the level of the computer, 0 for a person, and the folded name, "" for a computer."""


class Rating(NamedTuple):
    """The estimated strength of a player: a normal distribution."""

    mean: float = START
    deviation: float = DEVIATION


def places_of(made: Sequence[tuple[bool, int]]) -> list[int]:
    """Return the place of each seat, from 1. Equal seats share the better place.

    made: for each seat, whether it has won, and its score.
    """
    return [1 + sum(other > one for other in made) for one in made]


def rated(players: Sequence[Who], places: Sequence[int], known: Mapping[Who, Rating]) -> dict[Who, Rating]:
    """Return the rating of each player after a game.

    Args:
        players: The player of each seat. A level of the computer may have several seats.
        places: The place of each seat.
        known: The rating of each player before the game.
    """
    before = {who: known[who] for who in players}
    seats = [
        (who, place, before[who].mean, before[who].deviation ** 2 + _CHANGE)
        for who, place in zip(players, places, strict=True)
    ]
    means = {who: rating.mean for who, rating in before.items()}
    factors = dict.fromkeys(before, 1.0)
    for one, (who, place, mean, variance) in enumerate(seats):
        better = surer = 0.0
        for other, (_, second, against, doubt) in enumerate(seats):
            if other == one:
                continue
            scale = sqrt(variance + doubt + _DOUBT)
            expected = 1 / (1 + exp((against - mean) / scale))
            made = 0.5 if place == second else float(place < second)
            better += variance / scale * (made - expected)
            surer += variance / scale**2 * sqrt(variance) / scale * expected * (1 - expected)
        means[who] += better
        factors[who] *= sqrt(max(1 - surer, _LEAST) * variance) / before[who].deviation
    return {who: Rating(means[who], rating.deviation * factors[who]) for who, rating in before.items()}
