"""What simulated players of Révolution with hourglasses value beside points."""

from rules import Move
from rules.hourglass import START, Position

WAY = 10  # columns nearer to the goal that are worth one point
SCARCE, TURN = 25, 3  # seconds of sand below which turning a glass is worth so much
LOST, LEAVE = 4, -9  # seconds of sand below which a glass would die on the way: worth so little


def taste(position: Position, move: Move) -> float:
    """Return what a glass gains on its way to the goal, and by being turned before it runs out.

    The way is counted in columns of the table, to the nearest hole of the goal (HG-3). A glass
    that was never turned gains its way alone, the first move of a game (HG-8) nothing.
    """
    if move == START:
        return 0
    start, end = move.split("-")
    glass = next(one for one in position.glasses if one.hole == start)
    columns = {hole: column for hole, (_, column) in position.board.cells.items()}
    goal = [columns[hole] for hole in position.board.homes[glass.seat == "white"]]
    before, after = (min(abs(columns[hole] - home) for home in goal) for hole in (start, end))
    gain = (before - after) / WAY
    if glass.ends is None:
        return gain
    seconds = glass.remaining / 1000
    if seconds < LOST:
        return gain + LEAVE
    return gain + TURN if seconds < SCARCE else gain
