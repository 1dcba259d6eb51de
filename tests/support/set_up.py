"""Positions that are set up and played on."""

import random

from rules import Position


def played_on(position: Position, plies: int, rng: random.Random) -> tuple[list[str], Position]:
    """So many moves at random, each half a second after the one before, and where they lead."""
    lines: list[str] = []
    for _ in range(plies):
        position = position.later(500)
        if position.outcome is not None:
            break
        lines.append(position.written(rng.choice(position.legal_moves())))
        position = position.play(lines[-1])
    return lines, position
