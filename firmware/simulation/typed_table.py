"""A simulated table at which people type the actions of their hands."""

from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Protocol

from firmware.app.loop import Activity
from firmware.output.screen import Lines, Screen
from firmware.play.lobby import Lobby
from firmware.play.view import View
from firmware.selftest.check import SelfTestView
from firmware.simulation.automatic_setup import AutomaticSetup
from firmware.simulation.computers import ComputerByHands
from firmware.simulation.typed_input import HELP, HELP_IN_TESTS, TypedError, TypedInput, Typing
from firmware.simulation.typing_hints import what_to_type
from firmware.words import Text
from hal.simulated import SimulatedTable
from hal.trace import SECOND

REST = SECOND // 2  # after the last action, before the table's answer counts
REACTION_TIMEOUT = 3 * SECOND  # longest wait for the table's answer to the last touch


class Scans(Protocol):
    """Takes the scans of a table: a loop, or a running table."""

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until a contact moves."""

    def step(self) -> None:
        """Wait for the time of the next scan, take it, and handle its consequences."""


class TypedTable:
    """A simulated table at which a person types the actions of hands.

    Lines that are typed ahead wait: each move meets the position after the moves before it.

    Args:
        activity: the lobby or test at the table.
        table: its contacts.
        scans: takes its scans.
        note: is called with messages to the person who types, None when a message is over.
        computers: play some of the seats, None for no seats.
        look: is called after every scan, and returns whether a change will come from elsewhere
            without any action at the table.
    """

    def __init__(
        self,
        activity: Activity,
        table: SimulatedTable,
        scans: Scans,
        note: Callable[[Text | None], None],
        computers: ComputerByHands | None = None,
        *,
        look: Callable[[], bool] = lambda: False,
    ) -> None:
        self._look = look
        self._activity = activity
        self._table = table
        self._scans = scans
        self._note = note
        self._computers = computers
        self._input = TypedInput(table, seed=0)
        self._lines: deque[str] = deque()  # typed and not begun
        self._words: list[str] = []  # of the line that is being carried out, words still to do
        self._done = table.clock.now()  # when the last action will be done
        self._automatic_setup = AutomaticSetup(activity, table) if isinstance(activity, Lobby) else None

    def play_live(self, screen: Screen) -> None:
        """Play in real time in a terminal, until quit is typed."""
        typing = Typing()
        with typing.listening():
            while not self._activity.done:
                self._step()
                screen.typed = typing.line
                screen.ahead = [" ".join(self._words), *self._lines]
                screen.to_type = what_to_type
                screen.watch(self._activity.view, self._table)
                line = typing.finished()
                if line is not None:
                    self._lines.append(line)
                if self._at_rest and not self._obey():
                    return

    def play_lines(self, lines: Iterable[str], follower: Lines) -> None:
        """Play lines of text in virtual time, until they end or a line says quit."""
        self._step()
        if self._hands_off:
            follower.ask(self._activity.view)
        while self._hands_off:
            self._step()
        for line in chain([""], lines):
            self._lines.append(line.partition("#")[0])
            while self._lines or self._words:
                while self._others_move:
                    self._step()
                    follower.watch(self._activity.view, self._table)
                if not self._obey() or self._activity.done:
                    return
                while not self._at_rest:
                    self._step()
                    follower.watch(self._activity.view, self._table)
            view = self._activity.view
            follower.ask(view, what_to_type(view))

    @property
    def _others_move(self) -> bool:
        """Whether it is the turn of a player elsewhere, and no answer is due here."""
        view = self._activity.view
        return isinstance(view, View) and view.waits and not view.answers

    @property
    def _hands_off(self) -> bool:
        """Whether a test waits for a table that nobody touches."""
        view = self._activity.view
        return isinstance(view, SelfTestView) and view.hands_off

    @property
    def _at_rest(self) -> bool:
        """Whether the table has answered the last action."""
        now = self._table.clock.now()
        if now < self._done + REST or not self._table.settled:
            return False
        return self._scans.idle or self._understood or now >= self._done + REACTION_TIMEOUT

    @property
    def _understood(self) -> bool:
        """Whether a game has made a move of all actions, or shows or asks something."""
        session = self._activity.session if isinstance(self._activity, Lobby) else None
        if session is None:
            return False
        return session.view.trouble is not None or not session.pending

    def _step(self) -> None:
        self._scans.step()
        if self._automatic_setup is not None:
            self._automatic_setup.look()
        if self._look():
            self._done = self._table.clock.now()
        if self._computers is not None:
            self._computers.look()
            if self._computers.busy:
                self._done = self._table.clock.now()

    def _obey(self) -> bool:
        """Do the next typed action; return False for quit."""
        if not self._words:
            if not self._lines:
                return True
            self._words = self._lines.popleft().split()
            if self._words:
                self._note(None)
        if self._words in (["quit"], ["exit"]):
            return False
        if self._words in (["help"], ["?"]):
            self._words = []
            view = self._activity.view
            if isinstance(view, SelfTestView):
                cell = next(iter(view.names.values()))
                self._note(Text(HELP_IN_TESTS, {"cell": cell}))
            else:
                self._note(Text(HELP, {}))
        if self._words:
            try:
                self._done = self._input.do(self._words, self._activity.view)
            except TypedError as error:
                self._words = []
                self._note(error.message)
        return True
