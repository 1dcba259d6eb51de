"""Fields and cells as they are written: b7, b-7, B 7, 7b, Berta 7; and the cells of a table."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from firmware.sheets.lexicon import Tokens

LETTERS = "abcdefg"  # of the columns of a board
SPELLED = 1.0  # the cost of a field whose letter is a word, and more where that has a meaning
_APART, _KNOWN = 0.3, 2.0
_UPRIGHT = re.compile(r"(?<!\w)[a-gA-G]\d(?!\w)")
_FLIPPED = re.compile(r"(?<!\w)(\d)( ?)([a-gA-G])(?!\w)")
_OFTEN = 4  # times as often as the usual way round
_BETWEEN = 3  # characters within a field
_MARKS = "-.(_\u2013"
_PARTING = ("\t", "|", ";", ",")
_SPACES = "  "


def fields_at(tokens: Tokens, at: int) -> Iterator[tuple[str, float, int]]:
    """Yield the fields that begin at a token, each with its cost and how many tokens it is."""
    token = tokens[at]
    for size in (2, 3):
        last = next(iter(tokens[at + size - 1 : at + size]), None)
        if last is None or last.start - token.end > _BETWEEN:
            return
        if size == 3 and tokens[at + 1].text not in _MARKS:
            return
        alone = len(token.text) == 1
        if token.word and len(last.figures) == 1 and (last.number or alone or not token.codes):
            letter, figure = token.text[0].casefold(), last.figures
            cost = 0.0 if size == 2 and last.glued else _APART
            cost = cost if alone else SPELLED + _KNOWN * bool(token.codes)
        elif token.number and alone and len(last.text) == 1 and (last.glued or size == 3):
            if not last.word:
                continue
            letter, figure, cost = last.text.casefold(), token.text, _APART
        else:
            continue
        if letter in LETTERS:
            yield letter + figure, cost, size


def upright(rows: Sequence[str]) -> Sequence[str]:
    """Return rows with the letter of each field in front, though a sheet writes 3b for b3."""
    flipped = sum(len(_FLIPPED.findall(row)) for row in rows)
    often = flipped > _OFTEN * (1 + sum(len(_UPRIGHT.findall(row)) for row in rows))
    return [_FLIPPED.sub(r"\3\2\1", row) for row in rows] if often else rows


def written_fields(tokens: Tokens, at: int) -> list[str]:
    """Return the fields that begin at a token and have a letter, no word for it."""
    return [field for field, cost, _ in fields_at(tokens, at) if cost < SPELLED]


def is_in_field(tokens: Tokens, at: int) -> bool:
    """Whether a number stands right beside a letter."""
    led = at > 0 and tokens[at].glued and tokens[at - 1].word and len(tokens[at - 1].text) == 1
    return led or any(one.glued and one.word for one in tokens[at + 1 : at + 2])


def parting(text: str) -> str:
    """Return the mark that parts the cells of a row, or two spaces."""
    return next((one for one in _PARTING if one in text), _SPACES)


def cells(text: str, mark: str) -> list[tuple[int, int]]:
    """Return where the cells of a row begin and end."""
    if mark == _SPACES:
        return [one.span() for one in re.finditer(r"\S+(?: \S+)*", text)]
    edges = [-1, *(n for n, sign in enumerate(text) if sign == mark), len(text)]
    return [(start + 1, end) for start, end in pairwise(edges)]
