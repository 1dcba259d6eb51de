"""The move that the computer would make, as ``advise`` prints it."""

from typing import Any

from firmware.games import find_about
from firmware.opponents import ROLL, WAIT, WINS, Advice
from firmware.output.prompts import names_of
from firmware.words import Words, say
from rules import Header, Position

_WINS = say("it wins the game")
_NO_CHOICE = {
    ROLL: say("the die decides"),
    WAIT: say("nobody can move now"),
}
_LEAST = say("every other move costs more")


def why(advice: Advice, game: str, words: Words) -> list[str]:
    """Return why the move is the best, each reason a text, the strongest first."""
    if advice.move in _NO_CHOICE:
        return [words(_NO_CHOICE[advice.move])]
    gains = {**find_about(game).gains, WINS: _WINS}
    found = [words(gains[reason]) for reason in advice.reasons if reason in gains]
    return found or [words(_LEAST)]


def advice_as_json(
    advice: Advice, header: Header, position: Position, words: Words
) -> dict[str, Any]:
    """Return the object that ``advise --json`` prints."""
    return {
        "move": advice.move,
        "seat": position.seats[advice.seat],
        "result": dict(zip(position.seats, advice.shares, strict=True)),
        "line": list(advice.line),
        "why": why(advice, header.game, words),
    }


def advice_as_text(advice: Advice, header: Header, position: Position, words: Words) -> str:
    """Return the move, and below it why, how the game may go on, and what each seat expects."""
    lines = [advice.move]
    lines += [f"  {reason}" for reason in why(advice, header.game, words)]
    if len(advice.line) > 1:
        lines.append("  " + words("then: {moves}", moves=" ".join(advice.line[1:])))
    names = names_of(header, position, words)
    width = max(map(len, names.values()))
    for seat, share in zip(position.seats, advice.shares, strict=True):
        lines.append(f"  {names[seat]:{width}}  {share:4.0%}")
    return "\n".join(lines)
