"""What the page on a network must know of a game, so that no script of the page names one.

The module of each game, ``firmware.games.NAME``, has for this what :class:`PageModule` names.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

from firmware.words import Text
from hal import Colour


class Supply(NamedTuple):
    """Pieces beside the table, all alike, that can be brought onto it.

    key: tells the supplies of a game apart. kind: as of a :class:`firmware.games.Thing`.
    name: what players call one of them. seat: whose they are. left: how many there are.
    moves: how the text of a move begins that brings one; the name of the field follows.
    press: the cell to press before one is put down, None for none.
    """

    key: str
    kind: str
    colour: Colour
    name: Text
    seat: str
    left: int
    moves: str
    press: int | None = None


class PageGame(NamedTuple):
    """What the page must know of a game beside its rules, its fields and its pieces.

    magnets: the kinds of pieces that have magnets; a piece that nobody knows is drawn as the
    first of them. sand: the seconds of an hourglass that nobody knows, None in a game without
    hourglasses. stacks: whether a piece may be put on another one. owners: whose a piece is that
    nobody knows, by cell; elsewhere it is drawn as one of the seat to move. printed: the options
    that change the printed sheet. coins: what is still to be won, by name, with the place where
    it is drawn: millimetres to the right and down from the corner of cell 0. supplies: the pieces
    beside the table.
    """

    magnets: tuple[str, ...]
    sand: float | None = None
    stacks: bool = False
    owners: Mapping[int, str] = MappingProxyType({})
    printed: tuple[str, ...] = ()
    coins: Mapping[str, tuple[float, float]] = MappingProxyType({})
    supplies: tuple[Supply, ...] = ()


class PageModule(Protocol):
    """The part of a game's module that is there for the page."""

    @property
    def NEW_GAME_OPTIONS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802  # a constant there
        """The options that are asked for when a game begins: by name the texts to choose from.

        The default is the first of them. A text is typed where there is nothing to choose from.
        Options that are files, or that a new game draws by chance, are not asked for.
        """

    @property
    def MORE_ON_SCREENS(self) -> Mapping[str, str]:  # noqa: N802  # a constant there
        """The options that are asked for beside those where games are played on screens.

        By name, "text" where one is typed, empty for what a new game draws; "file" where it names a
        file, which is sent along.
        """

    def for_page(self, position: Any, cells: Mapping[str, int]) -> PageGame:
        """Return what the page must know in this position. cells: of the fields, by name."""


def find_page_module(game: str) -> PageModule:
    """Return the module of a game. game: its name in the registry of rules."""
    return cast("PageModule", import_module(f"firmware.games.{game}"))
