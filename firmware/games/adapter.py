"""The adapter of a game: its gestures, lights and screen in one, found by the game's name."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from firmware.games.gestures import Gesture, Gestures
from firmware.games.lights import LampState, Lights
from firmware.games.screen import Screen
from firmware.words import Text
from rules import Position

P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Adapter(Gestures[P_contra], Lights[P_contra], Screen[P_contra], Protocol[P_contra]):
    """One game as it lies on the table: three protocols in one."""


AnyAdapter = Adapter[Any]


class PlainAdapter:
    """The answers of a game that has nothing of the kind; a base for adapters."""

    sheet: Mapping[str, Any] = MappingProxyType({})  # the printed sheet is always the same

    def endings(self, position: Any, picture: int, cell: int) -> Iterable[Gesture]:
        """Return nothing: the end of every move can be seen."""
        return ()

    def pressable(self, position: Any) -> int:
        """Return 0: no move needs a press."""
        return 0

    def passing(self, position: Any) -> int:
        """Return 0: no move puts a piece back."""
        return 0

    def loose(self, position: Any, picture: int) -> int:
        """Return 0: no piece leaves the game."""
        return 0

    def tally(self, position: Any) -> dict[int, LampState]:
        """Return nothing: scores are not counted on the table."""
        return {}

    def forecast(self, position: Any) -> dict[int, LampState]:
        """Return nothing: nothing happens by itself."""
        return {}

    def urgent(self, position: Any) -> frozenset[str]:
        """Return nothing: nothing is lost by waiting."""
        return frozenset()

    def highlight(self, before: Any, after: Any) -> dict[int, LampState]:
        """Return nothing: a move has nothing to show but itself."""
        return {}

    def standing(self, position: Any) -> dict[str, int]:
        """Return the scores: they grow as the game goes on."""
        scores: dict[str, int] = position.scores()
        return scores

    def incidents(self, before: Any, after: Any) -> Iterable[Text]:
        """Return nothing: all that happens is a move."""
        return ()

    def extras(self, position: Any) -> dict[str, Any]:
        """Return nothing: a page draws this game like any other."""
        return {}
