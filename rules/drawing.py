"""A position as a small board in text, for a terminal, a log or a notebook."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rules.game import Outcome


def grid(rows: Sequence[Sequence[str]], names: Sequence[str]) -> list[str]:
    """Return rows of fields as lines with aligned columns, the name of each row before it."""
    first = max(map(len, names))
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    gap = " " if max(widths) == 1 else "  "
    return [gap.join((f"{name:>{first}}", *map(str.ljust, row, widths))) for name, row in zip(names, rows, strict=True)]


def draw(board: Iterable[str], standings: Mapping[str, str], to_move: str | None, outcome: Outcome | None) -> str:
    """Return the lines of a board, and below it a line for each seat.

    ``>`` stands before the seat whose turn it is. Of a finished game, the last line gives the rule
    that ended it and the winners.

    Args:
        board: its lines.
        standings: seat -> text of its line.
        to_move: the seat whose turn it is, None when the game is over.
        outcome: how the game ended, None while it goes on.
    """
    width = max(map(len, standings))
    lines = [*board, ""]
    for seat, text in standings.items():
        lines.append(f"{'>' if seat == to_move else ' '} {seat:{width}}  {text}")
    if outcome:
        won = f"won by {' and '.join(outcome.winners)}" if outcome.winners else "drawn"
        lines.append(f"{outcome.reason}: {won}")
    return "\n".join(line.rstrip() for line in lines)
