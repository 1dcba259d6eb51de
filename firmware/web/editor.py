"""The board editor over the network: the pieces of a position, and a position from its pieces."""

from collections.abc import Mapping

from msgspec import Struct

from firmware.games.editors import Answers, Kind, Laid, edited, find_editor
from firmware.games.editors import Question as Asked
from firmware.games.naming import names_of
from firmware.games.screen import DrawnPiece, Sand
from firmware.web.stands import Piece, piece_of
from firmware.words import Text, Words
from rules import Header, Position


class Lot(Struct, frozen=True):
    """Pieces that are all alike, see :class:`firmware.games.editors.Kind`. piece: one of them, on no cell."""

    code: str
    number: int
    layer: int | None
    piece: Piece


class Question(Struct, frozen=True):
    """A question that no piece answers, see :class:`firmware.games.editors.Question`."""

    name: str
    label: str
    answer: str
    choices: tuple[tuple[str, str], ...]
    several: bool
    sand: str


class LaidApart(Struct, frozen=True):
    """A position as its pieces.

    Attributes:
        fields: the fields for pieces.
        most: how many may lie on each.
        kinds: all pieces of the game.
        laid: the codes of the pieces on each field, bottom to top.
        questions: the further questions.
        mover: the name of the player to move, null if the game would be over.
    """

    fields: tuple[str, ...]
    most: int
    kinds: tuple[Lot, ...]
    laid: Mapping[str, tuple[str, ...]]
    questions: tuple[Question, ...]
    mover: str | None


def set_up(header: Header, before: Position, laid: Laid | None, answers: Answers) -> tuple[Header, Position]:
    """Return the position that these pieces make, and the header of a game that begins there.

    Raise MalformedError for pieces that make no position.

    Args:
        header: of the game that is changed.
        before: the position of that game that is changed.
        laid: the pieces; None for those of the position.
        answers: the answers to its questions; other questions keep the answers of the position.
    """
    position = before if laid is None else edited(header.game, before, laid, answers)
    begins = header._replace(position=repr(position), result=None)
    usual = position == header._replace(position=None).start()
    return begins._replace(position=None) if usual else begins, position


def laid_apart(header: Header, position: Position, words: Words) -> LaidApart:
    """Return a position as its pieces."""
    editor, names = find_editor(header.game), names_of(header, position, words)
    called = {seat: Text("{name}", {"name": name}) for seat, name in names.items()}
    return LaidApart(
        fields=tuple(editor.fields(position)),
        most=editor.most,
        kinds=tuple(_lot(kind, words) for kind in editor.kinds(position)),
        laid={field: tuple(codes) for field, codes in editor.laid(position).items()},
        questions=tuple(_question(one, words) for one in editor.questions(position, called)),
        mover=None if position.to_move is None else names[position.to_move],
    )


def _lot(kind: Kind, words: Words) -> Lot:
    full = round(1000 * kind.sand)
    sand = Sand(full, full, turned=False, dead=False) if kind.sand else None
    thing = DrawnPiece(-1, kind.kind, kind.colour, kind.name, kind.seat, kind.label, sand=sand)
    return Lot(kind.code, kind.number, kind.layer, piece_of(thing, words))


def _question(question: Asked, words: Words) -> Question:
    choices = tuple((answer, words.tell(text)) for answer, text in question.choices.items())
    return Question(
        question.name, words.tell(question.label), question.answer, choices, question.several, question.sand
    )
