"""The thinking of computers in the second worker of a browser, with few modules loaded."""

import pickle
from typing import Any

from firmware.app.thinker import Answerable, Question
from rules import NAMES, find_game

_LEVEL = 3  # a level that looks ahead, and is quick


def practise(name: str = NAMES[0]) -> None:
    """Think about the start of a game, so that all modules it takes are loaded and compiled."""
    game = find_game(name)
    Question(name, repr(game.start(game.players[0])), {}, _LEVEL, seed="").answer()


def think(question: bytes) -> bytes:
    """Return the answer to a question, or the error that it raises."""
    asked: Answerable[Any] = pickle.loads(question)  # of this program
    try:
        return pickle.dumps((asked.answer(), False))
    except Exception as error:  # noqa: BLE001  # the caller gets the error
        return pickle.dumps((error, True))
