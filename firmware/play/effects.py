"""The effects of a decision: what is to be told, kept or played, for the driver to carry out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.recognition.explain import Asked, Explanation
from firmware.words import Value
from hal import Tune
from rules import Header, Move, Outcome, Position


class Begun(NamedTuple):
    """A new game begins. at: when, in microseconds."""

    header: Header
    at: int


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


class Explained(NamedTuple):
    """Why a move that was just kept was read so, for builders. ply: its number in the game."""

    ply: int
    explanation: Explanation


class TakenBack(NamedTuple):
    """The last move of the game is gone from it. ply: the number it had."""

    ply: int
    move: Move


class Ran(NamedTuple):
    """The game's own clock has come to so many milliseconds."""

    milliseconds: int


class Distrusted(NamedTuple):
    """The contacts that were found broken while this game is played, all of them, as in a picture.

    What works again is not among them any more.
    """

    contacts: int


class AdviceWanted(NamedTuple):
    """Somebody wants to know the best move; :meth:`Session.advise` takes the answer.

    game: its name in the registry of rules. files: name -> text of the files that its options name.
    """

    game: str
    position: Position
    files: Mapping[str, str]


class Ended(NamedTuple):
    """The game is over, until its last move is taken back.

    outcome: how it ended, None when it was abandoned. scores: the points of each seat. line: the
    second at which time alone ended it, as a move line; None when a move did.
    """

    outcome: Outcome | None
    scores: Mapping[str, int]
    line: Move | None
    at: int


class Play(NamedTuple):
    """Let the buzzer say something."""

    tune: Tune


class Warn(NamedTuple):
    """Tell the players about something that does not work.

    text: what, in English; `words(text, **values)` says it to them. about: a name for what lasts
    until a warning with the same name is `over`, empty for what is only said once.
    """

    text: str
    values: Mapping[str, Value] = MappingProxyType({})
    about: str = ""
    over: bool = False


Effect = (
    Begun
    | Resumed
    | Kept
    | TakenBack
    | Ran
    | Distrusted
    | AdviceWanted
    | Ended
    | Play
    | Warn
    | Explained
    | Asked
)
