"""The plans of simulated players: the actions of hands that make a move, with their times."""

from typing import NamedTuple, Protocol, Self

from firmware.sensing.events import Kind, Touch
from hal import Cells, cell_set
from rules import Move


class Action(Protocol):
    """An action of a hand: a :class:`Touch`, a :class:`Key`, or another action that a table knows."""

    @property
    def at(self) -> int:
        """The time of its beginning in microseconds."""

    def _replace(self, *, at: int) -> Self:
        """Return the same action at another time."""


class Plan(NamedTuple):
    """The plan of a move or more: the next actions of players.

    Attributes:
        moves: the meant moves, in order.
        ends: when the last touch of each is made (microseconds).
        actions: the actions of hands, in any order.
    """

    moves: tuple[Move, ...]
    ends: tuple[int, ...]
    actions: tuple[Action, ...]

    @property
    def begin(self) -> int:
        """The time of the first touch in microseconds."""
        return min(one.at for one in self.actions)

    @property
    def done(self) -> int:
        """The time of its end in microseconds."""
        return max((*self.ends, *(one.at for one in self.actions)))

    @property
    def cells(self) -> Cells:
        """The set of cells that are touched."""
        return self.touched(*Kind)

    def touches(self, *kinds: Kind) -> list[Touch]:
        """Return the touches of these kinds."""
        return [one for one in self.actions if isinstance(one, Touch) and one.kind in kinds]

    def touched(self, *kinds: Kind) -> Cells:
        """Return the set of cells that are touched in these ways."""
        return cell_set(one.cell for one in self.touches(*kinds))

    def delayed(self, since: int, by: int) -> Self:
        """Return the same plan, with everything from `since` on moved `by` microseconds later."""
        return self._replace(
            ends=tuple(end + by if end >= since else end for end in self.ends),
            actions=tuple(one._replace(at=one.at + by) if one.at >= since else one for one in self.actions),
        )

    def adding(self, *actions: Action) -> Self:
        """Return the same plan with more actions of hands."""
        return self._replace(actions=(*self.actions, *actions))

    def then(self, other: Self) -> Self:
        """Return a plan of both, in which the other's moves follow these."""
        return self._replace(
            moves=self.moves + other.moves, ends=self.ends + other.ends, actions=self.actions + other.actions
        )
