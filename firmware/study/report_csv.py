"""The report of a game as CSV, for a spreadsheet: a row for each line of the record."""

import csv
from io import StringIO

from firmware.study.game_report import Report
from firmware.words.terminal import no_formula


def as_csv(report: Report) -> str:
    """Return a line of headings and a row for each line of the record.

    The columns are the same in every language: the number of the move, its seat and player, the
    line of the record, the gain and the standing of each player, the comments.
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
                no_formula(report.name(entry.seat)),
                entry.move,
                *(entry.gained.get(seat, 0) for seat in names),
                *(entry.standing[seat] for seat in names),
                no_formula(" ".join(filter(None, (*entry.above, entry.comment)))),
            ]
        )
    return text.getvalue()
