"""Lights: what the lamps of the table show of a game."""

from typing import Any, NamedTuple, Protocol, TypeVar

from hal import Colour
from rules import Position


class LampState(NamedTuple):
    """One lamp: a colour and whether it blinks.

    Attributes:
        beats: the colours that it shows one after another instead, each for half a second.
    """

    colour: Colour
    blinks: bool = False
    beats: tuple[Colour, ...] = ()


def dim(colour: Colour) -> Colour:
    """Return the same colour at a sixth of its brightness."""
    red, green, blue = (part // 6 for part in colour)
    return red, green, blue


P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Lights(Protocol[P_contra]):
    """What is lit for one game, by cell. A cell that is not named is dark."""

    def lamps(self, position: P_contra) -> dict[int, LampState]:
        """Return what stands where, lit while nothing is being touched."""

    def tally(self, position: P_contra) -> dict[int, LampState]:
        """Return the scores, for a game whose overlay has fields that count them."""

    def movers(self, position: P_contra) -> dict[int, LampState]:
        """Return whose turn it is: what the seat to move may take up or press."""

    def forecast(self, position: P_contra) -> dict[int, LampState]:
        """Return what is about to happen by itself (sand that runs out)."""

    def urgent(self, position: P_contra) -> frozenset[str]:
        """Return names of what the seat to move is about to lose by waiting.

        The table gives a warning tone once for each name.
        """

    def highlight(self, before: P_contra, after: P_contra) -> dict[int, LampState]:
        """Return what a move changed (what it scored, who went where), lit for a few seconds."""


AnyLights = Lights[Any]
