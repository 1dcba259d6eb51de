"""A demo that counts: which of its moves were meant, which the table lost, and which it revised."""

from typing import Any, NamedTuple

from firmware.match.events import Played, TakenBack
from firmware.match.line import spoken
from firmware.play.effects import Effect
from firmware.simulation.plans import Plan
from hal import cell_set, reeds_of, tilts_of
from rules import Move
from support.hands.actions import missed
from support.hands.demo import ClumsyDemo


class PlanResult(NamedTuple):
    """A plan and its result at the table.

    times: when each of its moves was committed (microseconds). revised: wrongly understood moves
    that the table took back by itself.
    """

    plan: Plan
    times: tuple[int, ...]
    revised: tuple[Move, ...]


class CountedDemo(ClumsyDemo):
    """A demo that counts.

    Attributes:
        results: the plans carried out.
        wrong: the number of kept moves that were not meant.
        lost: the number of plans that the table did not react to, or that people gave up.
        revised: the number of unmeant moves that the table replaced by itself.
    """

    _plan: Plan
    _asked_before: int

    def __init__(self, *given: Any, **named: Any) -> None:
        self.results: list[PlanResult] = []
        self.wrong = self.lost = self.revised = 0
        self._heard: list[tuple[Effect, int]] = []  # with the answers before each
        super().__init__(*given, **named)

    @property
    def _asked(self) -> int:
        return self.session.questions + self.session.corrections

    def _finish(self, plan: Plan) -> None:
        self._plan, self._heard = plan, []
        self._asked_before = self._asked
        super()._finish(plan)

    def _answer(self) -> Plan | None:
        silent = not self._answers and not self.session.pending and self._asked == self._asked_before
        self.lost += silent and not self._unseen()  # people answer for contacts that are silent
        return super()._answer()

    def _unseen(self) -> bool:
        """Whether the plan touches broken contacts that the table has not named yet."""
        players = self.players
        unnamed = players.broken & ~reeds_of(players.named) | players.turnless & ~tilts_of(players.named)
        return bool(self._plan.cells & (unnamed | cell_set(players.pressless) | missed(self._plan)))

    def _give_way(self) -> None:
        self.lost += 1
        super()._give_way()

    def _judge(self, first: int) -> None:
        line, meant = self._line, self.meant
        self.wrong += sum(a != b for a, b in zip(line, meant, strict=False)) + max(len(line) - len(meant), 0)
        revised = []
        for number, (effect, answers) in enumerate(self._heard, 1):
            if not isinstance(effect, TakenBack) or meant[effect.ply - 1 : effect.ply] == [spoken(effect.line)]:
                continue
            after = self._heard[number][0] if number < len(self._heard) else None
            if not answers or (isinstance(after, Played) and after.ply == effect.ply):
                revised.append(spoken(effect.line))
            else:
                self.wrong += 1  # players had to take the move back
        self.revised += len(revised)
        times = tuple(self._kept_at[ply] for ply in range(first, len(self.session.plies)))
        self.results.append(PlanResult(self._plan, times, tuple(revised)))
        super()._judge(first)

    def _hear(self, effect: Effect) -> None:
        super()._hear(effect)
        if isinstance(effect, Played | TakenBack):
            self._heard.append((effect, self._answers))
