"""Computers at a simulated table: they think elsewhere, and simulated hands make their moves."""

import random

from firmware.app.computers import Computer, Deed, Mover, pause
from firmware.app.running_table import RunningTable
from firmware.app.thinker import Thinks
from firmware.match.commands import Play
from firmware.match.line import spoken
from firmware.match.running import Running
from firmware.play.session import Session
from firmware.simulation.plans import Plan
from firmware.simulation.players import SimulatedPlayers
from hal import Contacts, cells_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Move

REST_BEFORE_ANSWER = 2 * SECOND  # for which the table is at rest before they answer it


class ComputerByHands(Mover):
    """Computers with simulated hands, in game after game at a table.

    Args:
        table: the running table.
        simulated: its contacts.
        rng: draws what computers choose, and the timing of their hands.
        thinker: answers the questions for the best move.

    Attributes:
        players: the simulated players with these hands; None while no game is played.
        plan: the last or present action of the hands; None before the first move.
    """

    _meant: list[Move]
    players: SimulatedPlayers | None
    plan: Plan | None

    def __init__(self, table: RunningTable, simulated: SimulatedTable, rng: random.Random, thinker: Thinks) -> None:
        self._table = table
        self._simulated = simulated
        self._random = rng
        self._computer = Computer(thinker, rng)
        self._session: Session | None = None
        self.players = None
        self._meant = []  # the moves of the game with the last plan
        self._moved = 0  # when contacts were last seen in motion, microseconds
        self._busy = 0  # when anything was last going on at the table, microseconds
        self.plan = None

    def look(self) -> None:
        """Think, or move, if it is a computer's turn; to be called after every scan."""
        session = self._table.lobby.session
        if session is not self._session:
            self._session = session
            self.players = self.plan = None
            if session is not None:
                self.players = SimulatedPlayers(self._simulated, session.adapter, self._random)
        if session is not None and session.match.seats.computers and not session.running.far:
            self._play(session)

    @property
    def busy(self) -> bool:
        """Whether a computer is about to move, and nothing hinders it."""
        session = self._table.lobby.session
        if session is None or session is not self._session:
            return False
        return (
            session.running.level is not None
            and len(session.position.legal_moves()) > 0
            and (self._is_own(session) or not self.hindered(session))
        )

    def _is_own(self, session: Session) -> bool:
        """Whether the table asks or shows something about the last actions of these hands."""
        odd = self.hindered(session)
        cells = cells_of(odd)
        return self.plan is not None and cells != 0 and not cells & ~self.plan.cells

    def hindered(self, session: Session) -> Contacts:
        """Return the contacts that should be otherwise before a hand can move."""
        view = session.view
        loose = session.adapter.loose(view.position, view.contacts.expected)
        return (view.contacts.missing | view.contacts.extra) & ~loose

    def _play(self, session: Session) -> None:
        now = self._simulated.clock.now()
        quiet = self._simulated.settled and self._table.loop.still
        if not quiet:
            self._moved = now
        if not quiet or session.pending or session.match.paused or self.hindered(session):
            self._busy = now
        assert self.players is not None
        if self._is_own(session):
            if now >= self._moved + REST_BEFORE_ANSWER:
                self._moved = now
                self.players.answer(session, self._meant)
        else:
            self._computer.look(self, now)

    @property
    def running(self) -> Running:
        """The match."""
        assert self._session is not None
        return self._session.running

    def ready(self, at: int) -> bool:
        """Return whether nothing has gone on at the table for as long as people look."""
        return at >= self._busy + pause(self.running)

    def make(self, deed: Deed, at: int) -> None:
        """Let hands make a move, or end the game by agreement."""
        session, move = self._session, deed.move if isinstance(deed, Play) else AGREE
        assert session is not None
        assert self.players is not None
        self._busy = at
        self.plan = self.players.carry_out(session.view, move)
        self._meant = [*(spoken(ply.line) for ply in session.plies), move]
