"""What simulated players of Forum Romanum value beside points."""

from rules import Move
from rules.forum_romanum import Position


def taste(position: Position, move: Move) -> float:
    """Return 0: each move is worth the points it gains."""
    return 0
