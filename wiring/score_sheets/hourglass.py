"""The blank score sheet of Révolution with hourglasses: a row for a move of both seats."""

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.hourglass import BROWN, PINK
from wiring.text import N_

_WHITE = "#ffffff"

_SECONDS = (("0123456789",) * 3, ("0123456789",))
_HOLES = (("abcdefghijklmABCDEFGHI",),) * 2


def spelled(move: str, key: str) -> tuple[str, ...]:  # there is one kind of column
    """Return the spellings in boxes of a move without its second."""
    return (move.replace("-", ""),) if "-" in move else ()


def form(players: int) -> Form:  # always two
    """Return the form."""
    return Form(
        ink=BROWN,
        seats=(Seat(N_("White"), ((_WHITE, ""),)), Seat(N_("Pink"), ((PINK, ""),))),
        boxes=(Boxes(N_("Sand (s)"), tuple("abcdABCD")),),
        notation=(
            ("start", N_("both turn their three nearest hourglasses: second 0")),
            ("12.4 d-e", N_("at second 12.4 from hole d to hole e")),
            ("90 dead b", N_("at second 90 the hourglass in b had run out")),
        ),
        columns=(
            Column(N_("Time (s)"), 2, None, _SECONDS, ".", "move", 0),
            Column(N_("White"), 1.2, None, _HOLES, "-", "move", 0, joined=True),
            Column(N_("Time (s)"), 2, PINK, _SECONDS, ".", "move", 1),
            Column(N_("Pink"), 1.2, PINK, _HOLES, "-", "move", 1, joined=True),
        ),
        blocks=2,
        row=7.0,
        goes_on=True,
    )
