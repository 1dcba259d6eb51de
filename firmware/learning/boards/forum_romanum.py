"""The forum as planes of 49 fields, from a7 to g1 row by row.

Colours come in turn order from the observing seat; with two players each seat's two follow each
other. For each colour: its Romans; how many steps it has made (1 for 40, all fields alike); whether
it can be used now. Then for each of the 23 sectors, in the order of `SECTORS`, its fields while it
has its coin. With n colours there are 3n + 23 planes.
"""

from firmware.learning.boards import Planes, filled
from rules.forum_romanum import FIELDS, SCALE, Position


def board(position: Position, seat: int) -> Planes:
    """Return the planes."""
    setup, players = position.setup, len(position.seats)
    usable = position.turn.colours if position.to_move is not None else ()
    order = [colour for turn in range(players) for colour in range((seat + turn) % players, setup.colours, players)]
    cells = range(len(FIELDS))
    planes: Planes = []
    for colour in order:
        planes.append([float(at in position.romans[colour]) for at in cells])
        planes += filled(len(cells), position.steps[colour] / SCALE, colour in usable)
    for sector in setup.sectors:
        coin = position.coins & sector.coin
        planes.append([float(bool(coin) and at in sector.members) for at in cells])
    return planes
