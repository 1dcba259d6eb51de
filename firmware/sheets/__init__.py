"""Score sheets as people write them: an exact record is read, any other text proposed.

:func:`read_sheet` reads a file in one of two ways, and there is no third. A record is taken as it
stands. Any other text is shown as a :class:`Proposal`, its rows beside the moves that they tell,
and becomes a record when somebody takes it.
"""

from collections.abc import Sequence

from firmware.sheets.proposing import Line, Proposal, UnreadError, moves_told, propose
from firmware.sheets.text import Row, rows_of
from rules import Load, Reading, Record, load_nothing, read_record
from rules.reading import UnformattedError, decode
from rules.text import told

__all__ = ["Line", "Proposal", "Row", "UnreadError", "moves_told", "propose", "read_sheet", "rows_of"]

_MOST_ROWS, _MOST_CHARACTERS = 400, 12_000  # of a sheet that is looked at for moves
_MOST_TAGS = 20_000  # of a page that is looked at for rows


def read_sheet(data: bytes, load: Load = load_nothing, reading: Reading | None = None) -> Record | Proposal:
    """Return the record that a file is, or the game that it may tell.

    Args:
        data: The file.
        load: Reads the files that options name.
        reading: What is noted of a record; it is read with all that cannot change a meaning.

    Raises:
        RecordError: It is no text, holds two games or none, or a line of a record breaks a rule.
    """
    try:
        return read_record(data, load, reading or Reading(strict=False))
    except UnformattedError as error:
        fault = error
    text = decode(data)[0]
    tagged = text.count("<") > _MOST_TAGS
    rows = [] if tagged else rows_of(text)
    if tagged or len(rows) > _MOST_ROWS or sum(len(row.text) for row in rows) > _MOST_CHARACTERS:
        why = told(
            "this is too long for the sheet of one game: over {lines} lines, or {letters} letters",
            lines=_MOST_ROWS,
            letters=_MOST_CHARACTERS,
        )
        raise fault if _is_record(rows) else UnreadError(1, why)
    try:
        return propose(rows)
    except UnreadError as unread:
        raise (fault if _is_record(rows) else unread) from None


def _is_record(rows: Sequence[Row]) -> bool:
    """Whether a text begins like a record, so that its faults are told as faults of a record."""
    return any(row.text.lstrip().startswith("[game") for row in rows[:1])
