"""What simulated players of Das glorreiche Manöver value beside points."""

from rules import Move
from rules.manoeuvre import Position


def taste(position: Position, move: Move) -> float:
    """Return 0: each move is worth the points it gains."""
    return 0
