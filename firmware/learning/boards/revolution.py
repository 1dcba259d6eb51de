"""The city as planes of 25 fields, from a5 to e1 row by row.

0-2 the seat's cards, their numbers (0 to 1) and its flag; 3-5 the other's; 6-8 Notre Dame,
Versailles, Bastille; 9 the seat's stones, 10 the other's; 11 and 12 where each may set a stone at
any influence (RV-16); 13-23 whether the seat holds each card from 0 to 9 and the flag, 24-34 the
other; 35-40 the phase, one plane each in the order of `PHASES`; 41 whether the seat is to move.
"""

from firmware.learning.boards import Planes, filled, turned
from rules.revolution import BUILDINGS, CARDS, FIELDS, PHASES, SEATS, Position


def board(position: Position, seat: int) -> Planes:
    """Return the 42 planes."""
    seats = turned(SEATS, seat)
    on = [position.on(field) for field in FIELDS]
    planes: Planes = []
    for name in seats:
        own = [what[1:2] if what[:1] == name[0] else "" for what in on]
        planes.append([float(card != "") for card in own])
        planes.append([int(card) / 9 if card.isdigit() else 0.0 for card in own])
        planes.append([float(card == "F") for card in own])
    planes += [[float(what[:1] == building) for what in on] for building in BUILDINGS]
    for name in seats:
        planes.append([float(what[-1:] == ("o" if name == SEATS[0] else "x")) for what in on])
    for claim in turned(position.claims, seat):
        planes.append([float(claim >> 8 * at + 7 & 1) for at in range(len(FIELDS))])
    for name in seats:
        planes += filled(len(FIELDS), *[card in position.hand_of(name) for card in CARDS])
    planes += filled(len(FIELDS), *[position.phase == phase for phase in PHASES])
    return planes + filled(len(FIELDS), position.to_move == seats[0])
