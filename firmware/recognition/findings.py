"""The findings of the decoder, as values."""

from typing import NamedTuple

from firmware.recognition.explain import Explanation
from firmware.recognition.hypothesis import Step
from hal import NO_CELLS, Cells
from rules import Move


class MovePlayed(NamedTuple):
    """A move was made. why: the charges for it, and the runner-up."""

    step: Step
    why: Explanation | None = None


class MoveReplaced(NamedTuple):
    """The last `back` moves were misread: another move stands in their place."""

    back: int
    step: Step
    why: Explanation | None = None


class Meaning(NamedTuple):
    """The meaning of a choice: a move, `back` moves before the next (0: the next itself)."""

    move: Move
    back: int


class Question(NamedTuple):
    """The move is in doubt, or whether it was made: a press on a choice decides.

    choices: cells. meanings: of a press on each. ply: the number of the step in question.
    """

    choices: tuple[int, ...]
    meanings: tuple[Meaning, ...] = ()
    ply: int = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the choices, in their order."""
        return tuple(one.move for one in self.meanings)


class Unpressed(NamedTuple):
    """The pieces stand as after a move that lacks a press on a cell of `choices`."""

    choices: tuple[int, ...]


class TakeBack(NamedTuple):
    """The last `moves` moves have been undone on the table: is that meant?"""

    moves: int


class Mismatch(NamedTuple):
    """The contacts make no sense.

    turn: the cells on which a piece would make a legal move if it were turned over.
    """

    turn: Cells = NO_CELLS


class Astray(NamedTuple):
    """Hands have moved pieces since a mismatch was shown, and the contacts still make no sense."""


class Broken(NamedTuple):
    """A contact does not work, as the players say, or as it is closed where nothing stands.

    contact: its number; see :func:`hal.find_contact`.
    """

    contact: int


class Resolved(NamedTuple):
    """The question or mismatch is settled. put_right: all stands as it should again."""

    put_right: bool = False


class Silence(NamedTuple):
    """Something was touched, without a meaning yet: for explanations alone."""


Trouble = Question | TakeBack | Mismatch | Unpressed
Finding = MovePlayed | MoveReplaced | Trouble | Astray | Broken | Resolved | Silence
