"""The blank score sheet of Revolution: a row for each turn of both seats."""

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.revolution import INDIGO, OCHRE, SEPIA
from wiring.sheets.shapes import say

LIGHT, DARK = say("Jacobins"), say("Royalists")


def form(players: int) -> Form:  # noqa: ARG001  # always two
    """Return the form."""
    return Form(
        ink=SEPIA,
        seats=(Seat(LIGHT, ((OCHRE, ""),)), Seat(DARK, ((INDIGO, ""),))),
        boxes=(Boxes(say("Buildings"), (DARK, LIGHT, DARK)),),
        notation=(
            ("N@c3", say("Notre Dame placed on c3; V Versailles, B Bastille")),
            ("7@c3", say("card 7 laid on c3")),
            ("F@c3", say("flag laid on c3")),
            ("*c3", say("stone set on c3")),
            ("end", say("turn ended although a stone could be set")),
        ),
        columns=(
            Column(say("Card"), 1, OCHRE),
            Column(say("Stones"), 2.4, OCHRE),
            Column(say("Card"), 1, INDIGO),
            Column(say("Stones"), 2.4, INDIGO),
        ),
        blocks=1,
        row=9.0,
        goes_on=False,
    )
