"""The blank score sheet of Révolution with hourglasses: a row for a move of both seats."""

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.hourglass import BROWN, PINK
from wiring.sheets.shapes import say

_WHITE = "#ffffff"


def form(players: int) -> Form:  # noqa: ARG001  # always two
    """Return the form."""
    return Form(
        ink=BROWN,
        seats=(Seat(say("White"), ((_WHITE, ""),)), Seat(say("Pink"), ((PINK, ""),))),
        boxes=(Boxes(say("Sand (s)"), tuple("abcdABCD")),),
        notation=(
            ("start", say("both turn their three nearest hourglasses: second 0")),
            ("12.4 d-e", say("at second 12.4 from hole d to hole e")),
            ("90 dead b", say("at second 90 the hourglass in b had run out")),
        ),
        columns=(
            Column(say("Time (s)"), 1),
            Column(say("White"), 1.2),
            Column(say("Time (s)"), 1, PINK),
            Column(say("Pink"), 1.2, PINK),
        ),
        blocks=2,
        row=7.0,
        goes_on=True,
    )
