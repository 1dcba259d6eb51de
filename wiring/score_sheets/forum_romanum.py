"""The blank score sheet of Forum Romanum: a row for each round, and what it scored."""

from wiring.score_sheets.form import Column, Form, Seat
from wiring.sheets.forum_romanum import INK, KEY_COLOURS
from wiring.sheets.shapes import say


def form(players: int) -> Form:
    """Return the form. Two players have two colours each (FR-8), and two moves a turn."""
    inks = tuple((ink, letter) for letter, ink in KEY_COLOURS.items())
    seats = tuple(
        Seat(str(n + 1), inks[n : 4 if players == 2 else n + 1 : players]) for n in range(players)
    )
    moves = [Column(seat.name, 1, seat.inks[0][0]) for seat in seats for _ in seat.inks]
    return Form(
        ink=INK,
        seats=seats,
        boxes=(),
        notation=(
            ("y@d4", say("yellow Roman placed on d4; b blue, r red, g green, k black, w white")),
            ("d4-f2", say("Roman moved from d4 to f2")),
            ("agree", say("all agree to stop")),
        ),
        columns=(*moves, Column(say("Sectors scored"), 2.6)),
        blocks=1,
        row=7.0,
        goes_on=True,
    )
