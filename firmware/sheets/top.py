"""The top of a sheet: its game, the players and their colours, the stones on the track."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import pairwise

from firmware.sheets.lexicon import COLOURS, SEAT, Tokens, fold, speaks_of, words_for
from firmware.sheets.names import SHORT_NAME, are_beside, named_in, pairs_in, people_in
from firmware.sheets.owners import colours_beside
from firmware.sheets.stones import stones_in
from rules import NAMES, Game, find_game

_LEAST_SAND = 60  # seconds that a glass runs
_TITLE_SPELT = 0.85  # how much of a misspelt title is right
_LONGEST_TITLE = 8  # words of a row that is a title
_FEWEST_ROWS = 2  # with figures, of each of two games
_TOP_ROWS = 8  # among which the rows above the moves are
_QUOTES = re.compile(r'["“”„]([^"“”„]*)["“”„]')
_HEADER = re.compile(r'\s*\[\s*(\w+)\s+["“”„]')
_SIGN_EXPLAINED = re.compile(r"=\s*[^\W\d_]{3}")  # D = dice
_HEADERS_ABOVE = ("game", "players", "date", "place")  # headers that stand above the moves


@cache
def _titles() -> Mapping[str, re.Pattern[str]]:
    named = {name: [_key(title) for title in (name, *find_game(name).titles)] for name in NAMES}
    ways = {name: "|".join(map(re.escape, filter(None, keys))) for name, keys in named.items()}
    return {name: re.compile(rf"(?<!\w)(?:{some}) ") for name, some in ways.items()}


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", " ", fold(text)).strip()


def titles_in(rows: Sequence[str]) -> dict[int, list[str]]:
    """Return the games of which a title stands in a row, by the index of the row.

    Where none does, a title may be misspelt in the first rows.
    """
    keys = [f"{_key(row)} " for row in rows]
    found = {n: [name for name, one in _titles().items() if one.search(key)] for n, key in enumerate(keys)}
    if not any(found.values()):
        found = {n: [*_misspelt(key)] for n, key in enumerate(keys[:_TOP_ROWS])}
    return {n: names for n, names in found.items() if names}


def _misspelt(key: str) -> Iterator[str]:
    """Yield the games of which nearly a title stands in the key of a row."""
    words = key.split()
    for name in NAMES:
        titles = [_key(title) for title in find_game(name).titles]
        sizes = {len(title.split()) for title in titles}
        some = [" ".join(words[n : n + size]) for size in sizes for n in range(len(words) - size + 1)]
        if any(get_close_matches(one, titles, 1, _TITLE_SPELT) for one in some):
            yield name


def second_game(titles: Iterable[int], rows: Sequence[str]) -> int | None:
    """Return the row of a second title, of the rows `titles`, with rows of figures above and below it."""
    short = [n for n in titles if len(rows[n].split()) <= _LONGEST_TITLE]
    figured = [n for n, row in enumerate(rows) if re.search(r"\d", row)]
    for first, second in pairwise(short):
        if min(sum(first < n < second for n in figured), sum(n > second for n in figured)) >= _FEWEST_ROWS:
            return second
    return None


def above(rows: Sequence[str]) -> int:
    """Return how many rows, never all, are above the moves: to the last title, header's word or sign explained."""
    words = {word for name in _HEADERS_ABOVE for word in words_for("headers", name)}
    titled = titles_in(rows[:_TOP_ROWS])
    top = [(n, {*re.findall(r"[^\W\d_]+", fold(row))}) for n, row in enumerate(rows[:_TOP_ROWS])]
    said = [n for n, some in top if n in titled or words & some or _SIGN_EXPLAINED.search(rows[n])]
    return min(max(said, default=-1) + 1, max(len(rows) - 1, 0))


def options_of(game: Game, rows: Sequence[str]) -> tuple[dict[str, str], Sequence[str]]:
    """Return the options that headers and stones on the track tell, and the rows without them."""
    left = ["" if _HEADER.match(row) else row for row in rows]
    quoted = (_quoted(row, "option") for row in rows)
    found = {some[0]: some[1] for some in quoted if len(some) == 2}
    for n, row in enumerate(left[:_TOP_ROWS]):
        track = _fields_said().search(fold(row)) if speaks_of("track", row) else None
        if track and any(option.name == "track" for option in game.options):
            found["track"], left[n] = track[1], row.replace(track[1], "", 1)
    if any(option.always for option in game.options) and (stones := stones_in("\n".join(left))):
        return {**found, **stones[0]}, stones[1].split("\n")
    sands = [(n, sand) for n, row in enumerate(left[:_TOP_ROWS]) if game.timed and (sand := _sand_in(game, fold(row)))]
    for n, sand in sands[:1]:
        found["sand"], left[n] = str(sand), ""
    return found, left


@cache
def _fields_said() -> re.Pattern[str]:
    """Return the pattern of a number of fields: 100 fields, 100 Felder."""
    words = "|".join(map(re.escape, words_for("headers", "fields")))
    return re.compile(rf"(?<![\w.,])(\d+)[ -](?:{words})(?!\w)")


