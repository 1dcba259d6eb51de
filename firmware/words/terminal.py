"""Texts fit for a terminal: what stands in them cannot move its cursor or change its colours."""

import unicodedata

from rules.text import is_printable


def printable(text: str) -> str:
    """Return a text with every character that cannot be printed written as its escape."""
    if is_printable(text):
        return text
    return "".join(c if _shows(c) else c.encode("unicode_escape").decode() for c in text)


def one_line(text: str, most: int = 600) -> str:
    """Return a text fit for one line: escaped as by :func:`printable`, and its middle cut.

    most: characters that it may have.
    """
    shown = printable(text)
    return shown if len(shown) <= most else f"{shown[: most - 40]} ... {shown[-35:]}"


def _shows(character: str) -> bool:
    """Whether a character can be printed; that a space does not break is no matter."""
    return character.isprintable() or unicodedata.category(character) == "Zs"
