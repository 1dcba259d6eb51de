"""Texts for people: English with fields, so that it can be told in another language, too."""

import unicodedata
from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

_JOINER: Final = "\u200d"
_EMOJI_STYLE: Final = "\ufe0f"


def is_printable(text: str) -> bool:
    """Whether all characters of a text can be printed; a joiner between two emoji can be, too."""
    parts = text.split(_JOINER)
    return "".join(parts).isprintable() and all(
        (before[-1:] == _EMOJI_STYLE or _is_symbol(before[-1:])) and _is_symbol(after[:1])
        for before, after in pairwise(parts)
    )


def _is_symbol(character: str) -> bool:
    return character != "" and unicodedata.category(character) in {"So", "Sk"}


class Text(NamedTuple):
    """An English text with fields and their values, to be translated when it is shown.

    ``str()`` gives it in English.

    Attributes:
        text: English, with {fields}.
        values: of the fields, by name.
        aloud: the text that a voice says in its place, None for the same.
        code: of a reason, ``hourglass.dead-glass``: it stays when the text is reworded.
    """

    text: str
    values: Mapping[str, "Value"]
    aloud: "Text | None" = None
    code: str = ""

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text


class Number(NamedTuple):
    """A number to be written as the reader's language does.

    digits: after the decimal point; None for as many as it needs.
    """

    value: float
    digits: int | None = None

    def __str__(self) -> str:
        return f"{self.value:g}" if self.digits is None else f"{self.value:.{self.digits}f}"


Value: TypeAlias = str | int | Text | Number
"""The value of a field of a text. A `Text` is translated itself."""


def told(text: str, /, **values: Value) -> Text:
    """Return a text with these values. Babel finds the English here."""
    return Text(text, values)


def reason(code: str, text: str, /, **values: Value) -> Text:
    """Return why the rules forbid a move. Babel finds the English here.

    code: ``GAME.word``, which stays when the text is reworded; hints to players go by it.
    """
    return Text(text, values, code=code)
