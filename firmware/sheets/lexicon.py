"""The words of score sheets by their meaning, in every language; and a row of a sheet in tokens.

The words are data, a file a language: in ``[common]`` those of every game, in ``[numbers]`` those
above nine, in ``[headers]`` those above and below the moves, and those of each game under its name.
A word's *code* is its part in a move (``y``, ``roll``, ``F``), who is meant (``seat light``), or, of
a word that stands beside moves, one of `ASIDE`.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from rules import NAMES, Game, find_game

LANGUAGES = ("en", "nl", "de", "fr")
SEAT = "seat "  # in front of the name of a seat
SKIPPED = "skip"  # a word without a meaning of its own
CORRECTING = frozenset(("instead", "denied"))  # what says that something is wrong
ASIDE = frozenset((SKIPPED, "@", "round", "player", "ignored", "unmeant", "supposed", "unsure", "-", "s", *CORRECTING))
"""The codes of known words that are no part of a move: the, on, round, sorry, seconds."""
COLOURS = "ybrgkw"

_ATOM = re.compile(
    r"(?<=[^\W_])\.{2,3}(?=[^\W_])"  # a1..b2
    r"|[^\W\d_]+(?:['\u2019.](?=[^\W\d_]{2})|°)?|\d+|[^\s\w]|_"
)
_LEGEND = re.compile(r"(?<![\w@])([^\W\d_]{1,3}|[\u2600-\U0001faff])\s?([=:]?)\s?([^\W\d_]+(?: [^\W\d_]+)?)")
_NO_NAMES = (
    "game",
    "players",
    "date",
    "place",
    "round",
    "table",
    "month",
    "weekday",
    "result",
    "score",
    "first",
    "letter",
)
_TURNED_LEGEND = re.compile(r"([^\W\d_]{3,}) ?= ?([^\W\d_]{1,3})(?!\w)")  # yellow = YL
_LONGEST_PHRASE = 5  # words, and the hyphens between
_LONG_WORD = 8  # letters of a word that may be misspelt
_SPELT = 0.88  # how much of it is right
_OPENING = "([\"'\u2018\u201c\u201e\u00ab,;|/\u2019"  # behind these begins something else


class Token(NamedTuple):
    """A word, number or mark of a row.

    Attributes:
        text: As it is written.
        start: Where it begins.
        end: Where it ends.
        codes: What it may mean; none where no lexicon has it.
        glued: Whether it stands right behind the one before.
    """

    text: str
    start: int
    end: int
    codes: tuple[str, ...]
    glued: bool

    @property
    def number(self) -> bool:
        """Whether it is written in figures."""
        return self.text[0].isdecimal()

    @property
    def word(self) -> bool:
        """Whether it is written in letters."""
        return self.text[0].isalpha()

    @property
    def is_aside(self) -> bool:
        """Whether it is a known word that is no part of a move."""
        return bool(self.codes) and ASIDE.issuperset(self.codes)

    @property
    def figures(self) -> str:
        """The number that it tells, in figures or in a word, or ""."""
        return self.text if self.number else next(filter(str.isdecimal, self.codes), "")


Tokens = Sequence[Token]
"""The tokens of a row."""


@lru_cache(20_000)
def fold(text: str) -> str:
    """Return a text without its case and accents, to compare words by."""
    text = text.casefold().replace("œ", "oe").replace("\u2019", "'")
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@cache
def words_in(language: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the words of a language by section and code, the most usual first."""
    file = Path(__file__).with_name("lexicon") / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


@cache
def words_for(section: str, code: str) -> frozenset[str]:
    """Return the words of a meaning in all languages, folded."""
    some = (words_in(language).get(section, {}).get(code, ()) for language in LANGUAGES)
    return frozenset(fold(word) for words in some for word in words)


