"""Gestures: the changes of the table's contacts by which hands make the moves of a game."""

from typing import NamedTuple

from firmware.sensing.events import Kind, Touch
from hal import NO_CELLS, NO_CONTACTS, Cells, Contacts, reed, tilt
from rules import Move


def contact(touch: Touch) -> Contacts:
    """Return the contact, reed or tilt, that a touch moves; no contact for a button."""
    if touch.kind in (Kind.PLACE, Kind.LIFT):
        return reed(touch.cell)
    return tilt(touch.cell) if touch.kind in (Kind.A_UP, Kind.B_UP) else NO_CONTACTS


class Gesture(NamedTuple):
    """The contacts and cells that hands change for a move. A move may have several gestures.

    Attributes:
        flips: the contacts that are different afterwards.
        presses: the cells pressed meanwhile, in any order.
        passing: cells whose reed may be different on the way.
        key: the key that completes the move, None without a key.
        held: contacts that are different too while the key is pressed, and not afterwards.
    """

    move: Move
    flips: Contacts = NO_CONTACTS
    presses: Cells = NO_CELLS
    passing: Cells = NO_CELLS
    key: str | None = None
    held: Contacts = NO_CONTACTS


class Touched(NamedTuple):
    """The cells that hands have touched without a meaning as yet; bit n is cell n.

    lifted: the cells where a piece is missing. placed: the cells with a piece too many. pressed:
    the cells that were pressed.
    """

    lifted: Cells
    placed: Cells
    pressed: Cells
