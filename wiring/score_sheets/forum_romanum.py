"""The blank score sheet of Forum Romanum: a row for each round, and its scores."""

from wiring.score_sheets.form import Column, Form, Seat
from wiring.sheets.forum_romanum import INK, KEY_COLOURS
from wiring.text import N_

_FIELD = ("abcdefg", "1234567")


def spelled(move: str, key: str) -> tuple[str, ...]:
    """Return the spellings of a move in the boxes of a column; empty where it does not belong.

    key: the letter of the column's colour.
    """
    letter, at, field = move.rpartition("@")
    if at:
        return (field,) if letter == key else ()
    return (move.replace("-", ""),) if "-" in move else ()


def form(players: int) -> Form:
    """Return the form. Two players have two colours each (FR-8), and two moves a turn."""
    inks = tuple((ink, letter) for letter, ink in KEY_COLOURS.items())
    seats = tuple(Seat(str(n + 1), inks[n : 4 if players == 2 else n + 1 : players]) for n in range(players))
    moves = [
        Column(seat.name, 1, ink, (_FIELD, _FIELD), "-", letter, n)
        for n, seat in enumerate(seats)
        for ink, letter in seat.inks
    ]
    return Form(
        ink=INK,
        seats=seats,
        boxes=(),
        notation=(
            ("y@d4", N_("yellow Roman placed on d4; b blue, r red, g green, k black, w white")),
            ("d4-f2", N_("Roman moved from d4 to f2")),
            ("agree", N_("all agree to stop")),
        ),
        columns=(*moves, Column(N_("Sectors scored"), 1.8)),
        blocks=1,
        row=7.0,
        goes_on=True,
    )
