"""Computers: a driver decides when they think, move, roll and answer. Movers carry it out.

A host plays their moves, lamps show them, simulated hands make them.
"""

import random
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, TypeAlias

from firmware.app.thinker import Question, Thinks
from firmware.match.commands import Answer, Play, Propose
from firmware.match.rights import may
from firmware.match.running import Running
from firmware.match.state import COMPUTER, Match
from firmware.opponents import Advice
from hal.trace import SECOND

UNHURRIED = SECOND * 7 // 10  # microseconds for which people see a move before a computer answers
IN_REAL_TIME = {1: 5 * SECOND, 2: 4 * SECOND, 3: 3 * SECOND, 4: 2 * SECOND, 5: SECOND}
"""The same where sand runs, by level: a child needs time to look."""


def pause(running: Running) -> int:
    """Return the microseconds for which people see a move before a computer answers it."""
    if running.match.clock.running and running.level is not None:
        return IN_REAL_TIME[running.level]
    return UNHURRIED


Deed: TypeAlias = Play | Propose | Answer
"""The command of a computer."""


class Mover(Protocol):
    """The way in which the moves of computers are made in a match.

    Attributes:
        agrees: whether computers that play alone may end the match by agreement.
    """

    agrees: bool = True

    @property
    def running(self) -> Running:
        """The match."""

    @property
    def rolls(self) -> bool:
        """Whether a roll of the die is made for a computer."""
        return True

    def ready(self, at: int) -> bool:
        """Return whether no gesture is begun, and the last move was seen by `at` (microseconds)."""

    def make(self, deed: Deed, at: int) -> None:
        """Carry out a move, a roll, an end by agreement, or an answer of a computer."""


class Computer:
    """The player of the computers' seats of matches, turn by turn.

    Args:
        thinker: answers the questions for the best move.
        rng: draws the seeds of these questions, and rolls the die.
    """

    _thinking: Future[Advice] | None

    def __init__(self, thinker: Thinks, rng: random.Random) -> None:
        self._thinker = thinker
        self._random = rng
        self._thinking = None
        self._asked: object = None  # the match, the plies and the seat for which it thinks

    def look(self, mover: Mover, at: int) -> None:
        """Think, and move, roll or answer if it is time; to be called often."""
        running = mover.running
        match, level = running.match, running.level
        if level is None and running.asked:
            self._answer(mover, at)
            return
        ready = level is not None and mover.ready(at)
        chance, legal = match.now.chance, match.now.legal_moves()
        advice = self._consider(running, None if chance or not legal else level, ready=ready)
        following = len(match.line.plies) + 1
        if chance and ready and mover.rolls:
            mover.make(Play(following, self._random.choice(legal)), at)
        elif advice is not None and mover.agrees and self._end_it(match, advice):
            mover.make(Propose("agree"), at)
        elif advice is not None and advice.move in legal:  # sand has run meanwhile
            mover.make(Play(following, advice.move), at)

    @staticmethod
    def _end_it(match: Match, advice: Advice) -> bool:
        """Whether computers that play alone agree to end a match."""
        return not match.seats.people and _agreed(match, advice) and may(match, "agree", COMPUTER)

    def _answer(self, mover: Mover, at: int) -> None:
        """Let computers agree to a proposal; to an end if it is no worse for each of them."""
        match = mover.running.match
        assert match.proposal is not None
        yes = match.proposal.what != "agree"
        if not yes and not match.now.chance and match.now.legal_moves():
            level = min(match.seats.computers.values())
            advice = self._consider(mover.running, level, ready=True)
            if advice is None:
                return
            yes = _agreed(match, advice)
        mover.make(Answer(yes, match.proposal.number), at)

    def _consider(self, running: Running, level: int | None, *, ready: bool) -> Advice | None:
        """Return the advice of a computer of this level, a single time, once it is known.

        The result is None while the computer thinks, and when its process has died. It is asked
        again then. Without a level the question is dropped.
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


def _agreed(match: Match, advice: Advice) -> bool:
    """Whether all computers of a match agree to its end."""
    seats = match.now.seats
    return {*match.seats.computers} <= {seats[number] for number in advice.agreed}