@cache
def _speaks(code: str) -> re.Pattern[str]:
    ways = "|".join(map(re.escape, sorted(words_for("headers", code), key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{ways})(?!\w)")


def speaks_of(code: str, text: str) -> bool:
    """Whether a text holds a word of the section ``[headers]``."""
    return _speaks(code).search(fold(text)) is not None


@cache
def no_names() -> frozenset[str]:
    """Return the words that name nobody: of titles and headers, months and days."""
    titles = (title for name in NAMES for title in (name, *find_game(name).titles))
    words = {word for title in titles for word in re.findall(r"\w+", fold(title))}
    return frozenset(words | {word for name in _NO_NAMES for word in words_for("headers", name)})


@cache
def pronouns() -> frozenset[str]:
    """Return the words by which the writer of a sheet calls itself and its reader: me, you."""
    return words_for("headers", "me") | words_for("headers", "you")


class Lexicon:
    """The words and marks of a game. Use :func:`lexicon_of`."""

    def __init__(self, game: Game) -> None:
        self._codes: dict[str, dict[str, None]] = {}
        for language in LANGUAGES:
            for section in ("common", game.name):
                for code, words in words_in(language)[section].items():
                    for word in words:
                        short = code.isdecimal() or (len(word) == 1 and code != "s")
                        if not (game.timed and short):  # a hole is a letter, a number a second
                            self._codes.setdefault(fold(word).replace("-", " "), {})[code] = None
        known = {code for codes in self._codes.values() for code in codes} | {"-"}
        symbols = words_in("marks")["symbols"].items()
        self._signs = dict[str, tuple[str, ...]](
            (mark, (code,)) for code, marks in symbols if code in known for mark in marks
        )
        self.begun, self.misspelt = cache(self._begun), cache(self._misspelt)

    def with_legend(self, rows: Iterable[str]) -> "Lexicon":
        """Return the lexicon with signs that a sheet explains: st = stone, a picture, its word."""
        signs: dict[str, tuple[str, ...]] = {}
        legends = [one for row in rows for one in _LEGEND.findall(row)]
        turned = [(sign, "=", word) for row in rows for word, sign in _TURNED_LEGEND.findall(row)]
        for sign, mark, word in legends + turned:
            codes = [one for one in self.codes(word) or self.codes(word.split()[0]) if one not in ASIDE]
            told = mark == "=" or len(word) > 3
            pointed = mark or not sign[0].isalnum()
            named = (sign.istitle() and len(sign) > 1) or fold(sign) in pronouns()  # Kim = yellow, you: blue
            if codes and told and pointed and not (named or self.codes(sign)):
                signs[sign.casefold()] = (codes[0],)
        if not signs:
            return self
        more = copy(self)
        more._signs = self._signs | signs  # of its own copy
        return more

    def codes(self, phrase: str) -> tuple[str, ...]:
        """Return the codes of a word or phrase."""
        return self._signs.get(phrase.casefold()) or tuple(self._codes.get(fold(phrase).strip("."), ()))

    def _misspelt(self, word: str) -> tuple[str, ...]:
        """Return the codes of the long word that differs from a word by about a letter."""
        long = [one for one in self._codes if len(one) >= _LONG_WORD <= len(word)]
        near = get_close_matches(word, long, 1, _SPELT)
        return tuple(code for word in near for code in self._codes[word])

    def _begun(self, text: str) -> frozenset[str]:
        """Return the codes of a letter of which a word begins so: ro. A letter alone is a colour."""
        codes = {c for word, some in self._codes.items() if word.startswith(text) for c in some}
        wide = len(text) > 1
        return frozenset(c for c in codes if len(c) == 1 and c.isalpha() and (wide or c in COLOURS))

    def tokens(self, row: str) -> list[Token]:
        """Return the tokens of a row; the longest phrase with a meaning is a single token."""
        atoms = [(one.start(), one.end(), "-" if one[0][:2] == ".." else one[0]) for one in _ATOM.finditer(row)]
        tokens: list[Token] = []
        at = 0
        while at < len(atoms):
            start, end, text = atoms[at]
            used, codes = 1, self._signs.get(text.casefold(), ())
            beside = at + 1 < len(atoms) and atoms[at + 1][0] == end
            in_field = beside and len(text) < 3 and (atoms[at + 1][2].isdecimal() or row[end] == "@")
            if not codes and text[0].isalpha() and not in_field:
                used, codes = self._phrase(atoms[at : at + _LONGEST_PHRASE])
                end = atoms[at + used - 1][1]
                text = row[start:end]
            before = tokens[-1] if tokens else None
            glued = before is not None and before.end == start and before.text not in _OPENING
            tokens.append(Token(text, start, end, codes, glued))
            at += used
        return tokens

    def _phrase(self, atoms: Sequence[tuple[int, int, str]]) -> tuple[int, tuple[str, ...]]:
        """Return of how many atoms the longest phrase is that begins here, and its codes."""
        for size in range(len(atoms), 0, -1):
            words = [text for *_, text in atoms[:size] if text != "-"]
            whole = atoms[size - 1][2] != "-" and all(word[0].isalpha() for word in words)
            if whole and (codes := self.codes(" ".join(words))):
                return size, codes
        return 1, self.misspelt(fold(atoms[0][2]))


@cache
def lexicon_of(game: Game) -> Lexicon:
    """Return the lexicon of a game."""
    return Lexicon(game)


def spoken(game: str, language: str) -> Sequence[tuple[str, str]]:
    """Return the signs of a game's moves with the most usual word for each in a language, if that differs."""
    usual = ((code, words[0]) for code, words in words_in(language)[game].items() if not code.startswith(SEAT))
    return [(code, word) for code, word in usual if code != SKIPPED and word.casefold() != code]
