"""The beam: the hypotheses that are kept, and the cost of each."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain

from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import Hypothesis

Priced = tuple[float, Hypothesis]  # its price, and the hypothesis


class Beam:
    """The hypotheses that may explain the changes of the contacts; only this class changes the set.

    They stand in the order of their prices, the cheapest first; no three of them agree on all, none
    costs more than `Costs.worst` above the cheapest, and there are at most `Costs.beam`. The costs
    that all of them have paid are taken from each, and remembered as their debt until the pieces
    stand as the best believes. The debt fades: pieces that stay wrong say less with time.
    """

    def __init__(self, costs: Costs) -> None:
        self._costs = costs
        self._kept: list[Priced] = []
        self._since = 0  # when the debt was counted last
        self._left_out = math.inf  # the lowest price beyond the room of `Costs.beam`
        self.debt = 0.0
        self._marked: tuple[list[Priced], int, float, float] | None = None

    @property
    def hypotheses(self) -> list[Hypothesis]:
        """The hypotheses, the cheapest first."""
        return [hypothesis for _, hypothesis in self._kept]

    @property
    def prices(self) -> list[float]:
        """The price of each hypothesis, in their order."""
        return [price for price, _ in self._kept]

    @property
    def owes(self) -> float:
        """The cost of the best hypothesis since the pieces last stood as it believes."""
        return self._kept[0][0] + self.debt

    def take(self, hypothesis: Hypothesis, at: int) -> None:
        """Take this hypothesis for certain at a time (microseconds)."""
        self._change([(0.0, hypothesis._replace(cost=0.0))])
        self.debt, self._since, self._left_out = 0.0, at, math.inf

    @property
    def is_marked(self) -> bool:
        """Whether only touches and time have changed the hypotheses since they were marked."""
        return self._marked is not None

    def mark(self) -> None:
        """Remember the hypotheses as they are, to go back to them."""
        self._marked = self._kept, self._since, self._left_out, self.debt

    def go_back(self) -> None:
        """Take the hypotheses that were marked."""
        if self._marked is not None:
            self._kept, self._since, self._left_out, self.debt = self._marked

    def cut(self, priced: Iterable[tuple[Hashable, float, Hypothesis]], at: int, *, keeps: bool = False) -> None:
        """Keep the cheapest hypothesis of each group that agrees on its key.

        Where only the open tokens make it cheaper, the hypothesis that has paid least is kept, too.
        An empty `priced` changes nothing.

        priced: for each hypothesis its key, its price and itself. at: microseconds. keeps: whether
        the marked hypotheses stay marked.
        """
        if not keeps:
            self._marked = None
        best: dict[Hashable, list[Priced]] = {}  # the cheapest, and that other
        for key, price, hypothesis in priced:
            one = price, hypothesis
            found = best.setdefault(key, [one, one])
            if price < found[0][0]:
                found[0] = one
            if hypothesis.cost < found[1][1].cost:
                found[1] = one
        if not best:
            return
        slim = self._costs.slim
        kept = (found[: 1 + (found[1][1].cost < found[0][1].cost - slim)] for found in best.values())
        ranked = self._unlike(sorted(chain.from_iterable(kept), key=lambda one: one[0]))
        low = min(hypothesis.cost for _, hypothesis in ranked)
        costs = self._costs
        elapsed = max(at - self._since, 0) / 1_000_000
        self.debt = max(min(self.debt, 0.0), self.debt - costs.forgive * elapsed) + low
        self._since = max(at, self._since)
        dearest = ranked[0][0] + costs.worst
        left_out = min((price for price, _ in ranked[costs.beam : costs.beam + 1]), default=math.inf)
        self._left_out = min(self._left_out, left_out) - low
        self._kept = [
            (price - low, hypothesis._replace(cost=hypothesis.cost - low) if low else hypothesis)
            for price, hypothesis in ranked[: costs.beam]
            if price <= dearest
        ]

    def _unlike(self, ranked: Sequence[Priced]) -> list[Priced]:
        """Return these hypotheses, but at most `Costs.most_alike` alike.

        Hypotheses are alike if they have the same price and the same open tokens, as when a piece
        may stand anywhere: some of them are enough to disagree.
        """
        alike: Counter[Hashable] = Counter()
        kept = []
        for price, one in ranked:
            key = round(price, 3), one.open
            alike[key] += 1
            if alike[key] <= self._costs.most_alike:
                kept.append((price, one))
        return kept

    def rewrite(self, change: Callable[[Hypothesis], Hypothesis]) -> None:
        """Change each hypothesis in fields that do not concern its price."""
        self._change([(price, change(hypothesis)) for price, hypothesis in self._kept])

    def charge(self, key: str, cost: Callable[[Hypothesis], float], at: int) -> None:
        """Let each hypothesis pay an extra cost, and put them into order again.

        key: the name of the cost. at: microseconds.
        """
        paid = [(price, cost(one), one) for price, one in self._kept]
        self._change([(price + more, one.pay((key, more), at) if more else one) for price, more, one in paid])

    def drop(self, drops: Callable[[Hypothesis], bool]) -> None:
        """Drop the hypotheses for which `drops` is true, unless it is true for all."""
        self._change([one for one in self._kept if not drops(one[1])] or self._kept)
        self._left_out = math.inf

    def add(self, hypothesis: Hypothesis, price: float) -> None:
        """Add a hypothesis at a price."""
        self._change([*self._kept, (price, hypothesis)])

    def _change(self, kept: list[Priced]) -> None:
        """Replace the hypotheses, for another reason than a touch."""
        self._kept = sorted(kept, key=lambda one: one[0])
        self._marked = None

    def overrule(self, cost: float) -> None:
        """Charge the hypotheses left out for lack of room, too: players have contradicted them."""
        self._left_out += cost

    def settle(self) -> None:
        """Forget the costs that all hypotheses have paid: their reasons are explained."""
        self._marked = None
        self.debt = -self._kept[0][0]

    @property
    def crowded(self) -> bool:
        """Whether a hypothesis left out for lack of room may lie within the margin."""
        return self._left_out <= self._kept[0][0] + self._costs.margin

    def near(self, *, hurried: bool = False) -> list[Hypothesis]:
        """Return the hypotheses within the margin, or within a slimmer margin if `hurried`."""
        dearest = self._kept[0][0] + (self._costs.slim if hurried else self._costs.margin)
        return [one for price, one in self._kept if price <= dearest]
