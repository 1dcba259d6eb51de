"""Numbers in words (twenty-two, vingt et un), and signs that a machine has misread (lO for 10, f1ag for flag)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from firmware.sheets.lexicon import LANGUAGES, words_in

_FEWEST_IN_WORDS = 3  # numbers above nine, by which somebody writes numbers so
_FEWEST_MISREAD = 3  # texts, by which a machine has read the sheet
_MISREAD_FIGURES = re.compile(r"(?<!\w)(?=[lIOS]*\d)(?!\d+(?!\w))[lIOS\d]+(?!\w)|(?<!\w)l[lO](?!\w)")
_MISREAD_LETTERS = re.compile(  # f1ag, re5erve, BLACK with a 1, 0ne
    r"(?<=[^\W\d_])[015I](?=[a-z]{2})|(?<=[^\W\d_]{3})[015I](?=[a-z])"
    r"|(?<=[A-Z])[015](?=[A-Z]{2})|(?<=[^\W\d_]{2}[^\W\d_a-g])[015](?!\w)|(?<!\w)0(?=[a-z]{3})"
)
_AS_FIGURES, _AS_LETTERS = str.maketrans("lIOS", "1105"), str.maketrans("015I", "olsl")


def with_figures(rows: Sequence[str]) -> Sequence[str]:
    """Return the rows with figures for numbers in words, and for letters and figures that were misread.

    Either where a sheet has several: numbers above nine, misread texts.
    """
    if sum(len(one.findall(row)) for row in rows for one in (_MISREAD_FIGURES, _MISREAD_LETTERS)) >= _FEWEST_MISREAD:
        rows = [_MISREAD_FIGURES.sub(lambda one: one[0].translate(_AS_FIGURES), row) for row in rows]
        rows = [_MISREAD_LETTERS.sub(lambda one: one[0].translate(_AS_LETTERS), row) for row in rows]
    for language in LANGUAGES:
        rows = _in_figures(rows, *_numbers(language))
    return rows


def _in_figures(rows: Sequence[str], pattern: re.Pattern[str], values: Mapping[str, int]) -> Sequence[str]:
    def figures(found: re.Match[str]) -> str:
        return str(sum(values[word.casefold()] for word in found.groups() if word))

    found = [[figures(one) for one in pattern.finditer(row)] for row in rows]
    if len({one for some in found for one in some if len(one) > 1}) < _FEWEST_IN_WORDS:
        return rows

    def in_figures(row: str, some: Sequence[str]) -> str:
        kept = "1" if len(some) - some.count("1") < 2 else ""  # un is an article
        return pattern.sub(lambda one: one[0] if figures(one) == kept else figures(one), row)

    return [*map(in_figures, rows, found)]


@cache
def _numbers(language: str) -> tuple[re.Pattern[str], Mapping[str, int]]:
    """Return the pattern of numbers in words, and the number of each word."""
    common, numbers = words_in(language)["common"], words_in(language)["numbers"]
    codes = [(code, words) for code, words in (*common.items(), *numbers.items()) if code.isdecimal() and code != "0"]
    values = {word: int(code) for code, words in codes for word in words}

    def some(least: int, most: int) -> str:
        words = (word for word, value in values.items() if least <= value < most)
        return f"({'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"

    behind = f"{some(1, 10)}(?:und|en|ën){some(20, 100)}"  # zweiundzwanzig
    before = f"{some(20, 100)}(?:-| et |-et-| and ){some(1, 20)}"  # twenty-two
    return re.compile(rf"(?<![\w-])(?:{behind}|{before}|{some(1, 100)})(?![\w-])", re.IGNORECASE), values
