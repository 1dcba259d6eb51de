"""What stands on the blank score sheet of a game, before it is laid out on paper."""

from collections.abc import Sequence
from typing import NamedTuple


class Seat(NamedTuple):
    """A line for the name of a player. name: of the seat. inks: the colours of its pieces, as
    ``#rrggbb``, each with the letter that moves call it by, or "".
    """

    name: str
    inks: Sequence[tuple[str, str]]


class Boxes(NamedTuple):
    """Boxes for what is written down before the game.

    Attributes:
        label: What they are for.
        captions: What is in each.
        signs: Those that may stand in each place of one of them, in the order of writing; none
            where they are for people alone.
        key: What programs call what is written there, "" for what is no move.
    """

    label: str
    captions: Sequence[str]
    signs: Sequence[str] = ()
    key: str = ""


class Column(NamedTuple):
    """A column of the table.

    Attributes:
        heading: What is written there.
        share: Its part of the width of its block.
        ink: Of its heading.
        signs: Groups of places, each with the signs that may stand there; none where the column is
            for people alone.
        between: What is printed between two groups.
        key: What programs call what is written there.
        seat: Whose it is: their number from 0, None where anybody's moves stand there.
        each: Whether each group is a move of its own.
        joined: Whether it goes on with what the column on its left begins.
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
    """The score sheet of a game for one number of players; texts are English and wait for words.

    Attributes:
        ink: The colour of lines and letters.
        seats: Who plays.
        boxes: What to note before the game.
        notation: How moves are written: an example, and what it means.
        columns: Those of one block.
        blocks: How many of them stand side by side; they are filled from the left.
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
