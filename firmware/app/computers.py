"""Computers: they think elsewhere, and say what to play; a host, lamps or hands carry it out."""

import random
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from firmware.app.thinker import Question, Thinks
from firmware.match.running import Running
from firmware.match.state import Match
from firmware.opponents import Advice
from hal.trace import SECOND

UNHURRIED = SECOND * 7 // 10  # microseconds for which people see a move before a computer answers
IN_REAL_TIME = {1: 5 * SECOND, 2: 4 * SECOND, 3: 3 * SECOND, 4: 2 * SECOND, 5: SECOND}
"""The same where sand runs, by level: a child needs time to look."""


def pause(match: Match, level: int) -> int:
    """Return for how many microseconds people see a move before a computer answers it."""
    return IN_REAL_TIME[level] if match.clock.running else UNHURRIED


class Computer:
    """Plays the computers' seats of matches, in one turn after another.

    Args:
        thinker: answers what it should play.
        rng: draws the seeds of its questions.

    """

    _thinking: Future[Advice] | None

    def __init__(self, thinker: Thinks, rng: random.Random) -> None:
        self._thinker = thinker
        self._random = rng
        self._thinking = None
        self._asked: object = None  # the match, the plies and the seat for which it thinks

    def choose(self, running: Running, level: int | None, *, ready: bool) -> Advice | None:
        """Return what a computer of this level plays, None while it thinks.

        Args:
            running: the match.
            level: of the seat to move, None where people move: what it thought is forgotten then.
            ready: whether it may move now.
        """
        position = running.match.now
        moves = () if position.chance else position.legal_moves()
        advice = self.consider(running, level if moves else None, ready=ready)
        return advice if advice is not None and advice.move in moves else None  # sand runs out

    def consider(self, running: Running, level: int | None, *, ready: bool) -> Advice | None:
        """Return what a computer thinks of a position, once; see :meth:`choose`.

        Return None, too, when the process that thinks has died: it is asked again then.
        """
        if level is None:
            self._thinking = None
            return None
        position = running.match.now
        asked = (running, position.plies, position.to_move)
        if self._thinking is None or self._asked != asked:
            self._asked = asked
            seed = str(self._random.random())
            self._thinking = self._thinker.ask(Question.of(running, level, seed))
        if not ready or not self._thinking.done():
            return None
        thought, self._thinking = self._thinking, None
        try:
            return thought.result()
        except BrokenProcessPool:
            return None
