"""Why is a move the best? The words for what the computer has found."""

from firmware.games import find_about
from firmware.games.capabilities import exact_gains
from firmware.opponents import ROLL, WAIT, WINS, Advice
from firmware.words import Words, say
from rules import Position

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
    gains = {**find_about(game).gains, WINS: _WINS}
    exact = exact_gains(game, position, position.play(advice.move))
    found = [
        words(exact[reason].text, **exact[reason].values)
        if reason in exact
        else words(gains[reason])
        for reason in advice.reasons
        if reason in gains
    ]
    return list(dict.fromkeys(found)) or [words(_LEAST)]
