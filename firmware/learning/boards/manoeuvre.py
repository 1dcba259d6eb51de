"""The track as planes of its fields, from 1 on.

For each seat in turn order from the observing seat: where its recruits stand at the bottom, second
and on top of two others (three planes); how many are home (1 for all twelve), the points of its
places and stones (1 for 100), and whether it moves (three planes, all fields alike). Then: the
recruits that can still move in this turn; the reward stones left, a third a point; the factors of
the bonus stones, a third each; how many recruits are still to be brought out (1 for twelve).
With n seats there are 6n + 4 planes.
"""

from firmware.learning.boards import Planes, filled, turned
from rules.manoeuvre import RECRUITS, Position
from rules.manoeuvre_board import unpack

FULL = 100  # points that count 1


def board(position: Position, seat: int) -> Planes:
    """Return the planes."""
    setup = position.setup
    fields = range(1, setup.length + 1)
    stacks = [unpack(position.board[field]) for field in fields]
    scores = position.scores()
    planes: Planes = []
    for name in turned(position.seats, seat):
        for height in range(3):
            planes.append([float(stack[height : height + 1] == name) for stack in stacks])
        planes += filled(
            setup.length, position.home.count(name) / RECRUITS, scores[name] / FULL, position.to_move == name
        )
    left = {field: value for field, value in setup.rewards.items() if field not in position.taken}
    planes.append([float(field in position.movable) for field in fields])
    planes.append([left.get(field, 0) / 3 for field in fields])
    planes.append([setup.bonuses.get(field, 0) / 3 for field in fields])
    return planes + filled(setup.length, max(0, RECRUITS - position.plies) / RECRUITS)
