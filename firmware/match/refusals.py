"""Why a command is refused: codes that never change, for programs and for catalogues of texts."""

from types import MappingProxyType

from rules import GameError
from rules.text import Value

NOT_SEATED = "not-seated"
CLOSED = "closed"
OVER = "over"
NOT_OVER = "not-over"
PAUSED = "paused"
STALE = "stale"
NOT_YOUR_TURN = "not-your-turn"
DIE_FIRST = "die-first"
NO_DIE = "no-die"
ANSWERED = "answered"
NO_HANDS = "no-hands"
FINAL = "final"
NOTHING = "nothing"
NO_AGREEMENT = "no-agreement"
ASKED_ALREADY = "asked-already"
NOT_ASKED = "not-asked"
OTHER_QUESTION = "other-question"
RESIGN_SIDES = "resign-sides"
NOT_YOUR_SEAT = "not-your-seat"
TAKEN = "taken"
NAME_STAYS = "name-stays"
TOO_LATE = "too-late"
TOO_LONG = "too-long"
NO_CHOICE = "no-choice"


class EventError(GameError):
    """An event that cannot be true in a match: its log is damaged."""


class CommandError(GameError):
    """A command that cannot be carried out; nothing has changed.

    Attributes:
        code: why, one of the constants of this module.
        values: the values of a sentence about it: ``ply`` of a stale move, ``seat`` whose turn it is.
    """

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.values = MappingProxyType(values)
