"""Moves tried from any position of a recorded game."""

from typing import Any

from firmware.games.naming import names_of
from firmware.games.ways import choices
from firmware.output.sentences import moved
from firmware.web.replayed import replayed, without_moves
from firmware.words import Words, told
from rules import MalformedError, write_record


def tried(text: str, lines: int, move: str, words: Words) -> dict[str, Any]:
    """Return the state of a game after so many lines and a further move, as plain JSON.

    ``record`` is the game up to there, as text, ``position`` its first position ("" for that of the
    rules), ``moves`` its lines, and ``lines`` their number. ``state`` is as of
    :func:`firmware.web.replayed.states`. ``drops`` are the legal moves by the source of their piece
    and the cell where it is dropped, ``buttons`` the other moves, of a die too. ``done`` is the
    last move as a sentence, or "".

    Args:
        text: a record.
        lines: the number of its lines that are kept.
        move: a further move, without a second; "" for no move.
        words: the language.

    Raises:
        RecordError: the text is no record.
        GameError: the rules forbid the move.
        MalformedError: the table cannot show the game, or the record has fewer lines.
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
