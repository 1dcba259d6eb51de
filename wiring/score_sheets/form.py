"""The form of the blank score sheet of a game, before it is laid out on paper."""

from collections.abc import Sequence
from typing import NamedTuple


class Seat(NamedTuple):
    """A line for the name of a player. name: of the seat. inks: the colours of its pieces, as
    ``#rrggbb``, each with the letter that moves call it by, or "".
    """

    name: str
    inks: Sequence[tuple[str, str]]


class Boxes(NamedTuple):
    """Boxes for notes made before the game.

    Attributes:
        label: Their purpose.
        captions: The caption of each box.
        signs: The signs that may stand in each place of a box, in the order of writing; empty for
            boxes that are for people alone.
        key: Their name for programs, "" for notes that are no move.
    """

    label: str
    captions: Sequence[str]
    signs: Sequence[str] = ()
    key: str = ""


class Column(NamedTuple):
    """A column of the table.

    Attributes:
        heading: Its heading.
        share: Its part of the width of its block.
        ink: Of its heading.
        signs: Groups of places, each with the signs that may stand there; empty for a column that
            is
            for people alone.
        between: The sign printed between two groups.
        key: Its name for programs.
        seat: The seat of its moves, from 0; None where moves of all seats stand there.
        each: Whether each group is a move of its own.
        joined: Whether it continues the entry of the column on its left.
    """

    heading: str
    share: float
    ink: str | None = None
    signs: Sequence[Sequence[str]] = ()
    between: str = ""
    key: str = ""
    seat: int | None = None
    each: bool = False
    joined: bool = False


class Form(NamedTuple):
    """The score sheet of a game for a number of players; texts are English and wait for words.

    Attributes:
        ink: The colour of lines and letters.
        seats: The players.
        boxes: Notes to make before the game.
        notation: How moves are written: an example, and its meaning.
        columns: The columns of a block.
        blocks: The number of blocks side by side; they are filled from the left.
        row: The height of a row, mm.
        goes_on: Whether a game may need a second sheet.
    """

    ink: str
    seats: Sequence[Seat]
    boxes: Sequence[Boxes]
    notation: Sequence[tuple[str, str]]
    columns: Sequence[Column]
    blocks: int
    row: float
    goes_on: bool
