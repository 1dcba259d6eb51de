"""Which move is the best? The answer to HINT, found while the table plays on."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from firmware.app.thinker import Question, Thinks
from firmware.opponents import LEVELS, Advice
from firmware.play.effects import AdviceWanted, Effect
from firmware.play.lobby import Lobby


class Advisor:
    """Asks the best computer for each AdviceWanted, and tells a lobby what it answers.

    thinker: answers what should be played.
    """

    _thinking: Future[Advice] | None

    def __init__(self, thinker: Thinks) -> None:
        self._thinker = thinker
        self._thinking = None

    def hear(self, effect: Effect) -> None:
        """Begin to think if this effect asks for it; what was thought about before is forgotten."""
        if isinstance(effect, AdviceWanted):
            position = effect.position
            self._thinking = self._thinker.ask(
                Question(effect.game, str(position), effect.files, max(LEVELS), str(position.plies))
            )

    def look(self, lobby: Lobby, at: int) -> None:
        """Tell the lobby the answer when it is there; to be called after every scan.

        at: the time, in microseconds.
        """
        if self._thinking is None or not self._thinking.done():
            return
        thought, self._thinking = self._thinking, None
        try:
            lobby.advise(thought.result(), at)
        except BrokenProcessPool:  # nothing is shown, and who presses HINT again asks again
            return
