"""Numbers of a sheet that tell no move: they count its rows or moves, or say a date or an hour."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from firmware.sheets.fields import SPACES, cells, columns_of, is_in_field, parting
from firmware.sheets.lexicon import ASIDE, LANGUAGES, Tokens, words_for, words_in
from firmware.sheets.owners import Owners, key_of

_DATE = r"\b(?:\d{1,2}[-./]\d{1,2}[-./]\d{2}(?:\d\d)?|\d{4}[-./]\d{1,2}[-./]\d{1,2})\b(?![-/]\d)|\b(?:19|20)\d\d\b"
_ORDINAL = r"(?:^|(?<=[|\t]))\s{0,9}\d{1,2}(?:e|er|ère|ème|de|ste|st|nd|rd|th|te|o)\b"
_ENGLISH_ORDINAL = r"\b\d{1,2}(?:st|nd|rd|th)\b"  # Mo's 1st: elsewhere, too, where 2e may be a field
_TALLY = r"(?<!\d)\d{1,3}:\d{1,3}(?!\d)"  # 3:1
_LETTERED_COUNT = re.compile(r"\s*([^\W\d_])(\d{1,2})[.:)]?(?=\s+\S)")  # R1: in front of a row
_LABEL_WITHIN = 8  # tokens of a row among which its label is
_FEWEST_COUNTED = 3  # numbers of a run of labels
_FEWEST_COLUMNS = 3  # of a table in which columns say what they are
_MOST_DIGITS = 6  # of a label


class _First(NamedTuple):
    """The first number of a row. at: its token. begins: whether a run may begin with it."""

    row: int
    at: int
    value: int
    begins: bool


@cache
def _dated(timed: bool) -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(words_for("headers", "clock"))))
    hour = rf"(?<!\d)\d{{1,2}}[:.h]\d\d ?(?:{words})\b"  # 23.00 uur
    months = "|".join(re.escape(month) for some in map(words_in, LANGUAGES) for month in some["headers"]["month"])
    day = rf"\b\d{{1,2}}(?:\.|er|st|nd|rd|th)? (?:{months})\b"
    some = [_DATE, day, hour]
    if not timed:
        some += [rf"(?<!\d)\d{{1,2}} ?(?:{words})\b", _TALLY, _ORDINAL, _ENGLISH_ORDINAL]
    return re.compile("|".join(some), re.IGNORECASE)


def without_dates(rows: Iterable[str], *, timed: bool) -> list[str]:
    """Return rows with dates, hours, tallies, ordinals and counts with a letter (R1, R2) left blank.

    timed: whether moves have seconds, so that figures around a colon may be one.
    """
    texts = [_dated(timed).sub(lambda found: " " * len(found[0]), row) for row in rows]
    led = [found and (found[1], int(found[2])) for found in map(_LETTERED_COUNT.match, texts)]
    for letter in {one[0] for one in led if one}:
        counts = [one[1] for one in led if one and one[0] == letter]
        if len(counts) >= _FEWEST_COUNTED and counts == [*range(1, len(counts) + 1)]:
            texts = [re.sub(rf"^(\s*{letter})\d+[.:)]?", r"\1  ", text) for text in texts]
    return texts


def labels_of(parsed: Sequence[Tokens], owners: Owners) -> frozenset[tuple[int, int]]:
    """Return the row and the token of each number that counts. owners: of the moves."""
    firsts: list[_First] = []
    for n, tokens in enumerate(parsed):
        at = next((at for at, one in enumerate(tokens[:_LABEL_WITHIN]) if one.number), -1)
        if at < 0 or _fills_cell(owners, n, at):
            continue
        apart = n in owners.columned and owners.owned[n][at] is None  # die 1 | 5 | 3
        if apart or _leads(tokens, at, owners.names):
            value = int(tokens[at].text[:_MOST_DIGITS])
            pointed = any(one.glued and one.text in ".)" for one in tokens[at + 1 : at + 2])
            firsts.append(_First(n, at, value, pointed or value < _FEWEST_COUNTED))
    found = set[tuple[int, int]]()
    for run in _runs(firsts):
        values = {firsts[k].value for k in run}
        dense = 6 * len(values) >= len(run) and 2 * len(run) >= run[-1] - run[0]
        if len(values) >= _FEWEST_COUNTED and dense:
            found |= {firsts[k][:2] for k in run}
    return frozenset(found)


def ignored_in(texts: Sequence[str], parsed: Sequence[Tokens]) -> Iterator[tuple[int, int]]:
    """Yield the row and the token of all that stands in columns of points and remarks, as their heads say."""
    mark, ignored = "", set[int]()
    for n, (text, tokens) in enumerate(zip(texts, parsed, strict=True)):
        parted = parting(text)
        columns = columns_of(text, tokens, parted)
        if parted == SPACES or len(cells(text, parted)) < _FEWEST_COLUMNS:
            mark = ""
        elif any(one.word for one in tokens) and not any(one.figures for one in tokens):
            mark = parted
            ignored = {k for k, one in zip(columns, tokens, strict=True) if "ignored" in one.codes}
        if mark == parted:
            yield from ((n, at) for at, k in enumerate(columns) if k in ignored)


def _fills_cell(owners: Owners, row: int, at: int) -> bool:
    """Whether a token fills its cell, and the column is that of a player."""
    owner, *after = owners.owned[row][at:]
    named = len(owners.names) > 1 and owner in owners.names
    return row in owners.columned and named and owner not in after


def _leads(tokens: Tokens, at: int, names: Sequence[str]) -> bool:
    """Whether nothing but words of no meaning stands in front of a number, which is no field."""
    led = any(key_of(one) in names for one in tokens[:at]) or (tokens[at].glued and tokens[at - 1].text == "+")
    pointed = tokens[at + 1 : at + 2] and tokens[at + 1].text == ":"  # throw 1:
    aside = pointed or ASIDE.issuperset(code for one in tokens[:at] for code in one.codes)
    return aside and not (led or is_in_field(tokens, at))


def _runs(firsts: Sequence[_First]) -> list[list[int]]:
    """Return the runs of numbers that stay or rise by 1: indices of `firsts`."""
    runs: list[list[int]] = []  # the one that went on last is the last
    for k, first in enumerate(firsts):
        run = next((one for one in reversed(runs) if firsts[one[-1]].value in (first.value, first.value - 1)), None)
        if run is not None:
            runs.remove(run)
            runs.append([*run, k])
        elif first.begins:
            runs.append([k])
    return runs
