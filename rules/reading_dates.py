"""Dates as people write them, in any language."""

import re
from functools import lru_cache

from rules.header_words import SAID, headers_said
from rules.reading_words import BETWEEN, Spell, fold

_NUMERIC = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{2,4})")
_DAY = re.compile(rf"{_NUMERIC.pattern}|\b\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}})(?!\d)")
_LONGEST_DATE = 4  # words


def _kind(word: str, spell: Spell, *, shortened: bool) -> str | None:
    """Return what a word of a date is. shortened: whether a month may be: Nov for November."""
    if word.rstrip("stndrhe").isdecimal():
        return "number"
    kind = headers_said(spell).get(fold(word))
    return "month" if kind is None and shortened and _month_of(word, spell) else kind


@lru_cache(10_000)
def date_of(text: str, spell: Spell, *, shortened: bool = False) -> str | None:
    """Return a date as records write it, or as it is written; None when the text is none.

    shortened: whether a month may be: Nov for November; a name may be the same, as in "Jan 5".
    """
    found = _NUMERIC.fullmatch(text.strip(" ."))
    if found:
        return _iso(*map(int, found.groups())) or text
    if found := _DAY.fullmatch(text.strip(" ,")) or _DAY.fullmatch(text.strip(" ,.")):
        return found[0]
    numeric = _NUMERIC.search(text)
    beside = re.findall(r"[^\W\d_]+", text)
    if (
        numeric
        and beside
        and all(
            headers_said(spell).get(fold(word)) == "weekday"
            or (word.islower() and len(word) < 4)  # le, on
            for word in beside
        )
    ):
        return _iso(*map(int, numeric.groups())) or text
    words = re.findall(r"[^\W_]+", text)
    kinds = [_kind(word, spell, shortened=shortened) for word in words]
    if "number" not in kinds or not {"month", "weekday"} & set(kinds):
        return None
    if not set(kinds) <= {"number", "month", "weekday"} or kinds.count("month") != 1:
        return None
    numbers = [
        int(re.sub(r"\D", "", word))
        for word, kind in zip(words, kinds, strict=True)
        if kind == "number"
    ]
    month = _month_of(words[kinds.index("month")], spell)
    if len(numbers) == 2 and max(numbers) > 1000:
        return _iso(min(numbers), month, max(numbers)) or text
    return text


def dated(text: str, spell: Spell) -> tuple[str, str]:
    """Return a text without the date in it, and that date, "" where there is none."""
    words = list(re.finditer(r"\S+", text))
    for many in range(min(len(words), _LONGEST_DATE), 0, -1):
        for first, last in zip(words, words[many - 1 :], strict=False):
            when = date_of(text[first.start() : last.end()], spell, shortened=True)
            if when:
                return text[: first.start()] + text[last.end() :], when
    return text, ""


def shows_date(text: str, spell: Spell) -> bool:
    """Whether a day in figures, or a month, stands in a text."""
    words = re.findall(r"\w+", text)
    months = (_kind(word, spell, shortened=True) == "month" for word in words)
    return _DAY.search(text) is not None or any(months)


@lru_cache(10_000)
def _month_of(word: str, spell: Spell) -> int:
    for words in spell(SAID["month"]):
        months = [fold(month.strip()) for month in words.split(BETWEEN)]
        if fold(word) in months:
            return months.index(fold(word)) % 12 + 1
    for words in spell(SAID["month"]):
        for number, month in enumerate(words.split(BETWEEN)):
            if len(word) > 2 and fold(month.strip()).startswith(fold(word)):
                return number % 12 + 1
    return 0


def _iso(first: int, month: int, last: int) -> str | None:
    """Return a date as ``2026-03-14``, None when it is none; years may have two figures."""
    day, year = (last, first) if first > 31 else (first, last)
    year += 2000 * (year < 100)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if not (0 < month <= len(days) and 0 < day <= days[month - 1]):
        return None
    return f"{year:04}-{month:02}-{day:02}"
