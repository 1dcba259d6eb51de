"""Other moves than those of a recorded game, tried from any of its positions."""

from typing import Any

from firmware.games.naming import names_of
from firmware.games.ways import choices
from firmware.output.sentences import moved
from firmware.web.replayed import replayed, without_moves
from firmware.words import Words, told
from rules import MalformedError, write_record


def tried(text: str, lines: int, move: str, words: Words) -> dict[str, Any]:
    """Return how a game stands after so many lines and one more move, as plain JSON.

    ``record`` is the game up to there, as text, ``position`` what it begins from ("" as its rules
    say), ``moves`` its lines, ``lines`` how many; ``state``
    is that of :func:`firmware.web.replayed.states`; ``drops`` are the legal moves by where their
    piece comes from and the cell where it is dropped, ``buttons`` the others, of a die too;
    ``done`` is the last move as a sentence, "" for none.

    Args:
        text: a record.
        lines: how many of its lines are kept.
        move: one more, without a second; "" for none.
        words: the language.

    Raises:
        RecordError: the text is no record.
        GameError: the rules forbid the move.
        MalformedError: the table cannot show the game, or it has not so many lines.
    """
    record, line, adapter = replayed(text)
    if adapter is None or not 0 <= lines < len(line.positions):
        raise MalformedError(told("moves cannot be tried there"))
    header, after = record.header, line.until(lines)
    if move:
        after = after.play(after.position.written(move), after.milliseconds)
    position, last = after.position, after.last
    kept = [ply.line for ply in after.plies]
    names = names_of(header, position, words)
    drops, buttons = ({}, []) if position.outcome is not None else choices(adapter, position)
    return {
        "record": write_record(header._replace(result=None), kept),
        "position": header.position or "",
        "lines": len(kept),
        "moves": kept,
        "state": without_moves(header, adapter, after, words),
        "drops": drops,
        "buttons": buttons,
        "done": "" if last is None else moved(header.game, last, names, words),
    }
