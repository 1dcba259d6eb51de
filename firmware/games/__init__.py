"""What the table must know of a game beside its rules: the one small part a game brings.

Everything else (debouncing, recognition, guidance) is the same for all games.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar

from firmware.sensing.events import Kind, Touch
from firmware.words import Text, Words, say
from hal import CELLS, Colour
from rules import Move, Position
from wiring import Overlay

REEDS = (1 << CELLS) - 1
"""The part of a picture that the reeds make; the tilt contacts stand above it."""


def tilt(cell: int) -> int:
    """The tilt contact of a cell, as a set of contacts in a picture."""
    return 1 << CELLS + cell


def contact(touch: Touch) -> int:
    """The contact of the picture that a touch moves, none for a button."""
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
    flips: int
    presses: int = 0
    passing: int = 0
    key: str | None = None
    held: int = 0
    hidden: int = 0


class LampState(NamedTuple):
    """One lamp: a colour and whether it blinks.

    beats: the colours that it shows one after another instead, each for half a second.
    """

    colour: Colour
    blinks: bool = False
    beats: tuple[Colour, ...] = ()


class Sand(NamedTuple):
    """What an hourglass holds.

    remaining: the milliseconds that it still runs; full: those of all its sand. turned: whether it
    was turned at all. dead: whether it has run out.
    """

    remaining: int
    full: int
    turned: bool
    dead: bool


class Thing(NamedTuple):
    """One piece, or a stack of them, that should lie on a cell; a cell may bear several things.

    kind: what it is (``roman``, ``card``, ``building``, ``stone``, ``hourglass``, ``recruit``,
    ``reward``, ``bonus``). name: what players call it. seat: whose it is, None for nobody's. label:
    what is written on it. stack: the colours bottom to top, of a single piece its own. sand: of an
    hourglass.
    """

    cell: int
    kind: str
    colour: Colour
    name: Text
    seat: str | None = None
    label: str = ""
    stack: tuple[Colour, ...] = ()
    sand: Sand | None = None


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Adapter(Protocol[P_contra]):
    """One game as it lies on the table.

    Sets of cells are integers, bit n for cell n. A picture is a set of contacts that stay as they
    are put: the reeds' cells, and above them (see :func:`tilt`) the tilt contacts' cells.
    """

    @property
    def overlay(self) -> Overlay:
        """Which field lies over which cell."""

    @property
    def places(self) -> int:
        """The contacts that belong to a picture of this game; no other is looked at."""

    @property
    def printed(self) -> Mapping[int, Colour]:
        """The colour that is printed on each cell with a field, for a screen."""

    def start(self, position: P_contra) -> int:
        """The picture in which the pieces stand before the first move."""

    def gestures(self, position: P_contra, picture: int) -> Iterable[Gesture]:
        """What hands do for each legal move when the pieces stand in this picture."""

    def loose(self, position: P_contra, picture: int) -> int:
        """The contacts of pieces that are out of the game and may be taken away at any time."""

    def pieces(self, position: P_contra) -> dict[int, Colour]:
        """The colour of the piece on each cell that holds one."""

    def things(self, position: P_contra, picture: int) -> Iterable[Thing]:
        """All that lies on the table when the pieces stand in this picture, for a screen."""

    def colours(self, position: P_contra) -> dict[str, tuple[Colour, ...]]:
        """The colours of each seat's pieces, by seat."""

    def lamps(self, position: P_contra) -> dict[int, LampState]:
        """What to light while nothing is being touched: what stands where."""

    def tally(self, position: P_contra) -> dict[int, LampState]:
        """What to light about the scores, where the table itself counts them."""

    def movers(self, position: P_contra) -> dict[int, LampState]:
        """What to light about whose turn it is: what the seat to move may take up or press."""

    def forecast(self, position: P_contra) -> dict[int, LampState]:
        """What to light about things that come by themselves (sand that runs out)."""

    def urgent(self, position: P_contra) -> frozenset[str]:
        """What the seat to move will lose by waiting: a warning tone for each, once."""

    def highlight(self, before: P_contra, after: P_contra) -> dict[int, LampState]:
        """What to light for a few seconds after a move: what it scored, who went where."""

    def fields(self, move: Move) -> tuple[int, ...]:
        """The cells that a move is about, where it began first."""

    def facts(self, position: P_contra, words: Words) -> dict[str, str]:
        """What else players want to know at a glance: a name and a text each, in `words`."""

    def turn(self, position: P_contra) -> str:
        """What the seat to move should do now: a text for `words`, {name} being who plays it."""


AnyAdapter = Adapter[Any]


class PlainAdapter:
    """What most games answer: nothing of the kind."""

    def loose(self, position: Any, picture: int) -> int:
        """No piece leaves the game."""
        return 0

    def tally(self, position: Any) -> dict[int, LampState]:
        """Scores are not counted on the table."""
        return {}

    def forecast(self, position: Any) -> dict[int, LampState]:
        """Nothing comes by itself."""
        return {}

    def urgent(self, position: Any) -> frozenset[str]:
        """Nothing is lost by waiting."""
        return frozenset()

    def highlight(self, before: Any, after: Any) -> dict[int, LampState]:
        """A move has nothing to show but itself."""
        return {}


def find_adapter(start: Position, game: str) -> AnyAdapter:
    """The sheet on which a game lies that begins with this position.

    game: its name in the registry of rules. Raises MalformedError when the table is too small.
    """
    adapter: AnyAdapter = import_module(f"firmware.games.{game}").adapter(start)
    return adapter


_KINDS = {  # of fields that are not called by a letter or a number alone
    "light": say("light-{number}"),
    "dark": say("dark-{number}"),
    "court": say("court-{number}"),
    "key": say("key-{number}"),
    "steps": say("steps-{number}"),
}


def field_name(adapter: AnyAdapter, cell: int) -> str | Text:
    """What the field on this cell is called, for `words`."""
    name = adapter.overlay.names[cell]
    kind, _, number = name.partition("-")
    return Text(_KINDS[kind], {"number": number}) if number and kind in _KINDS else name


def dim(colour: Colour) -> Colour:
    """The same colour at a sixth of its brightness."""
    red, green, blue = (part // 6 for part in colour)
    return red, green, blue
