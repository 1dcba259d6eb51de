"""A simulated table at which people type what their hands do."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Protocol

from firmware.app.loop import Activity
from firmware.output.screen import Lines, Screen
from firmware.play.lobby import Lobby
from firmware.simulation.automatic_setup import AutomaticSetup
from firmware.simulation.computers import Computers
from firmware.simulation.typed_input import HELP, TypedError, TypedInput, Typing
from firmware.words import Text
from hal.simulated import SimulatedTable
from hal.trace import SECOND

REACTION_TIMEOUT = 3 * SECOND  # in which the table says what it makes of the last touch


class Scans(Protocol):
    """What takes the scans of a table: a loop, or a running table."""

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until a contact moves."""

    def step(self) -> None:
        """Wait for the time of the next scan, take it, and do what follows from it."""


class TypedTable:
    """A simulated table at which somebody types what hands do.

    activity: what goes on there. table: its contacts. scans: takes its scans. note: is called with
    what whoever types should know. computers: play some of the seats, None for nobody.
    """

    def __init__(
        self,
        activity: Activity,
        table: SimulatedTable,
        scans: Scans,
        note: Callable[[Text], None],
        computers: Computers | None = None,
    ) -> None:
        self._activity = activity
        self._table = table
        self._scans = scans
        self._note = note
        self._computers = computers
        self._input = TypedInput(table, seed=0)
        self._automatic_setup = (
            AutomaticSetup(activity, table) if isinstance(activity, Lobby) else None
        )

    def play_live(self, screen: Screen) -> None:
        """Play in real time in a terminal, until somebody types quit."""
        typing = Typing()
        with typing.listening():
            while not self._activity.done:
                self._step()
                screen.typed = typing.line
                screen.watch(self._activity.view, self._table)
                line = typing.finished()
                if line is not None and self._obey(line) is None:
                    return

    def play_lines(self, lines: Iterable[str], follower: Lines) -> None:
        """Play what lines of text say, in virtual time, until they end or one says quit."""
        done: int | None = 0
        for line in chain([""], lines):
            done = self._obey(line.partition("#")[0])
            if done is None or self._activity.done:
                return
            self._settle(done, follower)
            follower.ask(self._activity.view)

    def _settle(self, done: int, follower: Lines) -> None:
        """Scan until the table has reacted to what was done until `done` (microseconds)."""
        now = self._table.clock.now
        end = max(done, now()) + REACTION_TIMEOUT
        while now() < end or self._thinks:
            self._step()
            follower.watch(self._activity.view, self._table)
            if self._thinks:
                done, end = now(), now() + REACTION_TIMEOUT
            elif now() > done + SECOND // 2 and self._table.settled and self._scans.idle:
                return

    @property
    def _thinks(self) -> bool:
        """Whether a computer is about to move."""
        return self._computers is not None and self._computers.busy

    def _step(self) -> None:
        self._scans.step()
        if self._automatic_setup is not None:
            self._automatic_setup.look()
        if self._computers is not None:
            self._computers.look()

    def _obey(self, line: str) -> int | None:
        """Do what a line says.

        Return when it will be done (microseconds), None when it says to stop.
        """
        if line.strip() in ("quit", "exit"):
            return None
        try:
            if line.strip() in ("help", "?"):
                self._note(Text(HELP, {}))
            else:
                return self._input.do(line, self._activity.view)
        except TypedError as error:
            self._note(error.told)
        return self._table.clock.now()
