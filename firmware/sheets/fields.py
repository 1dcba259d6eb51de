"""Fields as they are written (b7, b-7, B 7, 7b), slips of the pen in them, and the cells of a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from firmware.sheets.costs import Cost
from firmware.sheets.lexicon import Tokens, words_in

LETTERS = "abcdefg"  # of the columns of a board
_MOST_BETWEEN = 3  # characters between the letter and the number of a field
_MARKS_WITHIN = "-.(_\u2013"  # d-4
_BY_LETTER = re.compile(r"(?<![^\W_])[a-gA-G]-?[1-7](?![^\W_])")  # d4, d-4
_BY_NUMBERS = re.compile(  # (4, 2), 4/2
    r"[(\[]([1-7])[\W_]{1,2}([1-7])[)\]]|(?<![\w./,:-])([1-7])\s?[/.,:x]\s?([1-7])(?![\w/:-]|[.,]\d)"
)
_FEWEST_BY_NUMBERS = 8  # fields, and how many of these to one with a letter
_STEPS = re.compile(r"(?<![\w>→-])(\d{1,2})\+(\d{1,2})(?![\w>→-])")  # 5+13
_PARTING = ("\t", "|", ";", ",")  # between cells, the surest first
SPACES = "  "


def fields_at(tokens: Tokens, at: int) -> Iterator[tuple[str, float, int]]:
    """Yield the fields that begin at a token, each with its cost and how many tokens it is."""
    token = tokens[at]
    for size in (2, 3) if len(token.text) == 1 else ():
        last = next(iter(tokens[at + size - 1 : at + size]), None)
        if last is None or last.start - token.end > _MOST_BETWEEN:
            return
        if size == 3 and tokens[at + 1].text not in _MARKS_WITHIN:
            return
        if token.word and len(last.figures) == 1:
            letter, figure = token.text.casefold(), last.figures
            cost = 0.0 if size == 2 and last.glued else Cost.FIELD_APART
        elif token.number and last.word and len(last.text) == 1 and (last.glued or size == 3):
            letter, figure, cost = last.text.casefold(), token.text, Cost.FIELD_APART
        else:
            continue
        if letter in LETTERS:
            yield letter + figure, cost, size


def is_field(tokens: Tokens, at: int) -> bool:
    """Whether a field begins at a token."""
    return any(fields_at(tokens, at))


def leads_field(tokens: Tokens, at: int) -> bool:
    """Whether a letter stands right in front of a number."""
    return len(tokens[at].text) == 1 and any(one.glued and one.number for one in tokens[at + 1 : at + 2])


def is_in_field(tokens: Tokens, at: int) -> bool:
    """Whether a number stands right beside a letter."""
    led = at > 0 and tokens[at].glued and tokens[at - 1].word and len(tokens[at - 1].text) == 1
    return led or any(one.glued and one.word for one in tokens[at + 1 : at + 2])


def with_letters(rows: Sequence[str]) -> Sequence[str]:
    """Return rows with letters for columns: 4/2 is d2, where nearly all fields are two figures, the column first."""
    figured, lettered = (sum(len(one.findall(row)) for row in rows) for one in (_BY_NUMBERS, _BY_LETTER))
    if figured < _FEWEST_BY_NUMBERS * max(lettered, 1):
        return rows
    return [_BY_NUMBERS.sub(lambda one: LETTERS[int(one[1] or one[3]) - 1] + (one[2] or one[4]), row) for row in rows]


def with_targets(row: str) -> str:
    """Return a row with the field to which a piece goes for the number of steps: 5+13 is 5-18."""
    return _STEPS.sub(lambda found: f"{found[1]}-{int(found[1]) + int(found[2])}".ljust(len(found[0])), row)


def parting(text: str) -> str:
    """Return the mark that parts the cells of a row, or two spaces."""
    return next((one for one in _PARTING if one in text), SPACES)


def cells(text: str, mark: str) -> list[tuple[int, int]]:
    """Return where the cells of a row begin and end."""
    if mark == SPACES:
        return [one.span() for one in re.finditer(r"\S+(?: \S+)*", text)]
    edges = [-1, *(n for n, sign in enumerate(text) if sign == mark), len(text)]
    return [(start + 1, end) for start, end in pairwise(edges)]


def columns_of(text: str, tokens: Tokens, mark: str) -> list[int]:
    """Return the number of the cell of a row in which each token stands, from 0."""
    ends = [end for _, end in cells(text, mark)]
    return [sum(end <= one.start for end in ends) for one in tokens]


@cache
def _alike(sign: str) -> Mapping[str, float]:
    """Return the signs that look like a sign, with the cost of each."""
    marks = words_in("marks")["alike"]
    kinds = (("others", Cost.ALIKE), ("twins", Cost.TWIN))
    found = {one: cost for kind, cost in kinds for some in marks[kind] if sign in some for one in some}
    return {one: found[one] for one in sorted(found) if one != sign}


@cache
def slips(text: str) -> Sequence[tuple[float, str]]:
    """Return the texts that may have been meant, each behind its cost."""
    found: dict[str, float] = {}

    def keep(form: str, cost: float) -> None:
        found[form] = min(cost, found.get(form, cost))

    for at, sign in enumerate(text):
        before, behind = text[:at], text[at + 1 :]
        for other, cost in _alike(sign).items():
            keep(before + other + behind, cost)
        if before:
            turned = before[-1].isdecimal() and sign.isalpha()
            keep(before[:-1] + sign + before[-1] + behind, Cost.TURNED if turned else Cost.SWAPPED)
        keep(before + behind, Cost.ADDED)
        for other in LETTERS + "0123456789" if len(text) > 1 else "":
            keep(before + other + behind, Cost.CHANGED)
    return [(cost, form) for form, cost in found.items() if form and form != text]
