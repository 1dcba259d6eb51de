"""What the table must know of a game beside its rules: the one small part a game brings.

Everything else (debouncing, recognition, guidance) is the same for all games.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar

from hal import Colour
from rules import MalformedError, Move, Position
from wiring import Overlay

NAMES = ("forum_romanum",)
"""The games that can be played at the table so far."""


class Gesture(NamedTuple):
    """What hands do for one move.

    flips: the cells whose reed is different afterwards. chosen_by: the cells of which a press
    beforehand picks this move from those with the same flips. default: whether it is meant when
    nothing was pressed.
    """

    move: Move
    flips: int
    chosen_by: int = 0
    default: bool = True


class Glow(NamedTuple):
    """One lamp: a colour and whether it blinks."""

    colour: Colour
    blinks: bool = False


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Sheet(Protocol[P_contra]):
    """One game as it lies on the table. Sets of cells are integers, bit n for cell n."""

    @property
    def overlay(self) -> Overlay:
        """Which field lies over which cell."""

    @property
    def places(self) -> int:
        """The cells on which pieces stand; no other reed is looked at."""

    @property
    def printed(self) -> Mapping[int, Colour]:
        """The colour that is printed on each cell with a field, for a screen."""

    def picture(self, position: P_contra) -> int:
        """The cells on which a piece stands in `position`."""

    def gestures(self, position: P_contra) -> Iterable[Gesture]:
        """What hands do for each legal move."""

    def pieces(self, position: P_contra) -> dict[int, Colour]:
        """The colour of the piece on each cell that holds one."""

    def colours(self, position: P_contra) -> dict[str, tuple[Colour, ...]]:
        """The colours of each seat's pieces, by seat."""

    def lamps(self, position: P_contra) -> dict[int, Glow]:
        """What to light while nothing is being touched: the standing, whose turn it is."""

    def fields(self, move: Move) -> tuple[int, ...]:
        """The cells that a move is about, where it began first."""

    def facts(self, position: P_contra) -> dict[str, str]:
        """What else players want to know at a glance: a name and a text each."""

    def turn(self, position: P_contra) -> str:
        """What the seat to move should do now, in words, without its name."""


AnySheet = Sheet[Any]


def find_sheet(game: str) -> AnySheet:
    """The sheet of a game by its name in the registry of rules. Raises MalformedError."""
    if game not in NAMES:
        raise MalformedError(f"the table cannot read {game} yet; it reads: {', '.join(NAMES)}")
    sheet: AnySheet = import_module(f"firmware.games.{game}").SHEET
    return sheet
