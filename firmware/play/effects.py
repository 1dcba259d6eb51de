"""The effects of a decision: what is to be told, kept or played, for the driver to carry out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.match.events import Distrusted, MatchEvent
from firmware.play.intensity import Intensity
from firmware.recognition.explain import Explanation
from firmware.words import Value
from hal import Tune
from rules import Header


class Explained(NamedTuple):
    """Why the table did something, for builders. ply: the number of the move, None for no move."""

    ply: int | None
    explanation: Explanation


class GameBegun(NamedTuple):
    """A new game begins.

    Attributes:
        header: the header of its record.
        at: when, in microseconds.
        computers: seat -> level of the seats that the computer plays.
    """

    header: Header
    at: int
    computers: Mapping[str, int] = MappingProxyType({})


class GameResumed(NamedTuple):
    """An unfinished game goes on. number: what the store knows it by."""

    number: int


class AdviceWanted(NamedTuple):
    """Somebody wants to know the best move now; :meth:`Session.advise` takes the answer."""


class Play(NamedTuple):
    """Let the buzzer say something."""

    tune: Tune


class VoiceSwitched(NamedTuple):
    """From now on the table speaks, or is silent."""

    on: bool


class IntensityChosen(NamedTuple):
    """From now on lamps are so bright and sounds so loud."""

    intensity: Intensity


class Asked(NamedTuple):
    """Somebody who listens has pressed a cell: say what is there."""

    cell: int


class SayAgain(NamedTuple):
    """Say once more, and in full, what the table waits for."""


class Warn(NamedTuple):
    """Tell the players about something that does not work, or that should not have happened.

    Attributes:
        text: what, in English; `words(text, **values)` says it to them.
        about: a name for what lasts until a warning with the same name is `over`, empty for what is
            only said once.
        incident: whether it tells of the game, not of the table.
    """

    text: str
    values: Mapping[str, Value] = MappingProxyType({})
    about: str = ""
    over: bool = False
    incident: bool = False


Effect = (
    GameBegun
    | GameResumed
    | MatchEvent
    | Distrusted
    | AdviceWanted
    | Play
    | VoiceSwitched
    | IntensityChosen
    | SayAgain
    | Asked
    | Warn
    | Explained
)
