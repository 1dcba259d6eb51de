"""The judged moves of a game as tables of a terminal, as ``analyse`` prints them."""

from collections.abc import Mapping, Sequence

from rich.text import Text as Styled

from firmware.study.analysis import MARKS, JudgedMove
from firmware.words import Words
from firmware.words.terminal import Grid

_WIDEST = 60  # characters of a curve
_LONGEST = 10  # characters of a name above a column
_STEPS = "▁▂▃▄▅▆▇█"


def table_of_moves(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> Grid:
    """Return a row for each move: the win probabilities after it, a better move, and its mark.

    names: the name of the player of each seat, in the order of the seats.
    """
    called = list(names.values())
    short = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}\u2026" for name in called]
    rows = list[Sequence[str | Styled]]()
    for one in judged:
        judgement = one.judgement
        text, style = MARKS[judgement.mark] if judgement.mark else ("", "")
        rows.append(
            (
                str(one.ply),
                called[judgement.seat],
                one.move,
                one.best if judgement.loss > 0 else "",
                *(words.percent(probability) for probability in judgement.after),
                Styled(f"{words(text)} {words.percent(-judgement.loss)}" if text else "", style),
            )
        )
    headings = ("", words("player"), words("move"), words("better"), *short, "")
    return Grid(headings, rows, {0, *range(4, 4 + len(short))})


def table_of_curves(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> Grid:
    """Return a row for each seat: the curve of its win probability from first to last move."""
    every = -(-len(judged) // _WIDEST)
    chosen = judged[::-1][:: every or 1][::-1]  # with the last
    rows = []
    for number, name in enumerate(names.values()):
        probabilities = [one.judgement.after[number] for one in chosen]
        curve = "".join(_STEPS[min(int(probability * len(_STEPS)), len(_STEPS) - 1)] for probability in probabilities)
        rows.append((name, curve, words.percent(probabilities[-1]) if probabilities else ""))
    return Grid(("", "", ""), rows)
