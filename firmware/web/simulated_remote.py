"""The remote control of a simulated table: all deeds of hands, and the computer's moves.

Every deed works by contacts, so that the table reads it as it reads any hand. Only beginning or
resuming a game needs no contact.
"""

import random
from typing import NoReturn

from firmware.app.far_table import FarSeat
from firmware.app.running_table import RunningTable
from firmware.app.thinker import Thinks
from firmware.play.session import Session
from firmware.simulation.automatic_setup import AutomaticSetup
from firmware.simulation.computers import ComputerByHands
from firmware.simulation.plans import Plan
from firmware.web import wire
from firmware.web.remote import BusyError, RefusedError, RemoteControl
from firmware.words import told
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, GameError

TURNING_TIME = SECOND // 4  # between lifting an hourglass and putting it down turned
# from one touch to the next, so that the table sees their order
REMOTE_TOUCH_INTERVAL = SECOND // 16
PRESSED = SECOND // 5  # for which a press lasts, and a little more


class SimulatedRemoteControl(RemoteControl):
    """The hands of remote people, and of the computer, at a simulated table.

    table: the running table. seat: the remote seat that it plays. simulated: its contacts. rng:
    draws the computer's moves and the timing of hands. thinker: chooses the moves of the computer.
    """

    _plan: Plan | None  # the last or current deed of hands for remote people

    def __init__(
        self, table: RunningTable, seat: FarSeat, simulated: SimulatedTable, rng: random.Random, thinker: Thinks
    ) -> None:
        self._hands = ComputerByHands(table, simulated, rng, thinker)
        super().__init__(table, seat, simulated.press_key, self._hands.look)
        self._simulated = simulated
        self._lobby = table.lobby
        self._loop = table.loop
        self._automatic_setup = AutomaticSetup(table.lobby, simulated)
        self._plan = None
        # when the last touch from elsewhere is over, microseconds
        self._touched = -REMOTE_TOUCH_INTERVAL
        self._stands: dict[int, int] = {}  # cell -> when an hourglass turned there stands again

    def look(self) -> None:
        """Set out a new game, and let the computer move; to be called after every scan."""
        self._automatic_setup.look()
        super().look()

    def obey(self, message: wire.Ask) -> None:
        """Carry out a message. Raise RefusedError, and then nothing has changed.

        It is a BusyError when the message can be carried out once the table is at rest.
        """
        if isinstance(message, wire.Touch):
            self._touch(message)
        elif isinstance(message, wire.Move):
            self._move(message.move)
        else:
            super().obey(message)

    def _turn_to(self, message: wire.New | wire.Resume) -> None:
        if not (self._simulated.settled and self._loop.still):
            raise BusyError  # pieces that settle later would make a move of the next game
        super()._turn_to(message)

    def _touch(self, touched: wire.Touch) -> None:
        table, cell = self._simulated, touched.cell
        standing = table.standing >> cell & 1
        for plan in (self._plan, self._hands.plan):
            if plan is not None and plan.cells >> cell & 1 and not table.settled:
                raise BusyError  # other hands are at work there
        at = max(table.clock.now(), self._touched + REMOTE_TOUCH_INTERVAL, self._stands.get(cell, 0))
        if touched.touch == "press":
            table.press(cell, at)
            at += PRESSED  # keys that are held together are no press of a move
        elif touched.touch == "place":
            table.place(cell, at)
            if touched.end_a_up is not None:
                table.turn(cell, touched.end_a_up, at)
        elif not standing:
            raise RefusedError(told("no piece stands on cell {cell}", cell=cell))
        elif touched.touch == "lift":
            table.lift(cell, at)
            table.turn(cell, end_a_up=False, at=at)
        else:
            end_a_up = table.end_a_up >> cell & 1
            table.lift(cell, at)
            table.place(cell, at + TURNING_TIME)
            table.turn(cell, end_a_up=not end_a_up, at=at + TURNING_TIME)
            self._stands[cell] = at + TURNING_TIME + REMOTE_TOUCH_INTERVAL
        self._touched = at

    def _move(self, move: str) -> None:
        session, players = self._lobby.session, self._hands.players
        if session is None or players is None:
            raise RefusedError(told("no game is being played"))
        if not (self._simulated.settled and self._loop.still):
            raise BusyError
        view = session.view
        if self._hands.hindered(session):
            raise RefusedError(told("the pieces do not stand as they should; put them right first"))
        ways = session.adapter.gestures(view.position, view.contacts.expected)
        if (move == AGREE and session.can_end) or any(way.move == move for way in ways):
            self._plan = players.carry_out(view, move)
        else:
            self._explain(session, move)

    def _explain(self, session: Session, move: str) -> NoReturn:
        """Raise RefusedError, which says why hands cannot make this move."""
        try:
            session.position.play(move)
        except GameError as error:
            raise RefusedError(error.plain) from None
        raise RefusedError(told("{move} cannot be played by hand", move=move))
