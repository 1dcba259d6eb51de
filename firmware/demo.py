"""How does a whole game look? Simulated people play one at the simulated table."""

import random
from collections.abc import Callable

from firmware.effects import Effect
from firmware.games import REEDS, find_sheet
from firmware.hands import Hands, Plan
from firmware.loop import Loop
from firmware.present import Aids
from firmware.session import Session
from hal import Trace, write_trace
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Header, Load, load_nothing, write_record

NAMES = ("Anna", "Bram", "Carla", "Daan", "Emma", "Finn")
STALE = 20  # turns of each player without a change of the standing before they agree to stop
PATIENCE = 10 * SECOND  # for the table to understand a finished move


class Demo:
    """One simulated game.

    seed: of everything random in it. speed: virtual seconds per real second, None for as fast
    as it goes. tell: is told what the firmware tells. watch: called after every scan. load: reads
    what options name. aids: how much the table helps.
    """

    def __init__(
        self,
        header: Header,
        seed: int,
        speed: float | None,
        tell: Callable[[Effect], None],
        watch: Callable[["Demo"], None],
        *,
        load: Load = load_nothing,
        aids: Aids = Aids(),  # noqa: B008
    ) -> None:
        self.header = header
        start = header.start(load)
        self.sheet = find_sheet(start, header.game)
        self.table = SimulatedTable(VirtualClock(speed), seed=seed)
        self.table.set_up(self.sheet.start(start))
        self._hands = Hands(self.table, self.sheet, random.Random(seed))
        self._loop = Loop(self.table.ports, header, start, self.sheet, tell, aids=aids)
        self._watch = watch

    @property
    def session(self) -> Session:
        """The game as the firmware has it."""
        return self._loop.session

    @property
    def record(self) -> str:
        """The record of the game so far."""
        return write_record(self.header, self.session.lines)

    @property
    def trace(self) -> str:
        """What the contacts did so far."""
        lines = self.record.split("\n\n")[0].split("\n")
        return write_trace(Trace(tuple(enumerate(lines, 1)), True, tuple(self.table.edges)))

    def run(self) -> None:
        """Play the game to its end."""
        self._step()
        standing, since = self.session.position.scores(), 0
        while (position := self.session.position).outcome is None:
            if position.scores() != standing:
                standing, since = position.scores(), position.plies
            if position.plies - since >= STALE * len(position.seats) and self.session.can_end:
                self._finish(self._hands.agree())
            else:
                self._clear_away()
                self._finish(self._hands.move(position, self.session.view.expected))
        self._run(SECOND)  # let the last lamps and sounds be seen

    def _clear_away(self) -> None:
        """Take the pieces off the table that are out of the game."""
        expected = self.session.view.expected
        loose = self.sheet.loose(self.session.position, expected)
        if loose & REEDS:
            self._run(self._hands.clear(loose) - self.table.clock.now() + SECOND)

    def _finish(self, plan: Plan) -> None:
        """Run until the table has understood what the hands did, or sand has ended the game."""
        plies = len(self.session.committed)
        while len(self.session.committed) == plies or self.session.pending:
            if self.session.position.outcome is not None:
                return
            self._step()
            if self.table.clock.now() > plan.done + PATIENCE:
                raise RuntimeError(f"the table did not understand {plan.move}")
        understood = self.session.committed[-1].move
        if understood.split()[-1] != plan.move.split()[-1]:
            raise RuntimeError(f"the table understood {understood}, not {plan.move}")

    def _run(self, microseconds: int) -> None:
        end = self.table.clock.now() + microseconds
        while self.table.clock.now() < end:
            self._step()

    def _step(self) -> None:
        self._loop.step()
        self._watch(self)
