"""The levels of the computer: from 1, for a child, to 5, the best there is.

Levels of a game are data beside this file: ``levels.json``, a game -> level -> simulations, noise,
and how surely a win is seen, if given. ``tests/benchmarks/ladder.py`` fits their noise; levels that
it has not fitted are as in `LEVELS`.
"""

import json
from functools import cache
from pkgutil import get_data
from typing import NamedTuple


class Level(NamedTuple):
    """A strength of play, the same on every machine.

    Attributes:
        simulations: the number that the search makes; with 0, moves are judged at first sight.
        noise: how far each move is misjudged before it, as the standard deviation of a win
            probability.
        sees: the probability that a move that wins at once is seen as a win, however far moves are
            misjudged; unused in a game with a clock, and 1 without noise.
    """

    simulations: int
    noise: float
    sees: float = 0.0


SURE = Level(0, 0.0)  # misjudges nothing, and looks ahead as far as it is asked to
LEVELS = {1: Level(0, 0.25), 2: Level(8, 0.1), 3: Level(40, 0.04), 4: Level(100, 0.03), 5: Level(800, 0.0)}
USUAL = 4  # the default level


def find_level(game: str, level: int) -> Level:
    """Return the strength of a level, from 1 to 5, in a game as the registry of rules names it."""
    return _fitted().get(game, {}).get(level) or LEVELS[level]


@cache
def _fitted() -> dict[str, dict[int, Level]]:
    data = get_data(__package__, "levels.json")
    assert data is not None
    return {
        game: {int(level): Level(*strength) for level, strength in levels.items()}
        for game, levels in json.loads(data).items()
    }
