"""Notations of one sheet alone: what its legend says, and habits that hold for the whole of it.

``st = stone`` is a legend. Habits are not always said: fields with their figure in front, seconds
since the last move. Each is tried on the whole sheet, and is one where the engine can play all of
it.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.header_words import headers_said
from rules.reading_table import colour_of
from rules.reading_words import ASIDE, SEAT, Spell, fold, lexicon_of
from rules.registry import NAMES, find_game

Habit: TypeAlias = Callable[[Sequence[str]], list[str]]
"""Return the rows of a sheet as others write them."""

_TIME = re.compile(
    r"(?P<in>[^\w+]*)\+?(?:(\d+):)??(?:(\d+):)?(\d+(?:[.,]\d+)?)(?![:.,]?\d)(?=\s*\S)"
)

_SIGN = "[\u2600-\U0001faff\ufe0f]"


def _replacing(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Habit:
    found = re.compile(pattern)
    return lambda rows: [found.sub(new, row) for row in rows]


def _timing(seconds: Callable[[float, float, float], float]) -> Habit:
    """Return what writes other seconds.

    seconds: takes what is written, the second of the row above, and what is written in the first.
    """

    def habit(rows: Sequence[str]) -> list[str]:
        timed = list[str]()
        first = at = -1.0
        for row in rows:
            found = _TIME.match(row)
            if found is None:
                timed.append(row)
                continue
            hours, minutes, last = found.group(2, 3, 4)
            written = 3600.0 * int(hours or 0) + 60 * int(minutes or 0)
            written += float(last.replace(",", "."))
            first = written if first < 0 else first
            at = seconds(written, max(at, 0), first)
            timed.append(f"{found['in']}{round(at, 3):g} {row[found.end() :].lstrip(' :')}")
        return timed

    return habit


def _ahead(found: re.Match[str]) -> str:
    return f"{found[1]}-{int(found[1]) + int(found[2])}"


HABITS: Sequence[Habit] = (
    _replacing(r"(?<![\w.,:-])(\d)([a-gA-G])(?!\w)", r"\2\1"),  # 4c
    _replacing(r"(?<![\w-])([a-gA-G]) ?[-\u2013.:] ?(\d)(?![\w-])", r"\1\2"),  # C-4
    _replacing(r"(?<!\w)([a-gA-G])[^\W\d_]{2,} ?(\d)(?!\w)", r"\1\2"),  # Charlie 4
    _replacing(r"(?<!\w)(\w?[a-gA-G]\d)/([a-gA-G]\d)(?!\w)", r"\1-\2"),  # a jump
    _replacing(r"(?<![\w+])(\d{1,2}) ?\+ ?(\d{1,2})(?![\w+])", _ahead),  # by so many fields
    _replacing(r"(?<!\w)([a-i])['\u2019\u2032]", lambda found: found[1].upper()),  # of the other
    _timing(lambda written, at, _: at + written),  # since the last move
    _timing(lambda written, _, first: written - first),  # of a clock
    _timing(lambda written, _, first: first - written),  # that are left
)


def legend_of(rows: Sequence[str], spell: Spell) -> tuple[list[str], dict[int, list[str]]] | None:
    """Return the rows of a sheet with the words for which its signs stand, None without a legend.

    The second: by row, the texts of the legend, which are left out.
    """
    means = "|".join(
        re.escape(word) for word, what in headers_said(spell).items() if what == "means"
    )
    define = re.compile(
        rf"(?<![\w=])([^\W\d_]{{1,2}}\.?|[^\w\s=()\[\],;:\"'])\s*"
        rf"(?:=|(?:{means})\b|(?<={_SIGN})(?=[^\d]*$))\s*([^\W\d_][\w' \u2019-]*?)"
        rf"(?=\s*(?:[,;.()\[\]/|]|$|\s[^\W\d_]{{1,2}}\s?=|{_SIGN}))"
    )
    signs: dict[str, str] = {}
    left: dict[int, list[str]] = {}
    told = list[str]()
    for n, written in enumerate(rows):
        bare = row = written
        for found in re.finditer(rf"[^.!?]*\d\W* (?:{means})\b.*", row):
            left[n] = [found[0].strip()]
            bare = row = row[: found.start()]
        for found in reversed(list(define.finditer(row))):
            sign, said = found[1].rstrip("."), found[2].strip()
            word = _known(said.split(), spell)
            begins = not sign.isalpha() or fold(said)[0] == fold(sign)[0]
            sided = any(code.startswith(SEAT) for code in _codes(word, spell))
            side = sided and not sign.isalpha()
            coloured = word != said and colour_of(_codes(word, spell))  # G = Gerda yellow
            name = side or (said[0].isupper() and sign.isupper() and (coloured or not word))
            if not (word or name) or not begins or (sided and not side) or sign in signs:
                continue  # a letter is that of its side by itself
            signs[sign] = said.split()[0] if name else word
            gone = found.start(2) if name else found.end()  # the name is still to be read
            left.setdefault(n, []).append(row[found.start() : gone].strip())
            bare = bare[: found.start()] + bare[gone:]
        if bare != row and not re.search(r"\w", bare):
            bare, left[n] = "", [row.strip()]
        told.append(bare)
    if not left:
        return None
    return [_written_out(row, signs) if n not in left else row for n, row in enumerate(told)], left


def _codes(phrase: str, spell: Spell) -> set[str]:
    """Return what a phrase may mean in any game, beside what is no part of a move."""
    lexicons = (lexicon_of(find_game(name), spell) for name in NAMES)
    return {code for lexicon in lexicons for code in lexicon.codes(phrase)} - ASIDE


def _known(words: Sequence[str], spell: Spell) -> str:
    """Return the words with a meaning in a game that these end with, the last in a compound."""
    for n in range(len(words)):
        if _codes(" ".join(words[n:]), spell):
            return " ".join(words[n:])
    last = words[-1]
    return next((last[n:] for n in range(3, len(last) - 3) if _codes(last[n:], spell)), "")


def _written_out(row: str, signs: dict[str, str]) -> str:
    """Return a row with words in the place of signs."""
    ways = list[str]()
    for sign in sorted(signs, key=len, reverse=True):
        figures = "" if fold(sign) in "abcdefg" else r"|\d"
        behind = rf"(?:\.(?=\s*[\w@*])|(?=[^\w'\u2019]|$|[a-gA-G]\d{figures}))(?!\s?=)"
        ways.append(rf"(?<!\w){sign}{behind}" if sign.isalpha() else re.escape(sign))

    def word(found: re.Match[str]) -> str:
        meant = signs[found[0] if found[0] in signs else found[0].rstrip(".")]
        beside = row[: found.start()][-1:], row[found.end() :][:1]
        return " " * beside[0].isalnum() + meant + " " * beside[1].isalnum()

    return re.sub("|".join(ways), word, row) if ways else row
