"""How well does a computer play? Levels from 1, for a child, to 5, the best there is."""

from typing import NamedTuple


class Level(NamedTuple):
    """One strength of play, the same on every machine.

    Attributes:
        simulations: how many the search makes.
        noise: how far each move is misjudged before it, as the standard deviation of a win
            probability.
    """

    simulations: int
    noise: float


LEVELS = {
    1: Level(1, 0.25),
    2: Level(8, 0.1),
    3: Level(40, 0.04),
    4: Level(100, 0.03),
    5: Level(800, 0.0),
}
USUAL = 4  # where nobody has said which
