"""The requests of pages and programs to a table: its keys, games and computers, and touches of its pieces.

Browsers cannot move real pieces. At a simulated table each deed works by contacts, so that the table reads it as it
reads any hand.
"""

import random
from collections.abc import Callable, Sequence

from firmware.app.far_table import FarSeat
from firmware.app.host import Host
from firmware.app.running_table import RunningTable
from firmware.app.thinker import Thinks
from firmware.opponents import USUAL
from firmware.play.intensity import Intensity
from firmware.simulation.automatic_setup import AutomaticSetup
from firmware.simulation.computers import ComputerByHands
from firmware.simulation.plans import Plan
from firmware.web import wire
from firmware.web.refusal import BusyError, RefusedError
from firmware.words import told
from hal import REEDS
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, load_nothing

TURNING_TIME = SECOND // 4  # between lifting an hourglass and putting it down turned
# from one touch to the next, so that the table sees their order
REMOTE_TOUCH_INTERVAL = SECOND // 16
PRESSED = SECOND // 5  # for which a press lasts, and a little more


class RemoteControl:
    """The remote control of a table, which carries requests out.

    table: the running table. seat: the seat elsewhere that the table plays. press: presses a key of
    the table. play: lets computers think, or move.
    """

    def __init__(self, table: RunningTable, seat: FarSeat, press: Callable[[str], None], play: Callable[[], None]):
        self._table = table
        self._seat = seat
        self._press = press
        self._play = play

    def look(self) -> None:
        """Let computers and the seat elsewhere think or move, after a scan."""
        self._play()
        self._seat.look()

    @property
    def by_hand(self) -> bool:
        """Whether people move real pieces."""
        return bool(self._table.ports.contacts & REEDS)

    @property
    def games(self) -> Host:
        """The host of the table's games."""
        return self._table.host

    @property
    def at(self) -> int:
        """The time now, in microseconds."""
        return self._table.ports.clock.now()

    def obey(self, ask: wire.Ask) -> None:
        """Carry out a request. Raise RefusedError, GameError or TableError, with nothing changed."""
        if isinstance(ask, wire.Key):
            self._press(ask.key)
        elif isinstance(ask, wire.New | wire.Resume):
            self._turn_to(ask)
        elif isinstance(ask, wire.Computer):
            self._let_play(ask.seats)
        elif isinstance(ask, wire.Adjust):
            self._table.adjust(Intensity(ask.lamps, ask.sound))
        elif isinstance(ask, wire.Sit):
            self._seat.take(ask.link)
        else:
            raise RefusedError(told("the pieces of this table are moved by hand"))

    def _turn_to(self, ask: wire.New | wire.Resume) -> None:
        """Begin another game, or resume the game that is offered. Raise RefusedError, GameError."""
        table = self._table
        if isinstance(ask, wire.New):
            header = table.host.new_games.from_message(ask.game, ask.names, ask.options)
            _refuse_unknown(ask.computers, header.start(load_nothing).seats)
            table.begin(header)
            if ask.computers:
                self._let_play(ask.computers)
        else:
            table.resume()

    def _let_play(self, seats: list[str]) -> None:
        """Let the computer play these seats and no others. Raise RefusedError."""
        session = self._table.lobby.session
        if session is None:
            raise RefusedError(told("no game is being played"))
        if session.running.far:
            raise RefusedError(told("who plays a seat is said where the game is held"))
        if session.match.over:
            raise RefusedError(told("this game is over"))
        _refuse_unknown(seats, session.position.seats)
        before = session.match.seats.computers
        levels = {seat: before.get(seat, USUAL) for seat in seats}
        self._table.loop.carry_out(session.seat(levels, self.at))


def _refuse_unknown(seats: Sequence[str], known: Sequence[str]) -> None:
    """Raise RefusedError if a game does not have all of these seats."""
    unknown = sorted(set(seats) - set(known))
    if unknown:
        raise RefusedError(told("there is no seat {seat!r}, only {can}", seat=unknown[0], can=", ".join(known)))


class SimulatedRemoteControl(RemoteControl):
    """The remote control of a simulated table, with hands for people elsewhere and for computers.

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
        self._automatic_setup = AutomaticSetup(table.lobby, simulated)
        self._plan = None
        # when the last touch from elsewhere is over, microseconds
        self._touched = -REMOTE_TOUCH_INTERVAL
        self._stands: dict[int, int] = {}  # cell -> when an hourglass turned there stands again

    def look(self) -> None:
        """Set out a new game, and let the computer move; to be called after every scan."""
        self._automatic_setup.look()
        super().look()

    def obey(self, ask: wire.Ask) -> None:
        """Carry out a request. Raise RefusedError, and then nothing has changed.

        It is a BusyError when the request can be carried out once the table is at rest.
        """
        if isinstance(ask, wire.Touch):
            self._touch(ask)
        elif isinstance(ask, wire.Move):
            self._move(ask.move)
        else:
            super().obey(ask)

    def _turn_to(self, ask: wire.New | wire.Resume) -> None:
        self._check_rest()  # pieces that settle later would make a move of the next game
        super()._turn_to(ask)

    def _check_rest(self) -> None:
        """Raise BusyError while a piece is moved."""
        if not (self._simulated.settled and self._table.loop.still):
            raise BusyError

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
        session, players = self._table.lobby.session, self._hands.players
        if session is None or players is None:
            raise RefusedError(told("no game is being played"))
        self._check_rest()
        view = session.view
        if self._hands.hindered(session):
            raise RefusedError(told("the pieces do not stand as they should; put them right first"))
        ways = session.adapter.gestures(view.position, view.contacts.expected)
        if not (move == AGREE and session.can_end) and all(way.move != move for way in ways):
            session.position.play(move)  # an illegal move says why
            raise RefusedError(told("{move} cannot be played by hand", move=move))
        self._plan = players.carry_out(view, move)
