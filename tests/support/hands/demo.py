"""A demo with clumsy hands and broken parts; its players tell the table which parts are broken."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from firmware.match.events import Distrusted, Played
from firmware.play.effects import Effect
from firmware.simulation.demo import ANSWER_TIMEOUT, LOOK_INTERVAL, MOST_ANSWERS, MOVE_TIMEOUT
from firmware.simulation.plans import Plan
from firmware.simulation.players import Slip
from hal import CELLS, NO_CELLS, NO_CONTACTS, Contacts, Edge, Layer, one_cell
from hal.clock import VirtualClock
from rules import Header
from support.hands.faults import BOUNCE, Fault
from support.hands.faulty_table import FaultyTable
from support.hands.players import ClumsyPlayers
from support.hands.resumed import Interruption, ResumedDemo

MOST_GIVEN_UP = 3  # moves in a row that people give up before they abandon the game


class ClumsyDemo(ResumedDemo):
    """A simulated game in which some classes of faults may happen. named: as for :class:`ResumedDemo`."""

    table: FaultyTable
    players: ClumsyPlayers

    def __init__(
        self,
        header: Header,
        *given: Any,
        faults: Sequence[Fault] = (),
        interruption: Interruption | None = None,
        **named: Any,
    ) -> None:
        self._faults = [one for one in faults if one.possible_in(header.game)]
        self._broken: list[Edge] = []
        slips = [one.slip for one in self._faults if one.slip]
        super().__init__(header, *given, slips=slips, interruption=interruption, **named)
        self._careless = bool(faults)
        self.players.named = interruption.found if interruption else NO_CONTACTS
        self.table.feed(self._broken)
        self._hints = 0  # presses of HINT for a broken button since the plan began

    def _table(self, clock: VirtualClock, seed: int) -> FaultyTable:
        bounce = max((fault.bounce for fault in self._faults), default=BOUNCE)
        return FaultyTable(clock, seed=seed, bounce=bounce)

    def _players(self, rng: random.Random, slips: Sequence[Slip], levels: Mapping[str, int]) -> ClumsyPlayers:
        adapter, start = self.adapter, self.start
        self._broken = [edge for one in self._faults if one.breaks for edge in one.breaks(adapter, start, rng)]
        self.table.failures = tuple(failure for one in self._faults if one.fails for failure in one.fails(rng))
        players = ClumsyPlayers(self.table, adapter, rng, slips, levels)
        for edge in self._broken:
            if edge.layer is Layer.REED:
                players.broken |= one_cell(edge.number)
            elif edge.layer is Layer.TILT:
                players.turnless |= one_cell(edge.number)
            else:
                players.pressless[edge.number] = edge.at
        for one in self._faults:
            players.sticky |= one.sticks(adapter, start, rng) if one.sticks else NO_CELLS
        players.insisting = any(one.insisting for one in self._faults)
        return players

    def _look_up(self) -> None:
        super()._look_up()
        if self.players.heed(self.session.view):
            self._run(MOVE_TIMEOUT // 2)

    def _lose_patience(self, answer: Plan) -> bool:
        if [*answer.actions][-1][1:] == ("HINT",):  # type: ignore[index]
            self._hints += 1
        else:
            self._vain += 1
        return self._vain > MOST_ANSWERS or self._hints > CELLS + 1

    def _finish(self, plan: Plan) -> None:
        self._hints = 0
        super()._finish(plan)

    def _give_up(self, first: int) -> None:
        if not self._careless:
            super()._give_up(first)
        self._give_way()

    def _give_way(self) -> None:
        """Put right the contacts that the table shows, so that people can play another move.

        First they wait until the table reads all its sensors again. They abandon the game if a
        contact stays wrong, or if the next moves fail, too.
        """
        avoided = self.players.avoided
        avoided += self.meant[len(self.session.plies) :][:1]
        while self.table.faults() and not self._over:
            self._run(LOOK_INTERVAL)
        for _ in range(CELLS):
            if self._over or (plan := self.players.put_right(self.session)) is None:
                break
            self._run(plan.done + ANSWER_TIMEOUT - self.table.clock.now())
        contacts = self.session.view.contacts
        if contacts.missing | contacts.extra or len(avoided) >= MOST_GIVEN_UP:
            self._loop.carry_out(self.session.give_up(self.table.clock.now()))

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Played) and effect.ply - 1 not in self._kept_at:  # not a move made again
            self.players.avoided.clear()
        super()._hear(effect)
        if isinstance(effect, Distrusted):
            self.players.named = Contacts(effect.contacts)
