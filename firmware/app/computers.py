"""Computers at a table whose pieces people move: they think elsewhere, and lamps lead a hand."""

import random
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from firmware.app.running_table import RunningTable
from firmware.app.thinker import Question, Thinks
from firmware.opponents import Advice
from firmware.play.session import Session
from rules import Header, Position


class Computers(Protocol):
    """Plays the seats of the computer, in one game after another at a table.

    levels: seat -> level of the seats that the computer plays in this game.
    """

    levels: Mapping[str, int]

    def look(self) -> None:
        """Think, or move, if it is a computer's turn; to be called after every scan."""


class Playing(Protocol):
    """A game about which a computer thinks, as a session or a game on a screen has it."""

    @property
    def header(self) -> Header:
        """The header of its record."""

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of the files that its options name, by name."""


class Deliberation:
    """What the computer thinks in one turn after another.

    Args:
        thinker: answers what it should play.
        rng: draws the seeds of its questions.

    """

    _thinking: Future[Advice] | None

    def __init__(self, thinker: Thinks, rng: random.Random) -> None:
        self._thinker = thinker
        self._random = rng
        self._thinking = None
        self._asked = (0, "")  # the plies and the seat for which it thinks

    def forget(self) -> None:
        """Leave out what it thinks about."""
        self._thinking = None

    def think(self, game: Playing, level: int) -> None:
        """Begin to think about the position of a game, unless it does so already."""
        position = game.position
        asked = (position.plies, position.to_move or "")
        if self._thinking is None or self._asked != asked:
            self._asked = asked
            self._thinking = self._thinker.ask(
                Question(
                    game.header.game, str(position), game.files, level,
                    str(self._random.random()),
                )
            )  # fmt: skip

    def take(self) -> Advice | None:
        """Return the answer when it is there, once.

        Return None before, and when the process that thinks has died: then it is to be asked again.
        """
        if self._thinking is None or not self._thinking.done():
            return None
        thought, self._thinking = self._thinking, None
        try:
            return thought.result()
        except BrokenProcessPool:
            return None


class LedByLamps:
    """Computers whose moves are lit until a hand makes them; dice are thrown by hand too.

    Args:
        table: the running table.
        thinker: answers what they should play.
        rng: draws the seeds of what they think.

    Attributes:
        levels: seat -> level of the seats that the computer plays in this game.

    """

    levels: Mapping[str, int]
    _session: Session | None

    def __init__(self, table: RunningTable, thinker: Thinks, rng: random.Random) -> None:
        self._table = table
        self._deliberation = Deliberation(thinker, rng)
        self._session = None
        self.levels = {}

    def look(self) -> None:
        """Think if it is a computer's turn, and show its move; to be called after every scan."""
        session = self._table.lobby.session
        if session is not self._session:
            self._session = session
            self._deliberation.forget()
            self.levels = {} if session is None else session.computers
        if session is None or not self.levels:
            return
        position = session.position
        level = self.levels.get(position.to_move or "")
        if level is None:
            session.propose(None)
        if level is None or position.chance or not position.legal_moves():
            self._deliberation.forget()
        elif session.proposed is None and not session.pending:
            self._deliberation.think(session, level)
            advice = self._deliberation.take()
            if advice is not None:
                self._table.loop.carry_out(session.propose(advice.move))
