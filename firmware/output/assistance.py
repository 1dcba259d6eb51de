"""The help of the table, as its owners choose it."""

from typing import NamedTuple


class Assistance(NamedTuple):
    """The kinds of help that the table gives; its owners may switch off each.

    Questions, corrections and the first answer of HINT are always shown: without them a game could
    not go on, or a key would have no effect.

    Attributes:
        sounds: it beeps.
        last: it shows the last move.
        targets: it shows where a lifted piece may go.
        forecast: it shows how much sand is left, and which glasses are out of the game.
        turn: it shows whose turn it is, and the pieces to move.
        scores: it shows the score of a move, and the senators.
        pieces: it shows where the pieces stand.
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
