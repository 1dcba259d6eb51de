"""The owners of moves: words that lead rows, heads of columns, colours and sides."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from firmware.sheets.fields import SPACES, cells, columns_of, is_field, leads_field, parting
from firmware.sheets.lexicon import ASIDE, COLOURS, SEAT, SKIPPED, Token, Tokens, fold, no_names
from firmware.sheets.names import pairs_in
from rules import Game

NAME = "name "  # in front of a name that is no seat and no colour
_LEAD_WITHIN = 8  # tokens of a row among which its first word is
_MOVES_WITHIN = 5  # tokens behind a name among which its move begins
_SHORTEST = 2  # moves of each player in a sheet in which one move is enough
_MOST_UNDER = 4  # rows below a head by which it is known, where blanks may be empty cells
_MANY_NUMBERS = 3  # of a row that tells moves
_FEWEST_BESIDE = 3  # times that somebody is named right in front of moves,
_SHARE_BESIDE = 4  # and not so many times less often than others
_MENTIONED = 6  # times less often than others: somebody who is only mentioned


class Owners(NamedTuple):
    """The owners of the moves of a sheet, as `key_of` names them.

    Attributes:
        names: Of all who have moves, in the order of their first.
        called: How each is written, in the order of their first mention.
        owned: The owner at each token of each row.
        columned: The rows whose owners stand in the head of a table.
    """

    names: Sequence[str]
    called: dict[str, str]
    owned: Sequence[Sequence[str | None]]
    columned: frozenset[int]


class _Head(NamedTuple):
    """The head of a table. mark: that parts its cells. names: of its columns."""

    mark: str
    names: Sequence[str | None]


def key_of(token: Token) -> str:
    """Return the owner that a token names: a seat, a colour, or a name in small letters."""
    seat = next((code for code in token.codes if code.startswith(SEAT)), None)
    colour = next((code for code in token.codes if code in COLOURS), None)
    return seat or colour or NAME + token.text.casefold()


def owners_of(game: Game, texts: Sequence[str], parsed: Sequence[Tokens]) -> Owners:
    """Return the owners of the moves in the rows of a sheet."""
    known = _who_owns(game, texts, parsed)
    letters = _letters_of(known, parsed)
    reader = _Reader(known - letters.keys(), letters)
    owned: list[Sequence[str | None]] = []
    columned: set[int] = set()
    moving = Counter[str]()
    for n, (text, tokens) in enumerate(zip(texts, parsed, strict=True)):
        row, in_columns = reader.read(text, tokens, texts[n + 1 :])
        owned.append(row)
        columned |= {n} if in_columns else set()
        moving.update(reader.movers(row, tokens))
    called: dict[str, str] = {}
    for one in chain.from_iterable(parsed):
        if not called.setdefault(key := key_of(one), one.text).istitle() and one.text.istitle():
            called[key] = one.text
    return Owners(_moving(game, moving, reader.headed), called, owned, frozenset(columned))


@dataclass
class _Reader:
    """A reader of rows, from above.

    Attributes:
        known: The owners of moves.
        letters: The owner for whom a letter stands.
        owner: Of the last token: a move without a name is still theirs.
        head: Of the table in which the next row may stand.
        headed: The owners in the last head.
    """

    known: Collection[str]
    letters: Mapping[str, str]
    owner: str | None = None
    head: _Head | None = None
    headed: Sequence[str | None] = ()

    def read(self, text: str, tokens: Tokens, below: Sequence[str]) -> tuple[list[str | None], bool]:
        """Return the owner at each token of the next row, and whether it stands in the columns of a table."""
        if head := _head(text, tokens, below, self.known):
            self.head, self.headed = head, head.names
            return [None] * len(tokens), False
        lead = lead_of(tokens) or ""
        if self.head and _is_below(self.head, text, self.letters.get(lead, lead), self.known):
            return _by_column(self.head, text, tokens), True
        if self.head and self.head.mark == "|" and any(map(str.isalnum, text)):
            self.head = None  # a table of Markdown ends with its rows
        row: list[str | None] = []
        for at, token in enumerate(tokens):
            key = self.letters.get(key_of(token), key_of(token))
            if key in self.known and not leads_field(tokens, at):
                self.owner = key
            row.append(self.owner)
        if len({key_of(one) for one in tokens}.intersection(self.known)) > 1:
            self.owner = None  # who is named among others is not the next row's
        return row, False

    def movers(self, row: Sequence[str | None], tokens: Tokens) -> list[str]:
        """Return the owner of each number of a row; a number in front of its first name is a label."""
        numbered = [(one, at) for at, one in enumerate(row) if one and tokens[at].figures]
        named = next((at for at, token in enumerate(tokens) if key_of(token) in self.known), 0)
        behind = [one for one, at in numbered if at > named]
        return behind or [one for one, _ in numbered]


def _letters_of(known: Collection[str], parsed: Sequence[Tokens]) -> dict[str, str]:
    """Return the first letters that stand for a single owner of moves, each with this owner."""
    found: dict[str, str] = {}
    said = {key for tokens in parsed for key in (lead_of(tokens), *_named_before_moves(tokens))}
    for letter in (one for one in said if one and _is_letter(one)):
        begun = [one for one in known if one.startswith(letter) and one != letter]
        if len(begun) == 1:
            found[letter] = begun[0]
    return found


def _is_letter(key: str) -> bool:
    """Whether an owner of moves is named by a single letter."""
    return key.startswith(NAME) and len(key) == len(NAME) + 1


def _moving(game: Game, moving: Counter[str], heads: Sequence[str | None]) -> list[str]:
    """Return the owners with many moves, by how often each is named at a number."""
    most = max(moving.values(), default=0)
    least = 1 if most <= _SHORTEST else 2
    found = [one for one, n in moving.items() if n >= least and _MENTIONED * n > most]
    headed = [one for one in found if one in heads]
    return headed if len(headed) in game.players and len(found) not in game.players else found


def _is_below(head: _Head, text: str, lead: str, known: Collection[str]) -> bool:
    """Whether a row stands in the columns of a head, and is not led by somebody else."""
    led = lead in known and (lead in head.names or not {*head.names}.intersection(known))
    return len(cells(text, head.mark)) > 1 and not led


def _by_column(head: _Head, text: str, tokens: Tokens) -> list[str | None]:
    more = len(cells(text, SPACES)) - len(head.names) if head.mark == SPACES else 0
    at = [k - more for k in columns_of(text, tokens, head.mark)]
    return [head.names[k] if 0 <= k < len(head.names) else None for k in at]


def _who_owns(game: Game, texts: Sequence[str], parsed: Sequence[Tokens]) -> set[str]:
    """Return the owners of moves: sides that lead rows, else names beside all colours, else words that lead rows.

    Words that stand right in front of moves within rows (H e3  I d7) are the owners where they are as many
    as players, and are not the words that lead rows.
    """
    leads = [(lead, tokens) for tokens in parsed if (lead := lead_of(tokens))]
    counts = Counter(lead for lead, _ in leads)
    seats = {one for one in counts if one.startswith(SEAT)}
    sides = seats if len(seats) > 1 else {one for one in counts if one in COLOURS}
    if len(sides) > 1 and (sides == seats or 2 * sum(counts[one] for one in sides) > counts.total()):
        return sides
    beside = _beside_all_colours(game, texts, parsed)
    if beside and beside <= counts.keys():
        return beside
    apart = {lead for lead, tokens in leads if _stands_apart(tokens)}
    found = {one for one, count in counts.items() if count > 1 or one in apart}
    within = Counter(key for tokens in parsed for key in _named_before_moves(tokens))
    most = max(within.values(), default=0)
    others = {one for one, count in within.items() if count >= _FEWEST_BESIDE and _SHARE_BESIDE * count > most}
    better = len(found & others) < (len(others) if all(map(_is_letter, others)) else 2)
    return others if len(others) in game.players and better else found


def colours_beside(rows: Iterable[tuple[str, Tokens]]) -> dict[str, str]:
    """Return the colour beside each name of rows, by the owner that the name is: Anna plays yellow."""
    found: dict[str, str] = {}
    for colour, name in pairs_in(rows, {one: one for one in COLOURS}):
        found.setdefault(NAME + name.split()[0].casefold(), colour)
    return found


def _beside_all_colours(game: Game, texts: Sequence[str], parsed: Sequence[Tokens]) -> set[str]:
    """Return the owners beside whom all colours of a sheet stand, each with its own."""
    found = colours_beside(zip(texts, parsed, strict=True))
    words = (one for tokens in parsed for one in tokens if len(one.text) > 1)
    colours = {code for one in words for code in one.codes if code in COLOURS}
    whole = len(found) > 1 and {*found.values()} == colours and len(found) == len(colours)
    return {*found} if whole and len(found) in game.players else set()


def _stands_apart(tokens: Tokens) -> bool:
    """Whether a row is a name alone, in front of a colon, or in front of many moves."""
    said = sum((one.word and key_of(one) not in COLOURS) or one.number for one in tokens)
    pointed = any(two.text == ":" for one, two in pairwise(tokens[:4]) if one.word)
    return said == 1 or pointed or sum(one.number for one in tokens) > _MANY_NUMBERS


def _head(text: str, tokens: Tokens, below: Sequence[str], known: Collection[str]) -> _Head | None:
    """Return the head of a table that a row is. known: owners that lead rows, who come first."""
    mark = parting(text)
    spans = cells(text, mark)
    under = [one for one in below if any(map(str.isalnum, one))][: _MOST_UNDER if mark == SPACES else 1]
    below_it = max((len(cells(one, mark)) for one in under), default=0)
    if not tokens or any(one.figures for one in tokens) or min(len(spans), below_it) < 2:
        return None
    if text.rstrip()[-1] in ".!" or (mark in ",;" and below_it > len(spans)):
        return None  # a sentence
    within = [[t for t in tokens if start <= t.start < end] for start, end in spans]
    names = [next((key for t in some if (key := key_of(t)) in known), None) for some in within]
    if len({*names} - {None}) < 2:
        names = [next((key_of(t) for t in some if _may_be_head(t)), None) for some in within]
    colours = [next((c for t in some for c in t.codes if c in COLOURS), None) for some in within]
    if len({*names} - {None}) < len({*colours} - {None}) == sum(map(bool, names)):
        names = colours  # Anna yellow, Anna red
    said = [one for one in names if one]
    sides = [one for one in said if one in COLOURS or one.startswith(SEAT)]
    seated = sides if len({*sides}) > 1 else [one for one in said if one not in sides]
    if len({*seated}) < 2:
        return None
    return _Head(mark, [one if one in seated else None for one in names])


def _says(token: Token) -> bool:
    return (token.word or bool(token.codes)) and ASIDE.isdisjoint(token.codes)


def _may_be_head(token: Token) -> bool:
    """Whether a token in the head of a table may name an owner of moves."""
    part = len(token.text) > 1 and token.codes and key_of(token).startswith(NAME)
    return _says(token) and not part and fold(token.text) not in no_names()


def lead_of(tokens: Tokens) -> str | None:
    """Return the owner that is named at the beginning of a row."""
    at = next((at for at, one in enumerate(tokens[:_LEAD_WITHIN]) if _says(one)), None)
    if at is None or tokens[at].figures or fold(tokens[at].text) in no_names():
        return None
    key = key_of(tokens[at])
    return None if leads_field(tokens, at) or (tokens[at].codes and key.startswith(NAME)) else key


def _named_before_moves(tokens: Tokens) -> Iterator[str]:
    """Yield the owners that are named right in front of possible moves: H e3  I d7."""
    for at, token in enumerate(tokens[:-1]):
        named = not token.codes or (len(token.text) == 1 and token.codes == (SKIPPED,))
        if not (token.word and named) or leads_field(tokens, at):
            continue
        some = tokens[at + 1 : at + _MOVES_WITHIN]
        behind = [one for one in some if one.text not in ".:" and not (one.word and one.is_aside)]
        if behind and (behind[0].figures or is_field(behind, 0)):
            yield key_of(token)
