"""The steps of a game, for whoever keeps it: the same at a table and on a screen."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.play.seats import Seats
from rules import Header, Move, Outcome


class Begun(NamedTuple):
    """A new game begins.

    at: when, in microseconds. computers: seat -> level of the seats that the computer plays.
    """

    header: Header
    at: int
    computers: Mapping[str, int] = MappingProxyType({})


class Resumed(NamedTuple):
    """An unfinished game goes on. number: what the store knows it by."""

    number: int


class Kept(NamedTuple):
    """A move belongs to the game from now on.

    ply: its number in the game, from 1. seat: whose turn it was. at: when it was decided, in
    microseconds. clock: the milliseconds that the game's own time had come to then.
    """

    ply: int
    seat: str
    move: Move
    at: int
    clock: int = 0


class TakenBack(NamedTuple):
    """The last move of the game is gone from it. ply: the number it had."""

    ply: int
    move: Move


class Seated(NamedTuple):
    """Other people, or computers, sit at the game."""

    seats: Seats


class Ran(NamedTuple):
    """The game's own clock has come to so many milliseconds."""

    milliseconds: int


class Ended(NamedTuple):
    """The game is over, until its last move is taken back.

    outcome: how it ended, None when it was abandoned. scores: the points of each seat. line: the
    second at which time alone ended it, as a move line; None when a move did.
    """

    outcome: Outcome | None
    scores: Mapping[str, int]
    line: Move | None
    at: int


Step = Begun | Resumed | Kept | TakenBack | Seated | Ran | Ended
