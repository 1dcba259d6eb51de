"""What simulated players of Revolution value beside points."""

from rules import Move
from rules.revolution import SEATS, Position


def taste(position: Position, move: Move) -> float:
    """Return 1 for a stone and -1 for the end of the turn.

    For the flag it is less the more influence the other seat has on the field (RV-9), where the
    flag would be in danger. All other cards and the buildings are worth 0.
    """
    if move.startswith("*"):
        return 1
    if move == "end":
        return -1
    if move[0] != "F":
        return 0
    other = SEATS[1 - SEATS.index(position.to_move or "light")]
    return -position.influence(move[2:])[other] - 1
