"""The beam: the hypotheses that may explain the changes of the contacts, extended by each change."""

import math
from bisect import bisect
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate
from operator import and_

from firmware.games import AnyAdapter
from firmware.recognition.charges import open_charges, unused_cost
from firmware.recognition.costs import COSTS, Costs
from firmware.recognition.crowd import is_crowd
from firmware.recognition.hypothesis import Hypothesis, Open, Token
from firmware.recognition.observed import Observed
from firmware.recognition.transition import Change, ChangeKind, extend
from firmware.recognition.trust import Trust
from firmware.sensing.events import Kind, Touch
from hal import NO_CELLS, NO_CONTACTS, Cells, Contacts
from rules import Move

_KINDS = {
    Kind.LIFT: ChangeKind.OPENS,
    Kind.PLACE: ChangeKind.CLOSES,
    Kind.PRESS: ChangeKind.PRESSED,
    Kind.A_UP: ChangeKind.TURNED,
    Kind.B_UP: ChangeKind.TURNED,
}


class Beam:
    """The hypotheses that may explain the changes of the contacts; only this class changes the set.

    The costs that all of them have paid are taken from each, and remembered as their debt until the
    pieces stand as the best believes. The debt fades: pieces that stay wrong say less with time.

    Attributes:
        seen: the observed contacts.
        hypotheses: the hypotheses kept, the cheapest first.
        debt: the recent costs that all of them have paid.
    """

    def __init__(self, adapter: AnyAdapter, trust: Trust, costs: Costs = COSTS) -> None:
        self.adapter = adapter
        self.costs = costs
        self.seen = Observed(adapter, trust, costs)
        self.hypotheses: list[Hypothesis] = []
        self.debt = 0.0
        self._since = 0  # when the debt was counted last
        self._left_out = math.inf  # the lowest price beyond `Costs.room`, since the last touch
        self._marked: tuple[list[Hypothesis], float, int, float] | None = None  # as before a crowd
        self._pressed: list[Change] = []  # the changes of buttons since then, while reeds move

    # What they say

    def near(self, *, hurried: bool = False) -> list[Hypothesis]:
        """Return the hypotheses within the margin, or within a slimmer margin if `hurried`."""
        dearest = self.hypotheses[0].price + (self.costs.slim if hurried else self.costs.margin)
        return [one for one in self.hypotheses if one.price <= dearest]

    @property
    def owes(self) -> float:
        """The cost of the best hypothesis since the pieces last stood as it believes."""
        return self.hypotheses[0].price + self.debt

    @property
    def lost(self) -> bool:
        """Whether ignorance is likelier than the cheapest hypothesis.

        It is so, too, while several pieces stand unexplained, and where a hypothesis left out for
        lack of room may lie within the margin.
        """
        best = self.hypotheses[0]
        unexplained = [one for one in best.moved if one.beside < 0 and not one.together]
        crowded = self._left_out <= best.price + self.costs.margin
        return self.owes > self.costs.lost or crowded or len(unexplained) > 1

    # Knowledge from elsewhere

    def restart(self, hypothesis: Hypothesis, at: int) -> None:
        """Take this hypothesis for certain; contacts that differ from its `closed` are tokens."""
        self._take(hypothesis, at)
        self.seen.vacated.clear()

    def condition_on(self, hypothesis: Hypothesis, at: int) -> None:
        """Prefer a hypothesis that players have confirmed; others have to be likelier."""
        others = [
            one.pay(("overruled", self.costs.overruled), at)
            for one in self.hypotheses
            if one.moves != hypothesis.moves or one.moved
        ]
        if self.seen.burst.goes_on:  # its changes have been read by no hypothesis
            others = [self.seen.fitted(one, at) for one in others]
        self._take(hypothesis, at)
        self._cut([*self.hypotheses, *others], at)

    def fit(self, at: int, *, together: bool = False) -> None:
        """Make the tokens of all hypotheses fit the contacts, as the trusted ones have changed.

        together: whether a thing that is no piece has closed them.
        """
        self.seen.burst.begin()
        self._cut([self.seen.fitted(one, at, together=together) for one in self.hypotheses], at)

    def run_clock(self, clock: int) -> None:
        """Let the sand of all hypotheses run since `clock` (microseconds)."""
        self.seen.zero = clock
        self._change(
            one._replace(clock=clock if one.position.later(1) is not one.position else None) for one in self.hypotheses
        )

    def doubt(self, contacts: Contacts, shown: Container[str], at: int) -> None:
        """Charge the hypotheses whose moves rest on contacts that proved unreliable.

        shown: the moves that were shown already, which stay.
        """

        def rests(one: Hypothesis) -> bool:
            return any(
                step.move not in shown and any(contacts >> used.cell & 1 for used in step.used) for step in one.steps
            )

        self._charge("worst", self.costs.worst, rests, at)

    def distrust_dead(self, at: int, *, hurried: bool) -> Contacts:
        """Distrust the contacts that all near hypotheses believe to be dead.

        Return the contacts found broken now. Hypotheses in which they work pay, as players have
        seen them called dead. Contacts that cannot be read are taken for what is believed.
        """
        seen, trust = self.seen, self.seen.trust
        near = self.near(hurried=hurried)
        dead = reduce(and_, (one.dead for one in near)) & self.adapter.places
        unread = dead & trust.unread & (seen.closed ^ near[0].closed)
        broken = dead & ~trust.unread & ~trust.distrusted
        seen.closed ^= unread
        trust.find(broken)
        if broken:
            self._charge("overruled", self.costs.overruled, lambda one: not one.dead & broken, at)
        if broken or unread:
            self.fit(at)
        return broken

    def contradict(self, shown: Sequence[Move], at: int) -> None:
        """Charge hypotheses with other moves than the shown moves: players have seen these."""
        said = (*shown,)
        self._charge("contradicts", self.costs.contradicts, lambda one: one.moves[: len(said)] != said, at)

    def make_certain(self, moves: tuple[Move, ...]) -> None:
        """Forget these first moves, which are certain, and the hypotheses that differ from them."""
        sure = len(moves)
        kept = [one for one in self.hypotheses if one.moves[:sure] == moves]
        self._change(one.without(sure) for one in kept or self.hypotheses)
        self._left_out = math.inf

    def settle(self) -> None:
        """Forget the costs that all hypotheses have paid: their reasons are explained."""
        self._marked = None
        self.debt = -self.hypotheses[0].price

    def add(self, hypothesis: Hypothesis) -> None:
        """Add a hypothesis at its price."""
        self._change([*self.hypotheses, hypothesis])

    # Observations

    def touch(
        self, touch: Touch, answer: tuple[int, Move] | None = None, *, doubtful: bool = False, entered: bool = False
    ) -> None:
        """Extend all hypotheses by a settled change of a contact.

        answer: the number of a step and its move, if the touch answers a question. doubtful: whether
        it may be none, as hands have gone on since. entered: whether a key has announced the press,
        which is then read when it is over.
        """
        seen, at, cell = self.seen, touch.at, touch.cell
        if touch.kind is not Kind.RELEASE:
            self._left_out = math.inf  # those left out before would have to explain this, too
        if touch.kind in (Kind.LIFT, Kind.PLACE):
            if not self._moves_in_a_crowd(touch):
                self._read(touch)
            seen.touched = at
            return
        if touch.kind is Kind.RELEASE:
            seen.touched = at
            freed = seen.release(cell, at)  # it may be part of a move after all
            grown = self._extended(Change(ChangeKind.TRUSTED, -1, at)) if freed else self.hypotheses
            self._cut(grown, at, keeps=True)
            return
        change = Change(_KINDS[touch.kind], cell, at, entered=entered)
        if touch.kind is Kind.PRESS:
            seen.press(cell, at)
        else:
            seen.note(touch)
        if self._marked and seen.burst.is_soon(at):
            self._pressed.append(change)
        grown = list(self._extended(change))
        if answer is not None:
            best, (ply, move) = self.hypotheses[0], answer
            denied = self.costs.overruled
            agrees = best.moves[ply : ply + 1] == (move,)
            if (agrees or doubtful) and seen.pressable(best.position) >> cell & 1:
                # it may as well begin the next move: both stand until the press has waited
                denied = self.costs.margin - self.costs.waiting_press
            grown = [one.pay(("overruled", denied), at, cell) for one in grown]
            grown += self._answered(*answer, at)
            self._left_out += 2 * self.costs.overruled
        seen.touched = at
        self._cut(grown, at, keeps=True)

    def _moves_in_a_crowd(self, touch: Touch) -> bool:
        """Note a reed that moves; return whether more reeds move than hands can move.

        Then the hypotheses are restored from before the first of them moved, and the presses since kept.
        """
        burst = self.seen.burst
        if not (burst.is_soon(touch.at) and (burst.goes_on or self._marked)):
            self._marked, self._pressed = (self.hypotheses, self.debt, self._since, self._left_out), []
            burst.begin()
        self.seen.note(touch)
        if burst.note(touch) and self._marked:
            self.hypotheses, self.debt, self._since, self._left_out = self._marked
            for change in self._pressed:
                self._cut(self._extended(change), change.at, keeps=True)
        return burst.goes_on

    def catch_up(self, at: int) -> None:
        """Read the changes that had to wait: the ends of glasses, and a crowd of reeds at rest."""
        seen = self.seen
        if seen.fresh and at >= seen.counts_at:
            seen.fresh = NO_CONTACTS
            self.retry(seen.counts_at)
        left = seen.burst.left(at)
        if left is None:
            return
        seen.burst.begin()
        self._change(
            one._replace(open=tuple(o for o in one.open if not self._clicks(o, at))) for one in self.hypotheses
        )
        if is_crowd(left, self.costs):  # no move explains it
            self.fit(at, together=True)
        else:
            for touch in left:
                self._read(touch)
        self.retry(at)  # with the presses meanwhile

    def _clicks(self, token: Token, at: int) -> bool:
        """Return whether a press is so short that no finger but the knock has made it."""
        made = token.kind is Open.PRESS and any(token.at == change.at for change in self._pressed)
        return made and not self.seen.is_held(token) and self.seen.length(token, at) < self.costs.bump_time

    def _read(self, touch: Touch) -> None:
        """Extend all hypotheses by a reed that moved."""
        change = Change(_KINDS[touch.kind], touch.cell, touch.at)
        self._cut(self._extended(change), touch.at, keeps=True)
        if touch.kind is Kind.LIFT:
            self.seen.vacated[touch.cell] = touch.at

    def _extended(self, change: Change) -> Iterator[Hypothesis]:
        for number, one in enumerate(self.hypotheses):
            likely = number < self.costs.few and one.price < self.costs.unseen
            yield from extend(self.seen, one, change._replace(likely=likely))

    def _answered(self, ply: int, move: Move, at: int) -> Iterator[Hypothesis]:
        """Yield the hypotheses; other moves than the answer for a step cost more."""
        for one in self.hypotheses:
            agrees = one.moves[ply : ply + 1] == (move,)
            yield one if agrees else one.pay(("overruled", 2 * self.costs.overruled), at)

    def retry(self, at: int) -> None:
        """Look again for moves in the open tokens, as the trusted contacts have changed."""
        self._cut(self._extended(Change(ChangeKind.TRUSTED, -1, at)), at)

    def say(self, cell: int, at: int, key: str, blamed: Contacts = NO_CONTACTS) -> None:
        """Read a finished press as a message that the piece on its cell differs from its contacts.

        key: the name of its cost. blamed: the contacts of the cell that were at odds, or
        believed to be dead: a hypothesis in which all of them work pays more.
        """
        price, denied = ((name, float(getattr(self.costs, name))) for name in (key, "overruled"))
        said = self._extended(Change(ChangeKind.SAID, cell, at, price=price))
        self._cut([one.pay(denied, at, cell) if blamed and not one.dead & blamed else one for one in said], at)

    def pass_time(self, at: int) -> None:
        """Let time pass: open tokens cost more, and presses without a meaning are forgotten."""
        self._cut([self._forget(one, at) for one in self.hypotheses], at, keeps=True)

    def _forget(self, hypothesis: Hypothesis, at: int) -> Hypothesis:
        """Let a hypothesis pay for the presses that mean nothing any more, and forget them."""
        pressable = self.seen.pressable(hypothesis.position) if hypothesis.open else NO_CELLS
        for one in hypothesis.open:
            if one.kind is Open.PRESS and self._is_over(hypothesis, one, pressable, at):
                priced = unused_cost(self.seen, hypothesis, one, at)
                hypothesis = hypothesis.pay(priced, one.at, one.cell)
                hypothesis = hypothesis._replace(open=tuple(other for other in hypothesis.open if other is not one))
        return hypothesis

    def _is_over(self, hypothesis: Hypothesis, one: Token, pressable: Cells, at: int) -> bool:
        """Return whether a press means nothing any more."""
        costs, ended = self.costs, hypothesis.ended
        aged = at - one.at > costs.forget_time
        waits = not self.seen.is_leaning(one, at) and pressable >> one.cell & 1 == 1 and (one.at >= ended or not aged)
        old = aged or at - 1_000_000 > ended > one.at
        return old and not waits and (not self.seen.is_held(one) or at - one.at > costs.forget_time)

    # The set

    def _take(self, hypothesis: Hypothesis, at: int) -> None:
        self.seen.burst.begin()
        self._change([self.seen.fitted(hypothesis, at)._replace(cost=0.0, price=0.0)])
        self.debt, self._since, self._left_out = 0.0, at, math.inf

    def _charge(self, key: str, cost: float, whom: Callable[[Hypothesis], bool], at: int) -> None:
        """Let some hypotheses pay an extra cost, and put all into order again. key: the name of the cost."""
        self._change(
            one.pay((key, cost), at)._replace(price=one.price + cost) if whom(one) else one for one in self.hypotheses
        )

    def _change(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Replace the hypotheses, for another reason than a touch."""
        self.hypotheses = sorted(hypotheses, key=lambda one: one.price)
        self._marked = None

    def _cut(self, hypotheses: Iterable[Hypothesis], at: int, *, keeps: bool = False) -> None:
        """Price these hypotheses, and keep the cheapest of them. Nothing changes if there are none.

        at: microseconds. keeps: whether the marked hypotheses stay marked.
        """
        costs = self.costs
        priced = [
            one._replace(price=sum((item.cost for item in open_charges(self.seen, one, at)), one.cost))
            for one in hypotheses
        ]
        if not keeps:
            self._marked = None
        ranked = rank(priced, costs)
        if not ranked:
            return
        low = min(one.cost for one in ranked)
        forgiven = costs.forgive * max(at - self._since, 0) / 1_000_000
        self.debt = max(min(self.debt, 0.0), self.debt - forgiven) + low
        self._since = max(at, self._since)
        taken = [*accumulate(3 + len(one.open) for one in ranked)]
        kept = max(1, bisect(taken, costs.room))
        self._left_out = min([self._left_out, *(one.price for one in ranked[kept : kept + 1])]) - low
        dearest = ranked[0].price + costs.worst
        self.hypotheses = [
            one._replace(cost=one.cost - low, price=one.price - low) for one in ranked[:kept] if one.price <= dearest
        ]


def rank(hypotheses: Iterable[Hypothesis], costs: Costs) -> list[Hypothesis]:
    """Return the cheapest hypothesis of each group that agrees on everything, the cheapest first.

    Where only the open tokens make it cheaper, the hypothesis that has paid least is kept, too.
    """
    groups: dict[Hashable, list[Hypothesis]] = {}  # the cheapest, and that other
    for one in hypotheses:
        tokens = tuple(sorted((token.kind, token.cell) for token in one.open))
        group = groups.setdefault((one.moves, one.closed, one.blind, one.dead, tokens), [one, one])
        if one.price < group[0].price:
            group[0] = one
        if one.cost < group[1].cost:
            group[1] = one
    kept = [
        one for first, other in groups.values() for one in (first, other)[: 1 + (other.cost < first.cost - costs.slim)]
    ]
    return sorted(kept, key=lambda one: one.price)
