"""What people put into a row beside its moves, and ways to write moves, made as usual.

What is no move is left blank, so that everything stays where it stands.
"""

import re
from collections.abc import Callable, Sequence

from firmware.sheets.lexicon import words_for
from rules import Game

_FEW = 2  # rows that show a habit
_OFTEN = 4  # times as often as the usual way, which shows one, too
_DATE = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|\b(?:19|20)\d\d\b")
_HOUR = re.compile(r"^[\s|\[(]*\d{1,2}[:.h]\d\d(?::\d\d)?(?!\w)[\])]?")
_STANDING = re.compile(  # [1-0-2], (12, 4, 0)
    r"[\[(](?=[^\])]*(?:-\d|\d\d|0))(?:\s*[^\W\d_]{0,2}[\s:=]?-?\d+[,;/]?){3,}\s*[\])]"
)
_ORDINAL = re.compile(r"^\s*\d{1,2}(?:e|er|ère|ème|de|ste|st|nd|rd|th|te|o)\b")
_TALLY = re.compile(r"(?<!\d)\d{1,3}:\d{1,3}(?!\d)")  # 3:1
_BACK = re.compile(  # b4 <- a3
    r"(?<![\w<])(\w?\d{1,2}|[a-mA-M]) ?(?:<-*|[←⇐]) ?(\w?\d{1,2}|[a-mA-M])(?!\w)"
)
_UPRIGHT = re.compile(r"(?<!\w)[a-gA-G]\d(?!\w)")
_FLIPPED = re.compile(r"(?<!\w)(\d)( ?)([a-gA-G])(?!\w)")  # 3b
_COUNTER = re.compile(r"^\s*([^\W\d_])(\d{1,2})[.:)]?(?=\s+\S)")  # R1, R2
_MOST_COUNTED = 4
_STEPS = re.compile(r"(?<![\w+-])(\d{1,2}) ?\+ ?(\d{1,2})(?! ?[\w+-])")  # from, and how many fields
_WAY = re.compile(r"(?<![\w-])\d{1,2} ?- ?\d{1,2}(?![\w-])")
_PRIMED = re.compile(r"(?<![\w'’])([a-i]) ?['’′](?!\w)")  # a hole of the other side
_OCR = re.compile(r"(?<!\w)[OoIl]*\d[\dOoIl]*(?:[.,:][OoIlS]*\d[\dOoIlS]*)*")
_AS_FIGURES = str.maketrans("OoIlS", "00115")
_OF_DAY = "|".join(map(re.escape, sorted(words_for("headers", "clock"))))
_TIME_OF_DAY = re.compile(
    rf"(?<!\d)\d{{1,2}}[:.h]\d\d ?(?:{_OF_DAY})\b", re.IGNORECASE
)  # 23.00 uur
_HOUR_OF_DAY = re.compile(rf"(?<!\d)\d{{1,2}}(?:[:.h]\d\d)? ?(?:{_OF_DAY})\b", re.IGNORECASE)


def usual(game: Game, rows: Sequence[str]) -> list[str]:
    """Return the rows of a sheet with moves written as most people do."""
    texts = [_BACK.sub(r"\2-\1", _DATE.sub(_blank, row)) for row in rows]
    if game.timed:
        texts = [_TIME_OF_DAY.sub(_blank, row) for row in texts]
        texts = [_OCR.sub(lambda one: one[0].translate(_AS_FIGURES), row) for row in texts]
        if _often(_PRIMED, texts) > _FEW:
            texts = [_PRIMED.sub(lambda one: f"{one[1].upper()} ", row) for row in texts]
    else:
        for pattern in (_ORDINAL, _STANDING, _HOUR_OF_DAY, _TALLY):
            texts = [pattern.sub(_blank, row) for row in texts]
        if sum(map(bool, map(_HOUR.match, texts))) > _FEW:
            texts = [_HOUR.sub(_blank, row) for row in texts]
        moves = game.every_move(game.start(game.players[0]))
        if any("a1" in move for move in moves):
            texts = _as_usual(texts, _FLIPPED, _UPRIGHT, lambda one: one[3] + one[2] + one[1])
        else:
            texts = _as_usual(texts, _STEPS, _WAY, _summed)
    return _uncounted(texts)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _summed(found: re.Match[str]) -> str:
    return f"{found[1]}-{int(found[1]) + int(found[2])}"


def _often(pattern: re.Pattern[str], texts: Sequence[str]) -> int:
    return sum(len(pattern.findall(text)) for text in texts)


def _as_usual(
    texts: list[str],
    pattern: re.Pattern[str],
    upright: re.Pattern[str],
    change: Callable[[re.Match[str]], str],
) -> list[str]:
    """Return texts with one way of writing changed into the usual one, where that is seldom."""
    if _often(pattern, texts) <= _OFTEN * (1 + _often(upright, texts)):
        return texts
    return [pattern.sub(change, text) for text in texts]


def _uncounted(texts: list[str]) -> list[str]:
    """Return texts without the numbers that count each player's rows behind a letter: R1, R2."""
    counts: dict[str, list[str]] = {}
    for found in filter(None, map(_COUNTER.match, texts)):
        counts.setdefault(found[1], []).append(found[2])
    counting = {
        letter
        for letter, some in counts.items()
        if some == [str(n) for n in range(1, len(some) + 1)] and len(some) > _MOST_COUNTED
    }

    def bare(found: re.Match[str]) -> str:
        return found[1] + " " * (len(found[0]) - 1) if found[1] in counting else found[0]

    return [_COUNTER.sub(bare, text) for text in texts]
