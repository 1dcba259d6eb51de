"""Why the table read each move as it did: as ``replay``, ``run`` and ``serve`` tell it.

Builders read this, so it is English alone.
"""

from collections.abc import Callable
from typing import Any

from firmware.match.events import Begun, Resumed, TakenBack
from firmware.play.effects import Effect, Explained
from firmware.recognition.explain import Asked, Explanation
from hal.trace import SECOND


class Explanations:
    """Collects the explanations of one game, from its effects.

    moves: one for each move of the game that was not taken back. asked: the questions so far.
    """

    def __init__(self) -> None:
        self.moves: list[Explanation] = []
        self.asked: list[Asked] = []

    def tell(self, effect: Effect) -> None:
        """Take in an effect; those that explain nothing are left alone."""
        if isinstance(effect, Explained):
            self.moves[effect.ply - 1 :] = [effect.explanation]
        elif isinstance(effect, TakenBack):
            del self.moves[effect.ply - 1 :]
        elif isinstance(effect, Asked):
            self.asked.append(effect)

    def as_json(self) -> dict[str, Any]:
        """Return what ``replay --json --explain`` adds to its object."""
        return {
            "explain": [one._asdict() | {"at": one.at / SECOND} for one in self.moves],
            "asked": [one._asdict() | {"at": one.at / SECOND} for one in self.asked],
        }

    def as_text(self) -> str:
        """Return all of them as text, in order of time."""
        both: list[Explanation | Asked] = [*self.moves, *self.asked]
        both.sort(key=lambda one: one.at)
        return "\n".join(as_text(one) for one in both)


def as_text(one: Explanation | Asked) -> str:
    """Return an explanation or a question as text: a line, and for a move its story below."""
    if isinstance(one, Asked):
        return f"{one.at / SECOND:9.3f}  asked: {' or '.join(one.between)}"
    if one.margin is None:
        second = "nothing else came near"
    elif one.next is None:
        second = f"runner-up: no such move yet, {one.margin:.2f} more"
    else:
        second = f"runner-up: {one.next}, {one.margin:.2f} more"
    first = f"{one.at / SECOND:9.3f}  {one.move}  cost {one.cost:.2f}; {second}"
    return "\n".join([first, *(f"{'':11}  {line}" for line in one.story)])


class ExplanationLog:
    """Writes explanations as they come, with when games begin and what is taken back.

    write: appends a text to the log. now: returns the day and time as text.
    """

    def __init__(self, write: Callable[[str], object], now: Callable[[], str]) -> None:
        self._write = write
        self._now = now

    def tell(self, effect: Effect) -> None:
        """Write what an effect explains, if anything."""
        if isinstance(effect, Begun):
            names = ", ".join(effect.header.players)
            self._write(f"{self._now()}  {effect.header.game}: {names}\n")
        elif isinstance(effect, Resumed):
            self._write(f"{self._now()}  game {effect.number} goes on\n")
        elif isinstance(effect, Explained):
            self._write(f"{as_text(effect.explanation)}\n")
        elif isinstance(effect, Asked):
            self._write(f"{as_text(effect)}\n")
        elif isinstance(effect, TakenBack):
            self._write(f"{'':9}  taken back: {effect.line}\n")
