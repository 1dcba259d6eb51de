"""The judged moves of a game as tables of a terminal, as ``analyse`` prints them."""

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text as Styled

from firmware.study.analysis import MARKS, JudgedMove
from firmware.words import Words

_WIDEST = 60  # characters of a curve
_STEPS = "▁▂▃▄▅▆▇█"


def table_of_moves(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> Table:
    """Return a row for each move: the win probabilities after it, a better move, and its mark.

    names: the name of the player of each seat, in the order of the seats.
    """
    called = list(names.values())
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    for title in (words("player"), words("move"), words("better")):
        table.add_column(title)
    for name in called:
        table.add_column(name, justify="right", max_width=10, no_wrap=True)
    table.add_column("")
    for one in judged:
        judgement = one.judgement
        text, style = MARKS[judgement.mark] if judgement.mark else ("", "")
        table.add_row(
            str(one.ply),
            called[judgement.seat],
            one.move,
            one.best if judgement.loss > 0 else "",
            *(words.percent(probability) for probability in judgement.after),
            Styled(f"{words(text)} {words.percent(-judgement.loss)}" if text else "", style),
        )
    return table


def table_of_curves(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> Table:
    """Return a row for each seat: the curve of its win probability from first to last move."""
    table = Table(box=None, pad_edge=False, show_header=False)
    every = -(-len(judged) // _WIDEST)
    chosen = judged[::-1][:: every or 1][::-1]  # with the last
    for number, name in enumerate(names.values()):
        probabilities = [one.judgement.after[number] for one in chosen]
        curve = "".join(_STEPS[min(int(probability * len(_STEPS)), len(_STEPS) - 1)] for probability in probabilities)
        table.add_row(name, curve, words.percent(probabilities[-1]) if probabilities else "")
    return table
