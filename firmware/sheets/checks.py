"""The statements of a sheet about itself, beside the game that is read in it."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise

from firmware.sheets.lexicon import Tokens, fold, speaks_of, words_for
from firmware.sheets.top import Title, number_named
from rules import Position, Record
from rules.text import Text, told

_LONGEST_TITLE = 8  # words of a row that is a title
_FEWEST = 2  # rows of figures in a game
_FEW_MOVES, _FEW_WORDS = 8, 10  # a handful of moves, among so many words each
_DIGITS = range(10)
_SENTENCE = re.compile(r"(?<=[.!?])\s")
_MINUS = str.maketrans("\u2212\u2013", "--")


def second_game(titles: Sequence[Title], texts: Sequence[str]) -> int | None:
    """Return the row of a second title with rows of figures above and below it, if there is any."""
    short = dict.fromkeys(title.row for title in titles if len(texts[title.row].split()) <= _LONGEST_TITLE)
    figured = [n for n, text in enumerate(texts) if re.search(r"\d", text)]
    for first, second in pairwise(short):
        above, below = sum(first < n < second for n in figured), sum(n > second for n in figured)
        if min(above, below) >= _FEWEST:
            return second
    return None


def checks_of(record: Record, rows: Sequence[tuple[str, Tokens]], told_rows: Collection[int]) -> list[Text]:
    """Return the statements of a sheet about itself that a game does not bear out.

    Args:
        record: The game.
        rows: Of the sheet, each with its tokens.
        told_rows: Those with moves.
    """
    texts = [text for text, _ in rows]
    first, last = min(told_rows, default=0), max(told_rows, default=0)
    seats = record.position.seats
    numbers = [said for text in texts[: first + 1] if (said := players_said(text)) is not None]
    named = number_named(rows[: first + 1], seats)
    numbers += [named] if named > len(seats) else []
    found = [
        told("the sheet speaks of {said} players; this game has {number}", said=said, number=len(seats))
        for said in numbers
        if said != len(seats)
    ]
    for n, text in enumerate(texts):
        if n > last:
            for part in _SENTENCE.split(text):
                found += _said_of_end(record, part)
    made = len(record.moves)
    words = sum(len(re.findall(r"[^\W\d_]{2,}", text)) for text in texts)
    if made < _FEW_MOVES and words > _FEW_WORDS * made:
        found.append(told("only {number} moves are found in {words} words", number=made, words=words))
    return found[:1] + [one for one in found[1:] if one != found[0]]


@cache
def _counting() -> re.Pattern[str]:
    numbers = {word for digit in _DIGITS for word in words_for("common", str(digit))}
    counted = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    words = "|".join(map(re.escape, sorted(words_for("headers", "players"), key=len, reverse=True)))
    return re.compile(rf"(?<![\w.,-])(\d|{counted}) (?:{words})(?!\w)")


def players_said(text: str) -> int | None:
    """Return the number of players that a text states, if it does."""
    found = _counting().search(fold(text))
    if found is None:
        return None
    if found[1].isdecimal():
        return int(found[1])
    return next(n for n in _DIGITS if found[1] in words_for("common", str(n)))


def _said_of_end(record: Record, text: str) -> Iterator[Text]:
    """Yield the statements of a sentence behind the moves that the end does not bear out."""
    position: Position = record.position
    outcome, scores = position.outcome, position.scores()
    seats = dict(zip(record.header.players, position.seats, strict=True))
    said = {name: _after(name, text) for name in seats}
    named = [name for name, found in said.items() if found]
    if outcome is not None and speaks_of("unfinished", text):
        yield told("the sheet says that the game is not over, and it is")
    if len(named) == 1 and speaks_of("won", text):
        winners = outcome.winners if outcome else ()
        if seats[named[0]] not in winners:
            yield told("the sheet says that {name} won", name=named[0])
    points = {name: int(found[1]) for name, found in said.items() if found and found[1]}
    if not (len(points) > 1 or speaks_of("score", text)):
        return
    for name, number in points.items():
        if number != scores[seats[name]]:
            yield told(
                "the sheet gives {name} {said}, the game {score}",
                name=name,
                said=str(number),
                score=scores[seats[name]],
            )


def _after(name: str, text: str) -> re.Match[str] | None:
    """Return where a name stands in a text, and the number behind it as a group."""
    number = r"(?:[^\w-]{1,3}(-?\d+)(?![\w:]))?"
    plain = fold(text).translate(_MINUS)
    return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w){number}", plain)
