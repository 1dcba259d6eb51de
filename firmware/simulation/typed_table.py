"""How do people play at a simulated table who type what their hands do?"""

from collections.abc import Callable, Iterable
from itertools import chain

from firmware.app.loop import Loop, Play
from firmware.output.screen import Lines, Screen
from firmware.play.lobby import Lobby
from firmware.simulation.automatic_setup import AutomaticSetup
from firmware.simulation.typed_input import HELP, TypedError, TypedInput, Typing
from firmware.words import Text
from hal.simulated import SimulatedTable
from hal.trace import SECOND

PATIENCE = 3 * SECOND  # after the last touch, for the table to say what it makes of it


class TypedTable:
    """A simulated table whose hands do what is typed.

    play: what is played there. note: is told what whoever types should know. each_scan: called
    with the time after each.
    """

    def __init__(
        self,
        play: Play,
        table: SimulatedTable,
        loop: Loop,
        note: Callable[[Text], None],
        each_scan: Callable[[int], None],
    ) -> None:
        self._play = play
        self._table = table
        self._loop = loop
        self._note = note
        self._each_scan = each_scan
        self._hands = TypedInput(table, seed=0)
        self._automatic_setup = AutomaticSetup(play, table) if isinstance(play, Lobby) else None

    def play_live(self, screen: Screen) -> None:
        """Play in real time in a terminal, until somebody types quit."""
        typing = Typing()
        with typing.listening():
            while not self._play.done:
                self._step()
                screen.typed = typing.line
                screen.watch(self._play.view, self._table)
                line = typing.finished()
                if line is not None and self._obey(line) is None:
                    return

    def play_lines(self, lines: Iterable[str], follower: Lines) -> None:
        """Play what lines of text say, in virtual time, until they end or one says quit."""
        done: int | None = 0
        for line in chain([""], lines):
            done = self._obey(line.partition("#")[0])
            if done is None or self._play.done:
                return
            self._settle(done, follower)
            follower.ask(self._play.view)

    def _settle(self, done: int, follower: Lines) -> None:
        """Let the table think about what was done until `done`."""
        now = self._table.clock.now
        patient = max(done, now()) + PATIENCE
        while now() < patient:
            self._step()
            follower.watch(self._play.view, self._table)
            if now() > done + SECOND // 2 and self._table.settled and self._loop.idle:
                return

    def _step(self) -> None:
        self._loop.step()
        self._each_scan(self._table.clock.now())
        if self._automatic_setup is not None:
            self._automatic_setup.look()

    def _obey(self, line: str) -> int | None:
        """Do what a line says; when it will be done (microseconds), None when it says to stop."""
        if line.strip() in ("quit", "exit"):
            return None
        try:
            if line.strip() in ("help", "?"):
                self._note(Text(HELP, {}))
            else:
                return self._hands.do(line, self._play.view)
        except TypedError as error:
            self._note(error.told)
        return self._table.clock.now()
