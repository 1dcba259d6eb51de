"""A hypothesis: a possible reading of the contacts, an immutable value.

A *step* is a move that a hypothesis believes in; a *token* is a contact or a press that it has no
explanation for yet.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from operator import attrgetter
from typing import Any, NamedTuple

from firmware.games import Gesture
from firmware.recognition.costs import Costs
from hal import NO_CELLS, NO_CONTACTS, REEDS, Cells, Contacts, cell_set, contacts_of, members, one_cell
from rules import Move
from wiring import COLUMNS

NEVER = -(1 << 62)  # a time before all others, microseconds


MOST_CHARGES = 64  # that a hypothesis remembers
Priced = tuple[str, float]
"""A cost, and the name under which it stands in the table of costs."""


class Charge(NamedTuple):
    """A cost that a hypothesis has paid.

    Attributes:
        at: the time of its reason, microseconds.
        key: the name of the cost in the table.
        cost: the amount.
        cell: the cell it is about, -1 for none.
    """

    at: int
    key: str
    cost: float
    cell: int


class Open(IntEnum):
    """The kinds of tokens."""

    UP = 0  # a contact is open that should be closed: a piece is in the hand
    DOWN = 1  # a contact is closed that should be open
    PRESS = 2  # a press that was not used for a move yet


class Token(NamedTuple):
    """A contact or press that a hypothesis has no explanation for yet.

    Attributes:
        kind: the kind of token.
        cell: its cell.
        at: when it began, microseconds.
        together: whether it is no move of a hand: the piece put down there has pressed the button; or a
            thing has closed this contact with others at once.
        blind: whether its contact did not show it: a piece on a cell of `Hypothesis.blind` that has
            left, a press that was not felt, or a piece that a press has told of.
        legal: whether it completed a legal move that is declined.
        fits: whether a press could belong to the next move when it was made.
        key: whether a press says whose piece is put down next.
        again: the cell where the piece had ended that was taken up again, -1 for another token.
        beside: the cell where a move ended whose magnet may close this contact, too; -1 for none.
        put: when the piece was put down that has slid here since, or that was taken up again with
            this press; None for another token.
    """

    kind: Open
    cell: int
    at: int
    together: bool = False
    blind: bool = False
    legal: bool = False
    fits: bool = False
    key: bool = False
    again: int = -1
    beside: int = -1
    put: int | None = None

    @property
    def came(self) -> int:
        """The time at which this token counts in a move: `put`, or else `at`."""
        return self.at if self.put is None else self.put


class Step(NamedTuple):
    """A move that a hypothesis believes in, and the state before it.

    at: when its last piece was put down or turned; ended: when its last touch was made
    (microseconds). end: the cell where it ended, -1 for none. used: the tokens it explains.
    position, closed, blind, clock, millisecond: before it. after: the contacts that should be
    closed after it. final: whether it cannot be taken back.
    """

    move: Move
    at: int
    ended: int
    end: int
    used: tuple[Token, ...]
    position: Any
    closed: Contacts
    blind: Cells
    clock: int | None
    millisecond: int
    after: Contacts
    final: bool

    @property
    def silent(self) -> Contacts:
        """The reeds and buttons that should have closed for this step and did not."""
        unfelt = cell_set(one.cell for one in self.used if is_unfelt(one))
        told = cell_set(one.cell for one in self.used if one.blind and one.kind is Open.DOWN)
        seen = self.end < 0 or any(one.cell == self.end for one in self.used)
        return contacts_of(told if seen else one_cell(self.end), buttons=unfelt)

    @property
    def stuck(self) -> int:
        """For how long a reed stayed closed after its piece stood elsewhere, microseconds."""
        return max((one.at - self.at for one in self.used if one.kind is Open.UP), default=0)


class Hypothesis(NamedTuple):
    """A possible explanation of all changes since the last certain point.

    The contacts that are closed differ from `closed` by the tokens UP and DOWN alone.

    Attributes:
        cost: the sum it has paid.
        price: that sum and the cost of its tokens, when the hypotheses were put into order last.
        steps: the moves since that point.
        position: after the steps, with no time passed since the last.
        closed: the contacts that should be closed in that position.
        open: the tokens, oldest first.
        blind: the cells on which a piece stands that its contact does not show.
        clock: when the game's own time was 0 (microseconds), None while it does not run.
        millisecond: the last step on that clock.
        freed: the cells whose piece was taken back where it had come from.
        certain: when the last certain step ended, microseconds.
        left: the cells where a step had ended that was taken up again.
        dead: the contacts believed to be dead, as a press has said so.
        paid: its last charges.
    """

    cost: float
    steps: tuple[Step, ...]
    position: Any
    closed: Contacts
    open: tuple[Token, ...] = ()
    blind: Cells = NO_CELLS
    clock: int | None = None
    millisecond: int = 0
    freed: Cells = NO_CELLS
    certain: int = NEVER
    left: Cells = NO_CELLS
    dead: Contacts = NO_CONTACTS
    paid: tuple[Charge, ...] = ()
    price: float = 0.0

    def pay(self, priced: Priced | None, at: int, cell: int = -1) -> "Hypothesis":
        """Return this hypothesis after it has paid a cost at a time (microseconds) for a cell."""
        if priced is None:
            return self
        return self.pay_all((Charge(at, *priced, cell),))

    def pay_all(self, charges: Iterable[Charge]) -> "Hypothesis":
        """Return this hypothesis after it has paid these charges."""
        paid = (*self.paid, *charges)
        cost = self.cost + sum(one.cost for one in paid[len(self.paid) :])
        return self._replace(cost=cost, paid=paid[-MOST_CHARGES:])

    @property
    def ended(self) -> int:
        """The time when the last of the moves ended, microseconds: mostly the last move's."""
        return max((step.ended for step in self.steps[-2:]), default=self.certain)

    def hasty(self, rest: int) -> bool:
        """Return whether the last move ended within `rest` microseconds of the move before."""
        ends = [self.certain, *(step.ended for step in self.steps)][-2:]
        return len(ends) == 2 and ends[1] - ends[0] < rest

    @property
    def moved(self) -> tuple[Token, ...]:
        """The open tokens of contacts, without the presses: the differences from `closed`."""
        return tuple(one for one in self.open if one.kind is not Open.PRESS)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the steps."""
        return tuple(step.move for step in self.steps)

    def at(self, time: int) -> Any:
        """Return the position with the sand run to `time` (microseconds)."""
        return self.position.later(self.passed(time)) if self.clock is not None else self.position

    def passed(self, time: int) -> int:
        """Return the milliseconds of the game's own clock between the last step and `time`."""
        if self.clock is None:
            return 0
        return max(round((time - self.clock) / 1000) - self.millisecond, 0)

    def before(self, number: int) -> "Hypothesis":
        """Return this hypothesis before its step of this number, with the costs and tokens of now."""
        step = self.steps[number]
        return self._replace(
            steps=self.steps[:number],
            position=step.position,
            closed=step.closed,
            blind=step.blind,
            clock=step.clock,
            millisecond=step.millisecond,
        )

    def reopened(self, cell: int, at: int) -> "Hypothesis":
        """Return this hypothesis before its last step, without that step's piece on `cell`.

        Its presses count as made when the piece was taken up again, at `at` (microseconds).
        """
        step = self.steps[-1]
        shown = [
            one._replace(again=cell if one.kind is Open.UP else -1)
            if one.kind is not Open.PRESS
            else one._replace(again=-1, put=at)
            for one in step.used
            if not (one.blind or (one.kind is not Open.UP and one.cell == cell))
        ]
        since = self.closed ^ step.after  # the pieces taken out of the game meanwhile
        tokens = tuple(sorted((*self.open, *shown), key=attrgetter("at")))
        before = self.before(len(self.steps) - 1)
        return before._replace(closed=before.closed ^ since, open=tokens, left=self.left | one_cell(cell))

    def until(self, count: int) -> "Hypothesis":
        """Return this hypothesis as it stood after `count` steps, without open tokens and costs."""
        before = self if len(self.steps) == count else self.before(count)
        return before._replace(open=(), cost=0.0, paid=())

    def without(self, count: int) -> "Hypothesis":
        """Return this hypothesis without its first steps, which are certain."""
        ended = max(step.ended for step in self.steps[:count])
        paid = tuple(one for one in self.paid if one.at > ended)
        return self._replace(steps=self.steps[count:], certain=ended, paid=paid)


