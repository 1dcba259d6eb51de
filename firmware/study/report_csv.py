"""The report of a game as CSV, for a spreadsheet: a row for each line of the record."""

import csv
from io import StringIO

from firmware.study.game_report import Report

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would work out


def as_csv(report: Report) -> str:
    """Return a line of headings and a row for each line of the record.

    The columns are the same in every language: the number of the move, its seat and player, the
    line of the record, what each player has scored by it and how far each has come, the comments.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = {player.seat: player.name for player in report.players}
    writer.writerow(
        ["ply", "seat", "player", "move"]
        + [f"scored {name}" for name in names.values()]
        + [f"standing {name}" for name in names.values()]
        + ["comment"]
    )
    for entry in report.history.entries:
        writer.writerow(
            [
                "" if entry.ply is None else entry.ply,
                entry.seat or "",
                _plain(report.name(entry.seat)),
                entry.move,
                *(entry.gained.get(seat, 0) for seat in names),
                *(entry.standing[seat] for seat in names),
                _plain(" ".join(filter(None, (*entry.above, entry.comment)))),
            ]
        )
    return text.getvalue()


def _plain(text: str) -> str:
    """Return a text of somebody's own that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text
