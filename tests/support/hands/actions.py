"""Actions of clumsy hands beside touches, and contacts that misread them, as actions of a plan.

Edges of contacts, :class:`hal.Edge`, are actions too: contacts make them by themselves.
"""

from typing import NamedTuple

from firmware.simulation.plans import Action, Plan
from hal import Cells, cell_set
from hal.trace import SECOND

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


class Rest(NamedTuple):
    """The hand that held a cell lets go."""

    at: int


class Missed(NamedTuple):
    """The contact of a piece that is put on this cell then does not close."""

    at: int
    cell: int


class Between(NamedTuple):
    """A piece is left beside the middle of its cell, where it closes the contact of another cell, too."""

    at: int
    cell: int
    other: int


class Flicker(NamedTuple):
    """The contact of a standing piece flickers while people play on.

    Attributes:
        pulses: when it opens and closes again (microseconds from `at`).
    """

    at: int
    cell: int
    pulses: tuple[tuple[int, int], ...]


def missed(plan: Plan) -> Cells:
    """The cells on which the contact of a piece put down does not close."""
    return cell_set(one.cell for one in plan.actions if isinstance(one, Missed))


def held(at: int, cell: int, lasts: int = HOLD_TIME) -> tuple[Action, Action]:
    """The actions that hold a cell pressed from `at` on."""
    return Hold(at, cell, lasts), Rest(at + lasts)
