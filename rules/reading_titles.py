"""Which game's title stands in a text."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from rules.reading_words import fold
from rules.registry import NAMES, find_game

AROUND = ' -\u2013\u2014:,;|\t.!"'  # around words of a line
_MOST_BETWEEN = 2  # words in a title


class Titled(NamedTuple):
    """The title of a game in a text. rest: what stands behind it. beside: what else, left out."""

    game: str
    rest: str
    beside: tuple[str, ...]


_BEHIND_FIELD = re.compile(r"(?<=[a-zA-Z]\d)[.!]\s+(?=[^\W\d_a-z](?:\w\w|,? [^\W\d_]{3}))")
_ENDS = re.compile(rf"(?:(?<=[^\W\d_]{{3}})|(?<=\)))[.!]\s+(?=[^\W\d_a-z])|{_BEHIND_FIELD.pattern}")


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, which end with fields where no title stands in it."""
    return parted_sentences(text, _ENDS if _ENDS.search(text) and title_of(text) else _BEHIND_FIELD)


def parted_sentences(text: str, ends: re.Pattern[str] = _ENDS) -> list[str]:
    """Return the sentences of a text. ends: what stands between them."""
    edges = [0, *(found.end() for found in ends.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


def parted_clauses(text: str) -> list[str]:
    """Return the first sentence of a text and what follows, whatever letter that begins with."""
    found = re.search(r"(?<=[^\W\d_]{3})[.!]\s+", text)
    return [text[: found.start()], text[found.end() :]] if found else []


@lru_cache(10_000)
def title_of(text: str) -> Titled | None:
    """Return which game's title stands in a text; None where none does, or those of two games.

    Who made it may stand between: Revolution by Reiner Knizia.
    """
    for key in (_exactly, fold):
        words = _words(text, key)
        found: dict[str, set[int]] = {}
        for title, name in _titles(key):
            found.setdefault(name, set()).update(_places(words, title))
        every = set[int]().union(*found.values())
        name = next((name for name, at in found.items() if at == every), "")
        if every and name:  # Revolution (hourglasses) has the titles of two, and all of one
            edges = [0, *(edge for n in sorted(every) for edge in words[n][1:])]
            between = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=False)]
            beside = (some.strip(AROUND + "()") for some in between)
            return Titled(name, text[edges[-1] :], tuple(filter(None, beside)))
    return None


@cache
def _titles(key: Callable[[str], str]) -> Sequence[tuple[Sequence[str], str]]:
    """Return the words of each title by their key, and its game, the longest titles first."""
    titles = [(title, name) for name in NAMES for title in (name, *find_game(name).titles)]
    titles.sort(key=lambda one: (-len(one[0].split()), -len(one[0])))
    return [([word for word, *_ in _words(title, key)], name) for title, name in titles]


def namesakes(game: str) -> list[str]:
    """Return the other games of which a title is the same but for accents and case."""
    own = set(map(fold, find_game(game).titles))
    return [
        name
        for name in NAMES
        if name != game and not own.isdisjoint(map(fold, find_game(name).titles))
    ]


def _places(words: Sequence[tuple[str, int, int]], wanted: Sequence[str]) -> list[int]:
    """Return which of these words are the wanted ones, in their order and near to each other."""
    for first, (word, *_) in enumerate(words):
        places = [first]
        for one in wanted[1:]:
            near = range(places[-1] + 1, min(places[-1] + 2 + _MOST_BETWEEN, len(words)))
            places += [n for n in near if words[n][0] == one][:1]
        if word == wanted[0] and len(places) == len(wanted):
            return places
    return []


def _exactly(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _words(text: str, key: Callable[[str], str]) -> list[tuple[str, int, int]]:
    """Return the words of a text by their key, each with where it begins and ends."""
    return [
        (key(found[0]), *found.span())
        for found in re.finditer(r"(?:[^\W_]|[\u0300-\u036f])+", text)
    ]