def _sand_in(game: Game, row: str) -> int | None:
    """Return the seconds that glasses run, as a row says with its only number. game: one that is timed."""
    minutes, seconds = ("|".join(words_for(*one)) for one in (("headers", "minutes"), (game.name, "s")))
    found = re.fullmatch(rf"\D*?(\d+)[ -]?(?:({minutes})|(?:{seconds}))(?!\w)\D*", row)
    sand = int(found[1]) * (60 if found[2] else 1) if found and speaks_of("glass", row) else 0
    return sand if sand >= _LEAST_SAND else None


def _quoted(row: str, name: str) -> Sequence[str]:
    """Return the texts of a header of this name; nothing in another row."""
    header = _HEADER.match(row)
    return _QUOTES.findall(row) if header and header[1].casefold() == name else ()


def players_of(
    rows: Sequence[tuple[str, Tokens]], top: int, owners: Mapping[str, str], seats: Sequence[str], colours: str
) -> tuple[tuple[str, ...], bool]:
    """Return the players that a sheet names, else their seats, and whether it does not contradict itself.

    A header of a record comes first. Then the players are those with moves, by their whole names, those
    beside whose names a colour or a seat stands, or a list of as many names as there are seats.

    rows: of the sheet, each with its tokens. top: the number of rows above the moves. owners: the owner of
    the moves of each seat. seats, colours: in their order.
    """
    for row, _ in rows[:top]:
        if len(quoted := _quoted(row, "players")) == len(seats):
            return tuple(quoted), True  # [players "Anna" "Bea"]
    each = max(len(colours) // len(seats), 1)
    sides = {SEAT + seat: seat for seat in seats}
    sides |= {one: seats[n // each] for n, one in enumerate(colours[: each * len(seats)])}
    people = people_in([row for row, _ in rows])  # ich, du
    lists = [some for row, tokens in rows[:top] for some in _lists_in(row, tokens, sides)]  # Anna, Bea and Carl
    names = dict.fromkeys(name for some in lists for name in some)
    moving = {
        seat: people.get(fold(owner)) or _whole(owner, names) for seat, owner in owners.items()
    }  # Anna Smit of "A: d4"
    pairs = Counter(pairs_in(rows, sides, people))
    beside = _most_often_beside(pairs)  # Anna of "yellow: Anna"
    named, seated = {name for _, name in pairs}, {seat for seat, _ in pairs}
    doubled = len(names) > 1 and len(named) == len(seats) > len(seated)  # two people with one colour
    agreed = not doubled and all(beside.get(seat, name) == name for seat, name in moving.items())
    for some in (moving, beside):
        if len({*some.values()}) == len(seats) == len(some):
            return tuple(some[seat] for seat in seats), agreed or names.keys().isdisjoint(beside.values())
    alone = (tuple(some) for some in lists if len({*some}) == len(some) == len(seats))
    return next(alone, tuple(seats)), not doubled


def _most_often_beside(pairs: Counter[tuple[str, str]]) -> dict[str, str]:
    """Return the name beside which each seat stands most often, each name once."""
    found: dict[str, str] = {}
    for (seat, name), _ in pairs.most_common():
        if seat not in found and name not in found.values():
            found[seat] = name
    return found


def _lists_in(row: str, tokens: Tokens, sides: Mapping[str, str]) -> list[list[str]]:
    """Return the lists of names in a row: names that stand side by side."""
    listed: list[list[str]] = []
    items = named_in(row, tokens, sides)
    for before, one in zip([None, *items], items, strict=False):
        if before is None or not are_beside(before, one, tokens):
            listed.append([])
        listed[-1] += [one.name] if one.name else []
    return listed


def _whole(owner: str, names: Iterable[str]) -> str:
    """Return the name of which an owner of moves is a part: its first word, a letter, all."""
    word = fold(owner)
    longer = [one for one in names if word in fold(one).split() and fold(one) != word]
    begun = [one for one in names if fold(one).startswith(word) and len(one) > len(owner)]
    return next(iter([*longer, *(begun if len(word) < SHORT_NAME else ())]), owner)


@cache
def _numbers_of_players() -> tuple[re.Pattern[str], Mapping[str, int]]:
    numbers = {word: n for n in range(10) for word in (str(n), *words_for("common", str(n)))}
    counted, words = ("|".join(map(re.escape, some)) for some in (numbers, words_for("headers", "players")))
    return re.compile(rf"(?<![\w.,-])({counted}) (?:{words})(?!\w)"), numbers


def players_said(row: str) -> int | None:
    """Return the number of players that a row states, if it does."""
    pattern, numbers = _numbers_of_players()
    found = pattern.search(fold(row))
    return numbers[found[1]] if found else None


def number_named(rows: Sequence[tuple[str, Tokens]], seats: Sequence[str], players: Sequence[str]) -> int:
    """Return how many people rows name beside a colour or a seat, or beside each other if nobody is known to play."""
    sides = {one: one for one in (*COLOURS, *(SEAT + seat for seat in seats))}
    lists = [some for row, tokens in rows for some in _lists_in(row, tokens, sides)] if players == seats else []
    return max(len({fold(name) for _, name in pairs_in(rows, sides)}), *(len({*some}) for some in lists), 0)


def colours_said(rows: Iterable[tuple[str, Tokens]], names: Sequence[str]) -> str:
    """Return the colours that rows give to all owners of moves (`key_of`), in their order, or ""."""
    beside = colours_beside(rows)
    colours = "".join(beside.get(name, "") for name in names)
    return colours if len({*colours}) == len(colours) == len(names) else ""
