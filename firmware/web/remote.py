"""The remote control of a real table: keys, other games, and seats for the computer.

Browsers cannot move real pieces; everything else on the page works.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.app.errors import TableError
from firmware.opponents import USUAL
from firmware.play.intensity import Intensity
from firmware.web import wire
from firmware.words import message_of, told
from hal import REEDS
from rules import GameError

if TYPE_CHECKING:
    from firmware.app.far_table import FarSeat
    from firmware.app.running_table import RunningTable
    from firmware.storage.recorder import Recorder


class RefusedError(Exception):
    """A request cannot be done now; the text of the error says why."""


class BusyError(RefusedError):
    """The table is not at rest; the same request can succeed when it is."""

    def __init__(self) -> None:
        super().__init__(told("a piece is being moved; wait until the table is still"))


class RemoteControl:
    """The remote control of a table: carries out the messages that come from elsewhere.

    table: the running table. seat: the seat elsewhere that the table plays. press: presses a key of
    the table. play: lets computers think, or move.
    """

    def __init__(
        self, table: "RunningTable", seat: "FarSeat", press: Callable[[str], None], play: Callable[[], None]
    ) -> None:
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
    def recorder(self) -> "Recorder":
        """The recorder of the table's games."""
        return self._table.recorder

    def obey(self, message: wire.Ask) -> None:
        """Carry out a message. Raise RefusedError, with nothing changed."""
        if isinstance(message, wire.Key):
            self._press(message.key)
        elif isinstance(message, wire.New | wire.Resume):
            self._turn_to(message)
        elif isinstance(message, wire.Computer):
            self._let_play(message.seats)
        elif isinstance(message, wire.Adjust):
            self._table.adjust(Intensity(message.lamps, message.sound))
        elif isinstance(message, wire.Sit):
            try:
                self._seat.take(message.link)
            except TableError as error:
                raise RefusedError(message_of(error)) from None
        else:
            raise RefusedError(told("the pieces of this table are moved by hand"))

    def _turn_to(self, message: wire.New | wire.Resume) -> None:
        """Begin another game, or resume the game that is offered. Raise RefusedError."""
        try:
            if isinstance(message, wire.New):
                self._begin(message)
            else:
                self._table.resume()
        except GameError as error:
            raise RefusedError(error.plain) from None

    def _let_play(self, seats: list[str]) -> None:
        """Let the computer play these seats and no others. Raise RefusedError."""
        session = self._table.lobby.session
        if session is None:
            raise RefusedError(told("no game is being played"))
        if session.running.far:
            raise RefusedError(told("who plays a seat is said where the game is held"))
        if session.match.over:
            raise RefusedError(told("this game is over"))
        known = session.position.seats
        unknown = sorted(set(seats) - set(known))
        if unknown:
            raise RefusedError(told("there is no seat {seat!r}, only {can}", seat=unknown[0], can=", ".join(known)))
        before = session.match.seats.computers
        levels = {seat: before.get(seat, USUAL) for seat in seats}
        self._table.loop.carry_out(session.seat(levels, self._table.ports.clock.now()))

    def _begin(self, new: wire.New) -> None:
        names = [name.strip() for name in new.names]
        self._table.begin(self._table.host.new_games.from_message(new.game, names, new.options))
