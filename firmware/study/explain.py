"""Why the table read each move as it did: as ``replay``, ``run`` and ``serve`` tell it.

Builders read this, so it is English alone.
"""

from collections.abc import Callable
from typing import Any

from firmware.match.events import TakenBack
from firmware.play.effects import Effect, Explained, GameBegun, GameResumed
from firmware.recognition.explain import Did, Explanation, Item
from hal.trace import SECOND


class Explanations:
    """Collects the explanations of a game, from its effects.

    Attributes:
        moves: an explanation for each move of the game that was not taken back.
        rests: the explanations of the questions, leads and silences so far.
    """

    def __init__(self) -> None:
        self.moves: list[Explanation] = []
        self.rests: list[Explanation] = []

    def tell(self, effect: Effect) -> None:
        """Take in an effect; effects without an explanation are left alone."""
        if isinstance(effect, Explained):
            if effect.ply is None:
                self.rests.append(effect.explanation)
            else:
                self.moves[effect.ply - 1 :] = [effect.explanation]
        elif isinstance(effect, TakenBack):
            del self.moves[effect.ply - 1 :]

    @property
    def asked(self) -> list[Explanation]:
        """The explanations of the questions."""
        return [one for one in self.rests if one.did is Did.ASKED]

    def as_json(self) -> dict[str, Any]:
        """Return the entries that ``replay --json --explain`` adds to its object."""
        return {
            "explain": [{"move": one.moves[0]} | _as_json(one) for one in self.moves],
            "asked": [{"between": one.moves} | _as_json(one) for one in self.asked],
            "led": [_as_json(one) for one in self.rests if one.did is Did.LED],
            "silent": [_as_json(one) for one in self.rests if one.did is Did.NOTHING],
        }

    def as_text(self) -> str:
        """Return all explanations as text, in order of time."""
        every = sorted([*self.moves, *self.rests], key=lambda one: one.at)
        return "\n".join(as_text(one) for one in every)


def _as_json(one: Explanation) -> dict[str, Any]:
    """Return an explanation, with times in seconds."""
    found = one._asdict() | {"at": one.at / SECOND}
    del found["did"], found["moves"]
    for name in ("items", "rival"):
        found[name] = [item._asdict() for item in found[name]]
    return found


def as_text(one: Explanation) -> str:
    """Return an explanation as text: a line, and below it the touches and charges."""
    said = " or ".join(one.moves)
    if one.did is not Did.MOVED:
        said = f"{one.did.value}: {said}" if said else one.did.value
    lines = [f"{one.at / SECOND:9.3f}  {said}  cost {one.cost:.2f}; {_second(one)}"]
    lines += [f"{'':11}  {line}" for line in one.used]
    lines += [f"{'':11}  {_charge(item)}" for item in one.items]
    lines += [f"{'':11}  runner-up: {_charge(item)}" for item in one.rival]
    return "\n".join(lines)


def _second(one: Explanation) -> str:
    """Return the runner-up as text."""
    if one.margin is None:
        return "nothing else came near"
    return f"runner-up: {one.next or 'no such move yet'}, {one.margin:.2f} more"


def _charge(item: Item) -> str:
    where = f" {item.field}" if item.field else ""
    return f"{item.cost:6.2f}  {item.key}{where} at {item.at:.3f} s"


class ExplanationLog:
    """Writes explanations as they come, with the starts of games and the moves taken back.

    write: appends a text to the log. now: returns the day and time as text.
    """

    def __init__(self, write: Callable[[str], object], now: Callable[[], str]) -> None:
        self._write = write
        self._now = now

    def tell(self, effect: Effect) -> None:
        """Write the explanation of an effect, if it has any."""
        if isinstance(effect, GameBegun):
            names = ", ".join(effect.header.players)
            self._write(f"{self._now()}  {effect.header.game}: {names}\n")
        elif isinstance(effect, GameResumed):
            self._write(f"{self._now()}  game {effect.number} goes on\n")
        elif isinstance(effect, Explained):
            self._write(f"{as_text(effect.explanation)}\n")
        elif isinstance(effect, TakenBack):
            self._write(f"{'':9}  taken back: {effect.line}\n")
