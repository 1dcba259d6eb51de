"""What happened at the table, in the words that the decisions are made in?"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What a hand did to a cell."""

    LIFT = "lift"  # the reed opened
    PLACE = "place"  # the reed closed
    PRESS = "press"  # the button closed
    RELEASE = "release"  # the button opened
    A_UP = "a up"  # the tilt contact closed: end A of the hourglass is up
    B_UP = "b up"  # the tilt contact opened


class Touch(NamedTuple):
    """One settled change of one contact.

    at: when the contact first moved, in microseconds.
    """

    at: int
    kind: Kind
    cell: int


class Key(NamedTuple):
    """A key went down. name: CONFIRM, UNDO, HINT or MENU."""

    at: int
    name: str


class Chatter(NamedTuple):
    """A contact toggles without rest and is left out until it rests again (or it does now).

    layer: reed, button, tilt or key. where: its row and column, or which key it is. reed: the cell
    whose reed it is, None for another contact.
    """

    at: int
    layer: str
    where: Mapping[str, str | int]
    resting: bool
    reed: int | None = None


Event = Touch | Key | Chatter
