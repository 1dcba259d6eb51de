"""The names and seats that stand side by side in the rows of a sheet: yellow: Anna, Anna plays yellow."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from firmware.sheets.lexicon import ASIDE, Tokens, fold, no_names

_JOINING = (" ", "-", " van ", " de ", " von ")  # within a name
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
    return not any(not ASIDE.issuperset(t.codes or ("",)) if t.word else t.number or t.text == "." for t in between)


def named_in(row: str, tokens: Tokens, sides: Mapping[str, str]) -> list[Named]:
    """Return the names and the seats in a row, in their order."""
    items: list[Named] = []
    for n, token in enumerate(tokens):
        named = token.text[0].isupper() and not token.codes and len(token.text) > 1
        if seat := next((sides[code] for code in token.codes if code in sides), ""):
            items.append(Named("", seat, n, n))
        elif named and fold(token.text) not in no_names():
            before = items[-1] if items else Named("", "", 0, 0)
            joint = row[tokens[before.last].end : token.start]
            shortened = joint == ". " and len(before.name.split(" ")[-1]) < SHORT_NAME
            if before.name and (joint in _JOINING or shortened):
                items[-1] = before._replace(name=before.name + joint + token.text, last=n)
            else:
                items.append(Named(token.text, "", n, n))
    return items
