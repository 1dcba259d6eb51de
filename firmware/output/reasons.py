"""Why is a move the best? The words for what the computer has found."""

from firmware.games import find_about
from firmware.opponents import ROLL, WAIT, WINS, Advice
from firmware.words import Words, say

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
