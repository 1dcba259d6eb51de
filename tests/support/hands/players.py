"""Simulated players who slip at a table with broken contacts, and tell the table about them."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from firmware.games import AnyAdapter, Gesture
from firmware.opponents import choose
from firmware.play.session import Session
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, Question, Unpressed
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.plans import Action, Plan
from firmware.simulation.players import LEVEL, Scene, SimulatedPlayers, Slip
from hal import (
    NO_CELLS,
    NO_CONTACTS,
    Cells,
    Contacts,
    Edge,
    Layer,
    cell_set,
    cells_of,
    contacts_of,
    members,
    one_cell,
    reeds_of,
    tilts_of,
)
from hal.trace import SECOND
from rules import Move, Position
from support.hands.actions import HOLD_TIME, Between, Flicker, Hold, held, missed
from support.hands.faulty_table import FaultyTable

BROKEN_CELL_CHANCE = 1 / 3  # how often they play on a cell whose reed is broken, if they can


def careful(slip: Slip, broken: Callable[[], Cells]) -> Slip:
    """The same slip, which people do not make on broken cells."""

    def make(plan: Plan, scene: Scene) -> Plan:
        if plan.cells & broken():
            return plan
        slipped = slip(plan, scene)
        return plan if slipped.cells & broken() else slipped

    return make


class ClumsyPlayers(SimulatedPlayers):
    """Players who know that contacts are broken.

    Attributes:
        broken: the cells whose reed is dead or stuck.
        turnless: the cells whose tilt contact is dead or stuck.
        pressless: the cells whose button is dead or stuck, and since when (microseconds).
        sticky: the cells whose reed may open late.
        insisting: whether they hold a broken cell pressed that the table has not named, as people
            are told to do when it has not noticed a piece.
        shifted: the cells of pieces beside their middle, and the other cell that each closes.
        named: the contacts that the table has named as broken.
        avoided: the moves that they gave up, as the table did not understand them.
    """

    _table: FaultyTable

    def __init__(
        self,
        table: FaultyTable,
        adapter: AnyAdapter,
        rng: random.Random,
        slips: Sequence[Slip] = (),
        levels: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        super().__init__(table, adapter, rng, [careful(slip, lambda: self.broken) for slip in slips], levels)
        self._misses = NO_CELLS  # the cells of the plan whose contact does not close
        self._missed = NO_CELLS  # the cells of pieces whose contact did not close
        self._flickers_until = 0
        self.broken = NO_CELLS
        self.turnless = NO_CELLS
        self.pressless: dict[int, int] = {}
        self.sticky = NO_CELLS
        self.insisting = False
        self.shifted: dict[int, int] = {}
        self.named = NO_CONTACTS
        self.avoided: list[Move] = []

    def flickers(self, at: int) -> bool:
        """Whether a contact is restless at this time (microseconds)."""
        return at < self._flickers_until

    def think(self, position: Position, closed: Contacts, at: int) -> Plan:
        gestures = list(self.adapter.gestures(position, closed))
        deaf = self._deaf(at)
        told = {one.move for one in gestures if not _cells_of(one) & deaf} - {*self.avoided}
        there = {one.move for one in gestures if _cells_of(one) & self.broken} & told
        allowed = there if there and self.rng.random() < BROKEN_CELL_CHANCE else told or None
        level = self._levels.get(position.to_move or "", LEVEL)
        move = choose(position, self.adapter.overlay.game, self.rng, level, allowed)
        return self.touches(self.rng.choice(self.ways(position, closed, move)), closed, at)

    def ways(self, position: Position, closed: Contacts, move: Move) -> list[Gesture]:
        ways = super().ways(position, closed, move)
        return [one for one in ways if not _cells_of(one) & self.broken] or ways

    def _deaf(self, at: int) -> Cells:
        """The cells of which no contact works at this time (microseconds)."""
        return self.broken & cell_set(cell for cell, since in self.pressless.items() if since <= at)

    def heed(self, view: View) -> bool:
        """Tell the table at random that a cell it shows is broken. Return whether they do."""
        at = self._table.clock.now()
        shown = reeds_of(view.contacts.missing | view.contacts.extra) & self._unnamed
        shown &= ~self._deaf(at)
        if not shown or self.rng.random() < 0.5:
            return False
        self._insist(members(shown)[0], self.pause(at, 0.5, 1.2))
        return True

    @property
    def _unnamed(self) -> Cells:
        return self.broken & ~reeds_of(self.named)

    @property
    def _unturned(self) -> Cells:
        return self.turnless & ~tilts_of(self.named)

    def _insist(self, cell: int, at: int) -> Plan:
        """Hold a cell pressed, from `at` (microseconds) on."""
        return self._perform(Plan((), (), held(at, cell)))

    def _enter(self, cell: int, at: int) -> Plan:
        """Tell the table with HINT and a press that a piece came or went on a cell."""
        press = Touch(self.pause(at, 0.3, 0.6), Kind.PRESS, cell)
        return self._perform(Plan((), (press.at,), (Key(at, "HINT"), press)))

    def _tell(self, view: View, ways: Sequence[Gesture], at: int) -> Plan | None:
        odd = view.contacts.missing | view.contacts.extra
        turn = view.trouble.turn if isinstance(view.trouble, Mismatch) else NO_CELLS
        shown = reeds_of(odd) & self._unnamed | (tilts_of(odd) | turn) & self._unturned
        flips = reeds_of(ways[0].flips) if ways else NO_CELLS
        unfelt = ways[0].presses & ~view.pressed if ways else NO_CELLS
        asked = cell_set(view.trouble.choices) if isinstance(view.trouble, Unpressed) else NO_CELLS
        silent = cell_set(self.pressless)
        keyed = shown | unfelt | flips & self.broken & reeds_of(self.named)
        holds = members(shown & ~silent)
        for cell in sorted(holds, key=lambda one: self._done[f"hold {one} of {odd}"]):
            if not self._in_vain(f"hold {cell} of {odd}") or view.stubborn:
                return self._insist(cell, at)
        for cell in members(asked & flips & ~silent):
            if not self._in_vain(f"press {cell} of {odd}"):
                return self._say(Touch(at, Kind.PRESS, cell))
        for cell in members((keyed | asked & flips) & silent):
            action = self._press(cell, view, at)
            if not self._in_vain(f"choose {cell} of {odd}: {view.hint and view.hint[1:]}"):
                return self._say(action)
        for cell in members(flips & self._unnamed & ~silent):
            if not self._in_vain(f"enter {cell} of {odd}"):
                return self._enter(cell, at)
        return None

    def put_right(self, session: Session) -> Plan | None:
        """Put right a fault that the table shows. None where no action is left or useful."""
        view = session.view
        at = self.pause(self._table.clock.now(), 0.5, 1.2)
        if view.menu is not None:
            return self._say(Key(at, "MENU"))
        if isinstance(view.trouble, Question):
            return self._say(self._press(self.rng.choice(view.trouble.choices), view, at))
        odd = view.contacts.missing | view.contacts.extra
        telling = self._tell(view, (), at)
        if telling is not None or not odd or self._in_vain(f"put right {odd}"):
            return telling
        return self._perform(Plan((), (), self._correct(view, at)))

    def _reply(self, view: View, meant: Sequence[Move], line: Sequence[Move], at: int) -> Action | None:
        reply = super()._reply(view, meant, line, at)
        return self._press(reply.cell, view, at) if isinstance(reply, Touch) else reply

    def _press(self, cell: int, view: View, at: int) -> Action:
        """Return a press of this cell; where its button is broken, by HINT and CONFIRM."""
        if cell not in self.pressless:
            return Touch(at, Kind.PRESS, cell)
        chosen = None if view.hint is None else view.hint.cell
        return Key(at, "CONFIRM" if chosen == cell else "HINT")

    def _misplaced(self, view: View) -> tuple[Contacts, Contacts]:
        missing, extra = super()._misplaced(view)
        if missing and not extra:  # it stands where no contact shows it
            astray = self.standing & reeds_of(self.named & self.adapter.places & ~view.contacts.expected)
            extra = contacts_of(astray & ~self.broken)
        return missing, extra

    def touches(self, gesture: Gesture, closed: Contacts, at: int) -> Plan:
        """Press the cells whose reed is broken, too: what their contacts do not show."""
        plan = super().touches(gesture, closed, at)
        for one in plan.touches(Kind.LIFT, Kind.PLACE):
            if (reeds_of(gesture.flips) & self.broken) >> one.cell & 1:
                plan = self._press_instead(plan, one)
        return plan

    def _press_instead(self, plan: Plan, touch: Touch) -> Plan:
        """Add a press after a touch that a broken reed does not show.

        It is short if the table has named the reed. Otherwise insisting players press long, after
        they have seen that nothing happens.
        """
        at = next(one.at for one in plan.touches(touch.kind) if one.cell == touch.cell)  # it may be delayed by now
        if self.insisting and self._unnamed >> touch.cell & 1:
            pressed = self.pause(at, 0.5, 1.5)
            pressing: tuple[Action, ...] = held(pressed, touch.cell)
            over = pressed + HOLD_TIME
        elif self.broken & reeds_of(self.named) & one_cell(touch.cell):
            pressed = over = self.pause(at, 0.2, 0.4)
            pressing = (Touch(pressed, Kind.PRESS, touch.cell),)
        else:
            return plan
        later = plan.delayed(at + SECOND // 5, self.pause(over, 0.2, 0.4) - at).adding(*pressing)
        return later._replace(ends=(max(over, *later.ends),))

    def _perform(self, plan: Plan) -> Plan:
        self._misses = missed(plan)
        super()._perform(plan)
        self.shifted.update((one.cell, one.other) for one in plan.actions if isinstance(one, Between))
        for one in plan.actions:
            if isinstance(one, Edge):
                self._feed([one])
            elif isinstance(one, Flicker):
                self._feed(
                    Edge(one.at + time, Layer.REED, one.cell, closed=number == 1)
                    for pulse in one.pulses
                    for number, time in enumerate(pulse)
                )
                self._flickers_until = one.at + one.pulses[-1][1]
        return plan

    def _feed(self, edges: Iterable[Edge]) -> None:
        """Let contacts move by themselves, unless they missed their piece or are broken."""
        unmoved = {
            Layer.REED: self.broken | self._missed,
            Layer.BUTTON: cell_set(self.pressless),
            Layer.TILT: self.turnless,
        }
        self._table.feed(edge for edge in edges if edge.layer is None or not unmoved[edge.layer] >> edge.number & 1)

    def _do(self, one: Action) -> None:
        if isinstance(one, Hold):
            if not self._unfelt(one.cell, one.at + one.lasts):
                self._table.press(one.cell, one.at, one.lasts / SECOND)
        elif not isinstance(one, Touch) or self._is_felt(one):
            super()._do(one)

    def _is_felt(self, touch: Touch) -> bool:
        """Whether the contact of a touch shows it."""
        if touch.kind is Kind.PRESS:
            return not self._unfelt(touch.cell, touch.at + SECOND // 5)
        if touch.kind not in (Kind.PLACE, Kind.LIFT):
            return not self.turnless >> touch.cell & 1
        self._push_aside(touch)
        misses = touch.kind is Kind.PLACE and self._misses >> touch.cell & 1
        self._missed = self._missed & ~one_cell(touch.cell) | (one_cell(touch.cell) if misses else NO_CELLS)
        return not (misses or self.broken >> touch.cell & 1)

    def _unfelt(self, cell: int, until: int) -> bool:
        """Whether a press that ends at `until` (microseconds) is on a broken button."""
        return self.pressless.get(cell, until + 1) <= until

    def _push_aside(self, touch: Touch) -> None:
        """Centre or lift pieces between two cells that a touch on either cell moves."""
        for cell, other in [*self.shifted.items()]:
            if touch.kind is Kind.LIFT and touch.cell in (cell, other):
                del self.shifted[cell]
                if touch.cell == cell:
                    self._table.lift(other, touch.at + self.rng.randint(0, 60_000))
            elif touch.kind is Kind.PLACE and touch.cell == other:
                del self.shifted[cell]  # it is pushed to the middle of its own cell
                self._table.lift(other, touch.at - 200_000)


def _cells_of(gesture: Gesture) -> int:
    """Return the set of cells of a gesture."""
    return cells_of(gesture.flips) | gesture.presses
