"""The names and seats that stand side by side in the rows of a sheet: yellow: Anna, Anna plays yellow."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from firmware.sheets.lexicon import SKIPPED, Tokens, fold, no_names, pronouns, words_for

_WITHIN_NAME = (" ", "-", " van ", " de ", " von ", " van de ", " van der ", " von der ")
_SHORTENED = re.compile(r"(?:[^\W\d_]|[^\W\d_AEIOUaeiou]{2,3})\. ?(?:(?:van|von|de|der) )*")  # J., Dr.
_LETTER_ENDS = 2  # rows, among which its signature is
_LONGEST_SIGNATURE = 3  # words
SHORT_NAME = 4  # letters, which a name has more of that is not shortened


class Named(NamedTuple):
    """A name or a seat in a row, with "" for the other, and its first and last token."""

    name: str
    seat: str
    first: int
    last: int


def people_in(rows: Sequence[str]) -> dict[str, str]:
    """Return the names of the people whom a sheet calls I and you, by each word for them.

    Its writer says so (me = Anna, ik (Anna)), or a letter greets one of them and is signed by the other.
    """
    letter = {"me": [_signature(row) for row in rows[-_LETTER_ENDS:]], "you": [_greeted(row) for row in rows[:1]]}
    found: dict[str, str] = {}
    for code, names in letter.items():
        words = words_for("headers", code)
        said = re.compile(rf"(?<!\w)(?:{'|'.join(words)})\s?(?:=|\()\s?([^\W\d_][\w'\u2019-]+)", re.IGNORECASE)
        told = [one[1] for row in rows for one in said.finditer(row)] + names
        name = next((one for one in told if one[:1].isupper() and fold(one) not in no_names()), "")
        found |= dict.fromkeys(words, name) if name else {}
    return found


def _greeted(row: str) -> str:
    """Return the name that a row greets: Dear Anna."""
    greetings = "|".join(map(re.escape, words_for("headers", "greeting")))
    found = re.match(rf"\s*(?:{greetings})\s+([^\W\d_][\w'\u2019-]+)\s*[,!.:]?\s*$", row, re.IGNORECASE)
    return found[1] if found else ""


def _signature(row: str) -> str:
    """Return the name in which a row of at most three words ends: Groeten, Corrie."""
    words = re.findall(r"[^\W\d_][\w'\u2019-]*", row)
    alone = 0 < len(words) <= _LONGEST_SIGNATURE and all(map(str.istitle, words)) and not re.search(r"\d", row)
    return words[-1] if alone and row.strip().endswith(words[-1]) else ""


def pairs_in(
    rows: Iterable[tuple[str, Tokens]], sides: Mapping[str, str], people: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, str]]:
    """Yield the seats and names that stand side by side: yellow: Anna, Anna plays yellow, yellow (Anna).

    people: the names for which words stand (`people_in`).
    """
    for row, tokens in rows:
        items = named_in(row, tokens, sides, people)
        bracketed = (bool(one.seat) for one, two in pairwise(items) if _opens(one, two, tokens))
        led = next(bracketed, bool(items and items[0].seat))  # whether seats stand in front of names
        for one, two in pairwise(items):
            seat, name = (one.seat, two.name) if led else (two.seat, one.name)
            if seat and name and are_beside(one, two, tokens):
                yield seat, name


def are_beside(one: Named, two: Named, tokens: Tokens) -> bool:
    """Return whether no number, no word of a meaning and no full stop stands between two names or seats."""
    between = tokens[one.last + 1 : two.first]
    said = (one for one in between if one.number or len(one.text) > 1 or one.text in ".;")
    return all(one.word and one.is_aside for one in said)


def _opens(one: Named, two: Named, tokens: Tokens) -> bool:
    """Return whether a bracket alone stands between a name and a seat."""
    return bool(one.seat) != bool(two.seat) and [token.text for token in tokens[one.last + 1 : two.first]] == ["("]


def named_in(
    row: str, tokens: Tokens, sides: Mapping[str, str], people: Mapping[str, str] = MappingProxyType({})
) -> list[Named]:
    """Return the names and the seats in a row, in their order. people: see `pairs_in`."""
    items: list[Named] = []
    for n, token in enumerate(tokens):
        short = _SHORTENED.match(row, token.start)
        shortened = short is not None and row[short.end() : short.end() + 2].istitle()
        seated = any(code in sides for one in tokens[n + 2 : n + 3] for code in one.codes)
        other = not token.codes or (token.codes == (SKIPPED,) and seated and tokens[n + 1].text == "(")  # Dan (blue)
        named = token.text[0].isupper() and (shortened or (other and len(token.text) > 1))
        seat = next((sides[code] for code in token.codes if code in sides), "")
        if seat and not shortened:
            items.append(Named("", seat, n, n))
        elif (word := fold(token.text)) in pronouns():
            items += [Named(people[word], "", n, n)] if word in people else []
        elif named and word not in no_names():
            before = items[-1] if items else Named("", "", 0, 0)
            joint = row[tokens[before.last].end : token.start]
            whole = joint[:1] != "." or _SHORTENED.match(row, tokens[before.last].start)
            if before.name and whole and joint.removeprefix(".") in _WITHIN_NAME:
                items[-1] = before._replace(name=before.name + joint + token.text, last=n)
            else:
                items.append(Named(token.text, "", n, n))
    return items
