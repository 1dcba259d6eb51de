"""The evaluation of positions of Révolution with hourglasses."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from types import MappingProxyType

from firmware.opponents.evaluation import Evaluation
from rules.hourglass import SEATS, Position
from rules.hourglass_setup import LOSES, Side
from rules.hourglass_state import DIED, GONE, NEVER, Glasses

PACE = 4000  # milliseconds from move to move
ARRIVES = 0.9  # chance that a glass gets one hole farther
LATE = 0.35  # chance that a glass lives which runs out before it can be turned, if it nearly does not
FEW = 3  # glasses; a seat that has lost one gets home sooner, one that has lost more seldom wins
SOON = 4  # moves until the end of a race at which it counts half
TIGHT = 0.2  # risk of losing where every move until a glass runs out is needed to turn others


@cache
def distances(side: Side) -> tuple[int, ...]:
    """Return how many lines lead from each hole to the nearest hole of this seat's goal."""
    near = side.board.near
    steps = [0] * len(near)
    reached = edge = side.goal
    away = 0
    while edge:
        away += 1
        beside = 0
        for hole, around in enumerate(near):
            if edge >> hole & 1:
                beside |= around
        edge = beside & ~reached
        reached |= edge
        for hole in range(len(near)):
            if edge >> hole & 1:
                steps[hole] = away
    return tuple(steps)


class HourglassEvaluation(Evaluation):
    """Glasses in the goal, glasses on their way there with the sand they have left, the lead when
    the first seat is home, and the turn.

    Players do not wait on purpose here: a move comes every `PACE` milliseconds. A glass can run out
    in the turn of its seat all the same, when others had to be turned before it, or when it was
    turned so full that its sand does not last until the next move. Where that loses the game
    (HG-12) it outweighs all else.
    """

    by_hand = MappingProxyType(
        {"goal": 2.0, "way": 1.5, "living": 0.0, "scarce": 0.0, "few": 0.0, "race": 0.0, "stalling": -6.0, "turn": 0.1}
    )
    pace = PACE
    exploration = 0.3
    temperature = 0.1

    def measure(self, position: Position) -> list[tuple[float, ...]]:
        side = position.side
        now = position.now
        risks = 0.0, 0.0
        if side.setup.stalling == LOSES:
            risks = (self._risk(side, position.mine, now, 1), self._risk(side.next, position.theirs, now, 0))
        own, steps = _progress(side, position.mine, now, self.pace)
        others, their_steps = _progress(side.next, position.theirs, now, self.pace)
        race = _race(own[0], steps, others[0], their_steps) / 2
        mine = (*own, race, risks[0], 0.5)
        theirs = (*others, -race, risks[1], -0.5)
        return [theirs, mine] if side.index else [mine, theirs]

    def mover(self, position: Position) -> int:
        """Return the number of the seat that chooses, which under HG-11 may be the other seat."""
        return SEATS.index(position.mover or position.side.name)

    def may_slip(self, position: Position) -> bool:
        # A seat that never lets a glass die beats random play too often. Between two moves of a
        # seat the other makes one at most, so two in a row are one or two plies apart.
        return position.plies % 4 == 1 + self.mover(position)

    def _risk(self, side: Side, glasses: Glasses, now: int, first: int) -> float:
        """Return the risk that a glass of this seat runs out in its turn: 1 where it cannot turn
        them all in time, `TIGHT` where it just can, if no glass stands in its way.

        A glass that cannot move does not count (HG-12), unless the other seat stands in its way,
        which may step aside.

        first: how often the seat moves before its next turn: once where it is its turn, else never.
        """
        round_ = 2 * self.pace
        own = sum([1 << hole for hole in glasses[0] if hole != GONE])
        runs_out = [0] * len(side.sand)  # glasses by the turn of the seat, counted from its next
        for hole, end in zip(glasses[0], glasses[1], strict=True):
            if hole == GONE or end >= NEVER or not side.outside >> hole & 1:
                continue
            turns, late = divmod(end - now + (1 - first) * self.pace - 1, round_)
            if late >= self.pace and turns < len(side.sand) and side.board.near[hole] & ~own:
                runs_out[turns] += 1
        in_time = first
        risk = 0.0
        for number in runs_out:
            in_time -= number
            if in_time < 0:
                return 1.0
            if number and not in_time:
                risk = TIGHT
            in_time += 1
        return risk


def _race(arrived: float, steps: Sequence[int], their_arrived: float, their_steps: Sequence[int]) -> float:
    """Return by how many glasses the seat to move is ahead in the goal when the first of both has
    walked all of its own there, the less, the more moves that takes.

    steps: index n: the moves until n + 1 more glasses are there.
    """
    own, others = steps[-1], their_steps[-1]
    ahead = arrived - their_arrived
    if own <= others:
        ahead += len(steps) - sum([one < own for one in their_steps])
    else:
        ahead += sum([one <= others for one in steps]) - len(their_steps)
    return ahead * SOON / (SOON + min(own, others))


@lru_cache(maxsize=4096)  # moves of one seat leave the other's glasses as they are
def _progress(side: Side, glasses: Glasses, now: int, pace: int) -> tuple[tuple[float, ...], Sequence[int]]:
    """Return a seat's glasses in the goal, and those expected to get there; the number alive
    outside, the number that run out before their turn, and how many are missing to `FEW`.
    With it, at index n, the moves until n + 1 more glasses are in the goal.
    """
    away = distances(side)
    arrived = 0.0
    running = []
    for hole, end, sand in zip(glasses[0], glasses[1], side.sand, strict=True):
        if hole == GONE:
            continue
        steps = away[hole]
        if not steps:
            arrived += 1
        elif end != DIED:
            running.append((max(end - now, 0) if end < NEVER else sand, steps, sand))
    running.sort()  # the one that runs out first is turned first
    coming = scarce = 0.0
    round_ = 2 * pace  # from one move of a seat to its next
    for turn, (left, steps, sand) in enumerate(running, 1):
        wait = round_ * turn
        turned = sand - left + wait if left > wait else 0  # sand after being turned once more
        need = round_ * (steps + len(running) - 1)
        scarce += left <= wait
        lives = 1.0 if left > wait else LATE * left / wait
        coming += lives * ARRIVES**steps * (0.4 + 0.6 * min(1.0, max(left, turned) / need))
    nearest = tuple(accumulate(sorted([steps for _, steps, _ in running])))
    few = max(0.0, FEW - arrived - len(running))
    return (arrived, coming, float(len(running)), scarce, few), nearest


EVALUATION = HourglassEvaluation
