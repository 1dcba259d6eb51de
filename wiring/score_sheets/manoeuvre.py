"""The blank score sheet of Das glorreiche Manöver: the rolls, then move after move."""

from collections.abc import Mapping

from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.sheets.manoeuvre import FACTORS, INK, PLACES
from wiring.text import N_

_RECRUITS = ("#c0392b", "#d9a300", "#2f5fb3", "#3f8f4f")  # GM-2: red, yellow, blue, green
_REWARDS = ("1", "2", "3")  # GM-3
_WHITE, _BLACK = 6, 4  # bonus stones: GM-4

_NUMBER = ("0123456789", "0123456789")


def spelled(move: str, key: str) -> tuple[str, ...]:
    """Return the spellings of a move in the boxes of a column; empty where it does not belong.

    key: ``roll`` or ``move``; the target of a recruit that comes home is left blank.
    """
    if move.startswith("roll "):
        return (move[5:],) if key == "roll" else ()
    start, _, end = move.partition("-")
    if key != "move":
        return ()
    end = "" if end == "home" else end
    return tuple({f"{a}{b}" for a in (f"{start:>2}", f"{start:<2}") for b in (f"{end:>2}", f"{end:<2}")})


def options(written: Mapping[tuple[str, int], str]) -> dict[str, str]:
    """Return the options that are written above the moves, by name.

    written: the number of a field by key, ``rewards``, ``white`` or ``black``, and box, from 1.
    """
    rewards = [f"{text}:{n}" for (key, n), text in written.items() if key == "rewards"]
    bonuses = [f"{text}{key[0]}" for (key, _), text in written.items() if key != "rewards"]
    return {"rewards": " ".join(rewards), "bonuses": " ".join(bonuses)}


def form(players: int) -> Form:
    """Return the form."""
    seats = tuple(Seat(str(n + 1), ((_RECRUITS[n], ""),)) for n in range(players))
    return Form(
        ink=INK,
        seats=seats,
        boxes=(
            Boxes(N_("Reward stones"), _REWARDS, _NUMBER, "rewards"),
            Boxes(N_("White stones"), (f"×{FACTORS['w']}",) * _WHITE, _NUMBER, "white"),
            Boxes(N_("Black stones"), (f"×{FACTORS['b']}",) * _BLACK, _NUMBER, "black"),
            Boxes(N_("Rolls"), tuple(str(n % players + 1) for n in range(PLACES)), ("123456",), "roll"),
        ),
        notation=(
            ("roll 4", N_("recruit brought out to field 4")),
            ("12-15", N_("recruit moved from field 12 to field 15")),
            ("80-home", N_("recruit moved from field 80 into the courtyard")),
        ),
        columns=(
            Column(N_("Player"), 1.1),
            Column(N_("Move"), 1.6, None, (_NUMBER, _NUMBER), "-", "move"),
            Column(N_("Points"), 1.1),
        ),
        blocks=3,
        row=6.2,
        goes_on=True,
    )
