"""A recorded game, every move judged, as ``analyse`` prints it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from firmware.match.line import spoken
from firmware.opponents.analysis import Analyst, Judgement, Mark
from firmware.output.reasons import what_distinguishes
from firmware.words import N_, Text, Words
from rules import Move, Position

MOST_SWINGS = 3
MARKS: dict[Mark, tuple[str, str]] = {  # the name and the style of each
    "inaccuracy": (N_("inaccuracy"), "yellow"),
    "mistake": (N_("mistake"), "dark_orange"),
    "blunder": (N_("blunder"), "bold red"),
}


class JudgedMove(NamedTuple):
    """A move of a record with its judgement.

    Attributes:
        ply: its number.
        move: its line of the record.
        best: the line that would stand there for the best move.
        gains: the advantages of that move over this move, if this move is marked.
    """

    ply: int
    move: Move
    best: Move
    judgement: Judgement
    gains: tuple[Text, ...] = ()


def judge_moves(start: Position, moves: Sequence[Move], analyst: Analyst) -> Iterator[JudgedMove]:
    """Yield each move of a game with its judgement; lines that are no moves are played only.

    moves: the lines of its record.
    """
    position = start
    for line in moves:
        move = spoken(line)
        at = position if move == line else position.play(line.removesuffix(f" {move}"))
        following = at.play(move)
        if following.plies > position.plies:  # else time has passed, or sand was declared run out
            judgement = analyst.judge(at, move)
            best = judgement.best
            gains = what_distinguishes(best, move, at, analyst.game) if judgement.mark else ()
            yield JudgedMove(following.plies, line, at.written(best), judgement, tuple(gains))
        position = following


def judged_as_json(one: JudgedMove, seats: Sequence[str]) -> dict[str, Any]:
    """Return the object that ``analyse --json`` prints for a move."""
    judgement = one.judgement
    return {
        "ply": one.ply,
        "move": one.move,
        "seat": seats[judgement.seat],
        "before": dict(zip(seats, judgement.before, strict=True)),
        "after": dict(zip(seats, judgement.after, strict=True)),
        "best": one.best,
        "mark": judgement.mark,
    }


def swings_as_text(judged: Sequence[JudgedMove], names: Mapping[str, str], words: Words) -> str:
    """Return the marked moves with the highest losses, the worst first, a line each, and below it
    the gain of the better move, where there are words for it.
    """
    marked = [one for one in judged if one.judgement.mark]
    if not marked:
        return words("No move swung the game.")
    marked.sort(key=lambda one: -one.judgement.loss)
    called = list(names.values())
    lines = [words("What swung the game most:")]
    for one in marked[:MOST_SWINGS]:
        text = (
            N_("{number}. {name}: {move} instead of {best}, a missed win, {loss}")
            if one.judgement.missed_win
            else N_("{number}. {name}: {move} instead of {best}, {loss}")
        )
        line = words(
            text,
            number=one.ply,
            name=called[one.judgement.seat],
            move=one.move,
            best=one.best,
            loss=words.percent(-one.judgement.loss),
        )
        lines.append(f"  {line}")
        if one.gains:
            lines.append("     " + words("better: {why}", why=words.all_of(one.gains)))
    return "\n".join(lines)
