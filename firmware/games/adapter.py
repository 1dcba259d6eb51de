"""The adapter of a game: its gestures, its lights and its data for screens."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from firmware.games.gestures import Gesture, Touched
from firmware.games.lights import LampState
from firmware.games.screen import DrawnPiece, Note
from firmware.words import Text, Words
from hal import NO_CELLS, NO_CONTACTS, Cells, Colour, Contacts, cell_set, contacts_of, reed, reeds_of
from rules import Move, Position
from wiring import Overlay

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Adapter(ABC, Generic[P_contra]):
    """A game as it lies on the table. Each method that is not abstract has a default.

    `closed` is the set of contacts (:mod:`hal.contacts`) that pieces hold closed: reeds and tilt
    contacts.

    Attributes:
        overlay: the fields over the cells.
        places: the contacts that belong to this game; all others are ignored.
        printed: the colour that is printed on each cell with a field.
        keys: the cells whose press selects the owner of the piece that is put down next.
        sheet: the options of :func:`wiring.sheet.svg_of` with which a page draws the printed sheet.
    """

    overlay: Overlay
    places: Contacts
    printed: Mapping[int, Colour]
    keys: Cells = NO_CELLS
    sheet: Mapping[str, Any] = MappingProxyType({})

    # Gestures: the changes of contacts by a move

    def start(self, position: P_contra) -> Contacts:
        """Return the contacts closed before the first move, made in this position."""
        return contacts_of(cell_set(self.pieces(position)))

    @abstractmethod
    def gestures(self, position: P_contra, closed: Contacts) -> Iterable[Gesture]:
        """Return the gestures of each legal move when these contacts are closed."""

    @abstractmethod
    def candidates(self, position: P_contra, closed: Contacts, touched: Touched) -> Iterable[Gesture]:
        """Return the gestures that these touches could be, legal or not, with no other touch."""

    def endings(self, position: P_contra, closed: Contacts, cell: int) -> Iterable[Gesture]:
        """Return the gestures of the piece taken from a cell, each ending on a single other cell.

        Not all need be legal.
        """
        for gesture in self.gestures(position, closed):
            ends = reeds_of(gesture.flips & ~(closed | reed(cell)))
            if gesture.flips & closed & reed(cell) and ends.bit_count() == 1 and not gesture.key:
                yield gesture

    @abstractmethod
    def liftable(self, position: P_contra) -> Cells:
        """Return the cells of the pieces that may begin a move."""

    def pressable(self, position: P_contra) -> Cells:
        """Return the cells that may be pressed as a part of the next move."""
        return NO_CELLS

    def passing(self, position: P_contra) -> Cells:
        """Return the cells of pieces that may be lifted and put back as a part of the next move."""
        return NO_CELLS

    def loose(self, position: P_contra, closed: Contacts) -> Contacts:
        """Return the contacts of pieces out of the game: they may be taken away at any time."""
        return NO_CONTACTS

    @abstractmethod
    def fields(self, move: Move) -> tuple[int, ...]:
        """Return the cells that a move names, in the order of its text."""

    # Lights: lamp states by cell; a cell that is not named is dark

    @abstractmethod
    def lamps(self, position: P_contra) -> dict[int, LampState]:
        """Return the lamps for the pieces on the board, lit while no piece is being touched."""

    def tally(self, position: P_contra) -> dict[int, LampState]:
        """Return the lamps for the scores, for a game with fields that count them."""
        return {}

    @abstractmethod
    def movers(self, position: P_contra) -> dict[int, LampState]:
        """Return the lamps for the turn: the pieces or fields that the seat to move may use."""

    def forecast(self, position: P_contra) -> dict[int, LampState]:
        """Return the lamps for events that are about to happen by themselves (sand runs out)."""
        return {}

    def turn_left(self, position: P_contra) -> int | None:
        """Return the seconds until the turn passes by itself, if it does."""
        return None

    def urgent(self, position: P_contra) -> frozenset[str]:
        """Return the fields of the pieces that the seat to move is about to lose by waiting.

        The table gives a warning tone once for each field, and its voice names it.
        """
        return frozenset()

    def highlight(self, before: P_contra, after: P_contra) -> dict[int, LampState]:
        """Return the lamps for the effects of a move (scores, moved pieces), lit for seconds."""
        return {}

    # Data and sentences for a terminal or a page

    @abstractmethod
    def pieces(self, position: P_contra) -> dict[int, Colour]:
        """Return the colour of the piece on each cell with a piece."""

    @abstractmethod
    def things(self, position: P_contra, closed: Contacts | None = None) -> Iterable[DrawnPiece]:
        """Return all things on the board.

        closed: the closed contacts of a table, where hands choose between pieces that are alike;
        None without a table.
        """

    @abstractmethod
    def colours(self, position: P_contra) -> dict[str, tuple[Colour, ...]]:
        """Return the colours of each seat's pieces, by seat."""

    @abstractmethod
    def facts(self, position: P_contra, words: Words) -> dict[str, str]:
        """Return further facts for players to see at a glance: names and texts, in `words`."""

    def notes(self, position: P_contra) -> Iterable[Note]:
        """Return the numbers that help players on the board of a screen."""
        return ()

    def standing(self, position: P_contra) -> dict[str, int]:
        """Return the standing of each seat, counted in the unit of ``About.counts``."""
        return position.scores()

    @abstractmethod
    def turn(self, position: P_contra) -> str | Text:
        """Return the prompt for the seat to move.

        It is a text for `words`, in which {name} is the player of the seat. Other fields have their
        values with them.
        """

    def incidents(self, before: P_contra, after: P_contra) -> Iterable[Text]:
        """Return the texts about events between two positions that players should be told.

        The move itself, if any, is left out.
        """
        return ()

    def extras(self, position: P_contra) -> dict[str, Any]:
        """Return the data that a page draws for this game alone, as plain JSON values.

        The names are those of ``About.extras``; each is a key of ``extras`` in a view.
        """
        return {}


AnyAdapter = Adapter[Any]
