"""The teaching of a game as data: the boards of its rules, and the steps of its lesson.

They stand in ``games/NAME.toml``. The texts, a file a language, are in ``texts/`` (see
:mod:`firmware.teaching.texts`): they name the boards, and have a paragraph for each step.
"""

from functools import cache
from importlib.resources import files

import msgspec

from rules import Move


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that a text shows.

    Attributes:
        moves: the moves that lead to it, the lines of a record parted by commas.
        after: the board from which they are made; "" for the beginning.
        start: a position as text, where the game does not begin at its beginning.
        players: the number of players.
        lit: the fields that are outlined, parted by spaces.
        arrows: pairs of fields, as ``d4-f2``, parted by spaces.
        between: two fields, the corners of the part that is shown; "" for the whole board.
    """

    moves: str = ""
    after: str = ""
    start: str = ""
    players: int = 2
    lit: str = ""
    arrows: str = ""
    between: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson.

    Attributes:
        move: the line of the record that the learner makes, "" where there is only text to read.
        then: the lines that follow by themselves, parted by commas.
        lit: fields to look at, parted by spaces, where no piece is to be moved.
        button: whether a button makes the move, as no piece is moved by hand.
    """

    move: Move = ""
    then: str = ""
    lit: str = ""
    button: bool = False


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps that follow on each other. moves, start, players: their beginning, as of a `Board`."""

    steps: tuple[Step, ...]
    moves: str = ""
    start: str = ""
    players: int = 2


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game. you: the seat of the learner. The last scene ends the game."""

    you: str
    scenes: tuple[Scene, ...]


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The teaching of a game.

    Attributes:
        author: the author of the game, and the year where it is known.
        minutes: about how long the game takes; 0 where unknown.
        boards: by the names that the texts use; each has all its moves.
    """

    author: str
    boards: dict[str, Board]
    lesson: Lesson
    minutes: int = 0


@cache
def read_course(game: str) -> Course:
    """Return the teaching of a game. game: its name in the registry of rules."""
    text = (files("firmware.teaching") / "games" / f"{game}.toml").read_text("utf-8")
    course = msgspec.toml.decode(text, type=Course)
    boards: dict[str, Board] = {}
    for name, board in course.boards.items():
        boards[name] = _continued(boards[board.after], board) if board.after else board
    return msgspec.structs.replace(course, boards=boards)


def _continued(before: Board, board: Board) -> Board:
    """Return a board whose moves follow those of the board before it."""
    moves = ", ".join(filter(None, (before.moves, board.moves)))
    return msgspec.structs.replace(board, moves=moves, start=before.start, players=before.players)