def find(tokens: Sequence[Token], kind: Open, cell: int) -> Token | None:
    """Return the last token of this kind on a cell. None if there is no such token."""
    return next((one for one in reversed(tokens) if one.kind is kind and one.cell == cell), None)


def without(tokens: Sequence[Token], token: Token) -> tuple[Token, ...]:
    """Return the tokens except this token."""
    return tuple(one for one in tokens if one is not token)


def used_by(tokens: Sequence[Token], gesture: Gesture, closed: Contacts, blind: Cells, at: int) -> tuple[Token, ...]:
    """Return the tokens that a gesture explains; of several presses of a cell, the last."""
    used: list[Token] = []
    presses = gesture.presses
    for cell in members(gesture.flips & REEDS):
        kind = Open.UP if closed >> cell & 1 or blind >> cell & 1 else Open.DOWN
        found = find(tokens, kind, cell)
        told = None if found else find(tokens, Open.PRESS, cell)
        if told is not None:
            presses |= one_cell(cell)
        used.append(found or Token(kind, cell, told.at if told else at, blind=True))
    for cell in members(presses):
        found = find(tokens, Open.PRESS, cell)
        used.append(found or Token(Open.PRESS, cell, at, blind=True))
    return tuple(used)


def is_unfelt(token: Token) -> bool:
    """Return whether this is a press that its button has not told."""
    return token.blind and token.kind is Open.PRESS


def adjacent(one: int, other: int) -> bool:
    """Return whether two cells share an edge."""
    rows = abs(one // COLUMNS - other // COLUMNS)
    return rows + abs(one % COLUMNS - other % COLUMNS) == 1


def common(lines: Sequence[Sequence[str]]) -> int:
    """Return how many moves all these lines begin with."""
    count = min(map(len, lines))
    for number in range(count):
        if any(line[number] != lines[0][number] for line in lines):
            return number
    return count


def beside_end(down: Token, step: Step, costs: Costs, *, since: int = NEVER) -> Token:
    """Return the token, marked if the magnet with which a step ended may have closed it, too.

    since: when another move ended, microseconds. If that was in between, both contacts must have
    closed within `together_time`: a hand that is as slow does not let others play meanwhile.
    """
    apart = abs(down.at - step.at)
    within = costs.slow_time if since <= min(down.at, step.at) else costs.together_time
    if down.beside >= 0 or step.end < 0 or apart >= within:
        return down
    return down._replace(beside=step.end) if adjacent(step.end, down.cell) else down


def under_end(press: Token, step: Step, costs: Costs) -> Token:
    """Return the token, as no finger's if the piece that ended a step has pressed the button."""
    put = find(step.used, Open.DOWN, press.cell) if press.kind is Open.PRESS else None
    if put is None or abs(press.at - put.at) >= costs.slow_time:
        return press
    return press._replace(together=True, fits=False)
