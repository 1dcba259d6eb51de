"""How much the table helps, as its owners choose it."""

from typing import NamedTuple


class Assistance(NamedTuple):
    """What the table helps with; its owners may switch off what it does not want.

    Questions, corrections and what HINT shows first are always shown: without them nobody could go
    on, or nothing would answer a key.

    Attributes:
        sounds: it beeps.
        last: it shows the last move.
        targets: it shows where a lifted piece may go.
        forecast: it shows how much sand is left, and which glasses are out of the game.
        turn: it shows whose turn it is, and with what.
        scores: it shows what a move scored, and the senators.
        pieces: it shows what stands where.
        advice: HINT, pressed again, shows the best move, and why.
    """

    sounds: bool = True
    last: bool = True
    targets: bool = True
    forecast: bool = True
    turn: bool = True
    scores: bool = True
    pieces: bool = True
    advice: bool = True
