"""The board editor over the network: the pieces of a position, and a position from its pieces."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from firmware.games.editors import Kind, Question, edited, find_editor
from firmware.games.naming import names_of
from firmware.games.screen import colour_text
from firmware.web.replayed import replayed
from firmware.words import Text, Words, told
from rules import MalformedError, write_record

_Short = Annotated[str, Meta(max_length=120)]


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """The posted state of a position that is being set up.

    Attributes:
        text: a record of the game.
        lines: the number of its lines before the position that is changed.
        laid: the codes of the pieces on each field, bottom to top; None for the position's own.
        answers: the answers to its questions; other questions keep the position's own answers.
    """

    text: str
    lines: int = 0
    laid: Annotated[dict[_Short, Annotated[list[_Short], Meta(max_length=4)]], Meta(max_length=100)] | None = None
    answers: Annotated[dict[_Short, _Short], Meta(max_length=40)] = {}


def read_edit(data: bytes) -> Edit:
    """Return the posted edit. Raise MalformedError."""
    try:
        return msgspec.json.decode(data, type=Edit)
    except msgspec.DecodeError:
        raise MalformedError(told("this is no position that is being set up")) from None


def editing(data: bytes, words: Words) -> dict[str, Any]:
    """Return the data of a page that sets up a position, as plain JSON.

    ``kinds`` are all pieces of the game. ``fields`` are the fields for them, each for at most
    ``most`` pieces. ``laid`` are the pieces by field, and ``questions`` the further questions.
    ``record`` is a record of the same players that begins there, without moves. ``mover`` is the
    seat to move, None if the game would be over.

    Raises:
        RecordError: the text is no record.
        MalformedError: the record has fewer lines, or the pieces make no position.
    """
    edit = read_edit(data)
    record, line, adapter = replayed(edit.text)
    if adapter is None or not 0 <= edit.lines < len(line.positions):
        raise MalformedError(told("positions cannot be set up there"))
    header, before = record.header, line.until(edit.lines).position
    game, editor = header.game, find_editor(header.game)
    laid = editor.laid(before) if edit.laid is None else edit.laid
    position = before if edit.laid is None else edited(game, before, laid, edit.answers)
    names = names_of(header, position, words)
    called = {seat: Text("{name}", {"name": name}) for seat, name in names.items()}
    begins = header._replace(position=repr(position), result=None)
    if position == header._replace(position=None).start():
        begins = begins._replace(position=None)
    return {
        "fields": list(editor.fields(position)),
        "most": editor.most,
        "kinds": [_kind(kind, words) for kind in editor.kinds(position)],
        "laid": editor.laid(position),
        "questions": [_question(one, words) for one in editor.questions(position, called)],
        "record": write_record(begins, []),
        "mover": None if position.to_move is None else names[position.to_move],
    }


def _kind(kind: Kind, words: Words) -> dict[str, Any]:
    colour = colour_text(kind.colour)
    piece = {
        "kind": kind.kind,
        "colour": colour,
        "colours": [colour],
        "label": kind.label,
        "height": 1,
        "name": words.tell(kind.name),
        "seat": kind.seat,
    }
    if kind.sand:
        piece |= {"sand": kind.sand, "remaining": kind.sand, "running": False, "dead": False}
    return {"code": kind.code, "number": kind.number, "layer": kind.layer, "piece": piece}


def _question(question: Question, words: Words) -> dict[str, Any]:
    return {
        "name": question.name,
        "label": words.tell(question.label),
        "answer": question.answer,
        "choices": _choices(question.choices, words),
        "several": question.several,
        "sand": question.sand,
    }


def _choices(choices: Mapping[str, Text], words: Words) -> list[list[str]]:
    return [[answer, words.tell(text)] for answer, text in choices.items()]
