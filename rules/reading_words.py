"""The words that people write for moves, in any language, and a line of a score sheet in parts.

A game has one table of its words (`Game.vocabulary`): what stands in a move, and what people say
for it in English, the most usual first, with ``|`` between. The catalogues have the same in other
languages, so a `Spell` gives all there are.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.game import Game
from rules.text import InContext

Spell: TypeAlias = Callable[[InContext], Sequence[str]]
"""Return what an entry of a vocabulary is in each language, English first."""

BETWEEN = "|"  # words of one meaning
PASSED, ROUND, INSTEAD, DENIED, UNSURE, IGNORED, PLAYER = (
    "",
    "round",
    "instead",
    "denied",
    "unsure",
    "ignored",
    "player",
)
ASIDE = frozenset((PASSED, ROUND, INSTEAD, DENIED, UNSURE, IGNORED, PLAYER))  # no part of a move
SEAT = "seat "  # before the name of a seat
_LONGEST_PHRASE = 4  # words
_SHORTEST_PLURAL = 4  # letters
_SHORT = 3  # letters of a word that is shortened, at most
_LONGEST_WORD = 24  # letters of one that may be misspelt
_MOST_SPELLINGS = 8  # of one text, whose words have several meanings

COMMON: Mapping[str, InContext] = {
    "0": InContext("moves", "zero | nought"),
    "1": InContext("moves", "one"),
    "2": InContext("moves", "two"),
    "3": InContext("moves", "three"),
    "4": InContext("moves", "four"),
    "5": InContext("moves", "five"),
    "6": InContext("moves", "six"),
    "7": InContext("moves", "seven"),
    "8": InContext("moves", "eight"),
    "9": InContext("moves", "nine"),
    PASSED: InContext(
        "moves",
        "the | from | with | then | and | plays | plays a | played | played a | puts | "
        "put | sets | placed | moves | moved | first | second | third | goes | went | "
        "lays | laid | takes | took | begins | began | next | finally | I | set | piece | "
        "square | it | he | she | we | also | there | answers | replies | follows | opens | "
        "continues | slides | goes for | as",
    ),
    "@": InContext("moves", "on | onto | at | in"),
    ROUND: InContext("moves", "round | turn | turns | move | no | nr"),
    PLAYER: InContext("moves", "player | who | name"),
    INSTEAD: InContext(
        "moves",
        "wrong | should be | must be | correction | correct | meant | should read | "
        "make that | read",
    ),
    DENIED: InContext("moves", "no | nope | sorry | oops | I mean | wait | oh no | scratch that"),
    UNSURE: InContext("moves", "not | or | maybe | instead of"),
    IGNORED: InContext(
        "moves",
        "points | score | scores | standings | total | sectors scored | remarks | notes | "
        "comments | break | pause",
    ),
}
"""What is said in every game. `PASSED`: words without a meaning of their own. `DENIED`: what people
say before they say a move again, and at other times.
"""

SYMBOLS: Mapping[str, str] = {
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    **dict(zip("🟡🔵🔴🟢⚫⚪", "ybrgkw", strict=True)),
    **dict(zip("🟨🟦🟥🟩⬛⬜", "ybrgkw", strict=True)),
    "💛": "y", "💙": "b", "❤": "r", "💚": "g", "🖤": "k", "🤍": "w",
    **dict.fromkeys(("№", "n°", "N°", "nº", "Nº"), ROUND),
    "🏁": "F", "🚩": "F", "🏳": "F", "🏴": "F", "🏠": "home", "🎲": "roll",
}  # fmt: skip


class Part(NamedTuple):
    """A part of a line. start, end: where it stands. text: as written.

    codes: what it may mean in a move, "" for nothing; none for what no vocabulary knows. glued:
    whether it stands right behind the part before it, and that is no bracket or comma.
    """

    start: int
    end: int
    text: str
    codes: tuple[str, ...]
    glued: bool

    @property
    def number(self) -> bool:
        """Whether it is written as a number."""
        return self.text[:1].isdecimal()

    @property
    def word(self) -> bool:
        """Whether it is written in letters."""
        return self.text[:1].isalpha()

    def glued_to(self, following: "Part | None") -> bool:
        """Whether letters or digits, or a sign of a move, stand right beside it."""
        behind = following is not None and following.glued and following.text[0] not in _CLOSING
        return behind or (self.glued and self.text[0].isalpha())


@lru_cache(10_000)
def fold(text: str) -> str:
    """Return a text without its case and accents, to compare words by."""
    parted = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


@lru_cache(50_000)
def _keys(phrase: str) -> Sequence[tuple[str, ...]]:
    """Return the ways in which a phrase is looked up: with accents, without, and as ae for ä."""
    exact = re.sub(r"-|\.(?= |$)", " ", phrase.casefold()).split()
    keys = {tuple(exact): None}
    if len(phrase) > 2:  # à is no a
        keys[tuple(map(fold, exact))] = None
        umlauts = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
        keys[tuple(word.translate(umlauts) for word in exact)] = None
    return (*keys,)


@lru_cache(50_000)
def _looked_up(phrase: str) -> Sequence[tuple[str, ...]]:
    """Return the ways in which a phrase is looked up, that of one word in the plural at last."""
    plural = len(phrase) > _SHORTEST_PLURAL and phrase[-1] in "sS" and " " not in phrase
    return (*_keys(phrase), *(_keys(phrase[:-1]) if plural else ()))


class Lexicon:
    """The words of a game in every language, and the names of its players."""

    def __init__(
        self, vocabulary: Mapping[str, InContext], spell: Spell, *, timed: bool = False
    ) -> None:
        """Make one of a vocabulary. timed: whether moves have their second."""
        self.timed = timed
        self._codes: dict[tuple[str, ...], dict[str, None]] = {}
        self._initials: Mapping[str, tuple[str, ...]] = {}
        self._neighbouring: dict[str, list[str]] = {}  # words that were compared before
        self._parted: dict[str, Sequence[Part]] = {}  # lines that were read before
        self._said: dict[tuple[str, ...], dict[int, None]] = {}  # phrase -> its languages
        self._shorts: dict[str, dict[str, None]] = {}  # first letters -> what words mean
        self._home: int | None = None  # the language of the sheet
        self._first: list[dict[str, str]] = []  # by language: code -> its most usual word
        for entries in (COMMON, vocabulary):
            for code, entry in entries.items():
                if timed and code.isdecimal():
                    continue  # seconds are figures
                for language, words in enumerate(spell(entry)):
                    self._learn(code, words, language)
        self._symbols = {s: code for s, code in SYMBOLS.items() if code in {**COMMON, **vocabulary}}
        self._near: dict[str, set[str]] = {}  # words with a letter left out -> the words
        for key, codes in self._codes.items():
            if len(key) == 1 and len(key[0]) > 3 and not _MINOR.issuperset(codes):
                for shorter in _shortened(key[0]):
                    self._near.setdefault(shorter, set()).add(key[0])

    def _learn(self, code: str, words: str, language: int) -> None:
        while len(self._first) <= language:
            self._first.append({})
        for phrase in map(str.strip, words.split(BETWEEN)):
            self._first[language].setdefault(code, phrase)
            for key in _keys(phrase):
                if self.timed and code == PASSED and len("".join(key)) == 1:
                    continue  # a hole's name
                self._codes.setdefault(key, {})[code] = None
                self._said.setdefault(key, {})[language] = None

    def with_names(
        self, names: Mapping[str, str], colours: Mapping[str, str] = MappingProxyType({})
    ) -> "Lexicon":
        """Return the same with names of players. names: name -> seat.

        colours: letter -> seat, where moves have no colours, so that each is a seat.
        """
        more = copy(self)
        more._parted, more._neighbouring, more._shorts = {}, {}, {}  # noqa: SLF001  # its own kind
        if colours:
            seats = {letter: SEAT + seat for letter, seat in colours.items()}
            more._codes = {  # noqa: SLF001  # its own kind
                key: {seats.get(code, code): None for code in codes}
                for key, codes in self._codes.items()
            }
            more._symbols = {  # noqa: SLF001
                sign: seats.get(code, code) for sign, code in self._symbols.items()
            }
        called = dict(names)
        for name, seat in names.items():  # by one of their names, where that is of one alone
            for alone in name.split()[:: max(len(name.split()) - 1, 1)]:
                if sum(alone in other.split() for other in names) == 1 and len(alone) > 1:
                    called.setdefault(alone, seat)
        atoms = ((" ".join(re.findall(_ATOM, name)), seat) for name, seat in called.items())
        named = {key: {SEAT + seat: None} for name, seat in atoms for key in _keys(name)}
        more._codes = more._codes | named  # noqa: SLF001  # its own kind
        sides = ((c, "".join(key)[:1]) for key, codes in self._codes.items() for c in codes)
        more._initials = {}  # noqa: SLF001
        for some in (
            [(code, letter) for code, letter in sides if code.startswith(SEAT)],
            [(SEAT + seat, name[0].casefold()) for name, seat in names.items()],
        ):  # of names before those of sides
            whose: dict[str, set[str]] = {}
            for code, letter in some:
                whose.setdefault(letter, set()).add(code)
            more._initials |= {  # noqa: SLF001
                letter: tuple(codes) if len(codes) == 1 else () for letter, codes in whose.items()
            }
        return more

    def codes(self, phrase: str) -> tuple[str, ...]:
        """Return what a phrase may mean, nothing when it is not known."""
        if phrase in self._symbols:
            return (self._symbols[phrase],)
        for key in _looked_up(phrase.strip(" .:,;|")):
            if key in self._codes:
                return tuple(self._codes[key])
        return ()

    def language_of(self, text: str, least: int = 1) -> int | None:
        """Return the language of most of the words in a text, None when it has fewer than these."""
        votes: dict[int, int] = {}
        for word in re.findall(r"[^\W\d_]{3,}", text):
            for key in _keys(word):
                if key in self._said:
                    for language in self._said[key]:
                        votes[language] = votes.get(language, 0) + 1
                    break
        known = sorted(one for one, number in votes.items() if number >= least)
        return max(known, key=votes.__getitem__, default=None)

    def at_home_in(self, text: str) -> "Lexicon":
        """Return the same for a sheet in the language of this text, for `is_word`."""
        more = copy(self)
        more._home = self.language_of(text, 2)  # noqa: SLF001  # its own kind
        return more

    def word_for(self, code: str) -> str:
        """Return the most usual word for a code in the language of the sheet, as a name."""
        return self._first[self._home or 0].get(code, code).capitalize()

    def is_word(self, text: str) -> bool:
        """Whether a text is a word that cannot be a name: Jet is one in French alone, Dan in Dutch.

        English words, and those that head columns, are words in every sheet.
        """
        codes = self.codes(text)
        if not _HEADING.isdisjoint(codes) or any(code.startswith(SEAT) for code in codes):
            return True
        said = next((self._said[key] for key in _keys(text.strip()) if key in self._said), {})
        return bool(said) and (self._home is None or not {0, self._home}.isdisjoint(said))

    def short_for(self, text: str) -> tuple[str, ...]:
        """Return what the words mean that begin with these letters."""
        if not self._shorts:
            for key, codes in self._codes.items():
                for size in range(1, _SHORT + 1):
                    if len(key) == 1 and len(key[0]) > size:
                        self._shorts.setdefault(key[0][:size], {}).update(codes)
        return tuple(self._shorts.get(fold(text), ()))

    def holds_no_move(self, text: str, beside: Iterable[str]) -> bool:
        """Whether no move can stand in a text: no figures or signs of one, no words but those for
        these codes, players, and what is not known.
        """
        parts = self.parts(text)
        codes = {code for part in parts for code in part.codes if not code.startswith(SEAT)}
        holes = self.timed and any(part.word and len(part.text) == 1 for part in parts)
        return not (holes or re.search(r"[\d@*|]", text)) and codes.issubset(beside)

    def say(self, move: str, language: int) -> str:
        """Return a move in the words of a language. language: as `language_of` gives it."""
        first, said = self._first[language], list[str]()
        for sign in re.findall(r"[A-Za-z]+\d+|[A-Za-z]+|[\d.]+|\S", move):
            said.append(first.get(sign, sign) if not sign[-1].isdecimal() else sign)
        return " ".join(said)

    def is_near(self, word: str) -> bool:
        """Whether a word that is not known may be a known one that is misspelt."""
        return bool(self._neighbours(word))

    def _neighbours(self, word: str) -> list[str]:
        """Return the known words that are one letter apart from this one."""
        if word not in self._neighbouring:
            folded = fold(word)
            near = {known for one in _shortened(folded) for known in self._near.get(one, ())}
            near = {one for one in near if one[0] == folded[0] and _one_apart(folded, one)}
            long = 3 < len(folded) <= _LONGEST_WORD
            self._neighbouring[word] = sorted(near) if long else []
        return self._neighbouring[word]

    def nearest(self, word: str) -> tuple[str, ...]:
        """Return what the words mean that are one letter apart from this one."""
        found: dict[str, None] = {}
        for known in self._neighbours(word):
            found |= self._codes[(known,)]
        return tuple(found)

    def parts(self, line: str) -> list[Part]:
        """Return all the parts of a line, in order; spaces belong to none."""
        if line not in self._parted:
            self._parted[line] = self._parts(line)
        return [*self._parted[line]]

    def _parts(self, line: str) -> list[Part]:
        atoms = [
            (found.start(), found.end(), found[0])
            for found in (_TIMED if self.timed else _ATOM).finditer(line)
        ]
        parts: list[Part] = []
        at = 0
        while at < len(atoms):
            start = atoms[at][0]
            codes, used = self._look_up(line, atoms, at)
            end = atoms[at + used - 1][1]
            before = parts[-1] if parts else None
            glued = before is not None and before.end == start and before.text not in _OPENING
            glued = glued and before is not None and before.text[-1] not in "'\u2019"  # d'un
            text = "*" if self._is_plus(atoms, at) else line[start:end]
            text = "-" if text[:2] == ".." else text
            parts.append(Part(start, end, text, codes, glued))
            at += used
        return parts

    def initialled(self, parts: Sequence[Part]) -> list[Part]:
        """Return parts in which a capital in front of a move is whose name begins with it."""
        found = list(parts)
        for n, (part, following) in enumerate(pairwise(parts)):
            edge = n == 0 or parts[n - 1].number or parts[n - 1].text in SEPARATORS | SILENT | {"-"}
            alone = len(part.text) == 1 and part.text.isupper() and not following.glued
            if edge and alone and self._initials.get(part.text.casefold()):
                found[n] = part._replace(codes=self._initials[part.text.casefold()])
        return found

    def _is_plus(self, atoms: Sequence[tuple[int, int, str]], at: int) -> bool:
        """Whether a plus right in front of a field stands here: +b2 is a stone, where there are."""
        field = atoms[at + 1 : at + 3]
        return (
            atoms[at][2] == "+"
            and len(field) == 2
            and len(field[0][2]) == 1
            and field[0][2].isalpha()
            and field[1][2].isdecimal()
            and atoms[at][1] == field[0][0]
            and field[0][1] == field[1][0]
            and ("stone",) in self._codes
        )

    def _stands_alone(self, line: str, atoms: Sequence[tuple[int, int, str]], at: int) -> bool:
        """Whether a letter is a word, and no part of a field: the player A, seconds, à."""
        if not atoms[at][2].isascii():
            return True
        _, end, _ = atoms[at]
        if at + 1 == len(atoms):
            return not self.timed
        start, _, following = atoms[at + 1]
        if following in ":;|,)=":
            return True
        return start > end and not (self.timed and line[end - 1] not in "sSt")

    def _look_up(
        self, line: str, atoms: Sequence[tuple[int, int, str]], at: int
    ) -> tuple[tuple[str, ...], int]:
        """Return what stands here in a line, and how many atoms it takes."""
        text = atoms[at][2]
        if text in self._symbols:
            return (self._symbols[text],), 1
        if not text[0].isalpha():
            return (), 1
        glued = at + 1 < len(atoms) and atoms[at + 1][0] == atoms[at][1]
        if len(text) < 3 and glued and (atoms[at + 1][2].isdecimal() or atoms[at + 1][2] == "@"):
            return (), 1  # nothing is said so short beside a field
        colon = at + 1 < len(atoms) and atoms[at + 1][2] == ":"
        colon |= at == 0 and line[atoms[0][1] :].startswith("  ")
        apart = at == 0 or atoms[at - 1][1] < atoms[at][0]
        free = at == 0 or (apart and not self.timed)
        point = at == 0 and atoms[1:] and atoms[1][2] == "." and not self.codes(text)
        if free and len(text) == 1 and (colon or point) and self._initials.get(text.casefold()):
            return self._initials[text.casefold()], 1
        part = len(text) == 1 and not self._stands_alone(line, atoms, at)  # of a field perhaps
        spoken = self.timed and text == "I" and not glued and apart  # I went, not d-I at
        behind = atoms[at + 1][2] if spoken and at + 1 < len(atoms) else ""
        if len(behind) > 1 and behind[0].isalpha() and "-" not in self.codes(behind):
            return (PASSED,), 1
        phrase = [text]
        found: tuple[tuple[str, ...], int] = (), 1
        for more in range(at, min(at + 2 * _LONGEST_PHRASE, len(atoms))):
            if more > at:
                if atoms[more][2] == "-" or (part and atoms[more][2] == "."):
                    continue
                if not _is_worded(atoms, more):
                    break
                phrase.append(atoms[more][2])
            for key in _looked_up(" ".join(phrase)):
                if key in self._codes and not (part and more == at):
                    found = tuple(self._codes[key]), more - at + 1
                    break
        return found


def _is_worded(atoms: Sequence[tuple[int, int, str]], at: int) -> bool:
    """Whether a word or a number stands here, and no field: plays a 3, but not plays a3."""
    (_, end, text), following = atoms[at], atoms[at + 1 : at + 2]
    field = len(text) == 1 and any(one[0] == end and one[2].isdecimal() for one in following)
    return (text[0].isalpha() and not field) or text.isdecimal()


_TO = r"(?<=[^\W_])\.{2,3}(?=[^\W_])"  # d..e
_ATOM = re.compile(
    rf"{_TO}|\b[nN][\u00b0\u00ba]|[^\W\d_]+(?:['\u2019.](?=[^\W\d_]{2}))?|\d+|[^\s\w]|_"
)
_TIMED = re.compile(  # a letter may stand for a figure in a time
    rf"{_TO}|\b[nN][\u00b0\u00ba]"
    r"|(?=\d*[.,:]?\d*[OoIlS])\d[\dOoIlS]*[.,:][\dOoIlS]+\b"
    r"|[^\W\d_]+(?:['\u2019](?=[^\W\d_]{2}))?|\d+(?:[.,:'\u2019]\d+)*|[^\s\w]|_"
)


_HEADING = frozenset((ROUND, PLAYER, IGNORED, "s", "-", "@", "*"))
_MINOR = frozenset((*"0123456789@", PASSED, ROUND, PLAYER, IGNORED, DENIED, UNSURE))
"""What makes no difference where it is misspelt, and figures, which are seldom written out."""


def _shortened(word: str) -> Iterator[str]:
    """Yield a word as it is, and with each of its letters left out."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def _one_apart(one: str, other: str) -> bool:
    """Whether two words differ in one letter: another, one more, one less, or two swapped."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((n for n, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), -1)
    if at < 0:
        return True
    return (
        one[at + 1 :] in (other[at + 1 :], other[at:])
        or one[at:] == other[at + 1 :]
        or (one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :])
    )


@cache
def english(entry: InContext) -> Sequence[str]:
    """Return an entry of a vocabulary in English alone."""
    return (entry.text,)


@cache
def lexicon_of(game: Game, spell: Spell) -> Lexicon:
    """Return the words of a game."""
    return Lexicon({**game.sides, **game.vocabulary}, spell, timed=game.timed)


def spellings(parts: Sequence[Part]) -> Iterable[str]:
    """Return the texts that these parts may stand for in a move.

    Marks between words say nothing in a move, but for the signs that moves are written with.
    """
    texts, last = [""], ""
    for part in parts:
        if part.text in SILENT:
            continue
        codes = part.codes or (part.text,)
        if part.codes == (last,) and not last.isdecimal() and last:
            continue  # throws a die, but not two fives
        if part.codes != (PASSED,):
            last = part.codes[0] if len(part.codes) == 1 else ""
        space = "" if part.glued else " "
        texts = [
            f"{text}{space}{code}" if code else text
            for text in texts
            for code in dict.fromkeys(codes)
        ][:_MOST_SPELLINGS]
    return dict.fromkeys(" ".join(text.split()) for text in texts)


_OPENING = frozenset("([\"'\u2018\u2019\u201c\u201d\u201e\u00ab,;|/")
_CLOSING = ".,:;)]'\"!?\u2026\u2019|"
SILENT = frozenset(".,:()[]'\"!?_\u2026\u2019\u2018\u201c\u201d\u201e\u00ab\u00bb\ufe0f")
SEPARATORS = frozenset(";|,/&+\t\u2022\u00b7")
