"""Computers at a simulated table: they think elsewhere, and simulated hands make their moves."""

import random

from firmware.app.computers import Computer, pause
from firmware.app.running_table import RunningTable
from firmware.app.thinker import Thinks
from firmware.match.line import spoken
from firmware.play.session import Session
from firmware.simulation.players import Plan, SimulatedPlayers
from hal import Contacts, cells_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Move

REST_BEFORE_ANSWER = 2 * SECOND  # for which the table is at rest before they answer it


class Computers:
    """Plays the seats of the computer, in one game after another at a simulated table.

    Args:
        table: the running table.
        simulated: its contacts.
        rng: draws what computers choose, and the timing of their hands.
        thinker: answers what they should play.

    Attributes:
        players: whose hands they use; None while no game is played.
        plan: what the hands did last, or are doing; None before the first move.

    """

    _meant: list[Move]
    players: SimulatedPlayers | None
    plan: Plan | None

    def __init__(
        self,
        table: RunningTable,
        simulated: SimulatedTable,
        rng: random.Random,
        thinker: Thinks,
    ) -> None:
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
        if session is not None and session.match.seats.computers:
            self._play(session)

    @property
    def busy(self) -> bool:
        """Whether a computer is about to move, and nothing hinders it."""
        session = self._table.lobby.session
        if session is None or session is not self._session:
            return False
        return (
            session.level is not None
            and len(session.position.legal_moves()) > 0
            and not session.match.clock.paused
            and (self._is_own(session) or not self.hindered(session))
        )

    def _is_own(self, session: Session) -> bool:
        """Whether the table asks or shows something about what the hands here did last."""
        odd = self.hindered(session)
        cells = cells_of(odd)
        return self.plan is not None and cells != 0 and not cells & ~self.plan.cells

    def hindered(self, session: Session) -> Contacts:
        """Return the contacts that should be otherwise before a hand can move."""
        view = session.view
        loose = session.adapter.loose(view.position, view.contacts.expected)
        return (view.contacts.missing | view.contacts.extra) & ~loose

    def _play(self, session: Session) -> None:
        match, level, now = session.match, session.level, self._simulated.clock.now()
        quiet = self._simulated.settled and self._table.loop.still
        if not quiet:
            self._moved = now
        if not quiet or session.pending or match.clock.paused or self.hindered(session):
            self._busy = now
        assert self.players is not None
        if self._is_own(session):
            if now >= self._moved + REST_BEFORE_ANSWER:
                self._moved = now
                self.players.answer(session, self._meant)
            return
        ready = level is not None and now >= self._busy + pause(match, level)
        if ready and match.now.chance:
            self._make(session, self._random.choice(match.now.legal_moves()))
            return
        advice = self._computer.choose(session.running, level, ready=ready)
        if advice is not None:
            agrees = advice.agreed and session.can_end and not match.seats.people
            self._make(session, AGREE if agrees else advice.move)

    def _make(self, session: Session, move: Move) -> None:
        """Let hands make a move."""
        assert self.players is not None
        self._busy = self._simulated.clock.now()
        self.plan = self.players.carry_out(session.view, move)
        self._meant = [*(spoken(ply.line) for ply in session.plies), move]
