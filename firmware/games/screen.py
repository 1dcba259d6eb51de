"""Screen: what a terminal or a page shows of a game, and what it says."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

from firmware.words import Text, Words
from hal import Colour
from rules import Position


class Sand(NamedTuple):
    """What an hourglass holds.

    Attributes:
        remaining: the milliseconds that it still runs.
        full: those of all its sand.
        turned: whether it was turned at all.
        dead: whether it has run out.
    """

    remaining: int
    full: int
    turned: bool
    dead: bool


class Thing(NamedTuple):
    """One piece, or a stack of them, that should lie on a cell; a cell may bear several things.

    Attributes:
        kind: what it is (``roman``, ``card``, ``building``, ``stone``, ``hourglass``, ``recruit``,
            ``reward``, ``bonus``).
        name: what players call it.
        seat: whose it is, None for nobody's.
        label: what is written on it.
        stack: the colours bottom to top, of a single piece its own.
        sand: of an hourglass.
    """

    cell: int
    kind: str
    colour: Colour
    name: Text
    seat: str | None = None
    label: str = ""
    stack: tuple[Colour, ...] = ()
    sand: Sand | None = None


@cache
def colour_text(colour: Colour) -> str:
    """Return a colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Screen(Protocol[P_contra]):
    """What one game looks like on a screen, and the sentences that belong to it."""

    @property
    def printed(self) -> Mapping[int, Colour]:
        """The colour that is printed on each cell with a field."""

    def pieces(self, position: P_contra) -> dict[int, Colour]:
        """Return the colour of the piece on each cell that holds one."""

    def things(self, position: P_contra, picture: int) -> Iterable[Thing]:
        """Return all that lies on the table when the pieces stand in this picture."""

    def colours(self, position: P_contra) -> dict[str, tuple[Colour, ...]]:
        """Return the colours of each seat's pieces, by seat."""

    def facts(self, position: P_contra, words: Words) -> dict[str, str]:
        """Return what else players want to know at a glance: names and texts, in `words`."""

    def standing(self, position: P_contra) -> dict[str, int]:
        """Return how far each seat has come, by seat, in what ``About.counts`` names."""

    def turn(self, position: P_contra) -> str | Text:
        """Return what the seat to move should do now.

        It is a text for `words`, in which {name} is who plays the seat; other fields have their
        values with them.
        """

    def incidents(self, before: P_contra, after: P_contra) -> Iterable[Text]:
        """Return what has happened from one position to the next that players should be told.

        It is beside the move, if there was one.
        """

    def extras(self, position: P_contra) -> dict[str, Any]:
        """Return what a page draws for this game alone, as plain JSON values.

        The names are those of ``About.extras``; each becomes a key of ``/api/state``.
        """

    @property
    def sheet(self) -> Mapping[str, Any]:
        """The options of :func:`wiring.sheet.svg_of` with which a page draws the printed sheet."""


AnyScreen = Screen[Any]
