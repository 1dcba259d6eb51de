"""The events that the firmware decides by: settled changes of contacts and keys."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from hal import Contacts


class Kind(Enum):
    """The kind of a touch."""

    LIFT = "lift"  # the reed opened
    PLACE = "place"  # the reed closed
    PRESS = "press"  # the button closed
    RELEASE = "release"  # the button opened
    A_UP = "a up"  # the tilt contact closed: end A of the hourglass is up
    B_UP = "b up"  # the tilt contact opened


class Touch(NamedTuple):
    """A settled change of a contact.

    at: when the contact first moved, in microseconds.
    """

    at: int
    kind: Kind
    cell: int


class Key(NamedTuple):
    """A key was pressed. at: when, in microseconds. name: CONFIRM, UNDO, HINT or MENU."""

    at: int
    name: str


class Chatter(NamedTuple):
    """A contact that toggles without rest is ignored from now on, or counts again.

    at: when, in microseconds. layer: reed, button, tilt or key. where: its row and column, or the
    name of the key. resting: whether it rests again. reed: the cell whose reed it is, None for
    another contact.
    """

    at: int
    layer: str
    where: Mapping[str, str | int]
    resting: bool
    reed: int | None = None


class Unread(NamedTuple):
    """The set of unread contacts has changed.

    Attributes:
        at: when, in microseconds.
        contacts: the contacts that cannot be read from now on.
        closed: the reeds and tilt contacts that are closed now; contacts that can be read again
            as they are.
    """

    at: int
    contacts: Contacts
    closed: Contacts


Event = Touch | Key | Chatter | Unread
