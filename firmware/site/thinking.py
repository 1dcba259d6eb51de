"""Thinks for computers in the second worker of a browser, which needs little of the program."""

import pickle
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware.app.thinker import Answerable


def think(question: bytes) -> bytes:
    """Return the answer to a question, or the error that it raises."""
    asked: Answerable[Any] = pickle.loads(question)  # noqa: S301  # of this program
    try:
        return pickle.dumps((asked.answer(), False))
    except Exception as error:  # noqa: BLE001  # whoever asked has to answer for it
        return pickle.dumps((error, True))
