"""The effects of a decision, for the driver to carry out: messages, records and tunes."""

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
    """The explanation of a reading, for builders. ply: the number of the move, None without it."""

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
    """An unfinished game goes on. number: its number in the store."""

    number: int


class AdviceWanted(NamedTuple):
    """The best move is asked for. :meth:`Session.advise` takes the answer."""


class Play(NamedTuple):
    """The buzzer plays a tune."""

    tune: Tune


class VoiceSwitched(NamedTuple):
    """From now on the table speaks, or is silent."""

    on: bool


class IntensityChosen(NamedTuple):
    """From now on lamps are so bright and sounds so loud."""

    intensity: Intensity


class Asked(NamedTuple):
    """A listener has pressed a cell, and the voice names the things on it."""

    cell: int


class SayAgain(NamedTuple):
    """The voice repeats the prompt in full."""


class Warn(NamedTuple):
    """A warning to the players about a fault or an incident.

    Attributes:
        text: the English text; `words(text, **values)` is the message to players.
        about: the name of a lasting fault, which ends with a warning of the same name that is
            `over`; empty for a warning that is given only once.
        incident: whether it is about the game, not about the table.
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
