"""Fields and cells as they are written: b7, b-7, B 7, 7b; and the cells of a table."""

import re
from collections.abc import Iterator
from itertools import pairwise

from firmware.sheets.lexicon import Tokens

LETTERS = "abcdefg"  # of the columns of a board
_APART = 0.3  # the cost of a field whose letter stands apart, or behind
_BETWEEN = 3  # characters within a field
_MARKS = "-.(_\u2013"
_PARTING = ("\t", "|", ";", ",")
SPACES = "  "


def fields_at(tokens: Tokens, at: int) -> Iterator[tuple[str, float, int]]:
    """Yield the fields that begin at a token, each with its cost and how many tokens it is."""
    token = tokens[at]
    for size in (2, 3) if len(token.text) == 1 else ():
        last = next(iter(tokens[at + size - 1 : at + size]), None)
        if last is None or last.start - token.end > _BETWEEN:
            return
        if size == 3 and tokens[at + 1].text not in _MARKS:
            return
        if token.word and len(last.figures) == 1:
            letter, figure = token.text.casefold(), last.figures
            cost = 0.0 if size == 2 and last.glued else _APART
        elif token.number and last.word and len(last.text) == 1 and (last.glued or size == 3):
            letter, figure, cost = last.text.casefold(), token.text, _APART
        else:
            continue
        if letter in LETTERS:
            yield letter + figure, cost, size


def is_field(tokens: Tokens, at: int) -> bool:
    """Whether a field begins at a token."""
    return any(fields_at(tokens, at))


def is_in_field(tokens: Tokens, at: int) -> bool:
    """Whether a number stands right beside a letter."""
    led = at > 0 and tokens[at].glued and tokens[at - 1].word and len(tokens[at - 1].text) == 1
    return led or any(one.glued and one.word for one in tokens[at + 1 : at + 2])


def parting(text: str) -> str:
    """Return the mark that parts the cells of a row, or two spaces."""
    return next((one for one in _PARTING if one in text), SPACES)


def cells(text: str, mark: str) -> list[tuple[int, int]]:
    """Return where the cells of a row begin and end."""
    if mark == SPACES:
        return [one.span() for one in re.finditer(r"\S+(?: \S+)*", text)]
    edges = [-1, *(n for n, sign in enumerate(text) if sign == mark), len(text)]
    return [(start + 1, end) for start, end in pairwise(edges)]
