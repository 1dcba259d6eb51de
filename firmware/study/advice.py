"""The move that the computer would make, as ``advise`` prints it."""

from typing import Any

from firmware.games.naming import names_of
from firmware.opponents import Advice
from firmware.output.reasons import why
from firmware.words import Words
from rules import Header, Position


def advice_as_json(advice: Advice, header: Header, position: Position, words: Words) -> dict[str, Any]:
    """Return the object that ``advise --json`` prints."""
    return {
        "move": advice.move,
        "seat": position.seats[advice.seat],
        "result": dict(zip(position.seats, advice.win_probabilities, strict=True)),
        "line": list(advice.line),
        "why": why(advice, position, header.game, words),
    }


def advice_as_text(advice: Advice, header: Header, position: Position, words: Words) -> str:
    """Return the move, and below it the reasons, the expected moves and the win probabilities."""
    lines = [advice.move]
    lines += [f"  {reason}" for reason in why(advice, position, header.game, words)]
    if len(advice.line) > 1:
        lines.append("  " + words("then: {moves}", moves=" ".join(advice.line[1:])))
    names = names_of(header, position, words)
    width = max(map(len, names.values()))
    for seat, probability in zip(position.seats, advice.win_probabilities, strict=True):
        lines.append(f"  {names[seat]:{width}}  {probability:4.0%}")
    return "\n".join(lines)
