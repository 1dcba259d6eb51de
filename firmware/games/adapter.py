"""The adapter of a game: its gestures, its lights and what a screen shows of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from firmware.games.gestures import Gesture, Touched
from firmware.games.lights import LampState
from firmware.games.screen import Thing
from firmware.words import Text, Words
from hal import (
    NO_CELLS,
    NO_CONTACTS,
    Cells,
    Colour,
    Contacts,
    cell_set,
    contacts_of,
    reed,
    reeds_of,
)
from rules import Move, Position
from wiring import Overlay

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Adapter(ABC, Generic[P_contra]):
    """One game as it lies on the table; what is not abstract answers for a game without it.

    Of its sets of contacts (:mod:`hal.contacts`) `closed` are those that pieces hold closed: reeds
    and tilt contacts.

    Attributes:
        overlay: which field lies over which cell.
        places: the contacts that belong to this game; all others are ignored.
        printed: the colour that is printed on each cell with a field.
        keys: the cells whose press says whose piece is put down next.
        sheet: the options of :func:`wiring.sheet.svg_of` with which a page draws the printed sheet.
    """

    overlay: Overlay
    places: Contacts
    printed: Mapping[int, Colour]
    keys: Cells = NO_CELLS
    sheet: Mapping[str, Any] = MappingProxyType({})

    # Gestures: what its moves look like to the contacts

    def start(self, position: P_contra) -> Contacts:
        """Return the contacts closed before the first move, made in this position."""
        return contacts_of(cell_set(self.pieces(position)))

    @abstractmethod
    def gestures(self, position: P_contra, closed: Contacts) -> Iterable[Gesture]:
        """Return the gestures of each legal move when these contacts are closed."""

    @abstractmethod
    def candidates(
        self, position: P_contra, closed: Contacts, touched: Touched
    ) -> Iterable[Gesture]:
        """Return the gestures that these touches could be, legal or not, with no other touch."""

    def endings(self, position: P_contra, closed: Contacts, cell: int) -> Iterable[Gesture]:
        """Return the gestures of the piece taken from a cell, each ending where a reed closes.

        Not all need be legal.
        """
        for gesture in self.gestures(position, closed):
            ends = reeds_of(gesture.flips & ~(closed | reed(cell)))
            if gesture.flips & closed & reed(cell) and ends.bit_count() == 1 and not gesture.key:
                yield gesture

    @abstractmethod
    def liftable(self, position: P_contra) -> Cells:
        """Return the cells with whose piece a move may begin."""

    def pressable(self, position: P_contra) -> Cells:
        """Return the cells whose press may belong to the next move."""
        return NO_CELLS

    def passing(self, position: P_contra) -> Cells:
        """Return the cells whose piece may be lifted and put back as a part of the next move."""
        return NO_CELLS

    def loose(self, position: P_contra, closed: Contacts) -> Contacts:
        """Return the contacts of pieces out of the game: they may be taken away at any time."""
        return NO_CONTACTS

    @abstractmethod
    def fields(self, move: Move) -> tuple[int, ...]:
        """Return the cells that a move names, in the order of its text."""

    # Lights: what is lit, by cell; a cell that is not named is dark

    @abstractmethod
    def lamps(self, position: P_contra) -> dict[int, LampState]:
        """Return what stands where, lit while nothing is being touched."""

    def tally(self, position: P_contra) -> dict[int, LampState]:
        """Return the scores, for a game whose overlay has fields that count them."""
        return {}

    @abstractmethod
    def movers(self, position: P_contra) -> dict[int, LampState]:
        """Return whose turn it is: what the seat to move may take up or press."""

    def forecast(self, position: P_contra) -> dict[int, LampState]:
        """Return what is about to happen by itself (sand that runs out)."""
        return {}

    def turn_left(self, position: P_contra) -> int | None:
        """Return the seconds until the turn passes by itself, None where it does not."""
        return None

    def urgent(self, position: P_contra) -> frozenset[str]:
        """Return the fields of what the seat to move is about to lose by waiting.

        The table gives a warning tone once for each field, and its voice names it.
        """
        return frozenset()

    def highlight(self, before: P_contra, after: P_contra) -> dict[int, LampState]:
        """Return what a move changed (what it scored, who went where), lit for a few seconds."""
        return {}

    # What a terminal or a page shows, and the sentences that belong to it

    @abstractmethod
    def pieces(self, position: P_contra) -> dict[int, Colour]:
        """Return the colour of the piece on each cell that holds one."""

    @abstractmethod
    def things(self, position: P_contra, closed: Contacts | None = None) -> Iterable[Thing]:
        """Return all that lies on the board.

        closed: the contacts that are closed at a table, where hands choose between pieces that are
        alike; None where there is no table.
        """

    @abstractmethod
    def colours(self, position: P_contra) -> dict[str, tuple[Colour, ...]]:
        """Return the colours of each seat's pieces, by seat."""

    @abstractmethod
    def facts(self, position: P_contra, words: Words) -> dict[str, str]:
        """Return what else players want to know at a glance: names and texts, in `words`."""

    def standing(self, position: P_contra) -> dict[str, int]:
        """Return how far each seat has come, by seat, in what ``About.counts`` names."""
        return position.scores()

    @abstractmethod
    def turn(self, position: P_contra) -> str | Text:
        """Return what the seat to move should do now.

        It is a text for `words`, in which {name} is who plays the seat; other fields have their
        values with them.
        """

    def incidents(self, before: P_contra, after: P_contra) -> Iterable[Text]:
        """Return what has happened from one position to the next that players should be told.

        It is beside the move, if there was one.
        """
        return ()

    def extras(self, position: P_contra) -> dict[str, Any]:
        """Return what a page draws for this game alone, as plain JSON values.

        The names are those of ``About.extras``; each becomes a key of ``/api/state``.
        """
        return {}


AnyAdapter = Adapter[Any]
