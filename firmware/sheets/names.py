"""The names and seats that stand side by side in the rows of a sheet: yellow: Anna, Anna plays yellow."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from firmware.sheets.lexicon import SKIPPED, Tokens, fold, no_names

_WITHIN_NAME = (" ", "-", " van ", " de ", " von ", " van de ", " van der ", " von der ")
_SHORTENED = re.compile(r"(?:[^\W\d_]|[^\W\d_AEIOUaeiou]{2,3})\. ?(?:(?:van|von|de|der) )*")  # J., Dr.
SHORT_NAME = 4  # letters, which a name has more of that is not shortened


class Named(NamedTuple):
    """A name or a seat in a row, with "" for the other, and its first and last token."""

    name: str
    seat: str
    first: int
    last: int


def pairs_in(rows: Iterable[tuple[str, Tokens]], sides: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the seats and names that stand side by side: yellow: Anna, Anna plays yellow."""
    for row, tokens in rows:
        items = named_in(row, tokens, sides)
        led = bool(items and items[0].seat)
        for one, two in pairwise(items):
            seat, name = (one.seat, two.name) if led else (two.seat, one.name)
            if seat and name and are_beside(one, two, tokens):
                yield seat, name


def are_beside(one: Named, two: Named, tokens: Tokens) -> bool:
    """Return whether no number, no word of a meaning and no full stop stands between two names or seats."""
    between = tokens[one.last + 1 : two.first]
    said = (one for one in between if one.number or len(one.text) > 1 or one.text in ".;")
    return all(one.word and one.is_aside for one in said)


def named_in(row: str, tokens: Tokens, sides: Mapping[str, str]) -> list[Named]:
    """Return the names and the seats in a row, in their order."""
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
        elif named and fold(token.text) not in no_names():
            before = items[-1] if items else Named("", "", 0, 0)
            joint = row[tokens[before.last].end : token.start]
            whole = joint[:1] != "." or _SHORTENED.match(row, tokens[before.last].start)
            if before.name and whole and joint.removeprefix(".") in _WITHIN_NAME:
                items[-1] = before._replace(name=before.name + joint + token.text, last=n)
            else:
                items.append(Named(token.text, "", n, n))
    return items
