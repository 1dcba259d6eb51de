"""Thinks for computers in the second worker of a browser, which needs little of the program."""

import pickle
from typing import Any

from firmware.app.thinker import Answerable, Question
from rules import NAMES, find_game

_LEVEL = 3  # that looks ahead, and is quick


def practise(name: str = NAMES[0]) -> None:
    """Think about the start of a game: what is loaded and compiled for that, is then there."""
    game = find_game(name)
    Question(name, repr(game.start(game.players[0])), {}, _LEVEL, seed="").answer()


def think(question: bytes) -> bytes:
    """Return the answer to a question, or the error that it raises."""
    asked: Answerable[Any] = pickle.loads(question)  # of this program
    try:
        return pickle.dumps((asked.answer(), False))
    except Exception as error:  # noqa: BLE001  # whoever asked has to answer for it
        return pickle.dumps((error, True))
