"""The blank score sheet of Das glorreiche Manöver: the rolls, then move after move."""

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.landscape import INK
from wiring.sheets.manoeuvre import FACTORS, PLACES
from wiring.sheets.shapes import say

_RECRUITS = ("#c0392b", "#d9a300", "#2f5fb3", "#3f8f4f")  # GM-2: red, yellow, blue, green
_REWARDS = ("1", "2", "3")  # GM-3
_WHITE, _BLACK = 6, 4  # bonus stones: GM-4


def form(players: int) -> Form:
    """Return the form."""
    seats = tuple(Seat(str(n + 1), ((_RECRUITS[n], ""),)) for n in range(players))
    return Form(
        ink=INK,
        seats=seats,
        boxes=(
            Boxes(say("Reward stones"), _REWARDS),
            Boxes(say("White stones"), (f"×{FACTORS['w']}",) * _WHITE),  # noqa: RUF001
            Boxes(say("Black stones"), (f"×{FACTORS['b']}",) * _BLACK),  # noqa: RUF001
            Boxes(say("Rolls"), tuple(str(n % players + 1) for n in range(PLACES))),
        ),
        notation=(
            ("roll 4", say("recruit brought out to field 4")),
            ("12-15", say("recruit moved from field 12 to field 15")),
            ("80-home", say("recruit moved from field 80 into the courtyard")),
        ),
        columns=(
            Column(say("Player"), 1),
            Column(say("Move"), 1.4),
            Column(say("Points"), 1),
        ),
        blocks=3,
        row=6.2,
        goes_on=True,
    )
