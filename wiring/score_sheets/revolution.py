"""The blank score sheet of Revolution: a row for each turn of both seats."""

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.revolution import INDIGO, OCHRE, SEPIA
from wiring.text import N_

LIGHT, DARK = N_("Jacobins"), N_("Royalists")

_FIELD = ("abcde", "12345")


def spelled(move: str, key: str) -> tuple[str, ...]:
    """Return the spellings of a move in the boxes of a column; empty where it does not belong.

    key: ``card``, of buildings and the flag too, or ``stone``.
    """
    if move.startswith("*"):
        return (move[1:],) if key == "stone" else ()
    return (move.replace("@", ""),) if "@" in move and key == "card" else ()


def form(players: int) -> Form:  # always two
    """Return the form."""
    return Form(
        ink=SEPIA,
        seats=(Seat(LIGHT, ((OCHRE, ""),)), Seat(DARK, ((INDIGO, ""),))),
        boxes=(Boxes(N_("Buildings"), (DARK, LIGHT, DARK), ("NVB", *_FIELD), "card"),),
        notation=(
            ("N@c3", N_("Notre Dame placed on c3; V Versailles, B Bastille")),
            ("7@c3", N_("card 7 laid on c3")),
            ("F@c3", N_("flag laid on c3")),
            ("*c3", N_("stone set on c3")),
            ("end", N_("turn ended although a stone could be set")),
        ),
        columns=(
            *(
                column
                for seat, ink in enumerate((OCHRE, INDIGO))
                for column in (
                    Column(N_("Card"), 1, ink, (("0123456789F", *_FIELD),), "", "card", seat),
                    Column(N_("Stones"), 2.4, ink, (_FIELD,) * 5, "", "stone", seat, each=True),
                )
            ),
        ),
        blocks=1,
        row=9.0,
        goes_on=False,
    )
