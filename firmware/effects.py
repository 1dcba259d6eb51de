"""What should be done about it? The effects of a decision, carried out by perform."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.words import Value
from hal import Tune
from rules import Move


class Kept(NamedTuple):
    """A move belongs to the game from now on.

    ply: its number in the game, from 1. seat: whose turn it was. at: when it was decided, in
    microseconds.
    """

    ply: int
    seat: str
    move: Move
    at: int


class TakenBack(NamedTuple):
    """The last move of the game is gone from it. ply: the number it had."""

    ply: int
    move: Move


class Play(NamedTuple):
    """Let the buzzer say something."""

    tune: Tune


class Warn(NamedTuple):
    """Tell the players about something that does not work.

    text: what, in English; `words(text, **values)` says it to them.
    """

    text: str
    values: Mapping[str, Value] = MappingProxyType({})


Effect = Kept | TakenBack | Play | Warn
