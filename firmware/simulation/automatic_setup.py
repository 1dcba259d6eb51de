"""Automatic set-up: the pieces of a simulated table stand in place when a game begins."""

from firmware.play.lobby import Lobby
from firmware.play.session import Session
from hal import members, reeds_of, tilt, tilts_of
from hal.simulated import SimulatedTable


class AutomaticSetup:
    """Puts the pieces of a simulated table in place when a game begins.

    So users need not place each of 26 pieces by hand. lobby: begins the games.
    """

    def __init__(self, lobby: Lobby, table: SimulatedTable) -> None:
        self._lobby = lobby
        self._table = table
        self._done_for: Session | None = None

    def look(self) -> None:
        """Set out the game that is played, if it is not the game of the last call."""
        session = self._lobby.session
        if session is not self._done_for:
            self._done_for = session
            if session is not None:
                self._set_out(session)

    def _set_out(self, session: Session) -> None:
        table, view, expected = self._table, session.view, session.view.contacts.expected
        glasses = tilts_of(view.adapter.places) & reeds_of(expected)
        for cell in members((tilts_of(expected) ^ table.end_a_up) & glasses):
            table.turn(cell, end_a_up=bool(expected & tilt(cell)))
        for cell in members(table.standing & ~reeds_of(expected)):
            table.lift(cell)
        for cell in members(reeds_of(view.contacts.missing)):
            table.place(cell)
