"""Statistics of a number of games: means, intervals and tests."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, median, stdev
from typing import NamedTuple

Z = 1.96  # standard deviations of an interval of 95 %


class Interval(NamedTuple):
    """An estimate, and its interval of 95 %."""

    value: float
    low: float
    high: float


class Spread(NamedTuple):
    """The distribution of some numbers."""

    mean: float
    deviation: float
    least: float
    median: float
    most: float


def wilson(won: float, games: int) -> Interval:
    """Return the rate of wins in some games, with Wilson's interval; of no games 0 to 1.

    won: the number of wins; a draw is divided.
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    rate = won / games
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games**2)) / (1 + Z * Z / games)
    return Interval(rate, max(0.0, middle - half), min(1.0, middle + half))


def spread(values: Sequence[float]) -> Spread:
    """Return the distribution of values (not empty)."""
    deviation = stdev(values) if len(values) > 1 else 0.0
    return Spread(fmean(values), deviation, min(values), median(values), max(values))


class Difference(NamedTuple):
    """The difference between two variants of a game. chance: its probability by chance alone."""

    interval: Interval
    chance: float


def paired(differences: Sequence[float]) -> Difference:
    """Return the mean of differences between games with the same seed, by Student's t test. It needs SciPy."""
    from scipy.stats import ttest_1samp

    mean = fmean(differences)
    if min(differences) == max(differences):  # they do not scatter
        sure = bool(mean) and len(differences) > 1
        return Difference(Interval(mean, mean, mean), 0.0 if sure else 1.0)
    found = ttest_1samp(differences, 0)
    low, high = found.confidence_interval()
    return Difference(Interval(mean, float(low), float(high)), float(found.pvalue))


def beyond_chance(chances: Sequence[float], risk: float = 0.05) -> list[bool]:
    """Return which of several differences are beyond chance (Holm's method).

    Args:
        chances: the probability of each by chance alone.
        risk: the probability of a false alarm among all of them.
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    sure = [False] * len(chances)
    for rank, number in enumerate(order):
        if chances[number] * (len(chances) - rank) > risk:
            break
        sure[number] = True
    return sure
