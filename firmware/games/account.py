"""Where the standing of a game comes from, and what its pieces are called in one cell of text.

The module of each game, ``firmware.games.NAME``, has for this what :class:`AccountModule` names.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from firmware.words import Words


class AccountModule(Protocol):
    """The part of a game's module that is there for those who read a record."""

    @property
    def HOUSE_RULES(self) -> Mapping[str, str]:  # noqa: N802  # a constant there
        """What the options say when they are not at their default, with {value} for their text.

        By name, or by name and text where each text has a meaning of its own.
        """

    @property
    def ENDINGS(self) -> Mapping[str, str]:  # noqa: N802
        """Why a game is over, as a sentence, by the reason of an Outcome."""

    def account(self, positions: Sequence[Any], words: Words) -> dict[str, list[str]]:
        """Return where the standing of each seat comes from, by seat.

        positions: all from the first to the one that is told of, a line of the record each.
        """

    def marks(self, position: Any, cells: Mapping[str, int]) -> dict[int, str]:
        """Return what stands on each cell in at most three letters, which tell pieces apart
        without colours. cells: of the fields, by name.
        """


def find_account(game: str) -> AccountModule:
    """Return the module of a game. game: its name in the registry of rules."""
    return cast("AccountModule", import_module(f"firmware.games.{game}"))
