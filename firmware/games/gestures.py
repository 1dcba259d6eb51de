"""Gestures: what hands do for the moves of a game, as changes of the table's contacts."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from firmware.sensing.events import Kind, Touch
from hal import Cells, Contacts, tilt
from rules import Move, Position
from wiring import Overlay


def contact(touch: Touch) -> Contacts:
    """Return the contact of the picture that a touch moves, 0 for a button."""
    if touch.kind in (Kind.PLACE, Kind.LIFT):
        return 1 << touch.cell
    return tilt(touch.cell) if touch.kind in (Kind.A_UP, Kind.B_UP) else 0


class Gesture(NamedTuple):
    """What hands do for one move. A move may have several gestures.

    flips: the contacts of the picture that are different afterwards. presses: the cells pressed
    meanwhile, in any order. passing: contacts that may be different on the way. key: the key
    that completes it, None if none does. held: contacts that are different too while the key is
    pressed, and not afterwards. hidden: contacts that flip too, but are not to be trusted.
    """

    move: Move
    flips: Contacts
    presses: Cells = 0
    passing: Contacts = 0
    key: str | None = None
    held: Contacts = 0
    hidden: Contacts = 0


class Touched(NamedTuple):
    """What hands have touched without a meaning as yet: sets of cells, bit n for cell n.

    lifted: where a piece is missing. placed: where one is too many. pressed: what was pressed.
    """

    lifted: Cells
    placed: Cells
    pressed: Cells


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Gestures(Protocol[P_contra]):
    """Where one game lies on the table, and what its moves look like to the contacts.

    A picture is a set of contacts (:mod:`hal.contacts`) that stay as they are put: reeds and tilt
    contacts.
    """

    @property
    def overlay(self) -> Overlay:
        """Which field lies over which cell."""

    @property
    def places(self) -> Contacts:
        """The contacts that belong to a picture of this game; all others are ignored."""

    def start(self, position: P_contra) -> Contacts:
        """Return the picture in which the pieces stand before the first move."""

    def gestures(self, position: P_contra, picture: Contacts) -> Iterable[Gesture]:
        """Return the gestures of each legal move when the pieces stand in this picture."""

    def candidates(
        self, position: P_contra, picture: Contacts, touched: Touched
    ) -> Iterable[Gesture]:
        """Return the gestures that these touches could be, legal or not, with no other touch."""

    def endings(self, position: P_contra, picture: Contacts, cell: int) -> Iterable[Gesture]:
        """Return the gestures of the piece lifted from a cell, each ending where a reed closes.

        Not all need be legal.
        """

    def liftable(self, position: P_contra) -> Cells:
        """Return the cells with whose piece a move may begin."""

    def pressable(self, position: P_contra) -> Cells:
        """Return the cells whose press may belong to the next move."""

    def passing(self, position: P_contra) -> Cells:
        """Return the cells whose piece may be lifted and put back as a part of the next move."""

    def loose(self, position: P_contra, picture: Contacts) -> Contacts:
        """Return the contacts of pieces that are out of the game.

        They may be taken away at any time.
        """

    def fields(self, move: Move) -> tuple[int, ...]:
        """Return the cells that a move names, in the order of its text."""


AnyGestures = Gestures[Any]
