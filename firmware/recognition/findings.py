"""What the decoder found out, as values."""

from typing import NamedTuple

from firmware.recognition.explain import Explanation
from firmware.recognition.hypothesis import Step
from hal import NO_CELLS, Cells
from rules import Move


class MovePlayed(NamedTuple):
    """A move was made. why: what was read for it, and what came second."""

    step: Step
    why: Explanation | None = None


class MoveReplaced(NamedTuple):
    """The last `back` moves were not what they seemed: another move stands in their place."""

    back: int
    step: Step
    why: Explanation | None = None


class Meaning(NamedTuple):
    """What a choice says: which move it was, `back` moves before the one to come (0: that)."""

    move: Move
    back: int


class Question(NamedTuple):
    """Several moves would explain the contacts, or one or none: a press on a choice (cell) decides.

    meanings: what a press on each says. ply: the number of the step in question.
    """

    choices: tuple[int, ...]
    meanings: tuple[Meaning, ...] = ()
    ply: int = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that it lies between, in the order of the choices."""
        return tuple(one.move for one in self.meanings)


class Unpressed(NamedTuple):
    """The pieces stand as after a move that wants a press beside: one of `choices` (cells)."""

    choices: tuple[int, ...]


class TakeBack(NamedTuple):
    """The last `moves` moves have been undone on the table: is that meant?"""

    moves: int


class Mismatch(NamedTuple):
    """The contacts make no sense.

    turn: the cells on which a piece would make a legal move if it were turned over.
    """

    turn: Cells = NO_CELLS


class Broken(NamedTuple):
    """A contact does not work, as the players say, or as it is closed where nothing stands.

    contact: its number; see :func:`hal.find_contact`.
    """

    contact: int


class Resolved(NamedTuple):
    """What was asked or shown is settled. put_right: all stands as it should again."""

    put_right: bool = False


class Silence(NamedTuple):
    """Something was touched, and it means nothing so far: for explanations alone."""


Trouble = Question | TakeBack | Mismatch | Unpressed
Finding = MovePlayed | MoveReplaced | Trouble | Broken | Resolved | Silence
