"""Simulated players: they choose a move, plan its touches and make them at a simulated table."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from firmware.games import AnyAdapter, Gesture
from firmware.match.line import spoken
from firmware.opponents import choose
from firmware.play.session import Session
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Unpressed
from firmware.sensing.events import Key, Kind, Touch
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
    reed,
    reeds_of,
    tilt,
    tilts_of,
)
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import AGREE, Move, Position

BROKEN_CELL_CHANCE = 1 / 3  # how often they play on a cell whose reed is broken, if they can
CLEAR_INTERVAL = SECOND // 20  # from one piece to the next when pieces are taken out of the game
LEVEL = 2  # level at which they play
HOLD_TIME = 13 * SECOND // 10  # duration of the press on a cell whose reed is broken


class Hold(NamedTuple):
    """A cell is held pressed: to tell the table about its reed, or as an arm leans on it.

    Attributes:
        at: when the press begins (microseconds).
        lasts: for how long it is held (microseconds).
    """

    at: int
    cell: int
    lasts: int = HOLD_TIME


Doing = Touch | Key | Hold
"""An action of a hand; its `at` is when it begins (microseconds)."""


class Plan(NamedTuple):
    """The plan of a move or more: the next actions of players.

    Attributes:
        moves: the meant moves, in order.
        ends: when the last touch of each is made (microseconds).
        doings: the actions of hands, in any order.
        noise: the edges that contacts make by themselves.
        missed: the cells on which the contact of a piece put down does not close.
        between: the cells of pieces that are left beside their middle, each with the other cell
            whose contact it closes.
        restless: the edges of contacts under standing pieces while people play on.
    """

    moves: tuple[Move, ...]
    ends: tuple[int, ...]
    doings: tuple[Doing, ...]
    noise: tuple[Edge, ...] = ()
    missed: Cells = NO_CELLS
    between: tuple[tuple[int, int], ...] = ()
    restless: tuple[Edge, ...] = ()

    @property
    def begin(self) -> int:
        """When the first touch is made (microseconds)."""
        return min(doing.at for doing in self.doings)

    @property
    def done(self) -> int:
        """When all of it except restless contacts is over (microseconds)."""
        times = [*self.ends, *(one.at for one in self.doings), *(one.at for one in self.noise)]
        held = (one.at + one.lasts for one in self.doings if isinstance(one, Hold))
        return max((*times, *held))

    @property
    def cells(self) -> Cells:
        """The set of cells that are touched."""
        return self.touched(*Kind)

    def touches(self, *kinds: Kind) -> list[Touch]:
        """Return the touches of these kinds."""
        return [one for one in self.doings if isinstance(one, Touch) and one.kind in kinds]

    def touched(self, *kinds: Kind) -> Cells:
        """Return the set of cells that are touched in these ways."""
        return cell_set(one.cell for one in self.touches(*kinds))

    def delayed(self, since: int, by: int) -> Self:
        """Return the same plan, with everything from `since` on moved `by` microseconds later."""
        return self._replace(
            ends=tuple(end + by if end >= since else end for end in self.ends),
            doings=tuple(one._replace(at=one.at + by) if one.at >= since else one for one in self.doings),
            noise=tuple(one._replace(at=one.at + by) if one.at >= since else one for one in self.noise),
            restless=tuple(one._replace(at=one.at + by) if one.at >= since else one for one in self.restless),
        )

    def adding(self, *doings: Doing) -> Self:
        """Return the same plan with more actions of hands."""
        return self._replace(doings=(*self.doings, *doings))

    def then(self, other: Self) -> Self:
        """Return a plan of both, in which the other's moves follow these."""
        return self._replace(
            moves=self.moves + other.moves,
            ends=self.ends + other.ends,
            doings=self.doings + other.doings,
            noise=self.noise + other.noise,
            missed=self.missed | other.missed,
            between=self.between + other.between,
            restless=self.restless + other.restless,
        )


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
        """Return the cells of pieces that a plan leaves alone and that have working reeds."""
        return members(reeds_of(self.closed) & ~plan.cells & ~self.players.broken)


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
        self._missed = NO_CELLS  # the cells of pieces whose contact did not close
        self._flickers_until = 0
        self.adapter = adapter
        self.rng = rng
        self.broken = NO_CELLS
        self.turnless = NO_CELLS
        self.pressless: dict[int, int] = {}
        self.sticky = NO_CELLS
        self.insisting = False
        self.shifted: dict[int, int] = {}
        self.named = NO_CONTACTS
        self.avoided: list[Move] = []

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
            if self.rng.random() * (1 + len(self._slips)) < 1 and not plan.cells & self.broken:
                plan = slip(plan, scene)  # players are careful on a broken cell
        return plan

    def perform(self, plan: Plan) -> Plan:
        """Begin to carry out a plan, and return it."""
        self._recent = contacts_of(plan.cells, plan.cells)
        self._done.clear()
        return self._perform(plan)

    def flickers(self, at: int) -> bool:
        """Whether a contact is restless at this time (microseconds)."""
        return at < self._flickers_until

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
        gestures = list(self.adapter.gestures(position, closed))
        deaf = self._deaf(at)
        told = {one.move for one in gestures if not _cells_of(one) & deaf} - {*self.avoided}
        there = {one.move for one in gestures if _cells_of(one) & self.broken} & told
        allowed = there if there and self.rng.random() < BROKEN_CELL_CHANCE else told or None
        level = self._levels.get(position.to_move or "", LEVEL)
        move = choose(position, self.adapter.overlay.game, self.rng, level, allowed)
        return self.touches(self.rng.choice(self.ways(position, closed, move)), closed, at)

    def ways(self, position: Position, closed: Contacts, move: Move) -> list[Gesture]:
        """Return the gestures of a move: without broken cells if there are any."""
        ways = [one for one in self.adapter.gestures(position, closed) if one.move == move]
        return [one for one in ways if not _cells_of(one) & self.broken] or ways

    def _deaf(self, at: int) -> Cells:
        """The cells of which no contact works at this time (microseconds)."""
        pressless = (cell for cell, since in self.pressless.items() if since <= at)
        return self.broken & cell_set(pressless)

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
    def standing(self) -> Cells:
        """The cells where a piece stands that would close the reed."""
        return self._table.standing

    @property
    def _unnamed(self) -> Cells:
        return self.broken & ~reeds_of(self.named)

    @property
    def _unturned(self) -> Cells:
        return self.turnless & ~tilts_of(self.named)

    def _insist(self, cell: int, at: int) -> Plan:
        """Hold a cell pressed, from `at` (microseconds) on."""
        return self._perform(Plan((), (at + HOLD_TIME,), (Hold(at, cell),)))

    def _enter(self, cell: int, at: int) -> Plan:
        """Tell the table with HINT and a press that a piece came or went on a cell."""
        press = Touch(self.pause(at, 0.3, 0.6), Kind.PRESS, cell)
        return self._perform(Plan((), (press.at,), (Key(at, "HINT"), press)))

    def _say(self, doing: Doing) -> Plan:
        """Do a single action that tells the table something."""
        return self._perform(Plan((), (), (doing,)))

    def agree(self) -> Plan:
        """Agree to end the game: MENU, then CONFIRM."""
        first = self.pause(self._table.clock.now(), 0.5, 1.5)
        second = self.pause(first, 0.5, 1.5)
        keys = (Key(first, "MENU"), Key(second, "CONFIRM"))
        return self._perform(Plan(("agree",), (second,), keys))

    def clear(self, contacts: Contacts) -> None:
        """Take the pieces off that close these contacts, while the next move is being chosen."""
        at = self._table.clock.now()
        for cell in members(reeds_of(contacts)):
            at += CLEAR_INTERVAL
            self._perform(Plan((), (), (Touch(at, Kind.LIFT, cell), Touch(at, Kind.B_UP, cell))))

    def reseed(self, seed: str) -> None:
        """Seed everything random that players and contacts do from now on."""
        self.rng.seed(seed)
        self._table.reseed(seed)

    def answer(self, session: Session, meant: Sequence[Move]) -> Plan | None:
        """Do as the table asks, or make again the move that it has not understood.

        An action without effect is not repeated for ever: they tell of another cell that the table
        shows, and if the table neither asks nor shows anything they take the last move back and
        make it again.

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

    def _tell(self, view: View, ways: Sequence[Gesture], at: int) -> Plan | None:
        """Tell the table about silent contacts. None where there are none, or where it is in vain.

        ways: the gesture of the move that they make, if they make a move.
        """
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
            doing = self._press(cell, view, at)
            if not self._in_vain(f"choose {cell} of {odd}: {view.hint and view.hint[1:]}"):
                return self._say(doing)
        for cell in members(flips & self._unnamed & ~silent):
            if not self._in_vain(f"enter {cell} of {odd}"):
                return self._enter(cell, at)
        return None

    def _in_vain(self, what: str) -> bool:
        """Count an action, and return whether it was done twice already since the move before."""
        self._done[what] += 1
        return self._done[what] > 2

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

    def _reply(self, view: View, meant: Sequence[Move], line: Sequence[Move], at: int) -> Doing | None:
        """Return the press that answers the table's question. None if there is none."""
        if isinstance(view.trouble, Question):
            cell = self._right(view.trouble, meant, len(line))
            return None if cell is None else self._press(cell, view, at)
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

    def _press(self, cell: int, view: View, at: int) -> Doing:
        """Return a press of this cell; where its button is broken, by HINT and CONFIRM."""
        if cell not in self.pressless:
            return Touch(at, Kind.PRESS, cell)
        chosen = None if view.hint is None else view.hint.cell
        return Key(at, "CONFIRM" if chosen == cell else "HINT")

    def _correct(self, view: View, at: int) -> tuple[Doing, ...]:
        """Return the actions of hands that put a piece in its place."""
        doings: list[Doing] = []
        expected, missing, extra, pairs = view.contacts
        for source, target in pairs[:1]:
            missing, extra = reed(target), reed(source)
        if not extra and missing:  # it stands where no contact shows it
            astray = self.standing & reeds_of(self.named & self.adapter.places & ~expected)
            extra = contacts_of(astray & ~self.broken)
        for cell in members(reeds_of(extra))[:1]:
            doings += [Touch(at, Kind.LIFT, cell), Touch(at, Kind.B_UP, cell)]
            at = self.pause(at, 0.3, 0.6)
        for cell in members(reeds_of(missing))[:1]:
            kind = Kind.A_UP if expected & tilt(cell) else Kind.B_UP
            doings += [Touch(at, Kind.PLACE, cell), Touch(at, kind, cell)]
        if not doings:
            for cell in members(tilts_of(missing | extra))[:1]:
                doings += self._turn_over(cell, at, end_a_up=bool(expected & tilt(cell)))
        return tuple(doings)

    def touches(self, gesture: Gesture, closed: Contacts, at: int) -> Plan:
        """Return the touches of a gesture that a player thinks of from `at` (microseconds) on."""
        at = self.pause(at, 0.3, 1.2)
        doings: list[Doing] = []
        lifted, placed = gesture.flips & closed, gesture.flips & ~closed
        up = {*members(reeds_of(lifted))}
        fields = self.adapter.fields(gesture.move)
        onto = [one for one in fields[-1:] if up - {one} and gesture.presses >> one & 1]
        for cell in sorted(
            members(gesture.presses & ~cell_set(onto)), key=lambda one: fields.index(one) if one in fields else -1
        ):
            doings.append(Touch(at, Kind.PRESS, cell))
            at = self.pause(at, 0.25, 0.5)
        for cell in members(reeds_of(lifted)):
            doings.append(Touch(at, Kind.LIFT, cell))
            at = self.pause(at, 0.05, 0.1) if tilts_of(lifted) else at
            doings.append(Touch(at, Kind.B_UP, cell))
            at = self.pause(at, 0.2, 0.7)
            at = self._press_instead(cell, doings, at)
        for cell in onto:  # pressed by a hand that has put a piece on others there
            doings.append(Touch(at, Kind.PRESS, cell))
            at = self.pause(at, 0.25, 0.5)
        for cell in members(reeds_of(placed)):
            doings.append(Touch(at, Kind.PLACE, cell))
            if placed & tilt(cell):
                doings.append(Touch(at, Kind.A_UP, cell))
            at = self._press_instead(cell, doings, at)
        for cell in members(tilts_of(gesture.flips) & ~reeds_of(gesture.flips)):
            if cell not in up:
                turning = self._turn_over(cell, at, end_a_up=True)
                doings += turning
                at = self.pause(turning[-1].at, 0.1, 0.3)
        if gesture.key is not None:
            at = self.pause(at, 0.3, 0.6)
            doings.append(Key(at, gesture.key))
        doings = [one for one in doings if not _idle(one, closed)]
        last = doings[-1]
        end = last.at + last.lasts if isinstance(last, Hold) else last.at
        return Plan((gesture.move,), (end,), tuple(doings))

    def _press_instead(self, cell: int, doings: list[Doing], at: int) -> int:
        """Add a press where the reed of a cell is broken; return when the hand goes on.

        It is short if the table has named the reed. Otherwise insisting players press long, after
        they have seen that nothing happens.
        """
        if self.insisting and self._unnamed >> cell & 1:
            at = self.pause(at, 0.5, 1.5)
            doings.append(Hold(at, cell))
            return self.pause(at + HOLD_TIME, 0.2, 0.4)
        if not self.broken & reeds_of(self.named) & one_cell(cell):
            return at
        at = self.pause(at, 0.2, 0.4)
        doings.append(Touch(at, Kind.PRESS, cell))
        return self.pause(at, 0.2, 0.4)

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
        for one in sorted(plan.doings, key=lambda doing: doing.at):
            self._do(one, plan.missed)
        self.shifted.update(plan.between)
        self._table.feed(filter(self._returns, plan.noise))
        if plan.restless:
            self._table.feed(filter(self._returns, plan.restless))
            self._flickers_until = plan.restless[-1].at
        return plan

    def _returns(self, edge: Edge) -> bool:
        """Whether a contact with noise comes to rest as the pieces stand.

        A contact that missed its piece, or is broken, keeps its state.
        """
        unmoved = {
            Layer.REED: self.broken | self._missed,
            Layer.BUTTON: cell_set(self.pressless),
            Layer.TILT: self.turnless,
        }
        return edge.layer is None or not unmoved[edge.layer] >> edge.number & 1

    def _do(self, one: Doing, missed: Cells) -> None:
        """Make a touch. missed: the cells on which the contact of a piece does not close."""
        table = self._table
        if isinstance(one, Key):
            table.press_key(one.name, one.at)
        elif isinstance(one, Hold):
            if not self._unfelt(one.cell, one.at + one.lasts):
                table.press(one.cell, one.at, one.lasts / SECOND)
        elif one.kind in (Kind.PLACE, Kind.LIFT):
            self._push_aside(one)
            closes = one.kind is Kind.PLACE
            self._missed &= ~one_cell(one.cell)
            if closes:
                self._missed |= missed & one_cell(one.cell)
            if self.broken >> one.cell & 1 or (closes and missed >> one.cell & 1):
                return  # its contact does not show it
            (table.place if closes else table.lift)(one.cell, one.at)
        elif one.kind is Kind.PRESS:
            if not self._unfelt(one.cell, one.at + SECOND // 5):
                table.press(one.cell, one.at)
        elif not self.turnless >> one.cell & 1:
            table.turn(one.cell, one.kind is Kind.A_UP, one.at)

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


def _idle(doing: Doing, closed: Contacts) -> bool:
    """Whether a touch leaves an hourglass as it stands already."""
    return isinstance(doing, Touch) and doing.kind is Kind.B_UP and not closed & tilt(doing.cell)


def _cells_of(gesture: Gesture) -> int:
    """Return the set of cells of a gesture."""
    return cells_of(gesture.flips) | gesture.presses
