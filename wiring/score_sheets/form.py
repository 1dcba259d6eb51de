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
    """Boxes for what is written down before the game. captions: what is in each."""

    label: str
    captions: Sequence[str]


class Column(NamedTuple):
    """A column of the table. share: its part of the width of its block. ink: of its heading."""

    heading: str
    share: float
    ink: str | None = None


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
