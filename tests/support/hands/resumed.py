"""A demo that goes on where another was interrupted, as if it had not been."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from firmware.match.running import Keeper
from firmware.play.session import Session
from firmware.simulation.demo import Demo
from hal import NO_CONTACTS, Contacts
from hal.clock import VirtualClock
from hal.trace import SECOND
from rules import Header, Move
from support.at_table import taken_up


class Interruption(NamedTuple):
    """The state in which a demo was interrupted.

    Attributes:
        lines: its moves.
        at: when the last move was committed (microseconds).
        milliseconds: the game's own time then.
        found: the contacts that had been found broken.
    """

    lines: Sequence[Move]
    at: int
    milliseconds: int
    found: Contacts = NO_CONTACTS


class ResumedDemo(Demo):
    """A demo that may go on after an interruption; None for a new game."""

    def __init__(self, header: Header, *given: Any, interruption: Interruption | None = None, **named: Any) -> None:
        self._interruption = interruption
        super().__init__(header, *given, **named)
        if interruption is not None:
            self._last_commit = interruption.at

    def _clock(self, speed: float | None) -> VirtualClock:
        return VirtualClock(speed, 0 if self._interruption is None else max(self._interruption.at - SECOND, 0))

    def _session(self, keeper: Keeper) -> Session:
        if self._interruption is None:
            return super()._session(keeper)
        lines, _, milliseconds, found = self._interruption
        running = taken_up(self.header, self.start, lines, milliseconds, keeper=keeper)
        return Session(running, self.adapter, found=found, resumed=True)

    def run(self, moves: int | None = None) -> None:
        if self.session.view.paused:
            self._step(0)
            self.table.press_key("CONFIRM", self._last_commit)
        super().run(moves)
