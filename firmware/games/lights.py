"""Lights: the states of the table's lamps in a game."""

from typing import NamedTuple

from hal import Colour


class LampState(NamedTuple):
    """The state of a lamp: a colour and whether it blinks.

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
