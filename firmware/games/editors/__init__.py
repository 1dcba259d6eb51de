"""The board editor: the pieces of a game, their fields, and the questions that they leave open.

An editor takes a position apart into pieces and answers, which people may change one by one, and
writes the result as the text of a position. The rules judge whether the position is possible.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from firmware.games.screen import DrawnPiece
from firmware.words import Text, told
from hal import Colour
from rules import MalformedError, Position, find_game

P = TypeVar("P", bound=Position)

Laid: TypeAlias = Mapping[str, Sequence[str]]
"""The codes of the pieces on each field, bottom to top."""

Answers: TypeAlias = Mapping[str, str]
"""The answers to the questions of an editor, by their names."""


class Kind(NamedTuple):
    """A kind of pieces that are all alike.

    Attributes:
        code: tells the kinds of a game apart.
        kind: as of a :class:`firmware.games.screen.DrawnPiece`, as are colour, name, seat and label.
        number: how many pieces there are.
        layer: a field holds a single piece of each layer; None where pieces of a kind are stacked.
        sand: the seconds of a full hourglass, 0 for other pieces.
    """

    code: str
    kind: str
    colour: Colour
    name: Text
    number: int
    seat: str | None = None
    label: str = ""
    layer: int | None = 0
    sand: float = 0

    @classmethod
    def of(cls, code: str, thing: DrawnPiece, number: int = 1, layer: int | None = 0) -> "Kind":
        """Return the kind of a thing."""
        return cls(code, thing.kind, thing.colour, thing.name, number, thing.seat, thing.label, layer)


class Question(NamedTuple):
    """A question about a position that its pieces do not answer.

    Attributes:
        name: the name by which it is answered.
        label: the text of the question.
        answer: the answer that the position gives.
        choices: the answers to choose from, with their texts; empty where a number is asked for.
        several: whether any number of choices is an answer, joined by spaces.
        sand: the code of the kind of hourglass whose sand is asked for, "" for other questions.
    """

    name: str
    label: Text
    answer: str
    choices: Mapping[str, Text] = MappingProxyType({})
    several: bool = False
    sand: str = ""


class Editor(ABC, Generic[P]):
    """The board editor of a game.

    Attributes:
        most: how many pieces may lie on a field.
    """

    most: int = 1

    @abstractmethod
    def fields(self, position: P) -> Sequence[str]:
        """Return the fields on which pieces may be laid."""

    @abstractmethod
    def kinds(self, position: P) -> Sequence[Kind]:
        """Return all pieces of the game, by kind."""

    @abstractmethod
    def laid(self, position: P) -> dict[str, list[str]]:
        """Return the pieces of a position."""

    @abstractmethod
    def questions(self, position: P, players: Mapping[str, Text]) -> list[Question]:
        """Return the open questions of a position. players: the names of players, by seat."""

    @abstractmethod
    def texts(self, position: P, laid: Laid, answers: Answers) -> Iterator[str]:
        """Yield the positions, as text, that these pieces may make: the likeliest first.

        position: any position of the game. Raise MalformedError where the pieces cannot make a
        position.
        """


def find_editor(game: str) -> Editor[Any]:
    """Return the editor of a game, by its name in the registry of rules. Raise GameError."""
    find_game(game)
    editor: Editor[Any] = import_module(f"firmware.games.editors.{game}").EDITOR
    return editor


def edited(game: str, position: Position, laid: Laid, answers: Answers) -> Position:
    """Return the position that these pieces and answers make. Raise MalformedError.

    position: any position of the game.
    """
    editor, refusal = find_editor(game), None
    _check(editor, position, laid)
    given = {one.name: one.answer for one in editor.questions(position, {})}
    for text in editor.texts(position, laid, given | {n: answers[n] for n in given if n in answers}):
        try:
            made = find_game(game).position(text)
        except MalformedError as error:
            refusal = refusal or error
            continue
        if made.outcome is None and not made.legal_moves():
            raise MalformedError(told("nobody could move there"))
        return made
    raise refusal or MalformedError(told("these pieces make no position"))


def _check(editor: Editor[Any], position: Position, laid: Laid) -> None:
    """Raise MalformedError for pieces or fields that the game does not have."""
    fields = set(editor.fields(position))
    left = {kind.code: kind.number for kind in editor.kinds(position)}
    for field, codes in laid.items():
        if field not in fields or len(codes) > editor.most:
            raise MalformedError(told("no pieces can be laid on {field} so", field=field[:20]))
        for code in codes:
            left[code] = left.get(code, 0) - 1
            if left[code] < 0:
                raise MalformedError(told("there are not so many pieces {code!r}", code=code[:20]))


def number_of(answers: Answers, name: str) -> int:
    """Return the number that is an answer. Raise MalformedError for other text."""
    text = answers[name].strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4):
        raise MalformedError(told("{text!r} should be a whole number", text=text[:20]))
    return int(text)


def among(players: Mapping[str, Text], seats: Sequence[str]) -> dict[str, Text]:
    """Return the names of the players of these seats; without a name, the seat itself."""
    return {seat: players.get(seat, Text("{seat}", {"seat": seat})) for seat in seats}
