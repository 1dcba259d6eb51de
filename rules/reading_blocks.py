"""Sheets that hold all moves of one player, then all of the next: turns decide the order."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from rules.game import Game, Position
from rules.reading_moves import LineReader, Read
from rules.reading_words import PASSED, PLAYER, ROUND, SEAT, SEPARATORS, SILENT, Lexicon, Part


@dataclass(slots=True)
class Block:
    """What one seat is said to have played. parts: in order, each with its line. at: the next."""

    seat: str
    parts: list[tuple[int, Part]] = field(default_factory=list)
    at: int = 0


def blocks_of(
    lines: Iterable[tuple[int, str]], lexicon: Lexicon, *, wrapped: bool
) -> tuple[list[Block], int]:
    """Return the blocks at the beginning of some lines, and how many lines they are.

    lines: numbers and texts. Each seat is named once, in front of all its moves: ``Anna: 5 1 4``,
    or ``throws of Anna: 5 1 4``. wrapped: whether lines that name nobody belong to the block above.
    """
    blocks: list[Block] = []
    count = 0
    for number, text in lines:
        parts = lexicon.parts(text)
        words = [part for part in parts if part.text.isalnum()]
        while words and words[0].codes and _LABELS.issuperset(words[0].codes):
            del words[0]  # what they are
        first = words[0] if words else None
        code = first.codes[0] if first is not None and first.codes else ""
        if first is not None and code.startswith(SEAT):
            seat = code.removeprefix(SEAT)
            if any(block.seat == seat for block in blocks):
                break
            blocks.append(Block(seat))
            parts = parts[parts.index(first) + 1 :]
            if parts[2:] and code in parts[1].codes and parts[0].text == "(":
                del parts[:3]  # Yellow (Anna)
        elif not wrapped if blocks else first is not None and not _is_numbering(parts):
            break
        if any(code.startswith(SEAT) for part in parts for code in part.codes):
            return [], 0
        while parts and parts[-1].text in SEPARATORS | SILENT:
            parts.pop()  # nothing is left behind the last move
        if blocks:
            blocks[-1].parts += [(number, part) for part in parts]
        count += 1
    return blocks, count


_LABELS = frozenset((PASSED, PLAYER, ROUND, "roll"))


def _is_numbering(parts: Sequence[Part]) -> bool:
    """Whether a row counts the rounds over its columns, with words in front or an empty cell."""
    counts = [part.text for part in parts if part.number]
    words = [part for part in parts if part.text.isalnum() and not part.number]
    return (
        len(counts) > 1
        and counts == [str(number) for number in range(1, len(counts) + 1)]
        and parts[0].text in ("|", ";", ",", *(part.text for part in words))
        and all({ROUND, PLAYER} & set(part.codes) for part in words)
    )


class Placed(NamedTuple):
    """A line of a list of one player's moves. at: which. seat: whose. start: behind its number."""

    at: int
    seat: str | None
    start: int


_LONGEST_HEADING = 60  # characters
_MOST_FIGURES = 2  # in a heading
_SECOND = re.compile(r"\s*(?:\d+[.)]\s+)?(?:(\d{1,3})[:'\u2019\u2032] ?(?=\d\d))?(\d+(?:[.,]\d+)?)")
_NUMBERED = re.compile(r"\s*[-*]?\s*(\d{1,3})[.):]\s+")


def by_round(texts: Sequence[str], lexicon: Lexicon, seats: Sequence[str]) -> list[Placed] | None:
    """Return the lines of sheets with a list of moves below each name, round by round.

    Names and what stands above the first are where they were. None where there are no such lists.
    seats: in the order of their turns.
    """
    rounds: list[tuple[float, int, Placed]] = []
    seat, count, owners = None, 0.0, list[str]()
    for at, text in enumerate(texts):
        if (named := _heading_of(text, lexicon)) is not None:
            if named in owners or named not in seats:
                return None
            owners.append(named)
            seat, count = named, 0.0
            rounds.append((-1, 0, Placed(at, None, len(text))))
            continue
        found = _NUMBERED.match(text) if seat is not None else None
        time = _SECOND.match(text) if lexicon.timed and seat is not None else None
        if time:
            count = 60 * int(time[1] or 0) + float(time[2].replace(",", "."))
        else:
            count = int(found[1]) if found else count + (seat is not None)
        place = seats.index(seat) if seat is not None else 0
        start = found.end() if found else 0
        rounds.append((count, place, Placed(at, seat, start)))
    if len(owners) < 2 or len(owners) != len(seats):
        return None
    return [placed for _, _, placed in sorted(rounds, key=lambda one: one[:2])]


def _heading_of(text: str, lexicon: Lexicon) -> str | None:
    """Return the seat that a line names and does nothing else, None when it does not."""
    if len(text) > _LONGEST_HEADING or sum(map(str.isdecimal, text)) > _MOST_FIGURES:
        return None
    parts = [part for part in lexicon.parts(text) if part.text not in SILENT]
    codes = [code for part in parts for code in part.codes or ("?",)]
    seats = {code for code in codes if code.startswith(SEAT)}
    if len(seats) != 1 or not {*seats, PASSED, PLAYER, ROUND, "roll"}.issuperset(codes):
        return None
    return seats.pop().removeprefix(SEAT)


def _stands_in(line: int, one: tuple[int, Part]) -> bool:
    return one[0] == line


def in_turn(
    game: Game, reader: LineReader, position: Position, blocks: Iterable[Block]
) -> list[tuple[int, Read]] | None:
    """Return the moves of all blocks in the order of the turns, each with its line.

    None when that order does not come out, or when a move can mean several things.
    """
    by_seat = {block.seat: block for block in blocks}
    found: list[tuple[int, Read]] = []
    while any(block.at < len(block.parts) for block in by_seat.values()):
        block = by_seat.get(position.to_move or "")
        if block is None:
            return None
        if block.at == len(block.parts) and not game.turn_ends(position):
            return None
        line = block.parts[block.at][0] if block.at < len(block.parts) else 0
        here = (block.parts[n] for n in range(block.at, len(block.parts)))
        parts = [part for _, part in takewhile(partial(_stands_in, line), here)]
        step = reader.first(parts, position, block.seat) if parts else None
        if step is not None:
            read, used = step
            block.at += used
        elif ends := game.turn_ends(position):
            read = Read(ends, (position.play(ends[0]),))
        else:
            return None
        found.append((line, read))
        position = (position, *read.after)[-1]
    return found
