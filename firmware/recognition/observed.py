"""The recent changes of the contacts, before they are explained."""

import math
from collections.abc import Sequence
from functools import lru_cache

from firmware.games import AnyAdapter, Gesture
from firmware.recognition.costs import Costs
from firmware.recognition.crowd import BurstFilter
from firmware.recognition.hypothesis import NEVER, Hypothesis, Open, Token
from firmware.recognition.trust import Trust
from firmware.sensing.events import Kind, Touch
from hal import (
    NO_CONTACTS,
    TILTS,
    Cells,
    Contacts,
    cell_set,
    cells_of,
    contacts_of,
    members,
    one_cell,
    reed,
    reeds_of,
    tilt,
)

REMEMBERED_PRESSES = 16  # with their lengths
COUNTS_AFTER = 30_000  # microseconds; a reed may close before the sensor feels which end is up


class Observed:
    """The contacts of a game, and the times when they moved last.

    Attributes:
        adapter: how the game lies on the table.
        costs: the table of costs.
        closed: the contacts that are closed.
        trust: the contacts that are unreliable; a press on the cell of such a reed says that its
            piece came or went.
        barred: differences of reeds that are the way back from a move undone, and no move.
        burst: the reeds that move in a crowd: no move is made meanwhile.
        held: the buttons that are down -> the time when each was pressed, microseconds.
        deaf: the reeds and buttons that did not close in a committed move, and not since.
        sticks: whether a reed has stuck in a committed move.
        touched: when anything was touched last, microseconds.
        zero: when the sand began to run (microseconds) by the moves that were committed, if any.
        fresh: the tilt contacts of the glasses just put down, which count from `counts_at` on
            (microseconds).
    """

    def __init__(self, adapter: AnyAdapter, trust: Trust, costs: Costs) -> None:
        self.adapter = adapter
        self.trust = trust
        self.costs = costs
        self.closed: Contacts = NO_CONTACTS
        self.barred: tuple[Cells, ...] = ()
        self.burst = BurstFilter(costs)
        self.touched = 0
        self.zero: int | None = None
        self.fresh: Contacts = NO_CONTACTS
        self.counts_at = 0
        self.turned: dict[int, int] = {}  # when the hourglass of each cell was turned last
        self.vacated: dict[int, int] = {}  # when a piece left each cell last
        self.held: dict[int, int] = {}
        self.deaf: Contacts = NO_CONTACTS
        self.sticks = False
        self._presses: dict[tuple[int, int], float] = {}  # cell and time of the last presses -> when let go
        self._arms: set[tuple[int, int]] = set()  # the presses of several at once, made by an arm
        self.liftable = lru_cache(maxsize=256)(adapter.liftable)
        self.pressable = lru_cache(maxsize=256)(adapter.pressable)

    @property
    def mute(self) -> Contacts:
        """The tilt contacts that say nothing now.

        A tilt sensor keeps its state when the glass is taken away: it counts only where the reed of
        its cell can be believed and has been closed for a moment.
        """
        glasses = reeds_of(self.closed & ~self.trust.distrusted)
        return self.adapter.places & TILTS & ~contacts_of(tilts=glasses) | self.fresh

    @property
    def trusted(self) -> Contacts:
        """The contacts of the game that can be believed now."""
        return self.adapter.places & ~(self.trust.distrusted | self.mute)

    def differs(self, closed: Contacts) -> bool:
        """Return whether the trusted contacts differ from these."""
        return bool((self.closed ^ closed) & self.trusted)

    def odd(self, hypothesis: Hypothesis) -> Cells:
        """Return the trusted reeds that are not as in a hypothesis."""
        odd = (self.closed ^ hypothesis.closed) & self.adapter.places & ~self.trust.distrusted
        return reeds_of(odd & ~hypothesis.dead)

    def begins(self, hypothesis: Hypothesis, cell: int) -> bool:
        """Return whether a legal move begins with the piece of this cell."""
        return self.liftable(hypothesis.position) >> cell & 1 == 1

    def fitted(self, hypothesis: Hypothesis, at: int, *, together: bool = False) -> Hypothesis:
        """Return a hypothesis whose tokens are the contacts that differ from its `closed`."""
        odd = self.odd(hypothesis)
        kept = [o for o in hypothesis.open if o.kind is Open.PRESS or odd >> o.cell & 1]
        there = cell_set(token.cell for token in hypothesis.moved)
        unseen = [
            Token(Open.DOWN, cell, at, together=together) if self.closed >> cell & 1 else Token(Open.UP, cell, at)
            for cell in members(odd & ~there)
        ]
        return hypothesis._replace(open=(*kept, *unseen))

    def is_turned(self, hypothesis: Hypothesis, gesture: Gesture) -> bool:
        """Return whether the hourglasses of a gesture stand as they do after it."""
        tilts = contacts_of(tilts=cells_of(gesture.flips))
        wrong = (self.closed ^ hypothesis.closed ^ gesture.flips) & tilts
        unknown = gesture.flips & self.trust.unread & TILTS or self.fresh & tilts
        return not (unknown or wrong & self.trusted & ~hypothesis.dead)

    def note(self, touch: Touch) -> None:
        """Take in a change of a reed or a tilt contact before it is explained."""
        at, cell, kind = touch.at, touch.cell, touch.kind
        if kind in (Kind.A_UP, Kind.B_UP):
            self.turned[cell] = at
            return
        if kind is Kind.PLACE:
            self.deaf &= ~reed(cell)
            self.turned[cell] = at
            self.fresh |= tilt(cell) & self.adapter.places
            self.counts_at = at + COUNTS_AFTER
        else:
            self.fresh &= ~tilt(cell)

    def planted(self, told: Token, tokens: Sequence[Token]) -> Token:
        """Return the token of a piece that only a press has told of, from when it was put down.

        The tilt contact of its cell shows that if the glass stands on the other end than before.
        tokens: the open tokens, with the piece that was lifted.
        """
        lifted = max((one.at for one in tokens if one.kind is Open.UP), default=told.at)
        turned = self.turned.get(told.cell, NEVER)
        return told._replace(at=turned) if lifted < turned < told.at else told

    def press(self, cell: int, at: int) -> None:
        """Take in that a button is pressed."""
        self.held[cell] = at
        self.deaf &= ~contacts_of(buttons=one_cell(cell))
        self._presses[cell, at] = math.inf
        if len(self._presses) > REMEMBERED_PRESSES:
            del self._presses[next(iter(self._presses))]
        self._find_arms()

    def release(self, cell: int, at: int) -> bool:
        """Take in that a button is let go; return whether a press has turned out to be a finger's."""
        before, press = self._arms, (cell, self.held.pop(cell, at))
        if press in self._presses:
            self._presses[press] = at
        self._find_arms()
        return not before <= self._arms

    def _find_arms(self) -> None:
        self._arms = {one for one in self._presses if any(self._is_arm(one, other) for other in self._presses)}

    def _is_arm(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether an arm made both presses: at once, unless a finger made the first shortly.

        Where none of them was long, two fingers made them.
        """
        if one == other or abs(one[1] - other[1]) >= self.costs.slow_time or not self._overlap(one, other):
            return False
        brief, briefly = (self._presses[press] - press[1] < self.costs.pass_time for press in (one, other))
        return not (brief and (briefly or one[1] < other[1]))

    def _overlap(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        return one[1] < self._presses[other] and other[1] < self._presses[one]

    def is_of_arm(self, token: Token) -> bool:
        """Return whether no hand has made this token: an arm, a thing, or a piece on its button."""
        return token.together or (token.cell, token.at) in self._arms

    def length(self, press: Token, at: int) -> float:
        """Return for how long a press was held, so far, microseconds."""
        return min(self._presses.get((press.cell, press.at), press.at), at) - press.at

    def is_leaning(self, press: Token, at: int) -> bool:
        """Return whether a press is a long press so far, or part of several at once."""
        return self.is_of_arm(press) or self.length(press, at) > self.costs.press_time

    def is_held(self, press: Token) -> bool:
        """Return whether this press has not been let go yet."""
        return self.held.get(press.cell) == press.at

    def is_pressing(self, at: int) -> bool:
        """Return whether a button has just been pressed, by a finger or an arm coming down."""
        return any(at - since < self.costs.slow_time for since in self.held.values())

    def is_alone(self, cell: int, since: int) -> bool:
        """Return whether no other button was held while this one was held, since `since`."""
        press = (cell, since)
        return not any(
            other != press and self._overlap(press, other) and since - other[1] < self.costs.forget_time
            for other in self._presses
            if press in self._presses
        )
