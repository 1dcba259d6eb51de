"""Simulated players: they choose a move, plan its touches and make them at a simulated table."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from firmware.games import AnyAdapter, Gesture
from firmware.match.line import spoken
from firmware.opponents import choose
from firmware.play.session import Session
from firmware.play.view import View
from firmware.recognition.findings import Question, TakeBack, Unpressed
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.plans import Action, Plan
from hal import NO_CONTACTS, Cells, Contacts, cell_set, contacts_of, members, reed, reeds_of, tilt, tilts_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Move, Position

CLEAR_INTERVAL = SECOND // 20  # from one piece to the next when pieces are taken out of the game
LEVEL = 2  # level at which they play


class Scene(NamedTuple):
    """The circumstances in which a plan is made.

    Attributes:
        position: of the game.
        closed: the contacts that should be closed.
        recent: the contacts that the move before has changed.
        players: the players of the plan.
    """

    position: Position
    closed: Contacts
    recent: Contacts
    players: "SimulatedPlayers"

    @property
    def rng(self) -> random.Random:
        """The random numbers of slips."""
        return self.players.rng

    def standing(self, plan: Plan) -> list[int]:
        """Return the cells of pieces that a plan leaves alone."""
        return members(reeds_of(self.closed) & ~plan.cells)


Slip = Callable[[Plan, Scene], Plan]
"""Returns a plan with a slip in it, or the same plan where the slip cannot happen."""


class SimulatedPlayers:
    """All the players at a simulated table.

    Args:
        table: the table.
        adapter: the game as it lies there.
        rng: draws their choices and their timing.
        slips: the slips that may happen; the chance of each leaves about one slip a plan when
            there are many.
        levels: seat -> level at which it plays; the others play at `LEVEL`.
    """

    def __init__(
        self,
        table: SimulatedTable,
        adapter: AnyAdapter,
        rng: random.Random,
        slips: Sequence[Slip] = (),
        levels: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._table = table
        self._levels = levels
        self._slips = slips
        self._recent = NO_CONTACTS
        self._done: Counter[str] = Counter()  # messages to the table since the move before
        self.adapter = adapter
        self.rng = rng

    @property
    def standing(self) -> Cells:
        """The cells where a piece stands that closes the reed."""
        return self._table.standing

    def reseed(self, seed: str) -> None:
        """Seed everything random that players and contacts do from now on."""
        self.rng.seed(seed)
        self._table.reseed(seed)

    # Moves

    def move(self, position: Position, closed: Contacts) -> Plan:
        """Choose a move in `position`, begin to make it, and return its plan.

        closed: the contacts that should be closed. A slip may change the plan, and add a move of
        the next player to it.
        """
        return self.perform(self.plan(position, closed))

    def plan(self, position: Position, closed: Contacts) -> Plan:
        """Return the plan of :meth:`move` without carrying it out."""
        plan = self.think(position, closed, self._table.clock.now())
        scene = Scene(position, closed, self._recent, self)
        for slip in self._slips:
            if self.rng.random() * (1 + len(self._slips)) < 1:
                plan = slip(plan, scene)
        return plan

    def perform(self, plan: Plan) -> Plan:
        """Begin to carry out a plan, and return it."""
        self._recent = contacts_of(plan.cells, plan.cells)
        self._done.clear()
        return self._perform(plan)

    def make(self, position: Position, closed: Contacts, move: Move) -> Plan:
        """Begin to make `move`, which must be legal in `position`; return its plan."""
        ways = self.ways(position, closed, move)
        return self._perform(self.touches(self.rng.choice(ways), closed, self._table.clock.now()))

    def carry_out(self, view: View, move: Move) -> Plan:
        """Begin to make a legal move, or to agree to end, at a table that shows this view.

        Pieces out of the game are taken away first.
        """
        self._done.clear()
        if move == AGREE:
            return self.agree()
        expected = view.contacts.expected
        loose = self.adapter.loose(view.position, expected)
        self.clear(loose)
        return self.make(view.position, expected & ~loose, move)

    def think(self, position: Position, closed: Contacts, at: int) -> Plan:
        """Return the plan of a move and its touches, chosen from `at` (microseconds) on."""
        allowed = {one.move for one in self.adapter.gestures(position, closed)} or None
        level = self._levels.get(position.to_move or "", LEVEL)
        move = choose(position, self.adapter.overlay.game, self.rng, level, allowed)
        return self.touches(self.rng.choice(self.ways(position, closed, move)), closed, at)

    def ways(self, position: Position, closed: Contacts, move: Move) -> list[Gesture]:
        """Return the gestures of a move."""
        return [one for one in self.adapter.gestures(position, closed) if one.move == move]

    def agree(self) -> Plan:
        """Agree to end the game: MENU, then CONFIRM."""
        first = self.pause(self._table.clock.now(), 0.5, 1.5)
        second = self.pause(first, 0.5, 1.5)
        keys = (Key(first, "MENU"), Key(second, "CONFIRM"))
        return self._perform(Plan((AGREE,), (second,), keys))

    def clear(self, contacts: Contacts) -> None:
        """Take the pieces off that close these contacts, while the next move is being chosen."""
        at = self._table.clock.now()
        for cell in members(reeds_of(contacts)):
            at += CLEAR_INTERVAL
            self._perform(Plan((), (), (Touch(at, Kind.LIFT, cell), Touch(at, Kind.B_UP, cell))))

    # Answers to the table

    def answer(self, session: Session, meant: Sequence[Move]) -> Plan | None:
        """Do as the table asks, or make again the move that it has not understood.

        An action without effect is not repeated for ever: if the table neither asks nor shows
        anything they take the last move back and make it again.

        Args:
            session: the match at the table.
            meant: all moves of the game as they are meant.

        Returns:
            The plan, None when no action is left.
        """
        view = session.view
        at = self.pause(self._table.clock.now(), 0.5, 1.2)
        line = [spoken(ply.line) for ply in session.plies]
        coming = meant[len(line)] if len(line) < len(meant) else None
        if view.menu is not None:
            return self._say(Key(at, "MENU"))
        reply = self._reply(view, meant, line, at)
        if reply is not None:
            return self._say(reply)
        ways = [] if coming is None else self.ways(session.position, view.contacts.expected, coming)
        telling = self._tell(view, ways[:1], at)
        if telling is not None:
            return telling
        if view.contacts.missing | view.contacts.extra:
            return self._perform(Plan((), (), self._correct(view, at)))
        if coming is None or coming not in [*session.position.legal_moves(), AGREE]:
            return None
        if coming == AGREE:
            return self.agree()
        tried = view.trouble is None and self._in_vain(f"{len(line)}. {coming}")
        if tried and line and not self._in_vain("undo"):
            return self._say(Key(at, "UNDO"))
        return self.make(session.position, view.contacts.expected, coming)

    def _say(self, action: Action) -> Plan:
        """Do a single action that tells the table something."""
        return self._perform(Plan((), (), (action,)))

    def _tell(self, view: View, ways: Sequence[Gesture], at: int) -> Plan | None:
        """Press the field of a silent contact, as the table asks. None where it does not.

        ways: the gesture of the move that they make, if they make a move.
        """
        odd = view.contacts.missing | view.contacts.extra
        asked = cell_set(view.trouble.choices) if isinstance(view.trouble, Unpressed) else 0
        for cell in members(asked & reeds_of(ways[0].flips)) if ways else ():
            if not self._in_vain(f"press {cell} of {odd}"):
                return self._say(Touch(at, Kind.PRESS, cell))
        return None

    def _in_vain(self, action: str) -> bool:
        """Count an action, and return whether it was done twice already since the move before."""
        self._done[action] += 1
        return self._done[action] > 2

    def _reply(self, view: View, meant: Sequence[Move], line: Sequence[Move], at: int) -> Action | None:
        """Return the press that answers the table's question. None if there is none."""
        if isinstance(view.trouble, Question):
            cell = self._right(view.trouble, meant, len(line))
            return None if cell is None else Touch(at, Kind.PRESS, cell)
        if isinstance(view.trouble, TakeBack) and [*line] != [*meant[: len(line)]]:
            return Key(at, "CONFIRM")
        return None

    def _right(self, question: Question, meant: Sequence[Move], played: int) -> int | None:
        """Return the cell to press, given the meant moves and the number of moves of the table.

        None where the single move that is asked about was not meant.
        """
        for cell, meaning in zip(question.choices, question.meanings, strict=True):
            if meant[max(played - meaning.back, 0) :][:1] == [meaning.move]:
                return cell
        return self.rng.choice(question.choices) if len(question.choices) > 1 else None

    def _correct(self, view: View, at: int) -> tuple[Action, ...]:
        """Return the actions of hands that put a piece in its place."""
        actions: list[Action] = []
        expected, (missing, extra) = view.contacts.expected, self._misplaced(view)
        for cell in members(reeds_of(extra))[:1]:
            actions += [Touch(at, Kind.LIFT, cell), Touch(at, Kind.B_UP, cell)]
            at = self.pause(at, 0.3, 0.6)
        for cell in members(reeds_of(missing))[:1]:
            kind = Kind.A_UP if expected & tilt(cell) else Kind.B_UP
            actions += [Touch(at, Kind.PLACE, cell), Touch(at, kind, cell)]
        if not actions:
            for cell in members(tilts_of(missing | extra))[:1]:
                actions += self._turn_over(cell, at, end_a_up=bool(expected & tilt(cell)))
        return tuple(actions)

    def _misplaced(self, view: View) -> tuple[Contacts, Contacts]:
        """Return the contacts without their piece, and the contacts with a piece too many: a pair, if known."""
        for source, target in view.contacts.pairs[:1]:
            return reed(target), reed(source)
        return view.contacts.missing, view.contacts.extra

    # Hands

    def touches(self, gesture: Gesture, closed: Contacts, at: int) -> Plan:
        """Return the touches of a gesture that a player thinks of from `at` (microseconds) on."""
        at = self.pause(at, 0.3, 1.2)
        actions: list[Touch | Key] = []
        lifted, placed = gesture.flips & closed, gesture.flips & ~closed
        up = {*members(reeds_of(lifted))}
        fields = self.adapter.fields(gesture.move)
        onto = [one for one in fields[-1:] if up - {one} and gesture.presses >> one & 1]
        first = members(gesture.presses & ~cell_set(onto))
        for cell in sorted(first, key=lambda one: fields.index(one) if one in fields else -1):
            actions.append(Touch(at, Kind.PRESS, cell))
            at = self.pause(at, 0.25, 0.5)
        for cell in members(reeds_of(lifted)):
            actions.append(Touch(at, Kind.LIFT, cell))
            at = self.pause(at, 0.05, 0.1) if tilts_of(lifted) else at
            actions.append(Touch(at, Kind.B_UP, cell))
            at = self.pause(at, 0.2, 0.7)
        for cell in onto:  # pressed by a hand that has put a piece on others there
            actions.append(Touch(at, Kind.PRESS, cell))
            at = self.pause(at, 0.25, 0.5)
        for cell in members(reeds_of(placed)):
            actions.append(Touch(at, Kind.PLACE, cell))
            if placed & tilt(cell):
                actions.append(Touch(at, Kind.A_UP, cell))
        for cell in members(tilts_of(gesture.flips) & ~reeds_of(gesture.flips)):
            if cell not in up:
                turning = self._turn_over(cell, at, end_a_up=True)
                actions += turning
                at = self.pause(turning[-1].at, 0.1, 0.3)
        if gesture.key is not None:
            at = self.pause(at, 0.3, 0.6)
            actions.append(Key(at, gesture.key))
        actions = [one for one in actions if not _idle(one, closed)]
        return Plan((gesture.move,), (actions[-1].at,), tuple(actions))

    def _turn_over(self, cell: int, at: int, *, end_a_up: bool) -> list[Touch]:
        """Return the touches that turn an hourglass over in its own hole."""
        down = self.pause(at, 0.1, 0.3)
        return [
            Touch(at, Kind.LIFT, cell),
            Touch(down, Kind.PLACE, cell),
            Touch(down, Kind.A_UP if end_a_up else Kind.B_UP, cell),
        ]

    def pause(self, at: int, shortest: float, longest: float) -> int:
        """Return a random time, from `shortest` to `longest` seconds after `at` (microseconds)."""
        return at + int(self.rng.uniform(shortest, longest) * SECOND)

    def _perform(self, plan: Plan) -> Plan:
        """Make the touches of a plan at the table, and return the plan."""
        for one in sorted(plan.actions, key=lambda action: action.at):
            self._do(one)
        return plan

    def _do(self, one: Action) -> None:
        """Make a touch, or press a key."""
        table = self._table
        if isinstance(one, Key):
            table.press_key(one.name, one.at)
        elif isinstance(one, Touch):
            if one.kind is Kind.PLACE:
                table.place(one.cell, one.at)
            elif one.kind is Kind.LIFT:
                table.lift(one.cell, one.at)
            elif one.kind is Kind.PRESS:
                table.press(one.cell, one.at)
            else:
                table.turn(one.cell, one.kind is Kind.A_UP, one.at)


def _idle(action: Touch | Key, closed: Contacts) -> bool:
    """Whether a touch leaves an hourglass as it stands already."""
    return isinstance(action, Touch) and action.kind is Kind.B_UP and not closed & tilt(action.cell)
