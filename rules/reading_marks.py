"""What stands in front of the lines of a sheet and goes on from line to line: numbers, and hours.

A number or an hour says nothing by itself: ``1: d4`` may be a card, ``0:12 d-e`` is a second. What
the lines together show decides: numbers that count, and hours that go on, are marks.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from rules.reading_text import Row

_NUMBER = re.compile(
    r"\s*(?:[-*\u2022]\s+)?(?:[#\u2116]\s?(\d{1,4})[.:)]?|[(\[](\d{1,4})[)\]][.:]?|(\d{1,4})[.:)])"
    r"(?:[ \u00a0]+|(?=[^\W\d]))"
)
_LETTERED = re.compile(r"\s*[(\[]?([a-z])[)\]]\s+")
_ORDINAL = re.compile(
    r"\s*(\d{1,3})(?:st|nd|rd|th|ste|de|er|re|e|\u00e8re|\u00e8me) (?=[^\W\d_]{3})"
)
_ALONE = re.compile(r"\s*(\d{1,4}) (?=[^\W\d_]{2})")  # in front of a word
_CLOCK = re.compile(
    r"\s*[\[(]?([01]?\d|2[0-3])[:.h]([0-5]\d)(?:[:.][0-5]\d)?(?:\s?(?:[ap]\.?m\.?|h|u|uur|Uhr))?[\])]?"
    r"(?: *[-\u2013\u2014,:] +| +)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"[\s\d:.h\[\]()]*#\s?(\d{1,4})\b(?=.*\w)")
_MINUTES = re.compile(
    r"(?<![\w:.,])(\d{1,3})(?:\s?['\u2019\u2032]\s?|\s?m(?:in)?(?:\.|ut\w*)?(?:\s(?:and|en|und|et))?\s?)"
    r"(\d{1,2})(?:\s?(?:''|[\"\u201d\u2033]|s(?:e[ck]\w*)?\b\.?))?([.,]\d{1,3})?(?!\d)",
    re.IGNORECASE,
)
_FEWEST = 2  # lines that show that numbers count
_FEWEST_HOURS = 3


def unmarked(rows: Sequence[Row], *, timed: bool) -> list[int]:
    """Take the marks off rows; return which of them had any.

    timed: whether moves have their second, so that hours are none, and numbers are marks where
    every row has one alone.
    """
    changed: set[int] = set()
    ways = (_NUMBER,) if timed else (_CLOCK, _NUMBER, _CLOCK, _LETTERED, _ORDINAL, _ALONE)
    for mark in ways:
        found = [(n, mark.match(row.text)) for n, row in enumerate(rows)]
        marks = [(n, one) for n, one in found if one is not None and one.end() < len(one.string)]
        if timed and len(marks) < len(rows):
            continue
        counts = [_value(one) for _, one in marks]
        if not (_go_on(counts) if mark is _CLOCK else _count(counts)):
            continue
        for n, one in marks:
            # so columns stay below their heads
            rows[n].text = " " * one.end() + one.string[one.end() :]
            rows[n].marked = True
            if mark is _CLOCK:
                rows[n].left.append(one[0].strip())
            changed.add(n)
    return sorted(changed)


def clocked(rows: Sequence[Row]) -> list[int]:
    """Write times that are said in minutes as 1:05; return which rows had any: 1'05", 1 min 5 s."""
    changed = list[int]()
    for n, row in enumerate(rows):
        text = _MINUTES.sub(lambda found: f"{found[1]}:{found[2]:0>2}{found[3] or ''}", row.text)
        if text != row.text:
            row.text, row.marked = text, True
            changed.append(n)
    return changed


def _value(found: re.Match[str]) -> int:
    if found.re is _CLOCK:
        return int(found[1]) * 60 + int(found[2])
    said = next(filter(None, found.groups()))
    return int(said) if said.isdecimal() else ord(said) - ord("a") + 1


def _count(numbers: Sequence[int]) -> bool:
    """Whether numbers count lines, rounds, or those of one player after another."""
    counting = all(after in (one, one + 1, 1) for one, after in pairwise(numbers))
    return counting and numbers[:1] == [1] and len(numbers) >= _FEWEST and max(numbers) > 1


def _go_on(minutes: Sequence[int]) -> bool:
    """Whether hours go on, past midnight once perhaps."""
    back = sum(after < one for one, after in pairwise(minutes))
    return len(minutes) >= _FEWEST_HOURS and back <= (minutes[-1] < 6 * 60)


def signed(rows: Sequence[Row]) -> list[int]:
    """Return the rows in which # stands in front of a number that counts, and begins no comment."""
    found = [(n, _SIGNED.match(row.text)) for n, row in enumerate(rows)]
    numbers = [(n, int(one[1])) for n, one in found if one is not None]
    return [n for n, _ in numbers] if _count([number for _, number in numbers]) else []
