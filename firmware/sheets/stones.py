"""The stones on the track of a sheet, known by their numbers more than by its words."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from firmware.sheets.lexicon import fold, words_for
from rules.manoeuvre_board import DIE, FIXED_BONUSES, FIXED_REWARDS

_LAST_ROLLED = DIE[-1]  # no stone lies on a field up to it: GM-3, GM-4
_COUNTS = Counter(stone[-1] for stone in FIXED_BONUSES.split())  # bonus stones of each side
_VALUES = sorted(int(reward.partition(":")[2]) for reward in FIXED_REWARDS.split())
_FIGURE = re.compile(  # l: a 1 that is misread; (two): a value in words
    r"(?<!\d)\d{1,3}(?!\d)|(?<![\w'\u2019])l(?![\w'\u2019])|(?<=\()[^\W\d_]{2,5}(?=\))"
)
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_AND = 3  # letters of the longest word between the numbers of a list: and


def stones_in(text: str) -> tuple[Mapping[str, str], str] | None:
    """Return the options that lay all stones, and the text without their numbers; None where not all are told.

    Six fields that rise have white stones and four black, unless each has its side behind it; three
    fields in turn with 1, 2 and 3, or in front of these or behind them, have rewards.
    """
    sides = {word: name[0] for name in ("white", "black") for word in words_for("headers", name)}
    told = {"l": 1} | {word: value for value in _VALUES for word in words_for("common", str(value))}
    found = [one for one in _FIGURE.finditer(text) if one[0].isdecimal() or fold(one[0]) in told]
    values = [int(one[0]) if one[0].isdecimal() else told[fold(one[0])] for one in found]
    starts = [*(one.start() for one in found), len(text)]
    parts = [fold(text[one.end() : start]) for one, start in zip(found, starts[1:], strict=True)]
    nearest = (_WORD.match(part.removeprefix(" ")) for part in parts)
    behind = {n: word[0] for n, word in enumerate(nearest) if word and values[n] > _LAST_ROLLED}
    often = Counter(word for word in behind.values() if len(word) == 1)
    letters = {letter: side for letter, n in often.items() for side, count in _COUNTS.items() if n == count}
    for names in (sides, letters):  # b is black, unless six are b
        laid = {n: names[word] for n, word in behind.items() if word in names}
        if Counter(laid.values()) == _COUNTS:
            break
    else:
        runs: list[list[int]] = [[]]
        for n, value in enumerate(values):
            words = _WORD.findall(parts[n - 1]) if n else ()
            parted = any(word in sides or len(word) > _LONGEST_AND for word in words)
            if parted or value <= max(values[n - 1] if n else 0, _LAST_ROLLED):
                runs.append([])
            runs[-1] += [n] if value > _LAST_ROLLED else []
        pairs = pairwise(filter(None, runs))
        pair = next((two for two in pairs if {len(two[0]), len(two[1])} == {*_COUNTS.values()}), ())
        laid = {n: side for run in pair for side, count in _COUNTS.items() if len(run) == count for n in run}
    if not laid:
        return None
    rest = [n for n in range(len(found)) if n not in laid]
    sixes = (rest[k : k + 6] for k in range(len(rest) - 5))
    in_turn_or_apart = (half for six in sixes for half in ((six[::2], six[1::2]), (six[:3], six[3:])))
    ways = (way for one, two in in_turn_or_apart for way in ((one, two), (two, one)))

    def lines(some: list[int]) -> int:
        return text.count("\n", found[min(some)].start(), found[max(some)].start())

    rewards = [
        (fields, worth)
        for fields, worth in ways
        if sorted(values[n] for n in worth) == _VALUES and min(values[n] for n in fields) > _LAST_ROLLED
    ]
    if not rewards:
        return None
    fields, worth = min(rewards, key=lambda way: (lines([*laid, *way[0], *way[1]]), lines([*way[0], *way[1]])))
    stones = {
        "rewards": " ".join(f"{values[n]}:{values[k]}" for n, k in zip(fields, worth, strict=True)),
        "bonuses": " ".join(f"{values[n]}{side}" for n, side in laid.items()),
    }
    ends = (found[n].end() for n in sorted((*laid, *fields, *worth)))
    for start, end in {text.rfind("\n", 0, end) + 1: end for end in ends}.items():
        text = text[:start] + " " * (end - start) + text[end:]
    return stones, text
