"""Why is a move the best? The words for what the computer has found."""

from collections.abc import Sequence

from firmware.games.kit import find_kit
from firmware.opponents import ROLL, WAIT, WINS, Advice
from firmware.words import Text, Words, say
from rules import Move, Position

_WINS = say("it wins the game")
_NO_CHOICE = {
    ROLL: say("the die decides"),
    WAIT: say("nobody can move now"),
}
_LEAST = say("every other move costs more")


def why(advice: Advice, position: Position, game: str, words: Words) -> list[str]:
    """Return why the move is the best, each reason a text, the strongest first.

    position: for which the advice was asked.
    """
    if advice.move in _NO_CHOICE:
        return [words(_NO_CHOICE[advice.move])]
    gained = what_it_gains(advice.move, advice.reasons, position, game)
    return [words(text.text, **text.values) for text in gained] or [words(_LEAST)]


def what_it_gains(move: Move, reasons: Sequence[str], position: Position, game: str) -> list[Text]:
    """Return the texts of the parts of the evaluation by which a move gains, each text once.

    position: in which the move is made.
    """
    gains = {**find_kit(game).about.gains, WINS: _WINS}
    exact = find_kit(game).exact_gains(position, position.play(move))
    found: list[Text] = []
    for reason in reasons:
        if reason in gains:
            text = exact.get(reason) or Text(gains[reason], {})
            if text not in found:
                found.append(text)
    return found
