"""Other spellings of a move with the same meaning, and the numbers in front of moves."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rules.game import AGREE, Game, Move, Position

SIGNS = str.maketrans({**dict.fromkeys("\u2013\u2014\u2212\u2010\u2011\u2012", "-"), "\t": " ", "\u00a0": " "})
_COUNTED = re.compile(r"(\d{1,3}) ?[.)](?: +|(?=[^\s\d]|\d+ ?[^\s\d.,]))")  # 12) y@d4
_COUNTED_APART = re.compile(r"(\d{1,3}) ?[.)] +")  # in front of a second
_MARK = re.compile(r"(?:\s*(?:\$\d{1,3}|!\?|\?!|!!?))+$")  # $2, !?
_TIME = re.compile(r"(?:(\d{1,6}):([0-5]\d)|(\d{1,12}))(?:[.,](\d{1,3}))?", re.ASCII)
_SPACE = re.compile(r" (?!\d)|(?<!\d) ")  # none between two figures: 1 2-15 is no 12-15


def counts_of(texts: Iterable[str], game: Game) -> list[int]:
    """Return the number in front of each line, where all have one; else none."""
    pattern = _COUNTED_APART if game.timed else _COUNTED
    found = [pattern.match(text) for text in texts]
    numbers = [int(one[1]) for one in found if one]
    return numbers if len(numbers) == len(found) else []


def skipping(counts: Sequence[int]) -> int | None:
    """Return the index of the first number that neither stays nor rises by 1 nor begins again."""
    return next((n for n, (one, two) in enumerate(pairwise(counts), 1) if two not in (one, one + 1, 1)), None)


def as_meant(text: str, position: Position, game: Game, *, counted: bool) -> str:
    """Return the only move that the line can mean despite its spelling, else the line."""
    text = _MARK.sub("", text)
    if counted or not game.timed:
        text = (_COUNTED_APART if game.timed else _COUNTED).sub("", text, 1)
    if game.timed:  # a hole keeps its case
        second, _, step = text.partition(" ")
        found = _TIME.fullmatch(second)
        if found is None:
            return text.lower() if text.isalpha() else text
        minutes, rest, whole, part = found.groups()
        told_as = str(int(minutes or 0) * 60 + int(rest or whole)) + (f".{part}" if part else "")
        return f"{told_as} {step if step.startswith('dead ') else _SPACE.sub('', step)}".strip()
    key = _key(text)
    for moves in (position.legal_moves(), game.every_move(position)):
        every = [*moves, *game.rolls, AGREE]
        same: set[Move] = {one for one in every if key in (_key(one), one.removeprefix("roll "))}
        if len(same) == 1:
            return same.pop()
    return text


def _key(text: str) -> str:
    return _SPACE.sub("", text.strip()).casefold()
