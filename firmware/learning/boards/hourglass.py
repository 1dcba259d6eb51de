"""The board as planes of its holes, in the order of its description (usually from a to C).

0-5 of the seat: its hourglasses, the seconds that they run (1 for three minutes), those that have
never been turned, those dead, the sand that they hold (as seconds), and its goal; 6-11 the other's;
12 and 13 how many of each died by waiting (1 for four); 14 whether it is the seat's turn; 15 how
long the turn has lasted (1 for three minutes) where it may not last for ever (HG-12a).
"""

from firmware.learning.boards import Planes, filled, turned
from rules.hourglass import SEATS, Position

LONG = 180_000  # milliseconds that count 1


def board(position: Position, seat: int) -> Planes:
    """Return the 16 planes."""
    holes = position.board.holes
    seats = turned(SEATS, seat)
    glasses = position.glasses
    sand = (position.side if position.side.index == 0 else position.side.next).setup.sand
    planes: Planes = []
    for name in seats:
        own = {
            glass.hole: (glass, full)
            for glass, full in zip(glasses, sand, strict=True)
            if glass.seat == name and glass.hole
        }
        goal = position.board.homes[1 - SEATS.index(name)]
        planes.append([float(hole in own) for hole in holes])
        planes.append([own[hole][0].remaining / LONG if hole in own else 0.0 for hole in holes])
        planes.append([float(hole in own and own[hole][0].ends is None and not own[hole][0].dead) for hole in holes])
        planes.append([float(hole in own and own[hole][0].dead) for hole in holes])
        planes.append([own[hole][1] / LONG if hole in own else 0.0 for hole in holes])
        planes.append([float(hole in goal) for hole in holes])
    died = [sum(number // 4 == index for number in position.stalled) for index in range(2)]
    planes += filled(len(holes), *[number / 4 for number in turned(died, seat)])
    planes += filled(len(holes), position.to_move == seats[0])
    return planes + filled(len(holes), (position.now - position.since) / LONG * bool(position.since))
