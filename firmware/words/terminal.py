"""Texts fit for a terminal or a spreadsheet: nothing that stands in them is carried out there."""

import unicodedata
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules.text import is_printable

if TYPE_CHECKING:
    from rich.text import Text as Styled

_LONGEST = 600  # characters of a line
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # the starts of formulas in spreadsheets


class Grid(NamedTuple):
    """A table of texts.

    Attributes:
        headings: of the columns; all empty for a table without headings.
        right: the numbers of the columns that are flush right.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence["str | Styled"]]
    right: Container[int] = ()


def printable(text: str) -> str:
    """Return a text with every character that cannot be printed written as its escape."""
    if is_printable(text):
        return text
    return "".join(c if _shows(c) else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str) -> str:
    """Return a text fit for a line: escaped as by :func:`printable`, and its middle cut."""
    shown = printable(text)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 40]} ... {shown[-35:]}"


def no_formula(text: str) -> str:
    """Return a text of a user that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text


def _shows(character: str) -> bool:
    """Whether a character can be printed; that a space does not break is no matter."""
    return character.isprintable() or unicodedata.category(character) == "Zs"
